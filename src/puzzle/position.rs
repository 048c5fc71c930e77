//! Positions: which piece is at each place, how it is turned, and what is not known about it.

use super::{Shape, Transformation};

/// All that is seen of the piece at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// The piece; pieces with equal numbers are identical.
    pub piece: u8,
    /// The *period* travels with the piece, whose orientation is known modulo this: the number of orientations of the
    /// orbit if it is known, 1 if it does not matter.
    pub period: u8,
    /// The orientation, below the period.
    pub orientation: u8,
}

impl Look {
    /// The piece with its period: what tells it from others, however it is turned.
    pub fn kind(self) -> (u8, u8) {
        (self.piece, self.period)
    }

    /// The same piece, turned by so much more.
    pub fn turned(self, by: u8) -> Self {
        let sum = u16::from(self.orientation) + u16::from(by);
        Self { orientation: (sum % u16::from(self.period)) as u8, ..self }
    }

    /// The same piece, of which so much of the orientation is known.
    pub fn known(self, period: u8) -> Self {
        Self { period, orientation: self.orientation % period, ..self }
    }
}

/// A position of a puzzle, or what is known of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Box<[Look]>);

impl Position {
    /// A position from what is at each place, counted through all orbits; `None` if these are not as many as there are
    /// places, a period does not divide the number of orientations, or an orientation is not below its period.
    pub fn new(shape: &Shape, looks: impl IntoIterator<Item = Look>) -> Option<Self> {
        let looks: Box<[Look]> = looks.into_iter().collect();
        let is_valid = |(orientations, look): (u8, &Look)| {
            look.period > 0 && orientations % look.period == 0 && look.orientation < look.period
        };
        (looks.len() == shape.places() && shape.orientations().zip(&looks).all(is_valid)).then_some(Self(looks))
    }

    /// A position without turned pieces, whose orientations are known.
    pub fn untwisted(shape: &Shape, pieces: impl IntoIterator<Item = u8>) -> Option<Self> {
        let looks = pieces.into_iter().zip(shape.orientations());
        Self::new(shape, looks.map(|(piece, period)| Look { piece, period, orientation: 0 }))
    }

    /// The position in which all pieces are different, at their places and not turned.
    pub fn labelled(shape: &Shape) -> Self {
        let pieces = shape.orbits().iter().flat_map(|orbit| 0..orbit.places as u8);
        Self::untwisted(shape, pieces).expect("a piece for each place")
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.0.len()
    }

    /// All that is seen, place by place.
    pub fn looks(&self) -> &[Look] {
        &self.0
    }

    /// All that is seen at a place.
    pub fn look(&self, place: usize) -> Look {
        self.0[place]
    }

    /// The piece at a place.
    pub fn piece(&self, place: usize) -> u8 {
        self.look(place).piece
    }

    /// The orientation of the piece at a place, below its period.
    pub fn orientation(&self, place: usize) -> u8 {
        self.look(place).orientation
    }

    /// The period of the piece at a place.
    pub fn period(&self, place: usize) -> u8 {
        self.look(place).period
    }

    /// Puts what is seen in other positions of the puzzle at a place.
    pub(crate) fn put(&mut self, place: usize, look: Look) {
        self.0[place] = look;
    }

    /// Returns whether a transformation turns it into another one; stops at the first place that differs.
    pub(super) fn is_after(&self, by: &Transformation, other: &Self) -> bool {
        (0..self.places()).all(|to| self.look(by.source(to)).turned(by.twist(to)) == other.look(to))
    }

    /// The position after a transformation.
    pub fn after(&self, by: &Transformation) -> Self {
        Self((0..self.places()).map(|to| self.look(by.source(to)).turned(by.twist(to))).collect())
    }
}
