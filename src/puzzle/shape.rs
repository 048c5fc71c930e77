//! The places of a puzzle: orbits, within which pieces move.

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
