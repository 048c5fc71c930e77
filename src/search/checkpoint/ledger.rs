//! The books of a running search.

use super::super::ida::Iteration;
use super::super::kernel::{Findings, Subtree};
use super::Saving;
use super::error::CheckpointError;
use super::format::{decode, encode};
use super::progress::{Progress, Running, Split};
use crate::puzzle::Letter;
use crate::storage::StorageError;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// What a search has proven so far, kept by its workers and saved from time to time.
pub struct Ledger<'a> {
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
pub(in super::super) struct Resumed {
    pub iterations: Vec<Iteration>,
    pub solutions: Vec<Vec<Letter>>,
    /// The length to go on with; `None` at the beginning.
    pub next: Option<u8>,
}

impl<'a> Ledger<'a> {
    /// An iteration that took less is not saved for itself: it is quicker done again.
    const WORTH_SAVING: Duration = Duration::from_millis(200);

    /// Begins the books of the search of this identity, whose words have so many different letters, or goes on with those
    /// that were saved.
    pub(in super::super) fn new(saving: Saving<'a>, identity: String, letters: usize) -> Result<Self, CheckpointError> {
        let progress = saving.resume.map(|bytes| decode(bytes, &identity, letters)).transpose()?.unwrap_or_default();
        let now = Instant::now();
        let before = progress.running.as_ref().map_or(Duration::ZERO, |running| running.time);
        let state = State { progress, began: now, before, saved: now, refused: false };
        Ok(Self { saving, identity, state: Mutex::new(state), writing: Mutex::new(true) })
    }

    /// Saves for the first time: whoever cannot save should know before hours are spent.
    pub(in super::super) fn open(&self) -> Result<(), StorageError> {
        self.saving.sink.save(&self.snapshot().unwrap_or_default())
    }

    /// Looks at what is known so far.
    pub(in super::super) fn inspect<T>(&self, look: impl FnOnce(&Progress) -> T) -> T {
        look(&self.state().progress)
    }

    /// Where the search goes on.
    pub(in super::super) fn resumed(&self) -> Resumed {
        let Progress { iterations, solutions, next, running } = self.state().progress.clone();
        let begun = !iterations.is_empty() || running.is_some();
        Resumed { iterations, solutions, next: begun.then_some(next) }
    }

    /// Begins with a length; the time that earlier runs spent on it.
    pub(in super::super) fn begin(&self, bound: u8) -> Duration {
        let mut state = self.state();
        state.began = Instant::now();
        state.progress.next = bound;
        state.before
    }

    /// The depth at which the tree of the length in hand has to be split, if earlier runs have split it.
    pub(in super::super) fn depth(&self) -> Option<u8> {
        self.state().progress.running.as_ref().map(|running| running.split.depth)
    }

    /// Opens an account for the subtrees of the length in hand: what is known of them. `None` if what was saved is about
    /// other subtrees.
    pub(in super::super) fn account<N>(&self, subtrees: &[Subtree<N>]) -> Option<Running> {
        let split = Split::of(subtrees);
        let mut state = self.state();
        let running = state.progress.running.get_or_insert_with(|| Running::new(split)).clone();
        state.refused = running.split != split;
        (!state.refused).then_some(running)
    }

    /// Notes what was found in a subtree, which was searched to its end.
    pub(in super::super) fn finished(&self, subtree: usize, findings: &Findings) {
        let due = {
            let mut state = self.state();
            state.progress.running.as_mut().expect("an account was opened").add(subtree, findings);
            state.saved.elapsed() >= self.saving.every
        };
        if due {
            // Another worker may be saving at this moment: then this subtree is for the next time.
            match self.writing.try_lock() {
                Ok(writing) => self.save_with(writing),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Poisoned(_)) => panic!("{POISONED}"),
            }
        }
    }

    /// Closes a length that was searched to its end.
    pub(in super::super) fn close(&self, iteration: &Iteration, solutions: &[Vec<Letter>], next: u8) {
        let due = {
            let mut state = self.state();
            let took = state.began.elapsed();
            state.progress.running = None;
            state.before = Duration::ZERO;
            state.progress.iterations.push(iteration.clone());
            state.progress.solutions = solutions.to_vec();
            state.progress.next = next;
            took >= Self::WORTH_SAVING || state.saved.elapsed() >= self.saving.every
        };
        if due {
            self.save();
        }
    }

    /// Saves what is known.
    pub(in super::super) fn save(&self) {
        self.save_with(self.writing.lock().expect(POISONED));
    }

    /// Whether what was saved turned out to be about another tree.
    pub(in super::super) fn refused(&self) -> bool {
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

const POISONED: &str = "keeping the books does not panic";
