//! Distances of all positions of any puzzle from its goal, over a perfect index of them: "God's number", and how many
//! positions there are at each distance.
//!
//! What a goal shows of a position is divided into parts on which moves act without regard to the rest, each of which
//! has so few values that all are listed. A [`PositionIndex`] is the product of these parts, and an [`IndexSearch`]
//! needs two bits for each position.

mod candidates;
mod cells;
mod checkpoint;
mod choice;
mod classes;
mod coordinates;
mod cycle;
mod dense;
mod distances;
mod effort;
mod frames;
mod given;
mod index;
mod index_error;
mod label;
mod layout;
mod lens;
mod part;
mod question_text;
mod remainder;
mod rows;
mod scratch;
mod search;
mod steps;
mod strings;
mod table;
mod table_build;
mod table_file;
#[cfg(test)]
mod tests;
mod verify;

pub use candidates::{Candidate, Candidates};
pub use checkpoint::DistancesCheckpoint;
pub use choice::{Whole, choose_index};
pub use coordinates::{Begun, Coordinates};
pub use distances::{DistanceLimits, Distances, DistancesEnd};
pub use effort::unless_raised;
pub use given::{GivenTable, Misfit};
pub use index::PositionIndex;
pub use index_error::IndexError;
pub use search::{IndexSearch, Watch};
pub use table::DistanceTable;
pub use table_build::Save;
pub use table_file::{DistanceFile, save_unfinished, unfinished};
