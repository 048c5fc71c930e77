//! The plain twin of the batched kernel: one node after the other, recursively. It visits the same nodes.

use super::space::{Newborn, StagedSpace, Step};
use super::visitor::Visitor;

/// Searches all subtrees that the visitor offers.
pub(super) fn search<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>) {
    while let Some((node, step)) = visitor.next_root() {
        look_up(space, visitor, node, step);
    }
}

/// Reads whatever look-ups a node waits for, and visits it if it is not cut off.
fn look_up<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>, mut node: S::Node, mut step: Step) {
    while step == Step::Pending {
        visitor.looked_up();
        step = space.resolve(&mut node);
    }
    if step == Step::Cut { visitor.cut() } else { visit(space, visitor, &node) }
}

fn visit<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>, node: &S::Node) {
    if space.remaining(node) == 0 {
        return visitor.leaf(node);
    }
    if !visitor.wants(node) {
        return;
    }
    let mut children = Vec::new();
    let count = space.expand(node, |child| children.push(child));
    visitor.expanded(node, count);
    for child in children {
        let siblings = match child {
            Newborn::Open(child) => {
                visit(space, visitor, &child);
                continue;
            }
            Newborn::Siblings(siblings) => siblings,
        };
        visitor.looked_up();
        match space.first_bound(siblings) {
            Some(bound) => space.made(node, siblings, bound, |child, step| look_up(space, visitor, child, step)),
            None => visitor.cut(),
        }
    }
}
