//! Ranks that search every cube, or every position of a puzzle, together.
//!
//! The first rank reads cubes and writes results, and sends orders to the others (`orders`). Before that all of them
//! check that they are the same program with the same options and tables (`agreement`).

mod agreement;
pub mod cubes;
mod manifest;
mod orders;

pub use manifest::{Manifest, TableEntry};
pub use orders::{solve, tell_memory};

use crate::common::exit::{Failure, Status};
use crate::communicator::{Communicator, Mailbox};
use crate::thread_pools::ThreadPools;
use cubepdb::internals::search::{Ranks, Workers};
use cubepdb::{plan::Plan, search::Outcome};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::Arc;
use std::thread::{self, Builder, Scope};

/// Searches that all ranks make together.
pub trait Together: Sync {
    /// A state to search, as it is sent.
    type Start: Serialize + DeserializeOwned;
    /// A move of a solution.
    type Move;

    /// The threads of this rank.
    fn pools(&self) -> &ThreadPools;

    /// See [`Self::pools`].
    fn pools_mut(&mut self) -> &mut ThreadPools;

    /// Everything that has to be the same on all ranks.
    fn manifest(&self) -> Manifest;

    /// Searches a state.
    fn search(&self, start: &Self::Start, workers: &Workers<'_>) -> Outcome<Self::Move>;

    /// The plan of the searches.
    fn plan(&self) -> &Plan;

    /// Checks that what was found can be relied on.
    ///
    /// # Errors
    /// If not.
    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Lines about the memory of a rank's tables.
    fn memory(&self, _rank: usize) -> Vec<String> {
        Vec::new()
    }
}

/// Does the work of a command on all ranks. `prepare`, which takes no time, and `work` are for the first rank; the
/// others make the same setup, and follow.
pub fn together<S: Together, P, T>(
    communicator: &Arc<Communicator>,
    plan: impl FnOnce() -> Result<P, Failure>,
    prepare: impl FnOnce(&P) -> Result<T, Failure>,
    setup: impl FnOnce(P) -> Result<S, Failure>,
    work: impl FnOnce(&S, T) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
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
    let all = agreement::lead(&communicator.mailbox(), setup.as_ref().map(Together::manifest));
    let mut setup = setup?;
    setup.pools_mut().all = all?;
    let status = work(&setup, rest);
    orders::dismiss(&communicator.mailbox());
    status
}

/// Starts the other ranks of this process.
fn start_others<'scope, 'env, S: Together>(
    scope: &'scope Scope<'scope, 'env>,
    communicator: &Communicator,
    setup: &'env S,
) -> Result<(), Failure> {
    for (ranks, pool) in communicator.take_others().into_iter().zip(&setup.pools().others) {
        let builder = Builder::new().name(format!("rank {}", ranks.rank()));
        let follow = move || orders::follow(setup, &Mailbox::new(Box::new(ranks)), pool);
        builder.spawn_scoped(scope, follow).map_err(|error| Failure::new(Status::Memory, error))?;
    }
    Ok(())
}

/// Runs a rank other than the first one in its own process: follows orders, in silence.
fn follow<S: Together>(communicator: &Communicator, setup: impl FnOnce() -> Result<S, Failure>) {
    if !agreement::is_open(&communicator.mailbox()) {
        return;
    }
    let ready = setup();
    let own = ready.as_ref().map(Together::manifest);
    if agreement::follow(&communicator.mailbox(), own)
        && let Ok(setup) = ready
    {
        orders::follow(&setup, &communicator.mailbox(), &setup.pools().jobs[0]);
    }
}
