//! The work of one iteration, as schedulers see it.

use crate::clock::Instant;
use crate::locks::Mutex;
use crate::search::checkpoint::Journal;
use crate::search::engine::one_sided::subtree::{Subtree, SubtreeWorker, Tree};
use crate::search::executor::{AbandonOnPanic, Executor};
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters of a running scheduler, shared by its workers.
#[derive(Default)]
pub(in crate::search) struct Tally {
    pub steals: AtomicU64,
    pub waited_ns: AtomicU64,
    pub live_peak: AtomicU64,
}

/// The work of one iteration: the tree, the root, and the workers.
pub(in crate::search) struct Job<'a> {
    pub tree: &'a dyn Tree,
    pub root: Subtree,
    pub executor: &'a dyn Executor,
    /// The journal in which the depth scheduler records finished subtrees.
    pub journal: Option<&'a Journal<'a>>,
}

impl<'a> Job<'a> {
    /// The report if the bound of the root cuts off the whole tree.
    pub fn cut_off(&self) -> Option<Searched> {
        let overshoot = self.tree.bound(&self.root).checked_sub(self.root.remaining).filter(|&n| n > 0)?;
        Some((TaskReport { overshoot, ..TaskReport::default() }, SchedulerStatistics::default()))
    }

    /// Runs `work` on every worker and merges their reports. A worker that panics makes the others leave.
    pub fn gather(&self, work: &(dyn Fn(usize, &mut dyn SubtreeWorker, &Tally) + Sync)) -> Searched {
        let tally = Tally::default();
        // What was found, and after which time each worker had nothing to do any more.
        let sum = Mutex::new((TaskReport::default(), Vec::new()));
        let started = Instant::now();
        let subtrees = AtomicU64::new(0);
        self.executor.run(&|number| {
            let guard = AbandonOnPanic(self.tree.control());
            let mut worker = self.worker();
            work(number, &mut *worker, &tally);
            subtrees.fetch_add(worker.subtrees(), Ordering::Relaxed);
            let mut sum = sum.lock().expect("merging does not panic");
            sum.0.merge(worker.finish());
            sum.1.push(started.elapsed());
            std::mem::forget(guard);
        });
        let (report, ended) = sum.into_inner().expect("merging does not panic");
        let statistics = SchedulerStatistics {
            subtrees: subtrees.into_inner(),
            steals: tally.steals.into_inner(),
            waited_ns: tally.waited_ns.into_inner() + SchedulerStatistics::waited_for_last(&ended),
            live_peak: tally.live_peak.into_inner(),
            ..SchedulerStatistics::default()
        };
        (report, statistics)
    }

    /// A worker of the calling thread.
    pub fn worker(&self) -> Box<dyn SubtreeWorker + 'a> {
        self.tree.worker(self.root.remaining)
    }

    pub fn workers(&self) -> usize {
        self.executor.workers()
    }
}
