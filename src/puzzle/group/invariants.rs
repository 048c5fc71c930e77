//! Invariants: parities of permutations and sums of orientations, which add up along a sequence of moves.

use super::super::{Shape, Transformation};
use super::lattice::Lattice;
use super::order::Order;

/// Something that adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The parity of the permutation of pieces.
    Permutation,
    /// The sum of the changes of orientation.
    Orientation,
}

/// A number of a transformation that adds up: the one of a product is the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Invariant {
    /// The orbit that it is about.
    pub orbit: usize,
    /// Its kind.
    pub kind: Kind,
    /// The number that it counts modulo.
    pub modulus: u64,
}

impl Invariant {
    /// The invariants of a shape: one of each kind for each orbit, without those that are always 0.
    pub fn all(shape: &Shape) -> Vec<Self> {
        let both = |(number, orbit): (usize, &super::super::Orbit)| {
            let parities = if orbit.places > 1 { 2 } else { 1 };
            let kinds = [(Kind::Permutation, parities), (Kind::Orientation, u64::from(orbit.orientations))];
            kinds.map(|(kind, modulus)| Self { orbit: number, kind, modulus })
        };
        let all = shape.orbits().iter().enumerate().flat_map(both);
        all.filter(|invariant| invariant.modulus > 1).collect()
    }

    /// Its number for a transformation.
    pub fn of(&self, shape: &Shape, by: &Transformation) -> u64 {
        let range = shape.range(self.orbit);
        if self.kind == Kind::Orientation {
            return range.map(|place| u64::from(by.twist(place))).sum::<u64>() % self.modulus;
        }
        // A permutation is even if places and cycles differ by an even number.
        let mut seen = vec![false; range.len()];
        let mut parity = 0;
        for first in range.clone() {
            let mut place = first;
            while !std::mem::replace(&mut seen[place - range.start], true) {
                place = by.source(place);
                parity += u64::from(place != first);
            }
        }
        parity % self.modulus
    }
}

/// The numbers of invariants that the products of some transformations have.
pub(super) fn reached(shape: &Shape, invariants: &[Invariant], generators: &[Transformation]) -> Lattice {
    let lattice = Lattice::new(invariants.iter().map(|invariant| invariant.modulus).collect());
    generators.iter().fold(lattice, |lattice, by| lattice.with(&values(shape, invariants, by)))
}

/// The numbers of invariants for a transformation.
pub(super) fn values(shape: &Shape, invariants: &[Invariant], by: &Transformation) -> Vec<u64> {
    invariants.iter().map(|invariant| invariant.of(shape, by)).collect()
}

/// Number of transformations of a shape with numbers of invariants that the products of some of them have.
pub(super) fn order_of_all(shape: &Shape, generators: &[Transformation]) -> Order {
    let invariants = Invariant::all(shape);
    let most: Order = shape.orbits().iter().fold(Order::one(), |product, orbit| {
        let pieces = 1..=orbit.places as u64;
        pieces.fold(product, |product, factor| product.times(factor).times(u64::from(orbit.orientations)))
    });
    let cosets = invariants.iter().map(|invariant| invariant.modulus).collect();
    let even = most.divided_by(&cosets).expect("both parities and all sums occur");
    even.times_order(&reached(shape, &invariants, generators).order())
}
