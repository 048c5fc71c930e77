//! Positions: which piece is at each place, how it is turned, and what is not known about it.

use super::{Shape, Transformation};

/// A position of a puzzle, or what is known of one.
///
/// Pieces with equal numbers are identical. The orientation of a piece is known modulo its *period*, which travels with
/// it: the number of orientations of the orbit if it is known, 1 if it does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pieces: Box<[u8]>,
    orientations: Box<[u8]>,
    periods: Box<[u8]>,
}

impl Position {
    /// A position from the piece, its orientation and its period at each place, counted through all orbits; `None` if a
    /// length is wrong, a period does not divide the number of orientations, or an orientation is not below its period.
    pub fn new(shape: &Shape, pieces: Vec<u8>, orientations: Vec<u8>, periods: Vec<u8>) -> Option<Self> {
        let lengths = [pieces.len(), orientations.len(), periods.len()];
        let is_valid =
            lengths == [shape.places(); 3]
                && shape.orientations().zip(&orientations).zip(&periods).all(|((modulus, &orientation), &period)| {
                    period > 0 && modulus % period == 0 && orientation < period
                });
        is_valid.then(|| Self { pieces: pieces.into(), orientations: orientations.into(), periods: periods.into() })
    }

    /// The position in which all pieces are different, at their places and not turned.
    pub fn labelled(shape: &Shape) -> Self {
        let pieces = shape.orbits().iter().flat_map(|orbit| 0..orbit.places as u8).collect();
        Self { pieces, orientations: vec![0; shape.places()].into(), periods: shape.orientations().collect() }
    }

    /// A position from what is seen at each place in other positions of the puzzle.
    pub(super) fn seen(pieces: Vec<u8>, orientations: Vec<u8>, periods: Vec<u8>) -> Self {
        Self { pieces: pieces.into(), orientations: orientations.into(), periods: periods.into() }
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.pieces.len()
    }

    /// The piece at a place.
    pub fn piece(&self, place: usize) -> u8 {
        self.pieces[place]
    }

    /// The orientation of the piece at a place, below its period.
    pub fn orientation(&self, place: usize) -> u8 {
        self.orientations[place]
    }

    /// The period of the piece at a place.
    pub fn period(&self, place: usize) -> u8 {
        self.periods[place]
    }

    /// The position after a transformation.
    pub fn after(&self, by: &Transformation) -> Self {
        let place = |place: usize| by.source(place);
        let places = || 0..self.places();
        Self {
            pieces: places().map(|to| self.pieces[place(to)]).collect(),
            orientations: places()
                .map(|to| {
                    let from = place(to);
                    let sum = u16::from(self.orientations[from]) + u16::from(by.twist(to));
                    (sum % u16::from(self.periods[from])) as u8
                })
                .collect(),
            periods: places().map(|to| self.periods[place(to)]).collect(),
        }
    }
}
