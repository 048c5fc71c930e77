//! A file that appears under its name only when it is whole.

use super::error::{FileError, Result};
use super::lock::{Attempt, open_locked};
use super::storage::{DISK, Operation, Storage};
use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// A file being written under the temporary name `.<name>.partial` beside its target.
///
/// The temporary name is always the same and the file is locked while it is written: what a killed process left is
/// used again instead of filling the disk, and two writers of one target cannot mix.
pub(super) struct AtomicFile<'a> {
    storage: &'a Storage<'a>,
    file: File,
    target: PathBuf,
    directory: PathBuf,
    temporary: PathBuf,
    overwrite: bool,
    renamed: bool,
}

impl<'a> AtomicFile<'a> {
    /// Starts a file that will be called `target`.
    ///
    /// # Errors
    /// If the target exists and may not be overwritten, is no regular file, is being written by somebody else, or
    /// nothing can be written beside it.
    pub fn create(storage: &'a Storage<'a>, target: &Path, overwrite: bool) -> Result<Self> {
        check_name(target, overwrite)?;
        let (directory, temporary) = beside(target)?;
        let opened = storage.before(Operation::Create).and_then(|()| open_locked(&temporary));
        let file = match opened.map_err(FileError::io(target, "create"))? {
            Attempt::Locked(file) => file,
            Attempt::Held(_) => return Err(FileError::Locked { path: target.to_owned(), pid: None }),
        };
        check_type(&temporary, file.metadata().map_err(FileError::io(target, "examine"))?.file_type())?;
        let created =
            Self { storage, file, target: target.to_owned(), directory, temporary, overwrite, renamed: false };
        created.file.set_len(0).map_err(created.failed("create"))?;
        Ok(created)
    }

    /// Claims the space for `length` bytes.
    pub fn reserve(&self, length: u64) -> Result<()> {
        self.storage.reserve(&self.file, length).map_err(self.failed("reserve space for"))
    }

    /// Writes at a place of the file; several threads may do so at once.
    pub fn write_at(&self, bytes: &[u8], offset: u64) -> Result<()> {
        self.storage.write_all_at(&self.file, bytes, offset).map_err(self.failed("write"))
    }

    /// Brings everything to the disk and gives the file its name. A failed sync is final: what the disk lost then it
    /// would not report a second time.
    pub fn commit(mut self) -> Result<()> {
        self.storage.sync(&self.file).map_err(self.failed("sync"))?;
        match self.storage.rename(&self.temporary, &self.target, self.overwrite) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && !self.overwrite => {
                return Err(FileError::Exists { path: self.target.clone() });
            }
            result => result.map_err(self.failed("rename"))?,
        }
        self.renamed = true;
        self.storage.sync_directory(&self.directory).map_err(self.failed("sync the directory of"))
    }

    fn failed(&self, action: &'static str) -> impl FnOnce(io::Error) -> FileError {
        FileError::io(&self.target, action)
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

/// Writes a whole file of any kind in the place of the regular file `target`, or where nothing is yet.
///
/// # Errors
/// As [`write_file`].
pub(crate) fn replace_file(target: &Path, bytes: &[u8]) -> Result<()> {
    write_file(target, bytes, true)
}

/// Writes a file of any kind, whole or not at all: it appears under its name when all of it has reached the disk.
///
/// # Errors
/// [`FileError::Exists`] if there is such a file and it may not be replaced; as [`check_target`](super::check_target) otherwise,
/// or if the system refuses to write.
pub fn write_file(target: &Path, bytes: &[u8], overwrite: bool) -> Result<()> {
    let file = AtomicFile::create(&DISK, target, overwrite)?;
    file.reserve(bytes.len() as u64)?;
    file.write_at(bytes, 0)?;
    file.commit()
}

/// The directory of `target` and the temporary name in it.
fn beside(target: &Path) -> Result<(PathBuf, PathBuf)> {
    let name = target.file_name().ok_or(FileError::NotAFile { path: target.to_owned(), found: "a directory" })?;
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(".partial");
    let temporary = directory.join(temporary);
    Ok((directory, temporary))
}

/// Whether the name `target` can be given to a new file.
fn check_name(target: &Path, overwrite: bool) -> Result<()> {
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(FileError::io(target, "examine")(error)),
        Ok(existing) => {
            check_type(target, existing.file_type())?;
            if overwrite { Ok(()) } else { Err(FileError::Exists { path: target.to_owned() }) }
        }
    }
}

/// Refuses all but regular files. A symbolic link as well: renaming would replace the link, not the file behind it.
pub(super) fn check_type(path: &Path, kind: FileType) -> Result<()> {
    let found = match kind {
        kind if kind.is_file() => return Ok(()),
        kind if kind.is_dir() => "a directory",
        kind if kind.is_symlink() => "a symbolic link",
        kind if kind.is_fifo() => "a named pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    };
    Err(FileError::NotAFile { path: path.to_owned(), found })
}
