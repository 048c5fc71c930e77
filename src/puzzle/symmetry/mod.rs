//! Symmetries of a question, found from its moves and its goal: relabellings of what its places show under which the
//! moves are the moves and the goal is the goal.
//!
//! A *look* is a piece in an orientation at a place. A move permutes the looks of all places, and so does a symmetry:
//! it leads those of a place to those of a place, a move to a move of the same cost, a target to a target, and what a
//! rule forbids to what one forbids. Geometry is not asked, so a mirror is as good as a rotation. A symmetry that is
//! found this way is checked in full before it is one.

mod actions;
mod backtrack;
mod classes;
mod find;
mod looks;
mod symmetries;
#[cfg(test)]
mod tests;

pub use classes::SymmetryClasses;
pub use symmetries::Symmetries;
