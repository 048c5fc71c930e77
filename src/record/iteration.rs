//! The cost of one iteration of a search.

use crate::search::{IterationReport, Outcome, RankStatistics, SchedulerStatistics, Share};
use serde::Serialize;

/// The search of one length, in the record of an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct IterationRecord {
    /// The length that was searched.
    pub bound: u8,
    /// Nodes that were generated.
    pub nodes: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Entries of tables that were read.
    pub lookups: u64,
    /// Nodes that a transposition table cut off.
    pub duplicates: u64,
    /// Subtrees that were handed to workers.
    pub subtrees: u64,
    /// True if the tree of this length was searched to its end.
    pub completed: bool,
    /// Wall time.
    pub seconds: f64,
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
        Self {
            bound: iteration.bound,
            nodes: iteration.counters.nodes,
            expanded: iteration.counters.expanded,
            lookups: iteration.counters.lookups,
            duplicates: iteration.counters.duplicates,
            subtrees: iteration.scheduler.subtrees,
            completed: iteration.completed,
            seconds: iteration.time.as_secs_f64(),
            shares: PartitionRecord::of(&iteration.scheduler),
            ranks: (!ranks.is_empty()).then(|| ranks.clone()),
        }
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
    /// The length that was searched.
    pub bound: u8,
    /// Nodes that were generated.
    pub nodes: u64,
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Entries of tables that were read.
    pub lookups: u64,
    /// Nodes that a transposition table cut off.
    pub duplicates: u64,
    /// True if the tree of this length was searched to its end: then, without a transposition table, the counts are the
    /// same on any number of threads.
    pub completed: bool,
    /// Wall time.
    pub seconds: f64,
}

impl IterationRow {
    /// The row of an iteration of the search for cube `id`.
    pub fn new(id: u64, iteration: &IterationReport) -> Self {
        let IterationReport { bound, counters, completed, time, .. } = iteration;
        Self {
            id,
            bound: *bound,
            nodes: counters.nodes,
            expanded: counters.expanded,
            lookups: counters.lookups,
            duplicates: counters.duplicates,
            completed: *completed,
            seconds: time.as_secs_f64(),
        }
    }

    /// The iterations of the search for cube `id`.
    pub fn of_search<M>(id: u64, outcome: &Outcome<M>) -> Vec<Self> {
        outcome.iterations.iter().map(|iteration| Self::new(id, iteration)).collect()
    }
}
