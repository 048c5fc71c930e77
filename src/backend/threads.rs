//! Workers as threads of this process, through rayon.

use crate::search::Executor;
use thiserror::Error;

/// A pool of worker threads.
pub struct Threads {
    pool: rayon::ThreadPool,
}

/// The system did not give the threads.
#[derive(Debug, Error)]
#[error("cannot start {threads} threads: {source}")]
pub struct ThreadsError {
    threads: usize,
    source: rayon::ThreadPoolBuildError,
}

impl Threads {
    /// Most threads that can be asked for.
    pub const MAX: usize = 1024;

    /// Starts `threads` workers.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn new(threads: usize) -> Result<Self, ThreadsError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("worker {i}"));
        pool.build().map(|pool| Self { pool }).map_err(|source| ThreadsError { threads, source })
    }

    /// Runs `work` within the pool: parallel iterators in it use these workers.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }
}

impl Executor for Threads {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        self.pool.broadcast(|worker| work(worker.index()));
    }

    fn workers(&self) -> usize {
        self.pool.current_num_threads()
    }
}
