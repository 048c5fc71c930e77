//! The command line of `solve bench`.

use crate::flags::{CubeArgs, SetupArgs};
use crate::output::OutputFormat;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  solve scramble --twists 6 --count 9 --seed 1 > cubes.txt
  solve bench --file cubes.txt --threads 2 --repeat 3 --output jsonl
  solve bench --file cubes.txt --output csv > samples.csv
  solve bench --expect 6 \"R U F2 L B D'\"     status 1 for another length
  solve bench --limit                        the memory alone

Exit status:
  as that of `solve`; 1 also if a solution has not the length of --expect";

/// The benchmark to run.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    #[command(flatten)]
    pub cubes: CubeArgs,
    /// Measures random accesses to the largest table too; without cubes, it measures these alone.
    ///
    /// With 1, 4, 16 and 32 accesses in flight, on one core and on all threads: half a second each.
    #[arg(long, help_heading = "Measurement")]
    pub limit: bool,
    /// Solves the list of cubes this many times.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Measurement", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub repeat: u64,
    /// The expected length of all shortest solutions.
    #[arg(long, value_name = "LENGTH", help_heading = "Measurement")]
    pub expect: Option<usize>,
    /// The format of the results: text, jsonl or csv.
    ///
    /// A JSON object of a search has `"type": "cube"`, and the last one, with the summary, `"type": "summary"`.
    #[arg(
        long,
        short,
        value_enum,
        value_name = "FORM",
        default_value = "text",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub output: OutputFormat,
    /// Leaves out the lines for each cube; with --output csv, writes the summary as a row instead.
    #[arg(long, help_heading = "Output")]
    pub summary: bool,
    #[command(flatten)]
    pub setup: SetupArgs,
}
