//! Pattern databases for Rubik's-type cubes, and an optimal solver that uses them.

pub mod backend;
pub mod coord;
pub mod cube;
pub mod heuristic;
pub mod notation;
pub mod pdb;
pub mod search;
