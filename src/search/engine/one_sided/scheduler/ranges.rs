//! Move sequences as numbers: with `b` moves, the sequences of length `n` are the numbers below `b^n`, most significant
//! digit first. Each worker takes ranges of these numbers and replays them; only the states along one sequence are
//! kept.
//!
//! (The idea is "Recompute" of the report of Garza Rodriguez and Pol 2017.)

use crate::search::engine::one_sided::scheduler::Job;
use crate::search::report::Searched;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ranges for each worker.
const RANGES_EACH: u64 = 64;

pub(super) fn run(job: &Job<'_>) -> Searched {
    let base = job.tree.automaton().letters() as u128;
    // The longest sequences that have a number are a suitable split depth: their subtrees are searched whole.
    let digits = (1..=job.root.remaining).take_while(|&n| base.checked_pow(n.into()).is_some()).last().unwrap_or(0);
    let sequences = base.pow(digits.into());
    let ranges =
        if job.workers() == 1 { 1 } else { RANGES_EACH * job.workers() as u64 }.min(sequences.min(1 << 40) as u64);
    let border = |number: u64| {
        sequences / u128::from(ranges) * u128::from(number) + (sequences % u128::from(ranges)).min(number.into())
    };
    job.tree.control().set_task_count(ranges);
    let next = AtomicU64::new(0);
    job.gather(&|_, worker, _| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= ranges {
                break;
            }
            let range = border(number)..border(number + 1);
            if worker.search_numbers(&job.root, digits, range).is_break() {
                worker.leave();
            }
            job.tree.control().add_finished_tasks(1);
            if !job.tree.control().should_continue() {
                worker.leave();
                break;
            }
        }
    })
}
