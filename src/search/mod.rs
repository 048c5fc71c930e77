//! Iterative-deepening A*: spaces to search, kernels that search one subtree, schedulers that hand subtrees to workers, and
//! the driver that proves one length after the other impossible.

mod batched;
mod breadth_first;
pub mod checkpoint;
mod control;
mod cube;
mod ida;
pub mod kernel;
mod nxn;
mod ranks;
pub mod scheduler;
mod space;
mod worker;

pub use checkpoint::{CheckpointError, CheckpointFile, Saving};
pub use control::{Control, Limits, Monitor, StopReason};
pub use cube::{
    CornerSpace, Heuristic, LayerParts, MoveOrder, OneSided, Parts, PlainSpace, Preset, Pruning, Recipe, Solver,
    SolverOptions, Source, SystemParts, TableOptions, TableSet, TableSpace, Turns, shortest_solution, solve_cube,
};
pub use ida::{Answer, Goal, Iteration, Method, Outcome, solve, solve_together};
pub use kernel::Kernel;
pub use nxn::{LayerOptions, LayerPruning, LayerSolver, PocketTable, StickerNode, StickerSpace};
#[doc(hidden)]
pub use ranks::work_distribution;
pub use ranks::{Distribution, InProcess, RankStatistics, Ranks, Team};
pub use scheduler::{Executor, Scheduler, Sequential};
pub use space::{Child, Space};
pub use worker::Duplicates;

#[cfg(test)]
mod race_tests;
