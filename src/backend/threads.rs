//! Workers as threads of this process, through rayon.

use crate::search::Executor;
use crate::storage::system;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use thiserror::Error;

/// A pool of worker threads. In WebAssembly, which cannot start threads, the one worker is the thread that asks.
///
/// Of callers at the same time, each has workers of its own, which are kept for the next one: they would wait for each
/// other's work otherwise, such as the whole length of a search, without a look at their limits.
pub struct Threads {
    pool: Arc<Pool>,
    /// Pools that nobody uses.
    #[cfg(not(target_family = "wasm"))]
    idle: Mutex<Vec<Arc<Pool>>>,
}

/// Workers for one caller at a time.
struct Pool {
    #[cfg(not(target_family = "wasm"))]
    workers: rayon::ThreadPool,
    _room: Room,
}

/// An error: the system does not provide the threads.
#[derive(Debug, Error)]
#[error("cannot start {threads} threads: {cause}")]
pub struct ThreadsError {
    threads: usize,
    cause: Cause,
}

#[derive(Debug, Error)]
enum Cause {
    #[error("{0}; memory for their stacks is short, or there are too many threads")]
    Refused(#[from] rayon::ThreadPoolBuildError),
    #[error("their stacks take {needed} bytes of address space, which is limited to {limit}")]
    AddressSpace { needed: u64, limit: u64 },
}

impl Threads {
    /// The largest number of threads.
    pub const MAX: usize = 1024;

    /// Starts `threads` workers.
    ///
    /// # Errors
    /// If the system refuses a thread, or if the stacks of all workers of this process cannot fit into its address
    /// space.
    pub fn new(threads: usize) -> Result<Self, ThreadsError> {
        let pool = Arc::new(Pool::new(threads)?);
        Ok(Self {
            #[cfg(not(target_family = "wasm"))]
            idle: Mutex::new(vec![pool.clone()]),
            pool,
        })
    }

    /// The usual number of threads: one for each core, or one if it is unknown.
    pub fn usual() -> usize {
        thread::available_parallelism().map_or(1, |cores| cores.get().min(Self::MAX))
    }

    /// Runs `work` within the pool: parallel iterators in it use these workers.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        #[cfg(not(target_family = "wasm"))]
        return self.enter(|pool| pool.install(work));
        #[cfg(target_family = "wasm")]
        work()
    }

    #[cfg(not(target_family = "wasm"))]
    fn idle(&self) -> MutexGuard<'_, Vec<Arc<Pool>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls into a pool that nobody uses; where the system refuses more threads, into the first one. A worker of
    /// another pool, which would begin more of its own work while it waits, on top of this and of the locks that it
    /// holds, leaves the waiting to another thread.
    #[cfg(not(target_family = "wasm"))]
    fn enter<R: Send>(&self, call: impl FnOnce(&rayon::ThreadPool) -> R + Send) -> R {
        let first = &self.pool.workers;
        if first.current_thread_index().is_some() {
            return call(first);
        }
        let taken = Taken::new(self);
        let pool = taken.pool.as_ref().map_or(first, |pool| &pool.workers);
        let mut call = Some(call);
        let mut enter = || call.take().expect("it is called once")(pool);
        if rayon::current_thread_index().is_some() {
            let result = thread::scope(|scope| {
                let other = thread::Builder::new().spawn_scoped(scope, &mut enter).ok()?;
                Some(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            });
            if let Some(result) = result {
                return result;
            }
        }
        enter()
    }
}

impl Pool {
    fn new(threads: usize) -> Result<Self, ThreadsError> {
        let failed = |cause| ThreadsError { threads, cause };
        let room = Room::take(threads).map_err(failed)?;
        #[cfg(not(target_family = "wasm"))]
        let workers = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|i| format!("worker {i}"))
            .build()
            .map_err(|error| failed(error.into()))?;
        Ok(Self {
            #[cfg(not(target_family = "wasm"))]
            workers,
            _room: room,
        })
    }
}

/// A pool that is used until this is dropped, unless the system refused one.
#[cfg(not(target_family = "wasm"))]
struct Taken<'a> {
    threads: &'a Threads,
    pool: Option<Arc<Pool>>,
}

#[cfg(not(target_family = "wasm"))]
impl<'a> Taken<'a> {
    fn new(threads: &'a Threads) -> Self {
        let idle = threads.idle().pop();
        let pool = idle.or_else(|| Pool::new(threads.workers()).ok().map(Arc::new));
        Self { threads, pool }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.threads.idle().extend(self.pool.take());
    }
}

/// The largest number of worker threads.
pub const MAX_THREADS: usize = Threads::MAX;

/// Runs `work` in a pool of `threads` workers: building, loading and verifying tables in it use them.
///
/// # Errors
/// If the system refuses a thread.
pub fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, ThreadsError> {
    Ok(Threads::new(threads)?.install(work))
}

impl Executor for Threads {
    /// A single worker is the calling thread: to hand each length of an easy cube to another thread would take longer
    /// than to search it.
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        if self.workers() == 1 {
            return work(0);
        }
        #[cfg(not(target_family = "wasm"))]
        self.enter(|pool| pool.broadcast(|worker| work(worker.index())));
    }

    fn within(&self, work: &(dyn Fn() + Sync)) {
        self.install(work);
    }

    fn workers(&self) -> usize {
        #[cfg(not(target_family = "wasm"))]
        return self.pool.workers.current_num_threads();
        #[cfg(target_family = "wasm")]
        1
    }
}

/// Address space for the stacks of some workers.
///
/// A thread that starts in the last bytes of the address space panics within the standard library, where the panic
/// cannot be turned into an error. So a request that cannot fit is rejected first.
struct Room {
    threads: usize,
}

/// Workers of all pools of this process.
static WORKERS: AtomicUsize = AtomicUsize::new(0);

impl Room {
    /// The standard library's default stack, and the rest of a thread's private memory: a guard page and a stack for
    /// signals.
    const BYTES: u64 = (2 << 20) + (16 << 10);

    fn take(threads: usize) -> Result<Self, Cause> {
        let room = Self { threads };
        let workers = WORKERS.fetch_add(threads, Ordering::Relaxed) + threads;
        let needed = workers as u64 * Self::BYTES;
        match system::address_space_limit() {
            Some(limit) if needed > limit => Err(Cause::AddressSpace { needed, limit }),
            _ => Ok(room),
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        WORKERS.fetch_sub(self.threads, Ordering::Relaxed);
    }
}
