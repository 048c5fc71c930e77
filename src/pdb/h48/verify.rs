//! Proof that the entries of an H48 table are correct.
//!
//! An entry between the first level and the last implies nothing about its neighbours, so no local certificate exists.
//! Instead, every entry is computed again, by other means than the builder's: each list is made from the one two moves
//! before it, with the plain group arithmetic for corners, with masks of slots for edges, and with one byte for each
//! entry. The two share the definition of the coordinate, the sorting of lists, and the decoding of lines that a search
//! uses too.

use super::build::list_bytes;
use super::layout::Layout;
use super::list::{FLIPS, Found, List, Rank, local};
use super::near::{Near, Neighbours};
use super::planes::{PlaneMap, PlaneRank};
use crate::coord::{CornerCoset, H48};
use crate::cube::{CanonicalOrder, Cubies, EdgeMap, FaceTurn, MOVE_CUBIES, Metric};
use crate::pdb::disproof::Disproof;
use crate::pdb::distribution::Distribution;
use crate::prefetch::prefetch;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Memory in bytes for the proof, beside the table.
pub(in crate::pdb) fn memory_beside(layout: Layout, metric: Metric) -> u64 {
    let workers = rayon::current_num_threads() as u64;
    list_bytes(metric, layout.base()) + workers * (Found::BYTES + u64::from(layout.class_entries()) + (1 << 20))
}

/// Computes every entry again and compares. `progress` is called now and then with the number of finished classes.
pub(in crate::pdb) fn verify(
    layout: Layout,
    metric: Metric,
    table: &[u8],
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Distribution, Disproof> {
    let proof = Proof::new(layout, metric, layout.base(), stop).ok_or(Disproof::Interrupted)?;
    let done = AtomicU64::new(0);
    let check = |values: &mut Vec<u8>, class: u16| {
        proof.find(class, values, stop).ok_or(Disproof::Interrupted)?;
        let lines = &table[usize::from(class) * layout.class_bytes()..][..layout.class_bytes()];
        let counts = compare(layout, class, lines, values)?;
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Ok(counts)
    };
    let classes = (0..H48::CLASSES as u16).into_par_iter().map_init(Vec::new, check);
    classes.try_reduce(|| [0; 16], |a, b| Ok(std::array::from_fn(|depth| a[depth] + b[depth])))
}

/// The data from which the entries of a class are computed.
pub(super) struct Proof {
    layout: Layout,
    near: Near,
    sequences: Sequences,
}

impl Proof {
    /// Lists the cosets up to a depth, which is at most the base; `None` if `stop` was raised.
    pub fn new(layout: Layout, metric: Metric, listed: u8, stop: &AtomicBool) -> Option<Self> {
        let mut near = Near::new();
        let sequences = Sequences::new(metric, usize::from(layout.base() + 2 - listed));
        let finished = near.deepen_to(listed, &sequences, stop, |_| ());
        finished.then_some(Self { layout, near, sequences })
    }

    /// The exact value of every entry of a class, and `far` for those that are not reached: deep ones first, so that
    /// shallow ones overwrite them. `None` if `stop` was raised.
    pub fn find(&self, class: u16, values: &mut Vec<u8>, stop: &AtomicBool) -> Option<()> {
        let level = self.layout.level().flips();
        values.clear();
        values.resize(self.layout.class_entries() as usize, self.layout.far());
        let mut rows = Vec::new();
        for depth in (self.near.depth() + 1..=self.layout.base() + 2).rev() {
            for sequence in self.sequences.of_length(depth - self.near.depth()) {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let (from, map) = sequence.leading_to(class);
                self.sequences.images(level, &map).mark(self.near.last(from), depth, values, &mut rows);
            }
        }
        for depth in (0..=self.near.depth()).rev() {
            self.near.list(depth, class).for_each_rank(|rank| values[local(level, rank) as usize] = depth);
        }
        Some(())
    }
}

/// The images of edge parts under a map, as places within their class at a level.
struct EdgeImages<'a> {
    level: u8,
    map: &'a PlaneMap,
    ranks: &'a PlaneRank,
}

impl EdgeImages<'_> {
    /// The image of the edge part with some slices and flips.
    #[inline(always)]
    fn of(&self, slices: usize, flips: usize) -> u32 {
        self.ranks.local(self.level, self.map.apply(self.ranks.planes((slices * FLIPS + flips) as Rank)))
    }

    /// Sets the images of a list to a depth. `rows` is memory for the images of all slices.
    fn mark(&self, list: &List, depth: u8, values: &mut [u8], rows: &mut Vec<u32>) {
        if list.len() < H48::SLICES {
            return list.for_each(|slices, flips| values[self.of(slices, flips) as usize] = depth);
        }
        // Flips move alike whatever the slices are, and those of the slices' own images are added.
        rows.clear();
        rows.extend((0..H48::SLICES).map(|slices| self.of(slices, 0)));
        let moved: [u16; FLIPS] = std::array::from_fn(|flips| (self.of(0, flips) ^ rows[0]) as u16);
        for of_length in list.rows() {
            for (slices, ahead, flips) in of_length.iter() {
                for line in (0..1_usize << self.level).step_by(64) {
                    prefetch(values, rows[ahead] as usize ^ line);
                }
                flips.iter().for_each(|&flips| {
                    values[(rows[slices] ^ u32::from(moved[usize::from(flips) % FLIPS])) as usize] = depth
                });
            }
        }
    }
}

/// A move sequence as a group element, with its effect on edges.
struct Sequence {
    inverse: Cubies,
    edges: EdgeMap,
}

impl Sequence {
    /// The class whose cosets the sequence brings into `class`, and the map of their edge parts.
    fn leading_to(&self, class: u16) -> (u16, PlaneMap) {
        let tables = H48::get();
        let before = tables.corners.representative(class).cubies().then(&self.inverse);
        let (from, symmetry) = tables.corners.class(CornerCoset::of(&before));
        let back = &tables.symmetries[symmetry.inverse().index()];
        (from, PlaneMap::new(&back.then(&self.edges)))
    }
}

/// The canonical move sequences of a length.
fn sequences(metric: Metric, length: usize) -> Vec<Sequence> {
    let order = CanonicalOrder::of(metric);
    let mut longest: Vec<Vec<FaceTurn>> = vec![vec![]];
    for _ in 0..length {
        let longer = |sequence: &Vec<FaceTurn>| {
            metric.moves().into_iter().map(|m| [&sequence[..], &[m]].concat()).collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).filter(|sequence| order.accepts(sequence)).collect();
    }
    let sequence = |moves: &Vec<FaceTurn>| Sequence {
        inverse: moves.iter().rev().fold(Cubies::SOLVED, |cube, m| cube.then(&MOVE_CUBIES[m.inverse().index()])),
        edges: moves.iter().fold(EdgeMap::IDENTITY, |map, &m| map.then(&EdgeMap::of_turn(&MOVE_CUBIES[m.index()]))),
    };
    longest.iter().map(sequence).collect()
}

/// The canonical move sequences of each length from 1 on, as a way of computing neighbours.
pub(super) struct Sequences {
    by_length: Vec<Vec<Sequence>>,
    ranks: PlaneRank,
}

impl Sequences {
    /// Those up to a length, and of two moves.
    pub fn new(metric: Metric, longest: usize) -> Self {
        let by_length = (1..=longest.max(2)).map(|length| sequences(metric, length)).collect();
        Self { by_length, ranks: PlaneRank::new() }
    }

    fn of_length(&self, length: u8) -> &[Sequence] {
        &self.by_length[usize::from(length) - 1]
    }

    fn images<'a>(&'a self, level: u8, map: &'a PlaneMap) -> EdgeImages<'a> {
        EdgeImages { level, map, ranks: &self.ranks }
    }
}

impl Neighbours for Sequences {
    fn add(&self, near: &Near, class: u16, found: &mut Found) {
        // A shortest path is canonical, so its last two moves are.
        let length = near.depth().min(1) + 1;
        for sequence in self.of_length(length) {
            let (from, map) = sequence.leading_to(class);
            let images = self.images(H48::FLIPS, &map);
            found.insert_images(near.list(near.depth() + 1 - length, from), |slices, flips| images.of(slices, flips));
        }
    }
}

/// Compares the lines of a class with the exact values of its entries, and counts the values of the lines.
pub(super) fn compare(layout: Layout, class: u16, lines: &[u8], values: &[u8]) -> Result<Distribution, Disproof> {
    let mut counts = [0; 16];
    let (lines, _) = lines.as_chunks::<{ Layout::LINE_BYTES }>();
    let entries = values.chunks(Layout::LINE_ENTRIES as usize);
    for ((line, values), first) in lines.iter().zip(entries).zip((0..).step_by(Layout::LINE_ENTRIES as usize)) {
        let index = |entry: usize| layout.index(class, first + entry as u32);
        let least = values.iter().copied().min().unwrap_or(layout.far());
        let unused = values.len() as u8..Layout::LINE_ENTRIES as u8;
        let mut in_form = unused.into_iter().all(|entry| Layout::code(line, entry) == Layout::FAR);
        for (entry, &distance) in values.iter().enumerate() {
            let value = layout.value(line, entry as u8);
            let expected = if distance > layout.base() { distance } else { least };
            if value != expected {
                return Err(Disproof::Bound { index: index(entry), class, value, expected, distance });
            }
            in_form &= (Layout::code(line, entry as u8) == 0) == (distance <= layout.base());
            counts[usize::from(value)] += 1;
        }
        if Layout::minimum(line) != least || !in_form {
            return Err(Disproof::Line { index: index(0), class, minimum: Layout::minimum(line), expected: least });
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists long enough for rows, and shorter ones, have the images of each of their edge parts.
    #[test]
    fn a_list_is_marked_as_its_elements_are() {
        let sequences = Sequences::new(Metric::HalfTurn, 2);
        let mut random = fastrand::Rng::with_seed(15);
        let (mut found, mut rows) = (Found::new(), Vec::new());
        for (level, elements) in [(0, 60_000), (4, 300_000), (8, 60_000), (8, 20_000)] {
            let ranks: Vec<Rank> = (0..elements).map(|_| random.u32(..(H48::SLICES * FLIPS) as Rank)).collect();
            ranks.iter().for_each(|&rank| found.insert(rank));
            let list = found.take();
            assert_eq!(list.len() >= H48::SLICES, elements > 20_000);
            let (_, map) = sequences.of_length(2)[random.usize(..243)].leading_to(random.u16(..H48::CLASSES as u16));
            let [mut expected, mut marked] = [(); 2].map(|()| vec![0; H48::SLICES << level]);
            for rank in ranks {
                let image = map.apply(sequences.ranks.planes(rank));
                expected[sequences.ranks.local(level, image) as usize] = 7;
            }
            sequences.images(level, &map).mark(&list, 7, &mut marked, &mut rows);
            assert!(expected == marked, "level {level}, {elements}");
        }
    }
}
