//! The command line.

use crate::common::chart::Scale;
use crate::common::cli::{WIDTH, threads};
use crate::common::exit::Status;
use crate::common::manual::Manual;
use crate::common::units::parse_duration;
use crate::peer::Peer;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use cubepdb::Metric;
use std::path::PathBuf;
use std::time::Duration;

const NOTES: &str = "\
Examples:
  reproduce list                             what can be measured
  reproduce                                  the usual set; a quarter of an hour on two cores
  reproduce paracube-speedup --threads 1,2,4,8,16,32
  reproduce quarter-times --max-depth 9      also what takes long
  reproduce --simulate --ranks 1,64,4096     ways of sharing a tree among ranks
  reproduce --quick                          everything, small
  reproduce speedup --file cubes.txt --threads 1,2,4
      how much faster your own cubes are solved by more threads
  reproduce plot reproduction --axes linear  its plots again, without measuring
  reproduce soak --minutes 10                random cubes, each solved in two ways

The report is DIR/report.md. Beside it are a CSV file for each experiment, each
plot as SVG of the size of a slide, and the values of all plots in plots.csv. An interrupt ends the program in order: what was measured by then is
in the report.
";

/// Heading of the options for simulated ranks.
const SIMULATED: &str = "Simulated ranks";

fn help() -> String {
    use Status::{Internal, Interrupted, InvalidCube, Io, Memory, Success, Terminated, Usage};
    format!(
        "{NOTES}\n{}",
        Status::section(&[Success, Usage, InvalidCube, Io, Memory, Internal, Interrupted, Terminated])
    )
}

/// Repeats the measurements that the reports of other solvers have published, on this machine.
#[derive(Debug, Parser)]
#[command(name = "reproduce", version, after_help = help(), max_term_width = WIDTH, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Experiments by name; `all`, which is the default, or `list`.
    #[arg(value_name = "NAME", value_delimiter = ',')]
    pub names: Vec<String>,
    #[command(flatten)]
    pub measuring: Measuring,
    /// Only the experiment `distribution`: ways of distributing a tree among ranks, in simulated time.
    #[arg(long, help_heading = SIMULATED, conflicts_with = "names")]
    pub simulate: bool,
    /// Numbers of ranks to simulate (default: 1,2,4,… to 4096; with --quick 1,16,256).
    #[arg(long, help_heading = SIMULATED, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=65_535))]
    pub ranks: Vec<u64>,
    /// Latencies of messages to simulate (default: 5us and 50us, as in a fast network and a slow one).
    #[arg(long, help_heading = SIMULATED, value_name = "T,…", value_delimiter = ',', value_parser = parse_duration)]
    pub latency: Vec<Duration>,
    /// Simulate also a tree with this many times the nodes below its recorded top (default: 1, 169 and 28561, as of
    /// iterations two and four moves longer; with --quick 1).
    #[arg(long, help_heading = SIMULATED, value_name = "K,…", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub scale: Vec<u64>,
    /// Maximum length of solutions, instead of the one that each experiment considers affordable.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub max_depth: Option<u8>,
    /// Directory for the report, made if it does not exist; a report in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "reproduction")]
    pub out: PathBuf,
    /// Small cases: to see that everything works, not to learn about performance.
    #[arg(long)]
    pub quick: bool,
}

/// The measuring of searches.
#[derive(Clone, Debug, Args)]
pub struct Measuring {
    /// Numbers of worker threads to compare (default: 1,2,4,8,16; with `reproduce --quick` 1,2).
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = threads)]
    pub threads: Vec<u64>,
    /// Searches for each figure, of which the median counts. Searches below a tenth of a second are made at least five
    /// times.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub repeat: u32,
    /// Report the quickest of the repeated searches, not the median: for a machine that others use at the same time.
    #[arg(long)]
    pub best: bool,
    /// Axes of all plots [default: as suits each plot].
    #[arg(long, value_enum, value_name = "SCALE")]
    pub axes: Option<Scale>,
}

/// Commands other than the published measurements.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve random cubes in two different ways each, and compare.
    ///
    /// Two configurations with different tables, and with kernel, scheduler, threads, ranks, pruning, transposition
    /// table and interruptions drawn at random, solve each cube, the second one turned, reflected or inverted. Their
    /// answers are compared with each other and, for short distances, with a plain search over stickers. Exit status 70
    /// if any two disagree.
    Soak(SoakArgs),
    Speedup(SpeedupArgs),
    Peers(PeersArgs),
    Plot(PlotArgs),
    #[command(flatten)]
    Manual(Manual),
}

/// Solves random cubes in two different ways each, and compares.
#[derive(Debug, Args)]
pub struct SoakArgs {
    /// Running time (default: 1, or until all `--cubes` are done); half of it for each metric if both are tried.
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub minutes: Option<u64>,
    /// Maximum number of cubes of each metric.
    #[arg(long, value_name = "N")]
    pub cubes: Option<u64>,
    /// Half turns, quarter turns, or one after the other.
    #[arg(long, value_enum, default_value_t = Metrics::Both)]
    pub metric: Metrics,
    /// Draws the same cubes and configurations again (default: another number each time, which is printed).
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Begins with the cube of this number; reports of disagreements give it.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub first: u64,
    /// Longest scrambles to draw (default: 17 half turns, 21 quarter turns).
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u8).range(0..=21))]
    pub longest: Option<u8>,
    /// Small tables only, which are built in seconds: for a quick test.
    #[arg(long)]
    pub small: bool,
}

/// Measures how much faster your own cubes are solved by more threads.
///
/// Searches each cube on each number of threads, with the corner table for half turns, and writes a report with a plot.
/// With this table, cubes of up to about 13 moves take seconds; `solve scramble --twists 12` draws some.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  solve scramble --twists 12 --count 5 --seed 1 > cubes.txt
  reproduce speedup --file cubes.txt --threads 1,2,4
  reproduce speedup --all --methods static,depth,stealing \"R U F2 L B' D R2 U F\"
      three ways of dividing the tree, see docs/search.md
  reproduce speedup --methods ida-rec-omp,ida-iter-omp \"R U F2 L B' D R2 U F\"
      systems that others described; `solve presets` explains their names")]
pub struct SpeedupArgs {
    /// Cubes, in any notation that `solve` reads, each in quotes.
    #[arg(value_name = "CUBE", required_unless_present = "file")]
    pub cubes: Vec<String>,
    /// Reads a cube from each line of a file, or of standard input with `-`. Blank lines and those that begin with `#`
    /// are skipped.
    #[arg(long, short, value_name = "FILE", conflicts_with = "cubes", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Search methods to compare: presets of `solve` for one machine, or schedulers (static, depth, stealing, …), which
    /// take the place of that of ida-iter-omp.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "ida-iter-omp")]
    pub methods: Vec<String>,
    /// All shortest solutions of each cube: the last length is searched to its end, with the same nodes on every number
    /// of threads.
    #[arg(long)]
    pub all: bool,
    /// Longest search; a cube that takes longer on the least number of threads is left out.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "60s")]
    pub timeout: Duration,
    /// Directory for the report, made if it does not exist; a report in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "speedup", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    #[command(flatten)]
    pub measuring: Measuring,
}

/// Compares optimal solvers on the same cubes: `solve` and others, wherever you have built them.
///
/// All solve one cube after the other, in turn, in processes of their own. The time for an easy cube, which is their
/// start, is taken off; the speed of the memory is measured between. Their solutions are checked, and have to be
/// equally long.
#[derive(Debug, Args)]
#[command(after_help = "\
A COMMAND is for the shell. It finds the cube in $MOVES, and as a line of its
standard input, and the number of threads in $THREADS. Its solution may be
anywhere in its output. SIZE is that of its tables: 241M, 2.6G.

Examples (the first run of a solver may have to make its tables):
  reproduce peers --file cubes.txt --pdb h48-3.pdb --pdb h48-6.pdb
  reproduce peers --file cubes.txt --pdb h48-3.pdb --peer 'nissy-core h48h3:241M=\
cd ~/nissy-core && ./run solve_scramble -solver h48h3 -n 1 -t $THREADS -moves \"$MOVES\"'
  reproduce peers --file cubes.txt --pdb h48-6.pdb --peer 'vcube 112:2.4G=\
cd ~/vcube && ./vc-optimal --coord=112'")]
pub struct PeersArgs {
    /// Cubes as moves, each in quotes.
    #[arg(value_name = "MOVES", required_unless_present = "file")]
    pub cubes: Vec<String>,
    /// Reads a cube, as moves, from each line of a file, or of standard input with `-`. Blank lines and those that
    /// begin with `#` are skipped.
    #[arg(long, short, value_name = "FILE", conflicts_with = "cubes", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// A table with which `solve` takes part; several of them take part one by one. `solve` has to lie beside
    /// `reproduce`.
    #[arg(long, value_name = "TABLE", value_hint = ValueHint::FilePath)]
    pub pdb: Vec<PathBuf>,
    /// Another solver that takes part.
    #[arg(long = "peer", value_name = "NAME:SIZE=COMMAND")]
    pub peers: Vec<Peer>,
    /// Threads for each solver [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u64>,
    /// Time after which a search is given up.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m")]
    pub timeout: Duration,
    /// Directory for the report, made if it does not exist; a report in it is replaced.
    #[arg(long, value_name = "DIR", default_value = "peers", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
}

/// Draws the plots of a report again, without measuring.
///
/// Reads the values from DIR/plots.csv, and replaces the SVG files beside it. To leave out a line or rename it,
/// edit a copy of the file in a directory of its own.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  reproduce plot reproduction                all plots of a report, as they were
  reproduce plot reproduction --axes linear paracube-speedup")]
pub struct PlotArgs {
    /// The directory of the report.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Plots by name [default: all].
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Axes of the plots [default: as suits each plot].
    #[arg(long, value_enum, value_name = "SCALE")]
    pub axes: Option<Scale>,
}

/// The metrics to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Metrics {
    /// Half turns.
    Htm,
    /// Quarter turns.
    Qtm,
    /// One after the other.
    Both,
}

impl Metrics {
    /// The metrics, one after the other.
    pub fn kinds(self) -> &'static [Metric] {
        match self {
            Self::Htm => &[Metric::HalfTurn],
            Self::Qtm => &[Metric::QuarterTurn],
            Self::Both => &[Metric::HalfTurn, Metric::QuarterTurn],
        }
    }
}
