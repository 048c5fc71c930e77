//! The distribution of an iteration's root tasks among the ranks of a team.

use super::iteration::{Iteration, TAKEN, TwoSided};
use super::space::StagedSpace;
use crate::locks::Mutex;
use crate::search::ranks::{self, Pool, TaskSource, Team, WorkPolicy};
use crate::search::report::Searched;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The number of times, in an iteration, that a worker of a team gets tasks from the first rank.
const GIVEN: usize = 128;

/// The most tasks that are sent at a time: some milliseconds of work.
const MOST_GIVEN: usize = 1024;

/// Searches the tasks that the first rank sends, several at a time, in the order of their scores.
pub(super) fn run<S: StagedSpace>(search: &TwoSided<'_, S>, iteration: &Iteration<'_>, team: &Team<'_>) -> Searched {
    team.begin();
    let (all, workers) = (iteration.order.len(), search.executor.workers());
    let given = (all / (GIVEN * workers * team.count())).clamp(TAKEN, MOST_GIVEN);
    let source = RootTasks { search, iteration, kept: Mutex::default() };
    let chunks = (0..all).step_by(given).map(|first| pack(iteration, first..(first + given).min(all)));
    let chunks = if team.rank() == 0 { chunks.collect() } else { Vec::new() };
    let policy = WorkPolicy::on_demand(team.rank(), team.count(), chunks);
    ranks::iteration(&source, search.control, team, workers, Vec::new(), policy)
}

/// The tasks of an iteration that one rank of a team searches.
struct RootTasks<'a, S> {
    search: &'a TwoSided<'a, S>,
    iteration: &'a Iteration<'a>,
    /// The positions that the workers of this rank have taken.
    kept: Mutex<Vec<Range<usize>>>,
}

/// The pool of a rank: consecutive tasks in the order of their scores.
pub(super) struct RootTaskPool<'a> {
    pool: &'a Pool<Vec<u8>>,
    kept: &'a Mutex<Vec<Range<usize>>>,
}

impl RootTaskPool<'_> {
    /// The positions of some tasks, as soon as there are any; `None` if no more will come.
    pub fn take(&self, iteration: &Iteration<'_>) -> Option<Range<usize>> {
        let places = unpack(iteration, &self.pool.take()?);
        self.kept.lock().expect("nobody panics here").push(places.clone());
        Some(places)
    }

    /// Lets the workers leave when they have taken the last task.
    pub fn close(&self) {
        self.pool.close();
    }
}

/// Encodes the first position of some tasks, and the number of each in the list that all ranks have.
fn pack(iteration: &Iteration<'_>, places: Range<usize>) -> Vec<u8> {
    let first = places.start as u32;
    let numbers = places.map(|place| iteration.number(place) as u32);
    std::iter::once(first).chain(numbers).flat_map(u32::to_le_bytes).collect()
}

/// Enters the numbers of tasks that another rank has sent; returns their positions.
fn unpack(iteration: &Iteration<'_>, chunk: &[u8]) -> Range<usize> {
    let mut numbers = chunk.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let first = numbers.next().expect("the first position") as usize;
    let places = first..first + numbers.len();
    for (place, task) in iteration.order[places.clone()].iter().zip(numbers) {
        place.store(task, Ordering::Relaxed);
    }
    places
}

/// The positions of consecutive tasks, and their tallies: what the first rank needs to order the next iteration.
#[derive(Serialize, Deserialize)]
struct Tallies(Vec<(u32, Vec<u32>)>);

impl<S: StagedSpace> TaskSource for RootTasks<'_, S> {
    fn search(&self, pool: &Pool<Vec<u8>>) -> Searched {
        self.search.work(self.iteration, Some(&RootTaskPool { pool, kept: &self.kept }))
    }

    fn remark(&self) -> Vec<u8> {
        let kept = self.kept.lock().expect("nobody panics here");
        let tallies = |places: &Range<usize>| {
            self.iteration.tallies[places.clone()].iter().map(|tally| tally.load(Ordering::Relaxed)).collect()
        };
        let tallies = Tallies(kept.iter().map(|places| (places.start as u32, tallies(places))).collect());
        postcard::to_allocvec(&tallies).expect("numbers")
    }

    /// For one solution, the position of the first task that has one. For all solutions, no task is superfluous.
    fn cut(&self, _heard: u64) -> u64 {
        let first = self.iteration.first_solved.load(Ordering::Relaxed);
        if self.search.all { u64::MAX } else { first.saturating_add(1) }
    }

    fn heed(&self, remark: &[u8]) {
        let Tallies(tallies) = postcard::from_bytes(remark).expect("all ranks run the same program");
        for (first, tallies) in tallies {
            let own = self.iteration.tallies[first as usize..].iter();
            own.zip(tallies).for_each(|(own, tally)| own.store(tally, Ordering::Relaxed));
        }
    }
}
