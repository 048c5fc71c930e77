//! What every puzzle has, whatever it is made of: letters for its moves.

mod alphabet;
mod move_index;
mod random;

pub use alphabet::Alphabet;
pub use move_index::{Letters, MoveIndex, MoveIndexSet};
pub use random::below;
