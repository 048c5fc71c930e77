//! Search queries and their outcomes.

use crate::prune::table::TableStatistics;
use crate::puzzle::MoveIndex;
use crate::search::control::StopReason;
use crate::search::report::{Counters, IterationReport};

/// A search query.
#[derive(Clone, Copy, Debug)]
pub struct SearchQuery {
    /// All shortest solutions instead of one.
    pub all: bool,
    /// With `all`: also solutions that are up to this much longer than the shortest.
    pub slack: u8,
    /// The longest length to search; beyond it, the search ends with a proof.
    pub max_depth: u8,
    /// The same solution for any timing of the workers: the first in the order of the search, which is move order or,
    /// from both ends, the order of the task scores.
    pub deterministic: bool,
}

impl SearchQuery {
    /// The last length to search once these solutions are known, the shortest first.
    pub(super) fn last_length(&self, solutions: &[Vec<MoveIndex>]) -> u8 {
        match solutions.first().map(|sequence| sequence.len() as u8) {
            Some(shortest) if self.all => self.max_depth.min(shortest.saturating_add(self.slack)),
            Some(shortest) => shortest,
            None => self.max_depth,
        }
    }
}

impl Default for SearchQuery {
    fn default() -> Self {
        Self { all: false, slack: 0, max_depth: 20, deterministic: false }
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// Solved: the solutions found, shortest first, each in normal form.
    Solved(Vec<Vec<M>>),
    /// Proven: no solution within the maximum depth.
    NoSolution,
    /// Stopped before anything was found.
    Stopped(StopReason),
}

/// The result of a search, in moves of some kind.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The answer to the query.
    pub answer: Answer<M>,
    /// No solution is shorter than this; proven.
    pub lower_bound: u8,
    /// All lengths searched.
    pub iterations: Vec<IterationReport>,
    /// The limit that struck after a solution was found, if any. There may be more solutions or, if a deterministic
    /// answer was requested, one that comes before it.
    pub incomplete: Option<StopReason>,
    /// Statistics of the transposition table, if there was one; with several ranks, that of this rank.
    pub transpositions: Option<TableStatistics>,
}

impl<M> Outcome<M> {
    /// The sum of the counters of all iterations.
    pub fn counters(&self) -> Counters {
        self.iterations.iter().fold(Counters::default(), |mut sum, iteration| {
            sum += iteration.counters;
            sum
        })
    }

    /// The same outcome with every move sequence converted.
    pub fn map<T>(self, sequence: impl Fn(Vec<M>) -> Vec<T>) -> Outcome<T> {
        let answer = match self.answer {
            Answer::Solved(sequences) => Answer::Solved(sequences.into_iter().map(sequence).collect()),
            Answer::NoSolution => Answer::NoSolution,
            Answer::Stopped(reason) => Answer::Stopped(reason),
        };
        let Self { lower_bound, iterations, incomplete, transpositions, .. } = self;
        Outcome { answer, lower_bound, iterations, incomplete, transpositions }
    }
}
