//! Sequences of a definition's moves: `R U2 Fw' x`.

use super::{Definition, NamedMove, Transformation};
use crate::units::shown;
use thiserror::Error;

/// An error in a sequence of moves of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SequenceError {
    /// No move has this name.
    #[error("`{}` is no move of {puzzle}: its moves are {known}", shown(.token))]
    UnknownMove {
        /// The text that was read.
        token: String,
        /// The puzzle's name.
        puzzle: String,
        /// The first names that would have been understood.
        known: String,
    },
    /// The amount does not fit.
    #[error("`{}` turns too often", shown(.0))]
    Amount(String),
}

/// A move of a sequence: a named move so many times.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    /// The move.
    pub named: &'a NamedMove,
    /// The number of repetitions; negative the other way round.
    pub exponent: i64,
}

impl Named<'_> {
    /// Its effect.
    pub fn transformation(&self, definition: &Definition) -> Transformation {
        self.named.transformation.power(&definition.shape, self.exponent)
    }
}

/// The most that a move may be repeated by its amount.
const MOST_AMOUNT: i64 = 999;

/// The ways to read a move: each a name, which may end in digits or an apostrophe itself, and how often, if that is not
/// absurd.
pub(super) fn readings(token: &str) -> [(&str, Option<i64>); 3] {
    let (rest, sign) = match token.strip_suffix(['\'', '’']) {
        Some(rest) => (rest, -1),
        None => (token, 1),
    };
    let name = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let amount = rest[name.len()..].parse::<i64>().ok().filter(|amount| *amount <= MOST_AMOUNT);
    [(token, Some(1)), (rest, Some(sign)), (name, amount.map(|amount| sign * amount))]
}

/// The most names that a message lists.
const LISTED: usize = 24;

impl Definition {
    /// Reads one move: a name, an amount and an apostrophe, of which the latter two may be missing.
    ///
    /// # Errors
    /// If no move, rotation or other name is called so.
    pub fn read_move(&self, token: &str) -> Result<Named<'_>, SequenceError> {
        let known = readings(token).into_iter().find_map(|(name, exponent)| Some((self.named(name)?, exponent)));
        let (named, exponent) = known.ok_or_else(|| self.unknown(token))?;
        let exponent = exponent.ok_or_else(|| SequenceError::Amount(token.to_owned()))?;
        Ok(Named { named, exponent })
    }

    /// Reads moves that are separated by white space.
    ///
    /// # Errors
    /// At the first token that is no move.
    pub fn read_sequence(&self, sequence: &str) -> Result<Vec<Named<'_>>, SequenceError> {
        sequence.split_whitespace().map(|token| self.read_move(token)).collect()
    }

    /// The effect of a sequence of moves.
    ///
    /// # Errors
    /// As [`read_sequence`](Self::read_sequence).
    pub fn transformation_of(&self, sequence: &str) -> Result<Transformation, SequenceError> {
        let moves = self.read_sequence(sequence)?;
        let identity = Transformation::identity(&self.shape);
        Ok(moves.iter().fold(identity, |done, next| done.then(&self.shape, &next.transformation(self))))
    }

    fn unknown(&self, token: &str) -> SequenceError {
        let names = || self.moves.iter().chain(&self.rotations).chain(&self.names).map(|known| known.name.as_str());
        let mut known = names().take(LISTED).collect::<Vec<_>>().join(" ");
        if names().count() > LISTED {
            known.push_str(" …");
        }
        SequenceError::UnknownMove { token: token.to_owned(), puzzle: self.name.clone(), known }
    }
}
