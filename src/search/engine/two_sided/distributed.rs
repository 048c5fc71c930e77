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
    let chunks = (0..all).step_by(given).map(|first| source.pack(first..(first + given).min(all)));
    let chunks = if team.rank() == 0 { chunks.collect() } else { Vec::new() };
    let policy = WorkPolicy::on_demand(team.rank(), team.count(), chunks);
    ranks::iteration(&source, search.control, team, workers, Vec::new(), policy)
}

/// The part of an iteration that one rank of a team searches.
struct RootTasks<'a, S> {
    search: &'a TwoSided<'a, S>,
    iteration: &'a Iteration<'a>,
    /// The positions that this rank has received.
    kept: Mutex<Vec<Range<usize>>>,
}

/// Consecutive tasks in the order of their scores.
#[derive(Clone, Serialize, Deserialize)]
struct Chunk {
    /// The position of the first.
    first: u32,
    /// The number of each task in the list that all ranks have.
    tasks: Vec<u32>,
}

impl<S: StagedSpace> TaskSource for RootTasks<'_, S> {
    type Task = Range<usize>;
    type Wire = Chunk;
    /// The position of a first task, and the tallies of it and of those that follow.
    type Remark = Vec<(u32, Vec<u32>)>;

    fn pack(&self, places: Range<usize>) -> Chunk {
        Chunk { first: places.start as u32, tasks: places.map(|place| self.iteration.number(place) as u32).collect() }
    }

    fn unpack(&self, chunk: Chunk) -> Range<usize> {
        let first = chunk.first as usize;
        let places = first..first + chunk.tasks.len();
        for (place, task) in self.iteration.order[places.clone()].iter().zip(chunk.tasks) {
            place.store(task, Ordering::Relaxed);
        }
        self.kept.lock().expect("nobody panics here").push(places.clone());
        places
    }

    fn search(&self, pool: &Pool<Range<usize>>) -> Searched {
        self.search.work(self.iteration, Some(pool))
    }

    fn remark(&self) -> Self::Remark {
        let kept = self.kept.lock().expect("nobody panics here");
        let tallies = |places: &Range<usize>| {
            self.iteration.tallies[places.clone()].iter().map(|tally| tally.load(Ordering::Relaxed)).collect()
        };
        kept.iter().map(|places| (places.start as u32, tallies(places))).collect()
    }

    /// For one solution, the position of the first task that has one. For all solutions, no task is superfluous.
    fn cut(&self, _heard: u64) -> u64 {
        let first = self.iteration.first_solved.load(Ordering::Relaxed);
        if self.search.all { u64::MAX } else { first.saturating_add(1) }
    }

    fn heed(&self, remark: Self::Remark) {
        for (first, tallies) in remark {
            let own = self.iteration.tallies[first as usize..].iter();
            own.zip(tallies).for_each(|(own, tally)| own.store(tally, Ordering::Relaxed));
        }
    }
}
