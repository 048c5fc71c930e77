//! The moves of a table of cosets.

use crate::cube::{Cubies, MOVE_CUBIES, Metric, Symmetry};
use std::collections::HashSet;

/// Moves of a cube, as the cubes after each: a set that every symmetry of the cube maps to itself, and that has the
/// inverse of each. Only under such moves have all cosets of a class the same distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSet {
    turns: Vec<Cubies>,
    /// For each symmetry the image of each move.
    images: Vec<Vec<u8>>,
}

impl TurnSet {
    /// The set of these moves, each once; `None` unless it is symmetric, or if it has more than 128 moves.
    pub fn new(turns: Vec<Cubies>) -> Option<Self> {
        let number = |turn: &Cubies| turns.iter().position(|known| known == turn).map(|number| number as u8);
        let image = |symmetry: Symmetry| turns.iter().map(|turn| number(&symmetry.of_cubies(turn))).collect();
        let is_fit = turns.len() <= 128 && turns.iter().all(|turn| number(&turn.inverse()).is_some());
        let images = Symmetry::all().filter(|_| is_fit).map(image).collect::<Option<Vec<_>>>()?;
        is_fit.then_some(Self { turns, images })
    }

    /// The moves of a metric, in their order.
    pub fn of(metric: Metric) -> Self {
        let turns = metric.moves().into_iter().map(|m| MOVE_CUBIES[m.index()]);
        Self::new(turns.collect()).expect("the moves of a metric are symmetric")
    }

    /// The moves.
    pub fn turns(&self) -> &[Cubies] {
        &self.turns
    }

    /// The number of a move's image under a symmetry.
    pub(super) fn image(&self, symmetry: Symmetry, turn: u8) -> u8 {
        self.images[symmetry.index()][usize::from(turn)]
    }

    /// For each move, which moves are made after it: of the pairs with one product, the first, and none whose product
    /// is a move or nothing.
    pub(super) fn pairs(&self) -> Vec<Vec<bool>> {
        let mut known: HashSet<Cubies> = self.turns.iter().copied().chain([Cubies::SOLVED]).collect();
        let mut after = |first: &Cubies| self.turns.iter().map(|next| known.insert(first.then(next))).collect();
        self.turns.iter().map(&mut after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::FaceTurn;

    /// Korf's 243 sequences of two half turns, and the 114 positions after two quarter turns.
    #[test]
    fn pairs_are_as_many_as_positions_after_two_moves() {
        let count = |turns: &TurnSet| turns.pairs().iter().flatten().filter(|&&is_made| is_made).count();
        assert_eq!(count(&TurnSet::of(Metric::HalfTurn)), 243);
        assert_eq!(count(&TurnSet::of(Metric::QuarterTurn)), 114);
    }

    #[test]
    fn sets_are_symmetric() {
        let of = |moves: &[FaceTurn]| TurnSet::new(moves.iter().map(|m| MOVE_CUBIES[m.index()]).collect());
        let all: Vec<FaceTurn> = FaceTurn::all().collect();
        let half: Vec<FaceTurn> = FaceTurn::all().filter(|m| m.quarters() == 2).collect();
        assert!(of(&half).is_some());
        assert_eq!(of(&all), Some(TurnSet::of(Metric::HalfTurn)));
        // Some moves, and moves without their inverses.
        assert_eq!(of(&all[..9]), None);
        let clockwise: Vec<FaceTurn> = FaceTurn::all().filter(|m| m.quarters() == 1).collect();
        assert_eq!(of(&clockwise), None);
        let turns = TurnSet::of(Metric::QuarterTurn);
        for symmetry in Symmetry::all() {
            for (number, turn) in turns.turns().iter().enumerate() {
                let image = turns.image(symmetry, number as u8);
                assert_eq!(turns.turns()[usize::from(image)], symmetry.of_cubies(turn));
            }
        }
    }
}
