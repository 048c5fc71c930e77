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
        self.space.bound(subtree.node.of::<S::Node>())
    }

    fn below(&self, mut subtree: Subtree, by: MoveIndex) -> Subtree {
        let node = self.child(subtree.node.of::<S::Node>(), by).expect("a move that was made before");
        subtree.path.push(by);
        let state = self.automaton.next(subtree.state, by);
        Subtree { node: AnyNode::new(node), path: subtree.path, state, remaining: subtree.remaining - 1 }
    }
}

/// The children of one node, without the type of their space.
fn of_any_space<N: Copy + Send + Sync + 'static>(children: &[Child<N>]) -> impl Iterator<Item = Child<AnyNode>> {
    let nodes = AnyNode::all(children.iter().map(|child| child.node).collect());
    children.iter().zip(nodes).map(|(child, node)| Child { by: child.by, node })
}

impl<S: Space> SubtreeWorker for Worker<'_, S> {
    fn search(&mut self, subtree: &Subtree) -> SubtreeOutcome {
        self.search_below(&subtree.path, subtree.node.of::<S::Node>(), subtree.state, subtree.remaining)
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
        Replay::new(self, root.node.of(), root, digits).run(numbers)
    }

    fn open(&mut self, subtree: &Subtree) -> ControlFlow<SubtreeOutcome, Expanded> {
        let &Subtree { ref node, ref path, state, remaining } = subtree;
        let node: &S::Node = node.of();
        self.path.clone_from(path);
        self.order = TaskOrder::of(path);
        let ControlFlow::Continue(identity) = self.probe(node, state, remaining) else {
            return ControlFlow::Break(SubtreeOutcome::Failed);
        };
        let mut children = Vec::new();
        if self.expand(node, state, remaining, &mut children).is_break() {
            self.leave();
            return ControlFlow::Break(SubtreeOutcome::Open);
        }
        ControlFlow::Continue(Expanded { children: of_any_space(&children).collect(), identity })
    }

    fn children_of(&mut self, subtree: &Subtree) -> Option<Vec<Subtree>> {
        let mut children = Vec::new();
        let flow = self.expand(subtree.node.of(), subtree.state, subtree.remaining, &mut children);
        let below = |child| subtree.child(child, self.search.automaton);
        flow.is_continue().then(|| of_any_space(&children).map(below).collect())
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
