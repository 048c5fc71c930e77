//! Turns of neighbouring layers, and their notation.

use super::Size;
use crate::cube::Metric;
use crate::cube::geometry::FACE_LETTERS;
use std::fmt;

/// A turn of one layer or of several neighbouring ones, as seen by the person who holds the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The face from which layers are counted and the direction is seen, in the order `U R F D L B`.
    pub face: u8,
    /// The first layer that turns, counted from 1.
    pub first: u8,
    /// The last layer that turns.
    pub last: u8,
    /// Clockwise quarter turns, 0 to 3.
    pub quarters: u8,
}

impl Move {
    /// A turn of the layers `first` to `last`.
    ///
    /// # Panics
    /// If there is no such face, the layers are not in order, or `quarters` exceeds three.
    pub const fn new(face: u8, first: u8, last: u8, quarters: u8) -> Self {
        assert!(face < 6 && 1 <= first && first <= last && quarters < 4);
        Self { face, first, last, quarters }
    }

    /// A turn of the outer layer.
    pub const fn outer(face: u8, quarters: u8) -> Self {
        Self::new(face, 1, 1, quarters)
    }

    /// Returns whether the turn moves a layer.
    pub const fn moves_layer(self, layer: u8) -> bool {
        self.first <= layer && layer <= self.last
    }

    /// Length of a move sequence in a metric, whichever layers turn.
    pub fn count(sequence: &[Self], metric: Metric) -> usize {
        match metric {
            Metric::HalfTurn => sequence.len(),
            Metric::QuarterTurn => sequence.iter().map(|turn| if turn.quarters == 2 { 2 } else { 1 }).sum(),
        }
    }

    /// Returns whether the whole cube turns.
    pub fn is_rotation(self, size: Size) -> bool {
        self.first == 1 && self.last == size.layers()
    }

    /// The name of a turn of all layers as a rotation: `x`, `y2` or `z'`.
    pub fn rotation_name(self) -> String {
        let by = if self.face < 3 { self } else { self.inverse() };
        format!("{}{}", ["y", "x", "z"][usize::from(by.face % 3)], ["0", "", "2", "'"][usize::from(by.quarters)])
    }

    /// The turn that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { quarters: (4 - self.quarters) % 4, ..self }
    }
}

/// Writes standard notation: `R`, `2R` for an inner slice, `Rw`, `3Rw`, `2-3Rw`; with `2` or `'` behind it.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, .. } = *self;
        // Fields may have any values, also those of no move.
        let letter = FACE_LETTERS.get(usize::from(self.face)).copied().unwrap_or('?');
        match (first, last) {
            (1, 1) => write!(f, "{letter}"),
            (1, 2) => write!(f, "{letter}w"),
            (1, width) => write!(f, "{width}{letter}w"),
            _ if first == last => write!(f, "{first}{letter}"),
            _ => write!(f, "{first}-{last}{letter}w"),
        }?;
        f.write_str(["0", "", "2", "'"].get(usize::from(self.quarters)).unwrap_or(&"?"))
    }
}

/// A sequence of turns, printed with blanks between them.
pub struct LayerSequence<'a>(pub &'a [Move]);

impl fmt::Display for LayerSequence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, turn) in self.0.iter().enumerate() {
            write!(f, "{}{turn}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::geometry::opposite;

    impl Move {
        /// The same turn, seen from the other side.
        pub fn from_behind(self, size: Size) -> Self {
            let behind = size.layers() + 1;
            Self { face: opposite(self.face), first: behind - self.last, last: behind - self.first, ..self.inverse() }
        }
    }

    #[test]
    fn turns_are_written_as_people_do() {
        let sequence = [
            Move::outer(1, 1),
            Move::outer(0, 3),
            Move::new(1, 1, 2, 2),
            Move::new(2, 1, 3, 1),
            Move::new(4, 2, 2, 3),
            Move::new(5, 2, 3, 1),
        ];
        assert_eq!(LayerSequence(&sequence).to_string(), "R U' Rw2 3Fw 2L' 2-3Bw");
        assert_eq!(Move::outer(1, 1).from_behind(Size::FOUR).to_string(), "4L'");
        assert_eq!(Move::new(1, 1, 2, 1).from_behind(Size::FOUR).to_string(), "3-4Lw'");
    }
}
