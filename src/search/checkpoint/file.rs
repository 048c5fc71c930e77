//! The file that holds the saved state of a search.

use super::Sink;
use super::error::CheckpointError;
use super::format::SEAL;
use crate::storage::{OutputLock, StorageError, check_type, write_file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A checkpoint file of one search, locked against other searches while it is open.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    found: Option<Vec<u8>>,
    /// True if the file holds the last state that was to be saved.
    current: AtomicBool,
    _lock: OutputLock,
}

impl CheckpointFile {
    /// Takes the file for a search, and reads its state if the search is to be resumed.
    ///
    /// # Errors
    /// If another search holds the file, if it exists and nothing is to be resumed, if it cannot be read, or if its
    /// length differs from the one in its header.
    pub fn open(path: &Path, resume: bool) -> Result<Self, CheckpointError> {
        let lock = OutputLock::acquire(path)?;
        let found = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(StorageError::io(path, "examine")(error).into()),
            Ok(_) if !resume => return Err(StorageError::Exists { path: path.to_owned() }.into()),
            Ok(metadata) => {
                check_type(path, metadata.file_type())?;
                Some(SEAL.read(path)?)
            }
        };
        Ok(Self { path: path.to_owned(), found, current: AtomicBool::new(true), _lock: lock })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state that the file contained.
    pub fn found(&self) -> Option<&[u8]> {
        self.found.as_deref()
    }

    /// Returns whether the latest state was saved.
    pub fn is_current(&self) -> bool {
        self.current.load(Ordering::Relaxed)
    }

    /// Removes the file: the search has its answer.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), StorageError> {
        fs::remove_file(&self.path).map_err(StorageError::io(&self.path, "remove"))
    }
}

impl Sink for CheckpointFile {
    fn save(&self, state: &[u8]) -> Result<(), StorageError> {
        let result = write_file(&self.path, state, true);
        self.current.store(result.is_ok(), Ordering::Relaxed);
        result
    }
}
