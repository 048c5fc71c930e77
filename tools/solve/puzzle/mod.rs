//! Questions about any puzzle: only these moves, only these pieces, from here to there, what moves cost.

mod batch;
mod goals;
mod list;
mod searches;

pub use batch::solve_all;
pub use goals::{GoalsCommand, goals};
pub use list::{PuzzlesCommand, puzzles};
