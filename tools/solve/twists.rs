//! Random move sequences, and random states of the 2x2x2.

use crate::common::cli::named;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::common::puzzle::{PuzzleArgs, ask, powers};
use crate::input::writable;
use clap::Args;
use cubepdb::{
    Algorithm, Cube, Format, Metric, MoveKind, Size, Solver,
    internals::notation::random_cube,
    plan::MoveSet,
    puzzles::{Question, RandomMoves},
};
use fastrand::Rng;
use std::io::Write;

/// Cubes made by random moves.
#[derive(Debug, Args)]
pub struct TwistArgs {
    /// Layers of the cube, 2 to 7.
    #[arg(long, value_name = "N", default_value = "3")]
    size: Size,
    /// Another puzzle: a name, see `solve puzzles`, or a file that defines one.
    ///
    /// Its scrambles, for `solve --puzzle`, are random moves: as many as --twists says, or as mix it well.
    #[arg(long, value_name = "NAME|FILE", conflicts_with_all = ["size", "keep", "to", "picture", "svg", "png"])]
    puzzle: Option<String>,
    /// This number of random moves, without any that merge or cancel, such as R R' or R L R.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    twists: Option<u32>,
    /// The turns that count as moves, with --twists: wca (of outer faces and wide ones) or slices (of single layers)
    /// [default: wca]. With --puzzle, some of its moves, as `solve --moves` takes them.
    #[arg(long, value_name = "SET")]
    moves: Option<String>,
    /// htm has half turns, qtm has none [default: htm, qtm for slices]; with --twists or --puzzle.
    #[arg(long, value_parser = named(str::parse::<Metric>, ["htm", "qtm"]))]
    metric: Option<Metric>,
}

impl TwistArgs {
    /// The random move sequences to write, if requested.
    pub fn asked(&self, to: Format) -> Result<Option<Twisted>, Failure> {
        for (flag, is_given) in [("--moves", self.moves.is_some()), ("--metric", self.metric.is_some())] {
            if is_given && self.twists.is_none() {
                return Err(Failure::usage(format!("{flag} is for --twists and for --puzzle")));
            }
        }
        let twists = match (self.twists, self.size) {
            (Some(twists), _) => twists,
            (None, Size::THREE) => return Ok(None),
            (None, Size::TWO) => return Twisted::pocket(to).map(Some),
            // As many as in competitions: 40 for a 4x4x4, 60, 80, and 100 for a 7x7x7.
            (None, size) => 20 * (u32::from(size.layers()) - 2),
        };
        let kind = self.moves.as_deref().map_or(Ok(MoveKind::Wca), str::parse);
        let kind = kind.map_err(|error| Failure::usage(format!("--moves: {error}")))?;
        let set = MoveSet { size: self.size, kind, metric: self.metric.unwrap_or(kind.usual_metric()) };
        if to != Format::Moves {
            writable(self.size, to)?;
        }
        Ok(Some(Twisted { source: Source::Twists { set, twists: twists as usize }, size: self.size }))
    }

    /// The question whose moves are made, if another puzzle is named.
    pub fn question(&self) -> Result<Option<Question>, Failure> {
        let of = |puzzle: &String| {
            let args = PuzzleArgs { puzzle: Some(puzzle.clone()), ..PuzzleArgs::default() };
            ask(&args, self.moves.as_deref(), powers(self.metric), puzzle)
        };
        self.puzzle.as_ref().map(of).transpose()
    }

    /// Writes random moves of a question, a sequence on each line.
    pub fn write(&self, question: &Question, count: u64, random: &mut Rng) -> Result<Status, Failure> {
        let moves = RandomMoves::new(question);
        for _ in 0..count {
            let drawn = match self.twists {
                None => moves.mixed(MOST_USUAL, random),
                Some(0) => {
                    return Err(Failure::usage("--twists: no moves are a blank line, which is no start of a puzzle"));
                }
                Some(twists) => moves.next(twists as usize, random).ok_or_else(|| {
                    Failure::usage(
                        "--twists: no sequence of so many of these moves was found in which none merge or cancel",
                    )
                })?,
            };
            writeln!(stdout(), "{}", question.moves().sequence(drawn))?;
        }
        Ok(Status::Success)
    }
}

/// The most moves of a scramble, where their number is not asked for: as of a 7x7x7 in competitions.
const MOST_USUAL: usize = 100;

/// Random move sequences.
pub struct Twisted {
    source: Source,
    size: Size,
}

enum Source {
    /// This number of random moves of a set.
    Twists { set: MoveSet, twists: usize },
    /// Shortest sequences that make random states of the 2x2x2, each state equally likely.
    Pocket(Box<Solver>),
}

impl Twisted {
    /// Random states of the 2x2x2.
    fn pocket(to: Format) -> Result<Self, Failure> {
        if to != Format::Moves {
            writable(Size::TWO, to)?;
        }
        let solver = Solver::builder().size(Size::TWO).threads(1).open();
        let solver = solver.map_err(|error| Failure::new(Status::Memory, error))?;
        Ok(Self { source: Source::Pocket(Box::new(solver)), size: Size::TWO })
    }

    /// The next moves.
    pub fn word(&self, random: &mut Rng) -> Result<Algorithm, Failure> {
        match &self.source {
            Source::Twists { set, twists } => Ok(Algorithm::from(set.random_sequence(*twists, random))),
            Source::Pocket(solver) => {
                // The corners of a random 3x3x3 are in each arrangement equally often.
                let moves = Cube::from(random_cube(random)).format(Format::Moves).map_err(Failure::usage)?;
                let moves: Algorithm = moves.parse().map_err(Failure::usage)?;
                let cube = Cube::solved(Size::TWO).apply(&moves).map_err(Failure::usage)?;
                let solution = solver.solve(&cube).map_err(|error| Failure::new(Status::Internal, error))?;
                Ok(solution.moves().inverse())
            }
        }
    }

    /// The cube that moves make.
    pub fn cube(&self, word: &Algorithm) -> Result<Cube, Failure> {
        Cube::solved(self.size).apply(word).map_err(Failure::usage)
    }
}
