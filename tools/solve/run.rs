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
        Ok(Self { interrupt, communicator })
    }

    /// The connection of the ranks, if there are several: a job of one process has none.
    pub fn ranks(&self) -> Option<&Arc<Communicator>> {
        self.communicator.as_ref().filter(|communicator| communicator.count() > 1)
    }
}

/// Solves a cube on the threads of a job, or together with all ranks.
pub fn solve(setup: &Setup, job: usize, cube: &Cube, monitor: &Monitor) -> Result<Outcome<Move>, Failure> {
    match &setup.pools.communicator {
        Some(communicator) => ranks::solve(setup, communicator, &CubeState::of(cube), monitor),
        None => setup.search(job, cube, monitor),
    }
}
