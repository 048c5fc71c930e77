//! Iterative-deepening A*: spaces to search, kernels that search one subtree, schedulers that hand subtrees to workers, and
//! the driver that proves one length after the other impossible.

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
    CornerSpace, Heuristic, LayerParts, MoveOrder, OneSided, Parts, PlainSpace, Preset, Pruning, Recipe, Solver,
    SolverOptions, Source, SystemParts, TableNode, TableOptions, TableSet, TableSpace, Turns, shortest_solution,
    solve_cube,
};
pub use engine::one_sided::scheduler::{self, Scheduler};
pub use engine::one_sided::space::{Child, Space};
pub use engine::one_sided::worker::Duplicates;
pub use engine::one_sided::{Method, solve, solve_together};
pub use executor::{Executor, Sequential};
pub use nxn::{LayerOptions, LayerPruning, LayerSolver, PocketTable, StickerNode, StickerSpace};
pub use query::{Answer, Goal, Iteration, Outcome};
pub use ranks::simulation;
pub use ranks::{Distribution, InProcess, Ranks, Team};
pub use report::Counters;
pub use statistics::{RankStatistics, SchedulerStatistics, Share, Unrolled};
pub use strategy::Kernel;

#[cfg(test)]
mod race_tests;
