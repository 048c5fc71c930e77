//! Definitions as lines of text, in the dialects of ksolve and twsearch: `.tws`.

mod lines;
mod reader;
mod solved;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::read;
pub use writer::write;
