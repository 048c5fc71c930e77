//! Errors in a cube that is written in colours.

use super::counts::ColourCounts;
use super::pieces::PieceError;
use super::place::Place;
use crate::text::TextPosition;
use std::fmt;
use thiserror::Error;

/// An error in a piece file or a list of coloured faces, with its line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ColourError {
    /// The fault.
    pub fault: Box<ColourFault>,
    /// The position, if the fault has one.
    pub at: Option<TextPosition>,
    /// The earlier, contradicting position.
    pub earlier: Option<TextPosition>,
}

/// A fault in a cube that is written in colours.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ColourFault {
    /// A word that is not a colour.
    #[error(
        "`{word}` is not a colour: use white, yellow, red, orange, green, blue, black, purple, pink, grey or brown, or \
         the letters W Y R O G B K P"
    )]
    UnknownColour {
        /// The word, safe to show.
        word: String,
    },
    /// A label that names no place.
    #[error("`{word}` is not {expected}")]
    UnknownPlace {
        /// The label, safe to show.
        word: String,
        /// The valid labels.
        expected: &'static str,
    },
    /// Colours without a face to belong to.
    #[error("colours without a face: write the letter of the face and a colon before them, such as `U: W W W`")]
    NoFace,
    /// A place that is described twice.
    #[error("{place} is given twice")]
    PlaceTwice {
        /// The place.
        place: &'static str,
    },
    /// Places that are not described.
    #[error("nothing is said about {places}")]
    PlaceMissing {
        /// The places.
        places: String,
    },
    /// Too many or too few colours.
    #[error("{place} has {expected}, but {found} given")]
    StickerCount {
        /// The place.
        place: &'static str,
        /// `one colour`, `2 stickers`.
        expected: String,
        /// `none is`, `3 are`.
        found: String,
    },
    /// More than six colours.
    #[error("{colour} is a seventh colour: a cube has six")]
    SeventhColour {
        /// The least frequent colour.
        colour: &'static str,
    },
    /// Fewer than six colours.
    #[error("a cube has six colours, but there are only {found}")]
    FewColours {
        /// The number of colours.
        found: usize,
    },
    /// A colour that does not occur nine times.
    #[error("{0}")]
    ColourCount(ColourCounts),
    /// Two centres of one colour.
    #[error("the centres of {first} and {second} are both {colour}")]
    CentreTwice {
        /// The colour.
        colour: &'static str,
        /// The first face.
        first: &'static str,
        /// The second face.
        second: &'static str,
    },
    /// Front and top have colours that no piece has together.
    #[error("front and top cannot be {front} and {top}: no piece has both, so they are on opposite faces")]
    CentresOpposite {
        /// The colour of the front.
        front: &'static str,
        /// The colour of the top.
        top: &'static str,
    },
    /// The pieces do not determine which colours are opposite, or which of two is on the right.
    #[error("the pieces contradict one another: they do not tell {0}")]
    Scheme(&'static str),
    /// More than one cube where one is expected.
    #[error("a line of dashes begins another cube, but one cube is expected here")]
    SecondCube,
    /// The pieces do not make a solvable cube.
    #[error("{error}{detail}")]
    Piece {
        /// The law that is broken.
        error: PieceError,
        /// The pieces in colours, or the stickers; empty if there is nothing to add.
        detail: String,
    },
}

impl ColourFault {
    pub(super) fn at(self, at: TextPosition) -> ColourError {
        ColourError { fault: Box::new(self), at: Some(at), earlier: None }
    }

    pub(super) fn nowhere(self) -> ColourError {
        ColourError { fault: Box::new(self), at: None, earlier: None }
    }
}

impl ColourError {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match &*self.fault {
            ColourFault::UnknownColour { .. } => "unknown-colour",
            ColourFault::UnknownPlace { .. } => "unknown-place",
            ColourFault::NoFace => "no-face",
            ColourFault::PlaceTwice { .. } => "place-duplicate",
            ColourFault::PlaceMissing { .. } => "place-missing",
            ColourFault::StickerCount { .. } => "sticker-count",
            ColourFault::SeventhColour { .. } | ColourFault::FewColours { .. } | ColourFault::ColourCount(_) => {
                "colour-count"
            }
            ColourFault::CentreTwice { .. } => "centre-duplicate",
            ColourFault::CentresOpposite { .. } => "centre-opposite",
            ColourFault::Scheme(_) => "colour-scheme",
            ColourFault::SecondCube => "second-cube",
            ColourFault::Piece { error, .. } => error.code(),
        }
    }

    /// The position of the error.
    pub const fn place(&self) -> Option<Place> {
        match (self.at, &*self.fault) {
            (Some(at), _) => Some(Place::Line(at)),
            (None, ColourFault::Piece { error, .. }) => error.place(),
            (None, _) => None,
        }
    }

    /// Shifts the positions for a text that begins below `lines` other lines.
    pub(super) fn move_below(&mut self, lines: usize) {
        for place in [&mut self.at, &mut self.earlier].into_iter().flatten() {
            place.line += lines;
        }
    }
}

impl fmt::Display for ColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)?;
        match (self.at, self.earlier) {
            (Some(at), Some(earlier)) => write!(f, " ({}, and before in line {})", Place::Line(at), earlier.line),
            (Some(at), None) => write!(f, " ({})", Place::Line(at)),
            (None, _) => Ok(()),
        }
    }
}
