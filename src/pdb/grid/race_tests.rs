//! Builders on more threads than most machines have cores: made for ThreadSanitizer, which checks the data that threads
//! share.

use super::tests::{build_all, edges};
use super::*;
use crate::pdb::verify::verify;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Runs the work within a pool of `threads` threads, and waits for it by an atomic: ThreadSanitizer does not follow the
/// lock by which rayon waits for a pool from outside.
pub(crate) fn within_pool<R: Send + 'static>(threads: usize, work: impl FnOnce() -> R + Send + 'static) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let ours = Arc::new((AtomicBool::new(false), Mutex::new(None)));
    let theirs = ours.clone();
    pool.spawn(move || {
        *theirs.1.lock().unwrap() = Some(catch_unwind(AssertUnwindSafe(work)));
        theirs.0.store(true, Ordering::Release);
    });
    while !ours.0.load(Ordering::Acquire) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let result = ours.1.lock().unwrap().take();
    result.expect("it is done").unwrap_or_else(|panic| resume_unwind(panic))
}

#[test]
fn threads_that_share_an_edge_table_build_the_plain_one() {
    within_pool(4, || {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let spec = edges("UF,DR,FL,BR", metric);
            let (table, distribution) = build_all(&spec);
            let reference = build_reference(spec.pattern().unwrap(), metric).unwrap();
            assert!(table.as_ref() == reference.as_ref(), "{spec}");
            let proof = verify(&spec, &table, Some(&distribution), &AtomicBool::new(false), &|_| ()).unwrap();
            assert_eq!(proof.distribution, distribution);
        }
    });
}

/// Compares with the published counts.
#[test]
fn threads_that_share_a_corner_table_find_its_first_levels() {
    within_pool(4, || {
        let stop = AtomicBool::new(false);
        let start = Start { depth: 0, table: None, stop: &stop };
        let mut layers = layers(&Grid::new(Pattern::Corners), Metric::HalfTurn, start).unwrap();
        let found: Vec<_> = (1..=3).map(|depth| layers.expand(depth, &stop)).collect();
        assert_eq!(found, [Some(18), Some(243), Some(2874)]);
    });
}
