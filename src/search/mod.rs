//! Iterative-deepening A*: a space to search, kernels that search one subtree, and the driver that splits the tree over
//! workers and proves one length after the other impossible.

mod control;
mod cube_space;
mod ida;
pub mod kernel;
mod solver;
mod space;

pub use control::{Control, Limits, Monitor, StopReason};
pub use cube_space::{CornerSpace, TableSet, TableSpace};
pub use ida::{Answer, Executor, Goal, Iteration, Outcome, Sequential, solve};
pub use solver::solve_cube;
pub use space::{Child, Space};
