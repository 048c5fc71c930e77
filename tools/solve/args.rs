//! The command line.

use crate::bench::BenchArgs;
use crate::cache::{SetupCommand, TablesCommand};
use crate::cases::CasesCommand;
use crate::checkpoint::CheckpointArgs;
use crate::common::cli::{WIDTH, named};
use crate::common::exit::{Failure, Status};
use crate::common::manual::Manual;
use crate::common::output::check_distinct;
use crate::common::puzzle::PuzzleArgs;
use crate::devices::DevicesCommand;
use crate::doctor::DoctorCommand;
use crate::flags::{CubeArgs, NotationArgs, SetupArgs};
use crate::instances::InstancesCommand;
use crate::output::OutputFormat;
use crate::pictures::PictureArgs;
use crate::puzzle::{GoalsCommand, PuzzlesCommand};
use crate::serve::ServeCommand;
use crate::stats::StatsForm;
use crate::twists::TwistArgs;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand};
use cubepdb::internals::puzzle::is_json;
use cubepdb::{Algorithm, Format, MoveKind, Size};
use std::path::{Path, PathBuf};

/// The text that `solve -h` prints: all that most people need, on one screen.
pub const BRIEF: &str = "\
Finds provably shortest solutions of Rubik's cubes.

Usage: solve [OPTIONS] \"R U R' U' F2\"     a cube: moves, facelets, colours
       solve COMMAND [...]

  -f, --file FILE      solve every line of a file, or of standard input: -f -
  -m, --metric NAME    htm: count face turns (the default); qtm: quarter turns
      --all            find every shortest solution; --quick finds a good one
      --goal NAME      a cross, ...: solve goals; --moves R,U allows only these
      --max-depth D    give up beyond this length, with a proof
      --timeout TIME   stop after 60s, 5m, ..., with a good solution and a bound
      --size N         a cube of 2 to 7 layers
  -t, --threads N      number of threads [default: one for each core]
  -o, --output FORM    text, jsonl or csv
      --picture        show the cube; --svg FILE: draw it and its solution
      --stats          show nodes, look-ups and time; -q shows no progress
      --help           more, with examples; all: --help-all, man, completions

Commands: serve                      a page to paint cubes on, in the browser
          check, convert, scramble   read and write cubes
          setup, tables              tables ahead of time
          doctor, devices, bench     this machine, its cards, its speed
          goals, cases, puzzles, presets, instances   what there is by name";

/// Returns whether the arguments ask for the brief help: `-h` without a command.
pub fn asks_for_brief_help(mut args: impl Iterator<Item = String>) -> bool {
    let program = Cli::command();
    args.all(|arg| program.get_subcommands().all(|command| command.get_name() != arg))
}

const EXAMPLES: &str = "\
Examples:
  solve \"R U R' U' F2\"                       a shortest way back to solved
  solve UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB
  solve U=WWOWWGRYY R=ORWORRORR F=GGGWGGYGG D=GWWYYYYYY L=BOWOOBOOR B=BRRBBBBBB
      the colours of each face; `solve check -h` shows their order
  solve scramble --twists 6 --count 9 --seed 1 > cubes.txt
  solve --file cubes.txt --output jsonl      a cube a line, a record for each
  solve --metric qtm --all \"F2 B2\"           all shortest ones, in quarter turns
  solve convert --to pieces \"R U F\" > cube.txt
  solve --file cube.txt                      a cube piece by piece
  solve --preset iddfs-hash --stats \"R U F\"
      a system that others described; `solve presets` lists them
  solve --checkpoint run --resume \"R U F2 L\"
      saves a long search, and goes on with it if it was saved before
  solve --size 4 \"Rw U 2F' D2\"               another size of cube
  solve --file cubes.txt --iterations nodes.csv
      a row for every iteration of every cube: nodes, look-ups, seconds
  solve --svg cube.svg \"R U F2 L\"           a picture, also after each move
  solve bench --file cubes.txt --limit       its speed, and that of the memory
  solve --goal cross:any \"R U F2 L\"          the nearest cross; `solve goals`
  solve check \"R U X\"                        what is wrong with an input

Without --pdb, the tables in ./databases are used, or a larger H48 table of the
cache directory. If there are none, cubes of up to six moves need no table; for
others that of the corners (44 MB) is built in about a second and, if searches
last, H48 tables of 0.24 GB and of up to 1.9 GB. They are kept in the cache
directory; `solve setup` builds one ahead of time.

Environment:
  CUBEPDB_PDB         as --pdb: tables and directories of them, `:` between
  CUBEPDB_CACHE       as --cache: the directory of default tables; without it,
                      the directory cubepdb in $XDG_CACHE_HOME or ~/.cache
  CUBEPDB_THREADS     as --threads
  CUBEPDB_MAX_MEMORY  as --max-memory
  NO_COLOR            if set, help texts, errors and --picture have no colours

A flag overrides its variable. Variables that are empty count as not set.
";

fn long_help() -> String {
    use Status::{Internal, Interrupted, Terminated};
    use Status::{InvalidCube, Io, Limit, Memory, NoSolution, Success, Table, Usage};
    let all = [Success, NoSolution, Usage, InvalidCube, Table, Io, Memory, Limit, Internal, Interrupted, Terminated];
    format!("{EXAMPLES}\n{}", Status::section(&all))
}

/// Finds provably shortest solutions of Rubik's cubes with pattern databases.
#[derive(Debug, Parser)]
#[command(name = "solve", version, after_long_help = long_help(), max_term_width = WIDTH, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Print all flags, also those for threads and ranks, the parts of the search, and long searches.
    #[arg(long, action = ArgAction::HelpLong)]
    help_all: Option<bool>,
    #[command(flatten)]
    pub solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Checks whether a cube is valid, and explains what is wrong if it is not.
    #[command(after_help = "\
Examples:
  solve check \"R U R' U'\"                    valid, and its facelets
  solve check \"R U X\"                        status 3: what is wrong, and where
  solve check --size 4 \"Rw U 2F'\"

The 54 facelets are written in the order U R F D L B, each face row by row:

             1  2  3
             4  5  6    U, seen with B on top
             7  8  9
  37 38 39  19 20 21  10 11 12  46 47 48
  40 41 42  22 23 24  13 14 15  49 50 51    L, F, R, B, seen with U on top
  43 44 45  25 26 27  16 17 18  52 53 54
            28 29 30
            31 32 33    D, seen with F on top
            34 35 36

As letters of faces or of colours, or as any six symbols; blanks do not matter.")]
    Check {
        #[command(flatten)]
        input: InputArgs,
        #[command(flatten)]
        notation: NotationArgs,
        #[command(flatten)]
        pictures: PictureArgs,
    },
    /// Converts a cube to another notation.
    #[command(after_help = "\
Examples:
  solve convert --to facelets \"R U R' U'\"
  solve convert --to moves UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB
      moves that make the cube, not always the fewest
  solve convert --to reid UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB
  solve convert --to pieces \"R U F\" > cube.txt
      a file to be read again with --file")]
    Convert {
        #[command(flatten)]
        input: InputArgs,
        /// The notation to write; moves are those that make the cube from a solved one, 23 at most, not always the
        /// fewest.
        #[arg(long, value_name = "FORMAT", value_parser = named(str::parse::<Format>, TARGETS))]
        to: Format,
        #[command(flatten)]
        notation: NotationArgs,
        #[command(flatten)]
        pictures: PictureArgs,
    },
    /// Measures how fast cubes are solved, and what the memory would allow.
    Bench(Box<BenchArgs>),
    Setup(SetupCommand),
    Tables(TablesCommand),
    Doctor(DoctorCommand),
    Devices(DevicesCommand),
    Serve(ServeCommand),
    Instances(InstancesCommand),
    Puzzles(PuzzlesCommand),
    Goals(GoalsCommand),
    Cases(CasesCommand),
    /// Lists the presets: systems that others have described.
    ///
    /// Shows who described each, and its parts.
    Presets {
        /// One JSON object per preset.
        #[arg(long)]
        json: bool,
    },
    /// Draws random cubes.
    ///
    /// Uniformly from all 4.3 * 10^19 states, written as 23 moves or fewer that make them, or from the 3,674,160 of the
    /// 2x2x2, written as the fewest moves; larger cubes and other puzzles by random moves, as many as in competitions,
    /// as mix a puzzle well, or as --twists says.
    #[command(after_help = "\
Examples:
  solve scramble 5 --seed 1                  five, each state equally likely
  solve scramble --keep f2l                  only the last layer is mixed
  solve scramble --to facelets
  solve scramble --twists 6 --count 9 --seed 1 > cubes.txt
      nine sequences of six moves
  solve scramble --size 4 --moves slices --twists 5
  solve scramble 9 --puzzle pyraminx | solve --puzzle pyraminx --file -")]
    Scramble {
        /// Number of cubes, as --count.
        #[arg(value_name = "N", conflicts_with = "count", value_parser = clap::value_parser!(u64).range(1..))]
        number: Option<u64>,
        /// Number of cubes [default: 1].
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        count: Option<u64>,
        /// The same seed gives the same cubes; drawn at random and shown on standard error if missing.
        #[arg(long, value_name = "SEED")]
        seed: Option<u64>,
        /// Leave a goal reached, with a name as in `solve goals` or of pieces; the rest is mixed. Of several, any one.
        #[arg(long, value_name = "GOAL", conflicts_with_all = ["twists", "size"])]
        keep: Vec<String>,
        /// The notation to write; other sizes than the 3x3x3 have moves and facelets.
        #[arg(long, value_name = "FORMAT", default_value = "moves", value_parser = named(str::parse::<Format>, TARGETS))]
        to: Format,
        #[command(flatten)]
        twists: TwistArgs,
        #[command(flatten)]
        pictures: PictureArgs,
    },
    #[command(flatten)]
    Manual(Manual),
}

/// The notations to write.
const TARGETS: [&str; 6] = ["moves", "facelets", "reid", "nissy", "pieces", "colours"];

/// The input of the subcommands.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Cubes, one per argument, in any notation; `-` reads them from standard input.
    #[arg(required_unless_present = "file")]
    pub cube: Vec<String>,
    /// Reads cubes from a file, or from standard input with `-`, as `solve --file` does.
    #[arg(long, short, value_name = "FILE", conflicts_with = "cube")]
    pub file: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub cubes: CubeArgs,
    /// The moves that may be made: R,U or R2,U or M=R L' x',U; of a cube of another size also wca or slices [default:
    /// all of the puzzle].
    ///
    /// The name of a move stands for all its turns, R1 and R2 for one alone; NAME=SEQUENCE is a new move and its turns.
    /// stm, the slice-turn metric, has the turns of slices of a 3x3x3 besides those of faces; the cube may end in any
    /// orientation. wca are turns of outer faces and wide ones, slices those of single layers but the last on each
    /// axis; with them and --size 3, the cube is searched by its stickers.
    #[arg(long, value_name = "MOVES", help_heading = "Answers")]
    pub moves: Option<String>,

    /// A good solution in milliseconds, of at most 22 face turns, without the proof that there is no shorter one.
    ///
    /// --quick=20 goes on until there is one of at most 20. With --timeout, it looks for shorter ones until the time is
    /// up. Several cubes are solved at a time, each on one thread.
    #[arg(long, value_name = "MOVES", num_args = 0..=1, require_equals = true, help_heading = "Answers")]
    pub quick: Option<Option<u8>>,

    /// Solve the inverse of each 3x3x3: the moves of its scramble backwards, each undone.
    #[arg(long, help_heading = "Answers", conflicts_with_all = ["from", "to"])]
    pub inverse: bool,

    /// Moves placed before the scramble, as for fewest moves: a solution is then shown as NISS, too, and whole.
    #[arg(long, value_name = "MOVES", help_heading = "Answers", conflicts_with_all = ["from", "to", "inverse"])]
    pub premoves: Option<Algorithm>,

    /// The format of the results.
    #[arg(long, short, value_enum, value_name = "FORM", default_value = "text", help_heading = "Output")]
    pub output: OutputFormat,
    /// Print only the number of solutions (text output).
    #[arg(long, help_heading = "Output")]
    pub count_only: bool,
    /// Show nodes, look-ups and time of every iteration, and the memory of the tables, on standard error.
    ///
    /// --stats=json writes one JSON object for each iteration instead. With --output jsonl, the record of a cube has
    /// its iterations as well.
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", help_heading = "Output")]
    pub stats: Option<StatsForm>,
    /// Write a row for every iteration of every cube to a CSV file: nodes, expanded nodes, look-ups, seconds.
    ///
    /// --force replaces an existing file.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub iterations: Option<PathBuf>,
    /// Print a link to a page that plays the (first) solution.
    #[arg(long, help_heading = "Output")]
    pub link: bool,
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// With the scheduler static: show how the cubes are divided among the workers, on standard error.
    ///
    /// Lists the number of cubes of each level, and how many each worker has evaluated. Several ranks need
    /// --distribution static for it, and each has its own list.
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub explain: bool,
    /// Draw the static partition into an SVG file: the first levels of the tree, coloured by worker.
    #[arg(long, value_name = "OUT", help_heading = "Output", hide_short_help = true)]
    pub explain_svg: Option<PathBuf>,

    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// A position to start from: moves, or a file with a pattern. The moves of an argument are made after it.
    #[arg(long, value_name = "MOVES|FILE", help_heading = "Any puzzle")]
    pub from: Option<String>,
    #[command(flatten)]
    pub setup: SetupArgs,
    #[command(flatten)]
    pub checkpoint: CheckpointArgs,
}

impl SolveArgs {
    /// The moves of a cube that is searched by its stickers, if it is.
    pub fn kind(&self) -> Option<MoveKind> {
        self.moves.as_ref().filter(|_| !self.puzzle.is_asked()).and_then(|moves| moves.parse().ok())
    }

    /// Returns whether a puzzle, a goal, moves or costs are asked for that the search of cubes does not know.
    pub fn asks_question(&self) -> bool {
        let is_asked = self.puzzle.is_asked() || self.from.is_some();
        let has_pattern = self.is_3x3x3() && self.cubes.cubes.iter().any(|text| is_json(text));
        has_pattern || is_asked && !self.leads_between_cubes() || self.moves.is_some() && self.kind().is_none()
    }

    /// Checks that no file is named for two things.
    ///
    /// # Errors
    /// If an output would take the place of another one, or of an input.
    pub fn check_files(&self) -> Result<(), Failure> {
        let pictures = [&self.pictures.svg, &self.pictures.png, &self.explain_svg];
        let outputs = pictures.into_iter().chain([&self.iterations, &self.checkpoint.checkpoint]).flatten();
        let inputs = [&self.cubes.file, &self.setup.engine.rules].into_iter().flatten().chain(&self.setup.tables.pdb);
        check_distinct(outputs.map(PathBuf::as_path), inputs.map(PathBuf::as_path))
    }

    /// Returns whether the puzzle is the 3x3x3.
    pub fn is_3x3x3(&self) -> bool {
        self.cubes.notation.size == Size::THREE && self.puzzle.puzzle.as_ref().is_none_or(|name| name == "3x3x3")
    }

    /// Returns whether all of a 3x3x3 is to be solved with all its moves, or brought from one position to another.
    fn leads_between_cubes(&self) -> bool {
        let PuzzleArgs { cost, to, .. } = &self.puzzle;
        let mut places = [&self.from, to].into_iter().flatten();
        let has_patterns = places.any(|text| is_json(text) || Path::new(text).is_file());
        self.is_3x3x3() && self.puzzle.asks_all_pieces() && cost.is_none() && self.moves.is_none() && !has_patterns
    }

    /// Returns whether a static partition is to be shown, as text or as a picture.
    pub fn explains(&self) -> bool {
        self.explain || self.explain_svg.is_some()
    }

    /// Returns whether counts are reported: tables that are there are then loaded before the first search.
    pub fn counts(&self) -> bool {
        self.stats.is_some() || self.iterations.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn brief_help_fits_a_screen_and_names_what_there_is() {
        assert!(BRIEF.lines().count() < 24 && BRIEF.lines().all(|line| line.len() <= 80));
        let program = Cli::command();
        let flags: Vec<_> = program.get_arguments().filter_map(|arg| arg.get_long()).chain(["help"]).collect();
        let named = BRIEF.split_whitespace().filter_map(|word| word.trim_end_matches([';', ',']).strip_prefix("--"));
        let mut count = 0;
        for name in named {
            assert!(flags.contains(&name), "{name}");
            count += 1;
        }
        assert!(count > 10);
        for command in program.get_subcommands() {
            let name = command.get_name();
            assert!(BRIEF.contains(&format!(" {name}")), "{name}");
        }
    }

    #[test]
    fn brief_help_is_for_the_program_and_not_for_its_commands() {
        let asks = |text: &str| asks_for_brief_help(text.split(' ').map(str::to_owned));
        assert!(asks("-h") && asks("--all -h") && !asks("check -h"));
    }
}
