//! Questions about any puzzle: only these moves, only these pieces, from here to there, what moves cost.

mod args;
mod batch;
mod list;
mod question;

pub use args::PuzzleArgs;
pub use batch::solve_all;
pub use list::{PuzzlesCommand, puzzles};
