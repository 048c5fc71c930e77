//! Schedulers: methods that distribute the tree of one iteration among workers. None of them knows the puzzle.
//!
//! All of them search the same tree: without a transposition table, the node counts of a completed iteration are the
//! same for every scheduler and every number of workers.

mod choice;
mod depth;
mod job;
mod main_worker;
mod ranges;
mod shared_path;
mod siblings;
pub mod static_partition;
mod stealing;
mod top_path;

pub use choice::{Scheduler, SchedulerError, StealingOrder};
pub(in crate::search) use job::{Job, Tally};
