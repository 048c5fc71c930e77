//! The iterative kernel. The top of the tree, where nodes are looked up in a transposition table, is searched one node
//! after the other: an explicit stack of the nodes on the path, all their children in one vector. The rest, which is
//! nearly everything, is searched in batches.

use super::batched;
use crate::prune::AutomatonState;
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::engine::one_sided::subtree::{Identity, SubtreeWorker};
use crate::search::engine::one_sided::worker::Worker;
use std::ops::ControlFlow;

/// Searches below the node at the end of the worker's path.
pub(super) fn search<S: Space>(
    worker: &mut Worker<'_, S>,
    node: &S::Node,
    state: AutomatonState,
    remaining: u8,
) -> ControlFlow<()> {
    // The children live outside the worker during the search, so that both can be borrowed at once.
    let mut children = std::mem::take(&mut worker.children);
    let base = children.len();
    let flow = if worker.is_stored(remaining) {
        upper(worker, *node, state, remaining, &mut children)
    } else {
        batched::search(worker, *node, state, remaining)
    };
    children.truncate(base);
    worker.children = children;
    flow
}

/// An expanded node on the path.
struct Frame {
    /// The index of its first child in the vector of all children.
    first: u32,
    /// The child to visit next.
    next: u32,
    state: AutomatonState,
    /// The key under which its failure is stored.
    identity: Option<Identity>,
    /// Solutions known when it was entered.
    solutions: usize,
}

/// Searches below a node that is looked up in the table, as are the nodes below it down to the depth limit of the
/// table.
fn upper<S: Space>(
    worker: &mut Worker<'_, S>,
    mut node: S::Node,
    mut state: AutomatonState,
    height: u8,
    children: &mut Vec<Child<S::Node>>,
) -> ControlFlow<()> {
    let mut frames: Vec<Frame> = Vec::with_capacity(usize::from(height));
    loop {
        let remaining = height - frames.len() as u8;
        if !worker.is_stored(remaining) {
            batched::search(worker, node, state, remaining)?;
        } else if let ControlFlow::Continue(identity) = worker.probe(&node, state, remaining) {
            let (first, solutions) = (children.len() as u32, worker.solutions());
            worker.expand(&node, state, remaining, children)?;
            frames.push(Frame { first, next: first, state, identity, solutions });
            worker.path.push(MoveIndex::new(0));
        }
        loop {
            let Some(frame) = frames.last_mut() else {
                return ControlFlow::Continue(());
            };
            if let Some((child, after)) = next_child(worker, frame, children) {
                (node, state) = (child, after);
                break;
            }
            children.truncate(frame.first as usize);
            if let (Some(identity), true) = (frame.identity, frame.solutions == worker.solutions()) {
                worker.store(identity, height - (frames.len() as u8 - 1));
            }
            frames.pop();
            worker.path.pop();
        }
    }
}

/// The next child of the last frame, with the automaton state after the move to it.
#[inline(always)]
fn next_child<S: Space>(
    worker: &mut Worker<'_, S>,
    frame: &mut Frame,
    children: &[Child<S::Node>],
) -> Option<(S::Node, AutomatonState)> {
    let child = children.get(frame.next as usize)?;
    frame.next += 1;
    *worker.path.last_mut().expect("each frame has a place on the path") = child.by;
    Some((child.node, worker.search.automaton.next(frame.state, child.by)))
}
