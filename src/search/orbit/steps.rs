//! Steps from one position to the next, away from the goal.

use super::byte_move::{ByteMoves, Node};
use super::encoding::Encoding;
use crate::puzzle::{Question, Transformation};
use std::collections::HashSet;

/// The steps that lead away from the goal: the inverse of each move, with its cost.
pub(super) struct Steps<const N: usize> {
    /// The inverses of the moves.
    pub moves: ByteMoves<N>,
    /// The costs of the moves.
    pub costs: Vec<u8>,
    /// Bytes, and the values that they must not have.
    forbidden: Vec<(usize, [bool; 256])>,
    /// For each step, and at the end for none, the steps that may lead to new positions afterwards: not those that are
    /// one step together with it, or undo it.
    pub following: Vec<Vec<u8>>,
}

impl<const N: usize> Steps<N> {
    /// The steps from the goal of a question: the moves, undone.
    pub fn back(question: &Question, encoding: &Encoding) -> Self {
        let shape = &question.definition().shape;
        let moves = question.moves().moves();
        let undone: Vec<Transformation> = moves.iter().map(|by| by.transformation.inverse(shape)).collect();
        let costs: Vec<u8> = moves.iter().map(|by| by.cost).collect();
        let all: Vec<u8> = (0..undone.len() as u8).collect();
        let known: HashSet<&Transformation> = undone.iter().collect();
        let is_new = |first: &Transformation, next: &Transformation| {
            let both = first.then(shape, next);
            !both.is_identity() && !known.contains(&both)
        };
        // With different costs two steps may be cheaper than the one that does the same.
        let is_unit = question.moves().is_unit();
        let after = |first: &Transformation| {
            let may_follow = |&&next: &&u8| !is_unit || is_new(first, &undone[usize::from(next)]);
            all.iter().filter(may_follow).copied().collect()
        };
        let following = undone.iter().map(after).chain([all.clone()]).collect();
        let moves = ByteMoves::new(undone.iter().map(|by| encoding.compiled(by)).collect());
        Self { moves, costs, forbidden: encoding.forbidden(question), following }
    }

    /// Returns whether no rule forbids a position.
    #[inline(always)]
    pub fn is_legal(&self, node: &Node<N>) -> bool {
        self.forbidden.iter().all(|(byte, values)| !values[usize::from(node[*byte])])
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
