//! Groups of flags that several commands share.

use crate::before::Before;
use crate::cache::CacheArgs;
use crate::common::cli::{named, threads};
use crate::common::progress::ProgressMode;
use crate::common::units::{parse_duration, parse_size};
use crate::communicator::RanksArgs;
use crate::devices::DeviceArgs;
use crate::engine::EngineArgs;
use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args, ValueEnum};
use cubepdb::{
    Format, LoadMode, Lowercase, Size, Threads,
    plan::{Plan, SearchPlace},
};
use std::path::PathBuf;
use std::time::Duration;

/// The cubes to solve.
#[derive(Debug, Args)]
pub struct CubeArgs {
    /// Cubes, one per argument; `-` reads one per line from standard input.
    ///
    /// A cube is given by the moves that scramble it, as 54 facelets (`solve check -h` shows their order), as Reid's
    /// list of pieces, in nissy's form, or as six coloured faces: the program detects which. If the moves turn the
    /// whole cube, the solution is for its orientation before the moves.
    #[arg(value_name = "CUBE")]
    pub cubes: Vec<String>,
    /// Reads one cube per line from a file, or from standard input with `-`.
    ///
    /// `//` anywhere and `#` at the start of a line or after a blank begin a comment; lines with nothing else are
    /// skipped, and so are numbers at the start, as in `1. D2 F2`. If the file begins with a face in colours or with a
    /// piece, or with --format colours or pieces, each cube takes several lines, and a line of dashes separates cubes.
    /// Facelets may also take several lines (six faces, rows of three, or the nine lines of a net), with a blank line
    /// between cubes.
    #[arg(long, short, value_name = "FILE", conflicts_with = "cubes")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationArgs,
}

#[derive(Clone, Debug, Args)]
pub struct NotationArgs {
    /// Notation of the cubes.
    #[arg(long, default_value = "auto", value_parser = named(str::parse::<Format>, Format::ALL.map(Format::name)))]
    pub format: Format,
    /// The meaning of a bare lower-case letter.
    ///
    /// By default a wide turn up to 3x3x3, and an error on larger cubes.
    #[arg(long, value_name = "MEANING", value_parser = named(str::parse::<Lowercase>, ["wide", "slice", "face"]), hide_short_help = true)]
    pub lowercase: Option<Lowercase>,
    /// Read parentheses as in NISS: moves within are made on the inverse.
    #[arg(long, hide_short_help = true)]
    pub niss: bool,
    /// Layers of the cube, 2 to 7.
    #[arg(long, value_name = "N", default_value = "3")]
    pub size: Size,
    /// The beginning of every 3x3x3.
    #[arg(skip)]
    pub before: Option<Before>,
    /// True if the inverse of every 3x3x3 is meant.
    #[arg(skip)]
    pub inverse: bool,
}

/// The way in which tables are loaded into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LoadArg {
    /// Copies tables that take at most half of the free memory.
    Auto,
    /// Maps the file: quicker for one easy cube.
    Mmap,
    /// Copies tables into huge pages.
    Copy,
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

/// The checks on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckArg {
    /// All blocks of tables of up to 4 GB.
    Auto,
    /// The checksums of all blocks.
    Full,
    /// No further checks.
    Header,
}

/// The tables to use, and the way they are loaded.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tables")]
pub struct TableArgs {
    /// A table, or a directory of tables; may be given several times [env: CUBEPDB_PDB, with `:` between several].
    ///
    /// All .pdb and .pdb.zst files of a directory are taken; those for another metric are named and skipped. Without
    /// this flag and the variable, the tables in ./databases are taken, unless the cache directory holds a larger H48
    /// table or none of them fits: then default ones of the cache directory. Of any puzzle, tables of `pdbgen
    /// pattern` and `pdbgen build` whose question fits are taken, and none without this flag and the variable.
    #[arg(long, value_name = "DIR|FILE")]
    pub pdb: Vec<PathBuf>,
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Way to load tables into memory.
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto", hide_short_help = true)]
    pub load: LoadArg,
    /// Checks of a table besides its header, size and a smoke test.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "auto", hide_short_help = true)]
    pub check: CheckArg,
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = clap::value_parser!(u64).range(1..=96),
          help = format!("Number of look-ups in each edge table, 1 to 96: through symmetries, and of the inverse cube [default: {}]",
                         Plan::LOOKUPS))]
    lookups: Option<u64>,
    /// Most memory for building default tables, for breadth-first search, and for very many solutions: 512M, 8G.
    ///
    /// Larger tables in the cache are not used. [default: the free memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, env = "CUBEPDB_MAX_MEMORY", hide_env_values = true, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    #[command(flatten)]
    progress: ProgressArgs,
}

impl TableArgs {
    /// Form of the progress display.
    pub fn progress(&self) -> ProgressMode {
        self.progress.mode()
    }

    /// Most look-ups in each edge table.
    pub fn lookups_per_table(&self) -> usize {
        self.lookups.map_or(Plan::LOOKUPS, |lookups| lookups as usize)
    }

    /// The number of look-ups that the user has given.
    pub fn asked_lookups(&self) -> Option<u64> {
        self.lookups
    }
}

/// Form of the progress display.
#[derive(Debug, Args)]
pub struct ProgressArgs {
    /// Form of the progress display, on standard error.
    #[arg(long, value_enum, value_name = "MODE", default_value = "auto", help_heading = "Output")]
    progress: ProgressMode,
    /// No progress: as --progress none.
    #[arg(long, short, conflicts_with = "progress", help_heading = "Output")]
    quiet: bool,
}

impl ProgressArgs {
    /// The mode that is asked for.
    pub fn mode(&self) -> ProgressMode {
        if self.quiet { ProgressMode::None } else { self.progress }
    }
}

/// The query, its limits, and the number of threads.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("every").args(["all", "sort"]).multiple(true))]
pub struct SearchArgs {
    /// Find every shortest solution, once each up to the order of commuting moves.
    #[arg(long, help_heading = "Answers", default_value_if("sort", ArgPredicate::IsPresent, "true"))]
    pub all: bool,
    /// Find all, and list first what is easy to turn, by the weights of docs/questions.md.
    #[arg(long, help_heading = "Answers")]
    pub sort: bool,
    /// With --all or --sort: also find solutions up to this much longer.
    #[arg(long, value_name = "K", default_value_t = 0, requires = "every", help_heading = "Answers", value_parser = clap::value_parser!(u8).range(0..=10))]
    pub slack: u8,
    /// Give up beyond this length: exit status 1, with the proof that no shorter solution exists.
    #[arg(long, value_name = "D", help_heading = "Answers", value_parser = clap::value_parser!(u8).range(0..=254))]
    pub max_depth: Option<u8>,
    /// Find the same solution whatever the tables, the number of threads and their timing are.
    #[arg(long, help_heading = "Answers")]
    pub deterministic: bool,
    /// Stop each cube after this time (60s, 5m), and print the lower bound that is proven and, of a whole 3x3x3, the
    /// best solution so far.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// Stop each cube after about this number of nodes.
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_nodes: Option<u64>,
    /// Worker threads of each process [default: one for each core].
    ///
    /// Ranks of one machine share its cores; each has one thread at least.
    #[arg(long, short, value_name = "N", env = "CUBEPDB_THREADS", hide_env_values = true, help_heading = "Threads and ranks",
          value_parser = threads)]
    pub threads: Option<u64>,
    /// Number of cubes solved at a time; the threads are divided among them.
    ///
    /// Useful for many easy cubes; hard ones are best solved one after the other, on all threads. Results come in the
    /// order of the input.
    #[arg(long, value_name = "J", default_value_t = 1, help_heading = "Threads and ranks",
          value_parser = clap::value_parser!(u64).range(1..=Threads::MAX as u64))]
    pub jobs: u64,
}

/// Everything that a search needs besides the cubes.
#[derive(Debug, Args)]
pub struct SetupArgs {
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub ranks: RanksArgs,
    #[command(flatten)]
    pub devices: DeviceArgs,
    #[command(flatten)]
    pub tables: TableArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
}

impl SetupArgs {
    /// The place of the search: threads, graphics cards, or both.
    pub fn place(&self) -> SearchPlace {
        self.ranks.search_place(&self.engine)
    }
}
