//! Who searches: the workers of this process, the ranks that it works with, and when they have to stop.

use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use crate::flags::SetupArgs;
use crate::jobs::shares;
use crate::ranks::Crew;
use cubepdb::backend::Threads;
use cubepdb::search::{Control, Executor, Limits, Monitor, StopReason};
use std::sync::Arc;

/// The workers of this process and of others.
pub struct Staff {
    /// Workers of this process.
    pub threads: usize,
    /// Workers of all ranks.
    pub all_threads: usize,
    /// The workers of each job.
    pub pools: Vec<Threads>,
    /// Those of the other ranks of this process.
    pub others: Vec<Threads>,
    /// The ranks that search together.
    pub crew: Arc<Crew>,
    pub interrupt: Interrupt,
    jobs: usize,
    limits: Limits,
}

impl Staff {
    /// All workers of this process in one pool.
    pub fn new(args: &SetupArgs, interrupt: Interrupt, crew: Arc<Crew>) -> Result<Self, Failure> {
        let search = &args.search;
        let (threads, jobs) = (threads(search.threads, crew.machine().processes)?, search.jobs as usize);
        for (asked, sentence) in [
            (jobs > 1, "--jobs solves several cubes at a time; several ranks search one cube together"),
            (
                args.engine.asks_for_workers(),
                "--workers divides a tree among workers of one rank; several ranks divide it by --distribution",
            ),
        ] {
            crew.refuse_if_several(asked, sentence)?;
        }
        let limits = Limits { time: search.timeout, nodes: search.max_nodes };
        let pools = vec![start(threads)?];
        Ok(Self { threads, all_threads: threads, pools, others: Vec::new(), crew, interrupt, jobs, limits })
    }

    /// The exit status after all cubes, the worst of which ended with this one.
    pub fn status(&self, worst: Option<Status>) -> Status {
        if self.interrupt.is_raised() { self.interrupt.status() } else { worst.unwrap_or(Status::Success) }
    }

    /// Divides the workers among jobs, or ranks of this process.
    pub fn divide(&mut self) -> Result<(), Failure> {
        let parts = self.jobs.max(self.crew.within_process());
        if parts == 1 {
            return Ok(());
        }
        self.pools.clear();
        self.pools = shares(self.threads, parts).map(start).collect::<Result<_, _>>()?;
        // Jobs have one worker each at least; told is how many were asked for.
        if !self.crew.is_alone() {
            self.all_threads = self.pools.iter().map(Executor::workers).sum();
        }
        self.others = self.pools.split_off(self.jobs);
        Ok(())
    }

    /// The limits of a search that begins now.
    pub fn control<'a>(&'a self, monitor: &'a Monitor) -> Control<'a> {
        Control::new(self.limits, monitor, self.interrupt.flag())
    }

    /// The exit status for a search that was stopped.
    pub fn stopped(&self, reason: StopReason) -> Status {
        match reason {
            StopReason::Interrupt => self.interrupt.status(),
            StopReason::Memory { .. } => Status::Memory,
            StopReason::Time | StopReason::Nodes => Status::Limit,
        }
    }

    /// How many ranks there are, if there are others.
    pub fn described(&self) -> Option<String> {
        let (count, threads) = (self.crew.count(), self.all_threads);
        (!self.crew.is_alone()).then(|| format!("ranks: {count}, with {threads} threads in all"))
    }
}

/// Workers to be started: as many as there are cores for each process of this machine, unless a number is given.
fn threads(asked: Option<u64>, processes: usize) -> Result<usize, Failure> {
    Ok(match asked {
        Some(threads) => threads as usize,
        None => {
            let cores = std::thread::available_parallelism()?.get().min(Threads::MAX);
            (cores / processes).max(1)
        }
    })
}

/// Starts a pool of workers.
pub fn start(threads: usize) -> Result<Threads, Failure> {
    Threads::new(threads).map_err(|error| Failure::new(Status::Memory, error))
}
