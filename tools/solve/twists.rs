//! Random move sequences.

use crate::common::cli::named;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::input::writable;
use crate::pictures::{Drawing, Gallery};
use clap::Args;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::{Algorithm, Cube, Format};
use cubepdb::internals::nxn::{LayerWord, MoveKind, MoveSet, Size};
use cubepdb::picture::Palette;
use fastrand::Rng;
use std::io::Write;

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
    #[arg(long, value_parser = named(str::parse::<MetricKind>, ["htm", "qtm"]), requires = "twists")]
    metric: Option<MetricKind>,
}

impl TwistArgs {
    /// The random move sequences to write, if requested.
    pub fn asked(&self, to: Format) -> Result<Option<Twisted>, Failure> {
        let Some(twists) = self.twists else {
            return match self.size {
                Size::THREE => Ok(None),
                size => Err(Failure::usage(format!(
                    "random states are drawn for the 3x3x3 alone: for a {size}, --twists K makes K random moves, such as \
                     --size {} --twists 40",
                    size.layers()
                ))),
            };
        };
        let kind = self.moves.unwrap_or(MoveKind::Wca);
        let set = MoveSet { size: self.size, kind, metric: self.metric.unwrap_or(kind.usual_metric()) };
        if to != Format::Moves {
            writable(self.size, to)?;
        }
        Ok(Some(Twisted { set, twists: twists as usize, to }))
    }
}

/// Random sequences of a set of moves.
pub struct Twisted {
    set: MoveSet,
    twists: usize,
    to: Format,
}

impl Twisted {
    /// Writes `count` cubes, one per line. Returns the worst status.
    pub fn write(&self, count: u64, random: &mut Rng, gallery: &Gallery) -> Result<Status, Failure> {
        let (mut out, mut worst) = (stdout(), Status::Success);
        for id in 1..=count {
            let word = self.set.random_word(self.twists, random);
            let as_moves = self.to == Format::Moves;
            if as_moves && !gallery.is_asked() {
                writeln!(out, "{}", LayerWord(&word))?;
                continue;
            }
            let word = Algorithm::from(word);
            let cube = Cube::solved(self.set.size).apply(&word).map_err(Failure::usage)?;
            let text = if as_moves { word.to_string() } else { cube.format(self.to).map_err(Failure::usage)? };
            writeln!(out, "{}", gallery.captioned(&cube, &Palette::USUAL, text))?;
            worst = worst.max(gallery.save(id, &Drawing::of(cube, Palette::USUAL)));
        }
        Ok(worst)
    }
}
