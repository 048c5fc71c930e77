//! Sequences of a definition's moves: `R U2 Fw' x`, and their brackets.

use super::{Definition, Shape, Transformation};
use crate::brackets::{BracketFault, Grammar, Part, Sequence, Undo};
use crate::text::{Cursor, TextPosition, blank_remarks, is_prime};
use crate::units::shown;
use std::fmt;
use thiserror::Error;

/// An error in a sequence of moves: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault} ({at})")]
pub struct SequenceError {
    /// The fault.
    pub fault: SequenceFault,
    /// Its position in the sequence.
    pub at: TextPosition,
}

/// A fault in a sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SequenceFault {
    /// No move has this name.
    #[error("`{}` is not a move of {puzzle}: {}", shown(.token), listed(.known))]
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
    /// Brackets that do not match, or make too many moves.
    #[error(transparent)]
    Brackets(BracketFault),
}

/// The names that would have been understood.
fn listed(known: &str) -> String {
    if known.is_empty() {
        "it has none so far, and other names come after them".to_owned()
    } else {
        format!("its moves are {known}")
    }
}

impl SequenceFault {
    /// The error of this fault at a position.
    pub fn at(self, at: TextPosition) -> SequenceError {
        SequenceError { fault: self, at }
    }

    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::UnknownMove { .. } | Self::Amount(_) => "bad-move",
            Self::Brackets(fault) => fault.code(),
        }
    }
}

/// A move of a sequence: a named transformation so many times.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The name without an amount.
    pub name: &'a str,
    /// The effect of the name alone.
    pub base: &'a Transformation,
    /// The number of repetitions; negative the other way round.
    pub exponent: i64,
    /// True if it is a rotation of the whole puzzle.
    pub is_rotation: bool,
}

impl Step<'_> {
    /// Its effect.
    pub fn transformation(&self, shape: &Shape) -> Transformation {
        self.base.power(shape, self.exponent)
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.exponent.abs() != 1 {
            write!(f, "{}", self.exponent.abs())?;
        }
        f.write_str(if self.exponent < 0 { "'" } else { "" })
    }
}

impl Undo for Step<'_> {
    fn undone(self) -> Self {
        Self { exponent: -self.exponent, ..self }
    }
}

/// The most that a move may be repeated by its amount.
const MOST_AMOUNT: i64 = 999;

/// The ways to read a move: each a name, which may end in digits or a prime itself, and how often, if that is not
/// absurd.
pub(super) fn readings(token: &str) -> [(&str, Option<i64>); 3] {
    let (rest, sign) = match token.strip_suffix(is_prime) {
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
    /// Reads one move: a name, an amount and a prime, of which the latter two may be missing.
    ///
    /// # Errors
    /// If no move, rotation or other name is called so.
    pub fn read_move(&self, token: &str) -> Result<Step<'_>, SequenceFault> {
        let known = readings(token).into_iter().find_map(|(name, exponent)| Some((self.named(name)?, exponent)));
        let (named, exponent) = known.ok_or_else(|| self.unknown(token))?;
        let exponent = exponent.ok_or_else(|| SequenceFault::Amount(token.to_owned()))?;
        let is_rotation = self.rotations.iter().any(|rotation| std::ptr::eq(rotation, named));
        Ok(Step { name: &named.name, base: &named.transformation, exponent, is_rotation })
    }

    /// The effect of a sequence of moves.
    ///
    /// # Errors
    /// At the first move that is none, and at brackets that do not match.
    pub fn transformation_of(&self, sequence: &str) -> Result<Transformation, SequenceError> {
        Ok(effect(&self.shape, &read_sequence(sequence, &|token| self.read_move(token))?))
    }

    fn unknown(&self, token: &str) -> SequenceFault {
        let names = || self.moves.iter().chain(&self.rotations).chain(&self.names).map(|known| known.name.as_str());
        let mut known = names().take(LISTED).collect::<Vec<_>>().join(" ");
        if names().count() > LISTED {
            known.push_str(" …");
        }
        SequenceFault::UnknownMove { token: token.to_owned(), puzzle: self.name.clone(), known }
    }
}

/// Reads a sequence with a function that reads single moves. Comments, and lengths at the ends of lines, are skipped.
///
/// # Errors
/// At the first move that is none, and at brackets that do not match.
pub(super) fn read_sequence<'a>(
    text: &str,
    read_move: &dyn Fn(&str) -> Result<Step<'a>, SequenceFault>,
) -> Result<Sequence<Step<'a>>, SequenceError> {
    Sequence::read(&blank_remarks(text), &Words { read_move })
}

/// The effect of a sequence, in time that does not grow with the amounts.
fn effect(shape: &Shape, sequence: &Sequence<Step<'_>>) -> Transformation {
    let effect_of = |part: &Part<Step<'_>>| match part {
        Part::Step(step) => step.transformation(shape),
        Part::Group(group, exponent) => effect(shape, group).power(shape, *exponent),
        Part::Pair { halves, is_commutator, exponent } => {
            let [first, second] = halves.each_ref().map(|half| effect(shape, half));
            let conjugate = first.then(shape, &second).then(shape, &first.inverse(shape));
            let last = if *is_commutator { second.inverse(shape) } else { Transformation::identity(shape) };
            conjugate.then(shape, &last).power(shape, *exponent)
        }
    };
    sequence.parts().iter().fold(Transformation::identity(shape), |done, part| done.then(shape, &effect_of(part)))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "[]():,".contains(c)
}

/// The names of moves in a sequence, with their amounts.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

/// The notation of moves of a definition, which are words.
struct Words<'a, 'f> {
    read_move: &'f dyn Fn(&str) -> Result<Step<'a>, SequenceFault>,
}

impl<'a> Grammar for Words<'a, '_> {
    type Step = Step<'a>;
    type Error = SequenceError;

    fn step(&self, cursor: &mut Cursor<'_>, at: TextPosition) -> Result<Step<'a>, SequenceError> {
        let rest = cursor.rest();
        let word = &rest[..rest.find(is_separator).unwrap_or(rest.len())];
        let step = (self.read_move)(word).map_err(|fault| fault.at(at))?;
        cursor.by_ref().take(word.chars().count()).for_each(drop);
        Ok(step)
    }

    fn error(&self, fault: BracketFault, at: TextPosition) -> SequenceError {
        SequenceFault::Brackets(fault).at(at)
    }

    fn is_blank(&self, c: char) -> bool {
        c.is_whitespace()
    }

    fn sign(&self, cursor: &mut Cursor<'_>) -> bool {
        cursor.eat(is_prime).is_some()
    }

    fn refuse_count(&self, rest: &str) -> Option<&'static str> {
        // `(R U)x3` may be three times, or a turn of the whole puzzle.
        let after = rest.trim_start_matches(['*', '×']).trim_start_matches(|c: char| c.is_ascii_digit());
        let after = after.strip_prefix(is_prime).unwrap_or(after);
        (!after.starts_with(is_separator) && !after.is_empty())
            .then_some("a blank follows a bracket and its repeat count")
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::cube;

    /// A sequence that is written out does the same as its parts that are multiplied.
    #[test]
    fn steps_and_effects_agree() {
        let question = super::super::Question::usual(cube("URF")).unwrap();
        let definition = question.definition();
        for (brackets, plain) in [
            ("", ""),
            ("R U2 F'", "R U2 F'"),
            ("[R: U]", "R U R'"),
            ("[R, U]2'", "U R U' R' U R U' R'"),
            ("[R: U2]'", "R U2' R'"),
            ("(R U)*2 [F: (R U')2]", "R U R U F R U' R U' F'"),
            ("[[R: U], F]’(()5)3", "F R U R' F' R U' R'"),
            ("( [R U:F] )3′", "R U F3' U' R'"),
            ("R // [\n(U) (1f)\n", "R U"),
        ] {
            let by = definition.transformation_of(brackets).unwrap();
            assert_eq!(Ok(&by), definition.transformation_of(plain).as_ref(), "{brackets}");
            let position = question.start(None, brackets).unwrap();
            assert_eq!(position, definition.solved.after(&by), "{brackets}");
        }
    }

    #[test]
    fn errors_say_where_they_are() {
        let definition = cube("UR");
        let deep = "(".repeat(65) + "R" + &")".repeat(65);
        for (text, expected) in [
            ("R U\nR Q2", "`Q2` is not a move of cube: its moves are U R (line 2, column 3)"),
            ("R1000", "`R1000` turns too often (column 1)"),
            ("R (U", "`(` has no partner (column 3)"),
            ("[R: U", "`[` has no partner (column 1)"),
            ("[R U", "`[` has no partner (column 1)"),
            ("[R U]", "a bracket is `[A, B]` or `[A: B]` (column 5)"),
            ("[R U: U,]", "`,` and `:` divide `[A, B]` and `[A: B]` once (column 8)"),
            ("[: U]", "this half of the bracket is empty (column 2)"),
            ("R) U", "`)` has no partner (column 2)"),
            ("(R]", "`]` has no partner (column 3)"),
            ("(R)0", "a repeat count starts at 1 (column 4)"),
            ("(R)* 2", "a repeat count follows `*` at once (column 4)"),
            ("(R U)x3", "a blank follows a bracket and its repeat count (column 6)"),
            (&deep, "brackets are nested deeper than 64 (column 65)"),
        ] {
            assert_eq!(definition.transformation_of(text).unwrap_err().to_string(), expected, "{text}");
        }
        let question = super::super::Question::usual(definition).unwrap();
        let long = question.start(None, "((R U)999)999").unwrap_err().to_string();
        assert_eq!(long, "the sequence is longer than 100000 moves when it is written out (column 11)");
    }
}
