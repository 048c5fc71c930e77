//! Recording the tree of an iteration: the top is expanded node by node, and the subtrees below are counted.

use super::tree::{Node, RecordedTree};
use cubepdb::search::{Automaton, AutomatonState, Child, Executor, Space};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The precision with which a tree is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// All nodes up to this depth are recorded. Ranks divide subtrees down to a depth that grows with their number:
    /// four for 64 workers, five for 4096.
    pub depth: u8,
    /// Subtrees of more nodes than this are recorded further, at the cost of being counted once more.
    pub largest: u64,
}

/// Records the tree of all move sequences of `length` moves that the automaton allows and the bounds do not cut off, as
/// a one-sided search generates it. Takes the time of the iteration, or twice that if much is recorded further; `None`
/// if the flag is raised.
///
/// # Panics
/// If the bound of the root cuts off the whole tree: there is nothing to record.
pub fn record<S: Space>(
    space: &S,
    root: S::Node,
    automaton: &Automaton,
    length: u8,
    detail: Detail,
    stop: &AtomicBool,
    executor: &dyn Executor,
) -> Option<RecordedTree> {
    assert!(space.bound(&root) <= length, "no move sequence is as short as this");
    let root = Subtree { node: root, state: AutomatonState::START, remaining: length };
    let mut recorder = Recorder { space, automaton, stop, length, nodes: Vec::new() };
    recorder.add(&root);
    let mut ends = vec![(0, root)];
    for _ in 0..detail.depth.max(1) {
        ends = recorder.expand_all(ends);
    }
    while !ends.is_empty() {
        let sizes = recorder.measure(&ends, executor)?;
        let large = ends.into_iter().zip(sizes).filter(|(_, size)| *size > detail.largest).map(|(end, _)| end);
        ends = recorder.expand_all(large.collect());
    }
    Some(RecordedTree::summed(recorder.nodes, automaton.letters(), length))
}

/// The root of a subtree.
struct Subtree<N> {
    node: N,
    state: AutomatonState,
    /// Moves left.
    remaining: u8,
}

/// A node where the recording currently ends, with its number.
type End<S> = (usize, Subtree<<S as Space>::Node>);

struct Recorder<'a, S> {
    space: &'a S,
    automaton: &'a Automaton,
    stop: &'a AtomicBool,
    length: u8,
    nodes: Vec<Node>,
}

impl<S: Space> Recorder<'_, S> {
    fn add(&mut self, subtree: &Subtree<S::Node>) {
        let depth = self.length - subtree.remaining;
        self.nodes.push(Node::leaf(depth, depth + self.space.bound(&subtree.node), 0));
    }

    /// Appends the children that are not cut off. Returns the number of children generated.
    fn expand(&self, subtree: &Subtree<S::Node>, children: &mut Vec<Child<S::Node>>) -> u64 {
        let moves = self.automaton.allowed(subtree.state);
        self.space.expand(&subtree.node, moves, subtree.remaining - 1, children);
        moves.len() as u64
    }

    fn below(&self, parent: &Subtree<S::Node>, child: &Child<S::Node>) -> Subtree<S::Node> {
        let state = self.automaton.next(parent.state, child.by);
        Subtree { node: child.node, state, remaining: parent.remaining - 1 }
    }

    /// The number of nodes generated below the root of a subtree. `children` is a stack, which is restored.
    fn count(&self, subtree: &Subtree<S::Node>, children: &mut Vec<Child<S::Node>>) -> u64 {
        if subtree.remaining == 0 {
            return 0;
        }
        let first = children.len();
        let mut nodes = self.expand(subtree, children);
        for at in first..children.len() {
            let child = self.below(subtree, &children[at]);
            nodes += self.count(&child, children);
        }
        children.truncate(first);
        nodes
    }

    /// Records the children of nodes; those without moves left remain as they are.
    fn expand_all(&mut self, ends: Vec<End<S>>) -> Vec<End<S>> {
        let number = |place| u32::try_from(place).expect("the top of a tree has fewer nodes");
        let (mut next, mut children) = (Vec::new(), Vec::new());
        for (parent, subtree) in ends.into_iter().filter(|(_, subtree)| subtree.remaining > 0) {
            let first = number(self.nodes.len());
            self.nodes[parent].generated = self.expand(&subtree, &mut children);
            for child in children.drain(..) {
                let child = self.below(&subtree, &child);
                self.add(&child);
                next.push((self.nodes.len() - 1, child));
            }
            self.nodes[parent].children = first..number(self.nodes.len());
        }
        next
    }

    /// Counts the subtrees where the recording ends; `None` if the flag is raised.
    fn measure(&mut self, ends: &[End<S>], executor: &dyn Executor) -> Option<Vec<u64>> {
        let sizes: Vec<AtomicU64> = ends.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        let stopped = || self.stop.load(Ordering::Relaxed);
        executor.run(&|_| {
            let mut children = Vec::new();
            while !stopped() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, subtree)) = ends.get(at) else { break };
                sizes[at].store(self.count(subtree, &mut children), Ordering::Relaxed);
            }
        });
        if stopped() {
            return None;
        }
        let sizes: Vec<u64> = sizes.into_iter().map(AtomicU64::into_inner).collect();
        ends.iter().zip(&sizes).for_each(|(&(number, _), &size)| self.nodes[number].below = size);
        Some(sizes)
    }
}
