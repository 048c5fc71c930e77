//! Solutions as they are printed.

use cubepdb::cube::{MetricKind, Move, Word};
use cubepdb::nxn::{LayerWord, Turn};

/// A move of some cube that can be printed.
pub trait Written: Copy + PartialEq {
    /// The half turn that this quarter turn makes when it is done twice.
    fn doubled(self) -> Self;

    /// A word in standard notation.
    fn spelled(word: &[Self]) -> String;

    /// The turn of layers that it is.
    fn turn(self) -> Turn;

    /// Length of a word.
    fn length(word: &[Self], metric: MetricKind) -> usize;

    /// A solution in standard notation, as people turn it.
    fn text(word: &[Self], metric: MetricKind) -> String {
        Self::spelled(&Self::merged(word, metric))
    }

    /// A solution as people turn it: in the quarter-turn metric two equal quarter turns are one half turn.
    fn merged(word: &[Self], metric: MetricKind) -> Vec<Self> {
        if metric == MetricKind::HalfTurn {
            return word.to_vec();
        }
        let mut merged: Vec<Self> = Vec::new();
        for &m in word {
            match merged.last_mut() {
                Some(last) if *last == m => *last = m.doubled(),
                _ => merged.push(m),
            }
        }
        merged
    }
}

impl Written for Move {
    fn doubled(self) -> Self {
        Self::turn(self.face(), 2).expect("a half turn is a move")
    }

    fn spelled(word: &[Self]) -> String {
        Word(word).to_string()
    }

    fn turn(self) -> Turn {
        Turn::outer(self.face(), self.quarters())
    }

    fn length(word: &[Self], metric: MetricKind) -> usize {
        metric.length(word)
    }
}

impl Written for Turn {
    fn doubled(self) -> Self {
        Self { quarters: 2, ..self }
    }

    fn spelled(word: &[Self]) -> String {
        LayerWord(word).to_string()
    }

    fn turn(self) -> Turn {
        self
    }

    fn length(word: &[Self], metric: MetricKind) -> usize {
        Self::count(word, metric)
    }
}
