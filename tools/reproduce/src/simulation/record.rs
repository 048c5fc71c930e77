//! Recording the tree of an iteration: the top is expanded node by node, and the subtrees below are counted.

use super::tree::{Node, RecordedTree};
use cubepdb::internals::prune::{Automaton, State};
use cubepdb::internals::search::{Child, Executor, Space};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The precision with which a tree is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// All nodes up to this depth are recorded. Ranks divide subtrees down to a depth that grows with their number:
    /// four for 64 workers, five for 4096.
    pub depth: u8,
    /// Subtrees of more nodes than this are recorded further, at the cost of being counted once more.
    pub largest: u64,
}

/// A recorded tree and its cost.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The tree.
    pub tree: RecordedTree,
    /// Nodes generated at the top, and the time it took.
    pub top: (u64, Duration),
    /// Nodes generated in the subtrees below, and the time it took, summed over the workers.
    pub below: (u64, Duration),
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
) -> Option<Recording> {
    assert!(space.bound(&root) <= length, "no move sequence is as short as this");
    let counter = Counter { space, automaton, stop };
    let root = Subtree { node: root, state: State::START, remaining: length };
    let mut recorder =
        Recorder { counter, executor, length, nodes: Vec::new(), top: Cost::default(), below: Cost::default() };
    recorder.add(&root);
    let mut ends = vec![(0, root)];
    for _ in 0..detail.depth.max(1) {
        ends = recorder.expand(ends);
    }
    while !ends.is_empty() {
        let sizes = recorder.measure(&ends)?;
        let (large, _): (Vec<_>, Vec<_>) = ends.into_iter().zip(sizes).partition(|(_, size)| *size > detail.largest);
        ends = recorder.expand(large.into_iter().map(|(end, _)| end).collect());
    }
    let Recorder { nodes, top, below, .. } = recorder;
    let tree = RecordedTree::summed(nodes, automaton.letters(), length);
    Some(Recording { tree, top: (top.nodes, top.time), below: (below.nodes, below.time) })
}

/// The root of a subtree.
struct Subtree<N> {
    node: N,
    state: State,
    /// Moves left.
    remaining: u8,
}

/// Generates and counts nodes.
struct Counter<'a, S> {
    space: &'a S,
    automaton: &'a Automaton,
    stop: &'a AtomicBool,
}

impl<S: Space> Counter<'_, S> {
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

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

/// Nodes, and the time that they took.
#[derive(Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

/// A node where the recording currently ends, with its number.
type End<S> = (usize, Subtree<<S as Space>::Node>);

struct Recorder<'a, S: Space> {
    counter: Counter<'a, S>,
    executor: &'a dyn Executor,
    length: u8,
    nodes: Vec<Node>,
    top: Cost,
    below: Cost,
}

impl<S: Space> Recorder<'_, S> {
    fn add(&mut self, subtree: &Subtree<S::Node>) {
        let depth = self.length - subtree.remaining;
        self.nodes.push(Node::leaf(depth, depth + self.counter.space.bound(&subtree.node), 0));
    }

    /// Records the children of nodes; those without moves left remain as they are.
    fn expand(&mut self, ends: Vec<End<S>>) -> Vec<End<S>> {
        let started = Instant::now();
        let numbers = |place| u32::try_from(place).expect("the top of a tree has fewer nodes");
        let mut next = Vec::new();
        for (number, subtree) in ends.into_iter().filter(|(_, subtree)| subtree.remaining > 0) {
            // A separate list for each node, as for a node whose children become tasks.
            let mut children = Vec::new();
            let generated = self.counter.expand(&subtree, &mut children);
            let first = self.nodes.len();
            for child in &children {
                let child = self.counter.below(&subtree, child);
                self.add(&child);
                next.push((self.nodes.len() - 1, child));
            }
            self.nodes[number].children = numbers(first)..numbers(self.nodes.len());
            self.nodes[number].generated = generated;
            self.top.nodes += generated;
        }
        self.top.time += started.elapsed();
        next
    }

    /// Counts the subtrees where the recording ends.
    fn measure(&mut self, ends: &[End<S>]) -> Option<Vec<u64>> {
        let sizes: Vec<AtomicU64> = ends.iter().map(|_| AtomicU64::new(0)).collect();
        let (next, nanos) = (AtomicUsize::new(0), AtomicU64::new(0));
        let counter = &self.counter;
        self.executor.run(&|_| {
            let started = Instant::now();
            let mut children = Vec::new();
            while counter.goes_on() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, subtree)) = ends.get(at) else { break };
                sizes[at].store(counter.count(subtree, &mut children), Ordering::Relaxed);
            }
            nanos.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        });
        if !counter.goes_on() {
            return None;
        }
        let sizes: Vec<u64> = sizes.into_iter().map(AtomicU64::into_inner).collect();
        ends.iter().zip(&sizes).for_each(|(&(number, _), &size)| self.nodes[number].below = size);
        self.below.nodes += sizes.iter().sum::<u64>();
        self.below.time += Duration::from_nanos(nanos.into_inner());
        Some(sizes)
    }
}
