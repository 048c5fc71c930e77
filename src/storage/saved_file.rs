//! The file that holds the saved state of a search.

use super::{OutputLock, StorageError, check_type, remove_saved};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file with the state of one search, locked against others while it is open.
#[derive(Debug)]
pub(crate) struct SavedFile {
    path: PathBuf,
    is_found: bool,
    _lock: OutputLock,
}

impl SavedFile {
    /// Takes the file for a search.
    ///
    /// # Errors
    /// If another search holds the file, or if it exists and nothing is to be resumed.
    pub fn open(path: &Path, resume: bool) -> Result<Self, StorageError> {
        let lock = OutputLock::acquire(path)?;
        let is_found = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(StorageError::io(path, "examine")(error)),
            Ok(_) if !resume => return Err(StorageError::Exists { path: path.to_owned() }),
            Ok(metadata) => {
                check_type(path, metadata.file_type())?;
                true
            }
        };
        Ok(Self { path: path.to_owned(), is_found, _lock: lock })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether there was a state to go on from.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// Removes the file, if there is one, and what a killed process has left of another: the search has its answer.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> Result<(), StorageError> {
        remove_saved(&self.path)
    }
}
