//! Starts: positions that the arguments and --from name.

use crate::common::exit::Failure;
use crate::common::puzzle::{is_file, pattern};
use cubepdb::puzzles::{Position, Question, QuestionError};

/// The position before the moves of an argument.
pub enum From {
    /// The solved one.
    Solved,
    /// Moves from it.
    Moves(String),
    /// A pattern.
    Pattern(Position),
}

impl From {
    /// Reads --from: moves, or a file with a pattern.
    pub fn read(text: Option<&str>, question: &Question) -> Result<Self, Failure> {
        Ok(match text {
            None => Self::Solved,
            Some(text) if is_file(text) => Self::Pattern(pattern(question.definition(), text)?),
            Some(text) => Self::Moves(text.to_owned()),
        })
    }

    /// The position after these moves, as the goal sees it.
    ///
    /// # Errors
    /// If it is none.
    pub fn start(&self, question: &Question, moves: &str) -> Result<Position, QuestionError> {
        match self {
            Self::Solved => question.start(None, moves),
            Self::Moves(before) => question.start(None, &format!("{before} {moves}")),
            Self::Pattern(position) => question.start(Some(position), moves),
        }
    }
}
