//! The threads of this process, divided among jobs or ranks, and the limits of their searches.

use crate::common::clock::{Taken, timed};
use crate::common::exit::{Failure, Status};
use crate::common::signals::Interrupt;
use crate::communicator::Communicator;
use crate::flags::SetupArgs;
use crate::jobs::shares;
use cubepdb::internals::search::{Control, Limits};
use cubepdb::{
    StopReason, Threads,
    plan::SearchPlace,
    random_access::cores_for,
    search::{Answer, Executor, Monitor, Outcome},
};
use std::sync::Arc;
use std::time::Duration;

/// The threads that search, of all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workforce {
    pub threads: usize,
    /// The cores that they can have at a time, on all machines.
    pub cores: usize,
}

impl Workforce {
    /// Threads of this process.
    fn here(threads: usize) -> Self {
        Self { threads, cores: cores_for(threads) }
    }
}

/// Thread pools, one for each job, and the data that all of their searches share.
pub struct ThreadPools {
    /// Threads of this process.
    pub threads: usize,
    /// The threads of all ranks, and their cores.
    pub all: Workforce,
    /// The pool of each job.
    pub jobs: Vec<Threads>,
    /// The pools of the other ranks of this process.
    pub others: Vec<Threads>,
    /// The connection to the ranks that search together with this process, if there are any.
    pub communicator: Option<Arc<Communicator>>,
    pub interrupt: Interrupt,
    limits: Limits,
}

/// The exit status for a search that was stopped.
pub fn stopped(reason: StopReason, interrupt: &Interrupt) -> Status {
    match reason {
        StopReason::Interrupt => interrupt.status(),
        StopReason::Memory { .. } | StopReason::Device { .. } => Status::Memory,
        StopReason::Time | StopReason::Nodes => Status::Limit,
    }
}

impl ThreadPools {
    /// All threads of this process in one pool.
    pub fn new(
        args: &SetupArgs,
        interrupt: Interrupt,
        communicator: Option<Arc<Communicator>>,
    ) -> Result<Self, Failure> {
        let search = &args.search;
        let processes = communicator.as_ref().map_or(1, |communicator| communicator.machine().processes);
        let threads = threads(search.threads, processes)?;
        if communicator.is_some() {
            for (asked, sentence) in [
                (search.jobs > 1, "--jobs solves several cubes at a time; several ranks search one cube together"),
                (
                    args.engine.asks_for_workers(),
                    "--workers divides a tree among workers of one rank; several ranks divide it by --distribution",
                ),
            ] {
                if asked {
                    return Err(Failure::usage(sentence));
                }
            }
        }
        let limits = Limits { time: search.timeout, nodes: search.max_nodes, memory: args.tables.max_memory };
        let jobs = vec![start(threads)?];
        Ok(Self { threads, all: Workforce::here(threads), jobs, others: Vec::new(), communicator, interrupt, limits })
    }

    /// The exit status after all cubes, given the worst one.
    pub fn status(&self, worst: Option<Status>) -> Status {
        if self.interrupt.is_raised() { self.interrupt.status() } else { worst.unwrap_or(Status::Success) }
    }

    /// Divides the threads among `jobs` jobs, or among the ranks of this process. The first workers of a job drive its
    /// devices, if there are some, one each; all jobs use the same devices.
    pub fn divide(&mut self, jobs: u64, devices: usize, place: SearchPlace) -> Result<(), Failure> {
        if devices > 0 {
            return self.drive(devices, place == SearchPlace::DevicesAndThreads, jobs as usize);
        }
        let ranks = self.communicator.as_ref().map_or(1, |communicator| communicator.within_process());
        let jobs = jobs as usize;
        let parts = jobs.max(ranks);
        if parts == 1 {
            return Ok(());
        }
        self.jobs.clear();
        self.jobs = shares(self.threads, parts).map(start).collect::<Result<_, _>>()?;
        let all = Workforce::here(self.jobs.iter().map(Executor::workers).sum());
        // Each job has at least one thread; the requested number is reported.
        self.all = if self.communicator.is_some() { all } else { Workforce { threads: self.threads, ..all } };
        self.others = self.jobs.split_off(jobs);
        Ok(())
    }

    /// Starts a worker for each device, and if threads search beside them also their share, for each of some jobs.
    fn drive(&mut self, devices: usize, beside_threads: bool, jobs: usize) -> Result<(), Failure> {
        self.jobs.clear();
        let beside = |share: usize| if beside_threads { share } else { 0 };
        let workers = shares(self.threads, jobs).map(|share| devices + beside(share));
        self.jobs = workers.map(start).collect::<Result<_, _>>()?;
        self.all = Workforce::here(self.jobs.iter().map(Executor::workers).sum());
        Ok(())
    }

    /// The limits of a search that begins now.
    pub fn control<'a>(&'a self, monitor: &'a Monitor) -> Control<'a> {
        Control::new(self.limits, monitor, self.interrupt.flag())
    }

    /// The exit status for the outcome of a search.
    pub fn ended<M>(&self, outcome: &Outcome<M>) -> Status {
        match &outcome.answer {
            Answer::Solved(_) => outcome.incomplete.map_or(Status::Success, |reason| self.stopped(reason)),
            Answer::NoSolution => Status::NoSolution,
            Answer::Stopped(reason) => self.stopped(*reason),
        }
    }

    /// The exit status for a search that was stopped.
    pub fn stopped(&self, reason: StopReason) -> Status {
        stopped(reason, &self.interrupt)
    }

    /// Does some work, and returns the time that it took on all ranks.
    pub fn timed<R>(&self, work: impl FnOnce() -> R) -> (R, Taken) {
        let elsewhere = || self.communicator.as_ref().map_or(Duration::ZERO, |ranks| ranks.processor_time_elsewhere());
        let before = elsewhere();
        let (result, Taken { wall, processor }) = timed(work);
        (result, Taken { wall, processor: processor + (elsewhere() - before) })
    }

    /// The number of ranks that search together, this one included.
    pub fn ranks(&self) -> usize {
        self.communicator.as_ref().map_or(1, |communicator| communicator.count())
    }

    /// A description of the ranks, if there are several.
    pub fn described(&self) -> Option<String> {
        let threads = self.all.threads;
        let communicator = self.communicator.as_ref()?;
        Some(format!("ranks: {}, with {threads} threads in all", communicator.count()))
    }
}

/// The number of threads to start: one for each core, divided among the processes of this machine, unless a number is
/// given.
pub fn threads(asked: Option<u64>, processes: usize) -> Result<usize, Failure> {
    Ok(match asked {
        Some(threads) => threads as usize,
        None => {
            let cores = std::thread::available_parallelism()?.get().min(Threads::MAX);
            (cores / processes).max(1)
        }
    })
}

/// Starts a pool of threads.
pub fn start(threads: usize) -> Result<Threads, Failure> {
    Threads::new(threads).map_err(|error| Failure::new(Status::Memory, error))
}
