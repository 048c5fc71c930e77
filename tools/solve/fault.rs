//! Faults on purpose, for tests, selected by the variable `CUBEPDB_FAULT`. `panic-before:N` makes a worker panic
//! instead of doing the `N`-th piece of work that workers of this process are given, `panic-after:N` when it has just
//! done it. In builds with MPI, `panic-rank:N` makes rank `N` panic when it begins to search, `panic-worker:N` another
//! thread of it.

use cubepdb::internals::backend::Threads;
use cubepdb::internals::search::Executor;
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The workers of a search, one of which may fail. Without the variable they are unchanged.
pub struct Workers<'a>(pub &'a Threads);

impl Executor for Workers<'_> {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        let Some((kind, number)) = asked() else { return self.0.run(work) };
        static GIVEN: AtomicUsize = AtomicUsize::new(0);
        self.0.run(&|worker| {
            let strikes = GIVEN.fetch_add(1, Ordering::Relaxed) == number;
            assert!(!(strikes && kind == "panic-before"), "a fault on purpose before work {number}");
            work(worker);
            assert!(!(strikes && kind == "panic-after"), "a fault on purpose after work {number}");
        });
    }

    fn workers(&self) -> usize {
        self.0.workers()
    }
}

fn asked() -> Option<(String, usize)> {
    let fault = env::var("CUBEPDB_FAULT").ok()?;
    let (kind, number) = fault.split_once(':')?;
    Some((kind.to_owned(), number.parse().ok()?))
}

/// Panics if this rank is selected.
#[cfg(feature = "mpi")]
pub fn strike(rank: usize) {
    let Some((kind, number)) = asked().filter(|(_, number)| *number == rank) else { return };
    match kind.as_str() {
        "panic-rank" => panic!("a fault on purpose on rank {number}"),
        "panic-worker" => {
            std::thread::spawn(move || panic!("a fault on purpose in a worker of rank {number}"));
        }
        _ => {}
    }
}
