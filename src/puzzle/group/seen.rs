//! Puzzles as a goal sees them: groups without what identical pieces and hidden orientations do not show.

use super::super::{Definition, Position, Shape, Transformation};
use super::generated::Group;
use super::invariants::{Invariant, Kind};
use super::lattice::Lattice;
use super::order::Order;
use super::selection::{Selection, components, place_names};

/// A position with identical pieces and hidden orientations, and what moves do to it.
///
/// Components that look the same after any move are left out, and orientations count modulo what is known of them.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    components: Vec<Vec<usize>>,
    whole: Position,
    selection: Selection,
    generators: Vec<Transformation>,
    position: Position,
}

impl Seen {
    /// A position and the moves that are made.
    pub fn new(shape: &Shape, moves: &[&Transformation], position: &Position) -> Self {
        let components = components(shape, moves);
        let chosen = components.iter().map(|places| (places.clone(), least_common_period(position, places)));
        let is_changed = |places: &[usize]| {
            places.iter().any(|&place| position.look(place).kind() != position.look(places[0]).kind())
        };
        let chosen: Vec<_> = chosen.filter(|(places, period)| *period > 1 || is_changed(places)).collect();
        let selection = Selection::new(shape, &chosen);
        let generators =
            moves.iter().map(|by| selection.transformation(by).expect("moves stay in components")).collect();
        let seen = selection.position(position).expect("periods divide their multiple");
        Self { components, whole: position.clone(), selection, generators, position: seen }
    }

    /// The shape of what is seen: its orbits are components.
    pub fn shape(&self) -> &Shape {
        self.selection.shape()
    }

    /// The shape, in whose phrases places have names.
    pub fn described(&self, definition: &Definition) -> Shape {
        self.selection.described(&definition.shape, &place_names(definition))
    }

    /// The position as it is seen.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Another position as it is seen; `None` if it has other pieces.
    pub fn other(&self, position: &Position) -> Option<Position> {
        self.selection.position(position)
    }

    /// The moves as they are seen.
    pub fn generators(&self) -> &[Transformation] {
        &self.generators
    }

    /// The group of the moves as they are seen, see [`Group::generated`].
    pub fn group(&self) -> Option<Group> {
        Group::generated(self.shape(), &self.generators)
    }

    /// Returns whether only one transformation leads from the position to another one.
    pub fn is_labelled(&self) -> bool {
        let is_known = self.shape().orientations().enumerate().all(|(place, of)| self.position.period(place) == of);
        is_known
            && (0..self.shape().orbits().len()).all(|orbit| self.identical(orbit).iter().all(|&(_, count)| count == 1))
    }

    /// The places of the whole puzzle with other pieces than another position has there, though moves exchange pieces
    /// only among these places.
    pub fn misplaced(&self, other: &Position) -> Option<&[usize]> {
        let looks = |position: &Position, places: &[usize]| {
            let mut looks: Vec<_> = places.iter().map(|&place| position.look(place).kind()).collect();
            looks.sort_unstable();
            looks
        };
        let components = self.components.iter().map(Vec::as_slice);
        components.into_iter().find(|places| looks(&self.whole, places) != looks(other, places))
    }

    /// A transformation that leads to another position with the same pieces in each component; moves may not be able to
    /// make it.
    pub fn towards(&self, other: &Position) -> Option<Transformation> {
        let (shape, position) = (self.shape(), &self.position);
        let mut is_taken = vec![false; shape.places()];
        let (mut sources, mut twists) = (Vec::new(), Vec::new());
        for place in 0..shape.places() {
            let is_it = |&from: &usize| !is_taken[from] && position.look(from).kind() == other.look(place).kind();
            let from = shape.range(shape.orbit_of(place)).find(is_it)?;
            is_taken[from] = true;
            sources.push(from as u16);
            let period = position.period(from);
            twists.push((other.orientation(place) + period - position.orientation(from)) % period);
        }
        Transformation::new(shape, sources, twists)
    }

    /// The numbers of invariants of transformations that do not change the position: an exchange of identical pieces is
    /// odd, and a piece may turn by its period.
    pub fn unseen(&self, invariants: &[Invariant]) -> Vec<Vec<u64>> {
        let mut unseen = Vec::new();
        for (number, invariant) in invariants.iter().enumerate() {
            let unit = |amount: u64| (0..invariants.len()).map(|at| if at == number { amount } else { 0 }).collect();
            match invariant.kind {
                Kind::Permutation if self.identical(invariant.orbit).iter().any(|&(_, count)| count > 1) => {
                    unseen.push(unit(1));
                }
                Kind::Permutation => {}
                Kind::Orientation => {
                    unseen.extend(
                        self.identical(invariant.orbit).iter().map(|&((_, period), _)| unit(u64::from(period))),
                    );
                }
            }
        }
        unseen
    }

    /// Number of transformations of the shape that do not change the position.
    pub fn unseen_order(&self) -> Order {
        let mut order = Order::one();
        for (number, orbit) in self.shape().orbits().iter().enumerate() {
            for ((_, period), count) in self.identical(number) {
                order = (1..=count)
                    .fold(order, |order, factor| order.times(factor * u64::from(orbit.orientations / period)));
            }
        }
        order
    }

    /// The different pieces of an orbit with their periods, and how many there are of each.
    fn identical(&self, orbit: usize) -> Vec<((u8, u8), u64)> {
        let mut pieces: Vec<_> = self.shape().range(orbit).map(|place| self.position.look(place).kind()).collect();
        pieces.sort_unstable();
        pieces.chunk_by(|one, other| one == other).map(|same| (same[0], same.len() as u64)).collect()
    }
}

/// Adds what is not seen to the numbers of invariants that moves reach.
pub(super) fn with_unseen(reached: Lattice, unseen: &[Vec<u64>]) -> Lattice {
    unseen.iter().fold(reached, |lattice, vector| lattice.with(vector))
}

/// The least number of orientations that shows all that is known of pieces at some places.
fn least_common_period(position: &Position, places: &[usize]) -> u8 {
    let all = places.iter().map(|&place| position.period(place));
    all.fold(1, |multiple, period| {
        let steps = 1..=period;
        steps.map(|times| multiple * times).find(|multiple| multiple.is_multiple_of(period)).expect("a divisor")
    })
}
