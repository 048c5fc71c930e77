//! Executors run the workers of a search.

use crate::search::control::Control;

/// Runs the same work on several workers at once: the interface of a backend.
pub trait Executor: Sync {
    /// Calls `work` once for each worker, with its number, and returns when all are done. All of them have to run at
    /// the same time, even if they take turns on one core: some wait for others. A panic of one of them is propagated
    /// after all have returned. A single worker may be the calling thread.
    fn run(&self, work: &(dyn Fn(usize) + Sync));

    /// Does some work once: parallel iterators in it use the workers.
    fn within(&self, work: &(dyn Fn() + Sync));

    /// Number of workers.
    fn workers(&self) -> usize;
}

/// One worker: the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential;

impl Executor for Sequential {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        work(0);
    }

    fn within(&self, work: &(dyn Fn() + Sync)) {
        work();
    }

    fn workers(&self) -> usize {
        1
    }
}

/// Makes the other workers leave when it is dropped, which happens only when a worker panics.
pub(in crate::search) struct AbandonOnPanic<'a>(pub &'a Control<'a>);

impl Drop for AbandonOnPanic<'_> {
    fn drop(&mut self) {
        self.0.abandon();
    }
}
