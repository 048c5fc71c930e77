//! The command line.

use crate::common::chart::Scale;
use crate::common::cli::{WIDTH, named, threads, written_file};
use crate::common::exit::{Failure, Status};
use crate::common::manual::Manual;
use crate::common::progress::ProgressMode;
use crate::common::puzzle::PuzzleArgs;
use crate::common::units::{parse_duration, parse_size};
use clap::{ArgGroup, Args, Parser, Subcommand};
use cubepdb::{EdgeSet, H48Level, Metric, Pattern};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SHORT: &str = "\
Examples:
  pdbgen corners                             databases/corners.pdb, half turns
  pdbgen h48 --level 3                       lower bounds for cosets, 0.24 GB
  pdbgen verify databases/*.pdb              proves every entry of every table

`pdbgen --help` tells more, `pdbgen man` is the manual.";

const EXAMPLES: &str = "\
Examples:
  pdbgen list                                what can be built, what it takes
  pdbgen corners                             databases/corners.pdb, half turns
  pdbgen corners --resume                    goes on with an interrupted build
  pdbgen edges --pieces UR,UF,UL,UB,FR,FL -o databases/edge6a.pdb
  pdbgen edges --pieces all --metric qtm     where all edges are, without flips
  pdbgen h48 --level 3                       bounds for cosets: 0.24 GB
  pdbgen pattern --puzzle skewb --pieces all -o skewb.pdb
  pdbgen build --puzzle megaminx --max-memory 4G -o megaminx
  pdbgen verify databases/*.pdb              proves every entry of every table
  pdbgen info --json databases/corners.pdb
  pdbgen dist databases/corners.pdb --svg corners.svg
  pdbgen compress databases/corners.pdb

Ctrl-C ends a build in order and leaves a checkpoint beside the output; a second
one ends it at once.

Environment:
  CUBEPDB_THREADS     as --threads
  CUBEPDB_MAX_MEMORY  as --max-memory
  NO_COLOR            if set, help texts and errors have no colours

A flag overrides its variable. Variables that are empty count as not set.
";

fn long_help() -> String {
    use Status::{Internal, Interrupted, Io, Memory, Success, Table, Terminated, Usage};
    let all = [Success, Usage, Table, Io, Memory, Internal, Interrupted, Terminated];
    format!("{EXAMPLES}\n{}", Status::section(&all))
}

/// Builds, proves, describes and compresses pattern databases of Rubik's cube and other puzzles.
#[derive(Debug, Parser)]
#[command(name = "pdbgen", version, after_help = SHORT, after_long_help = long_help(), max_term_width = WIDTH)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct CommonArgs {
    /// Number of threads, 1 to 1024 [default: all cores].
    #[arg(long, global = true, value_name = "N", env = "CUBEPDB_THREADS", hide_env_values = true,
          value_parser = threads)]
    pub threads: Option<u64>,
    /// Refuse work that takes more memory than this, such as 512M or 8G.
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size, env = "CUBEPDB_MAX_MEMORY", hide_env_values = true)]
    pub max_memory: Option<u64>,
    /// Form of the progress display, on standard error.
    #[arg(long, global = true, value_enum, value_name = "MODE", default_value = "auto")]
    pub progress: ProgressMode,
    /// Overwrite existing files.
    #[arg(long, global = true)]
    pub force: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Builds the table of the eight corners: 88,179,840 entries, 44 MB.
    #[command(after_help = "\
Examples:
  pdbgen corners
  pdbgen corners --metric qtm -o databases/corners-quarter.pdb")]
    Corners(BuildArgs),
    /// Builds the table of a set of edges, or of the permutation of all twelve.
    #[command(after_help = "\
Examples:
  pdbgen edges --pieces UR,UF,UL,UB,FR,FL
  pdbgen edges --pieces all --metric qtm")]
    Edges {
        /// 1 to 8 edges, such as UR,UF,UL,UB,FR,FL, or `all`: the positions of the twelve edges without their flips.
        #[arg(long, value_name = "LIST|all", value_parser = parse_pieces)]
        pieces: Pattern,
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Builds a table of lower bounds for cosets of the subgroup H48.
    ///
    /// It prunes better than any other table of the same size.
    #[command(after_help = "\
Examples:
  pdbgen h48 --level 3
  pdbgen h48 --level 6 --resume")]
    H48 {
        /// 0 to 11: the number of edge flips stored. 30 MB at level 0, twice as much with each further level.
        #[arg(long, value_name = "K")]
        level: H48Level,
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Proves that every entry of a table is correct.
    ///
    /// Checks block checksums and known distributions, and compares every entry with its neighbours or computes it
    /// again. Nothing is proven about a file that is changed or truncated meanwhile: status 5.
    #[command(after_help = "\
Examples:
  pdbgen verify databases/*.pdb
  pdbgen verify --quick databases/corners.pdb")]
    Verify(VerifyArgs),
    /// Describes tables from their headers alone.
    ///
    /// Includes tables that are unfinished or of a later version.
    #[command(after_help = "\
Examples:
  pdbgen info databases/*.pdb
  pdbgen info --json databases/corners.pdb")]
    Info {
        /// Table files, plain or compressed.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// One JSON object per line. The distribution of an unfinished table, or of one with numbers that no moves
        /// reach, does not add up to the entries.
        #[arg(long)]
        json: bool,
    },
    /// Shows the number of entries at each depth.
    ///
    /// Numbers are read from the file header; `pdbgen verify` counts the entries.
    #[command(after_help = "\
Examples:
  pdbgen dist databases/corners.pdb
  pdbgen dist databases/corners.pdb --csv    to standard output
  pdbgen dist databases/corners.pdb --csv corners.csv --force
  pdbgen dist databases/corners.pdb --svg depths.svg --png depths.png")]
    Dist(DistArgs),
    /// Counts the positions of any puzzle at each distance from its goal.
    ///
    /// If all positions can be numbered, they take two bits each. Otherwise, or if moves have costs, they are kept
    /// whole, some 24 to 72 bytes each: it counts as far as --max-memory allows. It says whether these are all.
    #[command(after_help = "\
Examples:
  pdbgen distances --puzzle pyraminx-tipless
  pdbgen distances --moves R,U --max-depth 10 --csv
  pdbgen distances --goal EDGES:4-7 --json   every cross
  pdbgen distances --puzzle mine.tws --svg mine.svg")]
    Distances(Box<DistancesArgs>),
    /// Builds the table of some pieces of any puzzle.
    ///
    /// Each position of them takes four bits. The file holds the question that it answers: `pdbgen verify` proves it
    /// without the puzzle's own file.
    #[command(after_help = "\
Examples:
  pdbgen pattern --pieces \"CORNERS:0-2;EDGES:0,1\" -o mine.pdb
  pdbgen pattern --pieces EDGES:all --orientation-only -o flips.pdb
  pdbgen pattern --puzzle skewb --pieces all -o skewb.pdb
  pdbgen pattern --pieces CORNERS:all --moves R,U -o ru.pdb")]
    Pattern(Box<PatternArgs>),
    /// Chooses and builds the best tables of a puzzle within a limit of memory.
    ///
    /// It chooses from the same patterns as `solve` does for a question, by the same measure, up to 10^9 positions
    /// each. `solve --pdb DIR` with the same puzzle, goal and moves begins with these tables.
    #[command(after_help = "\
Examples:
  pdbgen build --puzzle megaminx --max-memory 4G -o megaminx
  pdbgen build --moves R,U --max-memory 20M -o ru
  pdbgen build --goal EDGES:4-7 -o cross     all of it: one exact table")]
    Build(Box<ChoiceArgs>),
    /// Compresses a table.
    ///
    /// The result can be searched directly: it is decompressed while it is loaded.
    #[command(after_help = "\
Examples:
  pdbgen compress databases/corners.pdb
  pdbgen compress databases/corners.pdb --level 1 -o fast.pdb.zst")]
    Compress(CompressArgs),
    /// Restores the plain form of a compressed table.
    ///
    /// The result is byte for byte the original file.
    #[command(after_help = "\
Examples:
  pdbgen decompress databases/corners.pdb.zst -o again.pdb")]
    Decompress(DecompressArgs),
    /// Writes the entries of a table, one byte each, for other programs.
    ///
    /// In the order of their indices, which FORMAT.md defines.
    #[command(after_help = "\
Examples:
  pdbgen export databases/corners.pdb --npy corners.npy
  pdbgen export databases/corners.pdb --raw corners.bin
  pdbgen export databases/corners.pdb --raw - | sha256sum")]
    Export(ExportArgs),
    /// Lists the tables that can be built, with sizes and memory.
    ///
    /// The memory is that of building.
    #[command(after_help = "\
Examples:
  pdbgen list
  pdbgen list --json")]
    List {
        /// A JSON array.
        #[arg(long)]
        json: bool,
    },
    #[command(flatten)]
    Manual(Manual),
}

#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The file to write, or a directory for one with the usual name; the directory is made if only that is missing
    /// [default: databases/].
    #[arg(short, long, value_name = "FILE|DIR", value_parser = written_file())]
    pub output: Option<PathBuf>,
    /// The turns that count as one move: htm (half turns too) or qtm (quarter turns only).
    #[arg(long, default_value = "htm", value_parser = named(str::parse::<Metric>, ["htm", "qtm"]))]
    pub metric: Metric,
    #[command(flatten)]
    pub saving: SavingArgs,
}

/// Checkpoints of a build.
#[derive(Debug, Args)]
pub struct SavingArgs {
    /// Minimum time between checkpoints, which are saved beside the output at the end of a step: 90s, 5m.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    pub checkpoint_every: Duration,
    /// Go on with an interrupted build.
    ///
    /// Finished tables are left unchanged.
    #[arg(long)]
    pub resume: bool,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Table files, plain or compressed.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Check only header, size and checksums: this finds damage, but not entries that were built wrong.
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Check the checksums, and prove that every entry is exact. This is the default.
    #[arg(long)]
    pub full: bool,
}

#[derive(Debug, Args)]
pub struct DistancesArgs {
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub moves: MovesArgs,
    /// The greatest distance to count.
    #[arg(long, value_name = "D")]
    pub max_depth: Option<u32>,
    /// Count positions up to symmetry, too: the symmetries of the moves and the goal are found by the program.
    #[arg(long, conflicts_with = "checkpoint")]
    pub classes: bool,
    /// A JSON object, with some of the farthest positions.
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Comma-separated values: distance, positions, and classes with --classes.
    #[arg(long)]
    pub csv: bool,
    /// Draw a histogram.
    #[arg(long, value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// The axis of the histogram: log or linear.
    #[arg(long, value_enum, default_value = "log", requires = "svg")]
    pub scale: Scale,
    #[command(flatten)]
    pub checkpoint: DistancesCheckpointArgs,
}

/// The moves of a question.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// The moves that may be made, as `solve --moves` takes them [default: all of the puzzle].
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// htm: every power of a turn is one move; qtm: only single steps, in either direction.
    #[arg(long, value_parser = named(str::parse::<Metric>, ["htm", "qtm"]))]
    pub metric: Option<Metric>,
}

#[derive(Debug, Args)]
pub struct PatternArgs {
    /// A puzzle by its name, see `solve puzzles`, or a file that defines one: .tws or KPuzzle JSON.
    #[arg(long, value_name = "NAME|FILE", default_value = "3x3x3")]
    pub puzzle: String,
    /// The pieces, as in "CORNERS:0-3;EDGES:all/orientation", or `all`.
    ///
    /// They are numbers of the solved position, from 0; /orientation or /permutation after them says that only that
    /// matters. `solve puzzles show NAME` prints the orbits.
    #[arg(long, value_name = "PIECES")]
    pub pieces: String,
    /// Only the orientations of the pieces matter, and not which of them is where.
    #[arg(long)]
    pub orientation_only: bool,
    #[command(flatten)]
    pub moves: MovesArgs,
    /// The file to write, or a directory for one with the usual name; the directory is made if only that is missing.
    #[arg(short, long, value_name = "FILE|DIR", value_parser = written_file())]
    pub output: PathBuf,
    #[command(flatten)]
    pub saving: SavingArgs,
}

#[derive(Debug, Args)]
pub struct ChoiceArgs {
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub moves: MovesArgs,
    /// The directory to write the tables into; it is made if only that is missing.
    #[arg(short, long, value_name = "DIR", value_parser = written_file())]
    pub output: PathBuf,
    #[command(flatten)]
    pub saving: SavingArgs,
}

#[derive(Debug, Args)]
pub struct DistancesCheckpointArgs {
    /// Saves the state in this file, of two bits for each position; it is removed when all positions are counted.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Minimum time between checkpoints, which are saved at the end of a distance: 90s, 5m.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_duration, requires = "checkpoint")]
    pub checkpoint_every: Duration,
    /// Goes on from the checkpoint, if there is one.
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("drawn").multiple(true))]
pub struct DistArgs {
    /// A table file, plain or compressed.
    #[arg(value_name = "FILE", required_unless_present = "csv")]
    file: Option<PathBuf>,
    /// A JSON object.
    #[arg(long, conflicts_with_all = ["csv", "svg", "png"])]
    pub json: bool,
    /// Write comma-separated values, depth, entries and percent, to this file, or to standard output with `-` or
    /// nothing.
    ///
    /// For an H48 table, a fourth column, or_more, is true where a depth includes larger ones.
    #[arg(long, value_name = "OUT", num_args = 0..=1, default_missing_value = "-")]
    csv: Option<PathBuf>,
    /// Write a histogram to this file, or to standard output with `-`.
    #[arg(long, group = "drawn", value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// The same as PNG.
    #[arg(long, group = "drawn", value_name = "OUT")]
    pub png: Option<PathBuf>,
    /// Scale of the histogram.
    #[arg(long, value_enum, value_name = "SCALE", default_value = "log", requires = "drawn")]
    pub scale: Scale,
}

impl DistArgs {
    /// The table and the file for comma-separated values. In `--csv FILE` alone, FILE is the table.
    pub fn table_and_csv(&self) -> Result<(&Path, Option<&Path>), Failure> {
        let missing = || Failure::usage("no table: `pdbgen dist FILE --csv OUT`");
        match (self.file.as_deref(), self.csv.as_deref()) {
            (Some(file), csv) => Ok((file, csv)),
            (None, Some(file)) if file != Path::new("-") => Ok((file, Some(Path::new("-")))),
            (None, _) => Err(missing()),
        }
    }
}

#[derive(Debug, Args)]
pub struct CompressArgs {
    /// A plain table file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file to write [default: FILE.zst].
    #[arg(short, long, value_name = "FILE", value_parser = written_file())]
    pub output: Option<PathBuf>,
    /// Compression level of zstd: 1 is fast, 22 is small.
    #[arg(long, value_name = "LEVEL", default_value_t = 9, value_parser = clap::value_parser!(i32).range(1..=22))]
    pub level: i32,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// A table file, plain or compressed.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// A NumPy array of uint8, for numpy.load; `-` means standard output, here and for --raw.
    #[arg(long, value_name = "OUT")]
    pub npy: Option<PathBuf>,
    /// The entries and nothing else.
    #[arg(long, value_name = "OUT")]
    pub raw: Option<PathBuf>,
    /// Other commands have it: here the form has to be named.
    #[arg(short, long, value_name = "OUT", hide = true)]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct DecompressArgs {
    /// A compressed table file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The file to write [default: FILE without .zst].
    #[arg(short, long, value_name = "FILE", value_parser = written_file())]
    pub output: Option<PathBuf>,
}

fn parse_pieces(text: &str) -> Result<Pattern, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Pattern::EdgePermutation);
    }
    EdgeSet::parse(text).map(Pattern::Edges).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn pieces_are_a_set_or_all() {
        assert_eq!(parse_pieces("ALL"), Ok(Pattern::EdgePermutation));
        assert!(matches!(parse_pieces("ur,FU"), Ok(Pattern::Edges(set)) if set.len() == 2));
        assert!(parse_pieces("UR,UR").unwrap_err().contains("twice"));
    }
}
