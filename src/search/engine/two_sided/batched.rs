//! The batched kernel: depth-first search with many look-ups in flight.
//!
//! Children wait in a queue for the lines that they have requested. While few are waiting, the child on top of the
//! stack is made a node and expanded, and its children join the queue; when there are many, the one at the front is
//! read. Nearly all are cut off; the others join the queue again for their second look-up, or are pushed onto the
//! stack. When the stack is empty, the next subtree is begun although children are still waiting, so that the queue
//! runs empty only at the end. The stack stays as small as that of any depth-first search, plus the queue.

use crate::cube::FaceTurn;
use crate::plan::QueueSize;
use crate::search::engine::two_sided::nodes::Nodes;
use crate::search::engine::two_sided::space::{DeferredSpace, Step};
use crate::search::engine::two_sided::visitor::Visitor;

/// Capacity of the queue, a power of two: for the look-ups in flight and the children of one more node, twice, because
/// a look-up that two children share may lead to one of each.
const ROOM: usize = 256;

const _: () = assert!(2 * (QueueSize::LARGE.in_flight - 1 + FaceTurn::COUNT) <= ROOM && ROOM.is_power_of_two());

/// A first-in, first-out queue in a ring buffer.
struct Queue<T> {
    items: [T; ROOM],
    /// The numbers of items that have left and that have been added.
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

    /// Appends an item; the caller makes sure that there is room.
    #[inline(always)]
    fn push(&mut self, item: T) {
        let mut added = self.added();
        added.push(item);
        added.end();
    }

    /// Begins to append items.
    #[inline(always)]
    fn added(&mut self) -> Added<'_, T> {
        Added { back: self.back, queue: self }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        let item = self.items[self.front as usize % ROOM];
        (self.len() > 0).then(|| {
            self.front = self.front.wrapping_add(1);
            item
        })
    }

    /// The items added between two states of the back, in the two parts of the ring.
    #[inline(always)]
    fn parts(&self, from: u32, to: u32) -> [&[T]; 2] {
        let (first, count) = (from as usize % ROOM, to.wrapping_sub(from) as usize % (ROOM + 1));
        let last = count.min(ROOM - first);
        [&self.items[first..first + last], &self.items[..count - last]]
    }

    /// The items added between two states of the back, one by one.
    #[inline(always)]
    fn between(&self, from: u32, to: u32) -> impl Iterator<Item = T> {
        (0..to.wrapping_sub(from)).map(move |i| self.items[from.wrapping_add(i) as usize % ROOM])
    }
}

/// Items on their way into a queue, counted in a register of its own: the queue's memory is read as little as possible.
struct Added<'a, T> {
    queue: &'a mut Queue<T>,
    back: u32,
}

impl<T> Added<'_, T> {
    /// Appends an item; the caller makes sure that there is room.
    #[inline(always)]
    fn push(&mut self, item: T) {
        self.queue.items[self.back as usize % ROOM] = item;
        self.back = self.back.wrapping_add(1);
    }

    /// Makes them items of the queue.
    #[inline(always)]
    fn end(self) {
        self.queue.back = self.back;
    }
}

/// Children of one node that wait together.
#[derive(Clone, Copy, Default)]
struct Family {
    /// Number of the parent.
    parent: u32,
    /// The back of the queue of children after the last of them.
    end: u32,
}

/// All waiting children.
struct BatchedSearch<N, C> {
    nodes: Nodes<N>,
    /// Children that wait for a line, family by family.
    children: Queue<C>,
    families: Queue<Family>,
    /// The back of `children` when lines were last requested.
    asked: u32,
    /// Children to be expanded, with the numbers of their parents.
    stack: Vec<(C, u32)>,
    /// The children of a family that are not cut off; the items after them are unused.
    left: [C; ROOM],
}

impl<N: Copy, C: Copy + Default> BatchedSearch<N, C> {
    fn new() -> Self {
        Self {
            nodes: Nodes::new(),
            children: Queue::new(),
            families: Queue::new(),
            asked: 0,
            stack: Vec::new(),
            left: [C::default(); ROOM],
        }
    }

    /// Makes children until enough of them are waiting, or none are left to expand.
    #[inline(always)]
    fn fill<S: DeferredSpace<Node = N, Child = C>>(
        &mut self,
        space: &S,
        visitor: &mut impl Visitor<N, C>,
        in_flight: usize,
    ) {
        while self.children.len() < in_flight {
            if let Some(child) = self.stack.pop() {
                self.enter(space, visitor, child);
            } else if let Some(root) = visitor.next_root() {
                self.begin(root);
            } else {
                return;
            }
        }
    }

    /// Adds a root.
    #[inline(always)]
    fn begin(&mut self, (node, child, step): (N, C, Step)) {
        let parent = self.nodes.hold(node);
        match step {
            Step::Pending => {
                self.children.push(child);
                self.families.push(Family { parent, end: self.children.back });
            }
            Step::Open => self.stack.push((child, parent)),
        }
    }

    /// Expands a child, or visits it as a leaf if it has no moves left.
    #[inline(always)]
    fn enter<S: DeferredSpace<Node = N, Child = C>>(
        &mut self,
        space: &S,
        visitor: &mut impl Visitor<N, C>,
        (child, parent): (C, u32),
    ) {
        let Self { nodes, children, stack, .. } = self;
        let origin = nodes.get(parent);
        if !space.has_moves_left(child) {
            visitor.leaf(&space.node(origin, child));
            return nodes.hand_on(parent, 0);
        }
        if !visitor.wants(origin) {
            return nodes.hand_on(parent, 0);
        }
        let number = nodes.exchange(parent, space.node(origin, child));
        let node = nodes.get(number);
        if space.is_excluded(node) {
            visitor.excluded();
            return nodes.hand_on(number, 0);
        }
        let (back, height) = (children.back, stack.len());
        let mut added = children.added();
        let count = space.expand(
            node,
            #[inline(always)]
            |child, step| match step {
                Step::Pending => added.push(child),
                Step::Open => stack.push((child, number)),
            },
        );
        added.end();
        assert!(children.len() <= ROOM, "a node has one child for each move at the most");
        visitor.expanded(node, count);
        self.settle(number, back, height);
    }

    /// Requests the lines of all children added since the last time.
    #[inline(always)]
    fn ask<S: DeferredSpace<Node = N, Child = C>>(&mut self, space: &S) {
        let Self { children, asked, .. } = self;
        for part in children.parts(*asked, children.back) {
            part.iter().for_each(|&child| space.ask(child));
        }
        *asked = children.back;
    }

    /// Reads the look-ups of the family that has waited longest; `false` if there is none.
    #[inline(always)]
    fn read<S: DeferredSpace<Node = N, Child = C>>(&mut self, space: &S, visitor: &mut impl Visitor<N, C>) -> bool {
        let Self { nodes, children, families, stack, left, .. } = self;
        let Some(Family { parent: number, end }) = families.pop() else { return false };
        // Without branches, because cut-offs are unpredictable.
        let mut count = 0;
        for child in children.between(children.front, end) {
            let (child, is_possible) = space.look_up(child);
            left[count % ROOM] = child;
            count += usize::from(is_possible);
        }
        let read = end.wrapping_sub(children.front);
        children.front = end;
        visitor.looked_up(read, read - count as u32);
        if count == 0 {
            nodes.hand_on(number, 0);
            return true;
        }
        let (parent, back, height) = (nodes.get(number), children.back, stack.len());
        let mut added = children.added();
        for &child in &left[..count % ROOM] {
            space.go_on(
                parent,
                child,
                #[inline(always)]
                |child, step| match step {
                    Step::Pending => added.push(child),
                    Step::Open => stack.push((child, number)),
                },
            );
        }
        added.end();
        assert!(children.len() <= ROOM, "a look-up leads to two others at the most");
        self.settle(number, back, height);
        true
    }

    /// Transfers a node from its last holder to the children added since the queue had this back and the stack this
    /// height: those that wait count as one family, those on the stack count one each.
    #[inline(always)]
    fn settle(&mut self, number: u32, back: u32, height: usize) {
        let mut others = (self.stack.len() - height) as u32;
        if self.children.back != back {
            self.families.push(Family { parent: number, end: self.children.back });
            others += 1;
        }
        self.nodes.hand_on(number, others);
    }
}

/// Searches all subtrees that the visitor offers, with a queue of at most the larger size.
pub(super) fn search<S: DeferredSpace>(
    space: &S,
    visitor: &mut impl Visitor<S::Node, S::Child>,
    QueueSize { in_flight, read }: QueueSize,
) {
    assert!(read <= in_flight && in_flight <= QueueSize::LARGE.in_flight, "the queue has room");
    space.run(
        #[inline(always)]
        || {
            let mut search = BatchedSearch::new();
            loop {
                search.fill(space, visitor, in_flight);
                search.ask(space);
                if !search.read(space, visitor) {
                    return;
                }
                while search.children.len() > in_flight - read {
                    search.read(space, visitor);
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Metric, PackedCube, Portable};
    use crate::heuristic::bound_of_small_reach;
    use crate::search::cube::coset::CosetSpace;
    use crate::search::engine::two_sided::{RootTask, root_tasks, staged};

    /// Offers some tasks, and counts.
    struct Counts<'a, S> {
        space: &'a S,
        tasks: std::slice::Iter<'a, RootTask>,
        remaining: u8,
        /// Nodes, look-ups, those that cut off, leaves that are solutions.
        counts: [u64; 4],
    }

    impl<S: DeferredSpace> Visitor<S::Node, S::Child> for Counts<'_, S> {
        fn next_root(&mut self) -> Option<(S::Node, S::Child, Step)> {
            Some(self.space.root(self.tasks.next()?, 0, self.remaining))
        }

        fn wants(&mut self, _node: &S::Node) -> bool {
            true
        }

        fn expanded(&mut self, _node: &S::Node, children: u32) {
            self.counts[0] += u64::from(children);
        }

        fn looked_up(&mut self, count: u32, cut: u32) {
            self.counts[1] += u64::from(count);
            self.counts[2] += u64::from(cut);
        }

        fn excluded(&mut self) {}

        fn leaf(&mut self, node: &S::Node) {
            self.counts[3] += u64::from(self.space.solution(node).is_some());
        }
    }

    #[test]
    fn queues_of_all_sizes_visit_the_same_nodes() {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let bound = bound_of_small_reach(metric);
            let cube =
                [0, 8, 3, 15, 5].iter().fold(PackedCube::SOLVED, |cube, &m| cube.apply(FaceTurn::new(m).unwrap()));
            let space = CosetSpace::new(bound.view(), metric, Portable, &cube);
            let (tasks, _) = root_tasks(metric, 2, &[]);
            let count = |search: &dyn Fn(&mut Counts<'_, _>)| {
                let mut counts = Counts { space: &space, tasks: tasks.iter(), remaining: 8, counts: [0; 4] };
                search(&mut counts);
                counts.counts
            };
            let expected = count(&|counts| staged::search(&space, counts));
            assert!(expected[1] > 1000 && expected[2] > 0, "{expected:?}");
            let one = QueueSize { in_flight: 1, read: 1 };
            for size in [QueueSize::LARGE, QueueSize::SMALL, one] {
                assert_eq!(count(&|counts| search(&space, counts, size)), expected, "{size:?}");
            }
        }
    }
}
