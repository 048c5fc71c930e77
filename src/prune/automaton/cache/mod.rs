//! Learned automata in files.
//!
//! A cache only saves time: if a file is not valid, the automaton is learned anew; if a file cannot be written, the
//! search does without it.

mod format;
#[cfg(test)]
mod tests;

use super::learned::{LearnError, Level};
use super::{Automaton, LearnedSpec};
use crate::storage::{SealError, StorageError, write_file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use xxhash_rust::xxh3::xxh3_64;

/// The origin of an automaton.
#[derive(Debug)]
pub enum LearnedFrom {
    /// There was no file.
    Built,
    /// Read from the file.
    Loaded,
    /// There was a file that could not be used.
    Rebuilt(SealError),
}

/// A learned automaton, and the status of its file.
#[derive(Debug)]
pub struct Cached {
    /// The automaton.
    pub automaton: Automaton,
    /// Its origin.
    pub origin: LearnedFrom,
    /// The reason why it was not saved, if it should have been.
    pub not_saved: Option<StorageError>,
}

/// Returns the automaton of a specification: from its file in a directory, or learned and then saved there. Without a
/// directory it is learned.
///
/// # Errors
/// If it must be learned, and the positions do not fit into memory or `stop` is raised.
pub fn learned_cached(
    spec: &LearnedSpec,
    directory: Option<&Path>,
    stop: &AtomicBool,
    report: impl FnMut(Level),
) -> Result<Cached, LearnError> {
    let path = directory.map(|directory| directory.join(spec.file_name()));
    let origin = match path.as_deref().map(|path| spec.load(path)) {
        Some(Ok(automaton)) => return Ok(Cached { automaton, origin: LearnedFrom::Loaded, not_saved: None }),
        Some(Err(SealError::File(StorageError::Io { source, .. }))) if source.kind() == io::ErrorKind::NotFound => {
            LearnedFrom::Built
        }
        Some(Err(error)) => LearnedFrom::Rebuilt(error),
        None => LearnedFrom::Built,
    };
    let automaton = spec.learn(stop, report)?;
    let not_saved = path.and_then(|path| spec.save(&automaton, &path).err());
    Ok(Cached { automaton, origin, not_saved })
}

impl LearnedSpec {
    /// Name of its file in a cache directory.
    pub fn file_name(&self) -> PathBuf {
        let hash = xxh3_64(self.to_string().as_bytes());
        format!("learned-{}-{}-{hash:016x}.automaton", self.metric(), self.depth()).into()
    }

    /// Saves its automaton as a file, which appears whole or not at all. The directory is created if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, automaton: &Automaton, path: &Path) -> Result<(), StorageError> {
        if let Some(directory) = path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
            fs::create_dir_all(directory).map_err(StorageError::io(directory, "create"))?;
        }
        write_file(path, &format::encode(&self.to_string(), automaton), true)
    }

    /// Reads its automaton from a file.
    ///
    /// # Errors
    /// If the file is not exactly the output of [`LearnedSpec::save`]. Sizes are checked before memory is allocated for
    /// them.
    pub fn load(&self, path: &Path) -> Result<Automaton, SealError> {
        let bytes = format::SEAL.read(path)?;
        format::decode(&bytes, &self.to_string(), self.alphabet().moves().len())
    }
}
