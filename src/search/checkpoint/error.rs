//! Why a search cannot be saved, or not be gone on with.

use crate::pdb::file::{FaultKind, FileError};
use thiserror::Error;

/// Why a search cannot be saved, or not be gone on with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written, belongs to a running search, or is there although nothing is to be resumed.
    #[error(transparent)]
    File(#[from] FileError),
    /// The search is of a kind that is not saved.
    #[error("checkpoints need the depth scheduler; this search is {0}")]
    Unsupported(String),
    /// The first bytes are those of another kind of file.
    #[error("not a checkpoint of a search: it begins with {found:02x?}")]
    NotACheckpoint {
        /// The first bytes.
        found: [u8; 8],
    },
    /// A format that this version does not know.
    #[error("made by another version: format {found}, this version reads {known}")]
    OtherVersion {
        /// Version of the file.
        found: u32,
        /// The version that is known.
        known: u32,
    },
    /// The file ends too early, or goes on behind its end.
    #[error("expected {expected} bytes, have {found}")]
    Length {
        /// Length that follows from the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// The bytes do not have their checksum.
    #[error("damaged: checksum {found:032x} instead of {expected:032x}")]
    Damaged {
        /// The checksum in the file.
        expected: u128,
        /// The checksum of the bytes.
        found: u128,
    },
    /// A number that the checkpoint of no search can have.
    #[error("contradicts itself: {field} is {found}")]
    OutOfRange {
        /// Which number.
        field: &'static str,
        /// The number.
        found: u64,
    },
    /// A checkpoint, but of another search.
    #[error("of another search: {differences}")]
    OtherSearch {
        /// What is different.
        differences: String,
    },
}

impl CheckpointError {
    /// The kind of failure; `None` if the search is of a kind that is not saved.
    pub fn kind(&self) -> Option<FaultKind> {
        match self {
            Self::File(error) => Some(error.kind()),
            Self::Unsupported(_) => None,
            _ => Some(FaultKind::Table),
        }
    }
}
