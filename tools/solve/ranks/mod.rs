//! Ranks: processes of an MPI job, or parts of this process, that search every cube together.
//!
//! The first rank reads cubes and writes results, and tells the others what to do (`orders`). Before that all of them make sure
//! that they are the same program with the same options and tables (`agreement`).

mod agreement;
mod args;
#[cfg(feature = "mpi")]
mod fault;
mod manifest;
mod memory;
mod orders;
mod panics;
mod post;

pub use args::RanksArgs;
pub use memory::tell_memory;
pub use orders::solve_together;

use crate::common::exit::{Failure, Status, be_quiet};
use crate::common::signals::Interrupt;
use crate::flags::SetupArgs;
use crate::setup::{Setup, recipe};
use args::Place;
use cubepdb::search::{InProcess, Ranks, Recipe};
use manifest::Manifest;
use post::Post;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};

/// The ranks that search together, as one of them knows them.
pub struct Crew {
    rank: usize,
    count: usize,
    /// Whether the others are parts of this process.
    within: bool,
    machine: Machine,
    /// How this rank reaches the others, where there are any.
    post: Option<Mutex<Post>>,
    /// The other ranks of this process, until they are at work.
    others: Mutex<Vec<InProcess>>,
}

/// Which processes of the job share a machine with this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The rank of the first of them, by which the machine is known.
    pub first: usize,
    /// The place of this one among them.
    pub place: usize,
    /// How many they are.
    pub processes: usize,
}

impl Machine {
    /// Whether several processes share its memory.
    pub fn is_shared(&self) -> bool {
        self.processes > 1
    }
}

impl Crew {
    /// Starts what the flags ask for.
    pub fn start(args: &SetupArgs) -> Result<Self, Failure> {
        match args.ranks.place(&args.engine)? {
            Place::Here(count) => Ok(Self::within(count)),
            #[cfg(feature = "mpi")]
            Place::Mpi => Self::of_job(),
            #[cfg(not(feature = "mpi"))]
            Place::Mpi => Err(Failure::usage(args::NO_MPI)),
        }
    }

    fn within(count: usize) -> Self {
        let mut others = InProcess::team(count);
        let first = others.remove(0);
        let machine = Machine { first: 0, place: 0, processes: 1 };
        let post = Some(Mutex::new(Post::new(Box::new(first))));
        if count > 1 {
            panics::end_the_process();
        }
        Self { rank: 0, count, within: true, machine, post, others: Mutex::new(others) }
    }

    #[cfg(feature = "mpi")]
    fn of_job() -> Result<Self, Failure> {
        use cubepdb::backend::mpi::World;
        let world = World::start().map_err(|error| Failure::new(Status::Internal, error))?;
        panics::end_the_process();
        let (rank, count, machine) = (world.rank(), world.count(), world.machine());
        let machine = Machine { first: machine.first, place: machine.place, processes: machine.ranks };
        let post = Some(Mutex::new(Post::new(Box::new(world))));
        Ok(Self { rank, count, within: false, machine, post, others: Mutex::default() })
    }

    /// Number of ranks.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether there are no others.
    pub fn is_alone(&self) -> bool {
        self.count == 1
    }

    /// How many ranks are parts of this process.
    pub fn within_process(&self) -> usize {
        if self.within { self.count } else { 1 }
    }

    /// The machine that this process runs on.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// Refuses what only one rank can do.
    pub fn refuse_if_several(&self, asked: bool, sentence: &str) -> Result<(), Failure> {
        if asked && !self.is_alone() { Err(Failure::usage(sentence)) } else { Ok(()) }
    }

    /// Nobody ever waits here: searches on several ranks are made one after the other.
    fn post(&self) -> MutexGuard<'_, Post> {
        let post = self.post.as_ref().expect("every crew has one");
        post.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a search needs beside its setup, and whether it is saved in a checkpoint.
pub type Prepared<T> = Result<(T, bool), Failure>;

/// Does the work of a command on the ranks that the flags ask for. `prepare`, which takes no time, and `work` are for the first
/// rank; the others make the same setup, and follow.
pub fn together<T>(
    args: &SetupArgs,
    prepare: impl FnOnce(&Crew, &Recipe) -> Prepared<T>,
    work: impl FnOnce(&Setup, T) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let interrupt = Interrupt::listen()?;
    let crew = Arc::new(Crew::start(args)?);
    if crew.rank > 0 {
        return serve(&crew, args, interrupt);
    }
    let prepared = recipe(args).and_then(|recipe| prepare(&crew, &recipe).map(|(rest, saved)| (recipe, rest, saved)));
    if !crew.within {
        agreement::open(&crew.post(), prepared.is_ok());
    }
    let (recipe, rest, saved) = prepared?;
    let setup = Setup::new(args, recipe, saved, interrupt, crew.clone());
    if crew.within {
        let setup = setup?;
        return thread::scope(|scope| {
            start_others(scope, &setup)?;
            let status = work(&setup, rest);
            orders::dismiss(&crew.post());
            status
        });
    }
    let threads = agreement::lead(&crew.post(), setup.as_ref().map(|setup| Manifest::of(args, setup)));
    let mut setup = setup?;
    setup.all_threads = threads?;
    let status = work(&setup, rest);
    orders::dismiss(&crew.post());
    status
}

/// The other ranks of this process go to work.
fn start_others<'scope, 'env>(scope: &'scope Scope<'scope, 'env>, setup: &'env Setup) -> Result<(), Failure> {
    let others = std::mem::take(&mut *setup.crew.others.lock().unwrap_or_else(PoisonError::into_inner));
    for (ranks, pool) in others.into_iter().zip(&setup.others) {
        let builder = Builder::new().name(format!("rank {}", ranks.rank()));
        let follow = move || orders::follow(setup, &Post::new(Box::new(ranks)), pool);
        builder.spawn_scoped(scope, follow).map_err(|error| Failure::new(Status::Memory, error))?;
    }
    Ok(())
}

/// What ranks other than the first one do in processes of their own: what they are told, and in silence.
fn serve(crew: &Arc<Crew>, args: &SetupArgs, interrupt: Interrupt) -> Result<Status, Failure> {
    be_quiet();
    if !agreement::is_open(&crew.post()) {
        return Ok(Status::Success);
    }
    let ready = recipe(args).and_then(|recipe| Setup::new(args, recipe, false, interrupt, crew.clone()));
    let own = ready.as_ref().map(|setup| Manifest::of(args, setup));
    if agreement::follow(&crew.post(), own)
        && let Ok(setup) = ready
    {
        orders::follow(&setup, &crew.post(), &setup.pools[0]);
    }
    Ok(Status::Success)
}
