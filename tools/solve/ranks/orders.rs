//! The orders of the first rank, and the reports of the others.

use super::Together;
use crate::common::clock::timed;
use crate::common::exit::{Failure, Status, say};
use crate::communicator::{Communicator, Mailbox, read, written};
use crate::fault::FailingThreads;
use crate::thread_pools::ThreadPools;
use anyhow::anyhow;
use cubepdb::{
    Threads,
    internals::search::{Team, Workers},
    search::{Monitor, Outcome},
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Debug, Serialize, Deserialize)]
enum Order<S> {
    /// Search a state.
    Solve(S),
    /// Describe the memory of the tables.
    Memory,
    /// Leave.
    End,
}

#[derive(Debug, Serialize, Deserialize)]
enum Report {
    /// The search is over; all ranks know the outcome. With the processor time of the process meanwhile, and the exit
    /// status for a signal, if one came.
    Done(Duration, Option<u8>),
    /// The outcome is not trustworthy: the status to exit with, and the reason.
    Failed(u8, String),
    /// Lines for people.
    Memory(Vec<String>),
}

/// On the first rank: searches a state together with all others.
pub fn solve<S: Together>(
    setup: &S,
    communicator: &Communicator,
    start: &S::Start,
    monitor: &Monitor,
) -> Result<Outcome<S::Move>, Failure> {
    let mailbox = communicator.mailbox();
    give(&mailbox, &Order::Solve(start));
    let outcome = search(setup, &mailbox, &setup.pools().jobs[0], start, monitor);
    let mut failed = None;
    for (rank, report) in reports(&mailbox) {
        match report {
            Report::Done(processor, signal) => {
                communicator.add_processor_time(processor);
                // It may have been sent to that rank alone.
                if let Some(signal) = signal {
                    setup.pools().interrupt.raise_as(Status::of_code(signal));
                }
            }
            Report::Failed(status, message) => {
                let failure = || Failure::new(Status::of_code(status), anyhow!("rank {rank}: {message}"));
                failed.get_or_insert_with(failure);
            }
            Report::Memory(_) => {}
        }
    }
    failed.map_or(Ok(outcome), Err)
}

/// On another rank: follows orders until it may leave.
pub fn follow<S: Together>(setup: &S, mailbox: &Mailbox, pool: &Threads) {
    loop {
        let report = match read::<Order<S::Start>>(&mailbox.wait().1) {
            Order::Solve(start) => {
                let (_, taken) = timed(|| search(setup, mailbox, pool, &start, &Monitor::default()));
                match setup.check() {
                    Err(failure) => Report::Failed(failure.status as u8, failure.message()),
                    Ok(()) => Report::Done(taken.processor, signal(setup.pools())),
                }
            }
            Order::Memory => Report::Memory(setup.memory(mailbox.rank())),
            Order::End => return,
        };
        mailbox.send(0, &written(&report));
    }
}

/// The exit status for the signal that came, if any.
fn signal(pools: &ThreadPools) -> Option<u8> {
    pools.interrupt.is_raised().then(|| pools.interrupt.status() as u8)
}

/// Dismisses the other ranks.
pub fn dismiss(mailbox: &Mailbox) {
    give::<()>(mailbox, &Order::End);
}

/// Prints the memory of each rank's tables, if the ranks are processes, which may share them.
pub fn tell_memory(setup: &impl Together) {
    let Some(communicator) = setup.pools().communicator.as_ref().filter(|communicator| !communicator.is_within())
    else {
        return;
    };
    let mailbox = communicator.mailbox();
    give::<()>(&mailbox, &Order::Memory);
    let mut lines = setup.memory(mailbox.rank());
    for (_, report) in reports(&mailbox) {
        if let Report::Memory(others) = report {
            lines.extend(others);
        }
    }
    lines.iter().for_each(|line| say(line));
}

fn give<S: Serialize>(mailbox: &Mailbox, order: &Order<S>) {
    let order = written(order);
    mailbox.others().for_each(|rank| mailbox.send(rank, &order));
}

/// One report from each of the others, in their order.
fn reports(mailbox: &Mailbox) -> Vec<(usize, Report)> {
    let mut reports: Vec<_> =
        mailbox.others().map(|_| mailbox.wait()).map(|(rank, report)| (rank, read(&report))).collect();
    reports.sort_by_key(|(rank, _)| *rank);
    reports
}

fn search<S: Together>(
    setup: &S,
    mailbox: &Mailbox,
    pool: &Threads,
    start: &S::Start,
    monitor: &Monitor,
) -> Outcome<S::Move> {
    #[cfg(feature = "mpi")]
    crate::fault::strike(mailbox.rank());
    let line = mailbox.next_search();
    let team = Team::new(&line, setup.plan().distribution.unwrap_or_default());
    let (control, threads) = (setup.pools().control(monitor), FailingThreads(pool));
    setup.search(start, &Workers::new(&control, &threads).with_team(Some(&team)))
}
