//! Groups of flags that several commands share.

use crate::common::progress::ProgressMode;
use crate::common::units::{parse_duration, parse_size};
use crate::engine::EngineArgs;
use crate::ranks::RanksArgs;
use clap::{Args, ValueEnum};
use cubepdb::backend::Threads;
use cubepdb::notation::{Format, Lowercase};
use cubepdb::nxn::Size;
use cubepdb::pdb::file::LoadMode;
use std::path::PathBuf;
use std::time::Duration;

/// The cubes to solve.
#[derive(Debug, Args)]
pub struct CubeArgs {
    /// Cubes, one per argument; `-` reads one cube per line from standard input.
    #[arg(value_name = "CUBE")]
    pub cubes: Vec<String>,
    /// Reads one cube per line from a file, or from standard input with `-`. An empty line is the solved cube. With
    /// --format pieces or colours the file is one cube, or several with a line of dashes between them.
    #[arg(long, value_name = "FILE", conflicts_with = "cubes")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationArgs,
}

#[derive(Clone, Debug, Args)]
pub struct NotationArgs {
    /// Notation of the cubes: auto, moves, facelets, reid, nissy, pieces or colours.
    #[arg(long, default_value = "auto")]
    pub format: Format,
    /// What a bare lower-case letter means: wide, slice or face (default: wide; on cubes of more than three layers it is
    /// refused if nothing is said).
    #[arg(long)]
    pub lowercase: Option<Lowercase>,
    /// Read parentheses as NISS does: moves within are made on the inverse.
    #[arg(long)]
    pub niss: bool,
    /// Layers of the cube, 2 to 7.
    #[arg(long, value_name = "N", default_value = "3")]
    pub size: Size,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LoadArg {
    Mmap,
    Copy,
    Auto,
}

impl From<LoadArg> for LoadMode {
    fn from(mode: LoadArg) -> Self {
        match mode {
            LoadArg::Mmap => Self::Mmap,
            LoadArg::Copy => Self::Copy,
            LoadArg::Auto => Self::Auto,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckArg {
    Auto,
    Full,
    Header,
}

/// Which tables are used, and how they come into memory.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// A table, or a directory of tables (every .pdb and .pdb.zst in it). May be given several times.
    #[arg(long, value_name = "DIR|FILE", help_heading = "Tables")]
    pub pdb: Vec<PathBuf>,
    /// How tables come into memory: copied into huge pages, or mapped from the file (quicker for one easy cube). Auto copies
    /// what takes at most half of the free memory.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Tables")]
    pub load: LoadArg,
    /// What is checked of a table besides its header, size and a smoke test: the checksums of all blocks, or nothing.
    /// Auto checks tables of up to 4 GB.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Tables")]
    pub check: CheckArg,
    /// Look-ups made in each edge table: through symmetries, and of the inverse cube.
    #[arg(long, value_name = "N", help_heading = "Tables", default_value_t = cubepdb::search::TableSet::LOOKUPS_PER_TABLE)]
    pub lookups: usize,
    /// Memory that default tables may take while they are built, and breadth-first search while it runs (8G). Of the tables
    /// in the cache, larger ones are passed over.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Search")]
    pub max_memory: Option<u64>,
    /// How to show progress, on standard error.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub progress: ProgressMode,
}

/// What is searched for, and on how many threads.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Worker threads of each process (default: one for each core, and those of a machine shared by its ranks).
    #[arg(long, value_name = "N", help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..=Threads::MAX as u64))]
    pub threads: Option<u64>,
    /// Cubes solved at a time. The threads are divided among them: worth it for many easy cubes; hard ones one after the
    /// other, on all threads. Results come in the order of the input.
    #[arg(long, value_name = "J", default_value_t = 1, help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..=Threads::MAX as u64))]
    pub jobs: u64,
    /// Every shortest solution, once each up to the order of commuting moves.
    #[arg(long, help_heading = "Search")]
    pub all: bool,
    /// With --all: also solutions up to this much longer.
    #[arg(long, value_name = "K", default_value_t = 0, requires = "all", help_heading = "Search", value_parser = clap::value_parser!(u8).range(0..=10))]
    pub slack: u8,
    /// Give up beyond this length: exit status 1, and the proof that there is nothing shorter.
    #[arg(long, value_name = "D", help_heading = "Search", value_parser = clap::value_parser!(u8).range(0..=30))]
    pub max_depth: Option<u8>,
    /// The same solution whatever the number of threads and their timing.
    #[arg(long, help_heading = "Search")]
    pub deterministic: bool,
    /// Stop each cube after this time (60s, 5m) and print the lower bound that is proven by then.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Search")]
    pub timeout: Option<Duration>,
    /// Stop each cube after about so many nodes.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub max_nodes: Option<u64>,
}

/// Everything that a search needs beside the cubes.
#[derive(Debug, Args)]
pub struct SetupArgs {
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub tables: TableArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub ranks: RanksArgs,
}
