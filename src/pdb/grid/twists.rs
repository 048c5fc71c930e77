//! The fast builder for the corner table: sets of entries as bits, 27 to a machine word.
//!
//! A row, one arrangement of the corners, has 3^7 cells: 81 words (the twists of pieces 3 to 6) of 27 bits (pieces 0
//! to 2). A turn adds a fixed vector of twists to all cells of a row, which permutes the words by a table and the bits
//! of each word by rotating base-3 digits with shifts and masks. The frontier of a level takes 13 MB and stays in the
//! cache. Depths are kept as four planes of bits and interleaved into nibbles at the end.
#![allow(unsafe_code)]

use super::orbits::{Orbit, Orbits};
use super::shared::SharedRows;
use super::{GridLayers, Start};
use crate::coord::Grid;
use crate::cube::{Cubies, Metric};
use crate::pdb::snapshot::Unpacked;
use crate::pdb::spec::entry;
use crate::storage::{OutOfMemory, TableBuffer};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

const WORDS: usize = 81;
const BITS: usize = 27;
const CELLS: usize = WORDS * BITS;

/// A set of cells of one row.
type Row = [u32; WORDS];

/// The known entries of one row. The planes hold the depth of each cell in binary, all ones if it is unseen.
#[derive(Clone)]
struct RowState {
    seen: Row,
    planes: [Row; 4],
}

pub(super) struct TwistLayers {
    orbits: Orbits,
    metric: Metric,
    translations: Translations,
    states: Vec<RowState>,
    frontier: Vec<Row>,
    next: Vec<Row>,
    packed: Option<TableBuffer>,
}

impl TwistLayers {
    pub(super) fn new(grid: &Grid, metric: Metric, start: Start<'_>) -> Result<Self, OutOfMemory> {
        let depth = start.depth;
        let states: Vec<RowState> = if start.table.is_some() {
            let table = start.into_table(grid)?;
            (0..grid.rows()).into_par_iter().map(|row| RowState::unpack(&table, row)).collect()
        } else {
            let mut states = vec![RowState { seen: [0; WORDS], planes: [[u32::MAX; WORDS]; 4] }; grid.rows()];
            let solved = grid.index(&Cubies::SOLVED) as usize;
            states[solved / CELLS].add(&single(solved % CELLS), 0, &mut [0; WORDS]);
            states
        };
        let frontier = states.par_iter().map(|state| state.at_depth(depth)).collect();
        Ok(Self {
            orbits: Orbits::new(grid),
            metric,
            translations: Translations::new(),
            next: vec![[0; WORDS]; states.len()],
            frontier,
            states,
            packed: None,
        })
    }

    fn pack(&mut self) -> Result<TableBuffer, OutOfMemory> {
        let mut table = match self.packed.take() {
            Some(table) => table,
            None => TableBuffer::zeroed((self.states.len() * CELLS / 2) as u64)?,
        };
        // Two rows fill a whole number of bytes.
        table.par_chunks_mut(CELLS).zip(self.states.par_chunks(2)).for_each(|(bytes, pair)| {
            let mut out = NibbleWriter { bytes, at: 0, pending: 0, filled: 0 };
            for state in pair {
                (0..WORDS).for_each(|w| out.push_word(state.planes.each_ref().map(|plane| plane[w])));
            }
        });
        Ok(table)
    }
}

impl Unpacked for TwistLayers {
    fn table(&mut self) -> Result<&TableBuffer, OutOfMemory> {
        let table = self.pack()?;
        Ok(self.packed.insert(table))
    }
}

impl GridLayers for TwistLayers {
    fn expand(&mut self, depth: u8, stop: &AtomicBool) -> Option<u64> {
        self.next.par_iter_mut().for_each(|row| row.fill(0));
        let (frontier, translations, metric) = (&self.frontier, &self.translations, self.metric);
        let next = SharedRows::new(self.next.as_flattened_mut(), WORDS);
        self.orbits.sum(stop, |orbit| {
            let masks = orbit.rows.map(|row| &frontier[row as usize]);
            // SAFETY: the four rows of an orbit differ, since rows that a turn keeps are visited for grids of orders
            // alone (see `Orbit`), and orbits that are visited at the same time share no row. The borrows end with this
            // call.
            let next = orbit.rows.map(|row| unsafe { next.row(row) });
            close(masks, next, &orbit, metric, translations);
            0
        })?;
        let rows = self.states.par_iter_mut().zip(&mut self.frontier).zip(&self.next);
        Some(rows.map(|((state, frontier), next)| state.add(next, depth, frontier)).sum())
    }

    fn into_table(mut self: Box<Self>) -> Result<TableBuffer, OutOfMemory> {
        self.pack()
    }
}

/// Adds to `next` the cells that the rows of an orbit reach in each other.
fn close(masks: [&Row; 4], next: [&mut [u32]; 4], orbit: &Orbit, metric: Metric, translations: &Translations) {
    let empty = masks.map(|row| row.iter().all(|&word| word == 0));
    if empty == [true; 4] {
        return;
    }
    // The frontier in the numbering of the first row's cells: even and odd numbers of quarter turns separately.
    let mut reached = [[0; WORDS]; 2];
    for i in 0..4 {
        if !empty[i] {
            translations.union(masks[i], &mut reached[i % 2], opposite(orbit.shifts[i]));
        }
    }
    let [even, odd] = reached;
    let both: Row = std::array::from_fn(|w| even[w] | odd[w]);
    for (i, row) in next.into_iter().enumerate() {
        let source = match metric {
            Metric::HalfTurn => &both,
            Metric::QuarterTurn if i % 2 == 0 => &odd,
            Metric::QuarterTurn => &even,
        };
        let target: &mut Row = row.try_into().expect("rows have 81 words");
        translations.union(source, target, orbit.shifts[i]);
    }
}

fn single(cell: usize) -> Row {
    let mut row = [0; WORDS];
    row[cell / BITS] = 1 << (cell % BITS);
    row
}

impl RowState {
    fn unpack(table: &[u8], row: usize) -> Self {
        let mut state = Self { seen: [0; WORDS], planes: [[0; WORDS]; 4] };
        for cell in 0..CELLS {
            let depth = entry(table, (row * CELLS + cell) as u64);
            let (word, bit) = (cell / BITS, cell % BITS);
            for (i, plane) in state.planes.iter_mut().enumerate() {
                plane[word] |= u32::from(depth >> i & 1) << bit;
            }
            state.seen[word] |= u32::from(depth != crate::pdb::spec::UNSEEN) << bit;
        }
        state
    }

    fn at_depth(&self, depth: u8) -> Row {
        std::array::from_fn(|w| {
            let agree = |i: usize| if depth >> i & 1 == 1 { self.planes[i][w] } else { !self.planes[i][w] };
            self.seen[w] & agree(0) & agree(1) & agree(2) & agree(3)
        })
    }

    /// Gives the unseen cells among `reached` their depth and makes them `frontier`. Returns their number.
    fn add(&mut self, reached: &Row, depth: u8, frontier: &mut Row) -> u64 {
        let mut found = 0;
        for w in 0..WORDS {
            let new = reached[w] & !self.seen[w];
            frontier[w] = new;
            self.seen[w] |= new;
            found += u64::from(new.count_ones());
            for (i, plane) in self.planes.iter_mut().enumerate() {
                plane[w] &= !(new & u32::from(depth >> i & 1).wrapping_sub(1));
            }
        }
        found
    }
}

/// The inverse of `shift`: each twist negated.
fn opposite(shift: u16) -> u16 {
    (0..7).map(|i| 3u16.pow(i)).map(|w| (3 - shift / w % 3) % 3 * w).sum()
}

/// The permutations of the words and the bits of a row by vectors of twists.
struct Translations {
    /// `source[v][w]` is the word that moves to word `w` when the vector `v` is added to the high digits.
    source: Vec<[u8; WORDS]>,
}

/// Rotating one base-3 digit of a bit's number upwards by `a`: bits with a digit below `3 - a` move up, the others
/// wrap down.
const fn digit_mask(digit: u32, below: u32) -> u32 {
    let mut mask = 0;
    let mut bit = 0;
    while bit < BITS as u32 {
        if bit / 3u32.pow(digit) % 3 < below {
            mask |= 1 << bit;
        }
        bit += 1;
    }
    mask
}

const ALL_BITS: u32 = (1 << BITS) - 1;
const BELOW: [[u32; 3]; 3] = [
    [ALL_BITS, digit_mask(0, 2), digit_mask(0, 1)],
    [ALL_BITS, digit_mask(1, 2), digit_mask(1, 1)],
    [ALL_BITS, digit_mask(2, 2), digit_mask(2, 1)],
];

impl Translations {
    fn new() -> Self {
        let digits = |n: usize| [n % 3, n / 3 % 3, n / 9 % 3, n / 27];
        let minus = |a: usize, b: usize| {
            let (a, b) = (digits(a), digits(b));
            (0..4).rev().fold(0, |n, i| n * 3 + (a[i] + 3 - b[i]) % 3)
        };
        let source = (0..WORDS).map(|v| std::array::from_fn(|w| minus(w, v) as u8)).collect();
        Self { source }
    }

    /// Adds `row`, its cells moved by `shift`, to `target`.
    #[inline]
    fn union(&self, row: &Row, target: &mut Row, shift: u16) {
        if shift == 0 {
            return target.iter_mut().zip(row).for_each(|(to, from)| *to |= from);
        }
        let source = &self.source[usize::from(shift) / BITS];
        let mut moved: Row = std::array::from_fn(|w| row[usize::from(source[w]) % WORDS]);
        for (digit, below) in BELOW.iter().enumerate() {
            let stride = 3u32.pow(digit as u32);
            let by = u32::from(shift) / stride % 3;
            if by > 0 {
                let (stay, up, down) = (below[by as usize], by * stride, (3 - by) * stride);
                moved.iter_mut().for_each(|w| *w = (*w & stay) << up | (*w & !stay) >> down);
            }
        }
        target.iter_mut().zip(&moved).for_each(|(to, from)| *to |= from);
    }
}

/// Appends entries to a packed table.
struct NibbleWriter<'a> {
    bytes: &'a mut [u8],
    at: usize,
    pending: u64,
    filled: u32,
}

impl NibbleWriter<'_> {
    /// Appends the 27 entries of one word of each plane.
    #[inline]
    fn push_word(&mut self, planes: [u32; 4]) {
        for byte in 0..4 {
            let nibbles = planes
                .iter()
                .enumerate()
                .fold(0, |nibbles, (i, plane)| nibbles | SPREAD[(plane >> (8 * byte) & 0xff) as usize] << i);
            self.push(nibbles, if byte < 3 { 32 } else { 12 });
        }
    }

    fn push(&mut self, bits: u32, count: u32) {
        let bits = u64::from(bits) & ((1 << count) - 1);
        self.pending |= bits << self.filled;
        self.filled += count;
        while self.filled >= 32 || (self.filled >= 8 && self.at + 4 > self.bytes.len()) {
            let whole = if self.at + 4 <= self.bytes.len() { 4 } else { 1 };
            self.bytes[self.at..self.at + whole].copy_from_slice(&self.pending.to_le_bytes()[..whole]);
            self.at += whole;
            self.pending >>= 8 * whole;
            self.filled -= 8 * whole as u32;
        }
    }
}

/// Each bit of a byte in a nibble of its own.
const SPREAD: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u32) << (4 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};
