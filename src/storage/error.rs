//! Errors of files of any kind.

use super::memory::OutOfMemory;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The kinds of failure that a caller treats differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A table, or another saved file, is missing, damaged or not the expected one.
    Table,
    /// Reading or writing failed, or the target cannot be written.
    Io,
    /// There is not enough memory.
    Memory,
}

/// A failure to read or write a file, regardless of its content; always with the path.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StorageError {
    /// A directory, device or the like where a file is needed.
    #[error("{path}: expected a regular file, found {found}", path = path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// The kind of file found.
        found: &'static str,
    },
    /// The target exists and may not be overwritten.
    #[error("{path}: exists already and is not overwritten", path = path.display())]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// Another process is writing the target.
    #[error(
        "{path}: locked by {}, which is working on it; wait for its end, or name another file",
        holder(*pid), path = path.display()
    )]
    Locked {
        /// The target.
        path: PathBuf,
        /// Process that holds the lock, if it recorded its number.
        pid: Option<u32>,
    },
    /// The system refused an operation.
    #[error("{path}: cannot {action}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The attempted operation, a verb.
        action: &'static str,
        /// The cause.
        source: io::Error,
    },
    /// The contents do not fit into memory.
    #[error("{path}: {source}", path = path.display())]
    Memory {
        /// The file.
        path: PathBuf,
        /// Bytes needed and available.
        source: OutOfMemory,
    },
}

impl StorageError {
    /// The kind of failure.
    pub fn kind(&self) -> FaultKind {
        match self {
            Self::Memory { .. } => FaultKind::Memory,
            _ => FaultKind::Io,
        }
    }

    /// For `map_err`: the failure to do `action` with `path`.
    pub(crate) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), action, source }
    }

    /// For `map_err`: no memory for `path`.
    pub(crate) fn memory(path: &Path) -> impl FnOnce(OutOfMemory) -> Self {
        move |source| Self::Memory { path: path.to_owned(), source }
    }
}

fn holder(pid: Option<u32>) -> String {
    pid.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
}
