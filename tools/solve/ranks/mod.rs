//! Ranks: processes of an MPI job, or parts of this process, that search every cube together.
//!
//! The first rank reads cubes and writes results, and tells the others what to do (`orders`). Before that all of them make sure
//! that they are the same program with the same options and tables (`agreement`).

mod agreement;
mod args;
mod manifest;
mod memory;
mod orders;
mod panics;
mod post;
mod site;

pub use args::RanksArgs;
pub use manifest::of_automaton;
pub use memory::tell_memory;
pub use orders::solve;
pub use site::Site;

use crate::common::exit::{Failure, Status, be_quiet};
use crate::common::signals::Interrupt;
use crate::flags::SetupArgs;
use crate::staff::Staff;
use args::Place;
use cubepdb::search::{InProcess, Ranks};
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
/// rank; the others make the same site, and follow.
pub fn together<S: Site, T>(
    args: &S::Args,
    prepare: impl FnOnce(&Crew, &S::Plan) -> Prepared<T>,
    work: impl FnOnce(&S, T) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let interrupt = Interrupt::listen()?;
    let crew = Arc::new(Crew::start(S::flags(args))?);
    if crew.rank > 0 {
        return serve::<S>(&crew, args, interrupt);
    }
    let prepared = S::plan(args).and_then(|plan| prepare(&crew, &plan).map(|(rest, saved)| (plan, rest, saved)));
    if !crew.within {
        agreement::open(&crew.post(), prepared.is_ok());
    }
    let (plan, rest, saved) = prepared?;
    let site = site::<S>(args, plan, saved, interrupt, crew.clone());
    if crew.within {
        let site = site?;
        return thread::scope(|scope| {
            // Those that were started are dismissed even if another one could not be.
            let status = start_others(scope, &site).and_then(|()| work(&site, rest));
            orders::dismiss(&crew.post());
            status
        });
    }
    let threads = agreement::lead(&crew.post(), site.as_ref().map(|site| Manifest::of(args, site)));
    let mut site = site?;
    site.staff_mut().all_threads = threads?;
    let status = work(&site, rest);
    orders::dismiss(&crew.post());
    status
}

fn site<S: Site>(
    args: &S::Args,
    plan: S::Plan,
    saved: bool,
    interrupt: Interrupt,
    crew: Arc<Crew>,
) -> Result<S, Failure> {
    S::new(args, plan, saved, Staff::new(S::flags(args), interrupt, crew)?)
}

/// The other ranks of this process go to work.
fn start_others<'scope, 'env>(scope: &'scope Scope<'scope, 'env>, site: &'env impl Site) -> Result<(), Failure> {
    let staff = site.staff();
    let others = std::mem::take(&mut *staff.crew.others.lock().unwrap_or_else(PoisonError::into_inner));
    for (ranks, pool) in others.into_iter().zip(&staff.others) {
        let builder = Builder::new().name(format!("rank {}", ranks.rank()));
        let follow = move || orders::follow(site, &Post::new(Box::new(ranks)), pool);
        builder.spawn_scoped(scope, follow).map_err(|error| Failure::new(Status::Memory, error))?;
    }
    Ok(())
}

/// What ranks other than the first one do in processes of their own: what they are told, and in silence.
fn serve<S: Site>(crew: &Arc<Crew>, args: &S::Args, interrupt: Interrupt) -> Result<Status, Failure> {
    be_quiet();
    if !agreement::is_open(&crew.post()) {
        return Ok(Status::Success);
    }
    let ready = S::plan(args).and_then(|plan| site::<S>(args, plan, false, interrupt, crew.clone()));
    let own = ready.as_ref().map(|site| Manifest::of(args, site));
    if agreement::follow(&crew.post(), own)
        && let Ok(site) = ready
    {
        orders::follow(&site, &crew.post(), &site.staff().pools[0]);
    }
    Ok(Status::Success)
}
