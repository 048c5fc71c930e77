//! The journal of a running search.

use crate::clock::Instant;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Saving;
use crate::search::checkpoint::error::CheckpointError;
use crate::search::checkpoint::format::{SEAL, decode, encode};
use crate::search::checkpoint::progress::{Progress, Running};
use crate::search::report::{IterationReport, TaskReport};
use crate::search::task::{FinishedTask, Split};
use crate::storage::StorageError;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// The journal of what a search has proven so far. Workers write to it, and it is saved from time to time.
pub struct Journal<'a> {
    saving: Saving<'a>,
    identity: String,
    state: Mutex<State>,
    /// Held while a state is saved, so that the sink receives the states in order. True if the last state was saved.
    writing: Mutex<bool>,
}

struct State {
    progress: Progress,
    /// When this run began the current length, and the time that earlier runs spent on it.
    began: Instant,
    before: Duration,
    saved: Instant,
    /// The reason why the saved state is of no use to this search.
    refused: Option<Refusal>,
}

#[derive(Clone, Copy)]
enum Refusal {
    /// The saved tree is not the one being searched.
    OtherTree,
    /// There is no memory for the bounds of the saved search.
    Memory,
}

/// The point at which a search resumes.
#[derive(Default)]
pub(in crate::search) struct Resumed {
    pub iterations: Vec<IterationReport>,
    pub solutions: Vec<Vec<MoveIndex>>,
    /// The scores that the engine goes on with.
    pub scores: Vec<u16>,
    /// The length to resume with; `None` at the beginning.
    pub next: Option<u8>,
    /// True if an earlier run has begun that length.
    pub is_begun: bool,
}

impl<'a> Journal<'a> {
    /// A shorter iteration is not saved by itself: repeating it is quicker.
    const WORTH_SAVING: Duration = Duration::from_millis(200);

    /// Begins the journal of the search with this identity and this many different moves, or continues a saved one.
    pub(in crate::search) fn new(
        saving: Saving<'a>,
        identity: String,
        move_count: usize,
    ) -> Result<Self, CheckpointError> {
        let progress = saving.resume.map(|bytes| decode(bytes, &identity, move_count)).transpose()?.unwrap_or_default();
        let now = Instant::now();
        let before = progress.running.as_ref().map_or(Duration::ZERO, |running| running.time);
        let state = State { progress, began: now, before, saved: now, refused: None };
        Ok(Self { saving, identity, state: Mutex::new(state), writing: Mutex::new(true) })
    }

    /// The number of nodes after which a worker with many tasks in hand finishes these tasks and enters them in the
    /// journal, if they would take a few hundredths of a second: a killed search then loses little, and the pauses cost
    /// nothing. The number is smaller where states are saved more often than that.
    pub(in crate::search) fn nodes_between_entries(&self) -> u64 {
        const NODES_IN_A_MICROSECOND: u128 = 100;
        let nodes = self.saving.every.as_micros().saturating_mul(NODES_IN_A_MICROSECOND);
        nodes.clamp(1 << 12, 1 << 23) as u64
    }

    /// Saves for the first time, so that a search that cannot be saved fails before hours are spent.
    pub(in crate::search) fn open(&self) -> Result<(), StorageError> {
        self.saving.sink.save(&self.snapshot().unwrap_or_default())
    }

    /// Calls `look` with the present progress.
    pub(in crate::search) fn inspect<T>(&self, look: impl FnOnce(&Progress) -> T) -> T {
        look(&self.state().progress)
    }

    /// Returns the point at which the search resumes.
    pub(in crate::search) fn resumed(&self) -> Resumed {
        let Progress { iterations, solutions, next, scores, running } = self.state().progress.clone();
        let is_begun = running.is_some();
        let next = (is_begun || !iterations.is_empty()).then_some(next);
        Resumed { iterations, solutions, scores, next, is_begun }
    }

    /// Replaces the scores by those that the engine begins the next length with.
    pub(in crate::search) fn prepared(&self, scores: Vec<u16>) {
        self.state().progress.scores = scores;
    }

    /// Begins a length; returns the time that earlier runs spent on it.
    pub(in crate::search) fn begin(&self, bound: u8) -> Duration {
        let mut state = self.state();
        state.began = Instant::now();
        state.progress.next = bound;
        state.before
    }

    /// The depth at which the tree of the current length has to be split, if earlier runs have split it.
    pub(in crate::search) fn depth(&self) -> Option<u8> {
        self.state().progress.running.as_ref().map(|running| running.split.depth)
    }

    /// Begins with the root tasks of the current length and returns what is known about them. Returns `None` if the
    /// saved state is about other tasks; then the search must not continue.
    pub(in crate::search) fn tasks(&self, split: Split) -> Option<Running> {
        let mut state = self.state();
        let running = state.progress.running.get_or_insert_with(|| Running::new(split)).clone();
        let is_same = running.split == split;
        state.refused = (!is_same).then_some(Refusal::OtherTree);
        is_same.then_some(running)
    }

    /// Refuses the saved state: there is no memory for the bounds that it relies on. The search must not continue.
    pub(in crate::search) fn refuse_for_memory(&self) {
        self.state().refused = Some(Refusal::Memory);
    }

    /// Records tasks that were searched to their ends, and what was found in all of them.
    pub(in crate::search) fn finished(&self, tasks: impl Iterator<Item = FinishedTask>, report: &TaskReport) {
        let due = {
            let mut state = self.state();
            state.progress.running.as_mut().expect("the tasks were begun with").add(tasks, report);
            state.saved.elapsed() >= self.saving.every
        };
        if due {
            // Another worker may be saving at this moment; then these tasks are saved next time.
            match self.writing.try_lock() {
                Ok(writing) => self.save_with(writing),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Poisoned(_)) => panic!("{POISONED}"),
            }
        }
    }

    /// Closes a length that was searched completely.
    pub(in crate::search) fn close(
        &self,
        iteration: &IterationReport,
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

    /// Saves the present progress.
    pub(in crate::search) fn save(&self) {
        self.save_with(self.writing.lock().expect(POISONED));
    }

    /// The error of a search that cannot go on from the saved state, if it turned out so.
    pub(in crate::search) fn refusal(&self) -> Option<CheckpointError> {
        self.state().refused.map(|refusal| match refusal {
            Refusal::OtherTree => SEAL.other_identity("its tree has other subtrees".to_owned()).into(),
            Refusal::Memory => CheckpointError::Memory,
        })
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

    /// The state to save; `None` if nothing is worth saving.
    fn snapshot(&self) -> Option<Vec<u8>> {
        let mut state = self.state();
        if state.refused.is_some() {
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
