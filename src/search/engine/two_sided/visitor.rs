//! What a kernel asks its owner, and tells it.

use crate::search::engine::two_sided::space::Step;

/// The owner of a search of staged nodes.
pub trait Visitor<N, C> {
    /// The root of the next subtree, as a child of itself, if there is one.
    fn next_root(&mut self) -> Option<(N, C, Step)>;

    /// Whether nodes of the subtree of this one are to be expanded.
    fn wants(&mut self, node: &N) -> bool;

    /// A node has been expanded into so many children.
    fn expanded(&mut self, node: &N, children: u32);

    /// So many look-ups were read, and so many of the children that they were about are cut off.
    fn looked_up(&mut self, count: u32, cut: u32);

    /// A node is excluded.
    fn excluded(&mut self);

    /// A node without moves left that no look-up rules out.
    fn leaf(&mut self, node: &N);
}
