//! The extent of the smoke tests, and their error.

use thiserror::Error;

/// An error: a table contradicts itself along a random walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the table contradicts itself: entry {index}, {steps} moves from the solved state, holds {value}, and a neighbour of it {before}"
)]
pub struct SmokeError {
    /// Index of the entry.
    pub index: u64,
    /// Its value.
    pub value: u8,
    /// The value of the entry one move before it.
    pub before: u8,
    /// Length of the walk that led there.
    pub steps: u64,
}

pub(super) const WALKS: u64 = 200;
pub(super) const STEPS: u64 = 50;
