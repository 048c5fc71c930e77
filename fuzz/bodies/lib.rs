//! The checks that the fuzz targets make with an input. The tests of the library do the same with the inputs that are
//! kept.

pub mod cubes;
mod edits;
pub mod puzzles;
pub mod questions;
pub mod rules;
pub mod saved;
pub mod tables;
