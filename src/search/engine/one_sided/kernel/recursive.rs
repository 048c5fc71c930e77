//! The recursive kernel: the plain depth-first search that is the reference for every other kernel. The iterative
//! kernel has the top of the tree in common with it, where nodes are looked up in a transposition table; the rest,
//! which is nearly everything, it searches in batches.

use super::batched;
use crate::plan::OneSidedKernel;
use crate::prune::AutomatonState;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::subtree::SubtreeWorker;
use crate::search::engine::one_sided::worker::Worker;
use std::ops::ControlFlow;

/// Searches below the node at the end of the worker's path.
pub(super) fn search<S: Space>(
    worker: &mut Worker<'_, S>,
    node: &S::Node,
    state: AutomatonState,
    remaining: u8,
) -> ControlFlow<()> {
    if remaining == 0 {
        return worker.leaf(node);
    }
    if worker.search.kernel == OneSidedKernel::Iterative && !worker.is_stored(remaining) {
        return batched::search(worker, *node, state, remaining);
    }
    let ControlFlow::Continue(identity) = worker.probe(node, state, remaining) else {
        return ControlFlow::Continue(());
    };
    let before = worker.solutions();
    let mut children = worker.spare.pop().unwrap_or_default();
    worker.expand(node, state, remaining, &mut children)?;
    for child in &children {
        worker.path.push(child.by);
        search(worker, &child.node, worker.search.automaton.next(state, child.by), remaining - 1)?;
        worker.path.pop();
    }
    children.clear();
    worker.spare.push(children);
    if let Some(identity) = identity.filter(|_| worker.solutions() == before) {
        worker.store(identity, remaining);
    }
    ControlFlow::Continue(())
}
