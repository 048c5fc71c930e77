//! What is wrong, for programs and people.

use crate::common::units;
use cubepdb::internals::notation::InputError;
use cubepdb::internals::search::StopReason;
use serde::Serialize;

/// What is wrong with an input, or which limit ended a search.
#[derive(Debug, Serialize)]
pub struct ErrorRecord {
    pub code: &'static str,
    pub place: Option<String>,
    pub message: String,
}

impl ErrorRecord {
    /// What is wrong with an input.
    pub fn of_input(error: &InputError) -> Self {
        let place = error.place().map(|place| place.to_string());
        Self { code: error.code(), place, message: error.to_string() }
    }

    /// Names the limit: the status is `timeout` for all of them.
    pub fn of_limit(reason: StopReason) -> Self {
        Self { code: code(reason), place: None, message: cause(reason) }
    }
}

fn code(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time-limit",
        StopReason::Nodes => "node-limit",
        StopReason::Interrupt => "interrupted",
        StopReason::Memory { .. } => "memory",
        StopReason::Device { .. } => "device",
    }
}

/// The limit, for people.
pub fn cause(reason: StopReason) -> String {
    match reason {
        StopReason::Time => "time limit".to_owned(),
        StopReason::Nodes => "node limit".to_owned(),
        StopReason::Interrupt => "interrupted".to_owned(),
        StopReason::Device { number } => format!("device {number} stopped answering"),
        StopReason::Memory { needed, allowed } => {
            let (needed, allowed) = (units::size(needed), units::size(allowed));
            format!("the next level would take about {needed} of memory, and {allowed} are allowed")
        }
    }
}

/// The input for a record, without byte order mark and line end, and truncated where it is too long for a cube.
pub fn shown(input: &[u8]) -> String {
    const LONGEST: usize = 1000;
    let text = String::from_utf8_lossy(&input[..input.len().min(LONGEST)]);
    text.trim_start_matches('\u{feff}').trim_end_matches('\r').to_owned()
}
