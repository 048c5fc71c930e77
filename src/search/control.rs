//! How a running search is watched, limited and stopped.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a search stopped before it had proven an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The caller asked for it.
    Interrupt,
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
    /// Subtrees of this iteration.
    pub tasks: AtomicU64,
}

/// What the workers of one search share.
pub struct Control<'a> {
    monitor: &'a Monitor,
    interrupt: &'a AtomicBool,
    node_limit: u64,
    deadline: Option<Instant>,
    /// Set once a limit is hit, so that all workers leave.
    over: AtomicBool,
    /// Task numbers from here on need not be searched any more.
    cut: AtomicU64,
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
            over: AtomicBool::new(false),
            cut: AtomicU64::new(u64::MAX),
        }
    }

    /// Counts nodes that a worker has searched; whether it shall go on with task `task`.
    pub(super) fn tick(&self, nodes: u64, task: u64) -> bool {
        let total = self.monitor.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.reason(total).is_some() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.wanted(task)
    }

    /// Whether a task is still worth searching.
    pub(super) fn wanted(&self, task: u64) -> bool {
        !self.was_limited() && task < self.cut.load(Ordering::Relaxed)
    }

    /// Makes all tasks from number `task` on superfluous.
    pub(super) fn cut_from(&self, task: u64) {
        self.cut.fetch_min(task, Ordering::Relaxed);
    }

    /// Begins an iteration with `tasks` subtrees.
    pub(super) fn begin(&self, bound: u8, tasks: u64) {
        self.cut.store(u64::MAX, Ordering::Relaxed);
        self.monitor.tasks_done.store(0, Ordering::Relaxed);
        self.monitor.tasks.store(tasks, Ordering::Relaxed);
        self.monitor.bound.store(bound, Ordering::Relaxed);
    }

    /// Notes that a subtree is finished.
    pub(super) fn task_done(&self) {
        self.monitor.tasks_done.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether some worker left its subtree because of a limit.
    pub(super) fn was_limited(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Why the search has to stop, if it has to.
    pub(super) fn stopped(&self) -> Option<StopReason> {
        self.reason(self.monitor.nodes.load(Ordering::Relaxed)).or(self.was_limited().then_some(StopReason::Nodes))
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
