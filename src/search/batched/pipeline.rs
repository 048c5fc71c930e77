//! The batched kernel: depth-first search with many look-ups in flight.
//!
//! Children wait in a queue for the lines that they have asked for. While few are waiting, the child on top of the stack is made
//! a node and expanded, and its children join the queue; when there are many, the one at the front is read. Nearly all are cut
//! off; others join the queue again for their second look-up, or are put on the stack. Where the stack is empty, the next
//! subtree is begun although others are still waiting, so that the queue runs dry only at the end. The stack stays as small as
//! that of any depth-first search, plus the queue.

use super::nodes::Nodes;
use super::space::{StagedSpace, Step};
use super::visitor::Visitor;
use crate::cube::Move;

/// Look-ups in flight before the first one is read. Measured, see `docs/performance.md`.
const IN_FLIGHT: usize = 40;
/// Room of the queue, a power of two: for those in flight and the children of one more node, twice, because a look-up that two
/// children share may lead to one of each.
const ROOM: usize = 128;

const _: () = assert!(2 * (IN_FLIGHT - 1 + Move::COUNT) <= ROOM && ROOM.is_power_of_two());

/// First in, first out. The places are a ring.
struct Queue<T> {
    items: [T; ROOM],
    /// How many have left, and how many have come.
    front: u32,
    back: u32,
}

impl<T: Copy + Default> Queue<T> {
    fn new() -> Self {
        Self { items: [T::default(); ROOM], front: 0, back: 0 }
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.back.wrapping_sub(self.front) as usize
    }

    /// For whoever knows that there is room.
    #[inline(always)]
    fn push(&mut self, item: T) {
        self.items[self.back as usize % ROOM] = item;
        self.back = self.back.wrapping_add(1);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        let item = self.items[self.front as usize % ROOM];
        (self.len() > 0).then(|| {
            self.front = self.front.wrapping_add(1);
            item
        })
    }

    /// The items that have come since the queue had this back.
    #[inline(always)]
    fn since(&self, back: u32) -> impl Iterator<Item = T> {
        (0..self.back.wrapping_sub(back)).map(move |i| self.items[back.wrapping_add(i) as usize % ROOM])
    }
}

/// All that waits, with the numbers of the parents.
struct Pipeline<N, C> {
    nodes: Nodes<N>,
    /// Children that have asked for a line.
    waiting: Queue<(C, u32)>,
    /// Children to be expanded.
    stack: Vec<(C, u32)>,
}

impl<N: Copy, C: Copy + Default> Pipeline<N, C> {
    fn new() -> Self {
        Self { nodes: Nodes::new(), waiting: Queue::new(), stack: Vec::new() }
    }

    /// Takes a root.
    #[inline(always)]
    fn begin<S: StagedSpace<Node = N, Child = C>>(&mut self, space: &S, (node, child, step): (N, C, Step)) {
        let number = self.nodes.hold(node);
        match step {
            Step::Pending => {
                space.ask(child);
                self.waiting.push((child, number));
            }
            Step::Open => self.stack.push((child, number)),
        }
    }

    /// Expands a child, or looks at it if it has no moves left.
    #[inline(always)]
    fn enter<S: StagedSpace<Node = N, Child = C>>(
        &mut self,
        space: &S,
        visitor: &mut impl Visitor<N, C>,
        (child, parent): (C, u32),
    ) {
        let Self { nodes, waiting, stack } = self;
        if !space.has_moves_left(child) {
            visitor.leaf(&space.node(nodes.get(parent), child));
            return nodes.hand_on(parent, 0);
        }
        if !visitor.wants(nodes.get(parent)) {
            return nodes.hand_on(parent, 0);
        }
        let number = nodes.hold(space.node(nodes.get(parent), child));
        nodes.hand_on(parent, 0);
        let (back, height) = (waiting.back, stack.len());
        let count = space.expand(
            nodes.get(number),
            #[inline(always)]
            |child, step| match step {
                Step::Pending => waiting.push((child, number)),
                Step::Open => stack.push((child, number)),
            },
        );
        assert!(waiting.len() <= ROOM, "a node has one child for each move at the most");
        // All at once: what one of them waits for, the others do too.
        waiting.since(back).for_each(|(child, _)| space.ask(child));
        visitor.expanded(nodes.get(number), count);
        nodes.hand_on(number, waiting.back.wrapping_sub(back) + (stack.len() - height) as u32);
    }

    /// Reads the look-up that has waited longest; `false` if there is none.
    #[inline(always)]
    fn read<S: StagedSpace<Node = N, Child = C>>(&mut self, space: &S, visitor: &mut impl Visitor<N, C>) -> bool {
        let Self { nodes, waiting, stack } = self;
        let Some((child, number)) = waiting.pop() else { return false };
        visitor.looked_up();
        let Some(bound) = space.bound(child) else {
            visitor.cut();
            nodes.hand_on(number, 0);
            return true;
        };
        let parent = nodes.get(number);
        let mut others = 0;
        space.go_on(
            parent,
            child,
            bound,
            #[inline(always)]
            |child, step| match step {
                Step::Pending => {
                    space.ask(child);
                    waiting.push((child, number));
                    others += 1;
                }
                Step::Open => {
                    stack.push((child, number));
                    others += 1;
                }
            },
        );
        assert!(waiting.len() <= ROOM, "a look-up leads to two others at the most");
        nodes.hand_on(number, others);
        true
    }
}

/// Searches all subtrees that the visitor offers.
pub(super) fn search<S: StagedSpace>(space: &S, visitor: &mut impl Visitor<S::Node, S::Child>) {
    space.run(
        #[inline(always)]
        || {
            let mut pipeline = Pipeline::new();
            loop {
                if let Some(child) = pipeline.stack.pop() {
                    pipeline.enter(space, visitor, child);
                } else if let Some(root) = visitor.next_root() {
                    pipeline.begin(space, root);
                } else if !pipeline.read(space, visitor) {
                    return;
                }
                while pipeline.waiting.len() >= IN_FLIGHT {
                    pipeline.read(space, visitor);
                }
            }
        },
    );
}
