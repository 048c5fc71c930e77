//! What the first rank tells the others to do, and what they report.

use super::memory;
use super::post::{Post, read, written};
use crate::common::exit::{Failure, Status};
use crate::setup::Setup;
use anyhow::anyhow;
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, Move};
use cubepdb::search::{Answer, Monitor, Outcome, StopReason, Team};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
enum Order {
    /// Solve a cube: pieces and their orientations, corners first.
    Solve([u8; 8], [u8; 8], [u8; 12], [u8; 12]),
    /// Say how the tables lie in memory.
    Memory,
    /// Leave.
    End,
}

#[derive(Debug, Serialize, Deserialize)]
enum Report {
    /// The search is over; what came of it all ranks know.
    Done,
    /// What came of it is not to be trusted: the status to end with, and why.
    Failed(u8, String),
    /// Lines for people.
    Memory(Vec<String>),
}

impl Order {
    fn of(cube: &Cubies) -> Self {
        Self::Solve(cube.corners, cube.twists, cube.edges, cube.flips)
    }
}

/// The first rank: solves a cube together with all others.
pub fn solve_together(setup: &Setup, cube: &Cubies, monitor: &Monitor) -> Result<Outcome<Move>, Failure> {
    let post = setup.crew.post();
    give(&post, &Order::of(cube));
    let outcome = search(setup, &post, &setup.pools[0], cube, monitor);
    let failed = reports(&post).into_iter().find_map(|(rank, report)| match report {
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
        setup.interrupt.raise();
    }
    Ok(outcome)
}

/// Another rank: does what it is told until it may leave.
pub fn follow(setup: &Setup, post: &Post, pool: &Threads) {
    loop {
        let report = match read(&post.wait().1) {
            Order::Solve(corners, twists, edges, flips) => {
                let cube = Cubies { corners, twists, edges, flips };
                search(setup, post, pool, &cube, &Monitor::default());
                state(setup)
            }
            Order::Memory => Report::Memory(memory::of_rank(setup, post.rank())),
            Order::End => return,
        };
        post.send(0, &written(&report));
    }
}

/// Lets the others leave.
pub fn dismiss(post: &Post) {
    give(post, &Order::End);
}

/// What all ranks say of their memory.
pub fn ask_for_memory(setup: &Setup) -> Vec<String> {
    let post = setup.crew.post();
    give(&post, &Order::Memory);
    let mut lines = memory::of_rank(setup, post.rank());
    for (_, report) in reports(&post) {
        if let Report::Memory(others) = report {
            lines.extend(others);
        }
    }
    lines
}

fn give(post: &Post, order: &Order) {
    let order = written(order);
    post.others().for_each(|rank| post.send(rank, &order));
}

/// One report of each of the others, in their order.
fn reports(post: &Post) -> Vec<(usize, Report)> {
    let mut reports: Vec<_> = post.others().map(|_| post.wait()).map(|(rank, report)| (rank, read(&report))).collect();
    reports.sort_by_key(|(rank, _)| *rank);
    reports
}

fn search(setup: &Setup, post: &Post, pool: &Threads, cube: &Cubies, monitor: &Monitor) -> Outcome<Move> {
    #[cfg(feature = "mpi")]
    super::fault::strike(post.rank());
    let line = post.next_search();
    let team = Team::new(&line, setup.recipe.distribution.unwrap_or_default());
    setup.solver.solve_together(cube, &setup.control(monitor), pool, &team)
}

/// Whether what was found with the tables of this rank can be trusted.
fn state(setup: &Setup) -> Report {
    match setup.loaded.changed() {
        Some(path) => {
            let message = format!("{} was changed while in use: nothing is proven", path.display());
            Report::Failed(Status::Limit as u8, message)
        }
        None => Report::Done,
    }
}
