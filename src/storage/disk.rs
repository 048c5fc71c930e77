//! The seam between the writer and the disk: every operation that can fail passes here and can be made to fail.

use super::system;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The operations of writing a file, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Create,
    Reserve,
    Write,
    Sync,
    Rename,
    SyncDirectory,
}

/// Called before each operation; its error becomes that of the operation.
type Hook<'a> = &'a (dyn Fn(Operation) -> io::Result<()> + Sync);

/// The disk, or for tests a disk with faults.
#[derive(Clone, Copy)]
pub(crate) struct Disk<'a> {
    hook: Option<Hook<'a>>,
}

/// The disk itself.
pub(crate) const DISK: Disk<'static> = Disk { hook: None };

impl<'a> Disk<'a> {
    /// A disk that calls `hook` first.
    #[cfg(test)]
    pub fn with_faults(hook: Hook<'a>) -> Self {
        Self { hook: Some(hook) }
    }

    /// Lets the hook fail an operation that is carried out elsewhere.
    pub fn before(&self, operation: Operation) -> io::Result<()> {
        self.hook.map_or(Ok(()), |hook| hook(operation))
    }

    /// Allocates the space of the whole file.
    pub fn reserve(&self, file: &File, length: u64) -> io::Result<()> {
        self.before(Operation::Reserve)?;
        system::reserve(file, length)
    }

    pub fn write_all_at(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.before(Operation::Write)?;
        system::write_all_at(file, bytes, offset)
    }

    pub fn sync(&self, file: &File) -> io::Result<()> {
        self.before(Operation::Sync)?;
        file.sync_all()
    }

    /// Gives the file its final name; without `overwrite` that fails with `AlreadyExists` if the name is taken, even if
    /// it was taken only just now.
    pub fn rename(&self, from: &Path, to: &Path, overwrite: bool) -> io::Result<()> {
        self.before(Operation::Rename)?;
        if overwrite { fs::rename(from, to) } else { system::rename_new(from, to) }
    }

    /// Makes the new name itself survive a crash.
    pub fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        self.before(Operation::SyncDirectory)?;
        system::sync_directory(directory)
    }
}
