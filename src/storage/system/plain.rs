//! The plain versions, based on the standard library alone.

use memmap2::Mmap;
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub fn prefer_huge_pages(_map: &Mmap) {}

#[cfg(not(target_family = "wasm"))]
pub fn prefer_huge_pages_mut(_map: &MmapMut) {}

pub fn reserve(_file: &File, _length: u64) -> io::Result<()> {
    Ok(())
}

pub fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    let (_alone, mut file) = at(file, offset)?;
    file.write_all(bytes)
}

pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    let (_alone, mut file) = at(file, offset)?;
    file.read_exact(bytes)
}

/// Seeks to an offset of a file. A file has only one cursor, so one thread at a time reads or writes.
fn at(mut file: &File, offset: u64) -> io::Result<(MutexGuard<'static, ()>, &File)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(offset))?;
    Ok((alone, file))
}

pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to)?;
    fs::remove_file(from)
}

pub fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}

pub fn open_without_following(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

pub fn open_without_waiting(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.open(path)
}

pub fn has_name(_file: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// A number that no other file has at the same time; `None` if the system does not tell.
pub fn file_number(_metadata: &Metadata) -> Option<(u64, u64)> {
    None
}

pub fn special_kind(_kind: FileType) -> &'static str {
    "a device"
}

/// Bytes that may be written to files in a directory; `u64::MAX` if the system does not tell.
pub fn free_space(_directory: &Path) -> u64 {
    u64::MAX
}

pub fn address_space_limit() -> Option<u64> {
    None
}
