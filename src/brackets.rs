//! Brackets in sequences of moves, whatever puzzle is moved: `[A: B]`, which is A B A', `[A, B]`, which is A B A' B',
//! and `(A B)3'`, a group that is repeated.

use crate::text::{Cursor, TextPosition};
use thiserror::Error;

/// The largest number of moves of a sequence, with its groups and commutators written out.
pub const MAX_MOVES: usize = 100_000;

/// The deepest nesting of brackets.
pub const MAX_NESTING: usize = 64;

/// A fault of the brackets in a sequence of moves, or of the length that they make.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BracketFault {
    /// A bracket without its partner.
    #[error("`{0}` has no partner")]
    Unbalanced(char),
    /// Brackets that do not form a group, a commutator or a conjugate.
    #[error("{0}")]
    Malformed(&'static str),
    /// Brackets nested deeper than 64.
    #[error("brackets are nested deeper than {MAX_NESTING}")]
    TooNested,
    /// More than 100,000 moves.
    #[error("the sequence is longer than {MAX_MOVES} moves when it is written out")]
    TooLong,
}

impl BracketFault {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unbalanced(_) => "unbalanced-bracket",
            Self::Malformed(_) => "bad-bracket",
            Self::TooNested => "nested-too-deep",
            Self::TooLong => "too-many-moves",
        }
    }
}

/// The parts of a list between characters that stand in no square bracket: `[R, U], F` are two.
pub fn outside_brackets(list: &str, divides: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    list.split(move |symbol: char| {
        match symbol {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && divides(symbol)
    })
}

/// A move that can be undone.
pub trait Undo: Copy {
    /// The move that undoes this one.
    fn undone(self) -> Self;
}

/// The notation of a puzzle: its moves alone, and what stands at brackets.
pub trait Grammar {
    /// A move.
    type Step: Undo;
    /// An error, which has its position.
    type Error;

    /// Reads the move at a position; its first character is no blank and none of `()[],:`.
    fn step(&self, cursor: &mut Cursor<'_>, at: TextPosition) -> Result<Self::Step, Self::Error>;

    /// The error of a fault at a position.
    fn error(&self, fault: BracketFault, at: TextPosition) -> Self::Error;

    /// Returns whether a character only separates moves.
    fn is_blank(&self, c: char) -> bool;

    /// Reads a sign; returns whether it is one that turns a bracket round.
    fn sign(&self, cursor: &mut Cursor<'_>) -> bool;

    /// The reason why `(` cannot stand within so many other brackets.
    fn refuse_group(&self, _depth: usize) -> Option<&'static str> {
        None
    }

    /// The reason why the text behind a bracket is no repeat count, but looks like one.
    fn refuse_count(&self, rest: &str) -> Option<&'static str>;
}

/// A sequence as it is written.
#[derive(Debug)]
pub struct Sequence<S> {
    parts: Vec<Part<S>>,
    /// The number of moves, written out.
    length: usize,
}

/// A part of a sequence. No group and no half of a pair is empty.
#[derive(Debug)]
pub enum Part<S> {
    /// A move.
    Step(S),
    /// A group, so often; the other way round if that is negative.
    Group(Sequence<S>, i64),
    /// A commutator or a conjugate, so often.
    Pair { halves: [Sequence<S>; 2], is_commutator: bool, exponent: i64 },
}

impl<S: Undo> Sequence<S> {
    /// Reads a sequence to the end of its text. At most [`MAX_MOVES`] moves are in it, written out.
    ///
    /// # Errors
    /// At the first move that is none, and at brackets that do not match.
    pub fn read<G: Grammar<Step = S>>(text: &str, grammar: &G) -> Result<Self, G::Error> {
        let mut reader = Reader { cursor: Cursor::new(text), grammar, depth: 0 };
        let sequence = reader.sequence()?;
        let Some((symbol, at)) = reader.cursor.next() else { return Ok(sequence) };
        Err(grammar.error(
            match symbol {
                ')' | ']' => BracketFault::Unbalanced(symbol),
                _ => BracketFault::Malformed("`,` and `:` stand in brackets: `[A, B]` and `[A: B]`"),
            },
            at,
        ))
    }

    /// Its parts, in order.
    pub fn parts(&self) -> &[Part<S>] {
        &self.parts
    }

    /// Its moves, one after the other.
    pub fn steps(&self) -> Vec<S> {
        let mut steps = Vec::with_capacity(self.length);
        self.write(false, &mut steps);
        steps
    }

    /// Appends its moves, or those that undo it.
    fn write(&self, is_back: bool, steps: &mut Vec<S>) {
        if is_back {
            self.parts.iter().rev().for_each(|part| part.write(true, steps));
        } else {
            self.parts.iter().for_each(|part| part.write(false, steps));
        }
    }
}

impl<S: Undo> Part<S> {
    /// Appends its moves, or those that undo it.
    pub fn write(&self, is_back: bool, steps: &mut Vec<S>) {
        match self {
            Self::Step(step) => steps.push(if is_back { step.undone() } else { *step }),
            Self::Group(group, exponent) => {
                (0..exponent.abs()).for_each(|_| group.write(is_back != (*exponent < 0), steps));
            }
            Self::Pair { halves: [first, second], is_commutator, exponent } => {
                let is_back = is_back != (*exponent < 0);
                // A commutator is undone by that of its halves the other way round, a conjugate by its middle.
                let (first, second) = if *is_commutator && is_back { (second, first) } else { (first, second) };
                for _ in 0..exponent.abs() {
                    first.write(false, steps);
                    second.write(is_back && !is_commutator, steps);
                    first.write(true, steps);
                    if *is_commutator {
                        second.write(true, steps);
                    }
                }
            }
        }
    }
}

/// A part, and the number of its moves, written out.
type Counted<G> = (Part<<G as Grammar>::Step>, usize);

struct Reader<'a, G> {
    cursor: Cursor<'a>,
    grammar: &'a G,
    /// Number of open brackets.
    depth: usize,
}

impl<G: Grammar> Reader<'_, G> {
    /// Reads up to the end of the text or a character that closes or divides a bracket, which is not consumed.
    fn sequence(&mut self) -> Result<Sequence<G::Step>, G::Error> {
        let (mut parts, mut length) = (Vec::new(), 0);
        loop {
            while self.cursor.eat(|c| self.grammar.is_blank(c)).is_some() {}
            let at = self.cursor.position();
            let (part, moves) = match self.cursor.peek() {
                None | Some(')' | ']' | ',' | ':') => return Ok(Sequence { parts, length }),
                Some('(') => match self.group(at)? {
                    Some(group) => group,
                    None => continue,
                },
                Some('[') => self.pair(at)?,
                Some(_) => (Part::Step(self.grammar.step(&mut self.cursor, at)?), 1),
            };
            length = self.within_limit(length + moves, at)?;
            parts.push(part);
        }
    }

    /// Reads `(A)n` and counts its moves, unless it is empty.
    fn group(&mut self, at: TextPosition) -> Result<Option<Counted<G>>, G::Error> {
        if let Some(reason) = self.grammar.refuse_group(self.depth) {
            return Err(self.grammar.error(BracketFault::Malformed(reason), at));
        }
        self.open(at)?;
        let group = self.sequence()?;
        self.close(')', '(', at)?;
        let (exponent, length) = self.exponent(group.length)?;
        Ok((length > 0).then_some((Part::Group(group, exponent), length)))
    }

    /// Reads `[A, B]n` or `[A: B]n`, and counts its moves.
    fn pair(&mut self, at: TextPosition) -> Result<Counted<G>, G::Error> {
        self.open(at)?;
        let first = self.half()?;
        let is_commutator = match self.cursor.next() {
            Some((divider @ (',' | ':'), _)) => divider == ',',
            None => return Err(self.grammar.error(BracketFault::Unbalanced('['), at)),
            Some((_, at)) => return self.malformed("a bracket is `[A, B]` or `[A: B]`", at),
        };
        let second = self.half()?;
        self.close(']', '[', at)?;
        let seconds = if is_commutator { 2 } else { 1 };
        let (exponent, length) = self.exponent(2 * first.length + seconds * second.length)?;
        Ok((Part::Pair { halves: [first, second], is_commutator, exponent }, length))
    }

    /// Reads one half of a commutator or conjugate.
    fn half(&mut self) -> Result<Sequence<G::Step>, G::Error> {
        let half = self.sequence()?;
        match half.parts.is_empty() && self.cursor.peek().is_some() {
            true => self.malformed("this half of the bracket is empty", self.cursor.position()),
            false => Ok(half),
        }
    }

    fn open(&mut self, at: TextPosition) -> Result<(), G::Error> {
        self.cursor.next();
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(self.grammar.error(BracketFault::TooNested, at)) } else { Ok(()) }
    }

    fn close(&mut self, wanted: char, open: char, opened_at: TextPosition) -> Result<(), G::Error> {
        self.depth -= 1;
        match self.cursor.next() {
            Some((c, _)) if c == wanted => Ok(()),
            None => Err(self.grammar.error(BracketFault::Unbalanced(open), opened_at)),
            Some((bracket @ (')' | ']'), at)) => Err(self.grammar.error(BracketFault::Unbalanced(bracket), at)),
            Some((_, at)) => self.malformed("`,` and `:` divide `[A, B]` and `[A: B]` once", at),
        }
    }

    /// Reads the repeat count and the sign that follow a closing bracket with so many moves before it; returns them as
    /// one number, and the moves of all repetitions.
    fn exponent(&mut self, length: usize) -> Result<(i64, usize), G::Error> {
        let at = self.cursor.position();
        if let Some(reason) = self.grammar.refuse_count(self.cursor.rest()) {
            return self.malformed(reason, at);
        }
        let is_times = self.cursor.eat(|c| matches!(c, '*' | '×')).is_some();
        let rest = self.cursor.rest();
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        self.cursor.by_ref().take(digits.len()).for_each(drop);
        if is_times && digits.is_empty() {
            return self.malformed("a repeat count follows `*` at once", at);
        }
        let is_back = self.grammar.sign(&mut self.cursor);
        let count = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(usize::MAX) };
        if count == 0 {
            return self.malformed("a repeat count starts at 1", at);
        }
        let length = self.within_limit(length.saturating_mul(count), at)?;
        Ok((if is_back { -(count as i64) } else { count as i64 }, length))
    }

    fn within_limit(&self, length: usize, at: TextPosition) -> Result<usize, G::Error> {
        if length > MAX_MOVES { Err(self.grammar.error(BracketFault::TooLong, at)) } else { Ok(length) }
    }

    fn malformed<T>(&self, reason: &'static str, at: TextPosition) -> Result<T, G::Error> {
        Err(self.grammar.error(BracketFault::Malformed(reason), at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_divide_no_list() {
        let parts = |list| outside_brackets(list, |symbol| symbol == ',').collect::<Vec<_>>();
        assert_eq!(parts("V=[U,R],F,[[U, R]: F]'"), ["V=[U,R]", "F", "[[U, R]: F]'"]);
        assert_eq!(parts("U],R,[F,D"), ["U]", "R", "[F,D"]);
    }
}
