//! Work stealing: each worker walks its own path through the top of the tree, which others can see; an idle worker
//! takes half of the untried children from the shallowest node of another's path.

use crate::clock::Instant;
use crate::locks::{Mutex, MutexGuard};
use crate::plan::StealingOrder;
use crate::search::engine::one_sided::scheduler::Job;
use crate::search::engine::one_sided::scheduler::top_path::{TopPath, Walk};
use crate::search::report::Searched;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// The first and the longest pause of an idle worker after it has asked all others: with more workers than cores, those
/// that have work need the cores.
const PAUSES: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(1)];

/// The path of one worker, in cache lines of its own: its lock is taken for every subtree.
#[repr(align(128))]
struct Own {
    path: Mutex<TopPath>,
    /// Number of workers that want a part of it: the owner lets them have the lock.
    asking: AtomicUsize,
    /// True if its owner is looking for work itself. A hint: most workers are idle if there are many more than cores.
    idle: AtomicBool,
}

/// The paths of all workers.
struct Paths {
    paths: Vec<Own>,
    /// Number of workers that have work, or may be taking some at this moment.
    busy: AtomicUsize,
}

impl Paths {
    fn lock(&self, worker: usize) -> MutexGuard<'_, TopPath> {
        self.paths[worker].path.lock().expect("a worker that panics with its path ends the search")
    }

    /// Asks the others for a part of their paths.
    fn steal(&self, order: impl Iterator<Item = usize>, limit: u8) -> Option<TopPath> {
        let mut held = None;
        for victim in order.filter(|&victim| !self.paths[victim].idle.load(Ordering::Relaxed)) {
            // A locked path is skipped for now: its owner may have to wait for a core.
            match self.paths[victim].path.try_lock() {
                Ok(mut path) => {
                    if let Some(part) = path.split(limit) {
                        return Some(part);
                    }
                }
                Err(_) => held = held.or(Some(victim)),
            }
        }
        let victim = held?;
        let asking = &self.paths[victim].asking;
        asking.fetch_add(1, Ordering::Relaxed);
        let part = self.lock(victim).split(limit);
        asking.fetch_sub(1, Ordering::Relaxed);
        part
    }
}

pub(super) fn run(job: &Job<'_>, limit: u8, order: StealingOrder) -> Searched {
    let workers = job.workers();
    let empty =
        || Own { path: Mutex::new(TopPath::empty()), asking: AtomicUsize::new(0), idle: AtomicBool::new(false) };
    let paths = (0..workers).map(|_| empty()).collect();
    let shared = Paths { paths, busy: AtomicUsize::new(workers) };
    *shared.lock(0) = TopPath::new(job.root.clone());
    job.gather(&|number, worker, tally| {
        loop {
            loop {
                // The lock is held while the path is advanced, not while the subtree is searched.
                let walk = shared.lock(number).walk(job, worker, limit);
                match walk {
                    Walk::Found(subtree) => {
                        let outcome = worker.search(&subtree);
                        shared.lock(number).finished(outcome);
                    }
                    Walk::GoesOn if shared.paths[number].asking.load(Ordering::Relaxed) > 0 => std::thread::yield_now(),
                    Walk::GoesOn => {}
                    Walk::Ended => break,
                }
                if !job.tree.control().should_continue() {
                    worker.leave();
                    break;
                }
            }
            let started = Instant::now();
            let own = &shared.paths[number];
            own.idle.store(true, Ordering::Relaxed);
            shared.busy.fetch_sub(1, Ordering::AcqRel);
            let mut pause = PAUSES[0];
            let stolen = loop {
                if !job.tree.control().should_continue() {
                    break None;
                }
                // A worker counts as busy before it takes work, so that no worker sees all idle while work remains.
                shared.busy.fetch_add(1, Ordering::AcqRel);
                if let Some(stolen) = shared.steal(victims(number, workers, order), limit) {
                    break Some(stolen);
                }
                if shared.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
                    break None;
                }
                std::thread::sleep(pause);
                pause = (pause * 2).min(PAUSES[1]);
            };
            tally.waited_ns.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
            let Some(stolen) = stolen else { break };
            tally.steals.fetch_add(1, Ordering::Relaxed);
            *shared.lock(number) = stolen;
            own.idle.store(false, Ordering::Relaxed);
        }
    })
}

/// The other workers in the order in which this one asks them.
fn victims(own: usize, workers: usize, order: StealingOrder) -> impl Iterator<Item = usize> {
    (1..workers.next_power_of_two())
        .map(move |i| match order {
            StealingOrder::Ascending => (own + i) % workers.next_power_of_two(),
            StealingOrder::Xor => own ^ i,
        })
        .filter(move |&victim| victim < workers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_asked_once() {
        for order in [StealingOrder::Ascending, StealingOrder::Xor] {
            for workers in 1..20 {
                for own in 0..workers {
                    let mut asked: Vec<usize> = victims(own, workers, order).collect();
                    asked.sort_unstable();
                    assert_eq!(asked, (0..workers).filter(|&other| other != own).collect::<Vec<_>>());
                }
            }
        }
    }

    /// The order that the report of ParaCube gives for thread 5 of 8, section 5.4.
    #[test]
    fn the_order_by_exclusive_or_is_the_published_one() {
        assert_eq!(victims(5, 8, StealingOrder::Xor).collect::<Vec<_>>(), [4, 7, 6, 1, 0, 3, 2]);
    }
}
