//! The notations a cube can be written in.

use super::{format_facelets, format_nissy, format_reid};
use crate::cube::Cubies;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A notation for cubes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Find out from the text.
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
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Moves, Self::Facelets, Self::Reid, Self::Nissy];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Moves => "moves",
            Self::Facelets => "facelets",
            Self::Reid => "reid",
            Self::Nissy => "nissy",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no [`Format`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown format `{}`: use auto, moves, facelets, reid or nissy", .0.escape_default())]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(s: &str) -> Result<Self, UnknownFormat> {
        let name = s.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| UnknownFormat(s.to_owned()))
    }
}

/// A format that states are not written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a cube cannot be written as `{0}`: use facelets, reid or nissy")]
pub struct NotATarget(pub Format);

/// Writes `cube` in `format`.
///
/// # Errors
/// For [`Format::Auto`], and for [`Format::Moves`], which takes a solver.
pub fn format_cube(cube: &Cubies, format: Format) -> Result<String, NotATarget> {
    match format {
        Format::Facelets => Ok(format_facelets(cube)),
        Format::Reid => Ok(format_reid(cube)),
        Format::Nissy => Ok(format_nissy(cube)),
        Format::Auto | Format::Moves => Err(NotATarget(format)),
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
        assert!("pieces".parse::<Format>().is_err(), "a format of its own, not Reid's");
        assert_eq!("x\u{1b}".parse::<Format>().unwrap_err().to_string().matches('\u{1b}').count(), 0);
    }

    #[test]
    fn moves_are_no_target() {
        assert_eq!(format_cube(&Cubies::SOLVED, Format::Moves), Err(NotATarget(Format::Moves)));
        assert!(format_cube(&Cubies::SOLVED, Format::Nissy).is_ok());
    }
}
