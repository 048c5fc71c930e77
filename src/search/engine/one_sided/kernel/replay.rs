//! Replay of move sequences by their numbers, as the scheduler `ranges` hands them out: a number is replayed from the
//! first digit that differs from the previous number, and when a rule or a bound cuts off a prefix, the replay
//! continues with the first number that does not begin with it. A node counts for the range that holds its first
//! number, so that totals do not depend on the ranges.

use crate::heuristic::Expansion;
use crate::prune::AutomatonState;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::engine::one_sided::subtree::{Identity, Subtree, SubtreeWorker};
use crate::search::engine::one_sided::worker::Worker;
use std::ops::{ControlFlow, Range};

/// A node along the current sequence.
struct PathNode<N> {
    node: N,
    state: AutomatonState,
    /// The key under which its failure is stored; `None` if a part of its sequences belongs to another range.
    identity: Option<Identity>,
    /// Solutions known when it was entered.
    solutions: usize,
}

/// One worker with its current sequence.
pub(in crate::search) struct Replay<'w, 's, S: Space> {
    worker: &'w mut Worker<'s, S>,
    base: u128,
    digits: u8,
    bound: u8,
    /// The nodes from the root to the end of the sequence, as far as they were replayed.
    places: Vec<PathNode<S::Node>>,
    /// The child of the last node, if it is not cut off; empty between two moves.
    kept: Vec<Child<S::Node>>,
}

impl<'w, 's, S: Space> Replay<'w, 's, S> {
    /// The numbers of `digits` moves from a root that no move has led to.
    pub fn new(worker: &'w mut Worker<'s, S>, node: &S::Node, root: &Subtree, digits: u8) -> Self {
        worker.path.clear();
        let first = PathNode { node: *node, state: root.state, identity: None, solutions: worker.solutions() };
        let base = worker.search.automaton.letters() as u128;
        Self { worker, base, digits, bound: root.remaining, places: vec![first], kept: Vec::new() }
    }

    /// The number of sequences that begin with the same `length` digits.
    fn weight(&self, length: usize) -> u128 {
        self.base.pow(u32::from(self.digits) - length as u32)
    }

    /// The last of the first `length` digits of a number.
    fn digit(&self, number: u128, length: usize) -> usize {
        (number / self.weight(length) % self.base) as usize
    }

    /// Replays the numbers of a range.
    pub fn run(&mut self, range: Range<u128>) -> ControlFlow<()> {
        let mut number = range.start;
        let first = (1..=usize::from(self.digits)).map(|length| MoveIndex::new(self.digit(number, length)));
        self.worker.begin(&first.collect::<Vec<_>>())?;
        if range.start == 0 && self.bound > 0 {
            // The root belongs to the first range.
            let PathNode { node, state, .. } = self.places[0];
            let children = self.worker.search.generated(&node, state);
            self.worker.count_expansions(1, children, Expansion::NOTHING)?;
        }
        while number < range.end {
            let length = self.replay(number, &range)?;
            // All numbers that begin with the replayed prefix are done.
            number = (number / self.weight(length) + 1) * self.weight(length);
            self.leave_done(number);
        }
        // Nodes whose last numbers also lie in this range have already been left.
        self.places.truncate(1);
        self.worker.path.clear();
        ControlFlow::Continue(())
    }

    /// Replays a number up to its last digit, or to the one that is cut off; returns the number of digits processed.
    fn replay(&mut self, number: u128, range: &Range<u128>) -> ControlFlow<(), usize> {
        loop {
            let length = self.places.len() - 1;
            if length == usize::from(self.bound) {
                let node = self.places[length].node;
                self.worker.leaf(&node)?;
                return ControlFlow::Continue(length);
            }
            if length == usize::from(self.digits) {
                self.search_rest()?;
                return ControlFlow::Continue(length);
            }
            let by = MoveIndex::new(self.digit(number, length + 1));
            let first = number - number % self.weight(length + 1);
            // Only the range that holds the first number of a node may count it.
            let own = first >= range.start;
            if !self.push(by, own, first + self.weight(length + 1) <= range.end)? {
                return ControlFlow::Continue(length + 1);
            }
        }
    }

    /// Searches below a sequence of the full number length. `Break` if a part of its subtree was skipped: then nothing
    /// is known about the nodes above.
    fn search_rest(&mut self) -> ControlFlow<()> {
        let PathNode { node, state, .. } = self.places[usize::from(self.digits)];
        let (path, remaining) = (self.worker.path.clone(), self.bound - self.digits);
        self.worker.search_below(&path, &node, state, remaining);
        self.worker.path.truncate(usize::from(self.digits));
        if self.worker.report.complete { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Makes one more move; returns whether it is allowed and not cut off.
    fn push(&mut self, by: MoveIndex, own: bool, whole: bool) -> ControlFlow<(), bool> {
        let search = self.worker.search;
        let last = self.places.last().expect("the root is always there");
        if !search.automaton.allowed(last.state).contains(by) {
            return ControlFlow::Continue(false);
        }
        let remaining = self.bound - self.places.len() as u8;
        let Expansion { lookups, overshoot, .. } =
            search.expand(&last.node, MoveIndexSet::EMPTY.with(by), remaining, &mut self.kept);
        let lookups = if own { lookups } else { 0 };
        self.worker.count_expansions(0, 0, Expansion { lookups, impossible: 0, overshoot })?;
        let Some(Child { node, .. }) = self.kept.pop() else { return ControlFlow::Continue(false) };
        let state = search.automaton.next(last.state, by);
        self.worker.path.push(by);
        let ControlFlow::Continue(identity) = self.worker.probe(&node, state, remaining) else {
            self.worker.path.pop();
            return ControlFlow::Continue(false);
        };
        let is_replayed = remaining > 0 && self.places.len() < usize::from(self.digits);
        if own && is_replayed {
            self.worker.count_expansions(1, search.generated(&node, state), Expansion::NOTHING)?;
        }
        let identity = identity.filter(|_| own && whole && is_replayed);
        self.places.push(PathNode { node, state, identity, solutions: self.worker.solutions() });
        ControlFlow::Continue(true)
    }

    /// Leaves the nodes that are not on the path of the next number.
    fn leave_done(&mut self, number: u128) {
        while self.places.len() > 1 && number.is_multiple_of(self.weight(self.places.len() - 1)) {
            let place = self.places.pop().expect("more than the root is there");
            self.worker.path.pop();
            if let Some(identity) = place.identity
                && place.solutions == self.worker.solutions()
            {
                self.worker.store(identity, self.bound - self.places.len() as u8);
            }
        }
    }
}
