//! The seam between the writer and the disk: every operation that can fail passes here and can be made to fail.

use rustix::fs::{CWD, FallocateFlags, RenameFlags};
use rustix::io::{Errno, retry_on_intr};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The operations of writing a file, in the order in which they come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Create,
    Reserve,
    Write,
    Sync,
    Rename,
    SyncDirectory,
}

/// Asked before each operation; its error is that of the operation.
type Hook<'a> = &'a (dyn Fn(Operation) -> io::Result<()> + Sync);

/// The disk, or for tests a disk with faults.
#[derive(Clone, Copy)]
pub(super) struct Storage<'a> {
    hook: Option<Hook<'a>>,
}

/// The disk itself.
pub(super) const DISK: Storage<'static> = Storage { hook: None };

impl<'a> Storage<'a> {
    /// A disk that asks `hook` first.
    #[cfg(test)]
    pub fn with_faults(hook: Hook<'a>) -> Self {
        Self { hook: Some(hook) }
    }

    /// Lets the hook fail an operation that is carried out elsewhere.
    pub fn before(&self, operation: Operation) -> io::Result<()> {
        self.hook.map_or(Ok(()), |hook| hook(operation))
    }

    /// Claims the space of the whole file, so that a full disk shows before the work is done. Not every file system
    /// can; then the writes find out.
    pub fn reserve(&self, file: &File, length: u64) -> io::Result<()> {
        self.before(Operation::Reserve)?;
        match retry_on_intr(|| rustix::fs::fallocate(file, FallocateFlags::empty(), 0, length)) {
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
            result => Ok(result?),
        }
    }

    pub fn write_all_at(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.before(Operation::Write)?;
        file.write_all_at(bytes, offset)
    }

    pub fn sync(&self, file: &File) -> io::Result<()> {
        self.before(Operation::Sync)?;
        file.sync_all()
    }

    /// Gives the file its final name; without `overwrite` that fails with `AlreadyExists` if anything has it, even if
    /// that came into being just now.
    pub fn rename(&self, from: &Path, to: &Path, overwrite: bool) -> io::Result<()> {
        self.before(Operation::Rename)?;
        if overwrite {
            return fs::rename(from, to);
        }
        match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // A second link never replaces anything either, and is known to older file systems.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                fs::hard_link(from, to)?;
                fs::remove_file(from)
            }
            result => Ok(result?),
        }
    }

    /// Makes the new name itself survive a crash.
    pub fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        self.before(Operation::SyncDirectory)?;
        match File::open(directory)?.sync_all() {
            // Some file systems cannot sync a directory, and say so in this way.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
            result => result,
        }
    }
}
