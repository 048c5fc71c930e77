//! Schedulers: how the tree of one iteration is handed to workers. None of them knows the puzzle.
//!
//! All of them search the same tree: without a transposition table, the node counts of a completed iteration are the same
//! for every scheduler and every number of workers.

mod choice;
mod depth;
mod main_worker;
mod ranges;
mod recorded;
mod shared_path;
pub mod shares;
mod siblings;
mod stealing;
mod top_path;

pub use choice::{Scheduler, StealingOrder};

use crate::locks::Mutex;
use crate::search::checkpoint::Ledger;
use crate::search::control::Control;
use crate::search::engine::one_sided::kernel::{Findings, Subtree};
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::worker::{Search, Worker};
use crate::search::ranks::RankStatistics;
use shares::{Share, Unrolled};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Runs the same work on several workers at once. What a backend has to offer to a search.
pub trait Executor: Sync {
    /// Calls `work` once for each worker, with its number, and returns when all are done. All of them have to run at the same
    /// time, if only by taking turns on a core: some wait for others. A panic of one of them is passed on after all have returned.
    fn run(&self, work: &(dyn Fn(usize) + Sync));

    /// Number of workers.
    fn workers(&self) -> usize;
}

/// One worker: the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential;

impl Executor for Sequential {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        work(0);
    }

    fn workers(&self) -> usize {
        1
    }
}

/// What a scheduler did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchedulerStatistics {
    /// Subtrees handed to kernels.
    pub subtrees: u64,
    /// Subtrees, or parts of a path, taken from another worker.
    pub steals: u64,
    /// Time that workers waited for something shared, in nanoseconds, summed over the workers.
    pub waited_ns: u64,
    /// Most nodes that waited in queues or were being worked on at one time, where nodes are handed out one by one.
    pub live_peak: u64,
    /// What each worker got, where shares are fixed in advance.
    pub shares: Vec<Share>,
    /// What nobody got there.
    pub unrolled: Unrolled,
    /// What each rank did, where several processes search together; known to the first of them.
    pub ranks: Vec<RankStatistics>,
}

impl std::ops::AddAssign for SchedulerStatistics {
    fn add_assign(&mut self, other: Self) {
        self.subtrees += other.subtrees;
        self.steals += other.steals;
        self.waited_ns += other.waited_ns;
        self.live_peak = self.live_peak.max(other.live_peak);
        self.shares.resize(self.shares.len().max(other.shares.len()), Share::default());
        self.shares.iter_mut().zip(&other.shares).for_each(|(sum, share)| *sum += share);
        self.unrolled += other.unrolled;
        self.ranks.resize(self.ranks.len().max(other.ranks.len()), RankStatistics::default());
        self.ranks.iter_mut().zip(&other.ranks).for_each(|(sum, rank)| *sum += *rank);
    }
}

impl SchedulerStatistics {
    /// What ranks did, in all and, where that is known, each of them.
    pub(in crate::search) fn of_ranks(total: RankStatistics, ranks: Vec<RankStatistics>) -> Self {
        let RankStatistics { subtrees, received, waited_ns, .. } = total;
        Self { subtrees, steals: received, waited_ns, ranks, ..Self::default() }
    }

    /// Time that workers waited, summed over the workers.
    pub fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited_ns)
    }
}

/// Counters of a running scheduler, shared by its workers.
#[derive(Default)]
pub(in crate::search) struct Tally {
    steals: AtomicU64,
    pub waited_ns: AtomicU64,
    live_peak: AtomicU64,
}

/// The work of one iteration: what to search, from where, on whom.
pub(in crate::search) struct Job<'a, S: Space> {
    pub search: &'a Search<'a, S>,
    pub root: Subtree<S::Node>,
    pub executor: &'a dyn Executor,
    /// Where finished subtrees are noted, by the one scheduler that does so.
    pub ledger: Option<&'a Ledger<'a>>,
}

impl<S: Space> Job<'_, S> {
    /// What is found if the bound of the root cuts off the whole tree.
    pub fn cut_off(&self) -> Option<(Findings, SchedulerStatistics)> {
        let excess = self.search.space.bound(&self.root.node).checked_sub(self.root.remaining).filter(|&n| n > 0)?;
        Some((Findings { excess, ..Findings::default() }, SchedulerStatistics::default()))
    }

    /// Runs `work` on every worker and sums up what they find. A worker that panics makes the others leave.
    pub fn gather(
        &self,
        tally: Tally,
        work: impl Fn(usize, &mut Worker<'_, S>, &Tally) + Sync,
    ) -> (Findings, SchedulerStatistics) {
        let sum = Mutex::new(Findings::default());
        let subtrees = AtomicU64::new(0);
        self.executor.run(&|number| {
            let guard = AbandonOnPanic(self.search.control);
            let mut worker = self.worker();
            work(number, &mut worker, &tally);
            subtrees.fetch_add(worker.subtrees(), Ordering::Relaxed);
            sum.lock().expect("merging does not panic").merge(worker.finish());
            std::mem::forget(guard);
        });
        let statistics = SchedulerStatistics {
            subtrees: subtrees.into_inner(),
            steals: tally.steals.into_inner(),
            waited_ns: tally.waited_ns.into_inner(),
            live_peak: tally.live_peak.into_inner(),
            ..SchedulerStatistics::default()
        };
        (sum.into_inner().expect("merging does not panic"), statistics)
    }

    pub fn worker(&self) -> Worker<'_, S> {
        Worker::new(self.search, self.root.remaining)
    }

    pub fn workers(&self) -> usize {
        self.executor.workers()
    }
}

/// Makes the other workers leave when it is dropped, which happens only while a worker panics.
pub(in crate::search) struct AbandonOnPanic<'a>(pub &'a Control<'a>);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}
