//! Conversion of plain tables to compressed ones and back.

use super::blocks::BlockHashes;
use super::error::{FileError, Result};
use super::layout::FileLayout;
use super::read::TableFile;
use super::seekable::{encode, scratch, seek_table};
use super::write::WriteOptions;
use crate::storage::{AtomicFile, DISK, OutOfMemory, available_memory};
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Options for compression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompressOptions {
    /// Level of zstd, 1 (fast) to 22 (small).
    pub level: i32,
    /// Replace an existing file.
    pub overwrite: bool,
}

impl Default for CompressOptions {
    fn default() -> Self {
        Self { level: 9, overwrite: false }
    }
}

/// Compresses the plain table `source` to `target` on all threads of the current rayon pool and checks every block. The
/// result depends on source and level alone, not on the threads. `progress` is given the number of bytes of the plain
/// file done so far.
///
/// # Errors
/// If the source is not a sound plain table, or the target cannot be written as by [`write_table`](super::write_table).
pub fn compress(
    source: &Path,
    target: &Path,
    options: &CompressOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<()> {
    let pieces = Pieces::open(source, false, progress)?;
    let output = AtomicFile::create(&DISK, target, options.overwrite)?;
    let (mut lengths, mut end) = (Vec::new(), 0);
    // The frames of a batch wait for those before them, because the offset of a frame depends on their lengths.
    let batch = 4 * rayon::current_num_threads() as u64;
    for first in (0..pieces.layout.pieces()).step_by(batch as usize) {
        let numbers = first..pieces.layout.pieces().min(first + batch);
        let compressed = |number| {
            let piece = pieces.read(number)?;
            // The only possible failure is lack of memory.
            let refused = |_| OutOfMemory { needed: piece.len() as u64, available: available_memory() };
            encode(&piece, options.level).map_err(refused).map_err(FileError::memory(target))
        };
        let frames: Result<Vec<_>> = numbers.into_par_iter().map(compressed).collect();
        for frame in frames? {
            output.write_at(&frame, end)?;
            lengths.push(frame.len() as u32);
            end += frame.len() as u64;
        }
    }
    output.write_at(&seek_table(&lengths, pieces.layout), end)?;
    Ok(output.commit()?)
}

/// Restores the plain form of the compressed table `source`, byte for byte, and checks every block.
///
/// # Errors
/// If the source is not a sound compressed table, or the target cannot be written as by
/// [`write_table`](super::write_table).
pub fn decompress(source: &Path, target: &Path, options: &WriteOptions, progress: &(dyn Fn(u64) + Sync)) -> Result<()> {
    let pieces = Pieces::open(source, true, progress)?;
    let output = AtomicFile::create(&DISK, target, options.overwrite)?;
    output.reserve(pieces.layout.file_length())?;
    let write =
        |number| -> Result<()> { Ok(output.write_at(&pieces.read(number)?, pieces.layout.piece(number).offset)?) };
    (0..pieces.layout.pieces()).into_par_iter().try_for_each(write)?;
    Ok(output.commit()?)
}

/// Iterates over the checked pieces of a table file.
struct Pieces<'a> {
    source: TableFile<()>,
    layout: FileLayout,
    hashes: BlockHashes,
    done: AtomicU64,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Pieces<'a> {
    fn open(path: &Path, compressed: bool, progress: &'a (dyn Fn(u64) + Sync)) -> Result<Self> {
        let source = TableFile::open_of_any_kind(path)?;
        if source.is_compressed() != compressed {
            let form = |compressed| if compressed { "compressed" } else { "plain" };
            let (expected, found) = (form(compressed), form(!compressed));
            return Err(FileError::WrongForm { path: path.to_owned(), expected, found });
        }
        let (layout, hashes) = (source.header.layout(), source.block_hashes()?);
        Ok(Self { source, layout, hashes, done: AtomicU64::new(0), progress })
    }

    /// Reads piece `number`. The first was checked and the last are the checksums themselves; the pieces between are
    /// blocks.
    fn read(&self, number: u64) -> Result<Vec<u8>> {
        let mut piece = scratch(self.layout.piece(number).length, &self.source.path)?;
        self.source.read_piece(number, &mut piece)?;
        if (1..=self.layout.blocks()).contains(&number) {
            self.hashes.check(number - 1, &piece, &self.source.path)?;
        }
        let length = piece.len() as u64;
        (self.progress)(self.done.fetch_add(length, Ordering::Relaxed) + length);
        Ok(piece)
    }
}
