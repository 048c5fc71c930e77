//! What the batched kernel searches.

use crate::cube::Move;
use crate::search::engine::two_sided::tasks::RootTask;

/// What a child waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// For a line of the table.
    Pending,
    /// For nothing: no look-up rules it out.
    Open,
}

/// A space whose nodes are looked up in stages: the line of each look-up can be asked for when the look-up before it has been
/// read, and be read later, when others have had their turn.
///
/// A word is found from both ends: some of its moves are made on the position, the others on the inverse.
pub trait StagedSpace: Sync {
    /// A node: small, and without heap memory.
    type Node: Copy + Send + Sync;

    /// A child of a node, or several that share a look-up: a few bytes that, with the parent, are enough to make the nodes. Most
    /// children are cut off without ever having been one.
    type Child: Copy + Default;

    /// The root of a subtree with `remaining` moves left, as a child of itself.
    fn root(&self, start: &RootTask, number: u32, remaining: u8) -> (Self::Node, Self::Child, Step);

    /// Whether a child has moves left.
    fn has_moves_left(&self, child: Self::Child) -> bool;

    /// Makes the children of an open node with moves left; returns how many nodes they stand for.
    fn expand(&self, node: &Self::Node, child: impl FnMut(Self::Child, Step)) -> u32;

    /// Asks for the line that a child waits for, so that it is near when it is read.
    fn ask(&self, child: Self::Child);

    /// Reads the look-up that a child waits for.
    fn bound(&self, child: Self::Child) -> u8;

    /// Whether a child with this bound has enough moves left.
    fn is_possible(&self, child: Self::Child, bound: u8) -> bool;

    /// What becomes of a child that has this bound and is not cut off: one child, or one for each of those that shared the
    /// look-up, two at the most.
    fn go_on(&self, parent: &Self::Node, child: Self::Child, bound: u8, next: impl FnMut(Self::Child, Step));

    /// The node of an open child.
    fn node(&self, parent: &Self::Node, child: Self::Child) -> Self::Node;

    /// Whether all that this node, which has moves left, could lead to is found elsewhere. The roots of subtrees are never excluded.
    #[inline(always)]
    fn is_excluded(&self, _node: &Self::Node) -> bool {
        false
    }

    /// Moves left.
    fn remaining(&self, node: &Self::Node) -> u8;

    /// Number of the subtree that the node belongs to.
    fn subtree(&self, node: &Self::Node) -> u32;

    /// If the node is solved: the moves made since the root of its subtree, in their order.
    fn solution(&self, node: &Self::Node) -> Option<Vec<Move>>;

    /// Runs `work` compiled for the instructions that the space uses.
    fn run<R>(&self, work: impl FnOnce() -> R) -> R;
}
