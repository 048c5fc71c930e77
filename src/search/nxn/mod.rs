//! Cubes of other sizes: a sticker space for all of them, and one with exact distances for the 2x2x2.

mod pocket;
mod pocket_space;
mod solver;
mod sticker_space;
#[cfg(test)]
mod tests;

pub use pocket::PocketTable;
pub use solver::StickerSolver;
pub use sticker_space::{StickerNode, StickerSpace};
