//! How a running search is watched, limited and stopped.

use crate::puzzle::MoveIndex;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search stopped before it had proven an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The caller asked for it.
    Interrupt,
    /// What comes next does not fit into the memory that was allowed.
    Memory {
        /// Bytes that it would take.
        needed: u64,
        /// Bytes that were allowed.
        allowed: u64,
    },
}

/// Limits of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time, from the start of the search.
    pub time: Option<Duration>,
    /// Nodes, checked in steps of some thousands.
    pub nodes: Option<u64>,
}

/// Figures of a running search, for a progress display in another thread.
#[derive(Debug, Default)]
pub struct Monitor {
    /// The length that is being searched.
    pub bound: AtomicU8,
    /// Nodes of all iterations so far, a little behind.
    pub nodes: AtomicU64,
    /// Finished subtrees of this iteration.
    pub tasks_done: AtomicU64,
    /// Subtrees of this iteration; 0 if the scheduler does not know.
    pub tasks: AtomicU64,
}

/// The place of a subtree in the order of the moves, as far as its first ten moves tell: 6 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TaskOrder(u64);

impl TaskOrder {
    /// Moves that count.
    const MOVES: usize = 10;
    /// No subtree comes earlier.
    pub(super) const FIRST: Self = Self(0);

    /// The place of a subtree in a list.
    pub(super) fn at(number: u64) -> Self {
        Self(number)
    }

    /// The place of the subtree under a path.
    pub(super) fn of(path: &[MoveIndex]) -> Self {
        let letters = path.iter().take(Self::MOVES).map(|letter| letter.index() as u64);
        Self(letters.chain(std::iter::repeat(0)).take(Self::MOVES).fold(0, |rank, letter| rank << 6 | letter))
    }
}

/// What the workers of one search share.
pub struct Control<'a> {
    monitor: &'a Monitor,
    interrupt: &'a AtomicBool,
    node_limit: u64,
    deadline: Option<Instant>,
    /// The first solution in the order of the moves is wanted, not just any.
    deterministic: AtomicBool,
    /// Set once a limit is hit or a worker has failed, so that all workers leave.
    over: AtomicBool,
    /// Subtrees of this rank and later ones need not be searched any more.
    cut: AtomicU64,
    /// Why another process that searches the same tree has stopped.
    elsewhere: OnceLock<StopReason>,
}

impl<'a> Control<'a> {
    /// Nodes between two looks at the clock: a fraction of a millisecond.
    pub(super) const TICK: u64 = 1 << 14;

    /// Starts the clock.
    pub fn new(limits: Limits, monitor: &'a Monitor, interrupt: &'a AtomicBool) -> Self {
        monitor.nodes.store(0, Ordering::Relaxed);
        Self {
            monitor,
            interrupt,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            deterministic: AtomicBool::new(false),
            over: AtomicBool::new(false),
            cut: AtomicU64::new(u64::MAX),
            elsewhere: OnceLock::new(),
        }
    }

    /// Asks for the first solution in the order of the moves.
    pub(super) fn deterministic(&self, deterministic: bool) {
        self.deterministic.store(deterministic, Ordering::Relaxed);
    }

    /// Counts nodes that a worker has searched; whether it shall go on with a subtree.
    pub(super) fn tick(&self, nodes: u64, order: TaskOrder) -> bool {
        let total = self.monitor.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.reason(total).is_some() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.wanted(order)
    }

    /// Counts nodes of a search without subtrees; whether it shall go on.
    pub(super) fn counts(&self, nodes: u64) -> bool {
        self.tick(nodes, TaskOrder::FIRST)
    }

    /// Whether a subtree is still worth searching.
    pub(super) fn wanted(&self, order: TaskOrder) -> bool {
        !self.was_limited() && order.0 < self.cut()
    }

    /// Subtrees whose place in their list is this or higher need not be searched any more.
    pub(super) fn frontier(&self) -> u64 {
        if self.was_limited() { 0 } else { self.cut() }
    }

    /// Whether any subtree is still worth searching.
    pub(super) fn goes_on(&self) -> bool {
        self.wanted(TaskOrder::FIRST)
    }

    /// A solution was found: unless all are wanted, subtrees that come later are superfluous, or all of them.
    pub(super) fn found(&self, order: TaskOrder, all: bool) {
        if !all {
            self.cut
                .fetch_min(if self.deterministic.load(Ordering::Relaxed) { order.0 + 1 } else { 0 }, Ordering::Relaxed);
        }
    }

    /// Nodes of all iterations so far, a little behind.
    pub(super) fn nodes(&self) -> u64 {
        self.monitor.nodes.load(Ordering::Relaxed)
    }

    /// As [`Control::frontier`], whatever the limits: what solutions alone have made superfluous.
    pub(super) fn cut(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Another process has found a solution: subtrees whose place is this or higher are superfluous.
    pub(super) fn cut_at(&self, place: u64) {
        self.cut.fetch_min(place, Ordering::Relaxed);
    }

    /// Makes all workers leave, because another process had to stop.
    pub(super) fn stop_for(&self, reason: StopReason) {
        // The first reason stays: it is the one that all processes have heard of.
        let _ = self.elsewhere.set(reason);
        self.abandon();
    }

    /// Makes all workers leave: one of them has failed.
    pub(super) fn abandon(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Begins an iteration.
    pub(super) fn begin(&self, bound: u8) {
        self.cut.store(u64::MAX, Ordering::Relaxed);
        self.monitor.tasks_done.store(0, Ordering::Relaxed);
        self.monitor.tasks.store(0, Ordering::Relaxed);
        self.monitor.bound.store(bound, Ordering::Relaxed);
    }

    /// Notes how many subtrees the iteration has.
    pub(super) fn set_subtrees(&self, subtrees: u64) {
        self.monitor.tasks.store(subtrees, Ordering::Relaxed);
    }

    /// Notes that so many subtrees are finished.
    pub(super) fn subtrees_done(&self, count: u64) {
        self.monitor.tasks_done.fetch_add(count, Ordering::Relaxed);
    }

    /// Whether some worker left its subtree because of a limit.
    pub(super) fn was_limited(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Why the search has to stop, if it has to.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        if let Some(&reason) = self.elsewhere.get() {
            return Some(reason);
        }
        self.reason(self.nodes()).or(self.was_limited().then_some(StopReason::Nodes))
    }

    fn reason(&self, nodes: u64) -> Option<StopReason> {
        if self.interrupt.load(Ordering::Relaxed) {
            Some(StopReason::Interrupt)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Time)
        } else {
            (nodes >= self.node_limit).then_some(StopReason::Nodes)
        }
    }
}
