//! Errors in move sequences.

use super::text::echo;
use crate::brackets::BracketFault;
use crate::nxn::Size;
use crate::text::TextPosition;
use thiserror::Error;

/// The least number in a sequence that is not counted to its end.
pub(super) const HUGE: usize = 1 << 20;

/// An error in a move sequence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// A character that begins no move.
    #[error("`{}` is not a move ({at})", echo(.symbol))]
    UnknownMove {
        /// The character.
        symbol: char,
        /// Its position.
        at: TextPosition,
    },
    /// A prime, `+` or `-` that follows no move, or follows a sign.
    #[error("`{}` follows no move, or a move that already has a sign ({at})", echo(.symbol))]
    StraySign {
        /// The sign.
        symbol: char,
        /// Its position.
        at: TextPosition,
    },
    /// Turns of the dials of a clock: letter by letter, they would be turns of a cube.
    #[error("`{token}` is a turn of the puzzle clock, not of a cube ({at})")]
    OfClock {
        /// The turn.
        token: String,
        /// Its position.
        at: TextPosition,
    },
    /// Several scrambles, in numbered lines or in those of a timer.
    #[error("this text has several scrambles, the second one in line {}: one at a time is read here", at.line)]
    Several {
        /// The position of the second one.
        at: TextPosition,
    },
    /// A number that is neither an amount nor a layer number.
    #[error(
        "this number is neither an amount nor a layer number ({at}): an amount follows its letter at once, and a layer \
         number has a blank before it and a face letter after it"
    )]
    StrayNumber {
        /// Its position.
        at: TextPosition,
    },
    /// Layer 0, or a range of layers that runs backwards.
    #[error("layers are counted from 1, and a range of layers goes up ({at})")]
    BadLayers {
        /// The position of the layer number.
        at: TextPosition,
    },
    /// A layer that the cube does not have.
    #[error("a {size} cube has no layer {} ({at})", layer_number(*layer))]
    LayerTooDeep {
        /// The cube.
        size: Size,
        /// The layer requested.
        layer: usize,
        /// The position of its number.
        at: TextPosition,
    },
    /// A middle slice of a cube that has none.
    #[error("`{symbol}` turns the middle layer, and a {size} cube has none ({at})")]
    NoMiddle {
        /// The cube.
        size: Size,
        /// The letter of the slice.
        symbol: char,
        /// Its position.
        at: TextPosition,
    },
    /// A lower-case letter that may mean different layers.
    #[error(
        "what `{symbol}` turns on a {size} cube is not agreed on ({at}): write `{0}w` for two layers or `2{0}` for the inner one",
        .symbol.to_ascii_uppercase()
    )]
    Ambiguous {
        /// The cube.
        size: Size,
        /// The letter.
        symbol: char,
        /// Its position.
        at: TextPosition,
    },
    /// Brackets that do not match, or make too many moves.
    #[error("{fault} ({at})")]
    Brackets {
        /// The fault.
        fault: BracketFault,
        /// Its position.
        at: TextPosition,
    },
}

impl MoveError {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownMove { .. }
            | Self::StraySign { .. }
            | Self::OfClock { .. }
            | Self::Several { .. }
            | Self::StrayNumber { .. }
            | Self::BadLayers { .. } => "bad-move",
            Self::LayerTooDeep { .. } => "layer-too-deep",
            Self::NoMiddle { .. } => "no-middle-layer",
            Self::Ambiguous { .. } => "ambiguous-move",
            Self::Brackets { fault, .. } => fault.code(),
        }
    }

    /// The position of the error.
    pub const fn at(&self) -> TextPosition {
        match *self {
            Self::UnknownMove { at, .. }
            | Self::StraySign { at, .. }
            | Self::OfClock { at, .. }
            | Self::Several { at }
            | Self::StrayNumber { at }
            | Self::BadLayers { at }
            | Self::LayerTooDeep { at, .. }
            | Self::NoMiddle { at, .. }
            | Self::Ambiguous { at, .. }
            | Self::Brackets { at, .. } => at,
        }
    }
}

/// A layer number in a message.
fn layer_number(layer: usize) -> String {
    if layer < HUGE { layer.to_string() } else { "of so large a number".to_owned() }
}
