//! The journal of a running search.

use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Saving;
use crate::search::checkpoint::error::CheckpointError;
use crate::search::checkpoint::format::{decode, encode};
use crate::search::checkpoint::progress::{Progress, Running};
use crate::search::query::Iteration;
use crate::search::report::TaskReport;
use crate::search::task::{FinishedTask, Split};
use crate::storage::StorageError;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// What a search has proven so far, kept by its workers and saved from time to time.
pub struct Journal<'a> {
    saving: Saving<'a>,
    identity: String,
    state: Mutex<State>,
    /// Held while a state is saved: the states come to the sink in their order. Whether the last one was saved.
    writing: Mutex<bool>,
}

struct State {
    progress: Progress,
    /// When this run began with the length in hand, and the time that earlier runs spent on it.
    began: Instant,
    before: Duration,
    saved: Instant,
    /// The saved tree is not the one that is searched.
    refused: bool,
}

/// Where a search goes on.
#[derive(Default)]
pub(in crate::search) struct Resumed {
    pub iterations: Vec<Iteration>,
    pub solutions: Vec<Vec<MoveIndex>>,
    /// The scores of the root tasks of the last of these lengths.
    pub scores: Vec<u16>,
    /// The length to go on with; `None` at the beginning.
    pub next: Option<u8>,
}

impl<'a> Journal<'a> {
    /// An iteration that took less is not saved for itself: it is quicker done again.
    const WORTH_SAVING: Duration = Duration::from_millis(200);

    /// Begins the journal of the search with this identity and this many different moves, or goes on with one that was saved.
    pub(in crate::search) fn new(
        saving: Saving<'a>,
        identity: String,
        letters: usize,
    ) -> Result<Self, CheckpointError> {
        let progress = saving.resume.map(|bytes| decode(bytes, &identity, letters)).transpose()?.unwrap_or_default();
        let now = Instant::now();
        let before = progress.running.as_ref().map_or(Duration::ZERO, |running| running.time);
        let state = State { progress, began: now, before, saved: now, refused: false };
        Ok(Self { saving, identity, state: Mutex::new(state), writing: Mutex::new(true) })
    }

    /// The nodes that a worker with many tasks in hand searches before it finishes these tasks and enters them in the journal, if
    /// they would take a few hundredths of a second, so that a killed search loses little and the pauses cost nothing. Less
    /// where states are saved more often than that.
    pub(in crate::search) fn nodes_between_entries(&self) -> u64 {
        const NODES_IN_A_MICROSECOND: u128 = 100;
        let nodes = self.saving.every.as_micros().saturating_mul(NODES_IN_A_MICROSECOND);
        nodes.clamp(1 << 12, 1 << 23) as u64
    }

    /// Saves for the first time: whoever cannot save should know before hours are spent.
    pub(in crate::search) fn open(&self) -> Result<(), StorageError> {
        self.saving.sink.save(&self.snapshot().unwrap_or_default())
    }

    /// Looks at what is known so far.
    pub(in crate::search) fn inspect<T>(&self, look: impl FnOnce(&Progress) -> T) -> T {
        look(&self.state().progress)
    }

    /// Where the search goes on.
    pub(in crate::search) fn resumed(&self) -> Resumed {
        let Progress { iterations, solutions, next, scores, running } = self.state().progress.clone();
        let begun = !iterations.is_empty() || running.is_some();
        Resumed { iterations, solutions, scores, next: begun.then_some(next) }
    }

    /// Begins with a length; the time that earlier runs spent on it.
    pub(in crate::search) fn begin(&self, bound: u8) -> Duration {
        let mut state = self.state();
        state.began = Instant::now();
        state.progress.next = bound;
        state.before
    }

    /// The depth at which the tree of the length in hand has to be split, if earlier runs have split it.
    pub(in crate::search) fn depth(&self) -> Option<u8> {
        self.state().progress.running.as_ref().map(|running| running.split.depth)
    }

    /// Begins with the root tasks of the length in hand: what is known of them. `None` if what was saved is about other tasks;
    /// then the search must not go on.
    pub(in crate::search) fn tasks(&self, split: Split) -> Option<Running> {
        let mut state = self.state();
        let running = state.progress.running.get_or_insert_with(|| Running::new(split)).clone();
        state.refused = running.split != split;
        (!state.refused).then_some(running)
    }

    /// Notes tasks that were searched to their ends, and what was found in all of them.
    pub(in crate::search) fn finished(&self, tasks: impl Iterator<Item = FinishedTask>, report: &TaskReport) {
        let due = {
            let mut state = self.state();
            state.progress.running.as_mut().expect("the tasks were begun with").add(tasks, report);
            state.saved.elapsed() >= self.saving.every
        };
        if due {
            // Another worker may be saving at this moment: then these tasks are for the next time.
            match self.writing.try_lock() {
                Ok(writing) => self.save_with(writing),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Poisoned(_)) => panic!("{POISONED}"),
            }
        }
    }

    /// Closes a length that was searched to its end.
    pub(in crate::search) fn close(
        &self,
        iteration: &Iteration,
        solutions: &[Vec<MoveIndex>],
        next: u8,
        scores: Vec<u16>,
    ) {
        let due = {
            let mut state = self.state();
            let took = state.began.elapsed();
            state.progress.running = None;
            state.before = Duration::ZERO;
            state.progress.iterations.push(iteration.clone());
            state.progress.solutions = solutions.to_vec();
            state.progress.next = next;
            state.progress.scores = scores;
            took >= Self::WORTH_SAVING || state.saved.elapsed() >= self.saving.every
        };
        if due {
            self.save();
        }
    }

    /// Saves what is known.
    pub(in crate::search) fn save(&self) {
        self.save_with(self.writing.lock().expect(POISONED));
    }

    /// Whether what was saved turned out to be about another tree.
    pub(in crate::search) fn refused(&self) -> bool {
        self.state().refused
    }

    fn save_with(&self, mut last: MutexGuard<'_, bool>) {
        let Some(bytes) = self.snapshot() else { return };
        let result = self.saving.sink.save(&bytes);
        self.state().saved = Instant::now();
        if let Err(error) = &result
            && *last
        {
            (self.saving.failed)(error);
        }
        *last = result.is_ok();
    }

    /// The state to save; `None` if there is nothing worth it.
    fn snapshot(&self) -> Option<Vec<u8>> {
        let mut state = self.state();
        if state.refused {
            return None;
        }
        let time = state.before + state.began.elapsed();
        if let Some(running) = &mut state.progress.running {
            running.time = time;
        }
        Some(encode(&self.identity, &state.progress))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect(POISONED)
    }
}

const POISONED: &str = "keeping the journal does not panic";
