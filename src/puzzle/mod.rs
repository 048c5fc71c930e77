//! The parts common to all puzzles: indices for their moves.

mod alphabet;
mod move_index;
mod random;

pub use alphabet::Alphabet;
pub use move_index::{Letters, MoveIndex, MoveIndexSet};
pub use random::below;
