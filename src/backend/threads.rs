//! Workers as threads of this process, through rayon.

#[cfg(not(target_family = "wasm"))]
use crate::locks::{Mutex, MutexGuard};
use crate::search::Executor;
use crate::storage::system;
use std::fmt;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use thiserror::Error;

/// Worker threads. In WebAssembly, which cannot start threads, the one worker is the thread that asks.
///
/// Concurrent callers each get workers of their own, which are reused later: in a shared pool, one search would block
/// another for a whole length, past its limits.
pub struct Threads {
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "it is there for its room"))]
    first: Arc<WorkerPool>,
    /// All pools, the first one among them.
    #[cfg(not(target_family = "wasm"))]
    pools: Mutex<Vec<HeldPool>>,
}

/// Workers for one caller at a time.
struct WorkerPool {
    #[cfg(not(target_family = "wasm"))]
    workers: rayon::ThreadPool,
    _room: Room,
}

#[cfg(not(target_family = "wasm"))]
struct HeldPool {
    pool: Arc<WorkerPool>,
    is_used: bool,
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
    #[error("there can be 1 to {}", Threads::MAX)]
    Number,
}

impl Threads {
    /// The largest number of threads.
    pub const MAX: usize = 1024;

    /// Starts `threads` workers.
    ///
    /// # Errors
    /// If there would be none or more than [`MAX`](Self::MAX), the system refuses a thread, or the stacks of all
    /// workers of this process cannot fit into its address space.
    pub fn new(threads: usize) -> Result<Self, ThreadsError> {
        let first = Arc::new(WorkerPool::new(threads)?);
        Ok(Self {
            #[cfg(not(target_family = "wasm"))]
            pools: Mutex::new(vec![HeldPool { pool: first.clone(), is_used: false }]),
            first,
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
    fn pools(&self) -> MutexGuard<'_, Vec<HeldPool>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls into a pool that nobody uses; where the system refuses more threads, into the first one. A worker of one
    /// of these pools calls into its own. One of another pool, which would begin more of its own work while it waits,
    /// on top of this and of the locks that it holds, leaves the waiting to another thread.
    #[cfg(not(target_family = "wasm"))]
    fn enter<R: Send>(&self, call: impl FnOnce(&rayon::ThreadPool) -> R + Send) -> R {
        let lease = Lease::new(self);
        let mut call = Some(call);
        let mut enter = || call.take().expect("it is called once")(&lease.pool.workers);
        if !lease.pool.is_own() && rayon::current_thread_index().is_some() {
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

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads").field("workers", &self.workers()).finish_non_exhaustive()
    }
}

impl WorkerPool {
    fn new(threads: usize) -> Result<Self, ThreadsError> {
        let failed = |cause| ThreadsError { threads, cause };
        if !(1..=Threads::MAX).contains(&threads) {
            return Err(failed(Cause::Number));
        }
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

    /// Returns whether this thread is one of its workers.
    #[cfg(not(target_family = "wasm"))]
    fn is_own(&self) -> bool {
        self.workers.current_thread_index().is_some()
    }
}

/// The use of a pool, until this is dropped.
#[cfg(not(target_family = "wasm"))]
struct Lease<'a> {
    threads: &'a Threads,
    pool: Arc<WorkerPool>,
    /// False for a pool that others use, too.
    is_alone: bool,
}

#[cfg(not(target_family = "wasm"))]
impl<'a> Lease<'a> {
    fn new(threads: &'a Threads) -> Self {
        let mut pools = threads.pools();
        if let Some(own) = pools.iter().find(|held| held.pool.is_own()) {
            return Self { threads, pool: own.pool.clone(), is_alone: false };
        }
        if let Some(idle) = pools.iter_mut().find(|held| !held.is_used) {
            idle.is_used = true;
            return Self { threads, pool: idle.pool.clone(), is_alone: true };
        }
        drop(pools);
        match WorkerPool::new(threads.workers()).map(Arc::new) {
            Ok(pool) => {
                threads.pools().push(HeldPool { pool: pool.clone(), is_used: true });
                Self { threads, pool, is_alone: true }
            }
            Err(_) => Self { threads, pool: threads.first.clone(), is_alone: false },
        }
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if !self.is_alone {
            return;
        }
        let mut pools = self.threads.pools();
        let is_spare = |held: &HeldPool| !held.is_used && !Arc::ptr_eq(&held.pool, &self.threads.first);
        // One spare pool is enough for the next time.
        let is_superfluous = pools.iter().any(is_spare) && !Arc::ptr_eq(&self.pool, &self.threads.first);
        let number = pools.iter().position(|held| Arc::ptr_eq(&held.pool, &self.pool));
        let number = number.expect("it was put there");
        match is_superfluous {
            true => drop(pools.swap_remove(number)),
            false => pools[number].is_used = false,
        }
    }
}

/// The largest number of worker threads.
pub const MAX_THREADS: usize = Threads::MAX;

/// Runs `work` in a pool of `threads` workers: building, loading and verifying tables in it use them.
///
/// # Errors
/// If there would be none or more than [`MAX_THREADS`], or the system refuses a thread.
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
        return self.first.workers.current_num_threads();
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::{Barrier, Mutex};

    #[test]
    fn there_are_1_to_1024() {
        for threads in [0, Threads::MAX + 1, usize::MAX] {
            let refusal = Threads::new(threads).unwrap_err().to_string();
            assert_eq!(refusal, format!("cannot start {threads} threads: there can be 1 to 1024"));
        }
    }

    /// Callers that wait for each other while their work runs: in one pool, they would wait for ever. A worker that
    /// calls again stays in its pool, and pools are not more than needed afterwards.
    #[test]
    fn callers_at_the_same_time_have_workers_of_their_own() {
        let threads = Threads::new(2).unwrap();
        for callers in [3, 1, 2] {
            let (together, names) = (Barrier::new(callers), Mutex::new(Vec::new()));
            thread::scope(|scope| {
                for _ in 0..callers {
                    scope.spawn(|| {
                        threads.install(|| {
                            together.wait();
                            let own = thread::current().id();
                            threads.install(|| names.lock().unwrap().push((own, thread::current().id())));
                        });
                        threads.run(&|_| assert!(rayon::current_num_threads() == 2));
                    });
                }
            });
            let names = names.into_inner().unwrap();
            assert!(names.len() == callers && names.iter().all(|(own, nested)| own == nested));
        }
        assert!(threads.pools().len() <= 2 && threads.pools().iter().all(|held| !held.is_used));
    }

    #[test]
    fn a_panic_gives_the_pool_back() {
        let threads = Threads::new(2).unwrap();
        assert!(catch_unwind(AssertUnwindSafe(|| threads.install(|| panic!("a fault")))).is_err());
        assert!(threads.pools().len() == 1 && !threads.pools()[0].is_used);
        assert_eq!(threads.install(|| 5), 5);
    }
}
