//! Schedulers: methods that distribute the tree of one iteration among workers. None of them knows the puzzle.
//!
//! All of them search the same tree: without a transposition table, the node counts of a completed iteration are the
//! same for every scheduler and every number of workers.
//!
//! What a scheduler has to do, in `run(&Job)`:
//! - Every subtree is searched once (`SubtreeWorker::search`), and every node above them is expanded once by a worker
//!   (`children_of`, or `open`), which counts it. Workers run in `Job::gather`, which merges their reports.
//! - A worker asks the control by itself whether the search goes on: `children_of` returns `None` then, and `search`
//!   leaves the rest out. What a scheduler leaves out itself, it reports by `SubtreeWorker::leave`.
//! - One that knows the number of its subtrees in advance says it (`set_task_count`), and progress is shown in parts of
//!   it.

mod depth;
mod job;
mod main_worker;
mod ranges;
mod shared_path;
mod siblings;
pub mod static_partition;
mod stealing;
mod top_path;

pub use depth::LEAST_HEIGHT;
pub(in crate::search) use job::{Job, Tally};

use crate::plan::Scheduler;
use crate::search::report::Searched;

impl Scheduler {
    /// Searches the tree of one iteration.
    pub(in crate::search) fn run(self, job: &Job<'_>) -> Searched {
        if let Some(searched) = job.cut_off() {
            return searched;
        }
        // One thread needs none of the others, which would make the module for browsers larger.
        if cfg!(target_family = "wasm") {
            let Self::Depth(depth) = self else { return depth::run(job, Some(0)) };
            return depth::run(job, depth);
        }
        match self {
            Self::Depth(depth) => depth::run(job, depth),
            Self::Sequential => depth::run(job, Some(0)),
            Self::MainWorker { height } => main_worker::run(job, height),
            Self::SharedPath { height } => shared_path::run(job, height),
            Self::Stealing { limit, order } => stealing::run(job, limit, order),
            Self::Siblings { grain } => siblings::run(job, grain),
            Self::Ranges => ranges::run(job),
            Self::StaticPartition { workers } => static_partition::run(job, workers),
        }
    }
}
