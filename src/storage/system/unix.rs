//! The versions for Unix; advice and other features that only Linux has are left out on other systems.

use memmap2::{Mmap, MmapMut};
use rustix::fs::OFlags;
use rustix::process::{Resource, getrlimit};
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Requests huge pages. A system or file system without them keeps the same bytes in small ones.
pub fn prefer_huge_pages(_map: &Mmap) {
    #[cfg(target_os = "linux")]
    let _ = _map.advise(memmap2::Advice::HugePage);
}

/// As [`prefer_huge_pages`], for writable memory.
pub fn prefer_huge_pages_mut(_map: &MmapMut) {
    #[cfg(target_os = "linux")]
    let _ = _map.advise(memmap2::Advice::HugePage);
}

/// Allocates the space of the whole file, so that a full disk is detected before the work is done. If that is
/// impossible, the writes detect it.
#[cfg(target_os = "linux")]
pub fn reserve(file: &File, length: u64) -> io::Result<()> {
    use rustix::io::{Errno, retry_on_intr};
    match retry_on_intr(|| rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, length)) {
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
        result => Ok(result?),
    }
}

#[cfg(not(target_os = "linux"))]
pub fn reserve(_file: &File, _length: u64) -> io::Result<()> {
    Ok(())
}

/// Writes at an offset of the file; several threads may do so at once.
pub fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

/// Reads at an offset of the file; several threads may do so at once.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(bytes, offset)
}

/// Renames a file; fails with `AlreadyExists` if the new name is taken, even if it was taken only just now.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags};
        use rustix::io::Errno;
        match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            result => return Ok(result?),
        }
    }
    // A second link never replaces anything either, and older systems and file systems support it.
    fs::hard_link(from, to)?;
    fs::remove_file(from)
}

/// Makes new names in a directory survive a crash.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    match File::open(directory)?.sync_all() {
        // Some file systems cannot sync a directory, and report it with this error.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Opens a file, but not the one behind a symbolic link.
pub fn open_without_following(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.custom_flags(OFlags::NOFOLLOW.bits() as i32).open(path)
}

/// Opens a file without waiting, as opening a named pipe otherwise would.
pub fn open_without_waiting(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)
}

/// Returns whether the file still has this name.
pub fn has_name(file: &File, path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(named) => Ok(file_number(&file.metadata()?) == file_number(&named)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// A number that no other file has at the same time; `None` if the system does not tell.
pub fn file_number(metadata: &Metadata) -> Option<(u64, u64)> {
    Some((metadata.dev(), metadata.ino()))
}

/// The kind of a file that is neither a regular file nor a directory nor a symbolic link.
pub fn special_kind(kind: FileType) -> &'static str {
    match kind {
        kind if kind.is_fifo() => "a named pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

/// Bytes that may be written to files in a directory; `u64::MAX` if the system does not tell.
pub fn free_space(directory: &Path) -> u64 {
    rustix::fs::statvfs(directory).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Bytes of address space that this process may use, if that is limited.
pub fn address_space_limit() -> Option<u64> {
    getrlimit(Resource::As).current
}
