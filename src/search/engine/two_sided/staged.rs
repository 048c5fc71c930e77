//! The staged kernel, the reference of the batched one: one node after the other, recursively. It visits the same
//! nodes.

use crate::search::engine::two_sided::space::{DeferredSpace, Step};
use crate::search::engine::two_sided::visitor::Visitor;

/// Searches all subtrees that the visitor offers.
pub fn search<S: DeferredSpace>(space: &S, visitor: &mut impl Visitor<S::Node, S::Child>) {
    while let Some((node, child, step)) = visitor.next_root() {
        look_up(space, visitor, &node, child, step);
    }
}

/// Reads every look-up that a child waits for, and visits the nodes that are not cut off.
fn look_up<S: DeferredSpace>(
    space: &S,
    visitor: &mut impl Visitor<S::Node, S::Child>,
    parent: &S::Node,
    child: S::Child,
    step: Step,
) {
    if step == Step::Open {
        let node = space.node(parent, child);
        return if space.has_moves_left(child) { visit(space, visitor, &node) } else { visitor.leaf(&node) };
    }
    let (child, is_possible) = space.look_up(child);
    visitor.looked_up(1, u32::from(!is_possible));
    if is_possible {
        space.go_on(parent, child, |next, step| look_up(space, visitor, parent, next, step));
    }
}

fn visit<S: DeferredSpace>(space: &S, visitor: &mut impl Visitor<S::Node, S::Child>, node: &S::Node) {
    if !visitor.wants(node) {
        return;
    }
    if space.is_excluded(node) {
        return visitor.excluded();
    }
    let mut children = Vec::new();
    let count = space.expand(node, |child, step| children.push((child, step)));
    visitor.expanded(node, count);
    for (child, step) in children {
        look_up(space, visitor, node, child, step);
    }
}
