//! Valid table files: written, read in every way, compressed and decompressed. `tests/faults` has the invalid ones.

use cubepdb::internals::{pdb::file::write_table, storage::StorageError};
use cubepdb::{
    Check, EdgeSet, FileError, LoadMode, Metric, Pattern, TableSpec,
    table_files::{CompressOptions, Header, TableFile, WriteOptions, compress, decompress, read_header},
};
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// A directory with a table in it.
struct Fixture {
    dir: tempfile::TempDir,
    spec: TableSpec,
    data: Vec<u8>,
}

impl Fixture {
    /// A table whose entries are depths 0 to 3 in random order.
    fn new(pattern: Pattern) -> Self {
        let spec = TableSpec::new(pattern, Metric::HalfTurn);
        let mut random = fastrand::Rng::with_seed(0x5eed);
        let data: Vec<u8> = (0..spec.bytes()).map(|_| random.u8(0..16) << 2 & 0x30 | random.u8(0..4)).collect();
        let fixture = Self { dir: tempfile::tempdir().unwrap(), spec, data };
        write_table(&fixture.path(), &fixture.header(), &fixture.data, &WriteOptions::default()).unwrap();
        fixture
    }

    fn small() -> Self {
        Self::new(Pattern::Edges(EdgeSet::parse("UR,UF").unwrap()))
    }

    /// Eleven blocks, the last of them partial.
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
        assert!(matches!(
            compress(&plain, &again, &options, &|_| {}),
            Err(FileError::Storage(StorageError::Exists { .. }))
        ));
        let wrong_way = compress(&packed, &fixture.named("x"), &options, &|_| {});
        assert!(matches!(wrong_way, Err(FileError::WrongForm { found: "compressed", .. })));
        let wrong_way = decompress(&plain, &fixture.named("x"), &WriteOptions::default(), &|_| {});
        assert!(matches!(wrong_way, Err(FileError::WrongForm { found: "plain", .. })));
    }
}

#[test]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let fixture = Fixture::small();
    let path = fixture.dir.path().join(std::ffi::OsStr::from_bytes(b"t\xff\n.pdb"));
    write_table(&path, &fixture.header(), &fixture.data, &WriteOptions::default()).unwrap();
    TableFile::open(&path).unwrap().check_blocks(&|_| {}).unwrap();
}

/// The document and the program state the same magic bytes.
#[test]
fn the_format_is_described_as_it_is() {
    let bytes: Vec<String> = cubepdb::internals::pdb::file::MAGIC.iter().map(|byte| format!("{byte:02X}")).collect();
    assert!(include_str!("../../FORMAT.md").contains(&format!("`{}`", bytes.join(" "))));
}
