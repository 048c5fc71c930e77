//! The orders of the first rank, and the reports of the others.

use crate::common::exit::{Failure, Status, say};
use crate::common::units::size;
use crate::communicator::{Communicator, Mailbox, read, written};
use crate::fault::Workers;
use crate::setup::Setup;
use anyhow::anyhow;
use cubepdb::internals::{
    backend::Threads,
    cube::Cubies,
    nxn::Stickers,
    search::{Answer, Monitor, Outcome, Team},
};
use cubepdb::{Cube, Move, StopReason, Table};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
enum Order {
    /// Solve a cube.
    Solve(State),
    /// Describe the memory of the tables.
    Memory,
    /// Leave.
    End,
}

/// A cube as it is sent.
#[derive(Debug, Serialize, Deserialize)]
enum State {
    /// Pieces and their orientations, corners first.
    Pieces([u8; 8], [u8; 8], [u8; 12], [u8; 12]),
    /// The colours of the stickers; all ranks search cubes of one size.
    Stickers(Vec<u8>),
}

impl State {
    fn of(cube: &Cube) -> Self {
        match cube.pieces() {
            Some(&Cubies { corners, twists, edges, flips }) => Self::Pieces(corners, twists, edges, flips),
            None => Self::Stickers(cube.stickers().colours().to_vec()),
        }
    }

    fn cube(self, setup: &Setup) -> Cube {
        match self {
            Self::Pieces(corners, twists, edges, flips) => Cubies { corners, twists, edges, flips }.into(),
            Self::Stickers(colours) => Stickers::new(setup.solver.size(), colours).into(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
enum Report {
    /// The search is over; all ranks know the outcome.
    Done,
    /// The outcome is not trustworthy: the status to exit with, and the reason.
    Failed(u8, String),
    /// Lines for people.
    Memory(Vec<String>),
}

/// On the first rank: solves a cube together with all others.
pub fn solve(
    setup: &Setup,
    communicator: &Communicator,
    cube: &Cube,
    monitor: &Monitor,
) -> Result<Outcome<Move>, Failure> {
    let mailbox = communicator.mailbox();
    give(&mailbox, &Order::Solve(State::of(cube)));
    let outcome = search(setup, &mailbox, &setup.pools.jobs[0], cube, monitor);
    let failed = reports(&mailbox).into_iter().find_map(|(rank, report)| match report {
        Report::Failed(status, message) => {
            Some(Failure::new(Status::of_code(status), anyhow!("rank {rank}: {message}")))
        }
        Report::Done | Report::Memory(_) => None,
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    // A signal may have been sent to another rank alone.
    if matches!(outcome.answer, Answer::Stopped(StopReason::Interrupt))
        || outcome.incomplete == Some(StopReason::Interrupt)
    {
        setup.pools.interrupt.raise();
    }
    Ok(outcome)
}

/// On another rank: follows orders until it may leave.
pub fn follow(setup: &Setup, mailbox: &Mailbox, pool: &Threads) {
    loop {
        let report = match read::<Order>(&mailbox.wait().1) {
            Order::Solve(state) => {
                search(setup, mailbox, pool, &state.cube(setup), &Monitor::default());
                state_of_tables(setup)
            }
            Order::Memory => Report::Memory(memory(setup, mailbox.rank())),
            Order::End => return,
        };
        mailbox.send(0, &written(&report));
    }
}

/// Dismisses the other ranks.
pub fn dismiss(mailbox: &Mailbox) {
    give(mailbox, &Order::End);
}

/// Prints the memory of each rank's tables, if the ranks are processes, which may share them.
pub fn tell_memory(setup: &Setup) {
    let Some(communicator) = setup.pools.communicator.as_ref().filter(|communicator| !communicator.is_within()) else {
        return;
    };
    let mailbox = communicator.mailbox();
    give(&mailbox, &Order::Memory);
    let mut lines = memory(setup, mailbox.rank());
    for (_, report) in reports(&mailbox) {
        if let Report::Memory(others) = report {
            lines.extend(others);
        }
    }
    lines.iter().for_each(|line| say(line));
}

/// A line for each table of this rank.
fn memory(setup: &Setup, rank: usize) -> Vec<String> {
    let line = |table: &Table| {
        let kind = if table.is_mapped() { "mapped" } else { "copied" };
        let [seen, part] = table.memory().resident_bytes();
        let (seen_size, part_size, spec) = (size(seen), size(part), table.spec());
        format!(
            "rank {rank}: {spec} {kind}, {seen_size} ({seen} bytes) in memory, its part of that {part_size} ({part} bytes)"
        )
    };
    setup.solver.tables().iter().map(|table| line(table)).collect()
}

fn give(mailbox: &Mailbox, order: &Order) {
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

fn search(setup: &Setup, mailbox: &Mailbox, pool: &Threads, cube: &Cube, monitor: &Monitor) -> Outcome<Move> {
    #[cfg(feature = "mpi")]
    crate::fault::strike(mailbox.rank());
    let line = mailbox.next_search();
    let team = Team::new(&line, setup.solver.plan().distribution.unwrap_or_default());
    setup.opened().search(cube, &setup.pools.control(monitor), &Workers(pool), Some(&team))
}

/// Reports whether the results from the tables of this rank are trustworthy.
fn state_of_tables(setup: &Setup) -> Report {
    match setup.refuse_if_changed("nothing is") {
        Err(failure) => Report::Failed(failure.status as u8, failure.message()),
        Ok(()) => Report::Done,
    }
}
