//! Distances of all positions of any puzzle from its goal, by breadth-first search over a perfect index.

mod cells;
mod cycle;
mod distances;
mod index;
mod index_error;
mod interner;
mod lens;
mod part;
mod plan;
mod remainder;
mod rows;
mod search;
mod steps;

pub use distances::{Distances, DistancesError, Level, Limits};
pub use index::PositionIndex;
pub use index_error::IndexError;
pub use search::{memory_needed, search};
