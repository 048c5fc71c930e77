//! Pattern databases for Rubik's-type cubes, and an optimal solver that uses them.

pub mod coord;
pub mod cube;
pub mod notation;
pub mod pdb;
