//! The memory of a search over an index: two bits for each position, and a bit for each row.

use crate::storage::{OutOfMemory, SharedWords};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of positions in a word of a row.
pub const WORD: usize = 32;

/// The marks of all positions, row by row: a position is unseen, on the frontier, on the next frontier, or done.
///
/// A word has a low and a high bit for each of its positions: the low bit in its lower half, the high bit in its upper
/// half. A row is worked on by one thread at a time: words are atomic for the compiler alone, and loads and stores of
/// them are plain ones.
pub struct Rows {
    words: SharedWords,
    per_row: usize,
    /// Rows with positions on the frontier; rows with positions on the next one.
    flags: [SharedWords; 2],
}

impl Rows {
    /// Number of bytes for so many rows of so many cells.
    pub fn memory(rows: u64, cells: usize) -> u64 {
        let per_row = cells.div_ceil(WORD) as u64;
        rows.saturating_mul(per_row).saturating_mul(8).saturating_add(2 * 8 * rows.div_ceil(64))
    }

    /// All positions unseen.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(rows: u64, cells: usize) -> Result<Self, OutOfMemory> {
        let per_row = cells.div_ceil(WORD);
        let words = SharedWords::zeroed(rows.saturating_mul(per_row as u64))?;
        // No cells are there: they count as done.
        let behind = done(!(u32::MAX >> (per_row * WORD - cells)));
        words.par_chunks(per_row).for_each(|row| row[per_row - 1].store(behind, Relaxed));
        let flags = || SharedWords::zeroed(rows.div_ceil(64));
        Ok(Self { words, per_row, flags: [flags()?, flags()?] })
    }

    /// Number of words of a row.
    pub fn per_row(&self) -> usize {
        self.per_row
    }

    /// All words, row by row.
    pub fn words(&self) -> &[AtomicU64] {
        &self.words
    }

    /// The words of a row.
    pub fn row(&self, row: u64) -> &[AtomicU64] {
        &self.words[row as usize * self.per_row..][..self.per_row]
    }

    /// Number of words of flags.
    pub fn flag_words(&self) -> usize {
        self.flags[0].len()
    }

    /// The rows that are flagged among 64, for the frontier of a depth.
    pub fn flagged(&self, depth: usize, word: usize) -> impl Iterator<Item = u64> {
        let mut bits = self.flags[depth % 2][word].load(Relaxed);
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let row = 64 * word as u64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                row
            })
        })
    }

    /// Returns whether a row is flagged for the frontier of a depth.
    pub fn is_flagged(&self, depth: usize, row: u64) -> bool {
        self.flags[depth % 2][row as usize / 64].load(Relaxed) >> (row % 64) & 1 == 1
    }

    /// Flags a row for the frontier of a depth.
    pub fn flag(&self, depth: usize, row: u64) {
        if !self.is_flagged(depth, row) {
            self.flags[depth % 2][row as usize / 64].fetch_or(1 << (row % 64), Relaxed);
        }
    }

    /// Flags all rows with positions on the frontier of a depth or on the next one.
    pub fn flag_all(&self, depth: usize) {
        self.words.par_chunks(self.per_row).enumerate().for_each(|(row, words)| {
            for depth in [depth, depth + 1] {
                if words.iter().any(|word| frontier(word.load(Relaxed), depth) != 0) {
                    self.flag(depth, row as u64);
                }
            }
        });
    }

    /// Removes the flags for the frontier of a depth.
    pub fn clear_flags(&self, depth: usize) {
        self.flags[depth % 2].iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Marks a position as on the first frontier.
    pub fn start(&self, row: u64, cell: usize) {
        self.row(row)[cell / WORD].fetch_or(mark(1 << (cell % WORD), 0), Relaxed);
        self.flag(0, row);
    }

    /// The cells of a row that are on the frontier of a depth.
    pub fn cells_on(&self, depth: usize, row: u64) -> impl Iterator<Item = usize> {
        self.row(row).iter().enumerate().flat_map(move |(word, marks)| {
            let mut bits = frontier(marks.load(Relaxed), depth);
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let cell = WORD * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    cell
                })
            })
        })
    }
}

/// The positions of a word that are not unseen.
#[inline(always)]
pub fn seen(marks: u64) -> u32 {
    (marks | marks >> 32) as u32
}

/// The positions of a word that are on the frontier of a depth.
#[inline(always)]
pub fn frontier(marks: u64, depth: usize) -> u32 {
    let (low, high) = (marks as u32, (marks >> 32) as u32);
    if depth.is_multiple_of(2) { low & !high } else { high & !low }
}

/// The marks of unseen positions that come on the frontier of a depth.
#[inline(always)]
pub fn mark(positions: u32, depth: usize) -> u64 {
    u64::from(positions) << (32 * (depth % 2))
}

/// The marks of positions that are done.
#[inline(always)]
pub fn done(positions: u32) -> u64 {
    u64::from(positions) * (1 << 32 | 1)
}
