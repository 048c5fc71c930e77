//! Glasses that show less than a goal: through them the goal is that of a pattern.

use super::{Look, Position, Shape};
use std::collections::HashMap;

/// The detail that glasses show of a kind of pieces, which the goal does not tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Nothing.
    Nothing,
    /// Orientations, and not which piece it is.
    Orientation,
    /// The pieces without their orientations.
    Permutation,
    /// All that the goal shows.
    All,
}

/// All that is shown of each piece of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glasses {
    /// The number and the period of each kind of pieces, by its orbit and its own number and period.
    looks: HashMap<(usize, u8, u8), (u8, u8)>,
}

impl Glasses {
    /// The glasses that show so much of each kind of pieces of a goal's base, given by its orbit, its number and its
    /// period.
    ///
    /// # Panics
    /// If an orbit has more kinds of pieces than there are numbers.
    pub fn new(shape: &Shape, base: &Position, shown: impl Fn(usize, u8, u8) -> Detail) -> Self {
        let mut looks = HashMap::new();
        for orbit in 0..shape.orbits().len() {
            let mut kinds: Vec<(u8, u8)> = shape.range(orbit).map(|place| base.look(place).kind()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let is_own = |&&(piece, period): &&(u8, u8)| {
                matches!(shown(orbit, piece, period), Detail::All | Detail::Permutation)
            };
            let own: Vec<u8> = kinds.iter().filter(is_own).map(|kind| kind.0).collect();
            let mut free = (0..=u8::MAX).filter(|number| !own.contains(number));
            let mut next = || free.next().expect("an orbit has fewer kinds than numbers");
            let (hidden, turned) = (next(), next());
            for (piece, period) in kinds {
                let look = match shown(orbit, piece, period) {
                    Detail::Nothing => (hidden, 1),
                    Detail::Orientation => (turned, period),
                    Detail::Permutation => (piece, 1),
                    Detail::All => (piece, period),
                };
                looks.insert((orbit, piece, period), look);
            }
        }
        Self { looks }
    }

    /// The glasses through which one position looks like another; `None` if there are none.
    pub fn between(shape: &Shape, from: &Position, to: &Position) -> Option<Self> {
        (from.places() == shape.places() && to.places() == shape.places()).then_some(())?;
        let mut looks = HashMap::new();
        for place in 0..shape.places() {
            let kind = (shape.orbit_of(place), from.piece(place), from.period(place));
            let look = to.look(place).kind();
            let is_same = from.orientation(place) % look.1 == to.orientation(place);
            if !is_same || !kind.2.is_multiple_of(look.1) || *looks.entry(kind).or_insert(look) != look {
                return None;
            }
        }
        Some(Self { looks })
    }

    /// Returns whether they show all differences between the pieces at some places of a position.
    pub fn show_all(&self, shape: &Shape, position: &Position, mut places: impl Iterator<Item = usize>) -> bool {
        let mut kinds = HashMap::new();
        places.all(|place| {
            let (orbit, kind) = (shape.orbit_of(place), position.look(place).kind());
            let look = self.looks[&(orbit, kind.0, kind.1)];
            look.1 == kind.1 && *kinds.entry((orbit, look)).or_insert(kind) == kind
        })
    }

    /// A position as it is seen through them.
    ///
    /// # Panics
    /// If it has other pieces than the goal.
    pub fn see(&self, shape: &Shape, position: &Position) -> Position {
        let seen = |place: usize| {
            let own = position.look(place);
            let (piece, period) = self.looks[&(shape.orbit_of(place), own.piece, own.period)];
            Look { piece, ..own.known(period) }
        };
        Position::new(shape, (0..position.places()).map(seen)).expect("a period is 1 or as before")
    }
}

#[cfg(test)]
mod tests {
    use super::super::Goal;
    use super::super::testing::cube;
    use super::*;

    #[test]
    fn glasses_between_two_goals_show_what_the_second_one_sees() {
        let cube = cube("URF");
        let all = Goal::solved(&cube);
        let places = || 0..cube.shape.places();
        let moved = all.base().after(&cube.transformation_of("R U F2").unwrap());
        for pieces in ["CORNERS:0,1;EDGES:2", "CORNERS:all/orientation", "EDGES:0-3/permutation", "CORNERS:all"] {
            let some = Goal::of_pieces(&cube, pieces).unwrap();
            let glasses = Glasses::between(&cube.shape, all.base(), some.base()).unwrap();
            assert_eq!(glasses.see(&cube.shape, &moved), some.seen(&cube, &moved).unwrap(), "{pieces}");
            assert!(!glasses.show_all(&cube.shape, all.base(), places()), "{pieces}");
            assert!(Glasses::between(&cube.shape, some.base(), all.base()).is_none(), "{pieces}");
        }
        let same = Glasses::between(&cube.shape, all.base(), all.base()).unwrap();
        assert!(same.show_all(&cube.shape, all.base(), places()) && same.see(&cube.shape, &moved) == moved);
        // Another orientation of the same pieces is not what glasses show.
        assert!(Glasses::between(&cube.shape, all.base(), &moved).is_none());
    }
}
