//! Lenses: some of what is seen of one orbit, on which moves act without regard to the rest.

use crate::puzzle::{Position, Shape, Transformation};

/// A piece that a lens does not show.
pub const BLANK: u8 = u8::MAX;

/// One kind of pieces of an orbit, as the goal sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The number of the pieces.
    pub piece: u8,
    /// The period of their orientations.
    pub period: u8,
    /// Number of pieces.
    pub count: usize,
}

/// The kinds of pieces of an orbit, sorted.
pub fn kinds(shape: &Shape, base: &Position, orbit: usize) -> Vec<Kind> {
    let mut pairs: Vec<(u8, u8)> = shape.range(orbit).map(|place| base.look(place).kind()).collect();
    pairs.sort_unstable();
    let chunks = pairs.chunk_by(|a, b| a == b);
    chunks.map(|chunk| Kind { piece: chunk[0].0, period: chunk[0].1, count: chunk.len() }).collect()
}

/// A view of one orbit: which kinds of pieces it shows, and whether their orientations.
///
/// What is seen is a byte for the kind at each place, or [`BLANK`], and then a byte for the orientation at each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    first: usize,
    places: usize,
    kinds: Vec<Kind>,
    /// For each kind whether it is shown, by its number or as some piece.
    shown: Vec<Shown>,
    with_orientations: bool,
}

/// The ways in which a lens shows a kind of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Not at all.
    Not,
    /// As a piece like any other.
    Alike,
    /// As what it is.
    Apart,
}

impl Lens {
    /// A view of an orbit of the goal's base.
    pub fn new(shape: &Shape, base: &Position, orbit: usize, shown: Vec<Shown>, with_orientations: bool) -> Self {
        let range = shape.range(orbit);
        let kinds = kinds(shape, base, orbit);
        debug_assert_eq!(kinds.len(), shown.len());
        Self { first: range.start, places: range.len(), kinds, shown, with_orientations }
    }

    /// Number of places of the orbit.
    pub fn places(&self) -> usize {
        self.places
    }

    /// The first place of the orbit.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Number of bytes of what is seen.
    pub fn width(&self) -> usize {
        2 * self.places
    }

    /// Appends what is seen of a position; `false` if it has pieces that the goal's base does not have.
    pub fn see(&self, position: &Position, view: &mut Vec<u8>) -> bool {
        let begin = view.len();
        view.resize(begin + self.width(), 0);
        let (kinds, orientations) = view[begin..].split_at_mut(self.places);
        for place in 0..self.places {
            let look = position.look(self.first + place);
            let Some(kind) = self.kinds.iter().position(|kind| (kind.piece, kind.period) == look.kind()) else {
                return false;
            };
            kinds[place] = match self.shown[kind] {
                Shown::Not => BLANK,
                Shown::Alike => 0,
                Shown::Apart => kind as u8,
            };
            if self.with_orientations && self.shown[kind] != Shown::Not {
                orientations[place] = look.orientation;
            }
        }
        true
    }

    /// Writes what is seen after a transformation.
    pub fn turn(&self, view: &[u8], by: &Transformation, turned: &mut [u8]) {
        for to in 0..self.places {
            let from = by.source(self.first + to) - self.first;
            turned[to] = view[from];
            turned[self.places + to] = self.twisted(view[from], view[self.places + from], by.twist(self.first + to));
        }
    }

    /// The orientation of a piece after a twist.
    pub fn twisted(&self, kind: u8, orientation: u8, twist: u8) -> u8 {
        if self.with_orientations && kind != BLANK {
            ((u16::from(orientation) + u16::from(twist)) % u16::from(self.period(kind))) as u8
        } else {
            0
        }
    }

    /// Writes what is seen into a position; what is not seen is left.
    pub fn show(&self, view: &[u8], position: &mut Position) {
        for place in (0..self.places).filter(|&place| view[place] != BLANK) {
            let (kind, mut look) = (usize::from(view[place]), position.look(self.first + place));
            if self.shown[kind] == Shown::Apart {
                (look.piece, look.period) = (self.kinds[kind].piece, self.kinds[kind].period);
            }
            if self.with_orientations {
                look.orientation = view[self.places + place];
            }
            position.put(self.first + place, look);
        }
    }

    /// The period of a kind. All kinds that are shown alike have the same.
    fn period(&self, kind: u8) -> u8 {
        self.kinds[usize::from(kind)].period
    }
}
