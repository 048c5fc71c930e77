//! The plain twin of the batched kernel: one node after the other, recursively. It visits the same nodes.

use super::space::{StagedSpace, Step};
use super::visitor::Visitor;

/// Searches all subtrees that the visitor offers.
pub(super) fn search<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>) {
    while let Some((node, step)) = visitor.next_root() {
        visit(space, visitor, node, step);
    }
}

fn visit<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>, mut node: S::Node, mut step: Step) {
    let was_open = step == Step::Open;
    while step == Step::Pending {
        visitor.looked_up();
        step = space.resolve(&mut node);
    }
    if step == Step::Cut {
        visitor.cut();
    } else if !was_open && space.is_doubtful(&node) && visitor.defer(&node) {
        // It comes back as a root.
    } else if space.remaining(&node) == 0 {
        visitor.leaf(&node);
    } else if visitor.wants(&node) {
        let mut children = Vec::new();
        let count = space.expand(&node, |child, step| children.push((child, step)));
        visitor.expanded(&node, count);
        children.into_iter().for_each(|(child, step)| visit(space, visitor, child, step));
    }
}
