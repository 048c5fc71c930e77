//! Whether a text is a cube, and what is wrong with it.

use super::requests::cube;
use crate::output::ErrorRecord;
use cubepdb::internals::notation::{Format, TypedStickers};
use cubepdb::internals::nxn::Size;
use serde_json::{Value, json};

/// The answer about a text.
pub fn check(text: &str, size: Size) -> Value {
    match cube(text, size) {
        Ok(cube) => {
            let facelets = cube.format(Format::Facelets).expect("every size has facelets");
            json!({ "valid": true, "size": size.layers(), "facelets": facelets })
        }
        Err(error) => {
            let typed = TypedStickers::read(text.as_bytes(), size, Format::Auto);
            let facelets: Option<String> =
                typed.as_ref().map(|typed| typed.letters.iter().map(|&letter| face_letter(letter)).collect());
            json!({
                "valid": false,
                "size": size.layers(),
                "facelets": facelets,
                "wrong": typed.map(|typed| typed.wrong).unwrap_or_default(),
                "error": ErrorRecord::of_input(&error),
            })
        }
    }
}

/// The face of the usual scheme that has a colour; letters of faces stay. Red and blue are on the faces with their letters.
fn face_letter(letter: char) -> char {
    match letter {
        'W' => 'U',
        'G' => 'F',
        'Y' => 'D',
        'O' => 'L',
        letter => letter,
    }
}
