//! Watching, limiting and stopping a running search.

use crate::clock::Instant;
use crate::puzzle::MoveIndex;
use crate::search::report::IterationReport;
use crate::storage::available_memory;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// The reason why a search stopped before it had proven an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The caller interrupted the search.
    Interrupt,
    /// The next step, or the next solutions, do not fit into the allowed memory.
    Memory {
        /// Bytes that it would take.
        needed: u64,
        /// Bytes that were allowed.
        allowed: u64,
    },
    /// A device stopped answering.
    Device {
        /// Its number.
        number: u32,
    },
}

/// Displays the limit in a few words, such as `time limit`.
impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit",
            Self::Nodes => "node limit",
            Self::Interrupt => "interrupted",
            Self::Memory { .. } => "memory limit",
            Self::Device { .. } => "a device stopped answering",
        })
    }
}

/// Limits of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time, from the start of the search.
    pub time: Option<Duration>,
    /// Nodes, checked in steps of some thousands.
    pub nodes: Option<u64>,
    /// Bytes that the solutions may take where all are wanted: 2 GiB if nothing is said, and never more
    /// than half of what is free.
    pub memory: Option<u64>,
}

/// Is called with each iteration when it ends.
type OnIteration = dyn Fn(&IterationReport) + Send + Sync;

/// A callback for iterations, if there is one.
#[derive(Default)]
struct Observer(Option<Box<OnIteration>>);

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "an observer" } else { "none" })
    }
}

/// Figures of a running search, for a progress display in another thread.
#[derive(Debug, Default)]
pub struct Monitor {
    /// The length that is being searched.
    pub bound: AtomicU8,
    /// No solution is shorter: proven. Below the length that is searched where longer solutions are wanted, too.
    pub lower_bound: AtomicU8,
    /// The length of a solution that is known from elsewhere, or 0: the search is left, as by an interrupt, once it has
    /// proven that none is shorter.
    pub known: AtomicU8,
    /// Nodes of all iterations so far, a little behind.
    pub nodes: AtomicU64,
    /// Finished subtrees of this iteration.
    pub tasks_done: AtomicU64,
    /// Subtrees of this iteration; 0 if the scheduler does not know.
    pub tasks: AtomicU64,
    observer: Observer,
}

impl Monitor {
    /// A monitor that calls `observer` at the end of each iteration, completed or not, on the thread that asked for the
    /// search. A resumed search begins with the iterations of its checkpoint.
    pub fn observed_by(observer: impl Fn(&IterationReport) + Send + Sync + 'static) -> Self {
        Self { observer: Observer(Some(Box::new(observer))), ..Self::default() }
    }
}

/// The position of a subtree in move order, as far as its first nine moves determine it: 7 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TaskOrder(u64);

impl TaskOrder {
    /// Number of moves that determine the order.
    const MOVES: usize = 9;
    /// The position before all others.
    pub(super) const FIRST: Self = Self(0);

    /// The position of a subtree in a list.
    pub(super) fn at(number: u64) -> Self {
        Self(number)
    }

    /// The position of the subtree under a path.
    pub(super) fn of(path: &[MoveIndex]) -> Self {
        let indices = path.iter().take(Self::MOVES).map(|by| by.index() as u64);
        Self(indices.chain(std::iter::repeat(0)).take(Self::MOVES).fold(0, |rank, index| rank << 7 | index))
    }
}

/// The state that the workers of one search share.
pub struct Control<'a> {
    monitor: &'a Monitor,
    interrupt: &'a AtomicBool,
    node_limit: u64,
    /// Bytes that solutions may take.
    memory_limit: u64,
    deadline: Option<Instant>,
    /// Solutions so far, where all are wanted: those of shorter lengths, and those found in this one.
    solutions: AtomicU64,
    /// True if the first solution in move order is wanted, not just any solution.
    deterministic: AtomicBool,
    /// Set once a limit is hit or a worker has failed, so that all workers leave.
    over: AtomicBool,
    /// Subtrees at this position and later ones need not be searched any more.
    cut: AtomicU64,
    /// The reason why another process that searches the same tree has stopped.
    elsewhere: OnceLock<StopReason>,
    /// The generation of the best bounds, and that of the bounds that the search uses.
    generation: Option<(&'a AtomicU32, AtomicU32)>,
    /// Nanoseconds spent waiting for devices, which do not count against the time limit.
    waited: AtomicU64,
    /// Called whenever a length begins or nodes are counted.
    heartbeat: Option<&'a (dyn Fn() + Sync)>,
}

impl<'a> Control<'a> {
    /// Nodes between two looks at the clock: a fraction of a millisecond.
    pub(super) const TICK: u64 = 1 << 14;

    /// Bytes that a solution takes until it is told: its sequences, and those that it is compared with.
    const SOLUTION: u64 = 800;
    /// Solutions between two looks at the memory.
    const COUNTED: u64 = 1 << 10;

    /// Starts the clock.
    pub fn new(limits: Limits, monitor: &'a Monitor, interrupt: &'a AtomicBool) -> Self {
        monitor.nodes.store(0, Ordering::Relaxed);
        Self {
            monitor,
            interrupt,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            memory_limit: limits.memory.unwrap_or(2 << 30),
            solutions: AtomicU64::new(0),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            deterministic: AtomicBool::new(false),
            over: AtomicBool::new(false),
            cut: AtomicU64::new(u64::MAX),
            elsewhere: OnceLock::new(),
            generation: None,
            waited: AtomicU64::new(0),
            heartbeat: None,
        }
    }

    /// Runs a search that nobody watches or interrupts.
    pub fn unwatched<R>(limits: Limits, search: impl FnOnce(&Control<'_>) -> R) -> R {
        search(&Control::new(limits, &Monitor::default(), &AtomicBool::new(false)))
    }

    /// Calls `heartbeat` when a length begins, and from the searching threads once in some thousand nodes.
    #[must_use]
    pub(crate) fn with_heartbeat(self, heartbeat: &'a (dyn Fn() + Sync)) -> Self {
        Self { heartbeat: Some(heartbeat), ..self }
    }

    /// Makes the search leave as if it were interrupted when the generation of the best bounds goes up.
    /// [`resume_with_better_bounds`](Self::resume_with_better_bounds) then tells whether that was the only reason.
    #[must_use]
    pub fn with_generation(self, latest: &'a AtomicU32) -> Self {
        Self { generation: Some((latest, AtomicU32::new(latest.load(Ordering::Relaxed)))), ..self }
    }

    /// Records that the search now uses the best bounds.
    pub(crate) fn adopt_bounds(&self) {
        if let Some((latest, adopted)) = &self.generation {
            adopted.store(latest.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Lets a search go on that was left because there are better bounds; returns false, and does nothing, if it was
    /// left for another reason. If a limit was reached as well, the search is soon left again.
    pub(crate) fn resume_with_better_bounds(&self) -> bool {
        let resumes = self.is_outdated() && self.elsewhere.get().is_none();
        if resumes {
            self.over.store(false, Ordering::Relaxed);
        }
        resumes
    }

    /// Reports an iteration that has ended to the observer.
    pub(super) fn report_iteration(&self, iteration: &IterationReport) {
        if let Some(observer) = &self.monitor.observer.0 {
            observer(iteration);
        }
    }

    /// Returns whether the number of nodes is limited.
    pub(crate) fn counts_nodes(&self) -> bool {
        self.node_limit < u64::MAX
    }

    /// Returns whether the caller has interrupted the search.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Returns whether a limit is reached, or the search interrupted.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit(self.nodes()).is_some()
    }

    /// Excludes a time in which the search waited from the time limit.
    pub(crate) fn exclude_waiting(&self, time: Duration) {
        self.waited.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
    }

    /// The moment at which the time limit is reached, if there is one.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline?.checked_add(Duration::from_nanos(self.waited.load(Ordering::Relaxed)))
    }

    fn is_outdated(&self) -> bool {
        self.generation
            .as_ref()
            .is_some_and(|(latest, adopted)| latest.load(Ordering::Relaxed) != adopted.load(Ordering::Relaxed))
    }

    /// Chooses whether the first solution in move order is wanted, or any.
    pub(super) fn set_deterministic(&self, deterministic: bool) {
        self.deterministic.store(deterministic, Ordering::Relaxed);
    }

    /// Counts nodes that a worker has searched; returns whether it should continue with its subtree.
    pub(super) fn count_task_nodes(&self, nodes: u64, order: TaskOrder) -> bool {
        let total = self.monitor.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.beat();
        if self.reason(total).is_some() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.is_wanted(order)
    }

    /// Counts nodes of a search without subtrees; returns whether it should continue.
    pub(super) fn count_nodes(&self, nodes: u64) -> bool {
        self.count_task_nodes(nodes, TaskOrder::FIRST)
    }

    /// Returns whether a subtree is still worth searching.
    pub(super) fn is_wanted(&self, order: TaskOrder) -> bool {
        !self.is_over() && order.0 < self.cut_position()
    }

    /// The position in the task list from which on subtrees need not be searched any more.
    pub(super) fn frontier(&self) -> u64 {
        if self.is_over() { 0 } else { self.cut_position() }
    }

    /// Returns whether any subtree is still worth searching.
    pub(super) fn should_continue(&self) -> bool {
        self.is_wanted(TaskOrder::FIRST)
    }

    /// Records a solution: unless all are wanted, later subtrees, or all of them, become superfluous. Where all are,
    /// the search stops before they take too much memory.
    pub(super) fn record_solution(&self, order: TaskOrder, all: bool) {
        if !all {
            self.cut
                .fetch_min(if self.deterministic.load(Ordering::Relaxed) { order.0 + 1 } else { 0 }, Ordering::Relaxed);
            return;
        }
        let found = self.solutions.fetch_add(1, Ordering::Relaxed) + 1;
        if found.is_multiple_of(Self::COUNTED) {
            let needed = found.saturating_mul(Self::SOLUTION);
            // As much again is needed where they are compared and told.
            let allowed = self.memory_limit.min(needed / 2 + available_memory() / 2);
            if needed > allowed {
                self.stop_for(StopReason::Memory { needed, allowed });
            }
        }
    }

    /// Nodes of all iterations so far, a little behind.
    pub(super) fn nodes(&self) -> u64 {
        self.monitor.nodes.load(Ordering::Relaxed)
    }

    /// As [`Control::frontier`], regardless of limits: the position from which on solutions alone have made subtrees
    /// superfluous.
    pub(super) fn cut_position(&self) -> u64 {
        self.cut.load(Ordering::Relaxed)
    }

    /// Records that another process has found a solution: subtrees at this position and later ones are superfluous.
    pub(super) fn cut_at(&self, place: u64) {
        self.cut.fetch_min(place, Ordering::Relaxed);
    }

    /// Makes all workers leave, because another process had to stop.
    pub(super) fn stop_for(&self, reason: StopReason) {
        // The first reason stays: it is the one reported to all processes.
        let _ = self.elsewhere.set(reason);
        self.abandon();
    }

    /// Makes all workers leave because one of them has failed.
    pub(super) fn abandon(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Begins an iteration, with so many shorter solutions known.
    pub(super) fn begin(&self, bound: u8, known: usize) {
        self.solutions.store(known as u64, Ordering::Relaxed);
        self.cut.store(u64::MAX, Ordering::Relaxed);
        self.monitor.tasks_done.store(0, Ordering::Relaxed);
        self.monitor.tasks.store(0, Ordering::Relaxed);
        if known == 0 {
            self.monitor.lower_bound.store(bound, Ordering::Relaxed);
        }
        self.monitor.bound.store(bound, Ordering::Relaxed);
        self.beat();
    }

    fn beat(&self) {
        if let Some(heartbeat) = self.heartbeat {
            heartbeat();
        }
    }

    /// Sets the number of subtrees of the iteration.
    pub(super) fn set_task_count(&self, subtrees: u64) {
        self.monitor.tasks.store(subtrees, Ordering::Relaxed);
    }

    /// Adds `count` finished subtrees.
    pub(super) fn add_finished_tasks(&self, count: u64) {
        self.monitor.tasks_done.fetch_add(count, Ordering::Relaxed);
    }

    /// Returns whether all workers are to leave: a limit was reached, or one of them has failed.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Returns the reason to stop the search, if there is one.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        if let Some(&reason) = self.elsewhere.get() {
            return Some(reason);
        }
        self.reason(self.nodes()).or(self.is_over().then_some(StopReason::Nodes))
    }

    fn reason(&self, nodes: u64) -> Option<StopReason> {
        self.limit(nodes).or_else(|| self.is_outdated().then_some(StopReason::Interrupt))
    }

    /// Returns whether a solution from elsewhere is as short as any can be.
    fn has_shortest(&self) -> bool {
        let known = self.monitor.known.load(Ordering::Relaxed);
        known > 0 && known <= self.monitor.lower_bound.load(Ordering::Relaxed)
    }

    fn limit(&self, nodes: u64) -> Option<StopReason> {
        if self.is_interrupted() || self.has_shortest() {
            Some(StopReason::Interrupt)
        } else if self.deadline().is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Time)
        } else {
            (nodes >= self.node_limit).then_some(StopReason::Nodes)
        }
    }
}

/// Examines the solutions that a search has found, which may take longer than the search: until it is interrupted or
/// its time is over, and the first ones always, so that a search that has found some has an answer.
pub(super) struct Examination<'a> {
    /// `None` if all are examined, whatever the limits.
    control: Option<&'a Control<'a>>,
    examined: usize,
    /// The limit that has ended it.
    pub ended: Option<StopReason>,
}

impl<'a> Examination<'a> {
    /// Solutions that are always examined.
    const ALWAYS: usize = 1 << 10;
    /// Solutions between two looks at the limits.
    const TICK: usize = 1 << 8;

    /// An examination that ends at the limits of a search, or with `is_whole` does not.
    pub(super) fn new(control: &'a Control<'a>, is_whole: bool) -> Self {
        Self { control: (!is_whole).then_some(control), examined: 0, ended: None }
    }

    /// Returns whether one more solution is examined.
    pub(super) fn goes_on(&mut self) -> bool {
        self.examined += 1;
        let looks = self.examined > Self::ALWAYS && self.examined.is_multiple_of(Self::TICK);
        if let Some(control) = self.control.filter(|_| looks) {
            // It takes time, and no nodes.
            self.ended = self.ended.or_else(|| control.limit(0));
        }
        self.ended.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_solutions_are_examined_whatever_the_limits() {
        let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(true));
        let control = Control::new(Limits::default(), &monitor, &interrupt);
        let mut examination = Examination::new(&control, false);
        let examined = (0..10_000).filter(|_| examination.goes_on()).count();
        assert!((Examination::ALWAYS..=Examination::ALWAYS + Examination::TICK).contains(&examined), "{examined}");
        assert_eq!(examination.ended, Some(StopReason::Interrupt));
        let mut whole = Examination::new(&control, true);
        assert!((0..10_000).all(|_| whole.goes_on()) && whole.ended.is_none());
    }

    #[test]
    fn solutions_stop_a_search_before_they_take_too_much_memory() {
        let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
        let limits = Limits { memory: Some(3 << 20), ..Limits::default() };
        let control = Control::new(limits, &monitor, &interrupt);
        let found = (0..10_000).take_while(|_| {
            control.record_solution(TaskOrder::FIRST, true);
            control.should_continue()
        });
        let bytes = found.count() as u64 * Control::SOLUTION;
        assert!((2 << 20..4 << 20).contains(&bytes), "{bytes}");
        assert!(matches!(control.stop_reason(), Some(StopReason::Memory { allowed, .. }) if allowed <= 3 << 20));
        let control = Control::new(limits, &monitor, &interrupt);
        (0..10_000).for_each(|_| control.record_solution(TaskOrder::FIRST, false));
        assert_eq!(control.stop_reason(), None);
    }
}
