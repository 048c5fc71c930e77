//! Saving a long search while it runs, and going on with it later.
//!
//! What is saved is what is proven: the lengths searched to their ends, and of the length in hand the subtrees searched to
//! their ends, with all that was found and counted in them. A resumed search skips those subtrees and does everything else
//! again, so that every node of a length that ends complete is counted once, however often the search was stopped.

mod error;
mod file;
mod format;
mod journal;
mod progress;
#[cfg(test)]
mod tests;

pub use error::CheckpointError;
pub use file::CheckpointFile;
pub(super) use format::SEAL;
pub(super) use journal::{Journal, Resumed};
pub(super) use progress::Running;

use crate::storage::StorageError;
use std::time::Duration;

/// Where a search is saved.
pub trait Sink: Sync {
    /// Keeps this state of the search in the place of the last one. Never called by two threads at once.
    ///
    /// # Errors
    /// If it cannot be kept; then the last one should still be there.
    fn save(&self, state: &[u8]) -> Result<(), StorageError>;
}

/// How a search is saved, and from where it goes on.
#[derive(Clone, Copy)]
pub struct Saving<'a> {
    /// Where to.
    pub sink: &'a dyn Sink,
    /// Time between two savings.
    pub every: Duration,
    /// A saved state to go on from.
    pub resume: Option<&'a [u8]>,
    /// Told when a state cannot be saved although the last one could be: the search goes on, and later states are tried
    /// again.
    pub failed: &'a (dyn Fn(&StorageError) + Sync),
}
