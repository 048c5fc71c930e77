//! Errors in making an index.

use thiserror::Error;

/// The reason why a question has no index.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IndexError {
    /// The puzzle forbids moves.
    #[error("the puzzle has rules that forbid moves: its positions are no product")]
    Rules,
    /// Moves that cost more than 1.
    #[error("moves have different costs")]
    Costs,
    /// Targets whose pieces differ.
    #[error("the targets of the goal have different pieces")]
    Targets,
    /// A part that cannot be listed.
    #[error("the {orbit} have too many arrangements for a table")]
    TooLarge {
        /// The name of the orbit.
        orbit: String,
    },
    /// Too many parts of some size.
    #[error("numbering the positions takes too much work")]
    TooMuchWork,
    /// Somebody wanted no more.
    #[error("the numbering was stopped")]
    Stopped,
}
