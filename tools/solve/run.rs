//! Running searches: alone, or with the other ranks that the flags select.

use crate::common::exit::{Failure, say};
use crate::common::signals::Interrupt;
use crate::communicator::{Communicator, Place};
use crate::flags::SetupArgs;
use crate::ranks::{self, cubes::CubeState};
use crate::setup::Setup;
use cubepdb::{
    Cube, Move,
    search::{Monitor, Outcome},
};
use std::sync::Arc;

/// A process that has begun to listen to signals and, if it is one of several ranks, can reach the others.
pub struct Start {
    pub interrupt: Interrupt,
    communicator: Option<Arc<Communicator>>,
}

impl Start {
    /// Starts the ranks that the flags select.
    pub fn new(args: &SetupArgs) -> Result<Self, Failure> {
        let interrupt = Interrupt::listen()?;
        let communicator = match args.ranks.place(&args.engine)? {
            Place::Here(1) => None,
            place => Some(Arc::new(Communicator::start(place)?)),
        };
        let is_alone = communicator.as_ref().is_some_and(|communicator| communicator.count() == 1);
        if is_alone && args.ranks.backend.is_none() {
            say("note: one rank searches alone; --ranks 4, or mpirun -np 4, makes four");
        }
        if let Some(processes) = repeated_processes().filter(|_| communicator.is_none()) {
            say(&format!(
                "note: mpirun has started {processes} processes, and each of them does all of the work; with --backend mpi \
                 they search together"
            ));
        }
        Ok(Self { interrupt, communicator })
    }

    /// The connection of the ranks, if there are several: a job of one process has none.
    pub fn ranks(&self) -> Option<&Arc<Communicator>> {
        self.communicator.as_ref().filter(|communicator| communicator.count() > 1)
    }
}

/// On the first of several processes that mpirun has started, their number, as Open MPI and MPICH tell it.
fn repeated_processes() -> Option<u32> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
    let of = |[rank, size]: [&str; 2]| number(rank).filter(|&rank| rank == 0).and_then(|_| number(size));
    let names = [["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"], ["PMI_RANK", "PMI_SIZE"]];
    names.into_iter().find_map(of).filter(|&processes| processes > 1)
}

/// Solves a cube on the threads of a job, or together with all ranks.
pub fn solve(setup: &Setup, job: usize, cube: &Cube, monitor: &Monitor) -> Result<Outcome<Move>, Failure> {
    match &setup.pools.communicator {
        Some(communicator) => ranks::solve(setup, communicator, &CubeState::of(cube), monitor),
        None => setup.search(job, cube, monitor),
    }
}
