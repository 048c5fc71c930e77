//! The file that holds the saved state of a search.

use super::Sink;
use super::error::CheckpointError;
use super::format::SEAL;
use crate::storage::{SavedFile, StorageError, write_file};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A checkpoint file of one search, locked against other searches while it is open.
#[derive(Debug)]
pub struct CheckpointFile {
    file: SavedFile,
    found: Option<Vec<u8>>,
    /// True if the file holds the last state that was to be saved.
    current: AtomicBool,
}

impl CheckpointFile {
    /// Takes the file for a search, and reads its state if the search is to be resumed.
    ///
    /// # Errors
    /// If another search holds the file, if it exists and nothing is to be resumed, if it cannot be read, or if its
    /// length differs from the one in its header.
    pub fn open(path: &Path, resume: bool) -> Result<Self, CheckpointError> {
        let file = SavedFile::open(path, resume)?;
        let found = file.is_found().then(|| SEAL.read(path)).transpose()?;
        Ok(Self { file, found, current: AtomicBool::new(true) })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The state that the file contained.
    pub fn found(&self) -> Option<&[u8]> {
        self.found.as_deref()
    }

    /// Returns whether the latest state was saved.
    pub fn is_current(&self) -> bool {
        self.current.load(Ordering::Relaxed)
    }

    /// Removes the file, if there is one: the search has its answer.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), StorageError> {
        self.file.remove()
    }
}

impl Sink for CheckpointFile {
    fn save(&self, state: &[u8]) -> Result<(), StorageError> {
        let result = write_file(self.file.path(), state, true);
        self.current.store(result.is_ok(), Ordering::Relaxed);
        result
    }
}
