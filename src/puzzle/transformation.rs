//! Transformations: what a move, or a sequence of moves, does to the pieces of a puzzle.

use super::Shape;

/// A permutation of places within their orbits, and a change of orientation at each place.
///
/// The piece that comes to `place` is the one from `source(place)`, turned by `twist(place)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transformation {
    sources: Box<[u16]>,
    twists: Box<[u8]>,
}

impl Transformation {
    /// The transformation that changes nothing.
    pub fn identity(shape: &Shape) -> Self {
        Self { sources: (0..shape.places() as u16).collect(), twists: vec![0; shape.places()].into() }
    }

    /// A transformation from the source and the twist of each place, counted through all orbits; `None` unless sources
    /// are a permutation of the places of each orbit, and each twist is an orientation of its orbit.
    pub fn new(shape: &Shape, sources: Vec<u16>, twists: Vec<u8>) -> Option<Self> {
        let is_whole = sources.len() == shape.places() && twists.len() == shape.places();
        let is_valid = is_whole
            && (0..shape.orbits().len()).all(|orbit| {
                let range = shape.range(orbit);
                let mut seen = vec![false; range.len()];
                range.clone().all(|place| {
                    let source = usize::from(sources[place]);
                    twists[place] < shape.orbits()[orbit].orientations
                        && range.contains(&source)
                        && !std::mem::replace(&mut seen[source - range.start], true)
                })
            });
        is_valid.then(|| Self { sources: sources.into(), twists: twists.into() })
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.sources.len()
    }

    /// The place that the piece at `place` comes from.
    pub fn source(&self, place: usize) -> usize {
        usize::from(self.sources[place])
    }

    /// The change of orientation of the piece that comes to `place`.
    pub fn twist(&self, place: usize) -> u8 {
        self.twists[place]
    }

    /// Returns whether another piece comes to `place`, or the same one turned.
    pub fn changes(&self, place: usize) -> bool {
        self.source(place) != place || self.twist(place) != 0
    }

    /// Returns whether it changes nothing.
    pub fn is_identity(&self) -> bool {
        !(0..self.places()).any(|place| self.changes(place))
    }

    /// This transformation, then another one.
    pub fn then(&self, shape: &Shape, next: &Self) -> Self {
        let places = || next.sources.iter().map(|&source| usize::from(source));
        let twists = places().zip(&next.twists).zip(shape.orientations());
        Self {
            sources: places().map(|source| self.sources[source]).collect(),
            twists: twists.map(|((source, &twist), modulus)| (self.twists[source] + twist) % modulus).collect(),
        }
    }

    /// The transformation that undoes this one.
    pub fn inverse(&self, shape: &Shape) -> Self {
        let (mut sources, mut twists) = (self.sources.clone(), self.twists.clone());
        for ((place, &source), modulus) in self.sources.iter().enumerate().zip(shape.orientations()) {
            sources[usize::from(source)] = place as u16;
            twists[usize::from(source)] = (modulus - self.twists[place]) % modulus;
        }
        Self { sources, twists }
    }

    /// This transformation so many times; a negative number undoes it.
    pub fn power(&self, shape: &Shape, exponent: i64) -> Self {
        let mut square = if exponent < 0 { self.inverse(shape) } else { self.clone() };
        let mut left = exponent.unsigned_abs();
        let mut power = Self::identity(shape);
        while left > 0 {
            if left % 2 == 1 {
                power = power.then(shape, &square);
            }
            square = square.then(shape, &square);
            left /= 2;
        }
        power
    }

    /// Its order: the number of repetitions after which nothing is changed; `u64::MAX` if the number does not fit.
    pub fn order(&self, shape: &Shape) -> u64 {
        let mut seen = vec![false; self.places()];
        let mut order = 1u64;
        for (start, modulus) in shape.orientations().enumerate() {
            let (mut place, mut length, mut twist) = (start, 0u64, 0u64);
            while !std::mem::replace(&mut seen[place], true) {
                twist += u64::from(self.twists[place]);
                place = self.source(place);
                length += 1;
            }
            if length > 0 {
                let modulus = u64::from(modulus);
                let cycle = length * (modulus / gcd(modulus, twist % modulus));
                order = (order / gcd(order, cycle)).saturating_mul(cycle);
            }
        }
        order
    }

    /// Returns whether the order of the two does not matter.
    pub fn commutes_with(&self, shape: &Shape, other: &Self) -> bool {
        self.then(shape, other) == other.then(shape, self)
    }
}

/// The greatest common divisor; the first number if the second is 0.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
