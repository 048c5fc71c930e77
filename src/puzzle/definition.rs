//! Definitions of puzzles: pieces in orbits, and moves that permute and turn them.

use super::{Position, Transformation};
use std::ops::Range;

/// The places that pieces of one kind can be at, as many as there are pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// The name, `CORNERS` for example.
    pub name: String,
    /// Number of places, 1 to [`Orbit::MOST_PLACES`].
    pub places: usize,
    /// Number of orientations that a piece can have at a place, 1 to [`Orbit::MOST_ORIENTATIONS`].
    pub orientations: u8,
}

impl Orbit {
    /// The most places of an orbit: a piece is a byte.
    pub const MOST_PLACES: usize = 255;
    /// The most orientations: the sum of two of them is a byte.
    pub const MOST_ORIENTATIONS: u8 = 127;
}

/// The orbits of a puzzle. Places are counted through all orbits, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    orbits: Vec<Orbit>,
    /// The first place of each orbit, and the number of all places.
    first: Vec<usize>,
}

impl Shape {
    /// The shape with these orbits.
    pub fn new(orbits: Vec<Orbit>) -> Self {
        let mut first = vec![0];
        first.extend(orbits.iter().scan(0, |sum, orbit| {
            *sum += orbit.places;
            Some(*sum)
        }));
        Self { orbits, first }
    }

    /// The orbits.
    pub fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// Number of places of all orbits.
    pub fn places(&self) -> usize {
        self.first[self.orbits.len()]
    }

    /// The places of an orbit.
    pub fn range(&self, orbit: usize) -> Range<usize> {
        self.first[orbit]..self.first[orbit + 1]
    }

    /// The orbit of a place.
    pub fn orbit_of(&self, place: usize) -> usize {
        self.first.partition_point(|&first| first <= place) - 1
    }

    /// The number of the orbit with this name.
    pub fn orbit_named(&self, name: &str) -> Option<usize> {
        self.orbits.iter().position(|orbit| orbit.name == name)
    }

    /// The number of orientations of a piece at each place.
    pub fn orientations(&self) -> impl Iterator<Item = u8> {
        self.orbits.iter().flat_map(|orbit| std::iter::repeat_n(orbit.orientations, orbit.places))
    }
}

/// A move with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The name, without an amount: `R`, not `R2`.
    pub name: String,
    /// What it does.
    pub transformation: Transformation,
}

/// Pieces that must not be at a place: moves that bring one there are not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The place, counted through all orbits.
    pub place: usize,
    /// The pieces, as numbered in the solved position.
    pub pieces: Vec<u8>,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The orbits.
    pub shape: Shape,
    /// The solved position. Pieces with equal numbers are identical.
    pub solved: Position,
    /// The moves, without their powers.
    pub moves: Vec<NamedMove>,
    /// Rotations of the whole puzzle: they cost nothing, and are no moves of a search.
    pub rotations: Vec<NamedMove>,
    /// Other names that a sequence may use: for moves, for rotations and for whole sequences of them.
    pub names: Vec<NamedMove>,
    /// Pieces that must not be at some places.
    pub illegal: Vec<Illegal>,
}

impl Definition {
    /// The most moves of a definition, with their powers.
    pub const MOST_MOVES: usize = 128;

    /// Rotations of the whole puzzle, products of those that have names, after which no more are looked for: the
    /// rotations of a solid are 60 at most.
    pub const MOST_ROTATIONS: usize = 60;

    /// The move, rotation or other name with exactly this name, without an amount.
    pub fn named(&self, name: &str) -> Option<&NamedMove> {
        [&self.moves, &self.rotations, &self.names].into_iter().flatten().find(|known| known.name == name)
    }

    /// Returns whether no rule forbids the position.
    pub fn is_legal(&self, position: &Position) -> bool {
        self.illegal.iter().all(|rule| !rule.pieces.contains(&position.piece(rule.place)))
    }
}
