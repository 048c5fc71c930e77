//! The two move metrics.

use super::moves::{FaceTurn, MoveMask};
use crate::nearest::UnknownName;
use crate::puzzle::Powers;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A way of counting moves, given by the turns that cost one. A search takes it as an alphabet and an automaton, so
/// that its inner loops do not depend on the metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Half-turn metric.
    HalfTurn,
    /// Quarter-turn metric.
    QuarterTurn,
}

impl From<Metric> for Powers {
    /// The powers of a face's turn that are moves in a metric.
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::HalfTurn => Self::All,
            Metric::QuarterTurn => Self::Steps,
        }
    }
}

impl Metric {
    /// Short name: `htm` or `qtm`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HalfTurn => "htm",
            Self::QuarterTurn => "qtm",
        }
    }

    /// The letter of a length tag: `(18f)` or `(24q)`.
    pub const fn letter(self) -> char {
        match self {
            Self::HalfTurn => 'f',
            Self::QuarterTurn => 'q',
        }
    }

    /// The turns that cost one move.
    pub const fn moves(self) -> MoveMask {
        match self {
            Self::HalfTurn => MoveMask::ALL,
            Self::QuarterTurn => MoveMask::QUARTER_TURNS,
        }
    }

    /// The least increment of a search bound that skips no length a given cube can have: in the quarter-turn metric
    /// every move is an odd permutation of the corners, so all solutions of a cube have lengths of one parity.
    pub const fn step(self) -> u8 {
        match self {
            Self::HalfTurn => 1,
            Self::QuarterTurn => 2,
        }
    }

    /// Length of `moves` in this metric.
    pub fn length(self, moves: &[FaceTurn]) -> usize {
        match self {
            Self::HalfTurn => moves.len(),
            Self::QuarterTurn => moves.iter().map(|m| if m.quarters() == 2 { 2 } else { 1 }).sum(),
        }
    }

    /// The largest number of moves that any cube needs: 20 (Rokicki, Kociemba, Davidson and Dethridge 2010) or 26
    /// (Rokicki and Davidson 2014).
    pub const fn diameter(self) -> u8 {
        match self {
            Self::HalfTurn => 20,
            Self::QuarterTurn => 26,
        }
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = UnknownName;

    fn from_str(s: &str) -> Result<Self, UnknownName> {
        match s.to_ascii_lowercase().as_str() {
            "htm" | "half" | "ftm" | "obtm" => Ok(Self::HalfTurn),
            "qtm" | "quarter" => Ok(Self::QuarterTurn),
            "stm" => Err(UnknownName::new("metric", s, "htm or qtm; slice turns are moves: --moves stm")),
            _ => Err(UnknownName::new("metric", s, "htm or qtm")),
        }
    }
}
