//! Tables to be damaged.

use crate::fixtures;
use crate::program::Place;
use cubepdb::internals::pdb::{build, file::write_table};
use cubepdb::{
    Check, EdgeSet, LoadMode, Metric, Pattern, TableSpec,
    table_files::{CompressOptions, Header, TableFile, WriteOptions, compress},
};
use std::fs::{self, File, OpenOptions};
use std::ops::Deref;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// A directory with the table `t.pdb` in it.
pub struct Fixture {
    pub place: Place,
    pub spec: TableSpec,
    pub data: Vec<u8>,
}

impl Deref for Fixture {
    type Target = Place;

    fn deref(&self) -> &Place {
        &self.place
    }
}

impl Fixture {
    /// A valid file whose entries are depths 0 to 3 in random order: wrong entries that only `verify` must detect.
    pub fn of_noise(pattern: Pattern) -> Self {
        let spec = TableSpec::new(pattern, Metric::HalfTurn);
        let mut random = fastrand::Rng::with_seed(0x5eed);
        let data = (0..spec.bytes()).map(|_| random.u8(0..16) << 2 & 0x30 | random.u8(0..4)).collect();
        let fixture = Self { place: Place::new(), spec, data };
        fixture.write_data(&fixture.path(), &fixture.data);
        fixture
    }

    /// 528 entries: one block that is mostly empty.
    pub fn small() -> Self {
        Self::of_noise(Pattern::Edges(EdgeSet::parse("UR,UF").unwrap()))
    }

    /// Eleven blocks, the last of them partial.
    pub fn large() -> Self {
        Self::of_noise(Pattern::Corners)
    }

    /// The correct table of these edges.
    pub fn of_edges(names: &str, metric: Metric) -> Self {
        let spec = edges(names, metric);
        let fixture = Self { place: Place::new(), spec, data: built(&spec) };
        fixture.write_data(&fixture.path(), &fixture.data);
        fixture
    }

    pub fn path(&self) -> PathBuf {
        self.place.path("t.pdb")
    }

    /// Writes entries of this table, with checksums and a header that fit them.
    pub fn write_data(&self, path: &Path, data: &[u8]) {
        forge(path, &self.spec, data);
    }

    /// The table compressed at level 1, `t.pdb.zst`.
    pub fn compressed(&self) -> PathBuf {
        let path = self.place.path("t.pdb.zst");
        compress(&self.path(), &path, &CompressOptions { level: 1, overwrite: true }, &|_| {}).unwrap();
        path
    }

    /// Solves a cube with the table, mapped or copied, by one-sided search.
    pub fn solve_with(&self, args: &[&str]) -> crate::program::Program {
        self.solve(&["--pdb", "t.pdb"]).args(args)
    }
}

/// The smallest H48 table, in quarter turns, as a file.
pub fn coset_table() -> &'static Path {
    static TABLE: LazyLock<PathBuf> = LazyLock::new(|| fixtures::table(fixtures::COSETS_QTM));
    &TABLE
}

pub fn edges(names: &str, metric: Metric) -> TableSpec {
    TableSpec::new(Pattern::Edges(EdgeSet::parse(names).unwrap()), metric)
}

/// The entries of a table.
pub fn built(spec: &TableSpec) -> Vec<u8> {
    let (table, _) = build::build(spec, None, &AtomicBool::new(false), |_| ()).unwrap();
    table.to_vec()
}

/// Writes any entries as a table of this kind, with checksums and counts that fit them.
pub fn forge(path: &Path, spec: &TableSpec, data: &[u8]) {
    let mut distribution = [0; 16];
    for byte in data {
        distribution[usize::from(byte & 15)] += 1;
        distribution[usize::from(byte >> 4)] += 1;
    }
    let depth = distribution[..15].iter().rposition(|&n| n > 0).unwrap_or(0);
    let header = Header::new(spec, distribution, depth as u8, true);
    write_table(path, &header, data, &WriteOptions { overwrite: true }).unwrap();
}

/// The entries of a table file.
pub fn entries_of(path: &Path) -> Vec<u8> {
    TableFile::open(path).unwrap().load(LoadMode::Copy, Check::Full).unwrap().to_vec()
}

pub fn patch(path: &Path, offset: u64, bytes: &[u8]) {
    OpenOptions::new().write(true).open(path).unwrap().write_all_at(bytes, offset).unwrap();
}

/// Flips a bit of a file.
pub fn flip(path: &Path, offset: u64, bit: u32) {
    let mut byte = [0];
    File::open(path).unwrap().read_exact_at(&mut byte, offset).unwrap();
    patch(path, offset, &[byte[0] ^ 1 << bit]);
}

pub fn set_len(path: &Path, length: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

pub fn length(path: &Path) -> u64 {
    fs::metadata(path).unwrap().len()
}
