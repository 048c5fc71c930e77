//! The manifest of a rank: the program, its options, and its tables.

use crate::thread_pools::ThreadPools;
use cubepdb::internals::{pdb::orbits::GivenTable, storage::file_number};
use cubepdb::table_files::TableFile;
use serde::{Deserialize, Serialize};
use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;
use xxhash_rust::xxh3::Xxh3Default;

/// Everything that has to be the same on all ranks, and the data that the first one needs from the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version and checksum of the program.
    pub build: String,
    /// The options that determine the search, by name.
    pub options: Vec<(String, String)>,
    pub tables: Vec<TableEntry>,
    /// The first rank of the machine.
    pub machine: usize,
    pub threads: usize,
    /// The numbers of the cores that its threads may have, one for each that they can have at a time.
    pub cores: Vec<usize>,
}

/// A table of a rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEntry {
    pub name: String,
    /// Checksum of the entries, from the header.
    pub checksum: String,
    /// Device and inode.
    pub file: Option<(u64, u64)>,
    pub path: String,
}

impl Manifest {
    /// The manifest of a rank with these options and tables.
    pub fn new(pools: &ThreadPools, options: &[(&str, String)], tables: Vec<TableEntry>) -> Self {
        let communicator = pools.communicator.as_ref().expect("a rank among several");
        let named = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Self {
            build: build(),
            options: named.collect(),
            tables,
            machine: communicator.machine().first,
            threads: pools.threads,
            cores: cores(),
        }
    }
}

impl TableEntry {
    /// The entry of a table from a file.
    pub fn of(file: &TableFile) -> Self {
        Self {
            name: file.spec().name(),
            checksum: format!("{:032x}", file.header().content_hash()),
            file: number_of(file.path()),
            path: file.path().display().to_string(),
        }
    }

    /// The entry of a table of a question.
    pub fn of_given(table: &GivenTable) -> Self {
        Self {
            name: table.name().to_owned(),
            checksum: format!("{:032x}", table.checksum()),
            file: number_of(table.path()),
            path: table.path().display().to_string(),
        }
    }
}

/// The cores of this machine that the system lets this process have; without numbers, the first ones.
fn cores() -> Vec<usize> {
    let most = available_parallelism().map_or(1, NonZeroUsize::get);
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).take(most).collect();
    }
    (0..most).collect()
}

/// Device and inode.
fn number_of(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().and_then(|metadata| file_number(&metadata))
}

fn build() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match checksum_of_program() {
        Ok(checksum) => format!("version {version}, checksum {checksum:032x}"),
        Err(_) => format!("version {version}"),
    }
}

fn checksum_of_program() -> io::Result<u128> {
    // The first name leads to the running program even if another one has been installed in its place since.
    let mut program = File::open("/proc/self/exe").or_else(|_| File::open(env::current_exe()?))?;
    let (mut hash, mut bytes) = (Xxh3Default::new(), vec![0; 1 << 20]);
    loop {
        match program.read(&mut bytes)? {
            0 => return Ok(hash.digest128()),
            read => hash.update(&bytes[..read]),
        }
    }
}
