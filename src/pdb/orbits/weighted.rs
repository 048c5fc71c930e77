//! Search over an index, where moves have different costs: depth by depth, with a byte for each position.

use super::distances::{Distances, DistancesError, Level, Limits};
use super::index::PositionIndex;
use super::steps::Steps;
use crate::puzzle::{Position, Question};
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::AcqRel, Ordering::Relaxed};

/// A position that nothing has led to yet.
const UNSEEN: u8 = 0;
/// A position whose distance is final.
const DONE: u8 = u8::MAX;
/// Depths that have not been reached are known by their remainders: a step costs less than half of this.
const DEPTHS: usize = 250;

/// Number of bytes that a search needs beside the index: one for each position, and a bit for each row.
pub fn weighted_memory_needed(index: &PositionIndex) -> u64 {
    index.len().saturating_add(index.rows().div_ceil(64) * 8)
}

/// Counts the positions at each depth. `report` is called after each depth.
///
/// # Errors
/// If the search needs more memory than there is or than the limits allow.
pub fn weighted(
    index: &PositionIndex,
    question: &Question,
    limits: &Limits,
    report: &(dyn Fn(Level) -> ControlFlow<()> + Sync),
) -> Result<Distances, DistancesError> {
    let needed = weighted_memory_needed(index).saturating_add(index.memory());
    let too_large = || DistancesError::Memory { needed, limit: limits.memory };
    if needed > limits.memory {
        return Err(too_large());
    }
    let search = Weighted::new(index).ok_or_else(too_large)?;
    for target in question.goal().targets() {
        let number = index.index(target).ok_or(DistancesError::Targets)?;
        search.reach(number / index.cells() as u64, (number % index.cells() as u64) as usize, 0, 0);
    }
    let mut distances = Distances::new(Steps::unit(question));
    let mut depth = 0;
    while search.flags.iter().any(|word| word.load(Relaxed) != 0) {
        let (positions, some) = search.settle(depth, limits.antipodes);
        distances.counts.push(positions);
        if positions > 0 {
            distances.antipodes = some.into_iter().map(|number| index.position(number)).collect::<Vec<Position>>();
        }
        let level = Level { depth: distances.depth(depth), positions };
        if report(level).is_break() || limits.most_depth.is_some_and(|most| distances.depth(depth + 1) > most) {
            return Ok(distances);
        }
        depth += 1;
    }
    distances.trim();
    distances.is_complete = true;
    Ok(distances)
}

struct Weighted<'a> {
    index: &'a PositionIndex,
    marks: Vec<AtomicU8>,
    /// Rows with positions that have been reached and are not done.
    flags: Vec<AtomicU64>,
}

impl<'a> Weighted<'a> {
    fn new(index: &'a PositionIndex) -> Option<Self> {
        let (mut marks, mut flags) = (Vec::new(), Vec::new());
        let len = usize::try_from(index.len()).ok()?;
        marks.try_reserve_exact(len).ok()?;
        marks.resize_with(len, AtomicU8::default);
        flags.resize_with((index.rows() as usize).div_ceil(64), AtomicU64::default);
        Some(Self { index, marks, flags })
    }

    fn row(&self, row: u64) -> &[AtomicU8] {
        &self.marks[row as usize * self.index.cells()..][..self.index.cells()]
    }

    /// Notes that a position can be reached at a depth, seen from the present one.
    fn reach(&self, row: u64, cell: usize, present: usize, depth: usize) {
        let mark = mark(depth);
        let ahead = |mark: u8| (usize::from(mark) + DEPTHS - usize::from(self::mark(present))) % DEPTHS;
        let is_better = |known: u8| known == UNSEEN || (known != DONE && ahead(mark) < ahead(known));
        let place = &self.row(row)[cell];
        if place.fetch_update(Relaxed, Relaxed, |known| is_better(known).then_some(mark)).is_ok() {
            self.flags[row as usize / 64].fetch_or(1 << (row % 64), AcqRel);
        }
    }

    /// Finishes a depth: the number of its positions, and the numbers of some of them.
    fn settle(&self, depth: usize, most: usize) -> (u64, Vec<u64>) {
        let work = |word: usize| {
            let (mut count, mut some) = (0, Vec::new());
            // Who sets a flag has set a mark before, and who takes flags away looks at the marks afterwards.
            let mut flags = self.flags[word].swap(0, AcqRel);
            while flags != 0 {
                let row = 64 * word as u64 + u64::from(flags.trailing_zeros());
                flags &= flags - 1;
                let cells = self.settle_row(row, depth);
                count += cells.len() as u64;
                let free = most.saturating_sub(some.len());
                some.extend(cells.iter().take(free).map(|&cell| row * self.index.cells() as u64 + cell as u64));
            }
            (count, some)
        };
        (0..self.flags.len()).into_par_iter().map(work).reduce(
            || (0, Vec::new()),
            |mut one, other| {
                let free = most.saturating_sub(one.1.len());
                one.1.extend(other.1.into_iter().take(free));
                (one.0 + other.0, one.1)
            },
        )
    }

    /// Finishes the positions of a row that are at a depth, and steps from them.
    fn settle_row(&self, row: u64, depth: usize) -> Vec<usize> {
        let (mut cells, mut has_more) = (Vec::new(), false);
        for (cell, place) in self.row(row).iter().enumerate() {
            let known = place.load(Relaxed);
            if known == mark(depth) {
                place.store(DONE, Relaxed);
                cells.push(cell);
            } else {
                has_more |= known != UNSEEN && known != DONE;
            }
        }
        if has_more {
            self.flags[row as usize / 64].fetch_or(1 << (row % 64), AcqRel);
        }
        if !cells.is_empty() {
            let (mut values, mut stepped) = (Vec::new(), Vec::new());
            self.index.split(row, &mut values);
            let steps = self.index.steps();
            for (number, step) in steps.all[..steps.moves].iter().enumerate() {
                stepped.clone_from(&values);
                self.index.step(&mut stepped, number);
                let (to, images) = (self.index.row(&stepped), self.index.images(&values, number));
                for &cell in &cells {
                    self.reach(to, usize::from(images[cell]), depth, depth + usize::from(step.cost));
                }
            }
        }
        cells
    }
}

/// The mark of a depth.
fn mark(depth: usize) -> u8 {
    (depth % DEPTHS) as u8 + 1
}
