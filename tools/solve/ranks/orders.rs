//! What the first rank tells the others to do, and what they report.

use super::post::{Post, read, written};
use super::{Site, memory};
use crate::common::exit::{Failure, Status};
use crate::tables::Loaded;
use anyhow::anyhow;
use cubepdb::backend::Threads;
use cubepdb::search::{Answer, Monitor, Outcome, StopReason, Team};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize)]
enum Order<C> {
    /// Solve a cube.
    Solve(C),
    /// Say how the tables lie in memory.
    Memory,
    /// Leave.
    End,
}

/// An order that has no cube.
type Plain = Order<()>;

#[derive(Debug, Serialize, Deserialize)]
enum Report {
    /// The search is over; what came of it all ranks know.
    Done,
    /// What came of it is not to be trusted: the status to end with, and why.
    Failed(u8, String),
    /// Lines for people.
    Memory(Vec<String>),
}

/// The first rank: solves a cube on the workers of a job, or together with all others.
pub fn solve<S: Site>(site: &S, job: usize, cube: &S::Cube, monitor: &Monitor) -> Result<Outcome<S::Move>, Failure> {
    let staff = site.staff();
    if staff.crew.is_alone() {
        return Ok(site.search(cube, &staff.control(monitor), &staff.pools[job], None));
    }
    let post = staff.crew.post();
    give(&post, &Order::Solve(cube));
    let outcome = search(site, &post, &staff.pools[job], cube, monitor);
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
        staff.interrupt.raise();
    }
    Ok(outcome)
}

/// Another rank: does what it is told until it may leave.
pub fn follow<S: Site>(site: &S, post: &Post, pool: &Threads) {
    loop {
        let report = match read::<Order<S::Cube>>(&post.wait().1) {
            Order::Solve(cube) => {
                search(site, post, pool, &cube, &Monitor::default());
                state(site)
            }
            Order::Memory => Report::Memory(memory::of_rank(site, post.rank())),
            Order::End => return,
        };
        post.send(0, &written(&report));
    }
}

/// Lets the others leave.
pub fn dismiss(post: &Post) {
    give(post, &Plain::End);
}

/// What all ranks say of their memory.
pub fn ask_for_memory(site: &impl Site) -> Vec<String> {
    let post = site.staff().crew.post();
    give(&post, &Plain::Memory);
    let mut lines = memory::of_rank(site, post.rank());
    for (_, report) in reports(&post) {
        if let Report::Memory(others) = report {
            lines.extend(others);
        }
    }
    lines
}

fn give(post: &Post, order: &Order<impl Serialize>) {
    let order = written(order);
    post.others().for_each(|rank| post.send(rank, &order));
}

/// One report of each of the others, in their order.
fn reports(post: &Post) -> Vec<(usize, Report)> {
    let mut reports: Vec<_> = post.others().map(|_| post.wait()).map(|(rank, report)| (rank, read(&report))).collect();
    reports.sort_by_key(|(rank, _)| *rank);
    reports
}

fn search<S: Site>(site: &S, post: &Post, pool: &Threads, cube: &S::Cube, monitor: &Monitor) -> Outcome<S::Move> {
    #[cfg(feature = "mpi")]
    crate::fault::strike(post.rank());
    let line = post.next_search();
    let team = Team::new(&line, site.distribution().unwrap_or_default());
    site.search(cube, &site.staff().control(monitor), pool, Some(&team))
}

/// Whether what was found with the tables of this rank can be trusted.
fn state(site: &impl Site) -> Report {
    match site.loaded().and_then(Loaded::changed) {
        Some(path) => {
            let message = format!("{} was changed while in use: nothing is proven", path.display());
            Report::Failed(Status::Limit as u8, message)
        }
        None => Report::Done,
    }
}
