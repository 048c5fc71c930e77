//! The notations in which a cube can be written.

use super::colour::Colour;
use super::faces::format_faces;
use super::piece_file::format_piece_file;
use super::{format_colours, format_facelets, format_nissy, format_pieces, format_reid};
use crate::cube::{Cubies, MoveSequence, moves_to};
use crate::nearest::UnknownName;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A notation for cubes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Detected from the text.
    #[default]
    Auto,
    /// The moves that make the cube from the solved one.
    Moves,
    /// 54 facelets, see [`super::parse_facelets`].
    Facelets,
    /// Twenty pieces, see [`super::parse_reid`].
    Reid,
    /// nissy's compact form, see [`super::parse_nissy`].
    Nissy,
    /// A line for each piece, see [`super::parse_pieces`].
    Pieces,
    /// The colours of each face, see [`super::parse_colours`].
    Colours,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 7] =
        [Self::Auto, Self::Moves, Self::Facelets, Self::Reid, Self::Nissy, Self::Pieces, Self::Colours];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Moves => "moves",
            Self::Facelets => "facelets",
            Self::Reid => "reid",
            Self::Nissy => "nissy",
            Self::Pieces => "pieces",
            Self::Colours => "colours",
        }
    }

    /// Returns whether a cube takes several lines, so that a file needs a line of dashes between two cubes.
    pub const fn takes_lines(self) -> bool {
        matches!(self, Self::Pieces | Self::Colours)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(s: &str) -> Result<Self, UnknownName> {
        let name = match s.to_ascii_lowercase() {
            american if american == "colors" => Self::Colours.name().to_owned(),
            name => name,
        };
        let unknown = || UnknownName::new("format", s, "auto, moves, facelets, reid, nissy, pieces or colours");
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(unknown)
    }
}

/// An error: states are not written in this format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a cube cannot be written as `{0}`: use moves, facelets, reid, nissy, pieces or colours")]
pub struct NotATarget(pub Format);

/// Writes `cube` in `format`. As moves, it is a sequence of at most 23 face turns, not always a shortest one.
///
/// # Errors
/// For [`Format::Auto`].
pub fn format_cube(cube: &Cubies, format: Format) -> Result<String, NotATarget> {
    match format {
        Format::Facelets => Ok(format_facelets(cube)),
        Format::Reid => Ok(format_reid(cube)),
        Format::Nissy => Ok(format_nissy(cube)),
        Format::Pieces => Ok(format_pieces(cube)),
        Format::Colours => Ok(format_colours(cube)),
        Format::Moves => Ok(MoveSequence(&moves_to(cube)).to_string()),
        Format::Auto => Err(NotATarget(format)),
    }
}

/// Writes `cube` in `format`: as colours and as pieces in the colours of which `faces` has the
/// [letters](super::TypedStickers::faces), in the usual ones if these are not colours.
pub(super) fn format_as_typed(cube: &Cubies, format: Format, faces: [char; 6]) -> Result<String, NotATarget> {
    match (format, Colour::of_signs(faces)) {
        (Format::Colours, Some(scheme)) => Ok(format_faces(cube, &scheme)),
        (Format::Pieces, Some(scheme)) => Ok(format_piece_file(cube, &scheme)),
        _ => format_cube(cube, format),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("Facelets".parse(), Ok(Format::Facelets));
        assert_eq!("colors".parse(), Ok(Format::Colours));
        assert!("piece".parse::<Format>().is_err());
        assert_eq!("x\u{1b}".parse::<Format>().unwrap_err().to_string().matches('\u{1b}').count(), 0);
    }

    #[test]
    fn everything_but_a_guess_is_a_target() {
        for format in Format::ALL {
            assert_eq!(format_cube(&Cubies::SOLVED, format).is_ok(), format != Format::Auto, "{format}");
        }
    }
}
