//! Subtrees of a space.

use crate::prune::AutomatonState;
use crate::puzzle::MoveIndex;

/// A subtree to search.
#[derive(Clone, Debug)]
pub struct Subtree<N> {
    /// Its root.
    pub node: N,
    /// The moves that led there.
    pub path: Vec<MoveIndex>,
    /// The automaton state after them.
    pub state: AutomatonState,
    /// Moves left.
    pub remaining: u8,
}
