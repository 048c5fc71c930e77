//! A file that appears under its name only when it is whole.

use super::disk::{DISK, Disk, Operation};
use super::error::StorageError;
use super::lock::{Attempt, open_locked};
use super::system;
use std::ffi::OsString;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

type Result<T> = std::result::Result<T, StorageError>;

/// A file being written under the temporary name `.<name>.partial` beside its target.
///
/// The temporary name is always the same and the file is locked while it is written: the file of a killed process is
/// reused instead of filling the disk, and two writers of one target cannot mix.
pub(crate) struct AtomicFile<'a> {
    disk: &'a Disk<'a>,
    file: File,
    target: PathBuf,
    directory: PathBuf,
    temporary: PathBuf,
    overwrite: bool,
    renamed: bool,
}

impl<'a> AtomicFile<'a> {
    /// Starts a file with the final name `target`.
    ///
    /// # Errors
    /// If the target exists and may not be overwritten, is not a regular file, is being written by another process, or
    /// nothing can be written beside it.
    pub fn create(disk: &'a Disk<'a>, target: &Path, overwrite: bool) -> Result<Self> {
        check_name(target, overwrite)?;
        let (directory, temporary) = beside(target)?;
        let opened = disk.before(Operation::Create).and_then(|()| open_locked(&temporary));
        let file = match opened.map_err(StorageError::io(target, "create"))? {
            Attempt::Locked(file) => file,
            Attempt::Held(_) => return Err(StorageError::Locked { path: target.to_owned(), pid: None }),
        };
        check_type(&temporary, file.metadata().map_err(StorageError::io(target, "examine"))?.file_type())?;
        let created = Self { disk, file, target: target.to_owned(), directory, temporary, overwrite, renamed: false };
        created.file.set_len(0).map_err(created.failed("create"))?;
        Ok(created)
    }

    /// Claims the space for `length` bytes.
    pub fn reserve(&self, length: u64) -> Result<()> {
        self.disk.reserve(&self.file, length).map_err(self.failed("reserve space"))
    }

    /// Writes at an offset of the file; several threads may do so at once.
    pub fn write_at(&self, bytes: &[u8], offset: u64) -> Result<()> {
        self.disk.write_all_at(&self.file, bytes, offset).map_err(self.failed("write"))
    }

    /// Syncs everything to the disk and gives the file its name. A failed sync is final: a second one would not report
    /// the data lost by the first.
    pub fn commit(mut self) -> Result<()> {
        self.disk.sync(&self.file).map_err(self.failed("sync"))?;
        match self.disk.rename(&self.temporary, &self.target, self.overwrite) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !self.overwrite => {
                return Err(StorageError::Exists { path: self.target.clone() });
            }
            result => result.map_err(self.failed("rename"))?,
        }
        self.renamed = true;
        self.disk.sync_directory(&self.directory).map_err(self.failed("sync the directory of"))
    }

    fn failed(&self, action: &'static str) -> impl FnOnce(io::Error) -> StorageError {
        StorageError::io(&self.target, action)
    }
}

impl Drop for AtomicFile<'_> {
    /// Removes the temporary file, still locked, unless it has its final name.
    fn drop(&mut self) {
        if !self.renamed {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Checks before long work that its result can be written to `path`, by starting and abandoning a file there.
///
/// # Errors
/// [`StorageError::Exists`] and [`StorageError::Locked`] as documented, [`StorageError::NotAFile`] for a directory,
/// named pipe, device or symbolic link, and [`StorageError::Io`] for a place that is missing or cannot be written.
pub fn check_target(path: &Path, overwrite: bool) -> Result<()> {
    AtomicFile::create(&DISK, path, overwrite).map(drop)
}

/// Writes a file of any kind, whole or not at all: it appears under its name when all of it has reached the disk.
///
/// # Errors
/// As [`check_target`]; [`StorageError::Io`] if the system rejects the write.
pub fn write_file(target: &Path, bytes: &[u8], overwrite: bool) -> Result<()> {
    let file = AtomicFile::create(&DISK, target, overwrite)?;
    file.reserve(bytes.len() as u64)?;
    file.write_at(bytes, 0)?;
    file.commit()
}

/// Removes the unfinished file of a target: one that a killed process has left, or this one before it ends.
pub fn remove_unfinished(target: &Path) {
    if let Ok((_, temporary)) = beside(target) {
        let _ = fs::remove_file(temporary);
    }
}

/// Removes a saved state, if there is one, and what a killed process has left of another: it is not needed any more.
///
/// # Errors
/// If the system refuses.
pub fn remove_saved(path: &Path) -> Result<()> {
    remove_unfinished(path);
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.map_err(StorageError::io(path, "remove")),
    }
}

/// Removes what killed processes have left in a directory of files that they were writing. Those that are being written
/// stay.
pub fn remove_abandoned(directory: &Path) {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for path in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file())).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.')
            && name.ends_with(PARTIAL)
            && let Ok(Attempt::Locked(_file)) = open_locked(&path)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// The end of the names of files that are being written.
const PARTIAL: &str = ".partial";

/// The directory of `target` and the temporary path in it.
fn beside(target: &Path) -> Result<(PathBuf, PathBuf)> {
    let name = target.file_name().ok_or(StorageError::NotAFile { path: target.to_owned(), found: "a directory" })?;
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(PARTIAL);
    let temporary = directory.join(temporary);
    Ok((directory, temporary))
}

/// Checks that a new file can take the name `target`.
fn check_name(target: &Path, overwrite: bool) -> Result<()> {
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StorageError::io(target, "examine")(error)),
        Ok(existing) => {
            check_type(target, existing.file_type())?;
            if overwrite { Ok(()) } else { Err(StorageError::Exists { path: target.to_owned() }) }
        }
    }
}

/// Rejects all but regular files, including symbolic links: renaming would replace the link, not the file behind it.
pub(crate) fn check_type(path: &Path, kind: FileType) -> Result<()> {
    let found = match kind {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a directory",
        kind if kind.is_symlink() => "a symbolic link",
        kind => system::special_kind(kind),
    };
    Err(StorageError::NotAFile { path: path.to_owned(), found })
}

/// Opens a regular file for reading.
///
/// # Errors
/// [`StorageError::NotAFile`] for anything else; named pipes are not waited for.
pub fn open_regular(path: &Path) -> Result<(File, Metadata)> {
    let opened = system::open_without_waiting(OpenOptions::new().read(true), path);
    let file = opened.map_err(StorageError::io(path, "open"))?;
    let metadata = file.metadata().map_err(StorageError::io(path, "examine"))?;
    check_type(path, metadata.file_type())?;
    Ok((file, metadata))
}
