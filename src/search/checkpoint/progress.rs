//! The progress of a search.

use crate::plan::SearchQuery;
use crate::puzzle::MoveIndex;
use crate::search::report::{IterationReport, TaskReport};
use crate::search::task::{FinishedTask, Split};
use crate::storage::SealError;
use std::time::Duration;

/// The known facts about a search: the content of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Progress {
    /// Lengths searched completely.
    pub iterations: Vec<IterationReport>,
    /// Their solutions, shortest first.
    pub solutions: Vec<Vec<MoveIndex>>,
    /// The current length, or the one to be searched next; meaningless before the first one.
    pub next: u8,
    /// The scores that the engine goes on with, of the root tasks of the last length searched completely for example;
    /// empty for an engine that keeps none.
    pub scores: Vec<u16>,
    /// The finished root tasks of the current length.
    pub running: Option<Running>,
}

impl Progress {
    /// Checks what no checksum can: that solutions lead to the goal, and that there are none where the search would be
    /// over.
    pub fn check(&self, query: &SearchQuery, solves: impl Fn(&Vec<MoveIndex>) -> bool) -> Result<(), SealError> {
        let running = self.running.iter().flat_map(|running| &running.report.solutions);
        let solutions: Vec<_> = self.solutions.iter().chain(running).collect();
        let refuse = |field, found: usize| Err(SealError::out_of_range(field, found as u64));
        match solutions.iter().position(|solution| !solves(solution)) {
            Some(wrong) => refuse("number of a solution that is none", wrong),
            None if !query.all && !solutions.is_empty() => {
                refuse("number of solutions of an unfinished search for one", solutions.len())
            }
            None => Ok(()),
        }
    }
}

/// A length that is being searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Running {
    /// The root tasks that the tree was cut into.
    pub split: Split,
    /// The finished tasks as bits, the first task in bit 0 of the first byte.
    pub done: Vec<u8>,
    /// The scores of finished tasks, by task number; empty for an engine that keeps none.
    pub scores: Vec<u16>,
    /// The report on these tasks.
    pub report: TaskReport,
    /// Time taken.
    pub time: Duration,
}

impl Running {
    /// A length with no finished task.
    pub fn new(split: Split) -> Self {
        let done = vec![0; split.tasks.div_ceil(8) as usize];
        Self { split, done, scores: Vec::new(), report: TaskReport::default(), time: Duration::ZERO }
    }

    /// Returns whether a task is finished.
    pub fn is_done(&self, task: usize) -> bool {
        self.done[task / 8] >> (task % 8) & 1 == 1
    }

    /// Number of finished tasks.
    pub fn count(&self) -> u64 {
        self.done.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// Adds tasks that were searched to their ends, and what was found in all of them.
    pub fn add(&mut self, tasks: impl Iterator<Item = FinishedTask>, report: &TaskReport) {
        for FinishedTask { task, score } in tasks {
            debug_assert!(report.complete && !self.is_done(task), "a task is finished once");
            self.done[task / 8] |= 1 << (task % 8);
            if let Some(score) = score {
                self.scores.resize(self.split.tasks as usize, 0);
                self.scores[task] = score;
            }
        }
        self.report.merge(report.clone());
    }
}
