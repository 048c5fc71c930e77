//! Cubes as people write them: move words, facelet strings, piece lists, and random cubes.
//!
//! [`parse_cube`] reads a cube in any [`Format`] and returns cubies that turning a solved cube can reach, or an
//! [`InputError`] with a stable code, a place and a sentence. Every cube is taken relative to its centres: a turn of
//! the whole cube changes nothing, and slice and wide turns are read as the outer turns they amount to.

mod caret;
mod detect;
mod facelets;
mod format;
mod input;
mod moves;
mod nissy;
mod parser;
mod pieces;
mod reid;
mod scramble;
mod text;

pub use facelets::{FaceletError, facelet_faces, format_facelets, parse_facelets};
pub use format::{Format, NotATarget, UnknownFormat, format_cube};
pub use input::{InputError, MAX_INPUT_BYTES, parse_cube, parse_line};
pub use moves::{FixedWidth, Lowercase, MoveOptions, Parentheses};
pub use nissy::{NissyError, format_nissy, parse_nissy};
pub use parser::{MAX_NESTING, MAX_TURNS, MoveError, parse_moves};
pub use pieces::PieceError;
pub use reid::{ReidError, format_reid, parse_reid};
pub use scramble::random_cube;
pub use text::{Place, Position, printable};
