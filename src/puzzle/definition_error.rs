//! The error of a definition or a pattern that cannot be read or written.

use super::{Definition, SequenceFault};
use crate::units::shown;
use std::fmt;
use thiserror::Error;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPlace {
    /// The text as a whole.
    Whole,
    /// A line, counted from 1.
    Line(usize),
    /// A line and a column of it, both counted from 1.
    Column(usize, usize),
    /// The path of a value in JSON, `moves.U.CORNERS` for example.
    Path(String),
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Column(line, column) => write!(f, "line {line}, column {column}: "),
            Self::Path(path) => write!(f, "{}: ", shown(path)),
        }
    }
}

/// A definition or a pattern that cannot be read or written: where the fault is, and what it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}{fault}")]
pub struct DefinitionError {
    /// The place.
    pub place: TextPlace,
    /// The fault.
    pub fault: DefinitionFault,
}

/// A fault of a definition or a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DefinitionFault {
    /// No text at all.
    #[error("there is nothing to read")]
    Empty,
    /// A line that begins with no known word.
    #[error("`{}` is not a keyword of a definition, which has Name, Set, Solved, StartState, Move, MoveTransformation, \
             MoveAlias, MoveSequence and Illegal", shown(.0))]
    UnknownLine(String),
    /// A line with too few or too many words.
    #[error("write `{0}`")]
    Form(&'static str),
    /// A part that is not closed.
    #[error("{0} has no End")]
    NoEnd(String),
    /// Neither set nor orbit.
    #[error("the puzzle has no pieces: define them first")]
    NoOrbits,
    /// A set after what needs all of them.
    #[error("all sets come before the solved position, the moves and the rules")]
    LateSet,
    /// No solved position.
    #[error("there is no solved position")]
    NoSolved,
    /// A second one.
    #[error("{0} is given twice")]
    Twice(String),
    /// An orbit that was not defined.
    #[error("the puzzle has no pieces `{}`", shown(.0))]
    UnknownOrbit(String),
    /// A number of places that no orbit has.
    #[error("`{}` is not a number of places: it is 1 to 255", shown(.0))]
    Places(String),
    /// Too many places of all orbits.
    #[error("the puzzle has more than {0} places")]
    AllPlaces(usize),
    /// A number of orientations that no piece has.
    #[error("`{}` is not a number of orientations: it is 1 to 127", shown(.0))]
    Orientations(String),
    /// A name that cannot be one.
    #[error("`{}` is not a name: take letters and digits, and no white space nor any of []():,=#", shown(.0))]
    Name(String),
    /// A name for pieces that looks like a part of something else.
    #[error("`{}` cannot name pieces", shown(.0))]
    OrbitName(String),
    /// A name that another move with an amount has.
    #[error("the name {name} would also be {base} with an amount")]
    Amount {
        /// The name.
        name: String,
        /// The other move.
        base: String,
    },
    /// Too many moves or names.
    #[error("there are more than {most} {what}")]
    TooMany {
        /// The kind of things that are too many.
        what: &'static str,
        /// The greatest number possible.
        most: usize,
    },
    /// A list that is too short or too long.
    #[error("{found} numbers are given for the {places} places of {orbit}")]
    Count {
        /// The number of those given.
        found: usize,
        /// The number of those needed.
        places: usize,
        /// The orbit's name.
        orbit: String,
    },
    /// Something that is no number of a range.
    #[error("`{}` is not a{} {what} of {orbit}: it is {least} to {most}", shown(.found), if what.starts_with('o') { "n" } else { "" })]
    Range {
        /// The text that was read.
        found: String,
        /// The kind of number that it should be.
        what: &'static str,
        /// The orbit's name.
        orbit: String,
        /// The least number possible.
        least: usize,
        /// The greatest number possible.
        most: usize,
    },
    /// A list that is no permutation.
    #[error("that is not a permutation of {orbit}: {twice} appears twice")]
    Permutation {
        /// The orbit's name.
        orbit: String,
        /// The first number that is there for the second time.
        twice: usize,
    },
    /// A modulus of orientations that does not divide their number.
    #[error("the modulus {modulus} of an orientation does not divide {orientations}, the orientations of {orbit}")]
    Modulus {
        /// The modulus.
        modulus: String,
        /// The number of orientations.
        orientations: u8,
        /// The orbit's name.
        orbit: String,
    },
    /// A rule that the solved position breaks.
    #[error("the solved position has a piece where it must not be")]
    SolvedIllegal,
    /// A sequence of moves that cannot be read.
    #[error(transparent)]
    Sequence(#[from] SequenceFault),
    /// Names that are made of each other.
    #[error("{0} is made of itself")]
    Circle(String),
    /// Not JSON.
    #[error("{0}")]
    Json(String),
    /// A value of another kind.
    #[error("this is not {0}")]
    Kind(&'static str),
    /// A value that is missing.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A definition that the format has no words for.
    #[error("this cannot be written as {format}: {why}")]
    Unwritable {
        /// The format.
        format: &'static str,
        /// The reason.
        why: String,
    },
}

impl DefinitionFault {
    /// The error with this fault at a place.
    pub fn at(self, place: TextPlace) -> DefinitionError {
        DefinitionError { place, fault: self }
    }

    /// The fault of a puzzle with too many moves.
    pub fn too_many_moves() -> Self {
        Self::TooMany { what: "moves", most: Definition::MOST_MOVES }
    }
}
