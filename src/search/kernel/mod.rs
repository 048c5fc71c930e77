//! Kernels: depth-first search of one subtree to one bound. A kernel knows nothing of threads.

mod recursive;

pub use recursive::Recursive;

use crate::cube::{Context, Move};

/// A subtree to search.
#[derive(Clone, Debug)]
pub struct Subtree<N> {
    /// Its root.
    pub node: N,
    /// The moves that led there.
    pub path: Vec<Move>,
    /// What may follow them.
    pub context: Context,
    /// Moves left.
    pub remaining: u8,
}

/// What searching some subtrees cost. Plain counters of one worker, summed at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes generated: each child that a move makes counts once, whether its bound cuts it off or not.
    pub nodes: u64,
    /// Nodes expanded: those of which children were made.
    pub expanded: u64,
    /// Table entries read.
    pub lookups: u64,
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.lookups += other.lookups;
    }
}
