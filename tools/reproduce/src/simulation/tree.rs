//! A recorded tree, and its top as ranks expand it.

use cubepdb::internals::search::work_distribution::TreeTop;
use std::ops::Range;

/// The tree of one iteration: the nodes at its top, and the number of nodes below each of them.
#[derive(Clone, Debug)]
pub struct RecordedTree {
    /// The children of each node are consecutive, and come after the node. The first node is the root.
    pub(super) nodes: Vec<Node>,
    /// Moves at each node, before any are cut off.
    pub(super) branching: usize,
    /// Moves below the root.
    pub(super) height: u8,
}

/// A node of a recorded tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The children that are not cut off; empty where the recording ends.
    pub children: Range<u32>,
    /// Nodes generated when it is expanded, cut off or not; 0 where the recording ends.
    pub generated: u64,
    /// Nodes generated in its subtree, including those of the expansion.
    pub below: u64,
    /// Moves from the root.
    pub depth: u8,
    /// A lower bound on the length of all solutions in its subtree, counted from the root.
    pub bound: u8,
}

impl Node {
    /// A node that is not expanded, with `below` nodes below it.
    pub(super) fn leaf(depth: u8, bound: u8, below: u64) -> Self {
        Self { children: 0..0, generated: 0, below, depth, bound }
    }

    /// Returns whether its expansion is recorded.
    pub(super) fn is_inner(&self) -> bool {
        self.generated > 0
    }
}

/// Growth factor of the number of canonical sequences in half turns with each move.
const BRANCHING: f64 = 13.3;

impl RecordedTree {
    /// The tree with the sizes of all subtrees, summed from those where the recording ends.
    pub(super) fn summed(mut nodes: Vec<Node>, branching: usize, height: u8) -> Self {
        for number in (0..nodes.len()).rev() {
            let Node { children, generated, .. } = &nodes[number];
            if *generated > 0 {
                let of_children = nodes[children.start as usize..children.end as usize].iter().map(|node| node.below);
                nodes[number].below = generated + of_children.sum::<u64>();
            }
        }
        Self { nodes, branching, height }
    }

    /// Nodes generated in the iteration.
    pub fn nodes(&self) -> u64 {
        self.nodes[0].below
    }

    /// Nodes that are recorded one by one.
    pub fn recorded(&self) -> usize {
        self.nodes.len()
    }

    /// Nodes of the largest subtree that is recorded as a whole: no finer task can be given to a rank.
    pub fn largest_leaf(&self) -> u64 {
        self.nodes.iter().filter(|node| !node.is_inner()).map(|node| node.below).max().unwrap_or(0)
    }

    /// The tree in which every subtree below the recorded part has `factor` times the nodes. One move more makes an
    /// iteration about thirteen times as large and leaves its top unchanged, except for nodes that are no longer cut
    /// off: a larger iteration than can be recorded is therefore derived from a smaller one, and is higher by the
    /// corresponding number of moves.
    #[must_use]
    pub fn scaled(&self, factor: u64) -> Self {
        let scale = |node: &Node| {
            if node.is_inner() { node.clone() } else { Node { below: node.below * factor, ..node.clone() } }
        };
        let moves = (factor as f64).log(BRANCHING).round() as u8;
        Self::summed(self.nodes.iter().map(scale).collect(), self.branching, self.height + moves)
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Moves left at a node.
    pub(super) fn remaining(&self, number: u32) -> u8 {
        self.height.saturating_sub(self.node(number).depth)
    }
}

/// The top of a recorded tree as one rank expands it; a task is the number of a node.
pub(super) struct RecordedTop<'a> {
    pub tree: &'a RecordedTree,
    /// Nodes that were generated.
    pub generated: u64,
}

impl TreeTop for RecordedTop<'_> {
    type Task = u32;
    type Wire = u32;

    fn root(&self) -> u32 {
        0
    }

    fn height(&self) -> u8 {
        self.tree.height
    }

    fn letters(&self) -> usize {
        self.tree.branching
    }

    /// Where the recording ends, a node represents its children, so that nothing is lost.
    fn children(&mut self, &task: &u32) -> Option<Vec<u32>> {
        let node = self.tree.node(task);
        if !node.is_inner() {
            return Some(vec![task]);
        }
        self.generated += node.generated;
        Some(node.children.clone().collect())
    }

    fn is_inner(&self, &task: &u32) -> bool {
        self.tree.node(task).is_inner()
    }

    fn bound(&self, &task: &u32) -> u8 {
        self.tree.node(task).bound
    }

    fn depth(&self, &task: &u32) -> usize {
        self.tree.node(task).depth.into()
    }

    fn wire(&self, &task: &u32) -> u32 {
        task
    }
}
