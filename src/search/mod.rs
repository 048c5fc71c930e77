//! Search for shortest solutions: one loop of iterative deepening, the engines that search the tree of each length, and
//! what they share: root tasks, reports, limits, strategies, checkpoints and ranks.

pub mod checkpoint;
mod control;
mod cube;
mod deepening;
mod engine;
mod executor;
mod nxn;
mod query;
mod ranks;
mod report;
mod statistics;
mod strategy;
mod task;

pub use checkpoint::{CheckpointError, CheckpointFile, Saving};
pub use control::{Control, Limits, Monitor, StopReason};
pub use cube::{
    Bounds, CornerSpace, DeviceOptions, MoveOrder, MoveTable, Parts, PieceOptions, PieceParts, PieceSolver, PlainSpace,
    Preset, Pruning, SearchConfig, SolverError, Source, StickerParts, TableNode, TableSet, TableSpace, UnknownBounds,
    largest_level,
};
pub use engine::one_sided::scheduler;
pub use engine::one_sided::space::{Child, Space};
pub use engine::one_sided::worker::TranspositionPruning;
pub use engine::one_sided::{Method, solve, solve_together};
pub use executor::{Executor, Sequential};
pub use nxn::{PocketTable, StickerNode, StickerOptions, StickerPruning, StickerSolver, StickerSpace};
pub use query::{Answer, Outcome, SearchQuery};
pub use ranks::{Distribution, DistributionError, InProcess, Ranks, Team};
pub use report::{Counters, IterationReport};
pub use statistics::{RankStatistics, SchedulerStatistics, Share, Unassigned};
pub use strategy::{
    Kernel, OneSidedKernel, OneSidedReason, Scheduler, SchedulerError, SearchPlace, StealingOrder, Strategy,
    StrategyError, TranspositionOptions, TwoSidedKernel, UnknownKernel,
};

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
