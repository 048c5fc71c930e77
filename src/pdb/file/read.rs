//! Opening a table file and reading its bytes.

use super::blocks::BlockHashes;
use super::error::{FileError, Result};
use super::header::{Header, MAGIC};
use super::layout::{BLOCK, HEADER_LENGTH};
use super::question::QuestionPart;
use super::seekable::{self, FRAME_MAGIC, Frames, scratch};
use crate::pdb::TableSpec;
use crate::storage::{self, StorageError, system};
use rayon::prelude::*;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// An open table file, plain or compressed, as decided by its first bytes, not by its name.
///
/// Its header is sound, it is complete, this version knows the table, and the file has the length that the header
/// requires. Its entries have not been checked.
///
/// `S` says what the table is about: the specification of one of a cube, or a question about any puzzle as text.
#[derive(Debug)]
pub struct TableFile<S = TableSpec> {
    pub(super) path: PathBuf,
    pub(super) file: File,
    pub(super) header: Header,
    spec: S,
    /// Frames of the compressed form; `None` for a plain file.
    frames: Option<Frames>,
    stamp: Stamp,
}

impl TableFile {
    /// Opens a table and makes the cheap checks: header and length, for a compressed one the seek table.
    ///
    /// # Errors
    /// A [`FileError`] of kind [`Table`](storage::FaultKind::Table) for all faults of the file itself.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_in_any_state(path)?.completed()
    }

    /// [`TableFile::open`] for tables that may be incomplete.
    pub(super) fn open_in_any_state(path: &Path) -> Result<Self> {
        let file = TableFile::open_unknown(path)?;
        let spec = file.header.spec().ok_or_else(|| file.other("a table of a cube"))?;
        Ok(file.about(spec))
    }

    /// The table.
    pub fn spec(&self) -> TableSpec {
        self.spec
    }
}

impl TableFile<String> {
    /// As [`TableFile::open`], for a table that answers a question about any puzzle.
    ///
    /// # Errors
    /// As there; and if the question is damaged.
    pub fn open_question(path: &Path) -> Result<Self> {
        Self::open_question_in_any_state(path)?.completed()
    }

    /// [`TableFile::open_question`] for tables that may be incomplete.
    pub(in crate::pdb) fn open_question_in_any_state(path: &Path) -> Result<Self> {
        let file = TableFile::open_unknown(path)?;
        let length = file.header.question().ok_or_else(|| file.other("a table with a question"))?.length();
        let question = file.header_area()?[HEADER_LENGTH..][..length].to_vec();
        let question = String::from_utf8(question).map_err(|_| file.unknown())?;
        Ok(file.about(question))
    }

    /// The question as text.
    pub fn question(&self) -> &str {
        &self.spec
    }
}

impl TableFile<()> {
    /// As [`TableFile::open`], for any table that this version knows.
    ///
    /// # Errors
    /// As there.
    pub fn open_of_any_kind(path: &Path) -> Result<Self> {
        let file = Self::open_unknown(path)?;
        match file.header.spec().is_some() || file.header.has_question() {
            true => file.completed(),
            false => Err(file.unknown()),
        }
    }

    fn open_unknown(path: &Path) -> Result<Self> {
        let Opened { file, metadata, header, compressed } = Opened::new(path)?;
        let read_frames = || Frames::read(&file, metadata.len(), header.layout(), path);
        let frames = if compressed { Some(read_frames()?) } else { None };
        Ok(Self { path: path.to_owned(), spec: (), frames, stamp: Stamp::of(&metadata), header, file })
    }

    /// The same file, of which it is known what it is about.
    fn about<S>(self, spec: S) -> TableFile<S> {
        let Self { path, file, header, frames, stamp, .. } = self;
        TableFile { path, file, header, spec, frames, stamp }
    }
}

impl<S: Sync> TableFile<S> {
    /// Refuses a file that is no saved state of a build, but a finished table.
    pub(in crate::pdb) fn refuse_complete(&self) -> Result<()> {
        if !self.header.is_complete() {
            return Ok(());
        }
        let (expected, found) = ("unset in a checkpoint".to_owned(), "set".to_owned());
        Err(FileError::HeaderField { path: self.path.clone(), field: "flag complete", expected, found })
    }

    fn completed(self) -> Result<Self> {
        if self.header.is_complete() {
            return Ok(self);
        }
        Err(FileError::Incomplete { path: self.path, done: self.header.done() })
    }

    /// The error for a table of another kind than the one that is wanted.
    fn other(&self, expected: &str) -> FileError {
        if self.header.spec().is_none() && !self.header.has_question() {
            return self.unknown();
        }
        let (expected, identity) = (expected.to_owned(), self.header.identity());
        let puzzle = identity.strip_prefix("puzzle=").and_then(|rest| rest.split(';').next());
        let found = match (puzzle.filter(|_| self.header.has_question()), self.header.spec()) {
            (Some(puzzle), _) => format!("a table of a question about {puzzle}"),
            (None, Some(spec)) => format!("the table {} of the 3x3x3", spec.name()),
            (None, None) => identity.to_owned(),
        };
        FileError::OtherTable { path: self.path.clone(), expected, found }
    }

    /// The error for a table that this version does not know.
    pub(in crate::pdb) fn unknown(&self) -> FileError {
        FileError::UnknownTable { path: self.path.clone(), identity: self.header.identity().to_owned() }
    }

    /// Path under which the file was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns whether this is the compressed form.
    pub fn is_compressed(&self) -> bool {
        self.frames.is_some()
    }

    /// Returns whether the opened file is still unmodified: false if it was written in place or truncated, which
    /// invalidates all results found with a mapping of it. Replacing it by another file does not count.
    ///
    /// # Errors
    /// If the system does not provide this information.
    pub fn is_unchanged(&self) -> Result<bool> {
        let now = self.file.metadata().map_err(FileError::io(&self.path, "examine"))?;
        Ok(Stamp::of(&now) == self.stamp)
    }

    /// Checks every byte of the file on all threads of the current rayon pool. `progress` is given the number of bytes
    /// of entries done so far, from any thread.
    ///
    /// # Errors
    /// If a block is damaged: names the first one.
    pub fn check_blocks(&self, progress: &(dyn Fn(u64) + Sync)) -> Result<()> {
        let hashes = self.block_hashes()?;
        let layout = self.header.layout();
        let done = AtomicU64::new(0);
        let check = |buffer: &mut Vec<u8>, block: u64| {
            let length = layout.piece(block + 1).length;
            if buffer.is_empty() {
                *buffer = scratch(BLOCK.min(layout.data_length()), &self.path)?;
            }
            let bytes = &mut buffer[..length as usize];
            self.read_piece(block + 1, bytes)?;
            hashes.check(block, bytes, &self.path)?;
            progress(done.fetch_add(length, Ordering::Relaxed) + length);
            Ok(())
        };
        let failure = (0..layout.blocks()).into_par_iter().map_init(Vec::new, check).find_map_first(Result::err);
        failure.map_or(Ok(()), Err)
    }

    /// Reads the block checksums, and checks that the gap behind the header is empty.
    pub(super) fn block_hashes(&self) -> Result<BlockHashes> {
        self.header_area()?;
        let layout = self.header.layout();
        let mut bytes = scratch(layout.hash_length(), &self.path)?;
        for (part, piece) in bytes.chunks_mut(BLOCK as usize).zip(layout.blocks() + 1..) {
            self.read_piece(piece, part)?;
        }
        BlockHashes::read(bytes, self.header.content_hash(), layout.hash_offset(), &self.path)
    }

    /// Reads the header, the question that may be there, and the empty gap behind them.
    pub(super) fn header_area(&self) -> Result<Vec<u8>> {
        let mut area = scratch(self.header.layout().piece(0).length, &self.path)?;
        self.read_piece(0, &mut area)?;
        let end = HEADER_LENGTH + self.header.question().map_or(0, QuestionPart::length);
        if let Some(question) = self.header.question() {
            let damaged = |(expected, found)| FileError::QuestionDamaged { path: self.path.clone(), expected, found };
            question.check(&area[HEADER_LENGTH..end]).map_err(damaged)?;
        }
        match area[end..].iter().position(|&byte| byte != 0) {
            None => Ok(area),
            Some(at) => {
                let (offset, found) = ((end + at) as u64, area[end + at]);
                Err(FileError::GapDamaged { path: self.path.clone(), offset, found })
            }
        }
    }

    /// Reads piece `number` of the layout, which must have the length of `bytes`.
    pub(super) fn read_piece(&self, number: u64, bytes: &mut [u8]) -> Result<()> {
        if let Some(frames) = &self.frames {
            return frames.decode(number, &self.file, &self.path, bytes);
        }
        match system::read_exact_at(&self.file, bytes, self.header.layout().piece(number).offset) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(self.cut_short()),
            result => result.map_err(FileError::io(&self.path, "read")),
        }
    }

    /// The error for a file that was truncated after it was opened.
    pub(super) fn cut_short(&self) -> FileError {
        let found = self.file.metadata().map_or(0, |metadata| metadata.len());
        FileError::Truncated { path: self.path.clone(), expected: self.header.file_length(), found }
    }
}

/// Reads the header of any table file of this format, plain or compressed, even of one that is incomplete or that this
/// version cannot use.
///
/// # Errors
/// If there is no sound header, or a plain file does not have the length that it requires.
pub fn read_header(path: &Path) -> Result<Header> {
    Opened::new(path).map(|opened| opened.header)
}

/// A file with a sound header.
struct Opened {
    file: File,
    metadata: Metadata,
    header: Header,
    compressed: bool,
}

impl Opened {
    fn new(path: &Path) -> Result<Self> {
        let (file, metadata) = open_regular(path)?;
        let start = read_start(&file, metadata.len(), path)?;
        let compressed = start.starts_with(&FRAME_MAGIC);
        let start = if compressed { seekable::read_header_area(&file, metadata.len(), path)? } else { start };
        let header = Header::parse(whole_header(&start, metadata.len(), path)?, path)?;
        if !compressed {
            check_length(header.file_length(), metadata.len(), path)?;
        }
        Ok(Self { file, metadata, header, compressed })
    }
}

fn open_regular(path: &Path) -> Result<(File, Metadata)> {
    storage::open_regular(path).map_err(|error| match error {
        StorageError::Io { source, path, .. } if source.kind() == io::ErrorKind::NotFound => {
            FileError::Missing { path }
        }
        error => error.into(),
    })
}

/// Reads a header, or as much of one as the file has.
fn read_start(file: &File, length: u64, path: &Path) -> Result<Vec<u8>> {
    let mut start = vec![0; length.min(HEADER_LENGTH as u64) as usize];
    system::read_exact_at(file, &mut start, 0).map_err(FileError::io(path, "read"))?;
    Ok(start)
}

/// The header at the beginning of `start`. Distinguishes a truncated header from a file that never was a table.
fn whole_header<'a>(start: &'a [u8], length: u64, path: &Path) -> Result<&'a [u8; HEADER_LENGTH]> {
    if let Some(header) = start.first_chunk() {
        return Ok(header);
    }
    let seen = start.len().min(MAGIC.len());
    if start[..seen] == MAGIC[..seen] {
        return Err(FileError::Truncated { path: path.to_owned(), expected: HEADER_LENGTH as u64, found: length });
    }
    let mut found = [0; MAGIC.len()];
    found[..seen].copy_from_slice(&start[..seen]);
    Err(FileError::NotATable { path: path.to_owned(), expected: MAGIC, found })
}

pub(super) fn check_length(expected: u64, found: u64, path: &Path) -> Result<()> {
    let path = || path.to_owned();
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(FileError::Truncated { path: path(), expected, found }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(FileError::Trailing { path: path(), expected, found }),
    }
}

/// The metadata of a file that changes when the file is written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    file: Option<(u64, u64)>,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { file: system::file_number(metadata), length: metadata.len(), modified: metadata.modified().ok() }
    }
}
