//! A path through the top of the tree, from which subtrees are taken one after the other.

use crate::prune::State;
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::engine::one_sided::subtree::Subtree;
use crate::search::engine::one_sided::worker::{Identity, SubtreeOutcome, Worker};
use std::ops::ControlFlow;

/// An expanded node with the children that are still to be handed out.
struct Frame<N> {
    /// In descending order: the next one is the last.
    children: Vec<Child<N>>,
    /// The automaton state of the node.
    state: State,
    /// Moves left for the node.
    remaining: u8,
    /// The name under which the failure of the node is stored.
    identity: Option<Identity>,
    /// Whether some child had a solution, was left, or was handed to another worker: then the failure is not known.
    open: bool,
}

/// Nodes that are expanded in one walk.
const STEPS: usize = 64;

/// Where a walk has led.
pub(super) enum Walk<N> {
    /// To a subtree, to be searched now.
    Found(Subtree<N>),
    /// To no subtree yet.
    GoesOn,
    /// To the end of the tree.
    Ended,
}

/// A depth-first walk over the nodes above a height, which are expanded on the way; at that height, subtrees are handed
/// out. Several workers may share one path behind a lock, or each may have its own and take parts of each other's.
pub(super) struct TopPath<N> {
    /// The node to begin with, until it was handed out or expanded.
    start: Option<Subtree<N>>,
    frames: Vec<Frame<N>>,
    /// Moves from the root to the children of the last frame.
    path: Vec<MoveIndex>,
}

impl<N: Copy + Send + Sync> TopPath<N> {
    /// A path that begins with a subtree.
    pub(super) fn new(start: Subtree<N>) -> Self {
        Self { start: Some(start), frames: Vec::new(), path: Vec::new() }
    }

    /// A path without nodes.
    pub(super) fn empty() -> Self {
        Self { start: None, frames: Vec::new(), path: Vec::new() }
    }

    /// Walks on for a while, at most to the next subtree of at most `height` moves: where bounds cut off everything above
    /// that height, whoever holds the path lets go of it now and then.
    pub(super) fn walk<S: Space<Node = N>>(&mut self, worker: &mut Worker<'_, S>, height: u8) -> Walk<N> {
        for _ in 0..STEPS {
            let Some(subtree) = self.step(worker) else { return Walk::Ended };
            if subtree.remaining <= height {
                return Walk::Found(subtree);
            }
            if self.enter(worker, subtree).is_break() {
                worker.leave();
                self.frames.clear();
                return Walk::Ended;
            }
        }
        Walk::GoesOn
    }

    /// Tells how the search of the subtree taken last ended.
    pub(super) fn finished(&mut self, outcome: SubtreeOutcome) {
        if let Some(frame) = self.frames.last_mut() {
            frame.open |= outcome == SubtreeOutcome::Open;
        }
    }

    /// Takes the later half of the untried children of the shallowest node that has any, if their subtrees are higher than
    /// `limit`. Its owner keeps the child in hand.
    pub(super) fn split(&mut self, limit: u8) -> Option<Self> {
        let depth = self.frames.iter().position(|frame| !frame.children.is_empty())?;
        let base = self.path.len() - self.frames.len();
        let frame = &mut self.frames[depth];
        if frame.remaining <= limit + 1 {
            return None;
        }
        // The later ones are at the front.
        let children = frame.children.drain(..frame.children.len().div_ceil(2)).collect();
        frame.open = true;
        let stolen = Frame { children, identity: None, open: true, ..*frame };
        Some(Self { start: None, frames: vec![stolen], path: self.path[..base + depth + 1].to_vec() })
    }

    /// The next node in the order of the walk, not yet expanded.
    fn step<S: Space<Node = N>>(&mut self, worker: &mut Worker<'_, S>) -> Option<Subtree<N>> {
        if let Some(start) = self.start.take() {
            self.path.clone_from(&start.path);
            return Some(start);
        }
        loop {
            let frame = self.frames.last_mut()?;
            if let Some(Child { by, node }) = frame.children.pop() {
                *self.path.last_mut().expect("each frame has a place on the path") = by;
                let state = worker.search.automaton.next(frame.state, by);
                return Some(Subtree { node, path: self.path.clone(), state, remaining: frame.remaining - 1 });
            }
            self.leave_frame(worker);
        }
    }

    /// Expands a node, unless a table knows that it leads nowhere.
    fn enter<S: Space<Node = N>>(&mut self, worker: &mut Worker<'_, S>, subtree: Subtree<N>) -> ControlFlow<()> {
        let Subtree { node, path, state, remaining } = subtree;
        worker.path = path;
        worker.turn_to_path();
        let ControlFlow::Continue(identity) = worker.probe(&node, state, remaining) else {
            return ControlFlow::Continue(());
        };
        let mut children = Vec::new();
        worker.expand(&node, state, remaining, &mut children)?;
        children.reverse();
        self.frames.push(Frame { children, state, remaining, identity, open: false });
        self.path.push(MoveIndex::new(0));
        ControlFlow::Continue(())
    }

    /// All children of the last frame are done.
    fn leave_frame<S: Space<Node = N>>(&mut self, worker: &Worker<'_, S>) {
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
