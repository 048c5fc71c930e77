//! Locks for a single writer at a time.

use super::error::StorageError;
use super::system;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Number of times that a lock file may vanish between opening and locking it before it counts as locked.
const ATTEMPTS: usize = 100;

/// The exclusive right to write the file of a path, from the start of the work on it to its end. It ends with the
/// process in every case; the lock file of a killed process blocks nobody.
#[derive(Debug)]
pub struct OutputLock {
    path: PathBuf,
    _file: File,
}

impl OutputLock {
    /// Takes the lock of the file `path`: the file `<path>.lock`, which then holds the number of this process.
    ///
    /// # Errors
    /// [`StorageError::Locked`] if another process has it, [`StorageError::Exists`] if the file of that name holds
    /// something else than the number of a process, [`StorageError::Io`] if it cannot be written.
    pub fn acquire(path: &Path) -> Result<Self, StorageError> {
        let lock = with_suffix(path, ".lock");
        let mut file = match open_locked(&lock).map_err(StorageError::io(&lock, "lock"))? {
            Attempt::Locked(file) => file,
            Attempt::Held(pid) => return Err(StorageError::Locked { path: path.to_owned(), pid }),
        };
        if !is_of_lock(&file).map_err(StorageError::io(&lock, "read"))? {
            return Err(StorageError::Exists { path: lock });
        }
        let told = file.rewind().and_then(|()| file.set_len(0)).and_then(|()| writeln!(file, "{}", std::process::id()));
        let taken = Self { path: lock, _file: file };
        told.map_err(StorageError::io(&taken.path, "write"))?;
        Ok(taken)
    }
}

impl Drop for OutputLock {
    /// Removes the file while it is still locked. A process that opened it before that and locks it afterwards notices
    /// that it is no longer the file of that name (`open_locked`).
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The outcome of trying to lock a file.
pub(super) enum Attempt {
    Locked(File),
    /// Another process has it: the one whose number is written in the file, if any.
    Held(Option<u32>),
}

/// Opens a file, creating it if there is none, and locks it. A lock on a file that meanwhile lost its name to another
/// would be worthless, so that counts as not having tried.
pub(super) fn open_locked(path: &Path) -> io::Result<Attempt> {
    for _ in 0..ATTEMPTS {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = system::open_without_following(&mut options, path)?;
        match file.try_lock() {
            Ok(()) if system::has_name(&file, path)? => return Ok(Attempt::Locked(file)),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Attempt::Held(read_pid(file))),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(Attempt::Held(None))
}

/// Returns whether a file is empty or holds the number of a process.
fn is_of_lock(file: &File) -> io::Result<bool> {
    let mut bytes = Vec::new();
    file.take(16).read_to_end(&mut bytes)?;
    Ok(bytes.is_empty() || str::from_utf8(&bytes).is_ok_and(|text| text.trim().parse::<u32>().is_ok()))
}

fn read_pid(file: File) -> Option<u32> {
    let mut text = String::new();
    file.take(16).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// `path` with `suffix` appended to its name, which need not be text.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn the_second_holder_is_told_who_the_first_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let first = OutputLock::acquire(&path).unwrap();
        let error = OutputLock::acquire(&path).unwrap_err();
        assert!(matches!(error, StorageError::Locked { pid: Some(pid), .. } if pid == std::process::id()), "{error}");
        drop(first);
        assert!(!dir.path().join("t.pdb.lock").exists());
        OutputLock::acquire(&path).unwrap();
    }

    #[test]
    fn the_lock_file_of_a_killed_process_holds_nobody_up() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        fs::write(dir.path().join("t.pdb.lock"), "1234567890\n").unwrap();
        let _lock = OutputLock::acquire(&path).unwrap();
        let text = fs::read_to_string(dir.path().join("t.pdb.lock")).unwrap();
        assert_eq!(text, format!("{}\n", std::process::id()));
    }

    #[test]
    fn a_file_that_is_no_lock_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        for text in ["1234567890123 and more", "version = 4", "\u{fffd}"] {
            fs::write(dir.path().join("Cargo.lock"), text).unwrap();
            let error = OutputLock::acquire(&dir.path().join("Cargo")).unwrap_err();
            assert!(matches!(error, StorageError::Exists { .. }), "{error}");
            assert_eq!(fs::read_to_string(dir.path().join("Cargo.lock")).unwrap(), text);
        }
    }

    #[test]
    fn there_is_never_more_than_one_holder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.pdb");
        let (holders, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Ok(_lock) = OutputLock::acquire(&path) {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            taken.fetch_add(1, Ordering::SeqCst);
                            holders.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
        assert!(taken.into_inner() > 0);
    }

    #[test]
    fn an_impossible_place_is_an_io_error() {
        let error = OutputLock::acquire(Path::new("/no/such/place/t.pdb")).unwrap_err();
        assert!(matches!(error, StorageError::Io { .. }), "{error}");
    }
}
