//! Move sequences.

use super::{MoveError, MoveOptions, parse_turns};
use crate::cube::Metric;
use crate::nxn::{LayerSequence, Move, Size};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A move sequence, printed in standard notation with blanks between the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Algorithm(Vec<Move>);

impl Algorithm {
    /// Reads the moves of a cube of any size.
    ///
    /// # Errors
    /// The first error, with its position.
    pub fn parse(text: &str, size: Size, options: &MoveOptions) -> Result<Self, MoveError> {
        parse_turns(text, size, options).map(Self)
    }

    /// The number of moves in a metric: the quarter-turn metric counts a half turn twice.
    pub fn length(&self, metric: Metric) -> usize {
        Move::count(&self.0, metric)
    }

    /// The inverse sequence.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.0.iter().rev().map(|turn| turn.inverse()).collect()
    }

    /// The moves with two equal quarter turns in a row, which the quarter-turn metric counts as two moves, merged into
    /// one half turn.
    #[must_use]
    pub fn merged(&self) -> Self {
        let mut merged: Vec<Move> = Vec::new();
        for &turn in &self.0 {
            match merged.last_mut() {
                Some(last) if *last == turn && turn.quarters % 2 == 1 => last.quarters = 2,
                _ => merged.push(turn),
            }
        }
        Self(merged)
    }

    /// The moves as people turn them: [merged](Self::merged) in the quarter-turn metric.
    #[must_use]
    pub fn as_turned(&self, metric: Metric) -> Self {
        if metric == Metric::HalfTurn { self.clone() } else { self.merged() }
    }
}

impl Deref for Algorithm {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl From<Vec<Move>> for Algorithm {
    fn from(moves: Vec<Move>) -> Self {
        Self(moves)
    }
}

impl FromIterator<Move> for Algorithm {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

/// Reads a move sequence of a 3x3x3.
impl FromStr for Algorithm {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        Self::parse(text, Size::THREE, &MoveOptions::default())
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LayerSequence(&self.0).fmt(f)
    }
}
