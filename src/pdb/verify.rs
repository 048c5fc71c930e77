//! Proof that a table holds exact distances, from the table alone.
//!
//! The local certificate: if the solved state and no other holds 0, and every other entry is one more than the least of
//! its neighbours, then every entry is the distance to the solved state. It is no more than the distance, because along
//! a shortest path an entry grows by at most one a move; it is no less, because from every state some neighbour leads
//! one step down. H48 tables have their own proof, see `h48/verify.rs`. Neither the builder nor any checksum is
//! trusted: this module reads rows, unpacks them to one byte an entry and takes minima over the 18 (or 12) neighbours.

pub use super::disproof::Disproof;

use super::build::{Distribution, count};
use super::h48::{self, Layout};
use super::known::{agrees, published};
use super::spec::{Pattern, TableKind, TableSpec, UNSEEN, entry};
use crate::coord::{CellAction, Grid, H48, Image, Leaders, RowWalk, SlotMap};
use crate::cube::{Cubies, FaceTurn, Metric};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The result of a proof.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Entries at each depth.
    pub distribution: Distribution,
    /// The publication of the distribution, if there is one; the two were compared.
    pub published: Option<&'static str>,
}

/// Memory in bytes for the proof of a table on the threads of the current rayon pool, beside the table.
pub fn memory_beside(spec: &TableSpec) -> u64 {
    match spec.kind {
        TableKind::Grid(_) => 0,
        TableKind::H48(level) => h48::memory_beside(Layout::new(level, spec.metric), spec.metric),
    }
}

/// The number of parts of the proof: rows of a grid, classes of corners of an H48 table.
pub fn parts(spec: &TableSpec) -> u64 {
    match spec.kind {
        TableKind::Grid(pattern) => pattern.rows(),
        TableKind::H48(_) => H48::CLASSES as u64,
    }
}

/// Proves every entry of a table exact or, for an H48 table, as high as a lower bound of its kind can be. `progress` is
/// called now and then with the number of finished [`parts`].
///
/// Cost, in parallel on the rayon pool: one pass over the table for each move; for an H48 table two or three times the
/// cost of building it. [`memory_beside`] says how much memory it takes.
///
/// # Errors
/// The first contradiction in the order of the entries; the entry named is the one that contradicts most neighbours.
pub fn verify(
    spec: &TableSpec,
    table: &[u8],
    header: Option<&Distribution>,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Proof, Disproof> {
    if table.len() as u64 != spec.bytes() {
        return Err(Disproof::Size { found: table.len() as u64, expected: spec.bytes() });
    }
    let distribution = match spec.kind {
        TableKind::Grid(pattern) => {
            verify_grid(pattern, spec.metric, table, stop, progress)?;
            count(table, spec.entries())
        }
        TableKind::H48(level) => h48::verify(Layout::new(level, spec.metric), spec.metric, table, stop, progress)?,
    };
    if let Some(header) = header
        && let Some(depth) = (0..16).find(|&depth| header[depth] != distribution[depth])
    {
        return Err(Disproof::Header { depth: depth as u8, found: distribution[depth], expected: header[depth] });
    }
    let published = published(spec);
    if let Some(published) = &published
        && !agrees(published, &distribution)
    {
        return Err(Disproof::Published { origin: published.source });
    }
    Ok(Proof { distribution, published: published.map(|p| p.source) })
}

fn verify_grid(
    pattern: Pattern,
    metric: Metric,
    table: &[u8],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), Disproof> {
    let grid = Grid::new(pattern);
    let solved = grid.index(&Cubies::SOLVED);
    if entry(table, solved) != 0 {
        return Err(Disproof::Solved { index: solved, value: entry(table, solved) });
    }
    check_rows(&grid, metric, table, stop, progress)
}

fn check_rows(
    grid: &Grid,
    metric: Metric,
    table: &[u8],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), Disproof> {
    let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
    let failed = match metric {
        Metric::HalfTurn => RowCheck::<19>::new(grid, &moves, table).first_failure(stop, progress),
        Metric::QuarterTurn => RowCheck::<13>::new(grid, &moves, table).first_failure(stop, progress),
    };
    if stop.load(Ordering::Relaxed) {
        return Err(Disproof::Interrupted);
    }
    match failed {
        Some(row) => Err(diagnose(grid, &moves, table, row)),
        None => Ok(()),
    }
}

/// The certificate, checked row by row; `IMAGES` is the number of moves plus the row itself.
struct RowCheck<'a, const IMAGES: usize> {
    walk: RowWalk<IMAGES>,
    rows: u64,
    cells: usize,
    shifts: Shifts,
    table: &'a [u8],
    solved: u64,
}

impl<'a, const IMAGES: usize> RowCheck<'a, IMAGES> {
    fn new(grid: &Grid, moves: &[FaceTurn], table: &'a [u8]) -> Self {
        let maps = std::array::from_fn(|i| if i == 0 { grid.slot_map(&[]) } else { grid.slot_map(&moves[i - 1..i]) });
        Self {
            walk: RowWalk::new(grid, maps, Leaders::EVERY_ROW),
            rows: grid.rows() as u64,
            cells: grid.cells(),
            shifts: Shifts::new(grid.action()),
            table,
            solved: grid.index(&Cubies::SOLVED),
        }
    }

    /// The lowest row that breaks the certificate.
    fn first_failure(&self, stop: &AtomicBool, progress: &(dyn Fn(u64) + Sync)) -> Option<u32> {
        let lowest = AtomicU64::new(u64::MAX);
        let done = AtomicU64::new(0);
        (0..self.walk.chunks()).into_par_iter().for_each_init(
            || Buffers::new(self.cells),
            |buffers, chunk| {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let mut rows = 0;
                self.walk.visit(chunk, |images| {
                    rows += 1;
                    if !self.holds(&images, buffers) {
                        lowest.fetch_min(u64::from(images[0].row), Ordering::Relaxed);
                    }
                });
                progress(done.fetch_add(rows, Ordering::Relaxed) + rows);
            },
        );
        let done = done.into_inner();
        assert!(stop.load(Ordering::Relaxed) || done == self.rows, "the walk visits every row");
        u32::try_from(lowest.into_inner()).ok()
    }

    fn holds(&self, images: &[Image; IMAGES], buffers: &mut Buffers) -> bool {
        let Buffers { own, neighbour, least } = buffers;
        self.unpack(images[0].row, own);
        least.fill(UNSEEN);
        for image in &images[1..] {
            self.unpack(image.row, neighbour);
            self.shifts.lower(least, neighbour, usize::from(image.shift));
        }
        let start = u64::from(images[0].row) * self.cells as u64;
        if (start..start + self.cells as u64).contains(&self.solved) {
            // The solved entry was checked before; it alone may be lower than all its neighbours.
            least[(self.solved - start) as usize] = own[(self.solved - start) as usize].wrapping_sub(1);
        }
        let wrong = own.iter().zip(least).fold(0, |wrong, (&own, &mut least)| wrong | (own ^ least.wrapping_add(1)));
        wrong == 0
    }

    /// One byte for each entry of a row.
    fn unpack(&self, row: u32, out: &mut [u8]) {
        let start = row as usize * self.cells;
        let bytes = &self.table[start / 2..(start + self.cells).div_ceil(2)];
        if start.is_multiple_of(2) {
            let (pairs, rest) = out.as_chunks_mut::<2>();
            pairs.iter_mut().zip(bytes).for_each(|(pair, byte)| *pair = [byte & 15, byte >> 4]);
            rest.iter_mut().for_each(|last| *last = bytes[bytes.len() - 1] & 15);
        } else {
            out[0] = bytes[0] >> 4;
            let (pairs, _) = out[1..].as_chunks_mut::<2>();
            pairs.iter_mut().zip(&bytes[1..]).for_each(|(pair, byte)| *pair = [byte & 15, byte >> 4]);
        }
    }
}

/// Rows with one byte an entry, reused from row to row.
struct Buffers {
    own: Vec<u8>,
    neighbour: Vec<u8>,
    least: Vec<u8>,
}

impl Buffers {
    fn new(cells: usize) -> Self {
        Self { own: vec![0; cells], neighbour: vec![0; cells], least: vec![0; cells] }
    }
}

/// The correspondence between the cells of neighbouring rows, for every shift.
struct Shifts {
    /// The number of values of the low digits alone: a shift acts on blocks of `block` cells and within them
    /// independently.
    block: usize,
    /// `within[shift][cell]` for cells of one block.
    within: Vec<Vec<u8>>,
    /// `across[shift][block]`.
    across: Vec<Vec<u8>>,
}

impl Shifts {
    fn new(action: CellAction) -> Self {
        let table = |shifts: usize, image: &dyn Fn(usize, usize) -> usize| -> Vec<Vec<u8>> {
            (0..shifts).map(|shift| (0..shifts).map(|cell| image(cell, shift) as u8).collect()).collect()
        };
        let own = |cell, shift| action.shifted(cell, shift);
        match action {
            CellAction::Twists => Self {
                block: 27,
                within: table(27, &own),
                across: table(81, &|block, shift| action.shifted(27 * block, 27 * shift) / 27),
            },
            CellAction::Flips => Self { block: 16, within: table(16, &own), across: table(16, &|a, b| a ^ b) },
            CellAction::Orders => Self { block: 24, within: table(24, &own), across: vec![vec![0]] },
        }
    }

    /// Lowers each entry of `least` to that of the neighbour to which the shift carries it.
    fn lower(&self, least: &mut [u8], neighbour: &[u8], shift: usize) {
        if shift == 0 {
            return least.iter_mut().zip(neighbour).for_each(|(least, &value)| *least = (*least).min(value));
        }
        let within = &self.within[shift % self.block];
        let across = &self.across[shift / self.block];
        for (block, &image) in least.chunks_mut(self.block).zip(across) {
            let values = &neighbour[usize::from(image) * self.block..];
            block.iter_mut().zip(within).for_each(|(least, &cell)| *least = (*least).min(values[usize::from(cell)]));
        }
    }
}

/// Finds the faulty entry in a row that violates the certificate: of the first bad entry and its bad neighbours, the
/// one whose correction also corrects most of the others. A single wrong entry is always the one named.
fn diagnose(grid: &Grid, moves: &[FaceTurn], table: &[u8], row: u32) -> Disproof {
    let local = Local {
        grid,
        maps: moves.iter().map(|&m| grid.slot_map(&[m])).collect(),
        solved: grid.index(&Cubies::SOLVED),
        table,
    };
    let start = u64::from(row) * grid.cells() as u64;
    let first = (start..start + grid.cells() as u64).find(|&index| local.is_bad(index, None)).unwrap_or(start);
    let suspects: Vec<u64> =
        std::iter::once(first).chain(local.neighbours(first)).filter(|&index| local.is_bad(index, None)).collect();
    let left_bad = |&&suspect: &&u64| {
        let mended = Some((suspect, local.expected(suspect, None)));
        let concerned = suspects.iter().copied().chain(local.neighbours(suspect));
        concerned.filter(|&index| local.is_bad(index, mended)).count()
    };
    let index = suspects.iter().min_by_key(left_bad).copied().unwrap_or(first);
    match local.expected(index, None) {
        UNSEEN => Disproof::Unreached { index },
        expected => {
            let lowest = |&neighbour: &u64| (entry(table, neighbour), neighbour);
            let neighbour = local.neighbours(index).filter(|&n| n != index).min_by_key(lowest).unwrap_or(index);
            Disproof::Entry { index, value: entry(table, index), expected, neighbour }
        }
    }
}

/// Access to single entries of a table, possibly with one of them replaced.
struct Local<'a> {
    grid: &'a Grid,
    maps: Vec<SlotMap>,
    solved: u64,
    table: &'a [u8],
}

impl Local<'_> {
    fn neighbours(&self, index: u64) -> impl Iterator<Item = u64> {
        self.maps.iter().map(move |map| self.grid.image(index, map))
    }

    fn value(&self, index: u64, replaced: Option<(u64, u8)>) -> u8 {
        replaced.filter(|&(at, _)| at == index).map_or_else(|| entry(self.table, index), |(_, value)| value)
    }

    /// The value of an entry that follows from its neighbours.
    fn expected(&self, index: u64, replaced: Option<(u64, u8)>) -> u8 {
        if index == self.solved {
            return 0;
        }
        let least = self.neighbours(index).filter(|&n| n != index).map(|n| self.value(n, replaced)).min();
        least.map_or(UNSEEN, |least| (least + 1).min(UNSEEN))
    }

    fn is_bad(&self, index: u64, replaced: Option<(u64, u8)>) -> bool {
        self.value(index, replaced) != self.expected(index, replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::or_full;
    use crate::pdb::build::build_reference;
    use crate::pdb::grid::tests::corner_table;
    use crate::pdb::spec::{EdgeSet, set_entry};

    fn proven(spec: &TableSpec, table: &[u8]) -> Result<Proof, Disproof> {
        verify(spec, table, None, &AtomicBool::new(false), &|_| ())
    }

    fn edges(names: &str, metric: Metric) -> TableSpec {
        TableSpec::new(Pattern::Edges(EdgeSet::parse(names).unwrap()), metric)
    }

    /// Every wrong value in every entry (of a tiny table), and in some entries of larger ones, is found and named.
    #[test]
    fn a_single_wrong_entry_is_named() {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            for (names, step) in [("UF", 1), ("UR,BL", 7), ("UR,UF,UL,DB", 9973)] {
                let spec = edges(names, metric);
                let mut table = build_reference(spec.pattern().unwrap(), spec.metric).unwrap();
                assert!(proven(&spec, &table).is_ok());
                for index in (0..spec.entries()).step_by(step) {
                    let right = entry(&table, index);
                    for wrong in [right.wrapping_sub(1), right + 1].into_iter().filter(|&w| w < UNSEEN) {
                        set_entry(&mut table, index, wrong);
                        match proven(&spec, &table) {
                            Err(Disproof::Entry { index: named, value, expected, neighbour }) => {
                                assert_eq!((named, value, expected), (index, wrong, right), "{names} {metric}");
                                assert_eq!(entry(&table, neighbour), right - 1, "{names} {metric}");
                            }
                            Err(Disproof::Solved { index: named, .. }) => assert_eq!(named, index),
                            other => panic!("{other:?}"),
                        }
                    }
                    set_entry(&mut table, index, right);
                }
            }
        }
    }

    #[test]
    fn corner_tables_are_proven_and_a_wrong_corner_entry_is_named() {
        let metrics = [Metric::HalfTurn, Metric::QuarterTurn];
        for &metric in or_full(&metrics[..1], &metrics) {
            let spec = TableSpec::new(Pattern::Corners, metric);
            let (table, distribution) = corner_table(metric);
            let mut table = table.to_vec();
            assert_eq!(proven(&spec, &table).unwrap().distribution, *distribution);
            for (index, change) in [(77_777_777, 1), (12_345_678, -1i8)] {
                let right = entry(&table, index);
                set_entry(&mut table, index, right.wrapping_add_signed(change));
                let Disproof::Entry { index: named, value, expected, neighbour } = proven(&spec, &table).unwrap_err()
                else {
                    panic!("not an entry");
                };
                assert_eq!((named, value, expected), (index, right.wrapping_add_signed(change), right));
                assert_eq!(entry(&table, neighbour), right - 1);
                set_entry(&mut table, index, right);
            }
        }
    }

    #[test]
    fn a_header_that_disagrees_is_found() {
        let spec = edges("UR,BL", Metric::HalfTurn);
        let table = build_reference(spec.pattern().unwrap(), spec.metric).unwrap();
        let mut header = count(&table, spec.entries());
        header[2] += 1;
        let result = verify(&spec, &table, Some(&header), &AtomicBool::new(false), &|_| ());
        assert!(matches!(result, Err(Disproof::Header { depth: 2, .. })));
    }
}
