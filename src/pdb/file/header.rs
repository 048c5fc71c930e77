//! The first 4096 bytes of a table file.

use super::error::{FileError, Result};
use super::layout::{BLOCK, DATA_OFFSET, FileLayout, HEADER_LENGTH};
use super::question::QuestionPart;
use crate::pdb::distribution::mean;
use crate::pdb::spec::{ENTRY_BITS, UNSEEN};
use crate::pdb::{Done, TableSpec};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_128;

/// First bytes of a table. The byte above 127, the line end and the end-of-file character each reveal a copy made in
/// text mode.
pub const MAGIC: [u8; 8] = *b"\x89CPD\r\n\x1a\n";
/// The latest format version that is supported, major and minor. Tables that an older version can express are written
/// in that version.
pub const VERSION: (u16, u16) = (1, 2);

const ENDIAN_TAG: u32 = 0x0102_0304;
const FLAG_COMPLETE: u32 = 1;
/// Required flag: entries lie in lines that hold more than entries. The length of the data does not follow from the
/// number of entries.
const REQUIRED_LINES: u32 = 1;
/// Required flag: the table answers a question about any puzzle, which lies behind the header, and rows of entries are
/// filled up. The length of the data does not follow from the number of entries.
const REQUIRED_QUESTION: u32 = 2;
/// Bytes of a line.
const LINE: u64 = 64;
/// Bytes of which a row of a table with a question has a multiple.
const ROW: u64 = 16;
/// Required flags that are supported.
const KNOWN_REQUIRED: u32 = REQUIRED_LINES | REQUIRED_QUESTION;
const GENERATOR: &str = concat!("cubepdb ", env!("CARGO_PKG_VERSION"));

/// Offsets of the fields, as in `FORMAT.md`.
mod at {
    pub const MAJOR: usize = 8;
    pub const MINOR: usize = 10;
    pub const ENDIAN: usize = 12;
    pub const HEADER_LENGTH: usize = 16;
    pub const FLAGS: usize = 20;
    pub const REQUIRED: usize = 24;
    pub const OPTIONAL: usize = 28;
    pub const SPEC_HASH: usize = 32;
    pub const ENTRIES: usize = 48;
    pub const DATA_OFFSET: usize = 56;
    pub const DATA_LENGTH: usize = 64;
    pub const BLOCK: usize = 72;
    pub const HASH_OFFSET: usize = 80;
    pub const HASH_LENGTH: usize = 88;
    pub const CONTENT_HASH: usize = 96;
    pub const BITS: usize = 112;
    pub const DEPTH: usize = 113;
    pub const GENERATOR_LENGTH: usize = 114;
    pub const IDENTITY_LENGTH: usize = 116;
    pub const DISTRIBUTION: usize = 128;
    pub const GENERATOR: usize = 256;
    pub const IDENTITY: usize = 320;
    pub const IDENTITY_END: usize = 2368;
    pub const HEADER_HASH: usize = 4080;
}

/// The contents of the header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    minor: u16,
    flags: u32,
    required: u32,
    optional: u32,
    identity: String,
    generator: String,
    entries: u64,
    bits: u8,
    depth: u8,
    distribution: [u64; 16],
    content_hash: u128,
    layout: FileLayout,
    question: Option<QuestionPart>,
}

impl Header {
    /// The header of a table of `spec`. `distribution[d]` counts the entries of depth `d`, `depth` is the last finished
    /// depth. The content hash is left zero: writing the table fills it in.
    pub fn new(spec: &TableSpec, distribution: [u64; 16], depth: u8, complete: bool) -> Self {
        let layout = FileLayout::new(spec.bytes()).expect("every table that can be specified fits a file");
        let required = required_flags(spec);
        Self {
            minor: minor_version(required),
            flags: if complete { FLAG_COMPLETE } else { 0 },
            required,
            optional: 0,
            identity: spec.identity(),
            generator: GENERATOR.to_owned(),
            entries: spec.entries(),
            bits: spec.bits(),
            depth,
            distribution,
            content_hash: 0,
            layout,
            question: None,
        }
    }

    /// The header of a table that answers a question about any puzzle: `entries` of them, in rows that take
    /// `data_length` bytes. `None` if such a table has no place in a file.
    pub(super) fn of_question(
        identity: String,
        entries: u64,
        data_length: u64,
        question: QuestionPart,
        complete: bool,
    ) -> Option<Self> {
        let mut distribution = [0; 16];
        let near = question.counts().iter().take(usize::from(UNSEEN));
        distribution.iter_mut().zip(near).for_each(|(place, &count)| *place = count);
        distribution[usize::from(UNSEEN)] = entries.checked_sub(distribution.iter().sum())?;
        Some(Self {
            minor: minor_version(REQUIRED_QUESTION),
            flags: if complete { FLAG_COMPLETE } else { 0 },
            required: REQUIRED_QUESTION,
            optional: 0,
            identity,
            generator: GENERATOR.to_owned(),
            entries,
            bits: ENTRY_BITS,
            depth: question.depth(),
            distribution,
            content_hash: 0,
            layout: FileLayout::new(data_length)?,
            question: Some(question),
        })
    }

    /// The table; `None` if this version does not know it.
    pub fn spec(&self) -> Option<TableSpec> {
        TableSpec::from_identity(&self.identity)
    }

    /// Identity text of the table, see [`TableSpec::identity`]; printable ASCII.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Name and version of the program that wrote the table; printable ASCII.
    pub fn generator(&self) -> &str {
        &self.generator
    }

    /// Major and minor version of the format.
    pub fn version(&self) -> (u16, u16) {
        (VERSION.0, self.minor)
    }

    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Bits of an entry.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// Bytes of the packed entries.
    pub fn data_length(&self) -> u64 {
        self.layout.data_length()
    }

    /// Bytes of the whole uncompressed file.
    pub fn file_length(&self) -> u64 {
        self.layout.file_length()
    }

    /// The last finished depth.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// The progress of the table's build.
    pub fn done(&self) -> Done {
        self.spec().map_or(Done::Level(self.depth), |spec| Done::of(&spec, self.depth, &self.distribution))
    }

    /// Number of entries of each depth.
    pub fn distribution(&self) -> &[u64; 16] {
        &self.distribution
    }

    /// Returns whether the table answers a question about any puzzle, which the file holds.
    pub fn has_question(&self) -> bool {
        self.question.is_some()
    }

    /// The number of positions at each distance, beyond those that entries tell apart: of a table with a question.
    pub fn counts(&self) -> Option<&[u64]> {
        self.question.as_ref().map(QuestionPart::counts)
    }

    /// Mean depth of the entries that have one; 0 if none has any.
    pub fn mean(&self) -> f64 {
        self.question.as_ref().map_or_else(|| mean(&self.distribution), QuestionPart::mean)
    }

    pub(super) fn question(&self) -> Option<&QuestionPart> {
        self.question.as_ref()
    }

    /// Returns whether the build was finished.
    pub fn is_complete(&self) -> bool {
        self.flags & FLAG_COMPLETE != 0
    }

    /// Checksum of the block checksums: equal for two tables exactly if their entries are equal.
    pub fn content_hash(&self) -> u128 {
        self.content_hash
    }

    pub(super) fn layout(&self) -> FileLayout {
        self.layout
    }

    pub(super) fn with_content_hash(mut self, hash: u128) -> Self {
        self.content_hash = hash;
        self
    }

    /// The header in its file form, in the version written here.
    pub fn to_bytes(&self) -> [u8; HEADER_LENGTH] {
        let mut bytes = [0; HEADER_LENGTH];
        self.put_format(&mut bytes);
        self.put_geometry(&mut bytes);
        put(&mut bytes, at::SPEC_HASH, &xxh3_128(self.identity.as_bytes()).to_le_bytes());
        put(&mut bytes, at::GENERATOR_LENGTH, &(self.generator.len() as u8).to_le_bytes());
        put(&mut bytes, at::GENERATOR, self.generator.as_bytes());
        put(&mut bytes, at::IDENTITY_LENGTH, &(self.identity.len() as u32).to_le_bytes());
        put(&mut bytes, at::IDENTITY, self.identity.as_bytes());
        put(&mut bytes, at::DEPTH, &[self.depth]);
        for (depth, count) in self.distribution.iter().enumerate() {
            put(&mut bytes, at::DISTRIBUTION + 8 * depth, &count.to_le_bytes());
        }
        if let Some(question) = &self.question {
            question.put(&mut bytes);
        }
        let hash = xxh3_128(&bytes[..at::HEADER_HASH]);
        put(&mut bytes, at::HEADER_HASH, &hash.to_le_bytes());
        bytes
    }

    fn put_format(&self, bytes: &mut [u8]) {
        put(bytes, 0, &MAGIC);
        put(bytes, at::MAJOR, &VERSION.0.to_le_bytes());
        put(bytes, at::MINOR, &self.minor.to_le_bytes());
        put(bytes, at::ENDIAN, &ENDIAN_TAG.to_le_bytes());
        put(bytes, at::HEADER_LENGTH, &(HEADER_LENGTH as u32).to_le_bytes());
        put(bytes, at::FLAGS, &self.flags.to_le_bytes());
        put(bytes, at::REQUIRED, &self.required.to_le_bytes());
        put(bytes, at::OPTIONAL, &self.optional.to_le_bytes());
    }

    fn put_geometry(&self, bytes: &mut [u8]) {
        put(bytes, at::ENTRIES, &self.entries.to_le_bytes());
        put(bytes, at::BITS, &[self.bits]);
        put(bytes, at::DATA_OFFSET, &DATA_OFFSET.to_le_bytes());
        put(bytes, at::DATA_LENGTH, &self.layout.data_length().to_le_bytes());
        put(bytes, at::BLOCK, &BLOCK.to_le_bytes());
        put(bytes, at::HASH_OFFSET, &self.layout.hash_offset().to_le_bytes());
        put(bytes, at::HASH_LENGTH, &self.layout.hash_length().to_le_bytes());
        put(bytes, at::CONTENT_HASH, &self.content_hash.to_le_bytes());
    }

    /// Checks and reads a header; `path` is only for the error. Accepts the header of any table of format 1, even of
    /// one that is incomplete or that this version cannot use.
    ///
    /// # Errors
    /// If the bytes are not a header, or a header that is damaged, of a newer version, or self-contradictory.
    pub fn parse(bytes: &[u8; HEADER_LENGTH], path: &Path) -> Result<Self> {
        Parser { bytes, path }.header()
    }
}

/// The checks, with the most informative failures first.
struct Parser<'a> {
    bytes: &'a [u8; HEADER_LENGTH],
    path: &'a Path,
}

impl Parser<'_> {
    fn header(&self) -> Result<Header> {
        self.check_magic()?;
        self.check_major()?;
        self.check_hash()?;
        self.check_required()?;
        let identity = self.text("identity length", at::IDENTITY..at::IDENTITY_END, self.u32(at::IDENTITY_LENGTH))?;
        let generator_length = u32::from(self.bytes[at::GENERATOR_LENGTH]);
        let generator = self.text("generator length", at::GENERATOR..at::IDENTITY, generator_length)?;
        self.field("spec hash", self.u128(at::SPEC_HASH), xxh3_128(identity.as_bytes()))?;
        let distribution = std::array::from_fn(|depth| self.u64(at::DISTRIBUTION + 8 * depth));
        let header = Header {
            minor: self.u16(at::MINOR),
            flags: self.u32(at::FLAGS),
            required: self.u32(at::REQUIRED),
            optional: self.u32(at::OPTIONAL),
            identity,
            generator,
            entries: self.u64(at::ENTRIES),
            bits: self.bytes[at::BITS],
            depth: self.bytes[at::DEPTH],
            distribution,
            content_hash: self.u128(at::CONTENT_HASH),
            layout: self.layout()?,
            question: self.question(&distribution)?,
        };
        self.check_distribution(&header)?;
        self.check_spec(&header)?;
        Ok(header)
    }

    fn check_magic(&self) -> Result<()> {
        let found = self.array(0);
        if found == MAGIC {
            return Ok(());
        }
        Err(FileError::NotATable { path: self.path.to_owned(), expected: MAGIC, found })
    }

    /// Checks the major version before anything else: a later one may have moved all other fields.
    fn check_major(&self) -> Result<()> {
        if self.u32(at::ENDIAN) == ENDIAN_TAG.swap_bytes() {
            return Err(FileError::ByteSwapped { path: self.path.to_owned() });
        }
        if self.u16(at::MAJOR) > VERSION.0 {
            return Err(self.newer(0));
        }
        Ok(())
    }

    fn check_hash(&self) -> Result<()> {
        let expected = self.u128(at::HEADER_HASH);
        let found = xxh3_128(&self.bytes[..at::HEADER_HASH]);
        if expected == found {
            return Ok(());
        }
        Err(FileError::HeaderDamaged { path: self.path.to_owned(), expected, found })
    }

    /// Checks the required flags: a later minor version may use new ones, and marks those that must be understood.
    fn check_required(&self) -> Result<()> {
        self.field("major version", self.u16(at::MAJOR), VERSION.0)?;
        self.field("endian tag", self.u32(at::ENDIAN), ENDIAN_TAG)?;
        self.field("header length", self.u32(at::HEADER_LENGTH), HEADER_LENGTH as u32)?;
        self.field("unassigned flags", self.u32(at::FLAGS) & !FLAG_COMPLETE, 0)?;
        match self.u32(at::REQUIRED) & !KNOWN_REQUIRED {
            0 => Ok(()),
            unknown => Err(self.newer(unknown)),
        }
    }

    fn layout(&self) -> Result<FileLayout> {
        let (entries, bits) = (self.u64(at::ENTRIES), self.bytes[at::BITS]);
        if !(1..=8).contains(&bits) {
            return Err(self.contradiction("bits", bits, "1 to 8"));
        }
        let packed = FileLayout::of_entries(entries, bits)
            .ok_or_else(|| self.contradiction("entries", entries, "a number whose table fits a file"))?;
        let layout = match self.u32(at::REQUIRED) {
            0 => packed,
            REQUIRED_LINES => self.lines(packed, LINE, "lines")?,
            _ => self.lines(packed, ROW, "rows")?,
        };
        self.field("data offset", self.u64(at::DATA_OFFSET), DATA_OFFSET)?;
        self.field("data length", self.u64(at::DATA_LENGTH), layout.data_length())?;
        self.field("block size", self.u64(at::BLOCK), BLOCK)?;
        self.field("hash offset", self.u64(at::HASH_OFFSET), layout.hash_offset())?;
        self.field("hash length", self.u64(at::HASH_LENGTH), layout.hash_length())?;
        Ok(layout)
    }

    /// The layout of lines or rows, of which there are at least as many as the bare entries would fill.
    fn lines(&self, packed: FileLayout, line: u64, name: &str) -> Result<FileLayout> {
        let (length, least) = (self.u64(at::DATA_LENGTH), packed.data_length());
        let whole = length.is_multiple_of(line) && length >= least;
        let layout = FileLayout::new(length).filter(|_| whole);
        layout.ok_or_else(|| self.contradiction("data length", length, format!("whole {name} for {least} bytes")))
    }

    /// The part about a question, if the table has one.
    fn question(&self, distribution: &[u64; 16]) -> Result<Option<QuestionPart>> {
        if self.u32(at::REQUIRED) & REQUIRED_QUESTION == 0 {
            return Ok(None);
        }
        self.field("required flags", self.u32(at::REQUIRED), REQUIRED_QUESTION)?;
        self.field("bits", self.bytes[at::BITS], ENTRY_BITS)?;
        let part = QuestionPart::parse(self.bytes, self.bytes[at::DEPTH], distribution);
        part.map(Some).map_err(|(field, found, expected)| self.contradiction(field, found, expected))
    }

    /// Checks that a finished table counts every entry once and none as unseen, and that an unfinished one counts at
    /// most all of them.
    fn check_distribution(&self, header: &Header) -> Result<()> {
        if header.depth >= UNSEEN && !header.has_question() {
            return Err(self.contradiction("depth", header.depth, "below 15"));
        }
        let sum = header.distribution.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        if !sum.is_some_and(|sum| sum == header.entries || sum < header.entries && !header.is_complete()) {
            let sum = sum.map_or_else(|| "beyond 64 bits".to_owned(), |sum| sum.to_string());
            return Err(self.contradiction("sum of the distribution", sum, header.entries));
        }
        if header.is_complete() {
            // The last entry of a table with a question stands for all that are farther, or cannot be reached.
            let end = if header.has_question() { usize::from(UNSEEN) } else { header.distribution.len() };
            let beyond: u64 = header.distribution[..end].iter().skip(usize::from(header.depth) + 1).sum();
            self.field("distribution beyond the depth", beyond, 0)?;
        }
        Ok(())
    }

    fn check_spec(&self, header: &Header) -> Result<()> {
        let Some(spec) = header.spec() else { return Ok(()) };
        self.field("entries", header.entries, spec.entries())?;
        self.field("bits", header.bits, spec.bits())?;
        self.field("required flags", header.required, required_flags(&spec))?;
        self.field("data length", header.data_length(), spec.bytes())
    }

    /// Reads a text of `length` bytes at the start of `room`; the rest of `room` must be zero.
    fn text(&self, field: &'static str, room: std::ops::Range<usize>, length: u32) -> Result<String> {
        let room = &self.bytes[room];
        let fits = || self.contradiction(field, length, format!("at most {}", room.len()));
        let (text, rest) = room.split_at_checked(length as usize).ok_or_else(fits)?;
        let printable = text.iter().all(|byte| (b' '..=b'~').contains(byte)) && rest.iter().all(|&byte| byte == 0);
        match std::str::from_utf8(text) {
            Ok(text) if printable => Ok(text.to_owned()),
            _ => Err(self.contradiction(field, "that of other bytes", "the length of a printable text")),
        }
    }

    fn field<T: PartialEq + ToString>(&self, field: &'static str, found: T, expected: T) -> Result<()> {
        if found == expected { Ok(()) } else { Err(self.contradiction(field, found, expected)) }
    }

    fn contradiction(&self, field: &'static str, found: impl ToString, expected: impl ToString) -> FileError {
        let (expected, found) = (expected.to_string(), found.to_string());
        FileError::HeaderField { path: self.path.to_owned(), field, expected, found }
    }

    fn newer(&self, unknown: u32) -> FileError {
        let (major, minor) = (self.u16(at::MAJOR), self.u16(at::MINOR));
        FileError::NewerVersion { path: self.path.to_owned(), major, minor, unknown, supported: VERSION }
    }

    fn array<const N: usize>(&self, at: usize) -> [u8; N] {
        let mut array = [0; N];
        array.copy_from_slice(&self.bytes[at..at + N]);
        array
    }

    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.array(at))
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.array(at))
    }

    fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.array(at))
    }

    fn u128(&self, at: usize) -> u128 {
        u128::from_le_bytes(self.array(at))
    }
}

/// The first version that has these features.
fn minor_version(required: u32) -> u16 {
    match required {
        0 => 0,
        REQUIRED_LINES => 1,
        _ => 2,
    }
}

/// The features that a reader of the table must understand.
fn required_flags(spec: &TableSpec) -> u32 {
    if spec.h48().is_some() { REQUIRED_LINES } else { 0 }
}

fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    bytes[at..at + value.len()].copy_from_slice(value);
}

#[cfg(test)]
#[path = "header_tests.rs"]
mod tests;
