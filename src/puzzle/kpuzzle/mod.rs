//! Definitions and patterns as KPuzzle, which is JSON.

mod derived;
mod json;
mod pattern;
mod reader;
#[cfg(test)]
mod tests;
mod value;
mod writer;

pub use pattern::read_pattern;
pub use reader::read;
pub use writer::{write, write_pattern};
