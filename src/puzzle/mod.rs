//! What every puzzle has, whatever it is made of: letters for its moves.

mod alphabet;
mod letters;
mod random;

pub use alphabet::Alphabet;
pub use letters::{Letter, LetterSet, Letters};
pub use random::below;
