//! Questions about any puzzle, as the flags of programs ask them.

mod args;
mod question;

pub use args::PuzzleArgs;
pub use question::{advice, ask, ask_all, definition, origin, powers};
