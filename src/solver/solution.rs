//! Solutions and their statistics.

use crate::cube::Metric;
use crate::notation::Algorithm;
use crate::nxn::Move;
use crate::record::{AnswerRecord, Iteration, SearchRecord, WorkRecord};
use crate::search::{Outcome, SchedulerStatistics, StopReason, TableStatistics};
use std::fmt;
use std::time::Duration;

/// Shortest solutions of a cube, with the proof that there are no shorter ones.
#[derive(Clone, Debug)]
pub struct Solution {
    solutions: Vec<Algorithm>,
    metric: Metric,
    lower_bound: u8,
    incomplete: Option<StopReason>,
    statistics: Statistics,
}

impl Solution {
    pub(super) fn new(
        solutions: Vec<Vec<Move>>,
        metric: Metric,
        lower_bound: u8,
        incomplete: Option<StopReason>,
        statistics: Statistics,
    ) -> Self {
        let solutions: Vec<Algorithm> = solutions.into_iter().map(Algorithm::from).collect();
        assert!(!solutions.is_empty(), "a solved cube has a solution");
        Self { solutions, metric, lower_bound, incomplete, statistics }
    }

    /// A shortest solution; the empty one for a solved cube.
    pub fn moves(&self) -> &Algorithm {
        &self.solutions[0]
    }

    /// All requested solutions, the shortest first, each once up to the order of commuting moves.
    pub fn all(&self) -> &[Algorithm] {
        &self.solutions
    }

    /// The length of a shortest solution in the metric of the search.
    pub fn length(&self) -> usize {
        self.moves().length(self.metric)
    }

    /// The metric of the search.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns whether [`moves`](Self::moves) is proven to be as short as any solution.
    pub fn is_optimal(&self) -> bool {
        self.length() == usize::from(self.lower_bound)
    }

    /// No solution is shorter than this; proven.
    pub fn lower_bound(&self) -> u8 {
        self.lower_bound
    }

    /// The limit that ended the search for more solutions, or for the first of several, if any.
    pub fn incomplete(&self) -> Option<StopReason> {
        self.incomplete
    }

    /// The cost of the search.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

/// Displays the shortest solution and its length, as in `R U R' U' (4f)`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.moves().is_empty() { "" } else { " " };
        write!(f, "{}{gap}({}{})", self.moves(), self.length(), self.metric.letter())
    }
}

/// The cost of a search.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// The lengths that were searched, one after the other.
    pub iterations: Vec<Iteration>,
    /// The work that all of them took.
    pub work: WorkRecord,
    /// Time taken.
    pub time: Duration,
    /// The split of the tree among the workers.
    pub scheduler: SchedulerStatistics,
    /// Work of the transposition table, if there was one.
    pub transpositions: Option<TableStatistics>,
    /// The search that was run.
    pub search: SearchRecord,
}

impl Statistics {
    pub(super) fn of<M>(outcome: &Outcome<M>, time: Duration, search: SearchRecord) -> Self {
        Self {
            iterations: outcome.iterations.iter().map(Into::into).collect(),
            work: WorkRecord::of(outcome),
            time,
            scheduler: outcome.scheduler(),
            transpositions: outcome.transpositions,
            search,
        }
    }

    /// The record of an answer with these figures.
    pub(super) fn written_to(&self, record: AnswerRecord) -> AnswerRecord {
        record.counted(self.work, self.transpositions, self.time)
    }
}
