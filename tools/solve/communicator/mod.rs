//! The connection between ranks: processes of an MPI job, or parts of this process.

mod args;
mod mailbox;
mod panics;

pub use args::{BackendArg, HOW_TO_MPI, Place, RanksArgs};
pub use mailbox::{Mailbox, read, written};

use crate::common::exit::Failure;
#[cfg(feature = "mpi")]
use crate::common::exit::{Status, be_quiet};
use cubepdb::internals::search::InProcess;
#[cfg(feature = "mpi")]
use cubepdb::internals::search::Ranks;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The ranks that search together, as one of them knows them.
pub struct Communicator {
    rank: usize,
    count: usize,
    /// True if the other ranks are parts of this process.
    within: bool,
    machine: Machine,
    /// The connection to the other ranks.
    mailbox: Mutex<Mailbox>,
    /// The other ranks of this process, until they start.
    others: Mutex<Vec<InProcess>>,
    /// The processor time of searches on ranks in other processes, so far, in nanoseconds.
    elsewhere: AtomicU64,
}

/// The processes of the job that share a machine with this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The rank of the first of them, which identifies the machine.
    pub first: usize,
    /// The position of this one among them.
    pub place: usize,
    /// Their number.
    pub processes: usize,
}

impl Machine {
    /// A machine that no other process of the job shares.
    pub const ALONE: Self = Self { first: 0, place: 0, processes: 1 };

    /// Returns whether several processes share its memory.
    pub fn is_shared(&self) -> bool {
        self.processes > 1
    }
}

impl Communicator {
    /// Starts the requested ranks.
    pub fn start(place: Place) -> Result<Self, Failure> {
        match place {
            Place::Here(count) => Ok(Self::within(count)),
            #[cfg(feature = "mpi")]
            Place::Mpi => Self::of_job(),
            #[cfg(not(feature = "mpi"))]
            Place::Mpi => Err(Failure::usage(args::NO_MPI)),
        }
    }

    fn within(count: usize) -> Self {
        let mut others = InProcess::team(count);
        let mailbox = Mutex::new(Mailbox::new(Box::new(others.remove(0))));
        panics::end_the_process();
        let (machine, others) = (Machine::ALONE, Mutex::new(others));
        Self { rank: 0, count, within: true, machine, mailbox, others, elsewhere: AtomicU64::new(0) }
    }

    #[cfg(feature = "mpi")]
    fn of_job() -> Result<Self, Failure> {
        use cubepdb::internals::backend::mpi::World;
        let world = World::start().map_err(|error| Failure::new(Status::Internal, error))?;
        panics::end_the_process();
        let (rank, count, machine) = (world.rank(), world.count(), world.machine());
        let machine = Machine { first: machine.first, place: machine.place, processes: machine.ranks };
        if rank > 0 {
            be_quiet();
        }
        let mailbox = Mutex::new(Mailbox::new(Box::new(world)));
        let (others, elsewhere) = (Mutex::default(), AtomicU64::new(0));
        Ok(Self { rank, count, within: false, machine, mailbox, others, elsewhere })
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Number of ranks.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether the other ranks are parts of this process.
    pub fn is_within(&self) -> bool {
        self.within
    }

    /// The number of ranks within this process.
    pub fn within_process(&self) -> usize {
        if self.within { self.count } else { 1 }
    }

    /// The machine that this process runs on.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// Takes the other ranks of this process, to be started.
    pub fn take_others(&self) -> Vec<InProcess> {
        std::mem::take(&mut *self.others.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes the processor time that another rank's process took for a search, unless it is this process.
    pub fn add_processor_time(&self, time: Duration) {
        if !self.within {
            self.elsewhere.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
        }
    }

    /// The processor time of all searches on ranks in other processes, so far.
    pub fn processor_time_elsewhere(&self) -> Duration {
        Duration::from_nanos(self.elsewhere.load(Ordering::Relaxed))
    }

    /// The lock is never contended: searches on several ranks are made one after the other.
    pub fn mailbox(&self) -> MutexGuard<'_, Mailbox> {
        self.mailbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
