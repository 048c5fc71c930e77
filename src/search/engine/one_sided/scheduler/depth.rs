//! One list of subtrees, made in advance: all nodes of one depth. Also the first level alone, and no split at all.

use crate::search::engine::one_sided::kernel::{Findings, Subtree};
use crate::search::engine::one_sided::scheduler::{Job, SchedulerStatistics, Tally};
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::worker::Worker;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Subtrees for each worker that keep all of them busy to the end, although some are a hundred times as large as others.
const SUBTREES_EACH: usize = 128;

/// From so many subtrees on no further level is listed, however deep the split was to be: a level takes memory.
const MOST_SUBTREES: usize = 1 << 20;

/// Lower subtrees are cheaper to search than to list.
const LEAST_HEIGHT: u8 = 6;

pub(super) fn run<S: Space>(job: &Job<'_, S>, depth: Option<u8>) -> (Findings, SchedulerStatistics) {
    let enough = if job.workers() == 1 { 1 } else { SUBTREES_EACH * job.workers() };
    let (subtrees, mut findings) = split(job, depth, enough);
    job.search.control.set_subtrees(subtrees.len() as u64);
    let next = AtomicUsize::new(0);
    let (found, statistics) = job.gather(Tally::default(), |_, worker, _| {
        while let Some(subtree) = subtrees.get(next.fetch_add(1, Ordering::Relaxed)) {
            worker.search(subtree);
        }
    });
    findings.merge(found);
    (findings, statistics)
}

/// Expands the root level by level: to the depth given, or else until there are enough subtrees. The nodes made on the way are
/// counted like all others, so that totals do not depend on where the tree is split.
pub(super) fn split<S: Space>(job: &Job<'_, S>, depth: Option<u8>, enough: usize) -> (Vec<Subtree<S::Node>>, Findings) {
    let mut worker = job.worker();
    let mut level = vec![job.root.clone()];
    let levels = depth.unwrap_or(job.root.remaining.saturating_sub(LEAST_HEIGHT)).min(job.root.remaining);
    let enough = if depth.is_some() { MOST_SUBTREES } else { enough.min(MOST_SUBTREES) };
    for _ in 0..levels {
        if level.len() >= enough {
            break;
        }
        match next_level(&mut worker, &level) {
            Some(next) => level = next,
            None => {
                worker.leave();
                return (Vec::new(), worker.finish());
            }
        }
    }
    (level, worker.finish())
}

/// The children of all nodes of a level; `None` if the search is not wanted any more.
pub(super) fn next_level<S: Space>(
    worker: &mut Worker<'_, S>,
    level: &[Subtree<S::Node>],
) -> Option<Vec<Subtree<S::Node>>> {
    let mut next = Vec::new();
    for subtree in level {
        next.extend(worker.children_of(subtree)?);
    }
    Some(next)
}
