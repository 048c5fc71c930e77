//! The fast builder for edge tables: four bits an entry, in place, sixteen entries to a machine word.
//!
//! A level processes one face after the other. The powers of a quarter turn divide the rows into orbits of four; every
//! row of an orbit is read and written once, so a level costs six passes over the table instead of eighteen. Within a
//! row a turn flips a fixed subset of the pieces, which permutes the cells by exclusive or: swaps of neighbouring
//! groups of nibbles within a word, and of words within the row. Orbits of one face do not share rows, so workers need
//! neither locks nor atomics.
#![allow(unsafe_code)]

use super::orbits::{Orbit, Orbits};
use super::shared::SharedRows;
use super::{GridLayers, Start};
use crate::coord::Grid;
use crate::cube::Metric;
use crate::pdb::snapshot::Unpacked;
use crate::storage::{OutOfMemory, TableBuffer};
use std::sync::atomic::AtomicBool;

/// One bit in each nibble of a word.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Breadth-first search over rows of `WORDS` words, that is 4 + log2(`WORDS`) edges.
pub(super) struct FlipLayers<const WORDS: usize> {
    orbits: Orbits,
    metric: Metric,
    table: TableBuffer,
}

impl<const WORDS: usize> FlipLayers<WORDS> {
    pub(super) fn new(grid: &Grid, metric: Metric, start: Start<'_>) -> Result<Self, OutOfMemory> {
        assert_eq!(grid.cells(), 16 * WORDS);
        Ok(Self { orbits: Orbits::new(grid), metric, table: start.into_table(grid)? })
    }
}

impl<const WORDS: usize> Unpacked for FlipLayers<WORDS> {
    fn table(&mut self) -> Result<&TableBuffer, OutOfMemory> {
        Ok(&self.table)
    }
}

impl<const WORDS: usize> GridLayers for FlipLayers<WORDS> {
    fn expand(&mut self, depth: u8, stop: &AtomicBool) -> Option<u64> {
        let rows = SharedRows::new(&mut self.table, 8 * WORDS);
        let step = Step::<WORDS> { metric: self.metric, frontier: nibbles(depth - 1), toggle: nibbles(depth ^ 15) };
        self.orbits.sum(stop, |orbit| {
            // SAFETY: the four rows of an orbit differ, since rows that a turn keeps are visited for grids of orders
            // alone (see `Orbit`), and orbits that are visited at the same time share no row. The borrows end with this
            // call.
            let rows = orbit.rows.map(|row| unsafe { rows.row(row) });
            step.close(rows, &orbit)
        })
    }

    fn into_table(self: Box<Self>) -> Result<TableBuffer, OutOfMemory> {
        Ok(self.table)
    }
}

/// One level, as patterns that compare and set sixteen entries at once.
struct Step<const WORDS: usize> {
    metric: Metric,
    /// The previous depth in every nibble.
    frontier: u64,
    /// The mask that turns an unseen entry into the current depth by exclusive or.
    toggle: u64,
}

impl<const WORDS: usize> Step<WORDS> {
    /// Marks the entries that the rows of an orbit reach in each other; returns the number of new entries.
    #[inline(always)]
    fn close(&self, rows: [&mut [u8]; 4], orbit: &Orbit) -> u64 {
        let words: [[u64; WORDS]; 4] = std::array::from_fn(|i| load(rows[i]));
        // Frontier entries, in the numbering of the first row's cells.
        let mut aligned: [[u64; WORDS]; 4] = std::array::from_fn(|i| words[i].map(|w| equal(w, self.frontier)));
        if aligned.iter().flatten().fold(0, |any, w| any | w) == 0 {
            return 0;
        }
        for (mask, &shift) in aligned.iter_mut().zip(&orbit.shifts) {
            permute(mask, shift);
        }
        let reached = spread(&aligned, self.metric);
        let mut found = 0;
        for (i, row) in rows.into_iter().enumerate() {
            let mut new = reached[i];
            permute(&mut new, orbit.shifts[i]);
            let mut after = words[i];
            for (word, new) in after.iter_mut().zip(&mut new) {
                *new &= equal(*word, u64::MAX);
                found += u64::from(new.count_ones());
                *word ^= (*new * 15) & self.toggle;
            }
            store(row, &after);
        }
        found
    }
}

/// For each row, the union of the rows connected with it by one move of the face: all of them in the half-turn metric
/// (the row itself adds nothing new), the two neighbours in the quarter-turn metric.
#[inline(always)]
fn spread<const WORDS: usize>(rows: &[[u64; WORDS]; 4], metric: Metric) -> [[u64; WORDS]; 4] {
    let union = |a: usize, b: usize| -> [u64; WORDS] { std::array::from_fn(|w| rows[a][w] | rows[b][w]) };
    let (even, odd) = (union(0, 2), union(1, 3));
    match metric {
        Metric::QuarterTurn => [odd, even, odd, even],
        Metric::HalfTurn => [std::array::from_fn(|w| even[w] | odd[w]); 4],
    }
}

/// Moves cell `c` to cell `c ^ shift`, in a mask of one nibble a cell.
#[inline(always)]
fn permute<const WORDS: usize>(mask: &mut [u64; WORDS], shift: u16) {
    if shift == 0 {
        return;
    }
    const LOW: [u64; 4] = [0x0f0f_0f0f_0f0f_0f0f, 0x00ff_00ff_00ff_00ff, 0x0000_ffff_0000_ffff, 0x0000_0000_ffff_ffff];
    for (bit, low) in LOW.into_iter().enumerate() {
        if shift >> bit & 1 == 1 {
            let width = 4 << bit;
            for word in mask.iter_mut() {
                *word = (*word & low) << width | *word >> width & low;
            }
        }
    }
    let high = usize::from(shift) / 16;
    if high != 0 {
        let source = *mask;
        for (w, word) in mask.iter_mut().enumerate() {
            *word = source[w ^ high];
        }
    }
}

/// Bit 0 of each nibble in which `word` equals `pattern`.
#[inline(always)]
fn equal(word: u64, pattern: u64) -> u64 {
    let mut different = word ^ pattern;
    different |= different >> 1;
    different |= different >> 2;
    !different & ONES
}

fn nibbles(value: u8) -> u64 {
    u64::from(value) * ONES
}

#[inline(always)]
fn load<const WORDS: usize>(row: &[u8]) -> [u64; WORDS] {
    std::array::from_fn(|w| u64::from_le_bytes(row[8 * w..8 * w + 8].try_into().expect("eight bytes")))
}

#[inline(always)]
fn store<const WORDS: usize>(row: &mut [u8], words: &[u64; WORDS]) {
    for (bytes, word) in row.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}
