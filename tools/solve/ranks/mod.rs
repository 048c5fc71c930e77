//! Ranks that search every cube together.
//!
//! The first rank reads cubes and writes results, and sends orders to the others (`orders`). Before that all of them
//! check that they are the same program with the same options and tables (`agreement`).

mod agreement;
mod manifest;
mod orders;

pub use orders::{solve, tell_memory};

use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use crate::communicator::{Communicator, Mailbox};
use crate::flags::SetupArgs;
use crate::setup::{Loading, Setup};
use crate::thread_pools::ThreadPools;
use cubepdb::internals::{plan::Plan, search::Ranks};
use manifest::Manifest;
use std::sync::Arc;
use std::thread::{self, Builder, Scope};

/// Does the work of a command on all ranks. `prepare`, which takes no time, and `work` are for the first rank; the
/// others make the same setup, and follow.
pub fn together<T>(
    args: &SetupArgs,
    communicator: &Arc<Communicator>,
    interrupt: Interrupt,
    plan: impl FnOnce() -> Result<Plan, Failure>,
    prepare: impl FnOnce(&Plan) -> Result<T, Failure>,
    work: impl FnOnce(&Setup, T) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let setup =
        |plan| Setup::new(args, plan, Loading::First, ThreadPools::new(args, interrupt, Some(communicator.clone()))?);
    if communicator.rank() > 0 {
        follow(communicator, || setup(plan()?));
        return Ok(Status::Success);
    }
    let prepared = plan().and_then(|plan| prepare(&plan).map(|rest| (plan, rest)));
    if !communicator.is_within() {
        agreement::open(&communicator.mailbox(), prepared.is_ok());
    }
    let (plan, rest) = prepared?;
    let setup = setup(plan);
    if communicator.is_within() {
        let setup = setup?;
        return thread::scope(|scope| {
            // The started ranks are dismissed even if another one could not be started.
            let status = start_others(scope, communicator, &setup).and_then(|()| work(&setup, rest));
            orders::dismiss(&communicator.mailbox());
            status
        });
    }
    let threads = agreement::lead(&communicator.mailbox(), setup.as_ref().map(Manifest::of));
    let mut setup = setup?;
    setup.pools.all_threads = threads?;
    let status = work(&setup, rest);
    orders::dismiss(&communicator.mailbox());
    status
}

/// Starts the other ranks of this process.
fn start_others<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    communicator: &Communicator,
    setup: &'env Setup,
) -> Result<(), Failure> {
    for (ranks, pool) in communicator.take_others().into_iter().zip(&setup.pools.others) {
        let builder = Builder::new().name(format!("rank {}", ranks.rank()));
        let follow = move || orders::follow(setup, &Mailbox::new(Box::new(ranks)), pool);
        builder.spawn_scoped(scope, follow).map_err(|error| Failure::new(Status::Memory, error))?;
    }
    Ok(())
}

/// Runs a rank other than the first one in its own process: follows orders, in silence.
fn follow(communicator: &Communicator, setup: impl FnOnce() -> Result<Setup, Failure>) {
    if !agreement::is_open(&communicator.mailbox()) {
        return;
    }
    let ready = setup();
    let own = ready.as_ref().map(Manifest::of);
    if agreement::follow(&communicator.mailbox(), own)
        && let Ok(setup) = ready
    {
        orders::follow(&setup, &communicator.mailbox(), &setup.pools.jobs[0]);
    }
}
