//! The workers take turns on one path through the top of the tree: each advances it to the next subtree, copies that,
//! and releases the path to the next worker.

use crate::clock::Instant;
use crate::locks::Mutex;
use crate::search::engine::one_sided::scheduler::Job;
use crate::search::engine::one_sided::scheduler::top_path::{TopPath, Walk};
use crate::search::engine::one_sided::subtree::SubtreeOutcome;
use crate::search::report::Searched;
use std::sync::atomic::Ordering;

pub(super) fn run(job: &Job<'_>, height: u8) -> Searched {
    let path = Mutex::new(TopPath::new(job.root.clone()));
    job.gather(&|_, worker, tally| {
        loop {
            let started = Instant::now();
            let mut path = path.lock().expect("a worker that panics with the path ends the search");
            tally.waited_ns.fetch_add(started.elapsed().as_nanos() as u64, Ordering::Relaxed);
            match path.walk(job, worker, height) {
                Walk::Found(subtree) => {
                    // The result of the subtree is not reported back.
                    path.finished(SubtreeOutcome::Open);
                    drop(path);
                    worker.search(&subtree);
                }
                Walk::GoesOn => {}
                Walk::Ended => break,
            }
            if !job.tree.control().should_continue() {
                // Other subtrees may be left on the path.
                worker.leave();
                break;
            }
        }
    })
}
