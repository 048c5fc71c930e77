//! Errors of saving and resuming a search.

use crate::storage::{FaultKind, SealError, StorageError};
use thiserror::Error;

/// An error of saving or resuming a search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written, belongs to a running search, exists although nothing is to be resumed, or is
    /// not the checkpoint of this search.
    #[error(transparent)]
    File(#[from] SealError),
    /// This kind of search cannot be saved.
    #[error("checkpoints are for one goal and the depth scheduler; this search is {0}")]
    Unsupported(String),
    /// There is less memory than the saved search had.
    #[error("the saved search has bounds that do not fit in memory here")]
    Memory,
}

impl CheckpointError {
    /// The kind of failure; `None` if this kind of search cannot be saved.
    pub fn kind(&self) -> Option<FaultKind> {
        match self {
            Self::File(error) => Some(error.kind()),
            Self::Unsupported(_) => None,
            Self::Memory => Some(FaultKind::Memory),
        }
    }
}

impl From<StorageError> for CheckpointError {
    fn from(error: StorageError) -> Self {
        Self::File(error.into())
    }
}
