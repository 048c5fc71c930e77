//! Distances of all positions: limits and results.

use crate::puzzle::Position;
use thiserror::Error;

/// Limits of a search for all distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of memory.
    pub memory: u64,
    /// The greatest depth that is of interest.
    pub most_depth: Option<u64>,
    /// The most positions of the last depth that are kept.
    pub antipodes: usize,
}

impl Limits {
    /// So many bytes of memory, to any depth, with up to 100 antipodes.
    pub fn of_memory(memory: u64) -> Self {
        Self { memory, most_depth: None, antipodes: 100 }
    }
}

/// A depth that a search has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The depth, in units of cost.
    pub depth: u64,
    /// Number of positions at this distance.
    pub positions: u64,
}

/// Numbers of positions by their distance to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// Number of positions at each distance, in multiples of [`unit`](Self::unit).
    pub counts: Vec<u64>,
    /// The greatest common divisor of the costs of all moves: 1 in most cases.
    pub unit: u8,
    /// Whether all positions from which the goal can be reached are counted.
    pub is_complete: bool,
    /// Positions at the greatest distance that was counted, as the goal sees them; not all if they are many.
    pub antipodes: Vec<Position>,
}

impl Distances {
    /// No positions yet.
    pub(super) fn new(unit: u8) -> Self {
        Self { counts: Vec::new(), unit, is_complete: false, antipodes: Vec::new() }
    }

    /// Removes empty depths behind the last position.
    pub(super) fn trim(&mut self) {
        let depths = self.counts.iter().rposition(|&positions| positions > 0).map_or(0, |last| last + 1);
        self.counts.truncate(depths);
    }

    /// Number of positions.
    pub fn states(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The distance that counts at a place mean.
    pub fn depth(&self, place: usize) -> u64 {
        place as u64 * u64::from(self.unit)
    }
}

/// The reason why a search for all distances cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DistancesError {
    /// Too little memory.
    #[error("the search needs {needed} bytes of memory; the limit is {limit}")]
    Memory {
        /// Number of bytes that it needs.
        needed: u64,
        /// Number of bytes that there are, or that the limits allow.
        limit: u64,
    },
    /// Targets with different pieces.
    #[error("the targets of the goal have different pieces")]
    Targets,
    /// A puzzle that is too large for keys.
    #[error("positions of this puzzle are too large for the keys of a search")]
    Key,
}
