//! Errors, for programs and people.

use crate::notation::{InputError, Place, StartError};
use crate::puzzle::QuestionError;
use crate::search::StopReason;
use crate::units;
use serde::Serialize;

/// The reason why a request is refused: a code for programs, and a sentence.
pub type Refused = (&'static str, String);

/// The fault of an input, or the limit that ended a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ErrorRecord {
    /// Class of the error, for programs: words with hyphens. Of limits: time-limit, node-limit, memory, device,
    /// interrupted.
    #[cfg_attr(test, schemars(regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$")))]
    pub code: &'static str,
    /// Where the input is wrong, if that can be said, such as `column 3`.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub place: Option<Place>,
    /// A sentence for people.
    pub message: String,
}

impl ErrorRecord {
    /// The record of a fault of an input.
    pub fn of_input(error: &InputError) -> Self {
        Self { code: error.code(), place: error.place(), message: error.to_string() }
    }

    /// The record of a start that is no position of a puzzle.
    pub fn of_start(error: &StartError) -> Self {
        let code = match error {
            StartError::Cube(error) => return Self::of_input(error),
            StartError::Question(QuestionError::Sequence(error) | QuestionError::Origin(error)) => error.fault.code(),
            StartError::Question(QuestionError::Impossible { .. }) => "impossible-move",
            StartError::Unknown | StartError::UnknownHold => "unknown-stickers",
            StartError::NoMoves | StartError::Question(_) => "invalid-position",
        };
        let place = match error {
            StartError::Question(QuestionError::Sequence(error)) => Some(Place::Text(error.at)),
            _ => None,
        };
        Self { code, place, message: error.to_string() }
    }

    /// The record of a start from which moves cannot lead to the goal, with the sentence that says why.
    pub fn unreachable(message: String) -> Self {
        Self { code: "unreachable", place: None, message }
    }

    /// The limit that ended a search.
    pub fn of_limit(reason: StopReason) -> Self {
        let (code, message) = match reason {
            StopReason::Time => ("time-limit", reason.to_string()),
            StopReason::Nodes => ("node-limit", reason.to_string()),
            StopReason::Interrupt => ("interrupted", reason.to_string()),
            StopReason::Device { number } => ("device", format!("device {number} stopped answering")),
            StopReason::Memory { needed, allowed } => {
                let (needed, allowed) = (units::size(needed), units::size(allowed));
                let message = format!("the search needs about {needed} of memory, and {allowed} are allowed");
                ("memory", message)
            }
        };
        Self { code, place: None, message }
    }
}
