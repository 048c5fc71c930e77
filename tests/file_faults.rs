//! Table files with faults: every one is refused with the error that names it, quickly and within little memory.

use cubepdb::cube::MetricKind;
use cubepdb::pdb::file::{
    BLOCK, Check, CompressOptions, DATA_OFFSET, FaultKind, FileError, HEADER_LENGTH, Header, LoadMode, TableFile,
    WriteOptions, check_target, compress, decompress, read_header, write_table,
};
use cubepdb::pdb::{EdgeSet, Pattern, TableSpec};
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_128;

const SEEK_FOOT: usize = 9;

/// A directory with a table in it.
struct Fixture {
    dir: tempfile::TempDir,
    spec: TableSpec,
    data: Vec<u8>,
}

impl Fixture {
    /// A table whose entries are depths 0 to 3 in disorder.
    fn new(pattern: Pattern) -> Self {
        let spec = TableSpec::new(pattern, MetricKind::HalfTurn);
        let mut random = fastrand::Rng::with_seed(0x5eed);
        let data: Vec<u8> = (0..spec.bytes()).map(|_| random.u8(0..16) << 2 & 0x30 | random.u8(0..4)).collect();
        let fixture = Self { dir: tempfile::tempdir().unwrap(), spec, data };
        write_table(&fixture.path(), &fixture.header(), &fixture.data, &WriteOptions::default()).unwrap();
        fixture
    }

    fn small() -> Self {
        Self::new(Pattern::Edges(EdgeSet::parse("UR,UF").unwrap()))
    }

    /// Eleven blocks, the last of them in part.
    fn large() -> Self {
        Self::new(Pattern::Corners)
    }

    fn header(&self) -> Header {
        let mut distribution = [0; 16];
        for byte in &self.data {
            distribution[usize::from(byte & 15)] += 1;
            distribution[usize::from(byte >> 4)] += 1;
        }
        Header::new(&self.spec, distribution, 3, true)
    }

    fn path(&self) -> PathBuf {
        self.named("t.pdb")
    }

    fn named(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// The table compressed at level 1.
    fn compressed(&self) -> PathBuf {
        let path = self.named("t.pdb.zst");
        let options = CompressOptions { level: 1, overwrite: true };
        compress(&self.path(), &path, &options, &|_| {}).unwrap();
        path
    }
}

fn patch(path: &Path, offset: u64, bytes: &[u8]) {
    OpenOptions::new().write(true).open(path).unwrap().write_all_at(bytes, offset).unwrap();
}

fn flip(path: &Path, offset: u64) {
    let mut byte = [0];
    File::open(path).unwrap().read_exact_at(&mut byte, offset).unwrap();
    patch(path, offset, &[byte[0] ^ 4]);
}

fn set_len(path: &Path, length: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

/// Opens and goes over everything, as a careful reader does.
fn read_all(path: &Path) -> Result<(), FileError> {
    let started = Instant::now();
    let result = TableFile::open(path).and_then(|table| {
        table.check_blocks(&|_| {})?;
        table.load(LoadMode::Copy, Check::Full).map(drop)
    });
    // A fraction of a second in fact; the machine may be busy with other tests.
    assert!(started.elapsed() < Duration::from_secs(5));
    result
}

#[track_caller]
fn assert_refused(path: &Path) {
    let error = read_all(path).expect_err("a damaged table was accepted");
    assert_eq!(error.kind(), FaultKind::Table, "{error}");
    assert!(error.to_string().contains(&*path.to_string_lossy()));
}

#[test]
fn tables_read_back_in_every_way() {
    let fixture = Fixture::large();
    for path in [fixture.path(), fixture.compressed()] {
        let table = TableFile::open(&path).unwrap();
        assert_eq!(table.spec(), fixture.spec);
        assert_eq!(read_header(&path).unwrap(), *table.header());
        for mode in [LoadMode::Auto, LoadMode::Copy, LoadMode::Mmap] {
            for check in [Check::Header, Check::Full] {
                let memory = table.load(mode, check).unwrap();
                assert!(memory[..] == fixture.data[..], "{mode:?} {check:?}");
                assert_eq!(memory.is_mapped(), mode == LoadMode::Mmap && !table.is_compressed());
                assert!(memory.huge_page_bytes() <= memory.len() as u64);
            }
        }
        let most = AtomicU64::new(0);
        table.check_blocks(&|done| _ = most.fetch_max(done, Ordering::Relaxed)).unwrap();
        assert_eq!(most.into_inner(), table.header().data_length());
        assert!(table.is_unchanged().unwrap());
    }
}

#[test]
fn writing_is_reproducible_and_the_hash_names_the_content() {
    let fixture = Fixture::small();
    let mut data = fixture.data.clone();
    let options = WriteOptions::default();
    let same = write_table(&fixture.named("same"), &fixture.header(), &data, &options).unwrap();
    assert_eq!(fs::read(fixture.path()).unwrap(), fs::read(fixture.named("same")).unwrap());
    data.swap(0, 5);
    let other = write_table(&fixture.named("other"), &fixture.header(), &data, &options).unwrap();
    assert_eq!(same.content_hash(), read_header(&fixture.path()).unwrap().content_hash());
    assert_ne!(same.content_hash(), other.content_hash());
}

#[test]
fn truncation_at_every_header_byte_and_border() {
    let fixture = Fixture::small();
    let path = fixture.path();
    let whole = fs::metadata(&path).unwrap().len();
    let borders = [DATA_OFFSET - 1, DATA_OFFSET, DATA_OFFSET + 1, whole - 17, whole - 16, whole - 15, whole - 1];
    for length in borders.into_iter().rev().chain((0..=HEADER_LENGTH as u64).rev()) {
        set_len(&path, length);
        let error = read_all(&path).unwrap_err();
        assert!(matches!(error, FileError::Truncated { found, expected, .. } if found == length && expected > length));
    }
}

#[test]
fn truncation_at_block_borders_and_trailing_bytes() {
    let fixture = Fixture::large();
    let path = fixture.path();
    let whole = fs::metadata(&path).unwrap().len();
    for longer in [1, 16, 1 << 30] {
        set_len(&path, whole + longer);
        let error = read_all(&path).unwrap_err();
        assert!(matches!(error, FileError::Trailing { expected, .. } if expected == whole), "{error}");
    }
    for block in (0..11).rev() {
        set_len(&path, DATA_OFFSET + block * BLOCK);
        let error = read_all(&path).unwrap_err();
        assert!(matches!(error, FileError::Truncated { expected, .. } if expected == whole), "{error}");
    }
}

#[test]
fn every_flipped_bit_of_the_header() {
    let fixture = Fixture::small();
    let sound = fs::read(fixture.path()).unwrap();
    for bit in 0..8 * HEADER_LENGTH {
        patch(&fixture.path(), bit as u64 / 8, &[sound[bit / 8] ^ 1 << (bit % 8)]);
        assert!(TableFile::open(&fixture.path()).is_err(), "bit {bit}");
        patch(&fixture.path(), bit as u64 / 8, &sound[bit / 8..][..1]);
    }
    read_all(&fixture.path()).unwrap();
}

#[test]
fn sizes_that_overflow_take_no_memory() {
    let fixture = Fixture::small();
    let sound = fs::read(fixture.path()).unwrap();
    for at in (48..96).step_by(8) {
        for value in [0, 1, 1 << 62, 1 << 63, u64::MAX - 15, u64::MAX] {
            let mut header = sound[..HEADER_LENGTH].to_vec();
            header[at..at + 8].copy_from_slice(&u64::to_le_bytes(value));
            let hash = xxh3_128(&header[..HEADER_LENGTH - 16]);
            header[HEADER_LENGTH - 16..].copy_from_slice(&hash.to_le_bytes());
            patch(&fixture.path(), 0, &header);
            let error = TableFile::open(&fixture.path()).unwrap_err();
            assert!(matches!(error, FileError::HeaderField { .. }), "{error}");
        }
    }
}

#[test]
fn damage_behind_the_header_is_located() {
    let fixture = Fixture::large();
    let path = fixture.path();
    let hashes = DATA_OFFSET + fixture.spec.bytes();
    flip(&path, HEADER_LENGTH as u64 + 77);
    let error = read_all(&path).unwrap_err();
    assert!(matches!(error, FileError::GapDamaged { offset: 4173, found: 4, .. }), "{error}");
    flip(&path, HEADER_LENGTH as u64 + 77);
    flip(&path, hashes + 30);
    let error = read_all(&path).unwrap_err();
    assert!(matches!(error, FileError::HashTableDamaged { offset, .. } if offset == hashes), "{error}");
    flip(&path, hashes + 30);
    for block in [10, 7, 2, 0] {
        let expected = DATA_OFFSET + block * BLOCK;
        flip(&path, expected + 1000);
        let table = TableFile::open(&path).unwrap();
        let copied = table.load(LoadMode::Copy, Check::Full).map(drop);
        let mapped = table.load(LoadMode::Mmap, Check::Full).map(drop);
        for result in [table.check_blocks(&|_| {}), copied, mapped] {
            let error = result.unwrap_err();
            let named =
                matches!(error, FileError::BlockDamaged { block: b, offset, .. } if (b, offset) == (block, expected));
            assert!(named, "{error}");
        }
        table.load(LoadMode::Auto, Check::Header).unwrap();
    }
}

#[test]
fn noise_and_other_files_are_no_tables() {
    let fixture = Fixture::small();
    let path = fixture.path();
    let sound = fs::read(&path).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..2000 {
        let mut bytes: Vec<u8> = (0..random.usize(0..6000)).map(|_| random.u8(..)).collect();
        for (byte, start) in bytes.iter_mut().zip(&sound).take(random.usize(0..400) * (round % 2)) {
            *byte = *start;
        }
        fs::write(&path, bytes).unwrap();
        assert_refused(&path);
    }
    fs::write(&path, "text\n").unwrap();
    assert!(matches!(
        read_all(&path),
        Err(FileError::NotATable { found: [b't', b'e', b'x', b't', b'\n', 0, 0, 0], .. })
    ));
    assert!(matches!(read_all(&fixture.named("none")), Err(FileError::Missing { .. })));
    assert!(matches!(read_all(fixture.dir.path()), Err(FileError::NotAFile { .. })));
}

#[test]
fn mutated_tables_are_refused_or_sound() {
    let fixture = Fixture::small();
    for (path, seed) in [(fixture.path(), 2), (fixture.compressed(), 3)] {
        let sound = fs::read(&path).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..300 {
            let mut bytes = sound.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(0..bytes.len().min(8192));
                let at = if random.bool() { at } else { bytes.len() - 1 - at.min(bytes.len() - 1) };
                bytes[at] = random.u8(..);
            }
            fs::write(&path, &bytes).unwrap();
            if bytes != sound && read_all(&path).is_ok() {
                // Some bits of a zstd frame mean nothing. What was decoded has passed every checksum.
                let memory = TableFile::open(&path).unwrap().load(LoadMode::Copy, Check::Full).unwrap();
                assert_eq!(memory[..], fixture.data);
                assert_eq!(path.extension().unwrap(), "zst");
            }
        }
    }
}

#[test]
fn compression_goes_there_and_back() {
    for fixture in [Fixture::small(), Fixture::large()] {
        let (plain, packed, back) = (fixture.path(), fixture.compressed(), fixture.named("back.pdb"));
        decompress(&packed, &back, &WriteOptions::default(), &|_| {}).unwrap();
        assert!(fs::read(&plain).unwrap() == fs::read(&back).unwrap());
        let mut by_stream = Vec::new();
        zstd::stream::copy_decode(File::open(&packed).unwrap(), &mut by_stream).unwrap();
        assert!(fs::read(&plain).unwrap() == by_stream);
        let again = fixture.named("again.zst");
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let options = CompressOptions { level: 1, overwrite: false };
        one_thread.install(|| compress(&plain, &again, &options, &|_| {})).unwrap();
        assert!(fs::read(&packed).unwrap() == fs::read(&again).unwrap());
        assert!(matches!(compress(&plain, &again, &options, &|_| {}), Err(FileError::Exists { .. })));
        let wrong_way = compress(&packed, &fixture.named("x"), &options, &|_| {});
        assert!(matches!(wrong_way, Err(FileError::WrongForm { found: "compressed", .. })));
        let wrong_way = decompress(&plain, &fixture.named("x"), &WriteOptions::default(), &|_| {});
        assert!(matches!(wrong_way, Err(FileError::WrongForm { found: "plain", .. })));
    }
}

#[test]
fn damaged_tables_are_not_converted() {
    let fixture = Fixture::large();
    let packed = fixture.compressed();
    let length = fs::metadata(&packed).unwrap().len();
    flip(&packed, length / 2);
    let result = decompress(&packed, &fixture.named("x"), &WriteOptions::default(), &|_| {});
    assert!(matches!(result, Err(FileError::Compressed { .. })));
    flip(&fixture.path(), DATA_OFFSET + BLOCK);
    let result = compress(&fixture.path(), &fixture.named("x"), &CompressOptions::default(), &|_| {});
    assert!(matches!(result, Err(FileError::BlockDamaged { block: 1, .. })));
    assert_eq!(fs::read_dir(fixture.dir.path()).unwrap().count(), 2);
}

#[test]
fn compressed_tables_cut_short_or_too_long() {
    let fixture = Fixture::small();
    let packed = fixture.compressed();
    let sound = fs::read(&packed).unwrap();
    for length in 0..sound.len() {
        fs::write(&packed, &sound[..length]).unwrap();
        assert_refused(&packed);
    }
    fs::write(&packed, [&sound[..], &[0]].concat()).unwrap();
    assert_refused(&packed);
    // Twice the same file is what `cat` makes of it, and what an ordinary decoder accepts.
    fs::write(&packed, [&sound[..], &sound[..]].concat()).unwrap();
    assert_refused(&packed);
}

/// A compressed file of these frames, each with the length it claims to decode to.
fn seekable(frames: &[(Vec<u8>, u32)]) -> Vec<u8> {
    let count = frames.len() as u32;
    let mut file: Vec<u8> = frames.iter().flat_map(|(frame, _)| frame.clone()).collect();
    file.extend(0x184D_2A5E_u32.to_le_bytes());
    file.extend((8 * count + SEEK_FOOT as u32).to_le_bytes());
    for (frame, decoded) in frames {
        file.extend((frame.len() as u32).to_le_bytes());
        file.extend(decoded.to_le_bytes());
    }
    file.extend(count.to_le_bytes());
    file.push(0);
    file.extend(0x8F92_EAB1_u32.to_le_bytes());
    file
}

#[test]
fn bombs_do_not_go_off() {
    let fixture = Fixture::small();
    let path = fixture.named("bomb.pdb.zst");
    let plain = fs::read(fixture.path()).unwrap();
    let area = zstd::bulk::compress(&plain[..DATA_OFFSET as usize], 1).unwrap();
    let data = zstd::bulk::compress(&plain[DATA_OFFSET as usize..][..264], 1).unwrap();
    let hash = zstd::bulk::compress(&plain[DATA_OFFSET as usize + 264..], 1).unwrap();
    let area_length = DATA_OFFSET as u32;
    let bomb = zstd::bulk::compress(&vec![0; 256 << 20], 1).unwrap();
    let sound = [(area.clone(), area_length), (data.clone(), 264), (hash.clone(), 16)];
    fs::write(&path, seekable(&sound)).unwrap();
    read_all(&path).unwrap();
    for frames in [
        // A frame that is larger than it claims, at the start and in the midst.
        vec![(bomb.clone(), area_length), (data.clone(), 264), (hash.clone(), 16)],
        vec![(area.clone(), area_length), (bomb.clone(), 264), (hash.clone(), 16)],
        // One that says so, more than there should be, too few, none, and two in the place of one.
        vec![(area.clone(), area_length), (bomb.clone(), 256 << 20), (hash.clone(), 16)],
        vec![(area.clone(), area_length), (data.clone(), 264), (hash.clone(), 16), (bomb.clone(), 256 << 20)],
        vec![(area.clone(), area_length), (data.clone(), 264)],
        vec![],
        vec![(area.clone(), area_length), ([data.clone(), bomb].concat(), 264), (hash.clone(), 16)],
        // Empty frames.
        vec![(area.clone(), area_length), (vec![], 264), (hash, 16)],
    ] {
        fs::write(&path, seekable(&frames)).unwrap();
        assert_refused(&path);
    }
    // A seek table that would not fit into memory, in a file that is long enough for it.
    let mut file = seekable(&sound);
    let length = 40u64 << 30;
    let foot = file.split_off(file.len() - SEEK_FOOT);
    fs::write(&path, file).unwrap();
    set_len(&path, length);
    patch(&path, length - SEEK_FOOT as u64, &foot);
    patch(&path, length - SEEK_FOOT as u64, &u32::to_le_bytes(u32::MAX - 10));
    assert_refused(&path);
}

#[test]
fn a_frame_for_a_dictionary_is_refused() {
    let fixture = Fixture::small();
    let packed = fixture.compressed();
    let mut bytes = fs::read(&packed).unwrap();
    // The descriptor behind the magic says that one byte of dictionary number follows.
    bytes[4] |= 1;
    fs::write(&packed, bytes).unwrap();
    assert_refused(&packed);
}

#[test]
fn targets_are_checked_before_work_begins() {
    let fixture = Fixture::small();
    let dir = fixture.dir.path();
    check_target(&fixture.named("new.pdb"), false).unwrap();
    check_target(&fixture.path(), true).unwrap();
    assert!(matches!(check_target(&fixture.path(), false), Err(FileError::Exists { .. })));
    std::os::unix::fs::symlink(fixture.path(), fixture.named("link")).unwrap();
    let pipe = fixture.named("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for no_file in [dir.to_owned(), dir.join(".."), PathBuf::from("/"), fixture.named("link"), pipe.clone()] {
        let error = check_target(&no_file, true).unwrap_err();
        assert!(matches!(error, FileError::NotAFile { .. }), "{error}");
        assert_eq!(error.kind(), FaultKind::Io);
    }
    for nowhere in ["/no/such/place/t.pdb", "/proc/t.pdb", "t.pdb/t.pdb"] {
        let error = check_target(&dir.join(nowhere), true).unwrap_err();
        assert!(matches!(error, FileError::Io { .. }), "{error}");
    }
    // Opening a named pipe must not wait for a writer either.
    assert!(matches!(TableFile::open(&pipe), Err(FileError::NotAFile { .. })));
    assert_eq!(fs::read_dir(dir).unwrap().count(), 3);
}

#[test]
fn replacing_a_file_does_no_harm_and_writing_into_it_is_noticed() {
    let fixture = Fixture::small();
    let path = fixture.path();
    let table = TableFile::open(&path).unwrap();
    let memory = table.load(LoadMode::Mmap, Check::Full).unwrap();
    let mut other = fixture.data.clone();
    other.reverse();
    write_table(&path, &fixture.header(), &other, &WriteOptions { overwrite: true }).unwrap();
    assert_eq!(memory[..], fixture.data);
    assert!(table.is_unchanged().unwrap());
    let table = TableFile::open(&path).unwrap();
    set_len(&path, DATA_OFFSET + 1);
    assert!(!table.is_unchanged().unwrap());
    assert!(matches!(table.load(LoadMode::Mmap, Check::Header), Err(FileError::Truncated { .. })));
    assert!(matches!(table.load(LoadMode::Copy, Check::Header), Err(FileError::Truncated { .. })));
}

#[test]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::small();
    let path = fixture.dir.path().join(std::ffi::OsStr::from_bytes(b"t\xff\n.pdb"));
    write_table(&path, &fixture.header(), &fixture.data, &WriteOptions::default()).unwrap();
    read_all(&path).unwrap();
}

/// The document and the program name the same magic bytes.
#[test]
fn the_format_is_described_as_it_is() {
    let bytes: Vec<String> = cubepdb::pdb::file::MAGIC.iter().map(|byte| format!("{byte:02X}")).collect();
    assert!(include_str!("../FORMAT.md").contains(&format!("`{}`", bytes.join(" "))));
}
