//! The outcomes of searches.

use crate::prune::table::TableStatistics;
use crate::search::control::StopReason;
use crate::search::report::{Counters, IterationReport};
use crate::search::statistics::SchedulerStatistics;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// Solved: the solutions found, the shortest or cheapest first, each in normal form. At least one.
    Solved(Vec<Vec<M>>),
    /// Proven: no solution within the greatest length or cost.
    NoSolution,
    /// Stopped before anything was found.
    Stopped(StopReason),
}

/// The result of a search, in moves of some kind.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The answer to the query.
    pub answer: Answer<M>,
    /// No solution is shorter, or cheaper, than this; proven. The length of the first solution, if there is one.
    pub lower_bound: u8,
    /// All lengths searched, one after the other.
    pub iterations: Vec<IterationReport>,
    /// The limit that struck after a solution was found, if any. There may be more solutions or, if a deterministic
    /// answer was requested, one that comes before it.
    pub incomplete: Option<StopReason>,
    /// Statistics of the transposition table, if there was one; with several ranks, that of this rank.
    pub transpositions: Option<TableStatistics>,
}

impl<M> Outcome<M> {
    /// The greatest f-value over the bound that costs and tables may give: of lengths up to here, a next length that is
    /// no number says that no position was left.
    const MOST_OVERSHOOT: u8 = 140;

    /// Returns whether there is no solution of any length, not only of none that is a number.
    pub fn is_exhausted(&self) -> bool {
        let last = self.iterations.last().map_or(0, |iteration| iteration.bound);
        matches!(self.answer, Answer::NoSolution)
            && self.lower_bound == u8::MAX
            && last < u8::MAX - Self::MOST_OVERSHOOT
    }

    /// The sum of the counters of all iterations.
    pub fn counters(&self) -> Counters {
        self.iterations.iter().fold(Counters::default(), |mut sum, iteration| {
            sum += iteration.counters;
            sum
        })
    }

    /// The work of the schedulers of all iterations.
    pub fn scheduler(&self) -> SchedulerStatistics {
        self.iterations.iter().fold(SchedulerStatistics::default(), |mut sum, iteration| {
            sum += iteration.scheduler.clone();
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
