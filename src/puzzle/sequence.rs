//! Sequences of a definition's moves: `R U2 Fw' x`, and with brackets `[A: B]`, which is A B A', `[A, B]`, which is
//! A B A' B', and `(A B)3'`, a group that is repeated.

use super::{Definition, Shape, Transformation};
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
    #[error("`{}` is not a move of {puzzle}: its moves are {known}", shown(.token))]
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
    /// Brackets that are no group, commutator or conjugate.
    #[error("{0}")]
    Bracket(&'static str),
    /// Too many moves.
    #[error("the sequence is longer than {MOST_STEPS} moves when it is written out")]
    TooLong,
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
            Self::Bracket(_) => "bad-bracket",
            Self::TooLong => "too-many-moves",
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

/// The most that a move, or a group in brackets, may be repeated by its amount.
const MOST_AMOUNT: i64 = 999;

/// The most moves that a sequence may have when it is written out.
const MOST_STEPS: usize = 100_000;

/// The deepest that brackets may be within brackets.
const DEEPEST: usize = 32;

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
        Ok(Sequence::read(sequence, &|token| self.read_move(token))?.transformation(&self.shape))
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

/// A sequence as it is written.
#[derive(Debug)]
pub struct Sequence<'a>(Vec<Part<'a>>);

/// A part of a sequence. No group and no half of a pair is empty.
#[derive(Debug)]
enum Part<'a> {
    Step(Step<'a>),
    /// So often; the other way round if that is negative.
    Group(Sequence<'a>, i64),
    /// A commutator or a conjugate, so often.
    Pair {
        halves: [Sequence<'a>; 2],
        is_commutator: bool,
        exponent: i64,
    },
}

impl<'a> Sequence<'a> {
    /// Reads a sequence with a function that reads single moves. Comments, and lengths at the ends of lines, are
    /// skipped.
    ///
    /// # Errors
    /// At the first move that is none, and at brackets that do not match.
    pub fn read(
        text: &str,
        read_move: &dyn Fn(&str) -> Result<Step<'a>, SequenceFault>,
    ) -> Result<Self, SequenceError> {
        let text = blank_remarks(text);
        let mut reader = Reader { cursor: Cursor::new(&text), read_move, depth: 0 };
        let sequence = reader.sequence()?;
        match reader.cursor.next() {
            None => Ok(sequence),
            Some((_, at)) => Err(SequenceFault::Bracket("this is outside all brackets").at(at)),
        }
    }

    /// Its effect, in time that does not grow with the amounts.
    pub fn transformation(&self, shape: &Shape) -> Transformation {
        let effect = |part: &Part<'_>| match part {
            Part::Step(step) => step.transformation(shape),
            Part::Group(group, exponent) => group.transformation(shape).power(shape, *exponent),
            Part::Pair { halves, is_commutator, exponent } => {
                let [first, second] = halves.each_ref().map(|half| half.transformation(shape));
                let conjugate = first.then(shape, &second).then(shape, &first.inverse(shape));
                let last = if *is_commutator { second.inverse(shape) } else { Transformation::identity(shape) };
                conjugate.then(shape, &last).power(shape, *exponent)
            }
        };
        self.0.iter().fold(Transformation::identity(shape), |done, part| done.then(shape, &effect(part)))
    }

    /// Its moves, one after the other.
    ///
    /// # Errors
    /// If they are absurdly many.
    pub fn steps(&self) -> Result<Vec<Step<'a>>, SequenceError> {
        let mut steps = Vec::new();
        self.write(false, &mut steps).ok_or_else(|| SequenceFault::TooLong.at(TextPosition::START))?;
        Ok(steps)
    }

    /// Appends the moves, or those that undo them; `None` if they are too many.
    fn write(&self, is_back: bool, steps: &mut Vec<Step<'a>>) -> Option<()> {
        let count = self.0.len();
        for i in 0..count {
            match &self.0[if is_back { count - 1 - i } else { i }] {
                Part::Step(step) => {
                    (steps.len() < MOST_STEPS).then_some(())?;
                    steps.push(Step { exponent: if is_back { -step.exponent } else { step.exponent }, ..*step });
                }
                Part::Group(group, exponent) => {
                    for _ in 0..exponent.abs() {
                        group.write(is_back != (*exponent < 0), steps)?;
                    }
                }
                Part::Pair { halves: [first, second], is_commutator, exponent } => {
                    let is_back = is_back != (*exponent < 0);
                    for _ in 0..exponent.abs() {
                        // A commutator is undone by that of its halves the other way round, a conjugate by its middle.
                        let (first, second) = if *is_commutator && is_back { (second, first) } else { (first, second) };
                        first.write(false, steps)?;
                        second.write(is_back && !is_commutator, steps)?;
                        first.write(true, steps)?;
                        if *is_commutator {
                            second.write(true, steps)?;
                        }
                    }
                }
            }
        }
        Some(())
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "[]():,".contains(c)
}

/// The names of moves in a sequence, with their amounts.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

struct Reader<'t, 'a, 'f> {
    cursor: Cursor<'t>,
    read_move: &'f dyn Fn(&str) -> Result<Step<'a>, SequenceFault>,
    /// Number of open brackets.
    depth: usize,
}

impl<'a> Reader<'_, 'a, '_> {
    /// Reads up to the end, a closing bracket, a colon or a comma.
    fn sequence(&mut self) -> Result<Sequence<'a>, SequenceError> {
        let mut parts = Vec::new();
        loop {
            while self.cursor.eat(char::is_whitespace).is_some() {}
            let at = self.cursor.position();
            parts.extend(match self.cursor.peek() {
                None | Some(')' | ']' | ',' | ':') => return Ok(Sequence(parts)),
                Some('(') => self.group(at)?,
                Some('[') => Some(self.pair(at)?),
                Some(_) => {
                    let rest = self.cursor.rest();
                    let word = &rest[..rest.find(is_separator).unwrap_or(rest.len())];
                    let step = (self.read_move)(word).map_err(|fault| fault.at(at))?;
                    self.cursor.by_ref().take(word.chars().count()).for_each(drop);
                    Some(Part::Step(step))
                }
            });
        }
    }

    /// Reads a group, unless it is empty.
    fn group(&mut self, at: TextPosition) -> Result<Option<Part<'a>>, SequenceError> {
        self.open(at)?;
        let group = self.sequence()?;
        self.close(')', at)?;
        let exponent = self.amount()?;
        Ok((!group.0.is_empty()).then_some(Part::Group(group, exponent)))
    }

    /// Reads a conjugate or a commutator.
    fn pair(&mut self, at: TextPosition) -> Result<Part<'a>, SequenceError> {
        self.open(at)?;
        let first = self.half()?;
        let is_commutator = match self.cursor.next() {
            Some((divider @ (',' | ':'), _)) => divider == ',',
            None => return Err(SequenceFault::Bracket("this bracket is not closed").at(at)),
            Some((_, at)) => return Err(SequenceFault::Bracket("a bracket is `[A, B]` or `[A: B]`").at(at)),
        };
        let second = self.half()?;
        self.close(']', at)?;
        Ok(Part::Pair { halves: [first, second], is_commutator, exponent: self.amount()? })
    }

    fn half(&mut self) -> Result<Sequence<'a>, SequenceError> {
        let half = self.sequence()?;
        match half.0.is_empty() && self.cursor.peek().is_some() {
            true => Err(SequenceFault::Bracket("this half of the bracket is empty").at(self.cursor.position())),
            false => Ok(half),
        }
    }

    fn open(&mut self, at: TextPosition) -> Result<(), SequenceError> {
        self.cursor.next();
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(SequenceFault::Bracket("brackets are nested too deep").at(at)),
            false => Ok(()),
        }
    }

    fn close(&mut self, wanted: char, opened_at: TextPosition) -> Result<(), SequenceError> {
        self.depth -= 1;
        match self.cursor.next() {
            Some((found, _)) if found == wanted => Ok(()),
            None => Err(SequenceFault::Bracket("this bracket is not closed").at(opened_at)),
            Some((_, at)) => Err(SequenceFault::Bracket("this does not close the bracket before it").at(at)),
        }
    }

    /// Reads the amount and the prime of a bracket.
    fn amount(&mut self) -> Result<i64, SequenceError> {
        let at = self.cursor.position();
        let is_times = self.cursor.eat(|c| matches!(c, '*' | '×')).is_some();
        let rest = self.cursor.rest();
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        let amount = match digits {
            "" if is_times => return Err(SequenceFault::Bracket("a repeat count follows `*` at once").at(at)),
            "" => 1,
            digits => match digits.parse() {
                Ok(amount @ 1..=MOST_AMOUNT) => amount,
                _ => return Err(SequenceFault::Bracket("a repeat count is 1 to 999").at(at)),
            },
        };
        self.cursor.by_ref().take(digits.len()).for_each(drop);
        let amount = if self.cursor.eat(is_prime).is_some() { -amount } else { amount };
        // `(R U)x3` may be three times, or a turn of the whole puzzle.
        match self.cursor.peek().is_none_or(is_separator) {
            true => Ok(amount),
            false => {
                Err(SequenceFault::Bracket("a blank follows a bracket and its repeat count").at(self.cursor.position()))
            }
        }
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
        let deep = "(".repeat(33) + "R" + &")".repeat(33);
        for (text, expected) in [
            ("R U\nR Q2", "`Q2` is not a move of cube: its moves are U R (line 2, column 3)"),
            ("R1000", "`R1000` turns too often (column 1)"),
            ("R (U", "this bracket is not closed (column 3)"),
            ("[R: U", "this bracket is not closed (column 1)"),
            ("[R U", "this bracket is not closed (column 1)"),
            ("[R U]", "a bracket is `[A, B]` or `[A: B]` (column 5)"),
            ("[R U: U,]", "this does not close the bracket before it (column 8)"),
            ("[: U]", "this half of the bracket is empty (column 2)"),
            ("R) U", "this is outside all brackets (column 2)"),
            ("(R]", "this does not close the bracket before it (column 3)"),
            ("(R)0", "a repeat count is 1 to 999 (column 4)"),
            ("(R)* 2", "a repeat count follows `*` at once (column 4)"),
            ("(R U)x3", "a blank follows a bracket and its repeat count (column 6)"),
            (&deep, "brackets are nested too deep (column 33)"),
        ] {
            assert_eq!(definition.transformation_of(text).unwrap_err().to_string(), expected, "{text}");
        }
        let question = super::super::Question::usual(definition).unwrap();
        let long = question.start(None, "((R U)999)999").unwrap_err().to_string();
        assert_eq!(long, "the sequence is longer than 100000 moves when it is written out (column 1)");
    }
}
