//! The part of the iterative kernel that searches nearly all nodes: several nodes are expanded together, so that the
//! memory has many table entries to load at the same time.
//!
//! The nodes of each depth are in one list, in the order of a depth-first search, and are the children of one batch of
//! nodes of the depth before. A batch is taken from the deepest list that has nodes left. So leaves are visited in the
//! order of a depth-first search, and no list is longer than the children of one batch. Nodes are counted when their
//! whole batch has been searched; if a solution ends the search, those that a depth-first search would have expanded
//! before it are counted, and no others. So all counts are those of a search that expands one node after the other.

use crate::heuristic::Expansion;
use crate::prune::AutomatonState;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Generation, Space};
use crate::search::engine::one_sided::worker::Worker;
use std::ops::{ControlFlow, Range};

/// Children of a batch, about: enough to keep the memory busy.
const BATCH: usize = 64;

/// The nodes of one depth.
pub(in crate::search) struct Level<N> {
    /// The nodes, and the number of each one's parent in the batch of the level before.
    nodes: Generation<N>,
    /// The automaton state of each.
    states: Vec<AutomatonState>,
    /// The nodes that were expanded last.
    batch: Range<usize>,
    /// The counts of their expansion.
    counted: Counted,
    /// The node on the path, if any.
    entered: Option<usize>,
}

impl<N> Level<N> {
    fn new() -> Self {
        let nodes = Generation::default();
        Self { nodes, states: Vec::new(), batch: 0..0, counted: Counted::NOTHING, entered: None }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.states.clear();
        (self.batch, self.entered) = (0..0, None);
    }
}

/// The counts of a batch.
#[derive(Clone, Copy)]
struct Counted {
    /// Children, whether they are cut off or not; the impossible ones included.
    moves: u64,
    expansion: Expansion,
}

impl Counted {
    const NOTHING: Self = Self { moves: 0, expansion: Expansion::NOTHING };
}

/// The levels of a search below one node.
struct Batches<'s, 'a, S: Space> {
    worker: &'s mut Worker<'a, S>,
    levels: &'s mut [Level<S::Node>],
    /// The moves of the nodes of a batch.
    moves: Vec<MoveIndexSet>,
    /// The number of moves before the first level.
    base: usize,
}

/// Searches below the node at the end of the worker's path, which has `height` moves left.
pub(super) fn search<S: Space>(
    worker: &mut Worker<'_, S>,
    node: S::Node,
    state: AutomatonState,
    height: u8,
) -> ControlFlow<()> {
    let mut levels = std::mem::take(&mut worker.levels);
    let (count, base) = (usize::from(height) + 1, worker.path.len());
    if levels.len() < count {
        levels.resize_with(count, Level::new);
    }
    levels.iter_mut().for_each(Level::clear);
    levels[0].nodes.push(0, Child { by: MoveIndex::new(0), node });
    levels[0].states.push(state);
    worker.path.resize(base + usize::from(height), MoveIndex::new(0));
    let flow = Batches { worker, levels: &mut levels[..count], moves: Vec::new(), base }.run();
    worker.path.truncate(base);
    worker.levels = levels;
    flow
}

impl<S: Space> Batches<'_, '_, S> {
    fn run(&mut self) -> ControlFlow<()> {
        let height = self.levels.len() - 1;
        let mut depth = 0;
        loop {
            if depth == height {
                if self.visit_leaves().is_break() {
                    self.count_entered();
                    return ControlFlow::Break(());
                }
            } else if self.expand_batch(depth) {
                depth += 1;
                continue;
            }
            self.levels[depth].clear();
            if depth == 0 {
                return ControlFlow::Continue(());
            }
            depth -= 1;
            if self.count_batch(depth).is_break() {
                (0..depth).for_each(|above| _ = self.count_batch(above));
                return ControlFlow::Break(());
            }
        }
    }

    /// Expands the next nodes of a level; `false` if there are no more.
    #[inline(always)]
    fn expand_batch(&mut self, depth: usize) -> bool {
        let Self { worker, levels, moves, .. } = self;
        let search = worker.search;
        let budget = (levels.len() - depth - 2) as u8;
        let [level, next] = &mut levels[depth..depth + 2] else { unreachable!("a node with moves left is no leaf") };
        let first = level.batch.end;
        if first == level.states.len() {
            return false;
        }
        moves.clear();
        let mut sum = 0;
        let mut wait = None;
        for &state in &level.states[first..] {
            let own = search.automaton.allowed(state);
            sum += own.len();
            wait = search.automaton.wait_among(own);
            if !moves.is_empty() && (sum > BATCH || wait.is_some()) {
                wait = None;
                break;
            }
            moves.push(own);
            if wait.is_some() {
                break;
            }
        }
        level.batch = first..first + moves.len();
        let nodes = &level.nodes.children[level.batch.clone()];
        level.counted = if let Some(by) = wait {
            next.nodes.push(0, Child { by, node: nodes[0].node });
            Counted { moves: 1, expansion: Expansion::NOTHING }
        } else {
            let expansion = search.space.expand_all(nodes, moves, budget, &mut next.nodes);
            Counted { moves: moves.iter().map(|own| own.len() as u64).sum(), expansion }
        };
        let states = &level.states[level.batch.clone()];
        let children = next.nodes.parents.iter().zip(&next.nodes.children);
        next.states.extend(children.map(|(&parent, child)| search.automaton.next(states[parent as usize], child.by)));
        true
    }

    /// Counts the expansion of the batch of a level. `Break` if the worker is no longer wanted.
    #[inline(always)]
    fn count_batch(&mut self, depth: usize) -> ControlFlow<()> {
        let Level { counted, batch, .. } = &self.levels[depth];
        let Counted { moves, expansion } = *counted;
        self.worker.count_expansions(batch.len() as u64, moves, expansion)
    }

    /// Counts the nodes that a depth-first search has expanded when it is at the last node of the path.
    fn count_entered(&mut self) {
        let height = self.levels.len() - 1;
        let mut children = Vec::new();
        for (depth, level) in self.levels[..height].iter().enumerate() {
            let entered = level.entered.expect("all levels above a leaf have a node on its path");
            for at in level.batch.start..=entered {
                let (node, state) = (&level.nodes.children[at].node, level.states[at]);
                // The worker is leaving anyway.
                _ = self.worker.expand(node, state, (height - depth) as u8, &mut children);
                children.clear();
            }
        }
    }

    /// Visits the nodes of the last level. `Break` if no other solution is wanted.
    fn visit_leaves(&mut self) -> ControlFlow<()> {
        let last = self.levels.len() - 1;
        for leaf in 0..self.levels[last].states.len() {
            self.complete_path(leaf);
            self.worker.leaf(&self.levels[last].nodes.children[leaf].node)?;
        }
        ControlFlow::Continue(())
    }

    /// Makes the path that to a leaf.
    fn complete_path(&mut self, leaf: usize) {
        let mut at = leaf;
        for depth in (0..self.levels.len()).rev() {
            let first = depth.checked_sub(1).map_or(0, |above| self.levels[above].batch.start);
            let level = &mut self.levels[depth];
            if level.entered == Some(at) {
                return;
            }
            level.entered = Some(at);
            if depth > 0 {
                self.worker.path[self.base + depth - 1] = level.nodes.children[at].by;
            }
            at = first + level.nodes.parents[at] as usize;
        }
    }
}
