//! MPI ranks: processes on one machine or on many.
//!
//! Only one thread uses MPI, the one that called [`World::start`]: this requires no more of the library than
//! `MPI_THREAD_FUNNELED`, and rsmpi's state lives in a thread-local variable that the other threads cannot access.
#![allow(unsafe_code)]

use crate::search::Ranks;
use mpi::request::{Request, StaticScope};
use mpi::topology::{Process, SimpleCommunicator};
use mpi::traits::{Communicator, Destination, Equivalence, Root, Source};
use mpi::{Threading, environment::Universe};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ptr::NonNull;
use thiserror::Error;

thread_local! {
    /// The MPI state of the thread that started MPI.
    static STARTED: RefCell<Option<Started>> = const { RefCell::new(None) };
}

/// This process as a rank of an MPI job. Without `mpirun` it is the only one.
///
/// The thread that made it must make all calls and drop it: other threads panic. Dropping it waits until its messages
/// have been sent and then until all other ranks have done so too, as `MPI_Finalize` does.
#[derive(Debug)]
pub struct World {
    rank: usize,
    count: usize,
    machine: Machine,
}

/// The machine that a rank runs on, and its ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The first of the ranks on it, which identifies the machine.
    pub first: usize,
    /// The index of this rank among them.
    pub place: usize,
    /// The number of ranks on it.
    pub ranks: usize,
}

/// The reason why MPI could not be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MpiError {
    /// It was started before in this process, and cannot be started a second time.
    #[error("MPI was started before in this process")]
    Twice,
    /// The library does not support threads.
    #[error("this MPI library does not allow a program to have threads")]
    NoThreads,
}

impl World {
    /// Starts MPI, for this thread.
    ///
    /// # Errors
    /// If it was started before, or does not support threads. Other errors of starting end the process within the
    /// library.
    pub fn start() -> Result<Self, MpiError> {
        let (universe, threading) = mpi::initialize_with_threading(Threading::Funneled).ok_or(MpiError::Twice)?;
        if threading < Threading::Funneled {
            return Err(MpiError::NoThreads);
        }
        let all = universe.world();
        let (rank, count) = (all.rank(), all.size());
        let here = all.split_shared(rank);
        let mut first = rank;
        here.process_at_rank(0).broadcast_into(&mut first);
        let machine = Machine { first: index(first), place: index(here.rank()), ranks: index(here.size()) };
        STARTED.set(Some(Started { all, outgoing: RefCell::default(), _universe: universe }));
        Ok(Self { rank: index(rank), count: index(count), machine })
    }

    /// The machine of this rank.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// Ends the whole job at once with a status if called on the thread that started MPI; returns otherwise.
    pub fn abort_from_here(status: u8) {
        // A panic may come from within this module, while the variable is borrowed.
        let abort = |started: &RefCell<Option<Started>>| {
            let is_started = started.try_borrow().map_or(true, |started| started.is_some());
            if is_started {
                SimpleCommunicator::world().abort(status.into());
            }
        };
        let _ = STARTED.try_with(abort);
    }
}

impl Ranks for World {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.count
    }

    fn send(&self, to: usize, message: &[u8]) {
        with_started(|started| started.send(to, message));
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        with_started(Started::receive)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // Finalizing MPI would wait for the other ranks, and they for this one.
        if std::thread::panicking() {
            Self::abort_from_here(70);
        }
        // Another thread has nothing to finalize: the process exits without MPI_Finalize, which ends the job.
        if let Ok(Some(started)) = STARTED.try_with(RefCell::take) {
            started.flush();
        }
    }
}

fn with_started<R>(then: impl FnOnce(&Started) -> R) -> R {
    STARTED.with_borrow(|started| then(started.as_ref().expect("MPI is used by the thread that started it")))
}

struct Started {
    all: SimpleCommunicator,
    /// The messages being sent.
    outgoing: RefCell<VecDeque<Outgoing>>,
    /// Dropping this finalizes MPI: it must be the last field.
    _universe: Universe,
}

impl Started {
    /// Hands the message to MPI, in memory of its own, without waiting for the receiver, whatever the size.
    fn send(&self, to: usize, message: &[u8]) {
        self.forget_those_that_left();
        let process = self.all.process_at_rank(to as i32);
        self.outgoing.borrow_mut().push_back(Outgoing::new(&process, message));
    }

    /// Receives a message. Messages of one sender with one tag are matched in the order of sending.
    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        self.forget_those_that_left();
        let (message, status) = self.all.any_process().immediate_matched_probe()?;
        let mut bytes = vec![0u8; index(status.count(u8::equivalent_datatype()))];
        message.matched_receive_into(&mut bytes[..]);
        Some((index(status.source_rank()), bytes))
    }

    fn forget_those_that_left(&self) {
        let mut outgoing = self.outgoing.borrow_mut();
        if outgoing.is_empty() {
            return;
        }
        let waiting = std::mem::take(&mut *outgoing);
        outgoing.extend(waiting.into_iter().filter_map(|sent| sent.has_left().err()));
    }

    fn flush(&self) {
        self.outgoing.take().into_iter().for_each(Outgoing::wait);
    }
}

/// A message that MPI may still be reading.
struct Outgoing {
    bytes: NonNull<[u8]>,
    request: Request<'static, [u8]>,
}

impl Outgoing {
    fn new(process: &Process<'_>, message: &[u8]) -> Self {
        let bytes = NonNull::from(Box::leak(Box::<[u8]>::from(message)));
        // SAFETY: the memory was just taken from its box, is written by nobody, and is given back only by `free`, which
        // takes the one value that knows of it, after the request that reads it has ended. If that never happens it
        // stays for good.
        let shared: &'static [u8] = unsafe { bytes.as_ref() };
        Self { bytes, request: process.immediate_send(StaticScope, shared) }
    }

    /// Frees the message if MPI has finished with it, else returns it.
    fn has_left(self) -> Result<(), Self> {
        let Self { bytes, request } = self;
        match request.test() {
            Ok(_) => {
                free(bytes);
                Ok(())
            }
            Err(request) => Err(Self { bytes, request }),
        }
    }

    fn wait(self) {
        self.request.wait_without_status();
        free(self.bytes);
    }
}

/// Frees a message that MPI has finished with.
fn free(bytes: NonNull<[u8]>) {
    // SAFETY: called once for each message, by the two functions that take an `Outgoing` apart, and only after its
    // request has ended: neither MPI nor the reference within the request, which is gone, reads the memory any more. It
    // came from a box.
    drop(unsafe { Box::from_raw(bytes.as_ptr()) });
}

/// Numbers of ranks and bytes are never negative.
fn index(n: i32) -> usize {
    n.try_into().expect("MPI counts from zero")
}
