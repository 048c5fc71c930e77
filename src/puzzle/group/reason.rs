//! Reasons why a position cannot be reached, as sentences.

use super::super::{Definition, Shape};
use super::invariants::{Invariant, Kind};
use super::lattice::Lattice;
use super::order::Order;
use super::selection::{described, place_names};

/// The reason for pieces that moves do not bring to places of the goal.
pub(super) fn misplaced(definition: &Definition, places: &[usize]) -> String {
    let pieces = described(&definition.shape, places, &place_names(definition));
    match places {
        [_] => format!("{pieces} is never moved and holds another piece than in the goal"),
        _ => format!("{pieces} are not the same pieces as in the goal, and moves do not exchange them with others"),
    }
}

/// The reason for a transformation that is not in the group.
pub(super) fn not_in_group(order: &Order) -> String {
    format!("the moves generate a group of order {order}, and none of its elements leads from the start to the goal")
}

/// Invariants that the moves do not bring to the goal's.
pub(super) struct Broken<'a> {
    /// The shape; its orbits are named by phrases.
    pub shape: &'a Shape,
    /// All invariants.
    pub invariants: &'a [Invariant],
    /// Their numbers for each move.
    pub moves: &'a [Vec<u64>],
    /// Their numbers for transformations that are not seen.
    pub unseen: &'a [Vec<u64>],
    /// Their numbers for a transformation that leads to the goal.
    pub wanted: &'a [u64],
}

impl Broken<'_> {
    /// The reason with the fewest invariants.
    pub fn reason(&self) -> String {
        let all = || 0..self.invariants.len();
        if let Some(one) = all().find(|&one| !self.is_reached(&[one])) {
            return self.of_one(one);
        }
        let pairs = all().flat_map(|one| (0..one).map(move |other| [other, one]));
        match pairs.into_iter().find(|pair| !self.is_reached(pair)) {
            Some([one, other]) => self.of_two(one, other),
            None => self.of_several(&self.fewer(all().collect())),
        }
    }

    /// Leaves out invariants that are not needed for a reason.
    fn fewer(&self, mut chosen: Vec<usize>) -> Vec<usize> {
        for one in 0..self.invariants.len() {
            let others: Vec<usize> = chosen.iter().copied().filter(|&other| other != one).collect();
            if !self.is_reached(&others) {
                chosen = others;
            }
        }
        chosen
    }

    /// Returns whether moves make what is wanted of some invariants.
    fn is_reached(&self, chosen: &[usize]) -> bool {
        let vectors = self.moves.iter().chain(self.unseen);
        self.lattice(chosen, vectors).contains(&choose(self.wanted, chosen))
    }

    fn lattice<'v>(&self, chosen: &[usize], vectors: impl Iterator<Item = &'v Vec<u64>>) -> Lattice {
        let lattice = Lattice::new(chosen.iter().map(|&one| self.invariants[one].modulus).collect());
        vectors.fold(lattice, |lattice, vector| lattice.with(&choose(vector, chosen)))
    }

    fn pieces(&self, of: usize) -> &str {
        &self.shape.orbits()[self.invariants[of].orbit].name
    }

    fn of_one(&self, one: usize) -> String {
        let pieces = self.pieces(one);
        if self.invariants[one].kind == Kind::Permutation {
            return format!("the goal needs an odd permutation of {pieces}, and every move makes an even one");
        }
        let step = |lattice: Lattice| lattice.steps().next().expect("one column");
        let known = step(self.lattice(&[one], self.unseen.iter()));
        let moved = step(self.lattice(&[one], self.moves.iter().chain(self.unseen)));
        let excess = (known - self.wanted[one] % known) % known;
        let (turned, verb) = self.turned(one);
        let change = if moved == known {
            "no move changes that".into()
        } else {
            format!("moves change that by multiples of {moved}")
        };
        format!("{turned} {verb} {excess} more than in the goal, modulo {known}, and {change}")
    }

    /// A phrase for orientations, and its verb.
    fn turned(&self, one: usize) -> (String, &'static str) {
        let pieces = self.pieces(one);
        match self.shape.orbits()[self.invariants[one].orbit].places {
            1 => (format!("the orientation at {pieces}"), "is"),
            _ => (format!("the orientations of {pieces}"), "add up to"),
        }
    }

    fn of_two(&self, one: usize, other: usize) -> String {
        if [one, other].iter().any(|&of| self.invariants[of].kind == Kind::Orientation) {
            return self.of_several(&[one, other]);
        }
        let (odd, even) = if self.wanted[one] == 1 { (one, other) } else { (other, one) };
        let (odd, even) = (self.pieces(odd), self.pieces(even));
        format!(
            "an odd permutation of {odd} needs an odd permutation of {even}, \
            but the goal needs an even permutation of {even}"
        )
    }

    fn of_several(&self, several: &[usize]) -> String {
        let names: Vec<String> = several
            .iter()
            .map(|&one| match self.invariants[one].kind {
                Kind::Permutation => format!("the permutation of {}", self.pieces(one)),
                Kind::Orientation => self.turned(one).0,
            })
            .collect();
        format!("moves change {} only in ways that go together, and none of these leads to the goal", listed(&names))
    }
}

/// A list with commas and an "and".
fn listed(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Some entries of a vector.
fn choose(vector: &[u64], chosen: &[usize]) -> Vec<u64> {
    chosen.iter().map(|&one| vector[one]).collect()
}
