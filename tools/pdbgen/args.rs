//! The command line.

use crate::common::progress::ProgressMode;
use crate::common::units::{parse_duration, parse_size};
use clap::{Args, Parser, Subcommand, ValueEnum};
use cubepdb::backend::Threads;
use cubepdb::cube::MetricKind;
use cubepdb::pdb::h48::Level;
use cubepdb::pdb::{EdgeSet, Pattern};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  pdbgen corners                               databases/corners.pdb, half-turn metric
  pdbgen edges --pieces UR,UF,UL,UB,FR,FL -o databases/edge6a.pdb
  pdbgen edges --pieces all --metric qtm       where the twelve edges are, flips ignored
  pdbgen h48 --level 3                         lower bounds for cosets, 0.24 GB: the strongest for its size
  pdbgen corners --resume                      goes on where an interrupted build stopped
  pdbgen verify databases/*.pdb                proves every entry of every table
  pdbgen dist databases/corners.pdb --svg corners.svg
  pdbgen list                                  what can be built, and what it takes

Ctrl-C ends a build in order and leaves a checkpoint beside the output.

Exit status: 0 all well, 2 usage, 4 table missing, damaged, unfit or proven wrong, 5 input or output, 6 memory or
threads, 70 internal fault, 130 or 143 interrupted.";

/// Builds, proves, describes and compresses pattern databases of Rubik's cube.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
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
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=Threads::MAX as i64))]
    pub threads: Option<u16>,
    /// Refuse work that takes more memory than this, such as 512M or 8G.
    #[arg(long, global = true, value_name = "SIZE", value_parser = parse_size)]
    pub max_memory: Option<u64>,
    /// How to show progress, on standard error.
    #[arg(long, global = true, value_enum, value_name = "MODE", default_value = "auto")]
    pub progress: ProgressMode,
    /// Overwrite existing files.
    #[arg(long, global = true)]
    pub force: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Builds the table of the eight corners: 88,179,840 entries, 44 MB.
    Corners(BuildArgs),
    /// Builds the table of a set of edges, or of the permutation of all twelve.
    Edges {
        /// 1 to 8 edges, such as UR,UF,UL,UB,FR,FL, or `all`: where the twelve edges are, flips ignored.
        #[arg(long, value_name = "LIST|all", value_parser = parse_pieces)]
        pieces: Pattern,
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Builds a table of lower bounds for cosets of the subgroup H48: of all tables of a size the one that helps most.
    H48 {
        /// 0 to 11: how many edge flips it keeps. 29 MB at level 0, twice as much with each further one.
        #[arg(long, value_name = "K")]
        level: Level,
        #[command(flatten)]
        build: BuildArgs,
    },
    /// Proves tables right: block checksums, every entry against its neighbours or found again, known distributions.
    Verify(VerifyArgs),
    /// Says what tables are, from their headers alone; also those that are unfinished or of a later version.
    Info {
        /// Table files, plain or compressed.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// One JSON object a line. Of an unfinished table the distribution does not add up to the entries.
        #[arg(long)]
        json: bool,
    },
    /// Shows how many entries there are at each depth.
    Dist(DistArgs),
    /// Compresses a table. The result can be searched as it is: it is decompressed while it is loaded.
    Compress(CompressArgs),
    /// Gives back the plain form of a compressed table, byte by byte as it was.
    Decompress(DecompressArgs),
    /// Lists the tables that can be built, with their sizes and the memory that building takes.
    List {
        /// A JSON array.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The file to write; a missing directory is made [default: databases/NAME.pdb].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The moves that count one: htm (half turns too) or qtm (quarter turns only).
    #[arg(long, default_value = "htm")]
    pub metric: MetricKind,
    /// Save a checkpoint after the first step that ends so long after the last one: 60, 90s, 5m.
    #[arg(long, value_name = "SECS", default_value = "60", value_parser = parse_duration)]
    pub checkpoint_every: Duration,
    /// Go on from the checkpoint of an interrupted build. A table that is finished already is left alone.
    #[arg(long)]
    pub resume: bool,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Table files, plain or compressed.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Only header, size and checksums: finds damage, but no wrong entry that was written so.
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Checksums, and the proof that every entry is exact. This is the default.
    #[arg(long)]
    pub full: bool,
}

#[derive(Debug, Args)]
pub struct DistArgs {
    /// A table file, plain or compressed.
    pub file: PathBuf,
    /// A JSON object.
    #[arg(long, group = "form")]
    pub json: bool,
    /// Comma-separated values: depth, entries, percent.
    #[arg(long, group = "form")]
    pub csv: bool,
    /// Write a histogram to this file, or to standard output with `-`.
    #[arg(long, groups = ["form", "drawn"], value_name = "OUT")]
    pub svg: Option<PathBuf>,
    /// The same as PNG.
    #[arg(long, groups = ["form", "drawn"], value_name = "OUT")]
    pub png: Option<PathBuf>,
    /// Scale of the histogram.
    #[arg(long, value_enum, default_value = "log", requires = "drawn")]
    pub scale: Scale,
}

/// Scale of a histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Scale {
    /// Each step ten times the last: small counts can be seen.
    Log,
    /// Heights in proportion.
    Linear,
}

#[derive(Debug, Args)]
pub struct CompressArgs {
    /// A plain table file.
    pub file: PathBuf,
    /// The file to write [default: FILE.zst].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Level of zstd: 1 is fast, 22 is small.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(i32).range(1..=22))]
    pub level: i32,
}

#[derive(Debug, Args)]
pub struct DecompressArgs {
    /// A compressed table file.
    pub file: PathBuf,
    /// The file to write [default: FILE without .zst].
    #[arg(short, long, value_name = "FILE")]
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
