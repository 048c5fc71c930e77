//! The interface between the kernels and a puzzle.

use crate::cube::FaceTurn;
use crate::search::engine::two_sided::tasks::RootTask;

/// The look-up that a child waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It waits for a line of the table.
    Pending,
    /// It waits for nothing: no look-up cuts it off.
    Open,
}

/// A space whose look-ups are deferred: the line of each look-up can be requested when the previous look-up has
/// been read, and be read later, while other nodes are searched.
///
/// A solution is searched from both ends: some of its moves are made on the position, the others on the inverse.
pub trait DeferredSpace: Sync {
    /// A node: small, and without heap memory.
    type Node: Copy + Send + Sync;

    /// A child of a node, or several that share a look-up: a few bytes that, with the parent, are enough to make the
    /// nodes. Most children are cut off without ever becoming nodes.
    type Child: Copy + Default;

    /// The root of a subtree with `remaining` moves left, as a child of itself.
    fn root(&self, task: &RootTask, number: u32, remaining: u8) -> (Self::Node, Self::Child, Step);

    /// Returns whether a child has moves left.
    fn has_moves_left(&self, child: Self::Child) -> bool;

    /// Makes the children of an open node with moves left; returns the number of nodes that they represent.
    fn expand(&self, node: &Self::Node, child: impl FnMut(Self::Child, Step)) -> u32;

    /// Requests the line that a child waits for, so that it is in the cache when it is read.
    fn ask(&self, child: Self::Child);

    /// Reads the look-up that a child waits for. Returns the child with its bound, and whether it has enough moves
    /// left.
    fn look_up(&self, child: Self::Child) -> (Self::Child, bool);

    /// Continues with a child that has been looked up and is not cut off: calls `next` with one child, or with one for
    /// each of those that shared the look-up, at most two.
    fn go_on(&self, parent: &Self::Node, child: Self::Child, next: impl FnMut(Self::Child, Step));

    /// The node of an open child.
    fn node(&self, parent: &Self::Node, child: Self::Child) -> Self::Node;

    /// Returns whether there are no solutions below this node, which has moves left, or all of them are found
    /// elsewhere.
    #[inline(always)]
    fn is_excluded(&self, _node: &Self::Node) -> bool {
        false
    }

    /// Moves left.
    fn remaining(&self, node: &Self::Node) -> u8;

    /// Number of the subtree that the node belongs to.
    fn subtree(&self, node: &Self::Node) -> u32;

    /// The moves made since the root of its subtree, in order, if the node is solved.
    fn solution(&self, node: &Self::Node) -> Option<Vec<FaceTurn>>;

    /// Runs `work` compiled for the instructions that the space uses.
    fn run<R>(&self, work: impl FnOnce() -> R) -> R;
}
