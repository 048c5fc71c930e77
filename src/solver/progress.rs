//! Progress of a running search, for an observer.

use super::SearchEvent;
use crate::search::{Executor, Monitor};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::Duration;

/// Time between two reports of progress.
const PERIOD: Duration = Duration::from_millis(250);

type Observer<'a> = &'a (dyn Fn(&SearchEvent<'_>) + Sync);

/// Runs a search on the executor that it is given, and reports its progress to the observer, if there is one. If no
/// thread can be started for it, the search runs without progress reports.
pub fn observed<R>(
    observer: Option<Observer<'_>>,
    monitor: &Monitor,
    executor: &dyn Executor,
    search: impl FnOnce(&dyn Executor) -> R,
) -> R {
    let Some(observer) = observer else { return search(executor) };
    let (done, wait) = channel::<()>();
    thread::scope(|scope| {
        let _ = Builder::new().name("progress".to_owned()).spawn_scoped(scope, move || {
            while wait.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let load = |figure: &std::sync::atomic::AtomicU64| figure.load(Ordering::Relaxed);
                observer(&SearchEvent::Progress {
                    length: monitor.bound.load(Ordering::Relaxed),
                    nodes: load(&monitor.nodes),
                    tasks_done: load(&monitor.tasks_done),
                    tasks: load(&monitor.tasks),
                });
            }
        });
        let result = search(&Observed { executor, monitor, observer, begun: AtomicU8::new(u8::MAX) });
        drop(done);
        result
    })
}

/// An executor that notices when a new length is begun: all work of a search passes through it.
struct Observed<'a> {
    executor: &'a dyn Executor,
    monitor: &'a Monitor,
    observer: Observer<'a>,
    begun: AtomicU8,
}

impl Executor for Observed<'_> {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        let length = self.monitor.bound.load(Ordering::Relaxed);
        if self.begun.swap(length, Ordering::Relaxed) != length {
            let nodes = self.monitor.nodes.load(Ordering::Relaxed);
            (self.observer)(&SearchEvent::Begun { length, nodes });
        }
        self.executor.run(work);
    }

    fn workers(&self) -> usize {
        self.executor.workers()
    }
}
