//! Several cubes at a time: jobs take them in the order of the input, and their results are delivered in that order.
//!
//! A job that is far ahead waits: between the first undelivered cube and the last one taken there is never more than a
//! fixed number, so that an endless input takes no more memory than a short one.

use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use std::collections::BTreeMap;
use std::io;
use std::iter;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::Duration;

/// Cubes per job that may be taken before an earlier one is delivered.
const WINDOW: u64 = 32;

/// The items of work, in order.
pub type Items<I> = Box<dyn Iterator<Item = io::Result<I>> + Send>;

/// The work on an item by a job of the given number.
pub type Work<'a, I, T> = &'a (dyn Fn(usize, I) -> Result<T, Failure> + Sync);

/// The receiver of results, one after the other.
pub type Deliver<'a, T> = &'a mut (dyn FnMut(T) -> Result<(), Failure> + Send);

/// Works on all items with `jobs` jobs at a time, the first of them on this thread. An interrupt ends it after the
/// current items; the first failure, in the order of the input, ends it at once, and stops the work of the other jobs
/// through the interrupt.
pub fn run<I: Send + 'static, T: Send>(
    items: Items<I>,
    jobs: usize,
    interrupt: &Interrupt,
    work: Work<'_, I, T>,
    deliver: Deliver<'_, T>,
) -> Result<(), Failure> {
    let room = WINDOW * jobs as u64;
    let delivery = Delivery { next: 0, waiting: BTreeMap::new(), deliver, failure: None, over: false };
    let shared = Shared {
        queue: Mutex::new(Queue { items, taken: 0 }),
        delivery: Mutex::new(delivery),
        moved: Condvar::new(),
        room,
        interrupt,
    };
    thread::scope(|scope| {
        for job in 1..jobs {
            let (shared, builder) = (&shared, Builder::new().name(format!("job {job}")));
            if let Err(error) = builder.spawn_scoped(scope, move || shared.work(job, work)) {
                shared.fail(Failure::new(Status::Memory, error));
                break;
            }
        }
        shared.work(0, work);
    });
    let delivery = shared.delivery.into_inner().unwrap_or_else(PoisonError::into_inner);
    delivery.failure.map_or(Ok(()), Err)
}

/// The number of threads of each job, the remainder spread over the first ones; at least one for each.
pub fn shares(threads: usize, jobs: usize) -> impl Iterator<Item = usize> {
    (0..jobs).map(move |job| (threads / jobs + usize::from(job < threads % jobs)).max(1))
}

/// Reads on a separate thread, so that an interrupt need not wait for the next line, nor for the end of a line that has
/// none.
pub fn read_elsewhere<I: Send + 'static>(items: Items<I>, interrupt: Interrupt) -> Result<Items<I>, Failure> {
    // Some cubes ahead, so that the threads seldom wait for each other.
    let (send, receive) = sync_channel(WINDOW as usize);
    let read = move || {
        let all = items.map(Some).chain(iter::once(None));
        // The receiver is gone when the program is about to end.
        let _ = all.map(|item| send.send(item)).find(Result::is_err);
    };
    let builder = Builder::new().name("input".to_owned());
    builder.spawn(read).map_err(|error| Failure::new(Status::Memory, error))?;
    Ok(Box::new(iter::from_fn(move || next_of(&receive, &interrupt)).fuse()))
}

fn next_of<I>(items: &Receiver<Option<io::Result<I>>>, interrupt: &Interrupt) -> Option<io::Result<I>> {
    loop {
        match items.recv_timeout(Duration::from_millis(50)) {
            Ok(item) => return item,
            Err(RecvTimeoutError::Timeout) if interrupt.is_raised() => return None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => panic!("the input ended without an end"),
        }
    }
}

struct Shared<'a, I, T> {
    queue: Mutex<Queue<I>>,
    delivery: Mutex<Delivery<'a, T>>,
    /// Signals that something was delivered, or that all is over.
    moved: Condvar,
    room: u64,
    interrupt: &'a Interrupt,
}

struct Queue<I> {
    items: Items<I>,
    taken: u64,
}

struct Delivery<'a, T> {
    /// The number of the item to be delivered next.
    next: u64,
    /// Later items that are finished.
    waiting: BTreeMap<u64, Result<T, Failure>>,
    deliver: Deliver<'a, T>,
    failure: Option<Failure>,
    over: bool,
}

impl<'a, I, T> Shared<'a, I, T> {
    fn work(&self, job: usize, work: Work<'_, I, T>) {
        let guard = LeaveOnPanic(|| self.end(&mut self.delivery()));
        while let Some((number, item)) = self.take() {
            let result = item.map_err(Failure::from).and_then(|item| work(job, item));
            self.put(number, result);
        }
        std::mem::forget(guard);
    }

    /// Takes the next item, as soon as there is room for its result.
    fn take(&self) -> Option<(u64, io::Result<I>)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let no_room = |delivery: &mut Delivery<'_, T>| !delivery.over && queue.taken >= delivery.next + self.room;
        let delivery = self.moved.wait_while(self.delivery(), no_room).unwrap_or_else(PoisonError::into_inner);
        // The first item always gets an answer, even if only that the search was interrupted.
        if delivery.over || queue.taken > 0 && self.interrupt.is_raised() {
            return None;
        }
        drop(delivery);
        let item = queue.items.next()?;
        queue.taken += 1;
        Some((queue.taken - 1, item))
    }

    /// Keeps a result until all earlier ones are available, and delivers what can be delivered.
    fn put(&self, number: u64, result: Result<T, Failure>) {
        let mut delivery = self.delivery();
        delivery.waiting.insert(number, result);
        while !delivery.over {
            let next = delivery.next;
            let Some(result) = delivery.waiting.remove(&next) else { break };
            delivery.next += 1;
            if let Err(failure) = result.and_then(|found| (delivery.deliver)(found)) {
                delivery.failure = Some(failure);
                self.end(&mut delivery);
            }
        }
        self.moved.notify_all();
    }

    fn fail(&self, failure: Failure) {
        let mut delivery = self.delivery();
        delivery.failure.get_or_insert(failure);
        self.end(&mut delivery);
    }

    /// Makes all jobs leave, including their searches.
    fn end(&self, delivery: &mut Delivery<'_, T>) {
        delivery.over = true;
        self.interrupt.raise();
        self.moved.notify_all();
    }

    fn delivery(&self) -> MutexGuard<'_, Delivery<'a, T>> {
        self.delivery.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Calls its function when it is dropped, which happens only when a job panics.
struct LeaveOnPanic<F: Fn()>(F);

impl<F: Fn()> Drop for LeaveOnPanic<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn numbers(count: u64) -> Items<u64> {
        Box::new((0..count).map(Ok))
    }

    #[test]
    fn results_come_in_order_and_threads_are_shared_out() {
        let slow_ones = |_, n: u64| {
            thread::sleep(Duration::from_millis(u64::from(n.is_multiple_of(7))));
            Ok(n)
        };
        for jobs in [1, 2, 5] {
            let mut found = Vec::new();
            let mut deliver = |n| {
                found.push(n);
                Ok(())
            };
            run(numbers(300), jobs, &Interrupt::default(), &slow_ones, &mut deliver).unwrap();
            assert_eq!(found, (0..300).collect::<Vec<_>>());
        }
        assert_eq!(shares(7, 3).collect::<Vec<_>>(), [3, 2, 2]);
        assert_eq!(shares(2, 4).collect::<Vec<_>>(), [1; 4]);
    }

    /// The first item ends only when the other job has come as far as it may: then nothing more has been taken.
    #[test]
    fn a_job_that_is_far_ahead_waits() {
        let (taken, room) = (AtomicU64::new(0), 2 * WINDOW);
        let wait_for_others = |_, n: u64| {
            taken.fetch_max(n + 1, Ordering::Relaxed);
            while n == 0 && taken.load(Ordering::Relaxed) < room {
                thread::yield_now();
            }
            if n == 0 {
                thread::sleep(Duration::from_millis(50));
                assert_eq!(taken.load(Ordering::Relaxed), room);
            }
            Ok(n)
        };
        run(numbers(u64::MAX), 2, &Interrupt::default(), &wait_for_others, &mut |n| {
            if n < 500 { Ok(()) } else { Err(Failure::usage("enough")) }
        })
        .unwrap_err();
    }

    #[test]
    fn the_first_failure_in_order_ends_all() {
        let fail = |_, n: u64| if n < 20 { Ok(n) } else { Err(Failure::usage(n)) };
        for jobs in [1, 3] {
            let (mut delivered, interrupt) = (0, Interrupt::default());
            let failure = run(numbers(u64::MAX), jobs, &interrupt, &fail, &mut |_| {
                delivered += 1;
                Ok(())
            });
            assert_eq!((failure.unwrap_err().error.to_string(), delivered), ("20".to_owned(), 20));
            assert!(interrupt.is_raised(), "searches that go on are stopped");
        }
    }

    #[test]
    #[should_panic]
    fn a_panic_of_one_job_ends_all() {
        let work = |_, n: u64| if n == 40 { panic!("a fault") } else { Ok(n) };
        let _ = run(numbers(u64::MAX), 4, &Interrupt::default(), &work, &mut |_| Ok(()));
    }
}
