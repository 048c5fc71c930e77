//! Random move sequences, and random states of the 2x2x2.

use crate::common::cli::named;
use crate::common::exit::{Failure, Status};
use crate::input::writable;
use clap::Args;
use cubepdb::{
    Algorithm, Cube, Format, Metric, MoveKind, Size, Solver, internals::notation::random_cube, plan::MoveSet,
};
use fastrand::Rng;

/// Cubes made by random moves.
#[derive(Debug, Args)]
pub struct TwistArgs {
    /// Layers of the cube, 2 to 7.
    #[arg(long, value_name = "N", default_value = "3")]
    size: Size,
    /// This number of random moves, without any that merge or cancel, such as R R' or R L R.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    twists: Option<u32>,
    /// With --twists: the turns that count as moves, of outer faces and wide ones, or of single layers [default: wca].
    #[arg(long, value_name = "SET", value_parser = named(str::parse::<MoveKind>, ["wca", "slices"]), requires = "twists")]
    moves: Option<MoveKind>,
    /// With --twists: htm has half turns, qtm has none [default: htm for wca, qtm for slices].
    #[arg(long, value_parser = named(str::parse::<Metric>, ["htm", "qtm"]), requires = "twists")]
    metric: Option<Metric>,
}

impl TwistArgs {
    /// The random move sequences to write, if requested.
    pub fn asked(&self, to: Format) -> Result<Option<Twisted>, Failure> {
        let twists = match (self.twists, self.size) {
            (Some(twists), _) => twists,
            (None, Size::THREE) => return Ok(None),
            (None, Size::TWO) => return Twisted::pocket(to).map(Some),
            // As many as in competitions: 40 for a 4x4x4, 60, 80, and 100 for a 7x7x7.
            (None, size) => 20 * (u32::from(size.layers()) - 2),
        };
        let kind = self.moves.unwrap_or(MoveKind::Wca);
        let set = MoveSet { size: self.size, kind, metric: self.metric.unwrap_or(kind.usual_metric()) };
        if to != Format::Moves {
            writable(self.size, to)?;
        }
        Ok(Some(Twisted { source: Source::Twists { set, twists: twists as usize }, size: self.size }))
    }
}

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
