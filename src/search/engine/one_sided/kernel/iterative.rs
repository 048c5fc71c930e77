//! The iterative kernel: an explicit stack of the nodes on the path, all their children in one vector.
//!
//! Two versions of the same walk search the top of the tree, where nodes are looked up in a transposition table, and
//! the rest, which is nearly everything: the lower version has no state that only the upper one needs.

use crate::prune::State;
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::engine::one_sided::subtree::Subtree;
use crate::search::engine::one_sided::worker::{Frame, Identity, Worker};
use std::ops::ControlFlow;

pub(super) fn search<S: Space>(worker: &mut Worker<'_, S>, subtree: &Subtree<S::Node>) -> ControlFlow<()> {
    worker.path.clone_from(&subtree.path);
    // The children live outside the worker during the search, so that both can be borrowed at once.
    let mut children = std::mem::take(&mut worker.children);
    let base = children.len();
    let Subtree { node, state, remaining, .. } = *subtree;
    let flow = if worker.is_stored(remaining) {
        upper(worker, node, state, remaining, &mut children)
    } else {
        lower(worker, node, state, remaining, &mut children)
    };
    children.truncate(base);
    worker.children = children;
    flow
}

/// A frame with the state needed to store the failure of the node.
struct StoredFrame {
    frame: Frame,
    identity: Option<Identity>,
    /// Solutions known when it was entered.
    solutions: usize,
}

/// Searches below a node whose subtree is not looked up in a table.
fn lower<S: Space>(
    worker: &mut Worker<'_, S>,
    mut node: S::Node,
    mut state: State,
    height: u8,
    children: &mut Vec<Child<S::Node>>,
) -> ControlFlow<()> {
    let mut frames = std::mem::take(&mut worker.frames);
    frames.clear();
    loop {
        // Enter a node: a leaf is tested, any other node is expanded and becomes the last frame.
        let remaining = height - frames.len() as u8;
        if remaining == 0 {
            worker.leaf(&node)?;
        } else {
            let first = children.len() as u32;
            worker.expand(&node, state, remaining, children)?;
            frames.push(Frame { first, next: first, state });
            worker.path.push(MoveIndex::new(0));
        }
        // Continue with the next child of the last frame that has one left.
        loop {
            let Some(frame) = frames.last_mut() else {
                worker.frames = frames;
                return ControlFlow::Continue(());
            };
            if let Some((child, after)) = next_child(worker, frame, children) {
                (node, state) = (child, after);
                break;
            }
            children.truncate(frame.first as usize);
            frames.pop();
            worker.path.pop();
        }
    }
}

/// Searches below a node that is looked up in the table, as are the nodes below it down to the depth limit of the
/// table.
fn upper<S: Space>(
    worker: &mut Worker<'_, S>,
    mut node: S::Node,
    mut state: State,
    height: u8,
    children: &mut Vec<Child<S::Node>>,
) -> ControlFlow<()> {
    let mut frames: Vec<StoredFrame> = Vec::with_capacity(usize::from(height));
    loop {
        let remaining = height - frames.len() as u8;
        if !worker.is_stored(remaining) {
            lower(worker, node, state, remaining, children)?;
        } else if let ControlFlow::Continue(identity) = worker.probe(&node, state, remaining) {
            let (first, solutions) = (children.len() as u32, worker.solutions());
            worker.expand(&node, state, remaining, children)?;
            frames.push(StoredFrame { frame: Frame { first, next: first, state }, identity, solutions });
            worker.path.push(MoveIndex::new(0));
        }
        loop {
            let Some(StoredFrame { frame, identity, solutions }) = frames.last_mut() else {
                return ControlFlow::Continue(());
            };
            if let Some((child, after)) = next_child(worker, frame, children) {
                (node, state) = (child, after);
                break;
            }
            children.truncate(frame.first as usize);
            if let (Some(identity), true) = (*identity, *solutions == worker.solutions()) {
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
) -> Option<(S::Node, State)> {
    let child = children.get(frame.next as usize)?;
    frame.next += 1;
    *worker.path.last_mut().expect("each frame has a place on the path") = child.by;
    Some((child.node, worker.search.automaton.next(frame.state, child.by)))
}
