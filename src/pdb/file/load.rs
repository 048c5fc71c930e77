//! Loading of the entries into memory.

use super::blocks::BlockHashes;
use super::error::{FileError, Result};
use super::header::Header;
use super::layout::{BLOCK, DATA_OFFSET, HEADER_LENGTH};
use super::read::{TableFile, check_length};
use super::seekable::scratch;
use crate::storage::{OutOfMemory, TableBuffer, TableMemory, available_memory};
use rayon::prelude::*;
use std::io;
use std::path::Path;

/// The memory that holds the entries.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum LoadMode {
    /// Map the file: instant, and shared between processes. Writing to the file in place changes the table during the
    /// search ([`TableFile::is_unchanged`] detects this), and truncating it kills the process by SIGBUS; replacing it
    /// by renaming, or removing it, is safe. A compressed file is copied nevertheless.
    Mmap,
    /// Copy to memory in huge pages: faster to search, and independent of later changes to the file.
    Copy,
    /// Copy if the table takes at most half of the available memory, else map.
    #[default]
    Auto,
}

/// The checks made while loading.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Check {
    /// Only the checks of [`TableFile::open`]; the frames of a compressed file have their own checksums.
    Header,
    /// The checksums of all blocks.
    #[default]
    Full,
}

/// Reads a complete table file that is not of the file system into memory, and checks all of it: its header, and its
/// entries. The file has `length` bytes; `read` fills bytes from an offset on. `path` is only for errors.
///
/// # Errors
/// Those of `read`, and as [`TableFile::open`] and [`TableFile::load`].
pub fn read_parts(
    path: &Path,
    length: u64,
    mut read: impl FnMut(&mut [u8], u64) -> io::Result<()>,
) -> Result<(Header, TableBuffer)> {
    let mut read = |bytes: &mut [u8], offset| read(bytes, offset).map_err(FileError::io(path, "read"));
    let mut head = [0; HEADER_LENGTH];
    if length >= DATA_OFFSET {
        read(&mut head, 0)?;
    }
    let header = Header::parse(&head, path)?;
    check_length(header.file_length(), length, path)?;
    if !header.is_complete() {
        return Err(FileError::Incomplete { path: path.to_owned(), done: header.done() });
    }
    let layout = header.layout();
    let mut hashes = scratch(layout.hash_length(), path)?;
    read(&mut hashes, layout.hash_offset())?;
    let hashes = BlockHashes::read(hashes, header.content_hash(), layout.hash_offset(), path)?;
    let mut entries = TableBuffer::zeroed(header.data_length()).map_err(FileError::memory(path))?;
    for (number, block) in (0..).zip(entries.chunks_mut(BLOCK as usize)) {
        read(block, DATA_OFFSET + number * BLOCK)?;
        hashes.check(number, block, path)?;
    }
    Ok((header, entries))
}

impl<S: Sync> TableFile<S> {
    /// Loads the entries into memory, on all threads of the current rayon pool.
    ///
    /// # Errors
    /// [`StorageError::Memory`](crate::storage::StorageError::Memory) before anything is read if they do not fit; else
    /// as [`TableFile::check_blocks`].
    pub fn load(&self, mode: LoadMode, check: Check) -> Result<TableMemory> {
        let fits_easily = || self.header.data_length() <= available_memory() / 2;
        let copied = match mode {
            _ if self.is_compressed() => true,
            LoadMode::Copy => true,
            LoadMode::Mmap => false,
            LoadMode::Auto => fits_easily(),
        };
        if copied { self.copy(check).map(TableBuffer::freeze) } else { self.map(check) }
    }

    /// Copies each block directly to its place.
    pub(in crate::pdb) fn copy(&self, check: Check) -> Result<TableBuffer> {
        self.check_memory()?;
        let hashes = match check {
            Check::Full => Some(self.block_hashes()?),
            Check::Header => None,
        };
        let mut buffer = TableBuffer::zeroed(self.header.data_length()).map_err(FileError::memory(&self.path))?;
        let read = |(number, block): (usize, &mut [u8])| {
            let number = number as u64;
            self.read_piece(number + 1, block)?;
            hashes.as_ref().map_or(Ok(()), |hashes| hashes.check(number, block, &self.path))
        };
        let failure = buffer.par_chunks_mut(BLOCK as usize).enumerate().map(read).find_map_first(Result::err);
        failure.map_or(Ok(buffer), Err)
    }

    fn map(&self, check: Check) -> Result<TableMemory> {
        let memory = TableMemory::map(&self.file, DATA_OFFSET, self.header.data_length());
        let memory = memory.map_err(|error| self.unmappable(error))?;
        if check == Check::Full {
            let hashes = self.block_hashes()?;
            let blocks = memory.par_chunks(BLOCK as usize).enumerate();
            let check = |(number, block)| hashes.check(number as u64, block, &self.path);
            blocks.map(check).find_map_first(Result::err).map_or(Ok(()), Err)?;
        }
        Ok(memory)
    }

    fn unmappable(&self, error: io::Error) -> FileError {
        let needed = self.header.data_length();
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.cut_short(),
            io::ErrorKind::OutOfMemory => {
                FileError::memory(&self.path)(OutOfMemory { needed, available: available_memory() })
            }
            _ => FileError::io(&self.path, "map")(error),
        }
    }

    /// Rejects a copy that does not fit, including the memory for decoding: a frame for each thread.
    fn check_memory(&self) -> Result<()> {
        let frames = if self.is_compressed() { rayon::current_num_threads() as u64 * BLOCK } else { 0 };
        let (needed, available) = (self.header.data_length().saturating_add(frames), available_memory());
        if needed <= available {
            return Ok(());
        }
        Err(FileError::memory(&self.path)(OutOfMemory { needed, available }))
    }
}
