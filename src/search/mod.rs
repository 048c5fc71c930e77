//! Search for shortest solutions: one loop of iterative deepening, the engines that search the tree of each length, and
//! what they share: root tasks, reports, limits, checkpoints and ranks.

pub mod checkpoint;
mod control;
mod cube;
mod deepening;
mod engine;
mod executor;
mod nxn;
mod orbit;
mod outcome;
mod ranks;
mod report;
mod solver_error;
mod statistics;
mod task;
mod transpositions;

pub use checkpoint::{CheckpointError, CheckpointFile, Saving};
pub use control::{Control, Limits, Monitor, StopReason};
pub use cube::{
    CornerSpace, DeviceOptions, MoveTable, OwnBound, PieceSolver, PlainSpace, Prepared, TableNode, TableSet,
    TableSpace, largest_level,
};
pub use engine::one_sided::scheduler;
pub use engine::one_sided::space::{Child, Space};
pub use engine::one_sided::worker::TranspositionPruning;
pub use engine::one_sided::{Method, solve, solve_together};
pub use executor::{Executor, Sequential};
pub use nxn::StickerSolver;
pub use orbit::{OrbitSolver, TooLarge, distances};
pub use outcome::{Answer, Outcome};
pub use ranks::{InProcess, Ranks, Team};
pub use report::{Counters, IterationReport};
pub use solver_error::SolverError;
pub use statistics::{RankStatistics, SchedulerStatistics, Share, Unassigned};

/// The work-distribution policies, for programs that run them outside ranks, such as on a simulated machine.
///
/// Hidden, because it exposes the internals of ranks: it changes with the search and is not a stable interface.
#[doc(hidden)]
pub mod work_distribution {
    pub use super::engine::one_sided::distributed::top::{Top as TreeTop, distribute};
    pub use super::engine::one_sided::distributed::{LEAST_HEIGHT, split_depth};
    pub use super::ranks::iteration::{BETWEEN_REPORTS, PAUSES};
    pub use super::ranks::message::Work;
    pub use super::ranks::policy::{Environment, Nanos, WorkPolicy};
    pub use super::ranks::pool::Supply;
}

#[cfg(test)]
mod race_tests;
