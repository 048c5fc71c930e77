//! A path through the top of the tree, from which subtrees are taken one after the other.

use crate::prune::AutomatonState;
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::scheduler::Job;
use crate::search::engine::one_sided::space::Child;
use crate::search::engine::one_sided::subtree::{AnyNode, Expanded, Identity, Subtree, SubtreeOutcome, SubtreeWorker};
use std::ops::ControlFlow;

/// An expanded node with the children that are still to be handed out.
struct Frame {
    /// In descending order: the next one is the last.
    children: Vec<Child<AnyNode>>,
    /// The automaton state of the node.
    state: AutomatonState,
    /// Moves left for the node.
    remaining: u8,
    /// The key under which the failure of the node is stored.
    identity: Option<Identity>,
    /// True if some child had a solution, was left, or was handed to another worker: then the failure is unknown.
    open: bool,
}

/// Number of nodes that are expanded in one walk.
const STEPS: usize = 64;

/// The result of a walk.
pub(super) enum Walk {
    /// A subtree to be searched now.
    Found(Subtree),
    /// No subtree yet.
    GoesOn,
    /// The end of the tree.
    Ended,
}

/// A depth-first walk over the nodes above a given height, which expands them and hands out the subtrees at that
/// height. Several workers may share one path behind a lock, or each may have its own and take parts of each other's.
pub(super) struct TopPath {
    /// The first node, until it is handed out or expanded.
    start: Option<Subtree>,
    frames: Vec<Frame>,
    /// Moves from the root to the children of the last frame.
    path: Vec<MoveIndex>,
}

impl TopPath {
    /// A path that begins with a subtree.
    pub(super) fn new(start: Subtree) -> Self {
        Self { start: Some(start), frames: Vec::new(), path: Vec::new() }
    }

    /// A path without nodes.
    pub(super) fn empty() -> Self {
        Self { start: None, frames: Vec::new(), path: Vec::new() }
    }

    /// Walks on for a while, at most to the next subtree of at most `height` moves: where bounds cut off everything
    /// above that height, the holder of the path still releases it now and then.
    pub(super) fn walk(&mut self, job: &Job<'_>, worker: &mut dyn SubtreeWorker, height: u8) -> Walk {
        for _ in 0..STEPS {
            let Some(subtree) = self.step(job, worker) else { return Walk::Ended };
            if subtree.remaining <= height {
                return Walk::Found(subtree);
            }
            if self.enter(worker, subtree).is_break() {
                self.frames.clear();
                return Walk::Ended;
            }
        }
        Walk::GoesOn
    }

    /// Reports the outcome of the subtree that was taken last.
    pub(super) fn finished(&mut self, outcome: SubtreeOutcome) {
        if let Some(frame) = self.frames.last_mut() {
            frame.open |= outcome == SubtreeOutcome::Open;
        }
    }

    /// Takes the later half of the untried children of the shallowest node that has any, if their subtrees are higher
    /// than `limit`. The owner keeps its current child.
    pub(super) fn split(&mut self, limit: u8) -> Option<Self> {
        let depth = self.frames.iter().position(|frame| !frame.children.is_empty())?;
        let base = self.path.len() - self.frames.len();
        let frame = &mut self.frames[depth];
        if frame.remaining <= limit + 1 {
            return None;
        }
        // The later children are at the front.
        let children = frame.children.drain(..frame.children.len().div_ceil(2)).collect();
        frame.open = true;
        let stolen = Frame { children, identity: None, open: true, state: frame.state, remaining: frame.remaining };
        Some(Self { start: None, frames: vec![stolen], path: self.path[..base + depth + 1].to_vec() })
    }

    /// The next node of the walk, not yet expanded.
    fn step(&mut self, job: &Job<'_>, worker: &mut dyn SubtreeWorker) -> Option<Subtree> {
        if let Some(start) = self.start.take() {
            self.path.clone_from(&start.path);
            return Some(start);
        }
        loop {
            let frame = self.frames.last_mut()?;
            if let Some(Child { by, node }) = frame.children.pop() {
                *self.path.last_mut().expect("each frame has a place on the path") = by;
                let state = job.tree.automaton().next(frame.state, by);
                return Some(Subtree { node, path: self.path.clone(), state, remaining: frame.remaining - 1 });
            }
            self.leave_frame(worker);
        }
    }

    /// Expands a node, unless the transposition table records it as a failure.
    fn enter(&mut self, worker: &mut dyn SubtreeWorker, subtree: Subtree) -> ControlFlow<()> {
        let Expanded { mut children, identity } = match worker.open(&subtree) {
            ControlFlow::Continue(expanded) => expanded,
            ControlFlow::Break(SubtreeOutcome::Failed) => return ControlFlow::Continue(()),
            ControlFlow::Break(SubtreeOutcome::Open) => return ControlFlow::Break(()),
        };
        children.reverse();
        let Subtree { state, remaining, .. } = subtree;
        self.frames.push(Frame { children, state, remaining, identity, open: false });
        self.path.push(MoveIndex::new(0));
        ControlFlow::Continue(())
    }

    /// Leaves the last frame, all of whose children are done.
    fn leave_frame(&mut self, worker: &dyn SubtreeWorker) {
        let frame = self.frames.pop().expect("there is a frame to leave");
        self.path.pop();
        match frame.identity {
            Some(identity) if !frame.open => worker.store(identity, frame.remaining),
            _ => {}
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.open |= frame.open;
        }
    }
}
