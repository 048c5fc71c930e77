//! The reports of workers on the tasks that they searched.

use crate::heuristic::Expansion;
use crate::puzzle::MoveIndex;
use crate::search::statistics::SchedulerStatistics;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The cost of searching some subtrees. Plain counters of one worker, summed at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Nodes generated: each child that a possible move makes counts once, whether its bound cuts it off or not. A move
    /// of cost `c` that is not cut off counts `c` times.
    pub nodes: u64,
    /// Nodes expanded: those of which children were made.
    pub expanded: u64,
    /// Table entries read, or bounds asked for.
    pub lookups: u64,
    /// Nodes cut off by a transposition table.
    pub duplicates: u64,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.lookups += other.lookups;
        self.duplicates += other.duplicates;
    }
}

/// The report on some tasks: solutions and cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskReport {
    /// Solutions, in no order.
    pub solutions: Vec<Vec<MoveIndex>>,
    /// The work counters.
    pub counters: Counters,
    /// The least f-value over the bound minus the bound; [`Expansion::NOTHING_CUT`] if nothing was cut off.
    pub overshoot: u8,
    /// True if nothing was left out.
    pub complete: bool,
}

impl Default for TaskReport {
    fn default() -> Self {
        Self { solutions: Vec::new(), counters: Counters::default(), overshoot: Expansion::NOTHING_CUT, complete: true }
    }
}

impl TaskReport {
    /// Adds the report of another worker.
    pub fn merge(&mut self, mut other: Self) {
        self.solutions.append(&mut other.solutions);
        self.counters += other.counters;
        self.overshoot = self.overshoot.min(other.overshoot);
        self.complete &= other.complete;
    }
}

/// One length that was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IterationReport {
    /// The length, or cost.
    pub bound: u8,
    /// The work counters.
    pub counters: Counters,
    /// The statistics of the scheduler.
    pub scheduler: SchedulerStatistics,
    /// True if the whole tree was searched: then, without a transposition table, the counters do not depend on the
    /// scheduler and the number of workers.
    pub completed: bool,
    /// Time taken, by all runs if the search was resumed.
    pub time: Duration,
}

/// The report of the tree of one length, and statistics of the distribution of its tasks.
pub(super) type Searched = (TaskReport, SchedulerStatistics);
