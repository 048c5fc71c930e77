//! The list of subtrees of one depth, with a ledger of those that are finished: a search that can be gone on with.

use crate::search::checkpoint::Ledger;
use crate::search::engine::one_sided::kernel::Findings;
use crate::search::engine::one_sided::scheduler::depth::split;
use crate::search::engine::one_sided::scheduler::{Job, SchedulerStatistics, Tally};
use crate::search::engine::one_sided::space::Space;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is lost when a search is killed is the time since it was saved, and of every worker the subtree in hand. So many
/// subtrees keep the latter small, 0.005 % of the iteration on average, and take some megabytes. Their number does not
/// depend on the number of workers.
const ENOUGH: usize = 20_000;

pub(super) fn run<S: Space>(
    job: &Job<'_, S>,
    ledger: &Ledger<'_>,
    depth: Option<u8>,
) -> (Findings, SchedulerStatistics) {
    let (subtrees, mut findings) = split(job, ledger.depth().or(depth), ENOUGH);
    if !findings.complete {
        return (findings, SchedulerStatistics::default());
    }
    let Some(known) = ledger.account(&subtrees) else {
        job.search.control.abandon();
        findings.complete = false;
        return (findings, SchedulerStatistics::default());
    };
    let done = known.count();
    job.search.control.set_subtrees(subtrees.len() as u64);
    job.search.control.subtrees_done(done);
    let next = AtomicUsize::new(0);
    let (found, mut statistics) = job.gather(Tally::default(), |_, worker, _| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(subtree) = subtrees.get(number) else { break };
            if !known.is_done(number) {
                worker.search_apart(subtree, |findings| ledger.finished(number, findings));
            }
        }
    });
    statistics.subtrees += done;
    findings.merge(known.findings);
    findings.merge(found);
    (findings, statistics)
}
