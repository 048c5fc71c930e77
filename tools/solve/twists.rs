//! Random move sequences.

use crate::common::cli::named;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::input::only_facelets;
use crate::pictures::{Drawing, Gallery};
use clap::Args;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::{Format, format_stickers};
use cubepdb::internals::nxn::{LayerWord, MoveKind, MoveSet, Size, Stickers};
use fastrand::Rng;
use std::io::Write;

/// Cubes made by random moves.
#[derive(Debug, Args)]
pub struct TwistArgs {
    /// Layers of the cube, 2 to 7.
    #[arg(long, value_name = "N", default_value = "3")]
    size: Size,
    /// This number of moves of the set, drawn one by one: one may undo another.
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
    pub fn asked(&self, to: Option<Format>) -> Result<Option<Twisted>, Failure> {
        let Some(twists) = self.twists else {
            return match self.size {
                Size::THREE => Ok(None),
                size => Err(Failure::usage(format!("a {size} cube is drawn by random moves: --twists says how many"))),
            };
        };
        let kind = self.moves.unwrap_or(MoveKind::Wca);
        let set = MoveSet { size: self.size, kind, metric: self.metric.unwrap_or(kind.usual_metric()) };
        let as_moves = matches!(to, None | Some(Format::Moves));
        if let Some(to) = to.filter(|_| !as_moves) {
            only_facelets(self.size, to)?;
        }
        Ok(Some(Twisted { set, twists: twists as usize, as_moves }))
    }
}

/// Random sequences of a set of moves.
pub struct Twisted {
    set: MoveSet,
    twists: usize,
    /// True to write moves instead of facelets.
    as_moves: bool,
}

impl Twisted {
    /// Writes `count` cubes, one per line. Returns the worst status.
    pub fn write(&self, count: u64, random: &mut Rng, gallery: &Gallery) -> Result<Status, Failure> {
        let (mut out, mut worst) = (stdout(), Status::Success);
        for id in 1..=count {
            let word = self.set.random_word(self.twists, random);
            if self.as_moves && !gallery.is_asked() {
                writeln!(out, "{}", LayerWord(&word))?;
                continue;
            }
            let cube = Stickers::after(self.set.size, &word);
            // Slices move centres: a 3x3x3 is read with each in its place.
            let cube = cube.in_normal_frame(true).filter(|_| self.set.size == Size::THREE).unwrap_or(cube);
            let text = if self.as_moves { LayerWord(&word).to_string() } else { format_stickers(&cube) };
            let cube = cube.into();
            writeln!(out, "{}", gallery.captioned(&cube, text))?;
            worst = worst.max(gallery.save(id, &Drawing::of(cube)));
        }
        Ok(worst)
    }
}
