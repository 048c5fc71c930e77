//! Errors of table files.

use crate::pdb::Done;
use crate::storage::{FaultKind, OutOfMemory, StorageError};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Result of the operations on table files.
pub type Result<T> = std::result::Result<T, FileError>;

/// A failure, always with the file it concerns.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is no such file.
    #[error("{path}: there is no such table", path = path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The first bytes are not those of a table.
    #[error("{path}: not a table: it begins with {found:02x?} instead of {expected:02x?}", path = path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
        /// The first bytes of a table.
        expected: [u8; 8],
        /// The first bytes of the file.
        found: [u8; 8],
    },
    /// The numbers of the header are big-endian.
    #[error("{path}: wrong endianness: the bytes of the header are swapped, a table is little-endian", path = path.display())]
    ByteSwapped {
        /// The file.
        path: PathBuf,
    },
    /// A later version of the format, with a feature that must be understood.
    #[error("{path}: made by a newer version: format {major}.{minor} with the unknown required flags {unknown:#x}; \
             this version reads up to {}.{}", supported.0, supported.1, path = path.display())]
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// Major version of the file.
        major: u16,
        /// Minor version of the file.
        minor: u16,
        /// Required flags that are not known here.
        unknown: u32,
        /// The version written here.
        supported: (u16, u16),
    },
    /// The header does not match its checksum.
    #[error("{path}: the header is damaged: its checksum is {found:032x} instead of {expected:032x}", path = path.display())]
    HeaderDamaged {
        /// The file.
        path: PathBuf,
        /// The checksum in the header.
        expected: u128,
        /// The checksum of the header.
        found: u128,
    },
    /// The header matches its checksum but contradicts itself.
    #[error("{path}: the header contradicts itself: {field} is {found} instead of {expected}", path = path.display())]
    HeaderField {
        /// The file.
        path: PathBuf,
        /// The name of the field in `FORMAT.md`.
        field: &'static str,
        /// The value that follows from the rest of the header.
        expected: String,
        /// The value found.
        found: String,
    },
    /// A sound header of a table that this version does not know.
    #[error("{path}: a table this version does not know: {identity}", path = path.display())]
    UnknownTable {
        /// The file.
        path: PathBuf,
        /// Identity text of the table.
        identity: String,
    },
    /// A sound table, but not the expected one.
    #[error("{path}: another table: it is {found} instead of {expected}", path = path.display())]
    OtherTable {
        /// The file.
        path: PathBuf,
        /// Identity text of the expected table.
        expected: String,
        /// Identity text of the table found.
        found: String,
    },
    /// An interrupted build.
    #[error("{path}: incomplete: the build was interrupted after {done}", path = path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The finished part.
        done: Done,
    },
    /// The file ends too early.
    #[error("{path}: truncated: expected {expected} bytes, have {found}", path = path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Length that follows from the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// The file continues beyond its end.
    #[error("{path}: trailing bytes: expected {expected} bytes, have {found}", path = path.display())]
    Trailing {
        /// The file.
        path: PathBuf,
        /// Length that follows from the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// A byte between header and data is not zero.
    #[error("{path}: damaged: the byte at offset {offset} between header and data is {found:#04x} instead of 0", path = path.display())]
    GapDamaged {
        /// The file.
        path: PathBuf,
        /// Offset of the byte.
        offset: u64,
        /// The byte.
        found: u8,
    },
    /// The question behind the header does not match its checksum.
    #[error("{path}: damaged: the question behind the header has checksum {found:032x} instead of {expected:032x}", path = path.display())]
    QuestionDamaged {
        /// The file.
        path: PathBuf,
        /// The checksum in the header.
        expected: u128,
        /// The checksum of the question.
        found: u128,
    },
    /// A question that this version cannot read.
    #[error("{path}: the question of this table cannot be read: {why}", path = path.display())]
    Question {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A table that cannot be written.
    #[error("{path}: there is no place for this table in a file: {why}", path = path.display())]
    NoPlace {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// A block of entries does not match its checksum.
    #[error("{path}: damaged: block {block} at offset {offset} has checksum {found:032x} instead of {expected:032x}", path = path.display())]
    BlockDamaged {
        /// The file.
        path: PathBuf,
        /// Number of the block, from 0.
        block: u64,
        /// Offset of its first byte in the (uncompressed) file.
        offset: u64,
        /// The checksum in the table of block checksums.
        expected: u128,
        /// Checksum of the block.
        found: u128,
    },
    /// The table of block checksums does not match its own checksum.
    #[error("{path}: damaged: the block checksums at offset {offset} have checksum {found:032x} instead of {expected:032x}", path = path.display())]
    HashTableDamaged {
        /// The file.
        path: PathBuf,
        /// Offset of the block checksums in the (uncompressed) file.
        offset: u64,
        /// Checksum in the header.
        expected: u128,
        /// Checksum of the block checksums.
        found: u128,
    },
    /// The compressed form is damaged, or not laid out as by this library.
    #[error("{path}: damaged compressed table: at offset {offset} expected {expected}, found {found}", path = path.display())]
    Compressed {
        /// The file.
        path: PathBuf,
        /// Offset in the compressed file.
        offset: u64,
        /// The expected content.
        expected: String,
        /// The content found.
        found: String,
    },
    /// The wrong one of the two forms of a table.
    #[error("{path}: a {expected} table is needed, this one is {found}", path = path.display())]
    WrongForm {
        /// The file.
        path: PathBuf,
        /// `compressed` or `plain`.
        expected: &'static str,
        /// `compressed` or `plain`.
        found: &'static str,
    },
    /// The file cannot be read or written, regardless of its content.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl FileError {
    /// The kind of failure.
    pub fn kind(&self) -> FaultKind {
        match self {
            Self::Storage(error) => error.kind(),
            _ => FaultKind::Table,
        }
    }

    /// For `map_err`: the failure to do `action` with `path`.
    pub(in crate::pdb) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| StorageError::io(path, action)(error).into()
    }

    /// For `map_err`: no memory for `path`.
    pub(in crate::pdb) fn memory(path: &Path) -> impl FnOnce(OutOfMemory) -> Self {
        move |error| StorageError::memory(path)(error).into()
    }
}
