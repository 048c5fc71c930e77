//! The compressed form: zstd frames, one for each piece of the file, and a seek table at the end.
//!
//! This is the seekable format of the zstd project, so `zstd -d` restores the plain file. A file is accepted only if
//! its frames decode to exactly the pieces that its header requires: sizes claimed by frames or by the seek table never
//! determine how much memory is allocated.

use super::error::{FileError, Result};
use super::layout::{DATA_OFFSET, FileLayout, Span};
use crate::storage::{OutOfMemory, available_memory, system};
use std::fs::File;
use std::io;
use std::path::Path;

/// First bytes of a zstd frame.
pub(super) const FRAME_MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

const SKIPPABLE_MAGIC: u32 = 0x184D_2A5E;
const SEEKABLE_MAGIC: u32 = 0x8F92_EAB1;
/// Magic and length of the skippable frame that holds the seek table.
const TABLE_HEAD: u64 = 8;
/// Compressed and decompressed length of a frame.
const TABLE_ENTRY: u64 = 8;
/// Number of frames, flags (none), magic.
const TABLE_FOOT: u64 = 9;

/// The offsets of the frames of a compressed file; the last number is the end of the last frame.
#[derive(Debug)]
pub(super) struct Frames {
    starts: Vec<u64>,
}

impl Frames {
    /// Reads the seek table and compares it with the pieces of `layout` and with the length of the file.
    ///
    /// # Errors
    /// If it does not list exactly those pieces, or its frames do not fill the file.
    pub fn read(file: &File, length: u64, layout: FileLayout, path: &Path) -> Result<Self> {
        let reader = Reader { file, length, path };
        let count = reader.frame_count()?;
        if count != layout.pieces() {
            return Err(reader.damage(length - TABLE_FOOT, format!("{} frames", layout.pieces()), count));
        }
        let table = reader.table_offset(count) + TABLE_HEAD;
        let mut entries = scratch(count * TABLE_ENTRY, path)?;
        reader.read_at(&mut entries, table)?;
        let mut starts = vec![0];
        let mut end = 0;
        for (entry, piece) in entries.chunks_exact(TABLE_ENTRY as usize).zip(0..) {
            reader.check_entry(entry, layout.piece(piece), table + piece * TABLE_ENTRY)?;
            end += u64::from(u32_at(entry, 0));
            starts.push(end);
        }
        if end != reader.table_offset(count) {
            let expected = format!("frames of {} bytes in all", reader.table_offset(count));
            return Err(reader.damage(table, expected, end));
        }
        Ok(Self { starts })
    }

    /// Decodes frame `number` into `piece`, which must have the length of that piece.
    ///
    /// # Errors
    /// If the frame is damaged or decodes to another length.
    pub fn decode(&self, number: u64, file: &File, path: &Path, piece: &mut [u8]) -> Result<()> {
        let (start, end) = (self.starts[number as usize], self.starts[number as usize + 1]);
        Reader { file, length: end, path }.decode(Span { offset: start, length: end - start }, piece)
    }
}

/// Reads the area of the header, the first frame, of a file that has not been checked yet.
///
/// # Errors
/// If there is no seek table at the end, or the first frame does not hold the area of a header.
pub(super) fn read_header_area(file: &File, length: u64, path: &Path) -> Result<Vec<u8>> {
    let reader = Reader { file, length, path };
    let table = reader.table_offset(reader.frame_count()?) + TABLE_HEAD;
    let mut entry = [0; TABLE_ENTRY as usize];
    reader.read_at(&mut entry, table)?;
    reader.check_entry(&entry, Span { offset: 0, length: DATA_OFFSET }, table)?;
    let mut area = scratch(DATA_OFFSET, path)?;
    reader.decode(Span { offset: 0, length: u64::from(u32_at(&entry, 0)) }, &mut area)?;
    Ok(area)
}

/// The beginning of a compressed file.
struct Reader<'a> {
    file: &'a File,
    length: u64,
    path: &'a Path,
}

impl Reader<'_> {
    /// The number of frames stated at the end of the file, at least one and no more than fit.
    fn frame_count(&self) -> Result<u64> {
        let at = self.length.saturating_sub(TABLE_FOOT);
        let expected = "the end of a seek table (the file is cut short, or is not of this program)";
        let mut foot = [0; TABLE_FOOT as usize];
        if self.length >= TABLE_FOOT {
            self.read_at(&mut foot, at)?;
        }
        let count = u64::from(u32_at(&foot, 0));
        let fits = count > 0 && table_length(count) <= self.length;
        if u32_at(&foot, 5) != SEEKABLE_MAGIC || foot[4] != 0 || !fits {
            return Err(self.damage(at, expected, format!("{foot:02x?}")));
        }
        let mut head = [0; TABLE_HEAD as usize];
        let at = self.table_offset(count);
        self.read_at(&mut head, at)?;
        if head != table_head(count) {
            return Err(self.damage(at, "the start of a seek table", format!("{head:02x?}")));
        }
        Ok(count)
    }

    fn table_offset(&self, count: u64) -> u64 {
        self.length - table_length(count)
    }

    /// Checks that a frame decodes to its piece, and is no longer than the worst case of compression.
    fn check_entry(&self, entry: &[u8], piece: Span, at: u64) -> Result<()> {
        let (compressed, decoded) = (u64::from(u32_at(entry, 0)), u64::from(u32_at(entry, 4)));
        let limit = codec::longest(piece.length as usize) as u64;
        if decoded == piece.length && compressed <= limit {
            return Ok(());
        }
        let expected = format!("a frame of {} bytes, compressed to at most {limit}", piece.length);
        Err(self.damage(at, expected, format!("one of {decoded}, compressed to {compressed}")))
    }

    fn decode(&self, frame: Span, piece: &mut [u8]) -> Result<()> {
        let mut compressed = scratch(frame.length, self.path)?;
        self.read_at(&mut compressed, frame.offset)?;
        match codec::decode(&compressed, piece) {
            Ok(length) if length == piece.len() => Ok(()),
            other => {
                let found = other.map_or_else(|error| error.to_string(), |length| format!("{length} bytes"));
                Err(self.damage(frame.offset, format!("a frame of {} bytes", piece.len()), found))
            }
        }
    }

    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<()> {
        match system::read_exact_at(self.file, bytes, at) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.damage(at, format!("{} bytes", bytes.len()), "the end of the file"))
            }
            result => result.map_err(FileError::io(self.path, "read")),
        }
    }

    fn damage(&self, offset: u64, expected: impl ToString, found: impl ToString) -> FileError {
        let (expected, found) = (expected.to_string(), found.to_string());
        FileError::Compressed { path: self.path.to_owned(), offset, expected, found }
    }
}

pub(super) use codec::encode;

#[cfg(not(target_family = "wasm"))]
mod codec {
    use std::io;
    use zstd::bulk::{Compressor, Decompressor};
    use zstd::zstd_safe::CParameter;

    /// Compresses a piece to a frame with a checksum.
    pub fn encode(piece: &[u8], level: i32) -> io::Result<Vec<u8>> {
        let mut zstd = Compressor::new(level)?;
        zstd.set_parameter(CParameter::ChecksumFlag(true))?;
        zstd.compress(piece)
    }

    /// Decodes a frame and returns its length.
    pub fn decode(frame: &[u8], piece: &mut [u8]) -> io::Result<usize> {
        Decompressor::new()?.decompress_to_buffer(frame, piece)
    }

    /// The length of the longest frame of a piece.
    pub fn longest(piece: usize) -> usize {
        zstd::compress_bound(piece)
    }
}

/// The library of zstd is not there.
#[cfg(target_family = "wasm")]
mod codec {
    use std::io;

    pub fn encode(_piece: &[u8], _level: i32) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn decode(_frame: &[u8], _piece: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn longest(piece: usize) -> usize {
        piece
    }
}

/// The seek table for frames of these compressed lengths.
pub(super) fn seek_table(lengths: &[u32], layout: FileLayout) -> Vec<u8> {
    let count = lengths.len() as u64;
    let mut table = table_head(count).to_vec();
    for (length, piece) in lengths.iter().zip(0..) {
        table.extend(length.to_le_bytes());
        table.extend((layout.piece(piece).length as u32).to_le_bytes());
    }
    table.extend((count as u32).to_le_bytes());
    table.push(0);
    table.extend(SEEKABLE_MAGIC.to_le_bytes());
    table
}

fn table_length(count: u64) -> u64 {
    TABLE_HEAD + TABLE_ENTRY * count + TABLE_FOOT
}

fn table_head(count: u64) -> [u8; TABLE_HEAD as usize] {
    let mut head = [0; TABLE_HEAD as usize];
    head[..4].copy_from_slice(&SKIPPABLE_MAGIC.to_le_bytes());
    head[4..].copy_from_slice(&((table_length(count) - TABLE_HEAD) as u32).to_le_bytes());
    head
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}

/// Allocates memory for one piece or for a table of frames; too little memory is an error, as it is for the table
/// itself.
pub(super) fn scratch(length: u64, path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(length as usize).is_err() {
        return Err(FileError::memory(path)(OutOfMemory { needed: length, available: available_memory() }));
    }
    bytes.resize(length as usize, 0);
    Ok(bytes)
}
