//! What the batched kernel searches.

use super::starts::Start;
use crate::cube::Move;

/// What is known of a node when one of its look-ups has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It needs more moves than it has left.
    Cut,
    /// Another line of the table has been asked for.
    Pending,
    /// No look-up rules it out.
    Open,
}

/// A child as it comes into the world, or several.
#[derive(Clone, Copy, Debug)]
pub enum Newborn<N, C> {
    /// One look-up tells about them all; its line has been asked for.
    Siblings(C),
    /// No look-up could rule it out.
    Open(N),
}

/// A node that waits for its turn: eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folded {
    /// Number of its subtree.
    pub subtree: u32,
    /// The moves since the root of the subtree, as the space writes them.
    pub trail: u32,
}

/// A space whose nodes are looked up in stages: the line of each look-up is asked for when the node is made, or when the
/// look-up before it has been read, and is read later, when other nodes have had their turn.
///
/// A word is found from both ends: some of its moves are made on the position, the others on the inverse.
pub trait StagedSpace: Sync {
    /// A node, with whatever look-up it waits for: small, and without heap memory.
    type Node: Copy + Send + Sync;

    /// Children that wait for their first look-up, one for all of them: a few bytes that, with the parent, are enough to make
    /// the nodes. Nine of ten are cut off without ever having been nodes.
    type Siblings: Copy + Default;

    /// The root of a subtree with `remaining` moves left, with its first look-up asked for if it has one.
    fn root(&self, start: &Start, number: u32, remaining: u8) -> (Self::Node, Step);

    /// Makes the children of an open node with moves left; returns their number.
    fn expand(&self, node: &Self::Node, child: impl FnMut(Newborn<Self::Node, Self::Siblings>)) -> u32;

    /// Reads the first look-up of some children: their bound, or `None` if they need more moves than they have left.
    fn first_bound(&self, siblings: Self::Siblings) -> Option<u8>;

    /// The nodes of children whose first look-up did not cut them off. Asks for the next look-up of each if there is one.
    fn made(&self, parent: &Self::Node, siblings: Self::Siblings, bound: u8, node: impl FnMut(Self::Node, Step));

    /// Reads the look-up that the node waits for, and asks for the next one if there is one.
    fn resolve(&self, node: &mut Self::Node) -> Step;

    /// Moves left.
    fn remaining(&self, node: &Self::Node) -> u8;

    /// Whether the subtree of an open node is large for the hope that there is in it, so that it is better searched last.
    fn is_doubtful(&self, node: &Self::Node) -> bool;

    /// A doubtful node in few bits, if its subtree and the moves since its root are few enough.
    fn folded(&self, node: &Self::Node) -> Option<Folded>;

    /// The node that was folded, open; `start` and `remaining` are those of its subtree.
    fn unfolded(&self, start: &Start, remaining: u8, folded: Folded) -> Self::Node;

    /// Number of the subtree that the node belongs to.
    fn subtree(&self, node: &Self::Node) -> u32;

    /// If the node is solved: the moves made since the root of its subtree, in their order.
    fn solution(&self, node: &Self::Node) -> Option<Vec<Move>>;

    /// Runs `work` compiled for the instructions that the space uses.
    fn run<R>(&self, work: impl FnOnce() -> R) -> R;
}
