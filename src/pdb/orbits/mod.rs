//! Distances of all positions of any puzzle from its goal: "God's number", and how many positions there are at each
//! distance.
//!
//! [`Distances::of`] chooses between three searches. Most puzzles have a [`PositionIndex`]: what the goal shows of a
//! position is divided into parts on which moves act without regard to the rest, each of which has so few values that
//! all are listed. [`search`] needs two bits for each position, [`weighted`] a byte, for moves with different costs.
//! Without an index, or where a puzzle forbids moves, [`frontier`] has whole positions as keys, and stops when the memory
//! is used up.

mod cells;
mod choose;
mod cycle;
mod distances;
mod frontier;
mod index;
mod index_error;
mod interner;
mod key_code;
mod key_set;
mod lens;
mod part;
mod plan;
mod remainder;
mod rows;
mod search;
mod shards;
mod steps;
#[cfg(test)]
mod tests;
mod weighted;

pub use distances::{Distances, DistancesError, Level, Limits};
pub use frontier::frontier;
pub use index::PositionIndex;
pub use index_error::IndexError;
pub use search::{memory_needed, search};
pub use weighted::{weighted, weighted_memory_needed};
