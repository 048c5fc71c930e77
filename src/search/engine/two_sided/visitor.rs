//! The interface between a kernel and its owner.

use crate::search::engine::two_sided::space::Step;

/// The owner of a search, which supplies subtrees and receives results.
pub trait Visitor<N, C> {
    /// The root of the next subtree, as a child of itself, if there is one.
    fn next_root(&mut self) -> Option<(N, C, Step)>;

    /// Returns whether nodes in the subtree of this one are to be expanded.
    fn wants(&mut self, node: &N) -> bool;

    /// Records that a node has been expanded into `children` children.
    fn expanded(&mut self, node: &N, children: u32);

    /// Records that `count` look-ups were read, and that `cut` of their children are cut off.
    fn looked_up(&mut self, count: u32, cut: u32);

    /// Records that a node is excluded.
    fn excluded(&mut self);

    /// Visits a node without moves left that no look-up cuts off.
    fn leaf(&mut self, node: &N);
}
