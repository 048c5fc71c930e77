//! One list of subtrees, made in advance: all nodes of one depth. Also covers the first level alone, and no split at
//! all.

use crate::search::checkpoint::{Journal, Running};
use crate::search::engine::one_sided::scheduler::Job;
use crate::search::engine::one_sided::subtree::{Subtree, SubtreeWorker};
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use crate::search::task::{self, FinishedTask, Split};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Subtrees for each worker that keep all of them busy to the end, although some are a hundred times as large as
/// others.
const SUBTREES_EACH: usize = 128;

/// A level that may have more subtrees than this is not listed, however deep the split was to be: it takes memory.
const MOST_SUBTREES: usize = 1 << 20;

/// Height below which subtrees are cheaper to search than to list.
pub const LEAST_HEIGHT: u8 = 6;

/// Number of subtrees of a search that is saved while it runs. A killed search loses the time since it was last saved,
/// and the subtree that each worker is searching: 0.005 % of the iteration on average. The number does not depend on
/// the number of workers, so that another run divides the tree in the same way. The subtrees take some megabytes.
const SAVED_SUBTREES: usize = 20_000;

pub(super) fn run(job: &Job<'_>, depth: Option<u8>) -> Searched {
    let enough = match (job.journal, job.workers()) {
        (Some(_), _) => SAVED_SUBTREES,
        (None, 1) => 1,
        (None, workers) => SUBTREES_EACH * workers,
    };
    let depth = job.journal.and_then(Journal::depth).or(depth);
    let (subtrees, mut report) = split(job, depth, enough);
    if !report.complete {
        return (report, SchedulerStatistics::default());
    }
    let finished = match job.journal.map(|journal| journal.tasks(identity(&subtrees))) {
        None => None,
        Some(Some(finished)) => Some(finished),
        Some(None) => {
            job.tree.control().abandon();
            report.complete = false;
            return (report, SchedulerStatistics::default());
        }
    };
    let is_done = |number| finished.as_ref().is_some_and(|finished| finished.is_done(number));
    let done = finished.as_ref().map_or(0, Running::count);
    job.tree.control().set_task_count(subtrees.len() as u64);
    job.tree.control().add_finished_tasks(done);
    let next = AtomicUsize::new(0);
    let (found, mut statistics) = job.gather(&|_, worker, _| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(subtree) = subtrees.get(number) else { break };
            match job.journal {
                Some(_) if is_done(number) => {}
                Some(journal) => worker.search_apart(subtree, &mut |report| {
                    journal.finished(std::iter::once(FinishedTask { task: number, score: None }), report);
                }),
                None => {
                    worker.search(subtree);
                }
            }
        }
    });
    statistics.subtrees += done;
    if let Some(finished) = finished {
        report.merge(finished.report);
    }
    report.merge(found);
    (report, statistics)
}

fn identity(subtrees: &[Subtree]) -> Split {
    Split::of(subtrees.iter().map(|subtree| task::encode(&subtree.path)))
}

/// Expands the root level by level: to the given depth, or until there are enough subtrees. The nodes made on the way
/// are counted like all others, so that totals do not depend on the split depth.
pub(super) fn split(job: &Job<'_>, depth: Option<u8>, enough: usize) -> (Vec<Subtree>, TaskReport) {
    let mut worker = job.worker();
    let mut level = vec![job.root.clone()];
    let levels = depth.unwrap_or(job.root.remaining.saturating_sub(LEAST_HEIGHT)).min(job.root.remaining);
    let most = MOST_SUBTREES / job.tree.automaton().letters().max(1);
    let enough = if depth.is_some() { most } else { enough.min(most) };
    for _ in 0..levels {
        if level.len() >= enough {
            break;
        }
        match next_level(&mut *worker, &level) {
            Some(next) => level = next,
            None => {
                worker.leave();
                return (Vec::new(), worker.finish());
            }
        }
    }
    (level, worker.finish())
}

/// The children of all nodes of a level; `None` if the search is no longer wanted.
pub(super) fn next_level(worker: &mut dyn SubtreeWorker, level: &[Subtree]) -> Option<Vec<Subtree>> {
    let mut next = Vec::new();
    for subtree in level {
        next.extend(worker.children_of(subtree)?);
    }
    Some(next)
}
