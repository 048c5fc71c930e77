//! Breadth-first search over an index, where every move costs the same.

use super::cycle::Pass;
use super::distances::{DistanceLimits, Distances, DistancesEnd};
use super::index::PositionIndex;
use super::rows::Rows;
use super::scratch::Scratch;
use crate::storage::OutOfMemory;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A breadth-first search over an index: the marks of all positions, and what is counted so far.
///
/// Between any two pieces of work the marks are those of a search that may go on from there: positions on the frontier
/// may have been stepped from already, and doing it again marks nothing twice.
pub struct IndexSearch<'a> {
    pub(super) index: &'a PositionIndex,
    pub(super) rows: Rows,
    /// The number of positions at each distance up to the frontier.
    pub(super) counts: Vec<u64>,
    /// The number of those marked behind the frontier so far.
    pub(super) found: u64,
    /// The numbers of some positions on the frontier, as it was before any of them was done.
    pub(super) last: Vec<u64>,
}

/// Those who watch a search.
pub struct Watch<'a> {
    /// Called after each distance.
    pub report: &'a mut (dyn FnMut(&IndexSearch<'_>) + Send),
    /// Called within a distance, by any thread: the work that is done, and all of it.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Raised when the search shall end, which it does within a moment.
    pub stop: &'a AtomicBool,
}

impl<'a> IndexSearch<'a> {
    /// Number of bytes that a search takes beside the index: two bits for each position, and two for each row.
    pub fn memory_needed(index: &PositionIndex) -> u64 {
        Rows::memory(index.rows(), index.cells())
    }

    /// A search at its beginning, the targets of the question.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn new(index: &'a PositionIndex) -> Result<Self, OutOfMemory> {
        let rows = Rows::new(index.rows(), index.cells())?;
        let cells = index.cells() as u64;
        index.targets().iter().for_each(|number| rows.start(number / cells, (number % cells) as usize));
        Ok(Self { index, rows, counts: vec![index.targets().len() as u64], found: 0, last: Vec::new() })
    }

    /// The number of positions at each distance, as far as they are counted.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Goes on to the end, or to a limit. A search that was stopped can go on from there.
    pub fn run(&mut self, limits: DistanceLimits, watch: &mut Watch<'_>) -> Distances {
        let ended = loop {
            if self.last.is_empty() {
                self.last = self.some_on_frontier(limits.antipodes);
            }
            (watch.report)(self);
            if self.counts.len() as u64 > u64::from(limits.most_cost) {
                break DistancesEnd::Cost;
            }
            if !self.expand(watch) {
                break DistancesEnd::Stopped;
            }
            match std::mem::take(&mut self.found) {
                0 => break DistancesEnd::Complete,
                found => {
                    self.counts.push(found);
                    self.last.clear();
                }
            }
        };
        Distances {
            counts: self.counts.clone(),
            classes: Vec::new(),
            antipodes: self.last.iter().map(|&number| self.index.position(number)).collect(),
            ended,
        }
    }

    /// Marks all unseen positions that steps lead to from the frontier; `false` if it was stopped before.
    fn expand(&mut self, watch: &Watch<'_>) -> bool {
        let depth = self.counts.len() - 1;
        let turns = &self.index.steps().turns;
        let words = self.rows.flag_words();
        let (done, all) = (AtomicU64::new(0), turns.len() as u64 * words as u64);
        for (number, turn) in turns.iter().enumerate() {
            let pass = Pass { index: self.index, rows: &self.rows, turn, depth, is_last: number + 1 == turns.len() };
            let work = |scratch: &mut Scratch, part: usize| {
                if watch.stop.load(Relaxed) {
                    return 0;
                }
                let words = part * PART..words.min((part + 1) * PART);
                let rows = words.clone().flat_map(|word| self.rows.flagged(depth, word));
                let found = rows.map(|row| scratch.work(&pass, row)).sum::<u64>();
                (watch.progress)(done.fetch_add(words.len() as u64, Relaxed) + words.len() as u64, all);
                found
            };
            let parts = (0..words.div_ceil(PART)).into_par_iter().with_max_len(1);
            self.found += parts.map_init(Scratch::default, work).sum::<u64>();
            if watch.stop.load(Relaxed) {
                return false;
            }
        }
        self.rows.clear_flags(depth);
        true
    }

    /// The numbers of the first positions on the frontier.
    fn some_on_frontier(&self, most: usize) -> Vec<u64> {
        let (rows, depth, cells) = (&self.rows, self.counts.len() - 1, self.index.cells() as u64);
        let flagged = (0..rows.flag_words()).flat_map(|word| rows.flagged(depth, word));
        let numbers =
            flagged.flat_map(|row| rows.cells_on(depth, row).map(move |cell| row * cells + u64::from(cell as u32)));
        numbers.take(most).collect()
    }
}

/// Number of words of flags that a worker takes at a time.
const PART: usize = 64;
