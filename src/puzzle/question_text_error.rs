//! The error of a question as text.

use super::{BUILTINS, DefinitionError, GoalError, MovesError, QuestionError, SequenceError};
use crate::nearest::{hint, nearest};
use crate::units::shown;
use std::fmt::{self, Display};
use std::io;
use thiserror::Error;

/// A part of a question; displays as the name of its flag, without dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionPart {
    /// The puzzle.
    Puzzle,
    /// The goal.
    Goal,
    /// Moves after which the goal counts as well.
    UpTo,
    /// The position to end in.
    To,
    /// The moves.
    Moves,
    /// The costs of moves.
    Cost,
    /// The position before the moves of a start.
    From,
}

/// The fault of a question that cannot be read, and where it is.
#[derive(Debug, Error)]
#[error("{place}: {fault}", place = file.as_deref().unwrap_or(part.name()))]
pub struct QuestionTextError {
    /// The part that is wrong.
    pub part: QuestionPart,
    /// The path of the file that was read for it.
    pub file: Option<String>,
    /// The fault.
    pub fault: Box<QuestionFault>,
}

/// The fault of a question that cannot be read.
#[derive(Debug, Error)]
pub enum QuestionFault {
    /// No puzzle has this name, and no file either, if the asker may name one.
    #[error(
        "there is no puzzle {}`{}`{}",
        if *.reads_files { "and no file " } else { "" },
        shown(.name),
        hint(nearest_puzzle(.name))
    )]
    UnknownPuzzle {
        /// The name.
        name: String,
        /// True if it may be the path of a file.
        reads_files: bool,
    },
    /// There is no such file.
    #[error("there is no file `{}`", shown(.0))]
    NoFile(String),
    /// A file cannot be read.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A file is larger than any of its kind.
    #[error("it has {found} bytes, and at most {most} are read")]
    TooLarge {
        /// The bytes that it has.
        found: u64,
        /// The bytes that a file of its kind may have.
        most: u64,
    },
    /// A file is no text.
    #[error("it is not text")]
    NoText,
    /// A definition or a pattern is wrong.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// The moves or their costs are wrong.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// The goal is wrong.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// A sequence of moves is wrong.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
    /// The parts do not go together.
    #[error(transparent)]
    Question(#[from] QuestionError),
}

impl QuestionFault {
    /// The puzzle or the goal that a name means which is not known, if it is similar to one that is.
    pub fn nearest_name(&self) -> Option<&'static str> {
        match self {
            Self::UnknownPuzzle { name, .. } => nearest_puzzle(name),
            Self::Goal(GoalError::UnknownName { nearest, .. }) => *nearest,
            _ => None,
        }
    }
}

/// The puzzle that a name means.
fn nearest_puzzle(name: &str) -> Option<&'static str> {
    let cube = name.split_once('x').filter(|(one, other)| one == other).map(|(one, _)| format!("{name}x{one}"));
    nearest(cube.as_deref().unwrap_or(name), BUILTINS.iter().map(|puzzle| puzzle.name))
}

impl QuestionPart {
    /// The name of its flag, without dashes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Goal => "goal",
            Self::UpTo => "up-to",
            Self::To => "to",
            Self::Moves => "moves",
            Self::Cost => "cost",
            Self::From => "from",
        }
    }

    pub(super) fn error(self, fault: impl Into<QuestionFault>) -> QuestionTextError {
        QuestionTextError { part: self, file: None, fault: Box::new(fault.into()) }
    }
}

impl Display for QuestionPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
