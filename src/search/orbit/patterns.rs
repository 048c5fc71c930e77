//! Pattern tables of a question, which are made while its positions are searched: a few sizes, one after the other.

use super::pattern_bounds::{PatternBounds, PatternTable, value_of};
use crate::locks::Mutex;
use crate::pdb::orbits::{Candidate, Candidates, DistanceTable, GivenParts, GivenTable, PositionIndex};
use crate::puzzle::{Glasses, Question};
use crate::storage::OutOfMemory;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The most positions of a pattern of each size.
const SIZES: [u64; 5] = [1 << 18, 1 << 21, 1 << 24, 1 << 27, 1 << 30];
/// Work of listing the coordinates of an index, in entries of a table.
const INDEX: f64 = 5e5;
/// Work of making an entry of a table, in nodes of a search, for each move.
const COST_OF_ENTRY: f64 = 0.03;

/// A way to make the table of a question over its index; `None` if it was stopped.
pub type Build<'a> = dyn Fn(&Question, PositionIndex) -> Result<Option<DistanceTable>, OutOfMemory> + 'a;

/// Pattern tables that several searches use and enlarge.
pub(super) struct GrowingPatterns {
    question: Arc<Question>,
    /// The candidates of each size.
    sizes: Vec<Vec<Candidate>>,
    /// The factor by which a tree of the question grows with each move.
    branching: f64,
    /// Bytes that the tables made here may take.
    memory: u64,
    given: Given,
    /// Held by the search that makes tables.
    making: Mutex<()>,
    /// The tables of each size so far; `None` where they take too much memory.
    made: Mutex<Vec<Option<Arc<PatternBounds>>>>,
}

/// Tables that were given to all searches.
#[derive(Default)]
struct Given {
    tables: Vec<Arc<PatternTable>>,
    /// The best of them.
    bounds: Option<Arc<PatternBounds>>,
    /// True if the bounds are exact.
    is_exact: bool,
    /// Number of sizes that are not worth more than these.
    sizes: usize,
}

/// The pattern tables of one search.
#[derive(Default)]
pub(super) struct Patterns {
    /// The next size.
    pub next: usize,
    /// The tables of the last size, if there are any.
    pub bounds: Option<Arc<PatternBounds>>,
    /// True if their bounds are exact.
    pub are_exact: bool,
    /// True if larger ones take too much memory.
    pub are_all: bool,
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
    /// The tables of a question, none but those that are given; `None` if its positions have no index: some moves are
    /// forbidden, or do not cost 1.
    pub fn new(question: &Arc<Question>, branching: f64, memory: u64, given: Vec<GivenTable>) -> Option<Self> {
        (PositionIndex::check(question).is_ok() && branching > 1.0).then_some(())?;
        let candidates = Candidates::new(question);
        // Each size has those alone that are larger than all before.
        let of_size = |(number, &most): (usize, &u64)| {
            let mut own = candidates.within(most as f64);
            own.retain(|candidate| number == 0 || candidate.size > SIZES[number - 1] as f64);
            own
        };
        let sizes = SIZES.iter().enumerate().map(of_size).filter(|size| !size.is_empty());
        let (sizes, making, made) = (sizes.collect(), Mutex::new(()), Mutex::new(Vec::new()));
        let (question, none) = (question.clone(), Given::default());
        let mut all = Self { question, sizes, branching, memory, given: none, making, made };
        if !given.is_empty() {
            all.take(given);
        }
        Some(all)
    }

    /// Begins with these tables.
    fn take(&mut self, given: Vec<GivenTable>) {
        let is_exact = given.iter().any(GivenTable::is_exact);
        let table = |given: GivenTable| {
            let GivenParts { glasses, order, table } = given.into_parts();
            Arc::new(PatternTable::new(glasses, table, &order))
        };
        let tables: Vec<_> = given.into_iter().map(table).collect();
        let bounds = self.best_of(&tables);
        let is_worth_less = |&size: &usize| !self.is_whole(size) && self.expected_value(size, 0) <= bounds.value(0);
        let sizes = (0..self.sizes.len()).take_while(is_worth_less).count();
        let bounds = Some(Arc::new(bounds));
        self.made = Mutex::new(vec![bounds.clone(); sizes]);
        self.given = Given { tables, bounds, is_exact, sizes };
    }

    /// The tables that each search begins with.
    pub fn given(&self) -> Patterns {
        let Given { bounds, is_exact, sizes, .. } = &self.given;
        Patterns { next: *sizes, bounds: bounds.clone(), are_exact: *is_exact, are_all: false }
    }

    /// The moves that the best table of a size is worth, about, as [`PatternBounds::value`] counts them: at each distance
    /// there are as many positions as a tree has nodes.
    pub fn expected_value(&self, size: usize, least: u8) -> f64 {
        let mut left = self.sizes.get(size).into_iter().flatten().map(|candidate| candidate.size).fold(1.0, f64::max);
        let (mut counts, mut next) = (Vec::new(), self.question.goal().targets().len() as f64);
        while left >= 1.0 {
            counts.push(next.min(left));
            left -= next;
            next *= self.branching;
        }
        value_of(&counts, self.branching, least)
    }

    /// The work of making the tables of a size, in nodes of a search; `None` if there is no such size.
    pub fn cost(&self, size: usize) -> Option<f64> {
        let entries: f64 = self.sizes.get(size)?.iter().map(|candidate| candidate.size + INDEX).sum();
        Some(entries * COST_OF_ENTRY * self.question.moves().len() as f64)
    }

    /// Returns whether the tables of a size are a single one of all that the goal shows: its bounds are exact.
    pub fn is_whole(&self, size: usize) -> bool {
        self.sizes.get(size).is_some_and(|candidates| candidates.iter().any(|candidate| candidate.is_whole()))
    }

    /// Memory of the tables of the last size so far, in bytes.
    pub fn bytes(&self) -> u64 {
        self.so_far().bounds.map_or(0, |bounds| bounds.tables().map(|table| table.bytes()).sum())
    }

    /// The numbers of positions of the tables of the last size so far, the best table first.
    pub fn positions(&self) -> Vec<u64> {
        let bounds = self.so_far().bounds;
        bounds.map(|bounds| bounds.tables().map(|table| table.positions()).collect()).unwrap_or_default()
    }

    /// The tables of the last size that has some so far.
    fn last(&self) -> Option<(usize, Arc<PatternBounds>)> {
        let made = self.made.lock().expect("nobody panics here");
        made.iter().enumerate().rev().find_map(|(size, bounds)| Some((size, bounds.clone()?)))
    }

    /// The tables of a size, if they were made.
    pub fn made(&self, size: usize) -> Option<Patterns> {
        let bounds = self.made.lock().expect("nobody panics here").get(size)?.clone()?;
        Some(self.patterns(size, bounds))
    }

    /// All tables that earlier searches have made.
    pub fn so_far(&self) -> Patterns {
        self.last().map_or_else(|| self.given(), |(size, bounds)| self.patterns(size, bounds))
    }

    /// The tables of a size, which are made unless an earlier search has made them. Uses the threads of the current pool.
    ///
    /// # Errors
    /// If there are none, or `go_on` says that the search is to stop.
    pub fn of_size(&self, size: usize, go_on: &(dyn Fn() -> ControlFlow<()> + Sync)) -> Result<Patterns, NotMade> {
        self.of_size_by(size, &|_, index| {
            let stop = AtomicBool::new(false);
            let progress = |_, _| stop.store(go_on().is_break(), Relaxed);
            DistanceTable::build(index, &stop, &progress)
        })
    }

    /// As [`of_size`](Self::of_size), with a way to make each table.
    ///
    /// # Errors
    /// If there are none, or a build was stopped.
    pub fn of_size_by(&self, size: usize, build: &Build<'_>) -> Result<Patterns, NotMade> {
        let _making = self.making.lock().expect("nobody panics here");
        let so_far = || self.made.lock().expect("nobody panics here").clone();
        let mut made = so_far();
        while made.len() <= size {
            let bounds = self.make(made.len(), made.last().cloned().flatten(), build)?.map(Arc::new);
            self.made.lock().expect("nobody panics here").push(bounds);
            made = so_far();
        }
        let bounds = made.swap_remove(size).ok_or(NotMade::Full)?;
        Ok(self.patterns(size, bounds))
    }

    fn patterns(&self, size: usize, bounds: Arc<PatternBounds>) -> Patterns {
        let are_exact = self.is_whole(size) || self.given.is_exact;
        Patterns { next: size + 1, bounds: Some(bounds), are_exact, are_all: false }
    }

    /// Makes the tables of all candidates of a size, and keeps the best of these and those before; `None` if there are
    /// none.
    fn make(
        &self,
        size: usize,
        before: Option<Arc<PatternBounds>>,
        build: &Build<'_>,
    ) -> Result<Option<PatternBounds>, NotMade> {
        let Some(candidates) = self.sizes.get(size) else { return Ok(None) };
        let order: Vec<usize> = (0..self.question.moves().len()).collect();
        let is_own = |table: &&Arc<PatternTable>| !self.given.tables.iter().any(|given| Arc::ptr_eq(given, table));
        let mut own: Vec<Arc<PatternTable>> =
            before.iter().flat_map(|before| before.tables()).filter(is_own).cloned().collect();
        let mut left = self.memory.saturating_sub(own.iter().map(|table| table.bytes()).sum());
        let of = Candidates::new(&self.question);
        // An index may take much memory itself. Sizes are estimates: two entries take a byte.
        let may_fit = |candidate: &&Candidate| candidate.size / 8.0 <= left as f64;
        let seen = candidates.par_iter().filter(may_fit).map(|candidate| self.seen_through(of.glasses(candidate)));
        let seen: Vec<_> = seen.collect();
        for (glasses, question, index) in seen.into_iter().flatten() {
            if DistanceTable::memory_needed(&index) > left {
                continue;
            }
            match build(&question, index) {
                Ok(Some(table)) => {
                    let table = PatternTable::new(glasses, table, &order);
                    left = left.saturating_sub(table.bytes());
                    own.push(Arc::new(table));
                }
                Ok(None) => return Err(NotMade::Stopped),
                Err(_) => {}
            }
        }
        let bounds = self.best_of(&[&self.given.tables[..], &own].concat());
        Ok((bounds.len() > 0).then_some(bounds))
    }

    /// The best of some tables.
    fn best_of(&self, tables: &[Arc<PatternTable>]) -> PatternBounds {
        let (question, moves) = (&self.question, self.question.moves().len());
        let target = &question.goal().targets()[0];
        PatternBounds::best_of(tables, &question.definition().shape, target, moves, self.branching)
    }

    /// The index of the positions that glasses show, if there is one.
    fn seen_through(&self, glasses: Glasses) -> Option<(Glasses, Question, PositionIndex)> {
        let question = self.question.through(&glasses).ok()?;
        let index = PositionIndex::new(&question).ok()?;
        Some((glasses, question, index))
    }

    /// The questions of the candidates of a size.
    pub fn questions(&self, size: usize) -> Vec<Question> {
        let of = Candidates::new(&self.question);
        let seen = |candidate| self.question.through(&of.glasses(candidate)).ok();
        self.sizes.get(size).into_iter().flatten().filter_map(seen).collect()
    }
}
