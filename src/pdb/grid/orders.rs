//! The fast builder for the permutation of the twelve edges: rows of 24 entries, the orders of the last four edges.
//!
//! Uses the same orbits as for the other tables; a turn reorders the four free slots and so permutes the 24 cells of a
//! row in one of 24 ways. Sets of cells are 24-bit masks, permuted by look-up, a byte at a time.
#![allow(unsafe_code)]

use super::orbits::{Orbit, Orbits};
use super::shared::SharedRows;
use super::{GridLayers, Start};
use crate::coord::{CellAction, Grid};
use crate::cube::Metric;
use crate::pdb::snapshot::Unpacked;
use crate::storage::{OutOfMemory, TableBuffer};
use std::sync::atomic::AtomicBool;

const CELLS: usize = 24;
const ROW_BYTES: usize = CELLS / 2;
/// One bit in each nibble of a row.
const ONES: u128 = 0x1111_1111_1111_1111_1111_1111;

pub(super) struct OrderLayers {
    orbits: Orbits,
    metric: Metric,
    reorder: Reorder,
    table: TableBuffer,
}

impl OrderLayers {
    pub(super) fn new(grid: &Grid, metric: Metric, start: Start<'_>) -> Result<Self, OutOfMemory> {
        Ok(Self { orbits: Orbits::new(grid), metric, reorder: Reorder::new(), table: start.into_table(grid)? })
    }
}

impl Unpacked for OrderLayers {
    fn table(&mut self) -> Result<&TableBuffer, OutOfMemory> {
        Ok(&self.table)
    }
}

impl GridLayers for OrderLayers {
    fn expand(&mut self, depth: u8, stop: &AtomicBool) -> Option<u64> {
        let rows = SharedRows::new(&mut self.table, ROW_BYTES);
        let (metric, reorder) = (self.metric, &self.reorder);
        self.orbits.sum(stop, |orbit| {
            if orbit.is_fixed() {
                // SAFETY: the orbit is this one row, borrowed once and until the end of this call, and orbits that are
                // visited at the same time share no row.
                let row = unsafe { rows.row(orbit.rows[0]) };
                return close_fixed(row, &orbit, depth, metric, reorder);
            }
            // SAFETY: the four rows of an orbit that is not fixed differ (see `Orbit`), and orbits that are visited at
            // the same time share no row. The borrows end with this call.
            let rows = orbit.rows.map(|row| unsafe { rows.row(row) });
            close(rows, &orbit, depth, metric, reorder)
        })
    }

    fn into_table(self: Box<Self>) -> Result<TableBuffer, OutOfMemory> {
        Ok(self.table)
    }
}

fn close(rows: [&mut [u8]; 4], orbit: &Orbit, depth: u8, metric: Metric, reorder: &Reorder) -> u64 {
    let words = rows.each_ref().map(|row| load(row));
    let frontier = words.map(|w| equal(w, u128::from(depth - 1) * ONES));
    if frontier == [0; 4] {
        return 0;
    }
    // Even and odd numbers of quarter turns separately, in the numbering of the first row's cells.
    let mut reached = [0; 2];
    for i in 0..4 {
        reached[i % 2] |= reorder.mask(gather(frontier[i]), reorder.opposite[usize::from(orbit.shifts[i])]);
    }
    let mut found = 0;
    for (i, row) in rows.into_iter().enumerate() {
        let cells = match metric {
            Metric::HalfTurn => reached[0] | reached[1],
            Metric::QuarterTurn => reached[1 - i % 2],
        };
        let new = scatter(reorder.mask(cells, orbit.shifts[i])) & equal(words[i], 15 * ONES);
        found += u64::from(new.count_ones());
        store(row, words[i] ^ (new * u128::from(depth ^ 15)));
    }
    found
}

/// Handles rows whose four remaining pieces fill the layer: the turn stays within the row.
fn close_fixed(row: &mut [u8], orbit: &Orbit, depth: u8, metric: Metric, reorder: &Reorder) -> u64 {
    let word = load(row);
    let frontier = gather(equal(word, u128::from(depth - 1) * ONES));
    let step = if metric == Metric::HalfTurn { 1 } else { 2 };
    let turns = orbit.shifts.iter().skip(1).step_by(step);
    let reached = turns.fold(0, |reached, &shift| reached | reorder.mask(frontier, shift));
    let new = scatter(reached) & equal(word, 15 * ONES);
    store(row, word ^ (new * u128::from(depth ^ 15)));
    u64::from(new.count_ones())
}

/// The permutations of a mask of cells by each order of the four free slots.
struct Reorder {
    /// `images[order][byte][bits]` are the images of those cells of that byte of a mask.
    images: Vec<[[u32; 256]; 3]>,
    /// The inverse of each order.
    opposite: [u16; CELLS],
}

impl Reorder {
    fn new() -> Self {
        let image = |order: usize, cell: usize| CellAction::Orders.shifted(cell, order);
        let table = |order: usize| -> [[u32; 256]; 3] {
            std::array::from_fn(|byte| {
                std::array::from_fn(|bits: usize| {
                    let cells = (0..8).filter(|bit| bits >> bit & 1 == 1);
                    cells.fold(0, |mask, bit| mask | 1 << image(order, 8 * byte + bit))
                })
            })
        };
        let undo = |order: usize| (0..CELLS).find(|&other| image(other, image(order, 0)) == 0).expect("a group");
        Self { images: (0..CELLS).map(table).collect(), opposite: std::array::from_fn(|order| undo(order) as u16) }
    }

    #[inline(always)]
    fn mask(&self, cells: u32, order: u16) -> u32 {
        if order == 0 || cells == 0 {
            return cells;
        }
        let images = &self.images[usize::from(order)];
        (0..3).fold(0, |mask, byte| mask | images[byte][(cells >> (8 * byte) & 0xff) as usize])
    }
}

/// Bit 0 of each nibble in which `word` equals `pattern`.
#[inline(always)]
fn equal(word: u128, pattern: u128) -> u128 {
    let mut different = word ^ pattern;
    different |= different >> 1;
    different |= different >> 2;
    !different & ONES
}

/// Bit 0 of each nibble, as 24 adjacent bits.
#[inline(always)]
fn gather(nibbles: u128) -> u32 {
    let mut bits = nibbles;
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000f_000f_000f_000f_000f_000f;
    bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff_0000_00ff;
    (bits | bits >> 24 | bits >> 48) as u32 & 0x00ff_ffff
}

/// The inverse of [`gather`].
#[inline(always)]
fn scatter(cells: u32) -> u128 {
    let cells = u128::from(cells);
    let mut bits = cells & 0xff | (cells & 0xff00) << 24 | (cells & 0xff_0000) << 48;
    bits = (bits | bits << 12) & 0x000f_000f_000f_000f_000f_000f;
    bits = (bits | bits << 6) & 0x0303_0303_0303_0303_0303_0303;
    (bits | bits << 3) & ONES
}

#[inline(always)]
fn load(row: &[u8]) -> u128 {
    let low = u64::from_le_bytes(row[..8].try_into().expect("eight bytes"));
    let high = u32::from_le_bytes(row[8..12].try_into().expect("four bytes"));
    u128::from(low) | u128::from(high) << 64
}

#[inline(always)]
fn store(row: &mut [u8], word: u128) {
    row.copy_from_slice(&word.to_le_bytes()[..ROW_BYTES]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_gather_scatter_and_reorder() {
        let reorder = Reorder::new();
        for cell in 0..CELLS {
            let mask = 1 << cell;
            assert_eq!(gather(scatter(mask)), mask);
            for order in 0..CELLS as u16 {
                let image = reorder.mask(mask, order);
                assert_eq!(image, 1 << CellAction::Orders.shifted(cell, usize::from(order)));
                assert_eq!(reorder.mask(image, reorder.opposite[usize::from(order)]), mask);
            }
        }
    }
}
