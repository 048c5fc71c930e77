//! Proof that a table of distances is right, from the table and what moves do to the numbers of positions.
//!
//! The local certificate: if the positions of the goal and no others hold 0, and every other entry is one more than the
//! least of those that a move leads to, as far as an entry can tell, then every entry is the distance to the goal. It
//! is no more than that, because along a shortest path an entry grows by at most one a move; and it is no less,
//! because from every entry below 15 some move leads one step down. Entries of 15 have no entry below 14 one move away:
//! they are at least as far, or cannot be reached. Moves may have no inverses.

use super::rows::WORD;
use super::steps::StepFamily;
use super::table::DistanceTable;
use crate::pdb::disproof::Disproof;
use crate::pdb::distribution::Distribution;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Entries that a worker takes at a time, about.
const PART: u64 = 1 << 17;
const MOST: u8 = DistanceTable::MOST;

impl DistanceTable {
    /// Proves every entry, on the threads of the current pool, and returns how many hold each number. `progress` is
    /// called with the number of finished rows, by any thread.
    ///
    /// # Errors
    /// The first contradiction in the order of the entries.
    pub fn verify(&self, stop: &AtomicBool, progress: &(dyn Fn(u64) + Sync)) -> Result<Distribution, Disproof> {
        let (rows, cells) = (self.index().rows(), self.index().cells() as u64);
        let (distribution, done) = ([const { AtomicU64::new(0) }; 16], AtomicU64::new(0));
        let part = (PART / cells).max(1);
        let work = |checked: &mut RowCheck, number: u64| {
            let rows = number * part..rows.min((number + 1) * part);
            let length = rows.end - rows.start;
            checked.bytes = [0; 256];
            for row in rows {
                if stop.load(Relaxed) {
                    return Err(Disproof::Interrupted);
                }
                checked.check(self, row)?;
            }
            for (byte, &count) in checked.bytes.iter().enumerate() {
                distribution[byte % 16].fetch_add(count, Relaxed);
                distribution[byte / 16].fetch_add(count, Relaxed);
            }
            progress(done.fetch_add(length, Relaxed) + length);
            Ok(())
        };
        let parts = (0..rows.div_ceil(part)).into_par_iter();
        let failed = parts.map_init(RowCheck::new, work).find_map_first(Result::err);
        // A part may have been left where another one failed.
        if let Some(failed) = failed {
            return Err(if stop.load(Relaxed) { Disproof::Interrupted } else { failed });
        }
        let mut distribution = distribution.map(AtomicU64::into_inner);
        distribution[usize::from(MOST)] -= rows * (self.row_stride() - cells);
        let counted = (0..MOST).zip(self.counts().iter().copied().chain(std::iter::repeat(0)));
        for (depth, expected) in counted {
            let found = distribution[usize::from(depth)];
            if found != expected {
                return Err(Disproof::Header { depth, found, expected });
            }
        }
        Ok(distribution)
    }
}

/// The check of rows, one after the other.
struct RowCheck {
    values: Vec<usize>,
    next: Vec<usize>,
    /// The entries of the row, and the least of those that moves lead to.
    own: Vec<u8>,
    least: Vec<u8>,
    /// The entries of another row: a cell is a number of 16 bits.
    other: Box<[u8; 1 << 16]>,
    /// The cells after some turns.
    cells: Vec<u16>,
    /// The number of bytes of entries with each value.
    bytes: [u64; 256],
}

impl RowCheck {
    fn new() -> Self {
        let other = vec![0; 1 << 16].into_boxed_slice().try_into().expect("as many as there are");
        let (values, next, own, least) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { values, next, own, least, other, cells: Vec::new(), bytes: [0; 256] }
    }

    /// Checks the entries of a row.
    fn check(&mut self, table: &DistanceTable, row: u64) -> Result<(), Disproof> {
        let (index, cells) = (table.index(), table.index().cells());
        self.own.resize(cells.next_multiple_of(WORD), 0);
        self.least.clear();
        self.least.resize(cells, MOST);
        self.values.clear();
        index.split(row, &mut self.values);
        unpack(table, row, &mut self.own);
        self.own.as_chunks().0.iter().for_each(|&[low, high]| self.bytes[usize::from(high << 4 | low)] += 1);
        if self.own[cells..].iter().any(|&entry| entry != MOST) {
            return Err(Disproof::Filling { row });
        }
        for turn in &index.steps().turns {
            if turn.is_closed() {
                turn.powers.iter().for_each(|&(_, step)| self.lower(table, step));
            } else {
                self.lower_around(table, turn);
            }
        }
        let first = row * cells as u64;
        let targets = index.targets();
        let targets = &targets[targets.partition_point(|&target| target < first)..];
        for &target in targets.iter().take_while(|&&target| target < first + cells as u64) {
            let cell = (target - first) as usize;
            if self.own[cell] != 0 {
                return Err(Disproof::Target { index: target, value: self.own[cell] });
            }
            // The only entries of 0: as if a move led one step down from there.
            self.own[cell] = proven(self.least[cell]);
        }
        let mut entries = self.own.iter().zip(&self.least);
        match entries.position(|(&own, &least)| own != proven(least)) {
            None => Ok(()),
            Some(cell) => {
                let (value, least) = (self.own[cell], self.least[cell]);
                Err(Disproof::Distance { index: first + cell as u64, value, expected: proven(least), least })
            }
        }
    }

    /// Takes the entries that a step leads to into account.
    fn lower(&mut self, table: &DistanceTable, step: usize) {
        let index = table.index();
        self.next.clone_from(&self.values);
        index.step(&mut self.next, step);
        unpack(table, index.row(&self.next), &mut self.other[..]);
        if index.is_still(&self.values, step) {
            self.least.iter_mut().zip(self.other.iter()).for_each(|(least, &other)| *least = other.min(*least));
        } else {
            lower(&mut self.least, &self.other, index.images(&self.values, step));
        }
    }

    /// Takes the entries that moves lead to into account where these cannot be undone: the steps of a turn are what
    /// undoes its moves, and a move is so many units of them that all together change nothing.
    fn lower_around(&mut self, table: &DistanceTable, turn: &StepFamily) {
        let index = table.index();
        self.next.clone_from(&self.values);
        self.cells.clear();
        self.cells.extend((0..index.cells()).map(|cell| cell as u16));
        let most = turn.powers.iter().map(|power| turn.order - power.0).max().unwrap_or(0);
        for units in 1..=most {
            let images = index.images(&self.next, turn.unit);
            self.cells.iter_mut().for_each(|cell| *cell = images[usize::from(*cell)]);
            index.step(&mut self.next, turn.unit);
            if turn.step(turn.order - units).is_some() {
                unpack(table, index.row(&self.next), &mut self.other[..]);
                lower(&mut self.least, &self.other, &self.cells);
            }
        }
    }
}

/// The entry of a position from which moves lead to entries of at least this.
fn proven(least: u8) -> u8 {
    (least + 1).min(MOST)
}

fn lower(least: &mut [u8], other: &[u8; 1 << 16], cells: &[u16]) {
    for (least, &cell) in least.iter_mut().zip(cells) {
        *least = other[usize::from(cell)].min(*least);
    }
}

/// Writes the entries of a row, one byte each.
fn unpack(table: &DistanceTable, row: u64, entries: &mut [u8]) {
    for (word, entries) in table.row(row).iter().zip(entries.as_chunks_mut::<16>().0) {
        let bytes = word.load(Relaxed).to_ne_bytes();
        for (byte, entries) in bytes.into_iter().zip(entries.as_chunks_mut::<2>().0) {
            *entries = [byte & 15, byte >> 4];
        }
    }
}
