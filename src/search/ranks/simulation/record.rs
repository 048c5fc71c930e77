//! Recording the tree of an iteration: its top is expanded, and what is below is searched.

use crate::prune::State;
use crate::search::control::Control;
use crate::search::engine::one_sided::Method;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::subtree::Subtree;
use crate::search::engine::one_sided::worker::{Search, Worker};
use crate::search::executor::Executor;
use crate::search::ranks::simulation::tree::{Node, RecordedTree};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How finely a tree is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// All nodes up to this depth are recorded. Ranks divide subtrees down to a depth that grows with their number: four for
    /// 64 workers, five for 4096.
    pub depth: u8,
    /// Subtrees of more nodes than this are recorded further, at the cost of being searched once more.
    pub largest: u64,
}

/// What was recorded.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The tree.
    pub tree: RecordedTree,
    /// Nodes generated at the top, and the time it took; each of them has a word of its own, which costs more than a node of
    /// a subtree.
    pub top: (u64, Duration),
    /// Nodes generated in the subtrees below, and the time it took, summed over the workers.
    pub below: (u64, Duration),
}

/// Records the tree of words of exactly `length` moves, as a search with this method goes through it that has found nothing yet.
/// A table of states is not used. Takes the time of the iteration, or twice that if much is recorded further; `None` if the search
/// was stopped.
///
/// # Panics
/// If the bound of the root cuts off the whole tree: there is nothing to record.
pub fn record<S: Space>(
    space: &S,
    root: S::Node,
    method: &Method<'_>,
    length: u8,
    detail: Detail,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Option<Recording> {
    assert!(space.bound(&root) <= length, "no word is as short as this");
    control.begin(length);
    let search =
        Search { space, automaton: method.automaton, duplicates: None, kernel: method.kernel, all: true, control };
    let root = Subtree { node: root, path: Vec::new(), state: State::START, remaining: length };
    let mut recorder =
        Recorder { search: &search, executor, length, nodes: Vec::new(), top: Cost::default(), below: Cost::default() };
    recorder.add(&root);
    let mut ends = vec![(0, root)];
    for _ in 0..detail.depth.max(1) {
        ends = recorder.expand(ends)?;
    }
    while !ends.is_empty() {
        let sizes = recorder.measure(&ends)?;
        let (large, _): (Vec<_>, Vec<_>) = ends.into_iter().zip(sizes).partition(|(_, size)| *size > detail.largest);
        ends = recorder.expand(large.into_iter().map(|(end, _)| end).collect())?;
    }
    let Recorder { nodes, top, below, .. } = recorder;
    let tree = RecordedTree::summed(nodes, method.automaton.letters(), length);
    Some(Recording { tree, top: (top.nodes, top.time), below: (below.nodes, below.time) })
}

/// Nodes, and the time that they took.
#[derive(Default)]
struct Cost {
    nodes: u64,
    time: Duration,
}

/// A node where the recording ends for now, with its number.
type End<S> = (usize, Subtree<<S as Space>::Node>);

struct Recorder<'a, S: Space> {
    search: &'a Search<'a, S>,
    executor: &'a dyn Executor,
    length: u8,
    nodes: Vec<Node>,
    top: Cost,
    below: Cost,
}

impl<S: Space> Recorder<'_, S> {
    fn add(&mut self, subtree: &Subtree<S::Node>) {
        let depth = subtree.path.len() as u8;
        self.nodes.push(Node::leaf(depth, depth + self.search.space.bound(&subtree.node), 0));
    }

    /// Records the children of nodes; those without moves left remain as they are.
    fn expand(&mut self, ends: Vec<End<S>>) -> Option<Vec<End<S>>> {
        let started = Instant::now();
        let mut worker = Worker::new(self.search, self.length);
        let mut next = Vec::new();
        for (number, subtree) in ends {
            if subtree.remaining == 0 {
                continue;
            }
            let before = worker.findings.counters.nodes;
            let children = worker.children_of(&subtree)?;
            let first = self.nodes.len();
            for child in children {
                self.add(&child);
                next.push((self.nodes.len() - 1, child));
            }
            let numbers = |place| u32::try_from(place).expect("the top of a tree has fewer nodes");
            self.nodes[number].children = numbers(first)..numbers(self.nodes.len());
            self.nodes[number].generated = worker.findings.counters.nodes - before;
        }
        self.top.nodes += worker.finish().counters.nodes;
        self.top.time += started.elapsed();
        Some(next)
    }

    /// Searches the subtrees where the recording ends, and notes how large they are.
    fn measure(&mut self, ends: &[End<S>]) -> Option<Vec<u64>> {
        let sizes: Vec<AtomicU64> = ends.iter().map(|_| AtomicU64::new(0)).collect();
        let (next, nanos) = (AtomicUsize::new(0), AtomicU64::new(0));
        self.executor.run(&|_| {
            let started = Instant::now();
            let mut worker = Worker::new(self.search, self.length);
            while let Some((at, (_, subtree))) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, ends.get(at)?)))
            {
                worker.search_apart(subtree, |found| sizes[at].store(found.counters.nodes, Ordering::Relaxed));
            }
            nanos.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
        });
        if !self.search.control.goes_on() {
            return None;
        }
        let sizes: Vec<u64> = sizes.into_iter().map(AtomicU64::into_inner).collect();
        ends.iter().zip(&sizes).for_each(|(&(number, _), &size)| self.nodes[number].below = size);
        self.below.nodes += sizes.iter().sum::<u64>();
        self.below.time += Duration::from_nanos(nanos.into_inner());
        Some(sizes)
    }
}
