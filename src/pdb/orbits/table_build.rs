//! Building of tables of distances, which may be interrupted and gone on with.

use super::distances::DistanceLimits;
use super::index::PositionIndex;
use super::rows::{done, frontier, mark};
use super::search::{IndexSearch, Watch};
use super::table::{DistanceTable, words_of_row};
use crate::storage::{OutOfMemory, SharedWords};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Called after each distance with the bytes of the entries so far, and the number of positions at each distance; and
/// once more, with `true`, when a build was stopped.
pub type Save<'a> = dyn FnMut(&PositionIndex, &[u8], &[u64], bool) + Send + 'a;

/// The number of distances that entries tell apart.
const TOLD_APART: usize = DistanceTable::MOST as usize;

impl DistanceTable {
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
        let mut watch = Watch { report: &mut |_| (), progress, stop };
        Self::empty(index)?.completed(&mut watch, &mut |_, _, _, _| ())
    }

    /// A table in which nothing is entered.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn empty(index: PositionIndex) -> Result<Self, OutOfMemory> {
        let per_row = words_of_row(&index);
        let words = SharedWords::zeroed(index.rows().saturating_mul(per_row as u64))?;
        words.par_iter().with_min_len(1 << 12).for_each(|word| word.store(u64::MAX, Relaxed));
        Ok(Self { index, words, per_row, counts: Vec::new() })
    }

    /// Goes on with a table to its end, on the threads of the current pool; `None` if it was stopped. Of a table with
    /// more distances than entries tell apart, what is saved is the state before the last that they do.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn completed(self, watch: &mut Watch<'_>, save: &mut Save<'_>) -> Result<Option<Self>, OutOfMemory> {
        let Self { index, mut words, per_row, counts } = self;
        let found = {
            let mut search = IndexSearch::new(&index)?;
            if !counts.is_empty() {
                go_on(&mut search, &words, per_row, counts);
            }
            let limits = DistanceLimits { most_cost: u32::MAX, memory: u64::MAX, antipodes: 0 };
            let Watch { report, progress, stop } = watch;
            let mut report = |search: &IndexSearch<'_>| {
                enter(&words, per_row, search);
                report(search);
                save(&index, words.bytes(), told_apart(&search.counts), false);
            };
            search.run(limits, &mut Watch { report: &mut report, progress: *progress, stop })
        };
        if !found.is_complete() {
            save(&index, words.bytes(), told_apart(&found.counts), true);
            return Ok(None);
        }
        Ok(Some(Self { index, words, per_row, counts: found.counts }))
    }
}

fn told_apart(counts: &[u64]) -> &[u64] {
    &counts[..counts.len().min(TOLD_APART)]
}

/// Brings a search to where the entries of a table are: at most at the last distance that they tell apart.
fn go_on(search: &mut IndexSearch<'_>, words: &SharedWords, per_row: usize, counts: Vec<u64>) {
    let depth = counts.len() - 1;
    search.rows.words().par_iter().enumerate().for_each(|(number, marks)| {
        let (row, at) = (2 * number / per_row, 2 * number % per_row);
        let (mut seen, mut last) = (0, 0);
        for (half, entries) in words[row * per_row + at..][..2].iter().enumerate() {
            let entries = entries.load(Relaxed).to_le();
            for position in 0..16 {
                let entry = (entries >> (4 * position) & 15) as usize;
                seen |= u32::from(entry < depth) << (16 * half + position);
                last |= u32::from(entry == depth) << (16 * half + position);
            }
        }
        // What is behind the end of a row is done already.
        marks.store(marks.load(Relaxed) & done(!last) | done(seen) | mark(last, depth), Relaxed);
    });
    search.rows.flag_all(depth);
    search.counts = counts;
}

/// Enters the distance of all positions on the frontier of a search.
fn enter(words: &SharedWords, per_row: usize, search: &IndexSearch<'_>) {
    let depth = search.counts.len() - 1;
    if depth >= TOLD_APART {
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
