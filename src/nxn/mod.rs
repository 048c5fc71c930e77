//! Cubes of other sizes: 2x2x2 to 7x7x7, as stickers.
//!
//! A [`Move`] is a turn of neighbouring layers, a [`MoveSet`] defines which turns count as moves, and [`Stickers`] are
//! the visible state of a cube: pieces of the same colours, such as the centres of big cubes, are not told apart. The
//! effect of a turn on the stickers is computed from their positions in space. A cube is solved when every face shows
//! one colour, in any orientation.

#[cfg(test)]
mod depth_counts;
mod geometry;
mod move_set;
mod size;
mod stickers;
mod turn;

pub use geometry::{Permutation, facelet, image_of, reading};
pub use move_set::{MoveKind, MoveSet};
pub use size::Size;
pub use stickers::Stickers;
pub use turn::{LayerSequence, Move};
