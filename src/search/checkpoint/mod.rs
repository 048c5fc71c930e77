//! Saving a long search while it runs, and resuming it later.
//!
//! A checkpoint holds what is proven: the lengths searched completely and, for the current length, the subtrees
//! searched completely, with all that was found and counted in them. A resumed search skips those subtrees and repeats
//! everything else, so that every node of a completed length is counted once, however often the search was stopped.

mod error;
mod file;
mod format;
pub(super) mod identity;
mod journal;
mod progress;
#[cfg(test)]
pub(crate) mod tests;

pub use error::CheckpointError;
pub use file::CheckpointFile;
pub(super) use journal::{Journal, Resumed};
pub(super) use progress::Running;

use crate::storage::StorageError;
use std::time::Duration;

/// A place where a search is saved.
pub trait Sink: Sync {
    /// Stores this state of the search in place of the last one. Never called by two threads at once.
    ///
    /// # Errors
    /// If the state cannot be stored; the last one should then still exist.
    fn save(&self, state: &[u8]) -> Result<(), StorageError>;
}

impl<F: Fn(&[u8]) -> Result<(), StorageError> + Sync> Sink for F {
    fn save(&self, state: &[u8]) -> Result<(), StorageError> {
        self(state)
    }
}

/// The options of saving and resuming a search.
#[derive(Clone, Copy)]
pub struct Saving<'a> {
    /// The place to save to.
    pub sink: &'a dyn Sink,
    /// Time between two saves.
    pub every: Duration,
    /// A saved state to resume from.
    pub resume: Option<&'a [u8]>,
    /// Called when a state cannot be saved although the last one could be: the search continues, and later states are
    /// tried again.
    pub failed: &'a (dyn Fn(&StorageError) + Sync),
}
