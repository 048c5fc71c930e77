//! The number of positions at each distance from a goal: limits and results.

use crate::puzzle::Position;

/// The limits of a search for all distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistanceLimits {
    /// The greatest cost of interest.
    pub most_cost: u32,
    /// The most bytes of memory.
    pub memory: u64,
    /// The most farthest positions that are returned.
    pub antipodes: usize,
}

/// Positions by their distance from the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// The number of positions from which the goal is reached at each cost, but not at a lower one.
    pub counts: Vec<u64>,
    /// The number of classes of these up to symmetry, where they were asked for, and counted to the end.
    pub classes: Vec<u64>,
    /// Some of the positions at the greatest cost that was counted, as the goal sees them, in an order that does not
    /// depend on the number of threads.
    pub antipodes: Vec<Position>,
    /// The reason why there are no more counts.
    pub ended: DistancesEnd,
}

impl Distances {
    /// Returns whether all positions are counted.
    pub fn is_complete(&self) -> bool {
        self.ended == DistancesEnd::Complete
    }
}

/// The reason why a search for all distances ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistancesEnd {
    /// All positions are counted.
    Complete,
    /// The greatest cost of interest is reached.
    Cost,
    /// The next distance may take more memory than is allowed.
    Memory {
        /// The bytes that it may take.
        needed: u64,
    },
    /// The caller wants no more.
    Stopped,
}
