//! Tables of distances over an index, four bits each: the bounds of a pattern.

use super::index::PositionIndex;
use crate::prefetch::prefetch;
use crate::puzzle::Position;
use crate::storage::{SharedWords, TableBuffer};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The distance of each position of an index, or [`MOST`](Self::MOST) if it is not smaller.
///
/// A row begins with a word of its own; an entry beyond its last cell is `MOST`, too. Words are little-endian, as in
/// files.
pub struct DistanceTable {
    pub(super) index: PositionIndex,
    pub(super) words: SharedWords,
    pub(super) per_row: usize,
    /// The number of positions at each distance, as far as they are entered.
    pub(super) counts: Vec<u64>,
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

    /// The table with these entries, which are as many as [`bytes_of`](Self::bytes_of) says.
    pub(super) fn of_parts(index: PositionIndex, entries: TableBuffer, counts: Vec<u64>) -> Self {
        Self { per_row: words_of_row(&index), index, words: SharedWords::from(entries), counts }
    }

    /// The index, the packed entries, and the number of positions at each distance.
    pub(super) fn parts(&mut self) -> (&PositionIndex, &[u8], &[u64]) {
        (&self.index, self.words.bytes(), &self.counts)
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
pub(super) fn words_of_row(index: &PositionIndex) -> usize {
    // Two for each word of marks.
    2 * index.cells().div_ceil(super::rows::WORD)
}
