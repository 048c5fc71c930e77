//! The envelope of all saved files except tables: the kind of file, its identity, and a checksum.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the kind of file |
//! | 4 | version of its contents |
//! | 4 | length of the identity |
//! | 8 | length of the contents |
//! | | identity, text: the subject of the contents |
//! | | contents |
//! | 16 | xxh3 of all bytes before, 128 bits |
//!
//! A file is accepted only if all of this fits, to the byte. No more memory is taken than the header and the length of
//! the file agree on.

use super::atomic::open_regular;
use super::error::{FaultKind, StorageError};
use super::memory::{OutOfMemory, available_memory};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

/// Bytes before the identity.
const HEADER: usize = 24;
/// Bytes of the checksum.
const CHECKSUM: u64 = 16;

type Result<T> = std::result::Result<T, SealError>;

/// The reason why a sealed file is rejected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SealError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] StorageError),
    /// The first bytes are those of another kind of file.
    #[error("not {expected}: it begins with {found:02x?}")]
    OtherKind {
        /// The expected kind of file, in words.
        expected: &'static str,
        /// The first bytes.
        found: [u8; 8],
    },
    /// A version of the contents that this version of the crate does not know.
    #[error("made by another version: format {found}, this version reads {known}")]
    OtherVersion {
        /// Version of the file.
        found: u32,
        /// The version that is known.
        known: u32,
    },
    /// The file ends too early, or goes on behind its end.
    #[error("expected {expected} bytes, have {found}")]
    Length {
        /// Length that follows from the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// The bytes do not match their checksum.
    #[error("damaged: checksum {found:032x} instead of {expected:032x}")]
    Damaged {
        /// The checksum in the file.
        expected: u128,
        /// The checksum of the bytes.
        found: u128,
    },
    /// A sound file of the right kind, but not the expected one.
    #[error("{what}: {differences}")]
    OtherIdentity {
        /// Its kind, such as `another automaton`.
        what: &'static str,
        /// The differences.
        differences: String,
    },
    /// A number in the contents that no file of this kind can have.
    #[error("contradicts itself: {field} is {found}")]
    OutOfRange {
        /// The name of the number.
        field: &'static str,
        /// The number.
        found: u64,
    },
}

impl SealError {
    /// The kind of failure.
    pub fn kind(&self) -> FaultKind {
        match self {
            Self::File(error) => error.kind(),
            _ => FaultKind::Table,
        }
    }

    pub(crate) fn out_of_range(field: &'static str, found: impl Into<u64>) -> Self {
        Self::OutOfRange { field, found: found.into() }
    }
}

/// A kind of sealed file.
pub(crate) struct Seal {
    /// The first bytes.
    pub magic: [u8; 8],
    /// Version of the contents.
    pub version: u32,
    /// The kind in words, such as `an automaton`.
    pub name: &'static str,
    /// The description of a file of this kind with another identity, such as `another automaton`.
    pub other: &'static str,
}

impl Seal {
    /// Encodes a file.
    pub fn close(&self, identity: &str, contents: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + identity.len() + contents.len() + CHECKSUM as usize);
        bytes.extend(self.magic);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((identity.len() as u32).to_le_bytes());
        bytes.extend((contents.len() as u64).to_le_bytes());
        bytes.extend(identity.as_bytes());
        bytes.extend(contents);
        bytes.extend(xxh3_128(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes the contents of a file of this identity.
    ///
    /// # Errors
    /// If the bytes are not exactly the output of [`Seal::close`] for this identity and some contents.
    pub fn open<'a>(&self, bytes: &'a [u8], identity: &str) -> Result<Contents<'a>> {
        let (expected, found) = (self.length(bytes)?, bytes.len() as u64);
        if expected != found {
            return Err(SealError::Length { expected, found });
        }
        let (bytes, stated) = bytes.split_last_chunk().expect("the length was checked");
        let (expected, found) = (u128::from_le_bytes(*stated), xxh3_128(bytes));
        if expected != found {
            return Err(SealError::Damaged { expected, found });
        }
        let own = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
        let (of_file, contents) = bytes[HEADER..].split_at(own);
        if of_file != identity.as_bytes() {
            return Err(self.other_identity(differences(of_file, identity)));
        }
        Ok(Contents(contents))
    }

    /// Reads a whole file for [`Seal::open`].
    ///
    /// # Errors
    /// If it cannot be read, its header is not of this kind and version, its length is not the one that follows from
    /// the header, or there is not enough memory for the file and its decoded contents.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>> {
        let (file, metadata) = open_regular(path)?;
        self.read_from(&file, metadata.len(), path)
    }

    /// Reads the beginning of a file for [`Seal::open`], behind which there is more.
    ///
    /// # Errors
    /// As [`Seal::read`].
    pub fn read_beginning(&self, file: &File, found: u64, path: &Path) -> Result<Vec<u8>> {
        self.read_part(file, found, path, |expected| found >= expected)
    }

    fn read_from(&self, file: &File, found: u64, path: &Path) -> Result<Vec<u8>> {
        self.read_part(file, found, path, |expected| found == expected)
    }

    fn read_part(&self, file: &File, found: u64, path: &Path, fits: impl Fn(u64) -> bool) -> Result<Vec<u8>> {
        let failed = |error: io::Error| StorageError::io(path, "read")(error);
        let mut bytes = Vec::new();
        file.take(HEADER as u64).read_to_end(&mut bytes).map_err(failed)?;
        let expected = self.length(&bytes)?;
        if !fits(expected) {
            return Err(SealError::Length { expected, found });
        }
        // The contents are decoded and, when they are saved again, encoded beside their bytes.
        let memory = OutOfMemory { needed: expected.saturating_mul(4), available: available_memory() };
        if memory.needed > memory.available {
            return Err(StorageError::memory(path)(memory).into());
        }
        file.take(expected - bytes.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    /// The failure that a file of this kind is not the expected one.
    pub fn other_identity(&self, differences: String) -> SealError {
        SealError::OtherIdentity { what: self.other, differences }
    }

    /// The length of a file that begins with these bytes, from as much of its header as they hold.
    fn length(&self, header: &[u8]) -> Result<u64> {
        let short = || SealError::Length { expected: HEADER as u64, found: header.len() as u64 };
        let magic: &[u8; 8] = header.first_chunk().ok_or_else(short)?;
        if *magic != self.magic {
            return Err(SealError::OtherKind { expected: self.name, found: *magic });
        }
        let mut rest = Contents(header.get(8..HEADER).ok_or_else(short)?);
        let found = rest.u32()?;
        if found != self.version {
            return Err(SealError::OtherVersion { found, known: self.version });
        }
        let (identity, contents) = (rest.u32()?, rest.u64()?);
        let beside = HEADER as u64 + u64::from(identity) + CHECKSUM;
        contents.checked_add(beside).ok_or_else(|| SealError::out_of_range("length of the contents", contents))
    }
}

/// The lines in which two identities differ.
fn differences(found: &[u8], wanted: &str) -> String {
    let found: String = String::from_utf8_lossy(found)
        .chars()
        .map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c })
        .collect();
    let mut found = found.lines();
    let pairs = wanted.lines().map(|wanted| (found.next().unwrap_or("nothing"), wanted));
    let quoted = |line: &str| format!("`{line}`");
    let different = pairs.filter(|(found, wanted)| found != wanted);
    let (of_file, own): (Vec<_>, Vec<_>) = different.map(|(found, wanted)| (quoted(found), quoted(wanted))).unzip();
    if own.is_empty() {
        return "it has more to it".to_owned();
    }
    format!("it has {}; this one has {}", of_file.join(", "), own.join(", "))
}

/// The unread contents of a file. Every count is checked before memory is allocated for it.
pub(crate) struct Contents<'a>(&'a [u8]);

impl<'a> Contents<'a> {
    /// The next `N` bytes.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.slice(N as u64)?.try_into().expect("as many bytes as were asked for"))
    }

    pub fn u32(&mut self) -> Result<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64> {
        self.take().map(u64::from_le_bytes)
    }

    /// The next `count` bytes.
    pub fn slice(&mut self, count: u64) -> Result<&'a [u8]> {
        let left = self.left();
        if count > left {
            return Err(SealError::out_of_range("number of bytes left", left));
        }
        let (taken, rest) = self.0.split_at(count as usize);
        self.0 = rest;
        Ok(taken)
    }

    /// Number of unread bytes.
    pub fn left(&self) -> u64 {
        self.0.len() as u64
    }

    /// Checks that all contents have been read.
    pub fn end(self) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            found => Err(SealError::out_of_range("number of bytes behind the end", found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::path::PathBuf;

    const SEAL: Seal = Seal { magic: *b"\x89TST\r\n\x1a\n", version: 3, name: "a test", other: "of another test" };
    const IDENTITY: &str = "cube ABC\nmetric htm\n";

    fn sample() -> Vec<u8> {
        SEAL.close(IDENTITY, b"contents")
    }

    fn open(bytes: &[u8]) -> Result<Contents<'_>> {
        SEAL.open(bytes, IDENTITY)
    }

    fn at(directory: &tempfile::TempDir, bytes: &[u8]) -> PathBuf {
        let path = directory.path().join("sealed");
        fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn the_format_does_not_change_unnoticed() {
        let file = sample();
        assert_eq!(file[..24], *b"\x89TST\r\n\x1a\n\x03\0\0\0\x14\0\0\0\x08\0\0\0\0\0\0\0");
        assert_eq!(file[24..44], *IDENTITY.as_bytes());
        assert_eq!(file[44..52], *b"contents");
        assert_eq!(file[52..], xxh3_128(&file[..52]).to_le_bytes());
    }

    #[test]
    fn what_is_sealed_is_opened() {
        let mut contents = open(&sample()).map(|contents| contents.0.to_vec()).unwrap();
        assert_eq!(contents, b"contents");
        contents.clear();
        assert_eq!(SEAL.open(&SEAL.close("", &contents), "").unwrap().left(), 0);
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(SEAL.read(&at(&directory, &sample())).unwrap(), sample());
    }

    #[test]
    fn a_file_cut_short_is_refused_wherever_it_ends() {
        let (file, directory) = (sample(), tempfile::tempdir().unwrap());
        for end in 0..file.len() {
            let from_disk = SEAL.read(&at(&directory, &file[..end])).map(drop);
            for result in [open(&file[..end]).map(drop), from_disk] {
                let error = result.unwrap_err();
                assert!(matches!(error, SealError::Length { found, .. } if found == end as u64), "{end}: {error}");
            }
        }
        let longer = [&file[..], b"\0"].concat();
        assert!(matches!(open(&longer), Err(SealError::Length { .. })));
        assert!(matches!(SEAL.read(&at(&directory, &longer)), Err(SealError::Length { .. })));
    }

    #[test]
    fn a_file_that_shrinks_while_it_is_read_is_not_opened() {
        let directory = tempfile::tempdir().unwrap();
        let file = sample();
        let path = at(&directory, &file[..file.len() - 5]);
        let bytes = SEAL.read_from(&File::open(&path).unwrap(), file.len() as u64, &path).unwrap();
        assert!(matches!(open(&bytes), Err(SealError::Length { .. })));
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let file = sample();
        for bit in 0..8 * file.len() {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let error = open(&changed).map(drop).unwrap_err();
            let fits = match bit / 8 {
                0..8 => matches!(error, SealError::OtherKind { .. }),
                8..12 => matches!(error, SealError::OtherVersion { .. }),
                12..24 => matches!(error, SealError::Length { .. } | SealError::OutOfRange { .. }),
                _ => matches!(error, SealError::Damaged { .. }),
            };
            assert!(fits, "bit {bit}: {error}");
        }
    }

    #[test]
    fn failures_are_told_in_words() {
        let version_2 = Seal { version: 2, ..SEAL };
        let error = open(&version_2.close(IDENTITY, b"")).map(drop).unwrap_err();
        assert_eq!(error.to_string(), "made by another version: format 2, this version reads 3");
        let error = SEAL.open(b"no such thing", "").map(drop).unwrap_err();
        assert_eq!(error.to_string(), "not a test: it begins with [6e, 6f, 20, 73, 75, 63, 68, 20]");
        let error = SEAL.open(&sample(), "cube ABC\nmetric qtm\n").map(drop).unwrap_err();
        assert_eq!(error.to_string(), "of another test: it has `metric htm`; this one has `metric qtm`");
        let error = SEAL.open(&sample(), "cube ABC\n").map(drop).unwrap_err();
        assert_eq!(error.to_string(), "of another test: it has more to it");
        assert_eq!(error.kind(), FaultKind::Table);
    }

    #[test]
    fn a_large_hole_is_not_read() {
        let directory = tempfile::tempdir().unwrap();
        // First a length that the header does not state, then one that it does state but that exceeds all memory.
        let mut file = sample();
        let path = at(&directory, &file);
        let grow = || OpenOptions::new().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        grow();
        assert!(matches!(SEAL.read(&path), Err(SealError::Length { .. })));
        file[16..24].copy_from_slice(&((1u64 << 40) - (24 + 20 + 16)).to_le_bytes());
        fs::write(&path, file).unwrap();
        grow();
        let error = SEAL.read(&path).unwrap_err();
        assert_eq!(error.kind(), FaultKind::Memory, "{error}");
    }

    #[test]
    fn counts_are_checked_against_what_is_left() {
        let mut contents = Contents(&[1, 0, 0, 0, 9]);
        assert_eq!(contents.u32().unwrap(), 1);
        assert!(matches!(contents.slice(u64::MAX), Err(SealError::OutOfRange { found: 1, .. })));
        assert!(matches!(contents.u64(), Err(SealError::OutOfRange { found: 1, .. })));
        assert!(matches!(contents.end(), Err(SealError::OutOfRange { found: 1, .. })));
    }
}
