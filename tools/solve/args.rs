//! The command line.

use crate::checkpoint::CheckpointArgs;
use crate::common::progress::ProgressMode;
use crate::common::units::{parse_duration, parse_size};
use crate::engine::EngineArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use cubepdb::backend::Threads;
use cubepdb::notation::{Format, Lowercase};
use cubepdb::pdb::file::LoadMode;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  solve \"R U R' U' F2\"                     the shortest way back from a scramble
  solve UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB
  solve --file scrambles.txt --output jsonl  one cube per line
  solve --metric qtm --all \"F2 B2\"          every shortest solution in quarter turns
  solve --format pieces --file cube.txt      a cube piece by piece, as `solve convert --to pieces \"\"` writes one
  solve --preset iddfs-hash --stats \"R U F\"   a system that others described; `solve presets` lists them
  solve --checkpoint run --resume \"R U F\"  saves a long search, and goes on with it if it was saved before
  solve check \"R$\"                          what is wrong with an input

Without --pdb, the tables in ./databases are used or, if there are none, default tables are built once and kept in the
user's cache directory.

Exit status: 0 all well, 1 no solution within --max-depth (proven), 2 usage, 3 invalid cube, 4 table, 5 input or output,
6 memory or threads, 7 stopped by a limit, 70 internal fault, 130 or 143 interrupted.";

/// Finds provably shortest solutions of Rubik's cubes with pattern databases.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Says whether a cube is valid, and what is wrong with it if it is not.
    Check {
        #[command(flatten)]
        input: InputArgs,
        #[command(flatten)]
        notation: NotationArgs,
    },
    /// Writes a cube in another notation.
    Convert {
        #[command(flatten)]
        input: InputArgs,
        /// The notation to write: facelets, reid, nissy, pieces or colours.
        #[arg(long)]
        to: Format,
        #[command(flatten)]
        notation: NotationArgs,
    },
    /// Lists the presets: who described each, and the parts that it is put together from.
    Presets {
        /// One JSON object per preset.
        #[arg(long)]
        json: bool,
    },
    /// Draws cubes uniformly at random from all 4.3 * 10^19 states.
    Scramble {
        /// How many.
        #[arg(long, default_value_t = 1)]
        count: u64,
        /// The same seed gives the same cubes; drawn and shown on standard error if missing.
        #[arg(long)]
        seed: Option<u64>,
        /// The notation to write: facelets, reid, nissy, pieces or colours.
        #[arg(long, default_value = "facelets")]
        to: Format,
    },
}

/// What the subcommands read.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// The cube, in any notation.
    #[arg(required_unless_present = "file")]
    pub cube: Vec<String>,
    /// Reads cubes from a file, or from standard input with `-`, as `solve --file` does.
    #[arg(long, value_name = "FILE", conflicts_with = "cube")]
    pub file: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub struct NotationArgs {
    /// Notation of the cubes: auto, moves, facelets, reid, nissy, pieces or colours.
    #[arg(long, default_value = "auto")]
    pub format: Format,
    /// What a bare lower-case letter means: wide, slice or face.
    #[arg(long, default_value = "wide")]
    pub lowercase: Lowercase,
    /// Read parentheses as NISS does: moves within are made on the inverse.
    #[arg(long)]
    pub niss: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One line per solution: the moves, then the length as (17f) or (22q).
    Text,
    /// One JSON object per cube.
    Jsonl,
    /// One line per cube, comma separated, with a heading.
    Csv,
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

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Cubes, one per argument; `-` reads one cube per line from standard input.
    #[arg(value_name = "CUBE")]
    pub cubes: Vec<String>,
    /// Reads one cube per line from a file, or from standard input with `-`. An empty line is the solved cube. With
    /// --format pieces or colours the file is one cube, or several with a line of dashes between them.
    #[arg(long, value_name = "FILE", conflicts_with = "cubes")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationArgs,
    #[command(flatten)]
    pub engine: EngineArgs,

    /// A table, or a directory of tables (every .pdb and .pdb.zst in it). May be given several times.
    #[arg(long, value_name = "DIR|FILE", help_heading = "Tables")]
    pub pdb: Vec<PathBuf>,
    /// How tables come into memory: copied into huge pages, or mapped from the file (quicker for one easy cube).
    #[arg(long, value_enum, default_value = "auto", help_heading = "Tables")]
    pub load: LoadArg,
    /// What is checked of a table besides its header, size and a smoke test: the checksums of all blocks, or nothing.
    /// Auto checks tables of up to 1 GB.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Tables")]
    pub check: CheckArg,
    /// Look-ups made in each edge table: through symmetries, and of the inverse cube.
    #[arg(long, value_name = "N", help_heading = "Tables", default_value_t = cubepdb::search::TableSet::LOOKUPS_PER_TABLE)]
    pub lookups: usize,

    /// Worker threads (default: one for each core).
    #[arg(long, value_name = "N", help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..=Threads::MAX as u64))]
    pub threads: Option<u64>,
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
    /// Memory that default tables may take while they are built, and breadth-first search while it runs (8G).
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Search")]
    pub max_memory: Option<u64>,
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,

    /// Form of the results.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub output: OutputFormat,
    /// Print only how many solutions there are (text output).
    #[arg(long, help_heading = "Output")]
    pub count_only: bool,
    /// Nodes, look-ups and time of every iteration, and how the tables lie in memory, on standard error.
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// How to show progress, on standard error.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub progress: ProgressMode,
}
