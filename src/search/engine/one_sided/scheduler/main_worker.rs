//! The first worker makes all subtrees, one after the other, while the others search them; then it joins in. It
//! searches single subtrees earlier when too many are waiting.

use crate::clock::Instant;
use crate::locks::{Condvar, Mutex};
use crate::search::engine::one_sided::scheduler::Job;
use crate::search::engine::one_sided::scheduler::top_path::{TopPath, Walk};
use crate::search::engine::one_sided::subtree::{Subtree, SubtreeOutcome};
use crate::search::report::Searched;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The least number of levels into which the tree is split for `workers` workers: each should get about a hundred
/// subtrees.
fn least_depth(workers: usize) -> u8 {
    match workers {
        1 => 0,
        2..=16 => 3,
        17..=200 => 4,
        _ => 5,
    }
}

/// Number of waiting subtrees per worker above which the first worker searches one itself before it continues.
const QUEUED_EACH: usize = 1024;

/// The subtrees that are ready; open while more will come.
struct Queue {
    ready: VecDeque<Subtree>,
    closed: bool,
}

pub(super) fn run(job: &Job<'_>, height: u8) -> Searched {
    let height = height.min(job.root.remaining.saturating_sub(least_depth(job.workers())));
    let queue = Mutex::new(Queue { ready: VecDeque::new(), closed: false });
    let changed = Condvar::new();
    let lock = || queue.lock().expect("no worker panics while it holds the queue");
    job.gather(&|number, worker, tally| {
        if number == 0 {
            let mut path = TopPath::new(job.root.clone());
            loop {
                match path.walk(job, worker, height) {
                    Walk::Found(subtree) => {
                        path.finished(SubtreeOutcome::Open);
                        let mut queue = lock();
                        queue.ready.push_back(subtree);
                        let surplus = queue.ready.len() > QUEUED_EACH * job.workers();
                        let own = surplus.then(|| queue.ready.pop_front()).flatten();
                        drop(queue);
                        changed.notify_one();
                        if let Some(subtree) = own {
                            worker.search(&subtree);
                        }
                    }
                    Walk::GoesOn => {}
                    Walk::Ended => break,
                }
                if !job.tree.control().should_continue() {
                    worker.leave();
                    break;
                }
            }
            lock().closed = true;
            changed.notify_all();
        }
        loop {
            let started = Instant::now();
            let mut queue = lock();
            while queue.ready.is_empty() && !queue.closed && job.tree.control().should_continue() {
                // The timeout handles the case that the first worker has failed, and will not close the queue.
                queue = changed.wait_timeout(queue, Duration::from_millis(50)).expect("as above").0;
            }
            tally.waited_ns.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
            let Some(subtree) = queue.ready.pop_front() else { break };
            drop(queue);
            worker.search(&subtree);
        }
    })
}
