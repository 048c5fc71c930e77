//! Pattern tables of a question, which are made while its positions are searched: a few sizes, one after the other.

use super::pattern_bounds::{PatternBounds, PatternTable, value_of};
use crate::locks::Mutex;
use crate::pdb::orbits::{Candidate, Candidates, DistanceTable, PositionIndex};
use crate::puzzle::{Glasses, Question};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The most positions of a pattern of each size.
const SIZES: [u64; 5] = [1 << 18, 1 << 21, 1 << 24, 1 << 27, 1 << 30];
/// Tables of one size that are usually chosen: so many of the largest candidates are made.
const USUAL_TABLES: usize = 3;
/// Candidates that are so many times smaller than the largest are made besides: they take little time.
const SMALL: f64 = 8.0;
/// Work of listing the coordinates of an index, in entries of a table.
const INDEX: f64 = 5e5;
/// Work of making an entry of a table, in nodes of a search, for each move.
const COST_OF_ENTRY: f64 = 0.045;

/// Pattern tables that several searches use and enlarge.
pub(super) struct GrowingPatterns {
    question: Arc<Question>,
    /// The candidates of each size.
    sizes: Vec<Vec<Candidate>>,
    /// The factor by which a tree of the question grows with each move.
    branching: f64,
    /// Bytes that all tables may take.
    memory: u64,
    /// Held by the search that makes tables.
    making: Mutex<()>,
    /// The tables of the sizes that were made so far; `None` where they take too much memory.
    made: Mutex<BTreeMap<usize, Option<Arc<PatternBounds>>>>,
}

/// The pattern tables of one search.
#[derive(Default)]
pub(super) struct Patterns {
    /// The number of their size, from 1; 0 if there are none.
    pub size: usize,
    /// The tables, if there are any.
    pub bounds: Option<Arc<PatternBounds>>,
    /// True if their bounds are exact.
    pub are_exact: bool,
}

/// The reason why no tables were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotMade {
    /// They would take too much memory, or there are none of this size.
    Full,
    /// The search is to stop.
    Stopped,
}

impl GrowingPatterns {
    /// The tables of a question, still none; `None` if its positions have no index: some moves are forbidden, or do not
    /// cost 1.
    pub fn new(question: &Arc<Question>, branching: f64, memory: u64) -> Option<Self> {
        (PositionIndex::check(question).is_ok() && branching > 1.0).then_some(())?;
        let candidates = Candidates::new(question);
        let mut sizes: Vec<Vec<Candidate>> = Vec::new();
        for most in SIZES.into_iter().filter(|most| most / 2 <= memory) {
            let mut own = candidates.within(most as f64);
            own.sort_by(|one, other| other.size.total_cmp(&one.size));
            let largest = |size: &[Candidate]| size.first().map_or(0.0, |candidate| candidate.size);
            let small = largest(&own) / SMALL;
            let mut number = 0;
            own.retain(|candidate| {
                number += 1;
                number <= USUAL_TABLES || candidate.size <= small
            });
            if largest(&own) > sizes.last().map_or(0.0, |before| largest(before)) {
                sizes.push(own);
            }
        }
        let (making, made) = (Mutex::new(()), Mutex::new(BTreeMap::new()));
        Some(Self { question: question.clone(), sizes, branching, memory, making, made })
    }

    /// The numbers of the sizes: 1 is that of the smallest tables.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        1..=self.sizes.len()
    }

    /// The candidates of a size.
    fn candidates(&self, size: usize) -> &[Candidate] {
        &self.sizes[size - 1]
    }

    /// The factor by which a tree of the question grows with each move.
    pub fn branching(&self) -> f64 {
        self.branching
    }

    /// The moves that the tables of a size are worth, about, as [`PatternBounds::value`] counts them: the numbers of
    /// positions grow by the same factor with each distance, and the bounds of the largest tables depend little on each
    /// other.
    pub fn expected_value(&self, size: usize, least: u8, growth: f64) -> f64 {
        let sizes = || self.candidates(size).iter().take(USUAL_TABLES).map(|candidate| candidate.size);
        let targets = self.question.goal().targets().len() as f64;
        // The share of positions that are at most so far away.
        let within = |size: f64, distance: usize| {
            let of_tree = (0..=distance).map(|moves| targets * growth.powi(moves as i32)).sum::<f64>();
            (of_tree / size).min(1.0)
        };
        let all = |distance: usize| sizes().map(|size| within(size, distance)).product::<f64>();
        let (mut shares, mut before) = (Vec::new(), 0.0);
        while before < 1.0 {
            let share = all(shares.len());
            shares.push(share - before);
            before = share;
        }
        value_of(&shares, self.branching, least)
    }

    /// The work of making the tables of a size, in nodes of a search.
    pub fn cost(&self, size: usize) -> f64 {
        let entries: f64 = self.candidates(size).iter().map(|candidate| candidate.size + INDEX).sum();
        entries * COST_OF_ENTRY * self.question.moves().len() as f64
    }

    /// Returns whether the tables of a size are a single one of all that the goal shows: its bounds are exact.
    pub fn is_whole(&self, size: usize) -> bool {
        self.candidates(size).iter().any(|candidate| candidate.is_whole())
    }

    /// Memory of the largest tables so far, in bytes.
    pub fn bytes(&self) -> u64 {
        self.last().map_or(0, |(_, bounds)| bounds.tables().map(|table| table.bytes()).sum())
    }

    /// The numbers of positions of the largest tables so far, the best table first.
    pub fn positions(&self) -> Vec<u64> {
        self.last().map(|(_, bounds)| bounds.tables().map(|table| table.positions()).collect()).unwrap_or_default()
    }

    /// The tables of the largest size that has some so far.
    fn last(&self) -> Option<(usize, Arc<PatternBounds>)> {
        let made = self.made.lock().expect("nobody panics here");
        made.iter().rev().find_map(|(&size, bounds)| Some((size, bounds.clone()?)))
    }

    /// The largest tables that earlier searches have made.
    pub fn so_far(&self) -> Patterns {
        self.last().map(|(size, bounds)| self.patterns(size, bounds)).unwrap_or_default()
    }

    /// The tables of a size, which are made unless an earlier search has made them: what it made besides does not change
    /// which ones they are. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If there are none, or `go_on` says that the search is to stop.
    pub fn of_size(&self, size: usize, go_on: &(dyn Fn() -> ControlFlow<()> + Sync)) -> Result<Patterns, NotMade> {
        let _making = self.making.lock().expect("nobody panics here");
        let made = || self.made.lock().expect("nobody panics here");
        let known = made().get(&size).cloned();
        let bounds = match known {
            Some(known) => known,
            None => {
                let bounds = self.make(size, go_on)?.map(Arc::new);
                made().insert(size, bounds.clone());
                bounds
            }
        };
        Ok(self.patterns(size, bounds.ok_or(NotMade::Full)?))
    }

    fn patterns(&self, size: usize, bounds: Arc<PatternBounds>) -> Patterns {
        Patterns { size, bounds: Some(bounds), are_exact: self.is_whole(size) }
    }

    /// Makes the tables of all candidates of a size, and keeps the best of them; `None` if there are none.
    fn make(
        &self,
        size: usize,
        go_on: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<PatternBounds>, NotMade> {
        let (shape, moves) = (&self.question.definition().shape, self.question.moves().len());
        let of = Candidates::new(&self.question);
        let candidates = self.candidates(size).par_iter();
        let seen: Vec<_> = candidates.map(|candidate| self.seen_through(of.glasses(candidate))).collect();
        let (mut tables, mut left) = (Vec::new(), self.memory);
        for (glasses, index) in seen.into_iter().flatten() {
            if DistanceTable::memory_needed(&index) > left {
                continue;
            }
            let table = match self.known(&glasses) {
                Some(known) => known,
                None => {
                    let stop = AtomicBool::new(false);
                    let progress = |_, _| stop.store(go_on().is_break(), Relaxed);
                    match DistanceTable::build(index, &stop, &progress) {
                        Ok(Some(table)) => Arc::new(PatternTable::new(glasses, table, moves)),
                        Ok(None) => return Err(NotMade::Stopped),
                        Err(_) => continue,
                    }
                }
            };
            left = left.saturating_sub(table.bytes());
            tables.push(table);
        }
        let target = &self.question.goal().targets()[0];
        let bounds = PatternBounds::best_of(&tables, shape, target, moves, self.branching);
        Ok((bounds.len() > 0).then_some(bounds))
    }

    /// The table of these glasses, if it is among those of another size.
    fn known(&self, glasses: &Glasses) -> Option<Arc<PatternTable>> {
        let made = self.made.lock().expect("nobody panics here");
        let mut tables = made.values().flatten().flat_map(|bounds| bounds.tables());
        tables.find(|table| table.glasses() == glasses).cloned()
    }

    /// The index of the positions that glasses show, if there is one.
    fn seen_through(&self, glasses: Glasses) -> Option<(Glasses, PositionIndex)> {
        let index = PositionIndex::new(&self.question.through(&glasses).ok()?).ok()?;
        Some((glasses, index))
    }
}
