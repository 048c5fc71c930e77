//! Cubes of other sizes: 2x2x2 to 7x7x7, as stickers.
//!
//! A [`Turn`] is a turn of neighbouring layers, a [`MoveSet`] says which turns count as moves, and [`Stickers`] are a cube as it
//! looks: pieces of the same colours, as there are in the centres of big cubes, are not told apart. What a turn does to the
//! stickers is computed from where they lie in space. A cube is solved when every face has one colour, however it is held.

#[cfg(test)]
mod depth_counts;
mod geometry;
mod move_set;
mod size;
mod stickers;
mod turn;

pub use geometry::{Permutation, facelet, image_of, reading};
pub use move_set::{MoveKind, MoveSet, UnknownMoveKind};
pub use size::{Size, UnknownSize};
pub use stickers::Stickers;
pub use turn::{LayerWord, Turn};
