//! Cubes of any size, given by their stickers: a question to the general core.

mod pieces;
mod solver;
#[cfg(test)]
mod tests;

pub use solver::StickerSolver;
