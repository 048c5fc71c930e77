//! The trees and workers of a space, as schedulers see those of any space.

use crate::prune::Automaton;
use crate::puzzle::MoveIndex;
use crate::search::control::{Control, TaskOrder};
use crate::search::engine::one_sided::kernel::Replay;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::engine::one_sided::subtree::{
    AnyNode, Expanded, Identity, Subtree, SubtreeOutcome, SubtreeWorker, Tree,
};
use crate::search::engine::one_sided::worker::{TreeSearch, Worker};
use crate::search::report::TaskReport;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// A node, as one of this space.
fn of_space<S: Space>(node: &AnyNode) -> &S::Node {
    node.downcast_ref().expect("a node of the space that is searched")
}

impl<S: Space> Tree for TreeSearch<'_, S> {
    fn automaton(&self) -> &Automaton {
        self.automaton
    }

    fn control(&self) -> &Control<'_> {
        self.control
    }

    fn worker(&self, bound: u8) -> Box<dyn SubtreeWorker + '_> {
        Box::new(Worker::new(self, bound))
    }

    fn bound(&self, subtree: &Subtree) -> u8 {
        self.space.bound(of_space::<S>(&subtree.node))
    }

    fn below(&self, mut subtree: Subtree, by: MoveIndex) -> Subtree {
        let node = self.child(of_space::<S>(&subtree.node), by).expect("a move that was made before");
        subtree.path.push(by);
        let state = self.automaton.next(subtree.state, by);
        Subtree { node: Arc::new(node), path: subtree.path, state, remaining: subtree.remaining - 1 }
    }
}

impl<S: Space> SubtreeWorker for Worker<'_, S> {
    fn search(&mut self, subtree: &Subtree) -> SubtreeOutcome {
        self.search_below(&subtree.path, of_space::<S>(&subtree.node), subtree.state, subtree.remaining)
    }

    fn search_apart(&mut self, subtree: &Subtree, note: &mut dyn FnMut(&TaskReport)) {
        let before = std::mem::take(&mut self.report);
        self.search(subtree);
        let found = std::mem::replace(&mut self.report, before);
        if found.complete {
            note(&found);
        }
        self.report.merge(found);
    }

    fn search_numbers(&mut self, root: &Subtree, digits: u8, numbers: Range<u128>) -> ControlFlow<()> {
        Replay::new(self, of_space::<S>(&root.node), root, digits).run(numbers)
    }

    fn open(&mut self, subtree: &Subtree) -> ControlFlow<SubtreeOutcome, Expanded> {
        let &Subtree { ref node, ref path, state, remaining } = subtree;
        let node = of_space::<S>(node);
        self.path.clone_from(path);
        self.order = TaskOrder::of(path);
        let ControlFlow::Continue(identity) = self.probe(node, state, remaining) else {
            return ControlFlow::Break(SubtreeOutcome::Failed);
        };
        let mut children = std::mem::take(&mut self.children);
        let base = children.len();
        let flow = self.expand(node, state, remaining, &mut children);
        let found = children.drain(base..).map(|Child { by, node }| Child { by, node: Arc::new(node) as AnyNode });
        let found = found.collect();
        self.children = children;
        if flow.is_break() {
            self.leave();
            return ControlFlow::Break(SubtreeOutcome::Open);
        }
        ControlFlow::Continue(Expanded { children: found, identity })
    }

    fn children_of(&mut self, subtree: &Subtree) -> Option<Vec<Subtree>> {
        let mut children = std::mem::take(&mut self.children);
        let base = children.len();
        let flow = self.expand(of_space::<S>(&subtree.node), subtree.state, subtree.remaining, &mut children);
        let parts = children.drain(base..).map(|child| Subtree {
            node: Arc::new(child.node),
            path: subtree.path.iter().copied().chain([child.by]).collect(),
            state: self.search.automaton.next(subtree.state, child.by),
            remaining: subtree.remaining - 1,
        });
        let parts = parts.collect();
        self.children = children;
        flow.is_continue().then_some(parts)
    }

    fn store(&self, identity: Identity, remaining: u8) {
        if let Some(duplicates) = self.search.duplicates {
            duplicates.table.store(identity.key, identity.context, remaining);
        }
    }

    fn enter(&mut self, path: &[MoveIndex]) -> bool {
        self.order = TaskOrder::of(path);
        self.search.control.is_wanted(self.order)
    }

    fn leave(&mut self) {
        self.report.complete = false;
    }

    fn nodes(&self) -> u64 {
        self.report.counters.nodes
    }

    fn subtrees(&self) -> u64 {
        self.subtrees
    }

    fn finish(&mut self) -> TaskReport {
        self.report();
        std::mem::take(&mut self.report)
    }
}
