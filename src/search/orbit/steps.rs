//! InverseMoves from one position to the next, away from the goal.

use super::byte_moves::ByteMoves;
use super::encoding::Encoding;
use super::rules::Rules;
use crate::puzzle::{MoveIndex, MoveIndexSet, Question, Transformation};
use std::collections::HashSet;

/// The steps that lead away from the goal: the inverse of each move, with its cost.
pub(super) struct InverseMoves<const N: usize> {
    /// The inverses of the moves.
    pub moves: ByteMoves<N>,
    /// The costs of the moves.
    pub costs: Vec<u8>,
    /// Rules that forbid positions.
    pub rules: Rules,
    /// For each step, and at the end for none, the steps that may lead to new positions afterwards: not those that are
    /// one step together with it, or undo it.
    pub following: Vec<MoveIndexSet>,
}

impl<const N: usize> InverseMoves<N> {
    /// The steps from the goal of a question: the moves, undone.
    pub fn back(question: &Question, encoding: &Encoding) -> Self {
        let shape = &question.definition().shape;
        let moves = question.moves().moves();
        let undone: Vec<Transformation> = moves.iter().map(|by| by.transformation.inverse(shape)).collect();
        let costs: Vec<u8> = moves.iter().map(|by| by.cost).collect();
        let all = MoveIndexSet::first(undone.len());
        let known: HashSet<&Transformation> = undone.iter().collect();
        let is_new = |first: &Transformation, next: &Transformation| {
            let both = first.then(shape, next);
            !both.is_identity() && !known.contains(&both)
        };
        // With different costs two steps may be cheaper than the one that does the same.
        let is_unit = question.moves().is_unit();
        let after = |first: &Transformation| {
            let may_follow = |next: &MoveIndex| !is_unit || is_new(first, &undone[next.index()]);
            all.into_iter().filter(may_follow).collect()
        };
        let following = undone.iter().map(after).chain([all]).collect();
        let moves: Vec<_> = undone.iter().map(|by| encoding.compiled(by)).collect();
        let rules = Rules::new::<N>(question, encoding, &moves);
        Self { moves: ByteMoves::new(moves), costs, rules, following }
    }

    /// The greatest cost.
    pub fn most_cost(&self) -> usize {
        usize::from(self.costs.iter().copied().max().unwrap_or(1))
    }

    /// The number of the last step to a target.
    pub fn none(&self) -> u8 {
        self.costs.len() as u8
    }
}
