//! Cubes in people's notations: move sequences, facelet strings, piece lists, colours, and random cubes.
//!
//! [`parse_cube`] reads a cube in any [`Format`] and returns a reachable cube, or an [`InputError`] with a stable code,
//! a position and a sentence. Every cube is taken relative to its centres: a turn of the whole cube changes nothing,
//! and slice and wide turns are read as the equivalent outer turns.

mod algorithm;
mod any_cube;
mod colour;
mod colour_error;
mod competition;
mod counts;
mod detect;
mod exported;
mod face_order;
mod facelets;
mod faces;
mod format;
mod input;
mod last_layer;
mod layout;
mod move_error;
mod moves;
mod nissy;
mod nxn;
mod parser;
mod partial;
mod piece_file;
mod pieces;
mod place;
mod question_start;
mod reid;
mod scheme;
mod scramble;
mod text;
mod typed;

pub use crate::text::TextPosition;
pub use algorithm::Algorithm;
pub use any_cube::{Cube, NoSuchLayer};
pub use colour::are_colours;
pub use colour_error::{ColourError, ColourFault};
pub use counts::ColourCounts;
pub use exported::{after_number, begins_session, is_heading, scramble_of};
pub use face_order::face_order;
pub use facelets::{FaceletError, facelet_faces, format_facelets, parse_facelets};
pub use faces::{format_colours, parse_colours};
pub use format::{Format, NotATarget, format_cube};
pub use input::{
    InputError, MAX_INPUT_BYTES, format_of_line, format_of_lines, is_all_stickers, is_moves, looks_like_a_row,
    parse_cube, parse_line, parse_stickers,
};
pub use last_layer::{CaseSet, LastLayerCase};
pub use move_error::MoveError;
pub use moves::{Lowercase, MoveOptions, Parentheses};
pub use nissy::{NissyError, format_nissy, parse_nissy};
pub use nxn::{format_stickers, parse_sticker_facelets};
pub use parser::{parse_moves, parse_turns};
pub use partial::PartialError;
pub use piece_file::{format_pieces, parse_pieces};
pub use pieces::PieceError;
pub use place::Place;
pub use question_start::{StartError, as_place, goal_of_known, read_start};
pub use reid::{ReidError, format_reid, parse_reid};
pub use scramble::random_cube;
pub use text::{has_typographic_quotes, printable};
pub use typed::{TypedStickers, UNKNOWN};
