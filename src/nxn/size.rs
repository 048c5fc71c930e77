//! The number of layers of a cube.

use crate::nearest::UnknownName;
use std::fmt;
use std::str::FromStr;

/// The number of layers of a cube, from 2 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The 2x2x2.
    pub const TWO: Self = Self(2);
    /// The 3x3x3.
    pub const THREE: Self = Self(3);
    /// The 4x4x4.
    pub const FOUR: Self = Self(4);

    /// The smallest size.
    pub const LEAST: u8 = 2;
    /// The largest size: bigger cubes have more single-layer turns than an alphabet has moves.
    pub const MOST: u8 = 7;

    /// The size with this number of layers, if it is valid.
    pub const fn new(layers: u8) -> Option<Self> {
        if layers >= Self::LEAST && layers <= Self::MOST { Some(Self(layers)) } else { None }
    }

    /// All sizes, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LEAST..=Self::MOST).map(Self)
    }

    /// Number of layers along an edge.
    pub const fn layers(self) -> u8 {
        self.0
    }

    /// Number of facelets of a face.
    pub const fn per_face(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Number of facelets.
    pub const fn facelets(self) -> usize {
        6 * self.per_face()
    }

    /// Returns whether each face has a centre that turns of outer layers leave in place.
    pub const fn is_odd(self) -> bool {
        self.0 % 2 == 1
    }

    /// The size with this number of facelets, if there is one.
    pub fn with_facelets(count: usize) -> Option<Self> {
        Self::all().find(|size| size.facelets() == count)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}x{0}", self.0)
    }
}

impl FromStr for Size {
    type Err = UnknownName;

    /// Reads `4` or `4x4x4`.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let size = text.split('x').next().and_then(|layers| layers.parse().ok()).and_then(Self::new);
        size.filter(|size| *text == size.0.to_string() || *text == size.to_string())
            .ok_or_else(|| UnknownName::new("size", text, "a number of layers from 2 to 7"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_counted() {
        assert_eq!(Size::all().map(Size::facelets).collect::<Vec<_>>(), [24, 54, 96, 150, 216, 294]);
        for size in Size::all() {
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(size.layers().to_string().parse(), Ok(size));
            assert_eq!(Size::with_facelets(size.facelets()), Some(size));
        }
        for text in ["", "1", "8", "4x4", "4x4x5", "four", "+4", "04"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
