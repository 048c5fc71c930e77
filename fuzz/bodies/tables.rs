//! Table files: the header, block hashes, the compressed form with its seek table, checkpoints of builds, and the proof
//! of small tables.
//!
//! The first byte chooses a sound file, the second one which checksums are made again after the damage, so that the
//! checks behind them are reached; the rest is damage. Or the whole file is given, byte by byte.

use super::edits::{Edit, edits, put};
use cubepdb::internals::{
    pdb::{
        build::build,
        file::{
            Checkpoint, DATA_OFFSET, HEADER_LENGTH, Header, TableFile, WriteOptions, checkpoint_path, read_header,
            write_table,
        },
        verify::verify,
    },
    storage::{FaultKind, TableMemory},
};
use cubepdb::{Check, EdgeSet, FileError, H48Level, LoadMode, Metric, Pattern, TableSpec, Threads};
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};
use xxhash_rust::xxh3::xxh3_128;

/// Bits of the second byte.
mod flag {
    pub const HEADER_HASH: u8 = 1;
    pub const SPEC_HASH: u8 = 2;
    pub const CONTENT_HASH: u8 = 4;
    pub const COMPRESSED: u8 = 8;
    /// With `COMPRESSED`: the seek table tells the lengths of the frames as they are after the damage.
    pub const SEEK_TABLE: u8 = 16;
}

/// Offsets of numbers of eight bytes in the header, see `FORMAT.md`.
const NUMBERS: [usize; 8] = [16, 24, 48, 56, 64, 80, 88, 112];

/// A table file: header, and all behind the gap. The gap may have one byte in it.
#[derive(Clone)]
struct Image {
    header: Vec<u8>,
    gap: Option<(usize, u8)>,
    tail: Vec<u8>,
}

static THREADS: LazyLock<Threads> = LazyLock::new(|| Threads::new(1).expect("a thread"));
static PLACE: LazyLock<Mutex<Place>> = LazyLock::new(|| Mutex::new(Place::new()));
static IMAGES: LazyLock<Vec<Image>> = LazyLock::new(images);
/// Each small table as it is built.
static TABLES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| specs().map(|spec| made(&spec).0));

/// Where the file of an input lies: in memory, where there is such a directory.
struct Place {
    _directory: tempfile::TempDir,
    /// The table whose checkpoint the file is at the same time.
    table: PathBuf,
    path: PathBuf,
    file: File,
}

impl Place {
    fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let directory = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        let directory = directory.expect("a directory for the file");
        let table = directory.path().join("t.pdb");
        let path = checkpoint_path(&table);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
        Self { _directory: directory, table, path, file: file.expect("a file") }
    }

    fn write(&self, parts: &[(u64, &[u8])], length: u64) {
        self.file.set_len(0).expect("room");
        self.file.set_len(length).expect("room");
        parts.iter().for_each(|(at, bytes)| self.file.write_all_at(bytes, *at).expect("room"));
    }
}

fn specs() -> [TableSpec; 3] {
    let edges = |names| Pattern::Edges(EdgeSet::parse(names).expect("edges"));
    [
        TableSpec::new(edges("UR"), Metric::HalfTurn),
        TableSpec::new(edges("UR,DL"), Metric::QuarterTurn),
        TableSpec::new(edges("UF,BL,FR"), Metric::HalfTurn),
    ]
}

fn made(spec: &TableSpec) -> (Vec<u8>, [u64; 16]) {
    let (table, distribution) = build(spec, None, &AtomicBool::new(false), |_| ()).expect("a table");
    (table.to_vec(), distribution)
}

/// Three tables, the checkpoint of one of them, and the header of a table that is too large to be here.
fn images() -> Vec<Image> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("t.pdb");
    let image = |path: &Path| {
        let bytes = fs::read(path).expect("the file that was written");
        let (start, tail) = bytes.split_at(DATA_OFFSET as usize);
        Image { header: start[..HEADER_LENGTH].to_vec(), gap: None, tail: tail.to_vec() }
    };
    let mut images = Vec::new();
    for spec in specs() {
        let (table, distribution) = made(&spec);
        let depth = distribution.iter().rposition(|&count| count > 0).expect("entries") as u8;
        let header = Header::new(&spec, distribution, depth, true);
        write_table(&path, &header, &table, &WriteOptions { overwrite: true }).expect("room");
        images.push(image(&path));
    }
    let spec = specs()[1];
    let (mut table, distribution) = made(&spec);
    let mut done = [0; 16];
    done[..3].copy_from_slice(&distribution[..3]);
    for byte in &mut table {
        let half = |value: u8| if value > 2 { 15 } else { value };
        *byte = half(*byte >> 4) << 4 | half(*byte & 15);
    }
    Checkpoint::save(&path, &spec, 2, done, &table).expect("room");
    images.push(image(&checkpoint_path(&path)));
    let level = H48Level::new(0).expect("the least");
    let spec = TableSpec::new(level, Metric::HalfTurn);
    let mut counts = [0; 16];
    counts[9] = spec.entries();
    let header = Header::new(&spec, counts, 11, true).to_bytes().to_vec();
    images.push(Image { header, gap: None, tail: Vec::new() });
    images
}

/// Opens, checks, loads, proves, resumes: nothing may panic, and what is accepted is what was written.
pub fn run(data: &[u8]) {
    let [base, flags, rest @ ..] = data else { return };
    let place = PLACE.lock().expect("no input has panicked");
    let images = &*IMAGES;
    let Some(image) = images.get(usize::from(*base) % (images.len() + 1)) else {
        place.write(&[(0, rest)], rest.len() as u64);
        return THREADS.install(|| check(&place));
    };
    let mut image = image.clone();
    edits(rest).for_each(|edit| image.damage(edit));
    image.remake(*flags);
    if let Ok(header) = Header::parse(image.header.first_chunk().expect("whole"), &place.path) {
        let again = Header::parse(&header.to_bytes(), &place.path);
        assert_eq!(again.ok(), Some(header), "what is read is what would be written");
    }
    if flags & flag::COMPRESSED == 0 {
        let gap = image.gap.as_ref().map_or((0, &[][..]), |(at, value)| (*at as u64, std::slice::from_ref(value)));
        let length = DATA_OFFSET + image.tail.len() as u64;
        place.write(&[(0, &image.header), gap, (DATA_OFFSET, &image.tail)], length);
    } else {
        let bytes = image.compressed(flags & flag::SEEK_TABLE != 0, rest);
        place.write(&[(0, &bytes)], bytes.len() as u64);
    }
    THREADS.install(|| check(&place));
}

impl Image {
    /// Kinds 0 to 4 are damage of the plain file; the others of the compressed one.
    fn damage(&mut self, edit: Edit) {
        match edit.kind % 8 {
            0 => edit.set(&mut self.header),
            1 => edit.set(&mut self.tail),
            2 => edit.set_number(&mut self.header, NUMBERS[edit.at % NUMBERS.len()]),
            3 => self.gap = Some((HEADER_LENGTH + edit.at, edit.value)),
            4 => self.tail.resize(edit.at, edit.value),
            _ => {}
        }
    }

    fn remake(&mut self, flags: u8) {
        let Self { header, tail, .. } = self;
        if flags & flag::CONTENT_HASH != 0 && tail.len() >= 16 {
            let (data, hashes) = tail.split_last_chunk_mut::<16>().expect("sixteen bytes and more");
            *hashes = xxh3_128(data).to_le_bytes();
            put(header, 96, &xxh3_128(hashes).to_le_bytes());
        }
        if flags & flag::SPEC_HASH != 0 {
            let length = u32::from_le_bytes([header[116], header[117], header[118], header[119]]) as usize;
            if let Some(identity) = header[320..2368].get(..length) {
                let hash = xxh3_128(identity).to_le_bytes();
                put(header, 32, &hash);
            }
        }
        if flags & flag::HEADER_HASH != 0 {
            let hash = xxh3_128(&header[..4080]).to_le_bytes();
            put(header, 4080, &hash);
        }
    }

    /// Three frames and a seek table, damaged.
    fn compressed(&self, retell: bool, damage: &[u8]) -> Vec<u8> {
        let mut area = self.header.clone();
        area.resize(DATA_OFFSET as usize, 0);
        if let Some((at, value)) = self.gap {
            area[at] = value;
        }
        let (data, hashes) = self.tail.split_at(self.tail.len().saturating_sub(16));
        let pieces = [&area[..], data, hashes];
        let frames = pieces.map(|piece| zstd::bulk::compress(piece, 1).expect("memory"));
        let lengths = frames.each_ref().map(Vec::len);
        let mut frames = frames.concat();
        edits(damage).filter(|edit| edit.kind % 8 == 5).for_each(|edit| edit.set(&mut frames));
        let told = if retell { [lengths[0], lengths[1], frames.len() - lengths[0] - lengths[1]] } else { lengths };
        let mut seek = 0x184D_2A5Eu32.to_le_bytes().to_vec();
        seek.extend((8 * 3 + 9u32).to_le_bytes());
        for (length, piece) in told.iter().zip(pieces) {
            seek.extend((*length as u32).to_le_bytes());
            seek.extend((piece.len() as u32).to_le_bytes());
        }
        seek.extend(3u32.to_le_bytes());
        seek.push(0);
        seek.extend(0x8F92_EAB1u32.to_le_bytes());
        edits(damage).filter(|edit| edit.kind % 8 == 6).for_each(|edit| edit.set(&mut seek));
        let mut bytes = [frames, seek].concat();
        for edit in edits(damage).filter(|edit| edit.kind % 8 == 7) {
            bytes.truncate(bytes.len().saturating_sub(edit.at));
        }
        bytes
    }
}

fn check(place: &Place) {
    let header = read_header(&place.path);
    match TableFile::open(&place.path) {
        Ok(table) => {
            assert_eq!(header.as_ref().ok(), Some(table.header()));
            check_table(&table);
        }
        Err(error) => check_error(&error),
    }
    header.err().iter().for_each(check_error);
    for spec in specs() {
        match Checkpoint::load(&place.table, &spec) {
            Ok(state) => check_resumed(&spec, state.expect("the file is there")),
            Err(error) => check_error(&error),
        }
    }
}

/// A table is loaded exactly if its blocks are sound, with the same entries in each way, and proven only if it is the
/// one that would be built.
fn check_table(table: &TableFile) {
    let sound = table.check_blocks(&|_| ());
    let copied = table.load(LoadMode::Copy, Check::Full);
    assert_eq!(sound.is_ok(), copied.is_ok());
    sound.err().iter().for_each(check_error);
    let Ok(copied) = copied.inspect_err(check_error) else { return };
    assert_eq!(copied.len() as u64, table.header().data_length());
    if !table.is_compressed() {
        let mapped = table.load(LoadMode::Mmap, Check::Header).expect("its length is right");
        assert!(copied[..] == mapped[..]);
    }
    check_proof(&table.spec(), &copied, table.header().distribution());
}

fn check_proof(spec: &TableSpec, table: &TableMemory, distribution: &[u64; 16]) {
    let Some(known) = specs().iter().position(|known| known == spec) else { return };
    if verify(spec, table, Some(distribution), &AtomicBool::new(false), &|_| ()).is_ok() {
        assert!(table[..] == TABLES[known], "proven, and wrong");
    }
}

/// A build goes on from whatever has the right checksums; only the proof tells whether the result is right.
fn check_resumed(spec: &TableSpec, state: Checkpoint) {
    if let Ok((table, distribution)) = build(spec, Some(state), &AtomicBool::new(false), |_| ()) {
        assert_eq!(table.len() as u64, spec.bytes());
        check_proof(spec, &table.freeze(), &distribution);
    }
}

/// Whatever the bytes are, it is the table that is wrong, and the message can be shown.
fn check_error(error: &FileError) {
    let message = error.to_string();
    assert!(matches!(error.kind(), FaultKind::Table), "{message}");
    assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?}");
}
