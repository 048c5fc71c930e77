//! Memory and files for the data of the rest of the crate.
//!
//! | for | see |
//! |---|---|
//! | memory in huge pages, mapped files | [`TableBuffer`], [`TableMemory`], [`SharedWords`] |
//! | sizes of memory and of the nearest cache | [`available_memory`], [`nearest_cache`] |
//! | a file that appears whole or not at all | [`write_file`], [`check_target`] |
//! | one writer at a time | [`OutputLock`] |
//! | the envelope of all saved files except tables | [`SealError`] |
//!
//! Systems differ only within this module: a private part of it has a version for Unix and a plain one for any other
//! system.
//!
//! Nothing here prints or ends the process: every failure is a [`StorageError`] or a [`SealError`].

mod atomic;
mod disk;
mod error;
mod lock;
mod memory;
mod saved_file;
mod seal;
pub(crate) mod system;

pub use system::{file_number, free_space};

pub(crate) use atomic::{AtomicFile, check_type};
pub use atomic::{check_target, open_regular, remove_abandoned, remove_saved, remove_unfinished, write_file};
#[cfg(test)]
pub(crate) use disk::Operation;
pub(crate) use disk::{DISK, Disk};
pub use error::{FaultKind, StorageError};
pub use lock::OutputLock;
pub(crate) use lock::with_suffix;
pub use memory::{
    HUGE_PAGE, OutOfMemory, PADDING, SharedWords, TableBuffer, TableMemory, available_memory, nearest_cache,
};
pub(crate) use saved_file::SavedFile;
pub use seal::SealError;
pub(crate) use seal::{Contents, Seal};
