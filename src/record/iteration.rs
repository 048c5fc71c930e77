//! The cost of one iteration of a search.

use crate::search::{IterationReport, Outcome, RankStatistics, SchedulerStatistics, Share};
use serde::Serialize;

/// Figures of the search of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Iteration {
    /// The length that was searched; of puzzles, the cost.
    pub bound: u8,
    /// Nodes that were generated.
    pub nodes: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Entries of tables that were read.
    pub lookups: u64,
    /// Nodes that a transposition table cut off.
    pub duplicates: u64,
    /// True if the tree of this length was searched to its end: then, without a transposition table, the counts before
    /// this one are the same on any number of threads.
    pub completed: bool,
    /// Wall time, by all runs if the search was resumed.
    pub seconds: f64,
    /// Subtrees that were handed to workers.
    pub subtrees: u64,
    /// Subtrees, or parts of a path, taken from another worker.
    pub steals: u64,
    /// Time that workers waited for shared data and for the last one, summed over the workers.
    pub waited_seconds: f64,
}

impl From<&IterationReport> for Iteration {
    fn from(iteration: &IterationReport) -> Self {
        let IterationReport { bound, counters, completed, time, scheduler, .. } = iteration;
        Self {
            bound: *bound,
            nodes: counters.nodes,
            expanded: counters.expanded,
            lookups: counters.lookups,
            duplicates: counters.duplicates,
            completed: *completed,
            seconds: time.as_secs_f64(),
            subtrees: scheduler.subtrees,
            steals: scheduler.steals,
            waited_seconds: scheduler.waited().as_secs_f64(),
        }
    }
}

/// The search of one length, in the record of an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct IterationRecord {
    /// Its figures.
    #[serde(flatten)]
    pub figures: Iteration,
    /// With the scheduler static: how the tree was divided in advance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shares: Option<PartitionRecord>,
    /// The work of each rank, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<RankStatistics>>,
}

impl From<&IterationReport> for IterationRecord {
    fn from(iteration: &IterationReport) -> Self {
        let ranks = &iteration.scheduler.ranks;
        let shares = PartitionRecord::of(&iteration.scheduler);
        Self { figures: iteration.into(), shares, ranks: (!ranks.is_empty()).then(|| ranks.clone()) }
    }
}

/// The static partition of the tree of one length.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PartitionRecord {
    /// One for each worker.
    pub workers: Vec<Share>,
    /// Nodes that were expanded to divide the tree.
    pub expanded: u64,
    /// Nodes of the divided top that were cut off.
    pub cut_off: u64,
}

impl PartitionRecord {
    /// The record, if the tree was divided in advance.
    fn of(statistics: &SchedulerStatistics) -> Option<Self> {
        let SchedulerStatistics { shares, unassigned, .. } = statistics;
        (!shares.is_empty()).then(|| Self {
            workers: shares.clone(),
            expanded: unassigned.expanded,
            cut_off: unassigned.cut_off,
        })
    }
}

/// One line of `solve --stats=json` on standard error: what one iteration took. Lines of text come between. The columns
/// of `solve --iterations FILE` are the same.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct IterationRow {
    /// Number of the cube, as in its result.
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub id: u64,
    /// Its figures.
    #[serde(flatten)]
    pub figures: Iteration,
}

impl IterationRow {
    /// The row of an iteration of the search for cube `id`.
    pub fn new(id: u64, iteration: &IterationReport) -> Self {
        Self { id, figures: iteration.into() }
    }

    /// The iterations of the search for cube `id`.
    pub fn of_search<M>(id: u64, outcome: &Outcome<M>) -> Vec<Self> {
        outcome.iterations.iter().map(|iteration| Self::new(id, iteration)).collect()
    }
}
