//! Puzzles that need no file.
//!
//! Most are a solid, the planes that cut it and what turns between them: its definition follows from geometry. The
//! others are written down place by place.

mod by_hand;
mod clock;
mod cubes;
mod flat;
mod generator;
mod kinds;
mod list;
mod solid;
mod square_one;
mod stickers;
#[cfg(test)]
mod tests;
mod turning;
mod vector;

pub use list::{BUILTINS, Builtin, builtin};
