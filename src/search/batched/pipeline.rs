//! The batched kernel: depth-first search with many look-ups in flight.
//!
//! Children wait in a queue for the lines that they have asked for. While few are waiting, the node on top of the stack is
//! expanded, and its children join the queue; when there are many, the child at the front is read. Nearly all are cut off; of
//! the others the node is made, which waits in a second queue for its second look-up, or is put on the stack. Where the stack
//! is empty, the next subtree is begun although others are still waiting, so that the queues run dry only at the end. The
//! stack stays as small as that of any depth-first search, plus the queues.

use super::space::{Newborn, StagedSpace, Step};
use super::visitor::Visitor;
use crate::cube::Move;

/// Look-ups in flight before the first one is read. Measured, see `docs/performance.md`.
const IN_FLIGHT: usize = 40;
/// Second look-ups in flight before the first one is read: they are fewer, so that each waits for several first ones.
const SECONDS: usize = 6;
/// Room of a queue, a power of two: those in flight, and the children of one node.
const ROOM: usize = 64;

const _: () = assert!(IN_FLIGHT + Move::COUNT <= ROOM && ROOM.is_power_of_two());

/// First in, first out.
struct Queue<T> {
    items: [T; ROOM],
    front: usize,
    len: usize,
}

impl<T: Copy> Queue<T> {
    /// An empty queue. The places that are not in use hold `filler`.
    fn new(filler: T) -> Self {
        Self { items: [filler; ROOM], front: 0, len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, item: T) {
        debug_assert!(self.len < ROOM);
        self.items[(self.front + self.len) % ROOM] = item;
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        let item = self.items[self.front % ROOM];
        self.len = self.len.checked_sub(1)?;
        self.front += 1;
        Some(item)
    }
}

/// All that waits.
struct Pipeline<N, C> {
    /// Children, and the places of their parents.
    children: Queue<(C, u8)>,
    /// The parents of the waiting children, in a ring: each has one child at least, so that a place is free again when the ring
    /// has come round.
    parents: [N; ROOM],
    /// Parents so far.
    expanded: usize,
    seconds: Queue<N>,
    /// Nodes to be expanded.
    stack: Vec<N>,
}

impl<N: Copy, C: Copy + Default> Pipeline<N, C> {
    fn in_flight(&self) -> usize {
        self.children.len + self.seconds.len
    }

    /// Takes a node that is not cut off.
    #[inline(always)]
    fn admit(&mut self, node: N, step: Step) {
        if step == Step::Pending { self.seconds.push(node) } else { self.stack.push(node) }
    }

    /// Expands a node, or looks at it if it has no moves left.
    #[inline(always)]
    fn enter<S: StagedSpace<Node = N, Siblings = C>>(&mut self, space: &S, visitor: &mut impl Visitor<N>, node: &N) {
        if space.remaining(node) == 0 {
            return visitor.leaf(node);
        }
        if !visitor.wants(node) {
            return;
        }
        let place = self.expanded % ROOM;
        self.parents[place] = *node;
        let before = self.children.len;
        let count = space.expand(
            node,
            #[inline(always)]
            |newborn| match newborn {
                Newborn::Siblings(siblings) => self.children.push((siblings, place as u8)),
                Newborn::Open(node) => self.stack.push(node),
            },
        );
        self.expanded += usize::from(self.children.len > before);
        visitor.expanded(node, count);
    }

    /// Reads the look-up that has waited longest; `false` if there is none.
    #[inline(always)]
    fn read<S: StagedSpace<Node = N, Siblings = C>>(&mut self, space: &S, visitor: &mut impl Visitor<N>) -> bool {
        if self.seconds.len <= SECONDS
            && let Some((child, place)) = self.children.pop()
        {
            visitor.looked_up();
            match space.first_bound(child) {
                None => visitor.cut(),
                Some(bound) => {
                    let parent = self.parents[usize::from(place) % ROOM];
                    space.made(
                        &parent,
                        child,
                        bound,
                        #[inline(always)]
                        |node, step| self.sort_in(space, visitor, node, step),
                    );
                }
            }
            return true;
        }
        let Some(mut node) = self.seconds.pop() else { return false };
        visitor.looked_up();
        let step = space.resolve(&mut node);
        self.sort_in(space, visitor, node, step);
        true
    }

    #[inline(always)]
    fn sort_in<S: StagedSpace<Node = N>>(&mut self, space: &S, visitor: &mut impl Visitor<N>, node: N, step: Step) {
        match step {
            Step::Cut => visitor.cut(),
            Step::Open if space.is_doubtful(&node) && visitor.defer(&node) => {}
            step => self.admit(node, step),
        }
    }
}

/// Searches all subtrees that the visitor offers.
pub(super) fn search<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node>) {
    space.run(
        #[inline(always)]
        || {
            // Any node fills the places that are not in use yet.
            let Some((node, step)) = visitor.next_root() else { return };
            let mut pipeline = Pipeline {
                children: Queue::new(Default::default()),
                parents: [node; ROOM],
                expanded: 0,
                seconds: Queue::new(node),
                stack: Vec::new(),
            };
            pipeline.admit(node, step);
            loop {
                while pipeline.in_flight() < IN_FLIGHT {
                    if let Some(node) = pipeline.stack.pop() {
                        pipeline.enter(space, visitor, &node);
                    } else if let Some((node, step)) = visitor.next_root() {
                        pipeline.admit(node, step);
                    } else {
                        break;
                    }
                }
                if !pipeline.read(space, visitor) {
                    return;
                }
            }
        },
    );
}
