//! What a kernel searches.

use crate::cube::{CanonicalOrder, Move, MoveSet};

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Child<N> {
    /// The move.
    pub by: Move,
    /// The state.
    pub node: N,
}

/// States with moves and a lower bound. A kernel knows a puzzle through this alone.
pub trait Space: Sync {
    /// A state as the search carries it: small, and without heap memory.
    type Node: Copy + Send + Sync;

    /// Which move may follow which.
    fn order(&self) -> &CanonicalOrder;

    /// The state after a move.
    fn child(&self, node: &Self::Node, m: Move) -> Self::Node;

    /// A number of moves that the state cannot be solved in fewer than.
    fn bound(&self, node: &Self::Node) -> u8;

    /// Whether the state, reached from the root by `path`, is solved.
    fn is_goal(&self, node: &Self::Node, path: &[Move]) -> bool;

    /// Appends the children under `moves` whose bound is at most `budget`, in ascending order of the moves, and returns
    /// the number of table entries read. A faster version keeps exactly the children that this plain one keeps.
    #[inline(always)]
    fn expand(&self, node: &Self::Node, moves: MoveSet, budget: u8, children: &mut Vec<Child<Self::Node>>) -> u64 {
        for by in moves {
            let child = self.child(node, by);
            if self.bound(&child) <= budget {
                children.push(Child { by, node: child });
            }
        }
        moves.len() as u64
    }
}
