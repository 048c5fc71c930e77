//! Search for any puzzle by its definition: the general core.
//!
//! The puzzle is seen as the goal sees it: pieces that the goal does not tell apart are one, orientations that do not
//! matter are not there. Its lower bounds are a [`perimeter`] and the tables of [`patterns`], which grow as the search
//! deepens, and for a whole 3x3x3 by turns of any layers a [table of cosets](coset_table).

mod alternatives;
mod by_size;
mod byte_move;
mod byte_moves;
mod coset_space;
mod coset_table;
mod distances;
mod encoding;
mod engine;
mod fingerprints;
mod layers;
mod parts;
mod pattern_bounds;
mod pattern_choice;
mod pattern_space;
mod patterns;
mod perimeter;
mod rules;
mod saved;
mod solver;
mod space;
mod steps;
#[cfg(test)]
mod symmetry_tests;
mod table_cache;
#[cfg(test)]
mod tests;
mod turning_cube;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use alternatives::AlternativeSolver;
pub use distances::{DistancesError, distances, whole_distances};
pub use encoding::TooLarge;
pub use pattern_choice::{Chosen, NoChoice, PatternChoice, Stopped, Worth};
pub use patterns::MadeTables;
pub use solver::OrbitSolver;
pub use table_cache::{Build, TableCache};
