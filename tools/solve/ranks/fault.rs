//! Faults on purpose, for tests of builds with MPI: `CUBEPDB_FAULT=panic-rank:N` makes rank `N` panic when it begins to search,
//! `panic-worker:N` another thread of it. Builds without MPI do not look at the variable.

use std::{env, thread};

/// Panics, if this rank is asked to.
pub fn strike(rank: usize) {
    let fault = env::var("CUBEPDB_FAULT").unwrap_or_default();
    if fault == format!("panic-rank:{rank}") {
        panic!("a fault on purpose on rank {rank}");
    }
    if fault == format!("panic-worker:{rank}") {
        thread::spawn(move || panic!("a fault on purpose in a worker of rank {rank}"));
    }
}
