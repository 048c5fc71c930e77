//! The distribution of an iteration's root tasks among the ranks of a team.

use super::search::TwoSided;
use super::space::DeferredSpace;
use super::task_queue::{TAKEN, TaskQueue};
use crate::search::ranks::{self, Pool, TaskSource, Team, WorkPolicy};
use crate::search::report::Searched;
use std::sync::atomic::Ordering;

/// The number of times, in an iteration, that a worker of a team gets tasks from the first rank.
const GIVEN: usize = 128;

/// The most tasks that are sent at a time: some milliseconds of work.
const MOST_GIVEN: usize = 1024;

/// Searches the tasks that the first rank sends, several at a time, in the order of their scores.
pub(super) fn run<S: DeferredSpace>(
    space: &S,
    search: &TwoSided<'_>,
    queue: &TaskQueue<'_>,
    team: &Team<'_>,
) -> Searched {
    team.begin();
    let (all, workers) = (queue.order.len(), search.executor.workers());
    let given = (all / (GIVEN * workers * team.count())).clamp(TAKEN, MOST_GIVEN);
    let source = RootTasks { space, search, queue };
    let chunks = (0..all).step_by(given).map(|first| queue.sent(first..(first + given).min(all)));
    let chunks = if team.rank() == 0 { chunks.collect() } else { Vec::new() };
    let policy = WorkPolicy::on_demand(team.rank(), team.count(), chunks);
    ranks::iteration(&source, search.control, team, workers, Vec::new(), policy)
}

/// The tasks of an iteration that one rank of a team searches.
struct RootTasks<'a, S> {
    space: &'a S,
    search: &'a TwoSided<'a>,
    queue: &'a TaskQueue<'a>,
}

/// The tallies of the tasks that a rank has searched, by position: what the first rank needs to order the next
/// iteration.
type Tallies = Vec<(u32, u32)>;

impl<S: DeferredSpace> TaskSource for RootTasks<'_, S> {
    fn search(&self, pool: &Pool<Vec<u8>>) -> Searched {
        self.search.work(self.space, self.queue, Some(pool))
    }

    fn note(&self) -> Vec<u8> {
        let tallies = self.queue.tallies.iter().map(|tally| tally.load(Ordering::Relaxed));
        let own: Tallies = (0..).zip(tallies).filter(|&(_, tally)| tally > 0).collect();
        postcard::to_allocvec(&own).expect("numbers")
    }

    /// For one solution, the position of the first task that has one. For all solutions, no task is superfluous.
    fn cut(&self, _heard: u64) -> u64 {
        let first = self.queue.first_solved.load(Ordering::Relaxed);
        if self.search.all { u64::MAX } else { first.saturating_add(1) }
    }

    fn receive_note(&self, note: &[u8]) {
        let tallies: Tallies = postcard::from_bytes(note).expect("all ranks run the same program");
        tallies
            .into_iter()
            .for_each(|(place, tally)| self.queue.tallies[place as usize].store(tally, Ordering::Relaxed));
    }
}
