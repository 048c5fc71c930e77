//! Distances of all positions of any puzzle from its goal, by breadth-first search over a perfect index.

mod cells;
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

pub use distances::{Distances, DistancesError, Level, Limits};
pub use frontier::frontier;
pub use index::PositionIndex;
pub use index_error::IndexError;
pub use search::{memory_needed, search};
