//! The command line.

use crate::bench::BenchArgs;
use crate::checkpoint::CheckpointArgs;
use crate::flags::{CubeArgs, NotationArgs, SetupArgs};
use crate::nxn::TwistArgs;
use crate::pictures::PictureArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
use cubepdb::notation::Format;
use cubepdb::nxn::MoveKind;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  solve \"R U R' U' F2\"                     the shortest way back from a scramble
  solve UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB
  solve --file scrambles.txt --output jsonl  one cube per line
  solve --metric qtm --all \"F2 B2\"          every shortest solution in quarter turns
  solve --format pieces --file cube.txt      a cube piece by piece, as `solve convert --to pieces \"\"` writes one
  solve --preset iddfs-hash --stats \"R U F\"   a system that others described; `solve presets` lists them
  solve --checkpoint run --resume \"R U F\"  saves a long search, and goes on with it if it was saved before
  solve --size 4 \"Rw U 2F' D2\"              another size of cube, searched by its stickers
  solve bench --file cubes.txt --limit       how fast it is, and what the memory would allow
  solve check \"R$\"                          what is wrong with an input

Without --pdb, the tables in ./databases are used or, if there are none, a table that suits the memory is built once (half a
minute, up to 1.9 GB) and kept in the user's cache directory.

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
        #[command(flatten)]
        pictures: PictureArgs,
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
        #[command(flatten)]
        pictures: PictureArgs,
    },
    /// Measures the search, and the memory that it runs on: time, nodes and look-ups of a file of cubes.
    Bench(Box<BenchArgs>),
    /// Lists the presets: who described each, and the parts that it is put together from.
    Presets {
        /// One JSON object per preset.
        #[arg(long)]
        json: bool,
    },
    /// Draws cubes at random: uniformly from all 4.3 * 10^19 states, or with --twists and --size by random moves.
    Scramble {
        /// How many.
        #[arg(long, default_value_t = 1)]
        count: u64,
        /// The same seed gives the same cubes; drawn and shown on standard error if missing.
        #[arg(long)]
        seed: Option<u64>,
        /// The notation to write: facelets, reid, nissy, pieces or colours; with --twists moves or facelets.
        #[arg(long)]
        to: Option<Format>,
        #[command(flatten)]
        twists: TwistArgs,
        #[command(flatten)]
        pictures: PictureArgs,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One line per solution: the moves, then the length as (17f) or (22q).
    Text,
    /// One JSON object per cube.
    Jsonl,
    /// One line per cube, comma separated, with a heading.
    Csv,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub cubes: CubeArgs,
    /// Which turns are moves: slices (of single layers) or wca (of outer faces and wide ones). With --size, or for the 3x3x3 to
    /// be searched by its stickers.
    #[arg(long, value_name = "SET", help_heading = "Search")]
    pub moves: Option<MoveKind>,
    #[command(flatten)]
    pub setup: SetupArgs,
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
    /// A link to a page that plays the (first) solution.
    #[arg(long, help_heading = "Output")]
    pub link: bool,
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// With the scheduler shares: which worker gets how many cubes of which level, and how many it evaluates in the end, on
    /// standard error.
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
}
