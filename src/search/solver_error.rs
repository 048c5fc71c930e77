//! Errors in the preparation of a solver.

use crate::device::DeviceError;
use crate::plan::StrategyError;
use crate::prune::automaton::TooManyStates;
use crate::prune::table::TranspositionError;
use crate::search::orbit::TooLarge;
use thiserror::Error;

/// The reason why there is no solver for a plan and tables.
#[derive(Debug, Error)]
pub enum SolverError {
    /// The parts of the plan contradict each other or the tables.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// A device cannot be used.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// There is no memory for the transposition table.
    #[error(transparent)]
    Transpositions(#[from] TranspositionError),
    /// The positions of a puzzle have more bytes than a search carries.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The moves of a puzzle commute in too many ways.
    #[error(transparent)]
    TooManyStates(#[from] TooManyStates),
    /// The positions of a puzzle have no exact keys.
    #[error("a transposition table needs exact keys of 128 bits, and a position of this puzzle takes more")]
    Keys,
}
