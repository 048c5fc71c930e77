//! Puzzles: definitions, positions, moves and goals; and moves as indices, which is all that a search knows of them.

mod alphabet;
mod builtin;
mod definition;
mod move_index;
mod position;
mod random;
mod transformation;

pub use alphabet::Alphabet;
pub use builtin::{BUILTINS, Builtin, builtin};
pub use definition::{Definition, Illegal, NamedMove, Orbit, Shape};
pub use move_index::{Letters, MoveIndex, MoveIndexSet};
pub use position::Position;
pub use random::below;
pub use transformation::Transformation;
