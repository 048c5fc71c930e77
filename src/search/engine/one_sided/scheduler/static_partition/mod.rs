//! A static partition, balanced so well that no worker has to hand anything to another: the split of S. Sandonà,
//! "Rubik's Cube" on the Ibis platform, section 3.2.
//!
//! A node high up weighs as much as all nodes below it. Therefore the workers get equal numbers of nodes of one level,
//! and the nodes left over are divided further down, where one node more or less is less than one percent. The text of
//! the report says that the first level to be divided is the one above the *split level*; its figures (table 4, for two
//! and four workers) and ours are those of the first level that divides evenly, if there is one before it.
//!
//! [`Deal`] and [`PartitionRule`] assign nodes to workers, [`Partition`] does so for a tree in which nothing is cut
//! off, [`divide`] for a real tree.

mod deal;
mod division;
mod plan;

pub use deal::{Deal, PartitionRule};
pub use division::{Division, divide};
pub use plan::{Partition, imbalance};

use crate::search::control::TaskOrder;
use crate::search::engine::one_sided::scheduler::Job;
use crate::search::engine::one_sided::scheduler::depth::next_level;
use crate::search::engine::one_sided::subtree::{Subtree, SubtreeWorker};
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use crate::search::statistics::{Share, Unassigned};
use std::sync::atomic::{AtomicU64, Ordering};

pub(in crate::search) fn run(job: &Job<'_>, workers: Option<u16>) -> Searched {
    let threads = job.workers();
    let workers = workers.unwrap_or(u16::try_from(threads).unwrap_or(u16::MAX)).max(1);
    let rule = PartitionRule::new(job.tree.automaton().letters(), workers);
    let mut unrolling = job.worker();
    let division = divide(job.root.clone(), job.root.remaining, rule, |level| next_level(&mut *unrolling, level));
    let Some(division) = division else {
        unrolling.leave();
        return (unrolling.finish(), SchedulerStatistics::default());
    };
    let mut report = unrolling.finish();
    let unassigned = unassigned(&division, &report);
    job.tree.control().set_task_count(division.assigned() as u64);
    let evaluated: Vec<AtomicU64> = (0..workers).map(|_| AtomicU64::new(0)).collect();
    let (found, statistics) = job.gather(&|thread, worker, _| {
        // With more parts than threads, each thread searches several, one after the other.
        for number in (0..workers).skip(thread).step_by(threads) {
            let cubes = search_share(job, worker, division.share(number));
            evaluated[usize::from(number)].store(cubes, Ordering::Relaxed);
        }
    });
    report.merge(found);
    let share = |(number, evaluated): (u16, AtomicU64)| Share {
        assigned: division.counts(number),
        evaluated: evaluated.into_inner(),
    };
    let shares = (0..workers).zip(evaluated).map(share).collect();
    (report, SchedulerStatistics { shares, unassigned, ..statistics })
}

/// The report on the division of the tree: the cubes that no worker got.
fn unassigned<N>(division: &Division<N>, report: &TaskReport) -> Unassigned {
    let expanded = division.expanded() as u64;
    let made = report.counters.nodes + 1;
    Unassigned { expanded, cut_off: made - expanded - division.assigned() as u64 }
}

/// Searches the subtrees of one part. Returns the number of cubes evaluated.
fn search_share<'a>(job: &Job<'_>, worker: &mut dyn SubtreeWorker, subtrees: impl Iterator<Item = &'a Subtree>) -> u64 {
    let before = worker.nodes();
    let mut roots = 0;
    for subtree in subtrees {
        // Subtrees are in move order: if one is no longer wanted, the later ones are not either.
        if !job.tree.control().is_wanted(TaskOrder::of(&subtree.path)) {
            worker.leave();
            break;
        }
        roots += 1;
        worker.search(subtree);
    }
    roots + worker.nodes() - before
}
