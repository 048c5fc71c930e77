//! Progress of a running search, for an observer.

use super::{BestSoFar, SearchEvent, lock};
use crate::clock::Instant;
use crate::search::Monitor;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder, ScopedJoinHandle};
use std::time::Duration;

/// Time between two reports of progress.
const PERIOD: Duration = Duration::from_millis(250);

type Observer<'a> = &'a (dyn Fn(&SearchEvent<'_>) + Sync);

/// Reports the progress of a search to an observer, if there is one.
pub struct Progress<'a> {
    observer: Option<Observer<'a>>,
    monitor: &'a Monitor,
    best: Option<&'a BestSoFar>,
    /// The length that was told last.
    begun: AtomicU8,
    /// True if the searching threads report, since no other thread could be started, as in WebAssembly.
    by_workers: AtomicBool,
    /// The last report of a searching thread.
    last: Mutex<Instant>,
    /// The panic of the observer on the thread that reports: a searching thread goes on with it.
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<'a> Progress<'a> {
    pub fn new(observer: Option<Observer<'a>>, monitor: &'a Monitor, best: Option<&'a BestSoFar>) -> Self {
        let (begun, by_workers) = (AtomicU8::new(u8::MAX), AtomicBool::new(false));
        let (last, panicked) = (Mutex::new(Instant::now()), Mutex::default());
        Self { observer, monitor, best, begun, by_workers, last, panicked }
    }

    /// Runs a search whose control has [`beat`](Self::beat) as its heartbeat, and reports its progress from another
    /// thread. Good solutions are looked for meanwhile, if they are asked for.
    pub fn observed<R>(&self, search: impl FnOnce() -> R) -> R {
        match self.best {
            Some(best) => best.beside(self.monitor, || self.reported(search)),
            None => self.reported(search),
        }
    }

    fn reported<R>(&self, search: impl FnOnce() -> R) -> R {
        let Some(observer) = self.observer else { return search() };
        let (done, wait) = channel::<()>();
        thread::scope(|scope| {
            let reports = move || {
                while wait.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                    self.report(observer);
                }
            };
            let watch = Builder::new().name("progress".to_owned()).spawn_scoped(scope, move || {
                if let Err(payload) = catch_unwind(AssertUnwindSafe(reports)) {
                    *lock(&self.panicked) = Some(payload);
                }
            });
            self.by_workers.store(watch.is_err(), Ordering::Relaxed);
            let result = search();
            drop(done);
            watch.map(ScopedJoinHandle::join).ok();
            self.pass_on();
            result
        })
    }

    /// Panics if the observer has, on another thread.
    fn pass_on(&self) {
        let payload = lock(&self.panicked).take();
        if let Some(payload) = payload {
            resume_unwind(payload);
        }
    }

    /// Called where a length begins, and by the searching threads every some thousand nodes.
    pub fn beat(&self) {
        let Some(observer) = self.observer else { return };
        self.pass_on();
        let length = self.monitor.bound.load(Ordering::Relaxed);
        if self.begun.load(Ordering::Relaxed) != length && self.begun.swap(length, Ordering::Relaxed) != length {
            let nodes = self.monitor.nodes.load(Ordering::Relaxed);
            let lower_bound = self.monitor.lower_bound.load(Ordering::Relaxed);
            observer(&SearchEvent::Begun { length, lower_bound, nodes });
        }
        if self.by_workers.load(Ordering::Relaxed) {
            let mut last = lock(&self.last);
            if last.elapsed() >= PERIOD {
                if let Some(best) = self.best {
                    best.look();
                }
                *last = Instant::now();
                self.report(observer);
            }
        }
    }

    fn report(&self, observer: Observer<'_>) {
        if let Some((best, solution)) = self.best.and_then(|best| Some((best, best.news()?))) {
            observer(&SearchEvent::Better { solution: &solution, length: solution.length(best.metric()) });
        }
        let load = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        observer(&SearchEvent::Progress {
            length: self.monitor.bound.load(Ordering::Relaxed),
            lower_bound: self.monitor.lower_bound.load(Ordering::Relaxed),
            nodes: load(&self.monitor.nodes),
            tasks_done: load(&self.monitor.tasks_done),
            tasks: load(&self.monitor.tasks),
        });
    }
}
