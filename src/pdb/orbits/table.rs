//! Tables of distances over an index, four bits each: the bounds of a pattern.

use super::distances::DistanceLimits;
use super::index::PositionIndex;
use super::rows::frontier;
use super::search::{IndexSearch, Watch};
use crate::prefetch::prefetch;
use crate::puzzle::Position;
use crate::storage::{OutOfMemory, SharedWords, TableBuffer};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The distance of each position of an index, or [`MOST`](Self::MOST) if it is not smaller.
///
/// A row begins with a word of its own; an entry beyond its last cell is `MOST`, too. Words are little-endian, as in
/// files.
pub struct DistanceTable {
    index: PositionIndex,
    words: SharedWords,
    per_row: usize,
    counts: Vec<u64>,
}

/// Number of entries of a word.
const ENTRIES: u64 = 16;

impl DistanceTable {
    /// The greatest number that an entry holds.
    pub const MOST: u8 = 15;

    /// Number of bytes of the entries for an index.
    pub fn bytes_of(index: &PositionIndex) -> u64 {
        index.rows().saturating_mul(8 * words_of_row(index) as u64)
    }

    /// Number of bytes that it takes to make the table, with the table itself and the index.
    pub fn memory_needed(index: &PositionIndex) -> u64 {
        index.memory().saturating_add(Self::bytes_of(index)).saturating_add(IndexSearch::memory_needed(index))
    }

    /// Makes the table by breadth-first search from the targets of the question, on the threads of the current pool;
    /// `None` if `stop` was raised. `progress` is called within a distance, by any thread.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn build(
        index: PositionIndex,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<Option<Self>, OutOfMemory> {
        Self::build_watched(index, &mut Watch { report: &mut |_| (), progress, stop })
    }

    /// As [`build`](Self::build), with a report after each distance.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn build_watched(index: PositionIndex, watch: &mut Watch<'_>) -> Result<Option<Self>, OutOfMemory> {
        let per_row = words_of_row(&index);
        let words = SharedWords::zeroed(index.rows().saturating_mul(per_row as u64))?;
        words.par_iter().with_min_len(1 << 12).for_each(|word| word.store(u64::MAX, Relaxed));
        let found = {
            let mut search = IndexSearch::new(&index)?;
            let limits = DistanceLimits { most_cost: u32::MAX, memory: u64::MAX, antipodes: 0 };
            let Watch { report, progress, stop } = watch;
            let mut report = |search: &IndexSearch<'_>| {
                enter(&words, per_row, search);
                report(search);
            };
            search.run(limits, &mut Watch { report: &mut report, progress: *progress, stop })
        };
        Ok(found.is_complete.then_some(Self { index, words, per_row, counts: found.counts }))
    }

    /// The table with these entries, which are as many as [`bytes_of`](Self::bytes_of) says.
    pub(super) fn of_parts(index: PositionIndex, entries: TableBuffer, counts: Vec<u64>) -> Self {
        Self { per_row: words_of_row(&index), index, words: SharedWords::from(entries), counts }
    }

    /// The entries as bytes, of which each has two: the one with an even number in its low half.
    pub(super) fn data(&mut self) -> &[u8] {
        self.words.bytes()
    }

    /// Enters a number.
    #[cfg(test)]
    pub(super) fn set(&self, entry: u64, value: u8) {
        let (word, shift) = (&self.words[(entry / ENTRIES) as usize], 4 * (entry % ENTRIES));
        let others = word.load(Relaxed).to_le() & !(15 << shift);
        word.store((others | u64::from(value) << shift).to_le(), Relaxed);
    }

    /// The words of a row.
    pub(super) fn row(&self, row: u64) -> &[AtomicU64] {
        &self.words[row as usize * self.per_row..][..self.per_row]
    }

    /// The index.
    pub fn index(&self) -> &PositionIndex {
        &self.index
    }

    /// The number of positions at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The greatest entry of a position.
    pub fn most(&self) -> u8 {
        (self.counts.len() - 1).min(usize::from(Self::MOST)) as u8
    }

    /// Number of bytes of the entries.
    pub fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// The entry of a position as the question's goal sees it; `None` if it cannot be reached.
    pub fn distance(&self, position: &Position) -> Option<u8> {
        let (index, cells) = (self.index.index(position)?, self.index.cells() as u64);
        Some(self.entry(index / cells * self.row_stride() + index % cells))
    }

    /// The difference between the numbers of the same entry of two rows.
    pub fn row_stride(&self) -> u64 {
        self.per_row as u64 * ENTRIES
    }

    /// Requests the line of an entry.
    #[inline(always)]
    pub fn ask(&self, entry: u64) {
        prefetch(&self.words, (entry / ENTRIES) as usize);
    }

    /// An entry: its number is that of the row times the [stride](Self::row_stride), plus that of the cell.
    #[inline(always)]
    pub fn entry(&self, entry: u64) -> u8 {
        (self.words[(entry / ENTRIES) as usize].load(Relaxed).to_le() >> (4 * (entry % ENTRIES)) & 15) as u8
    }
}

/// Number of words of a row.
fn words_of_row(index: &PositionIndex) -> usize {
    // Two for each word of marks.
    2 * index.cells().div_ceil(super::rows::WORD)
}

/// Enters the distance of all positions on the frontier of a search.
fn enter(words: &SharedWords, per_row: usize, search: &IndexSearch<'_>) {
    let depth = search.counts.len() - 1;
    if depth >= usize::from(DistanceTable::MOST) {
        return;
    }
    (0..search.rows.flag_words()).into_par_iter().with_min_len(16).for_each(|flags| {
        for row in search.rows.flagged(depth, flags) {
            let entries = words[row as usize * per_row..][..per_row].chunks_exact(2);
            for (marks, entries) in search.rows.row(row).iter().zip(entries) {
                let positions = frontier(marks.load(Relaxed), depth);
                for (word, positions) in entries.iter().zip([positions as u16, (positions >> 16) as u16]) {
                    if positions != 0 {
                        let ones = spread(positions);
                        let (seen, own) = ((15 * ones).to_le(), (depth as u64 * ones).to_le());
                        word.store(word.load(Relaxed) & !seen | own, Relaxed);
                    }
                }
            }
        }
    });
}

/// A one in each of sixteen numbers of four bits whose bit is set.
#[inline(always)]
fn spread(bits: u16) -> u64 {
    let mut word = u64::from(bits);
    for (shift, mask) in [
        (24, 0x0000_00ff_0000_00ff),
        (12, 0x000f_000f_000f_000f),
        (6, 0x0303_0303_0303_0303),
        (3, 0x1111_1111_1111_1111),
    ] {
        word = (word | word << shift) & mask;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_in_their_order() {
        for bits in (0..=u16::MAX).step_by(7) {
            let plain = (0..16).map(|bit| u64::from(bits >> bit & 1) << (4 * bit)).sum::<u64>();
            assert_eq!(spread(bits), plain);
        }
    }
}
