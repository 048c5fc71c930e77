//! Why a search cannot be saved, or not be gone on with.

use crate::storage::{FaultKind, SealError, StorageError};
use thiserror::Error;

/// Why a search cannot be saved, or not be gone on with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written, belongs to a running search, is there although nothing is to be resumed, or is
    /// not the checkpoint of this search.
    #[error(transparent)]
    File(#[from] SealError),
    /// The search is of a kind that is not saved.
    #[error("checkpoints need the depth scheduler; this search is {0}")]
    Unsupported(String),
}

impl CheckpointError {
    /// The kind of failure; `None` if the search is of a kind that is not saved.
    pub fn kind(&self) -> Option<FaultKind> {
        match self {
            Self::File(error) => Some(error.kind()),
            Self::Unsupported(_) => None,
        }
    }
}

impl From<StorageError> for CheckpointError {
    fn from(error: StorageError) -> Self {
        Self::File(error.into())
    }
}
