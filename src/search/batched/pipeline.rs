//! The batched kernel: depth-first search with many look-ups in flight.
//!
//! Nodes wait in a queue for the lines that they have asked for. While it is short, the node on top of the stack is expanded,
//! and its children join the queue; when it is long, the node at its front is read: cut off, sent back for its next look-up,
//! or put on the stack. Where the stack is empty, the next subtree is begun although others are still in the queue, so that
//! it runs dry only at the end. The stack stays as small as that of any depth-first search, plus the queue.

use super::space::{StagedSpace, Step};
use super::visitor::Visitor;

/// Look-ups in flight before the first one is read. Measured, see `docs/performance.md`.
const IN_FLIGHT: usize = 40;
/// Room of the queue, a power of two: those in flight, and the children of one node.
const ROOM: usize = 64;

/// Nodes that wait for look-ups, first in, first out.
struct Queue<N> {
    nodes: [N; ROOM],
    front: usize,
    len: usize,
}

impl<N: Copy> Queue<N> {
    #[inline(always)]
    fn push(&mut self, node: N) {
        self.nodes[(self.front + self.len) % ROOM] = node;
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<N> {
        let node = self.nodes[self.front % ROOM];
        self.len = self.len.checked_sub(1)?;
        self.front += 1;
        Some(node)
    }
}

/// Searches all subtrees that the visitor offers.
pub(super) fn search<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>) {
    space.run(
        #[inline(always)]
        || {
            // Any node fills the places of the queue that are not in use yet.
            let Some((node, step)) = visitor.next_root() else { return };
            let mut queue = Queue { nodes: [node; ROOM], front: 0, len: 0 };
            let mut stack = Vec::new();
            admit(node, step, &mut queue, &mut stack);
            loop {
                while queue.len < IN_FLIGHT {
                    if let Some(node) = stack.pop() {
                        enter(space, visitor, &node, &mut queue, &mut stack);
                    } else if let Some((node, step)) = visitor.next_root() {
                        admit(node, step, &mut queue, &mut stack);
                    } else {
                        break;
                    }
                }
                let Some(mut node) = queue.pop() else { return };
                visitor.looked_up();
                let step = space.resolve(&mut node);
                match step {
                    Step::Cut => visitor.cut(),
                    Step::Pending => queue.push(node),
                    Step::Open if space.is_doubtful(&node) && visitor.defer(&node) => {}
                    Step::Open => stack.push(node),
                }
            }
        },
    );
}

#[inline(always)]
fn admit<N: Copy>(node: N, step: Step, queue: &mut Queue<N>, stack: &mut Vec<N>) {
    if step == Step::Pending { queue.push(node) } else { stack.push(node) }
}

/// Expands a node, or looks at it if it has no moves left.
#[inline(always)]
fn enter<S: StagedSpace>(
    space: &S,
    visitor: &mut impl Visitor<S::Node>,
    node: &S::Node,
    queue: &mut Queue<S::Node>,
    stack: &mut Vec<S::Node>,
) {
    if space.remaining(node) == 0 {
        return visitor.leaf(node);
    }
    if visitor.wants(node) {
        let children = space.expand(
            node,
            #[inline(always)]
            |child, step| if step == Step::Cut { visitor.cut() } else { admit(child, step, queue, stack) },
        );
        visitor.expanded(node, children);
    }
}
