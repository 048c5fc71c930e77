//! The iterative kernel: an explicit stack of the nodes on the path, all their children in one vector.

use super::super::space::Space;
use super::super::worker::{Identity, Worker};
use super::Subtree;
use crate::prune::State;
use std::ops::ControlFlow;

/// A node on the path, expanded.
struct Frame {
    /// Where its children begin in the vector of all children.
    first: usize,
    /// The child to visit next.
    next: usize,
    state: State,
    /// Solutions known when it was entered.
    solutions: usize,
    /// The name under which its failure is stored.
    identity: Option<Identity>,
}

pub(super) fn search<S: Space>(worker: &mut Worker<'_, S>, subtree: &Subtree<S::Node>) -> ControlFlow<()> {
    worker.path.clone_from(&subtree.path);
    let mut children = std::mem::take(&mut worker.children);
    let base = children.len();
    let flow = descend(worker, subtree, &mut children);
    children.truncate(base);
    worker.children = children;
    flow
}

/// The children live in a vector of their own during the search, so that the worker and they can be borrowed at once.
type Children<S> = Vec<super::super::space::Child<<S as Space>::Node>>;

fn descend<S: Space>(
    worker: &mut Worker<'_, S>,
    subtree: &Subtree<S::Node>,
    children: &mut Children<S>,
) -> ControlFlow<()> {
    let mut frames: Vec<Frame> = Vec::with_capacity(usize::from(subtree.remaining));
    let (mut node, mut state) = (subtree.node, subtree.state);
    loop {
        // Enter a node: a leaf is looked at, any other is expanded and becomes the last frame.
        let remaining = subtree.remaining - frames.len() as u8;
        if remaining == 0 {
            worker.leaf(&node)?;
        } else if let ControlFlow::Continue(identity) = worker.probe(&node, state, remaining) {
            let first = children.len();
            let solutions = worker.solutions();
            worker.expand(&node, state, remaining, children)?;
            frames.push(Frame { first, next: first, state, solutions, identity });
            worker.path.push(crate::puzzle::Letter::new(0));
        }
        // Go on with the next child of the last frame that has one left.
        loop {
            let Some(frame) = frames.last_mut() else { return ControlFlow::Continue(()) };
            if let Some(child) = children.get(frame.next) {
                frame.next += 1;
                node = child.node;
                state = worker.search.automaton.next(frame.state, child.by);
                *worker.path.last_mut().expect("each frame has a place on the path") = child.by;
                break;
            }
            children.truncate(frame.first);
            if let Some(identity) = frame.identity
                && frame.solutions == worker.solutions()
            {
                worker.store(identity, subtree.remaining - (frames.len() as u8 - 1));
            }
            frames.pop();
            worker.path.pop();
        }
    }
}
