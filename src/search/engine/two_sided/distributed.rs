//! The root tasks of an iteration, given out to the ranks of a team.

use super::iteration::{Iteration, TAKEN, TwoSided};
use super::space::StagedSpace;
use crate::locks::Mutex;
use crate::search::ranks::{self, Pool, TaskSource, Team, WorkPolicy};
use crate::search::report::Searched;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// How often, in an iteration, a worker of a team gets tasks from the first rank.
const GIVEN: usize = 128;

/// The most tasks that are given at a time: some milliseconds of work.
const MOST_GIVEN: usize = 1024;

/// Searches what the first rank gives out, some tasks at a time, in the order of their scores.
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
    /// The places that this rank was given.
    kept: Mutex<Vec<Range<usize>>>,
}

/// Tasks that follow each other in the order of their scores.
#[derive(Clone, Serialize, Deserialize)]
struct Chunk {
    /// The place of the first.
    first: u32,
    /// The number of each in the list that all ranks have.
    tasks: Vec<u32>,
}

impl<S: StagedSpace> TaskSource for RootTasks<'_, S> {
    type Task = Range<usize>;
    type Wire = Chunk;
    /// The place of a first task, and the tallies of it and those that follow.
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

    /// One solution: the one in the first task. All of them: none is in the way of another.
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
