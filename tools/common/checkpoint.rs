//! Words about the saved states of searches and builds.

use crate::exit::{Failure, Status, say};
use anyhow::anyhow;
use cubepdb::StorageError;
use cubepdb::internals::storage::SealError;
use std::fmt::Display;
use std::path::Path;

/// The failure of a file that cannot be taken for a search, or whose state cannot be read or saved.
pub fn failure(path: &Path, error: SealError) -> Failure {
    match error {
        SealError::File(error @ StorageError::Exists { .. }) => {
            Failure::new(Status::Io, anyhow!("{error}; go on with it by --resume, or name another file"))
        }
        SealError::File(error) => error.into(),
        error => Failure::new(Status::Table, anyhow!("{}: {error}", path.display())),
    }
}

/// Says so if the state of what has come to its end could not be removed.
pub fn removed(result: Result<(), impl Display>) {
    if let Err(error) = result {
        say(&format!("note: the checkpoint is still there: {error}"));
    }
}
