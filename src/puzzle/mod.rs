//! Puzzles: definitions, positions, moves and goals; and moves as indices, which is all that a search knows of them.

mod alphabet;
mod builtin;
mod definition;
mod goal;
mod group;
mod move_index;
mod moves;
mod position;
mod question;
mod random;
mod sequence;
#[cfg(test)]
pub mod testing;
mod transformation;

pub use alphabet::Alphabet;
pub use builtin::{BUILTINS, Builtin, builtin};
pub use definition::{Definition, Illegal, NamedMove, Orbit, Shape};
pub use goal::{Goal, GoalError};
pub use group::{Group, Order, Reachability};
pub use move_index::{Letters, MoveIndex, MoveIndexSet};
pub use moves::{Generator, Moves, MovesError, Powers, SearchMove};
pub use position::Position;
pub use question::{Question, QuestionError};
pub use random::below;
pub use sequence::{Named, SequenceError};
pub use transformation::Transformation;
