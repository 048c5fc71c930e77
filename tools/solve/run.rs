//! Running a command: alone, or with the other ranks that the flags ask for.

use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use crate::communicator::{Communicator, Place};
use crate::fault::Workers;
use crate::flags::SetupArgs;
use crate::ranks;
use crate::setup::{Plan, Setup};
use crate::thread_pools::ThreadPools;
use cubepdb::notation::Cube;
use cubepdb::nxn::Turn;
use cubepdb::search::{Monitor, Outcome};
use std::sync::Arc;

/// Does the work of a command. `plan` says what the flags ask for, `prepare`, which takes no time, makes what `work` needs beside the
/// setup. Of several ranks the first one prepares and works; the others plan
/// the same, and follow.
pub fn run<T>(
    args: &SetupArgs,
    plan: impl FnOnce() -> Result<Plan, Failure>,
    prepare: impl FnOnce(&Plan, bool) -> Result<T, Failure>,
    work: impl FnOnce(&Setup, T) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let interrupt = Interrupt::listen()?;
    let communicator = match args.ranks.place(&args.engine)? {
        Place::Here(1) => None,
        place => Some(Arc::new(Communicator::start(place)?)),
    };
    match &communicator {
        Some(communicator) if communicator.count() > 1 => {
            ranks::together(args, communicator, interrupt, plan, |plan| prepare(plan, true), work)
        }
        // A job of one process, too.
        _ => {
            let plan = plan()?;
            let rest = prepare(&plan, false)?;
            work(&Setup::new(args, plan, ThreadPools::new(args, interrupt, None)?)?, rest)
        }
    }
}

/// Solves a cube on the threads of a job, or together with all ranks.
pub fn solve(setup: &Setup, job: usize, cube: &Cube, monitor: &Monitor) -> Result<Outcome<Turn>, Failure> {
    match &setup.pools.communicator {
        Some(communicator) => ranks::solve(setup, communicator, cube, monitor),
        None => {
            let pool = &setup.pools.jobs[job];
            Ok(setup.engine.search(cube, &setup.pools.control(monitor), &Workers(pool), None))
        }
    }
}
