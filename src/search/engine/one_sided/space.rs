//! The interface between kernels and puzzles.

use crate::heuristic::{Cut, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Child<N> {
    /// The move.
    pub by: MoveIndex,
    /// The state.
    pub node: N,
}

/// States with moves and a lower bound. A kernel accesses a puzzle through this trait alone.
pub trait Space: Sync {
    /// A state as the search carries it: small, and without heap memory.
    type Node: Copy + Send + Sync;

    /// The state after a move.
    fn child(&self, node: &Self::Node, by: MoveIndex) -> Self::Node;

    /// An admissible lower bound of the state.
    fn bound(&self, node: &Self::Node) -> u8;

    /// Returns whether the state, reached from the root by `path`, is solved.
    fn is_goal(&self, node: &Self::Node, path: &[MoveIndex]) -> bool;

    /// A key that no other state has, for transposition tables.
    fn key(&self, node: &Self::Node, path: &[MoveIndex]) -> Key;

    /// The key of one of the state's symmetric images, the same for all of them, and the symmetry that leads there, as
    /// an index into the list for which the [`Contexts`](crate::prune::Contexts) of the search were made. A space
    /// without symmetries returns the state itself.
    fn class_key(&self, node: &Self::Node, path: &[MoveIndex]) -> (Key, usize) {
        (self.key(node, path), 0)
    }

    /// Appends the children under `moves` whose bound is at most `budget`, in ascending order of the moves. A faster
    /// version keeps exactly the children that this plain one keeps; it may find a smaller overshoot, but never 0.
    #[inline(always)]
    fn expand(
        &self,
        node: &Self::Node,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Self::Node>>,
    ) -> Expansion {
        let mut cut = Cut::new(budget);
        for by in moves {
            let child = self.child(node, by);
            if cut.keeps(self.bound(&child)) {
                children.push(Child { by, node: child });
            }
        }
        Expansion { lookups: moves.len() as u64, overshoot: cut.overshoot() }
    }

    /// The unique form of a solution among those that differ by the order of commuting moves; `None` if it can be
    /// shortened.
    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(solution)
    }
}
