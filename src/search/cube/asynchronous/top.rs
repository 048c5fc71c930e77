//! The top of the tree, which this machine expands: level by level, in the order of the moves.

use super::LENGTHS;
use crate::cube::{PackedCube, Portable};
use crate::prune::{Automaton, AutomatonState};
use crate::puzzle::MoveIndex;
use crate::search::cube::PlainSpace;
use crate::search::engine::one_sided::space::Space;

/// The root of a tree.
#[derive(Clone, Copy)]
pub struct Root<'a> {
    /// The cube.
    pub cube: PackedCube,
    /// Moves and bounds.
    pub space: &'a PlainSpace<'a, Portable>,
    /// The rules about successive moves.
    pub automaton: &'a Automaton,
}

/// A node of the last level.
#[derive(Clone, Copy)]
pub struct Leaf {
    /// The cube.
    pub cube: PackedCube,
    /// The state of the automaton.
    pub state: AutomatonState,
    /// The greatest f-value on the path to it: it belongs to the trees of this length and of greater ones.
    pub f: u8,
}

/// The nodes of the search of one length, and the least f-value above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Nodes generated.
    pub nodes: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// The least f-value above the length, or a greater number.
    pub least: u32,
}

impl Count {
    /// Nothing was searched.
    pub const NONE: Self = Self { nodes: 0, expanded: 0, least: u32::MAX };
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.least = self.least.min(other.least);
    }
}

/// The last move to a node, and the place of its parent in the level above.
struct Step {
    from: u32,
    by: MoveIndex,
}

/// The top of a tree.
pub struct Top {
    /// The last level, unless it holds solutions.
    pub leaves: Vec<Leaf>,
    /// The solutions in the last level.
    pub solutions: Vec<Vec<MoveIndex>>,
    /// The steps to the nodes of each level below the root.
    levels: Vec<Vec<Step>>,
    /// The costs above the last level, by length.
    counts: [Count; LENGTHS],
}

impl Top {
    /// Expands levels until one has `wanted` nodes or holds a solution, or none is left of a tree of sequences of at
    /// most `last` moves.
    pub fn new(root: &Root<'_>, last: u8, wanted: usize) -> Self {
        let mut top =
            Self { leaves: Vec::new(), solutions: Vec::new(), levels: Vec::new(), counts: [Count::NONE; LENGTHS] };
        let mut level = vec![Leaf { cube: root.cube, state: AutomatonState::START, f: root.space.bound(&root.cube) }];
        let is_solved = |leaf: &Leaf| leaf.cube.is_solved();
        while !level.is_empty() && level.len() < wanted && !level.iter().any(is_solved) {
            level = top.expand(root, &level, last);
        }
        for length in 1..LENGTHS {
            let Count { nodes, expanded, .. } = top.counts[length - 1];
            top.counts[length] += Count { nodes, expanded, ..Count::NONE };
        }
        let solved = (0..level.len()).filter(|&place| is_solved(&level[place]));
        top.solutions = solved.map(|place| top.path(place)).collect();
        if top.solutions.is_empty() {
            top.leaves = level;
        }
        top
    }

    /// The level below, without nodes that belong to no tree of at most `last` moves. Counts nodes for the first length
    /// whose tree they belong to.
    fn expand(&mut self, root: &Root<'_>, level: &[Leaf], last: u8) -> Vec<Leaf> {
        let depth = self.levels.len() as u8 + 1;
        let (mut steps, mut next) = (Vec::new(), Vec::new());
        for (parent, from) in level.iter().zip(0..) {
            let moves = root.automaton.allowed(parent.state);
            let f = usize::from(parent.f);
            self.counts[f] += Count { nodes: moves.len() as u64, expanded: 1, ..Count::NONE };
            for by in moves {
                let cube = root.space.after(&parent.cube, by);
                let leaf = Leaf {
                    cube,
                    state: root.automaton.next(parent.state, by),
                    f: parent.f.max(depth + root.space.bound(&cube)),
                };
                // It is cut off from the trees of all lengths below.
                for count in &mut self.counts[f..usize::from(leaf.f).min(LENGTHS)] {
                    count.least = count.least.min(u32::from(leaf.f));
                }
                if leaf.f <= last {
                    next.push(leaf);
                    steps.push(Step { from, by });
                }
            }
        }
        self.levels.push(steps);
        next
    }

    /// Moves from the root to the last level.
    pub fn depth(&self) -> u8 {
        self.levels.len() as u8
    }

    /// The moves to a node of the last level.
    pub fn path(&self, mut place: usize) -> Vec<MoveIndex> {
        let mut sequence = Vec::with_capacity(self.levels.len());
        for level in self.levels.iter().rev() {
            let Step { from, by } = level[place];
            sequence.push(by);
            place = from as usize;
        }
        sequence.reverse();
        sequence
    }

    /// The cost of a length above the last level.
    pub fn count(&self, length: u8) -> Count {
        self.counts[usize::from(length)]
    }

    /// Nodes generated above the last level.
    pub fn nodes(&self) -> u64 {
        self.counts[LENGTHS - 1].nodes
    }
}
