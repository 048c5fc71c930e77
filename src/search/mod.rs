//! Iterative-deepening A*: spaces to search, kernels that search one subtree, schedulers that hand subtrees to workers, and
//! the driver that proves one length after the other impossible.

pub mod checkpoint;
mod control;
mod cube;
mod deepening;
mod engine;
mod nxn;
mod ranks;

pub use checkpoint::{CheckpointError, CheckpointFile, Saving};
pub use control::{Control, Limits, Monitor, StopReason};
pub use cube::{
    CornerSpace, Heuristic, LayerParts, MoveOrder, OneSided, Parts, PlainSpace, Preset, Pruning, Recipe, Solver,
    SolverOptions, Source, SystemParts, TableOptions, TableSet, TableSpace, Turns, shortest_solution, solve_cube,
};
pub use deepening::{Answer, Goal, Iteration, Method, Outcome, solve, solve_together};
pub use engine::one_sided::kernel::{self, Kernel};
pub use engine::one_sided::scheduler::{self, Executor, Scheduler, Sequential};
pub use engine::one_sided::space::{Child, Space};
pub use engine::one_sided::worker::Duplicates;
pub use nxn::{LayerOptions, LayerPruning, LayerSolver, PocketTable, StickerNode, StickerSpace};
pub use ranks::simulation;
pub use ranks::{Distribution, InProcess, RankStatistics, Ranks, Team};

#[cfg(test)]
mod race_tests;
