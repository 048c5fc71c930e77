//! The file that a search is saved in.

use crate::pdb::file::{FileError, OutputLock, replace_file};
use crate::pdb::memory::{OutOfMemory, available_memory};
use crate::search::checkpoint::Sink;
use crate::search::checkpoint::error::CheckpointError;
use crate::search::checkpoint::format::{HEADER, stated_length};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// A file for the checkpoints of one search, locked against a second search as long as it is open.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    found: Option<Vec<u8>>,
    /// Whether it holds the last state that was to be saved.
    current: AtomicBool,
    _lock: OutputLock,
}

impl CheckpointFile {
    /// Takes the file for a search, and reads the state in it if one is to be gone on with.
    ///
    /// # Errors
    /// If another search has it, if it exists and nothing is to be resumed, if it cannot be read, or if its length is not
    /// what its first bytes say.
    pub fn open(path: &Path, resume: bool) -> Result<Self, CheckpointError> {
        let lock = OutputLock::acquire(path)?;
        let found = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(io_error(path, "examine")(error).into()),
            Ok(_) if !resume => return Err(FileError::Exists { path: path.to_owned() }.into()),
            // Opening a named pipe would wait for a writer.
            Ok(metadata) if !metadata.is_file() => {
                return Err(FileError::NotAFile { path: path.to_owned(), found: "something else" }.into());
            }
            Ok(_) => Some(read(path)?),
        };
        Ok(Self { path: path.to_owned(), found, current: AtomicBool::new(true), _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The state that was in it.
    pub fn found(&self) -> Option<&[u8]> {
        self.found.as_deref()
    }

    /// Whether the last state that was to be saved was saved.
    pub fn is_current(&self) -> bool {
        self.current.load(Ordering::Relaxed)
    }

    /// Removes it: the search has its answer.
    ///
    /// # Errors
    /// If the system refuses to.
    pub fn remove(self) -> Result<(), FileError> {
        fs::remove_file(&self.path).map_err(io_error(&self.path, "remove"))
    }
}

impl Sink for CheckpointFile {
    fn save(&self, state: &[u8]) -> Result<(), FileError> {
        let result = replace_file(&self.path, state);
        self.current.store(result.is_ok(), Ordering::Relaxed);
        result
    }
}

/// The whole file; no more memory is taken than its first bytes and its length agree on.
fn read(path: &Path) -> Result<Vec<u8>, CheckpointError> {
    let failed = |error| io_error(path, "read")(error);
    let mut file = File::open(path).map_err(failed)?;
    let found = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    (&mut file).take(HEADER as u64).read_to_end(&mut bytes).map_err(failed)?;
    let expected = stated_length(&bytes)?;
    if found != expected {
        return Err(CheckpointError::Length { expected, found });
    }
    let memory = OutOfMemory { needed: expected.saturating_mul(4), available: available_memory() };
    if memory.needed > memory.available {
        return Err(FileError::Memory { path: path.to_owned(), source: memory }.into());
    }
    file.take(expected).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

fn io_error(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> FileError {
    move |source| FileError::Io { path: path.to_owned(), action, source }
}
