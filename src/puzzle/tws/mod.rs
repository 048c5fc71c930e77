//! Definitions as lines of text, in the dialects of ksolve and twsearch: `.tws`.

mod lines;
mod reader;
mod solved;

pub use reader::read;
