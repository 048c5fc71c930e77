//! Recursive-descent parser of move sequences.

use super::move_error::{HUGE, MoveError};
use super::moves::{Lowercase, MoveOptions, Parentheses, flatten, inverted};
use crate::brackets::{BracketFault, Grammar, Part, Sequence, Undo};
use crate::cube::FaceTurn;
use crate::cube::geometry::FACE_LETTERS;
use crate::nxn::{Move, Size};
use crate::text::{Cursor, TextPosition, blank_remarks, is_prime};

/// Reads a move sequence of the 3x3x3 as outer turns relative to the centres: [`parse_turns`] for the 3x3x3, with every
/// turn expanded.
///
/// # Errors
/// As [`parse_turns`]. Never more than 200,000 moves are returned.
pub fn parse_moves(text: &str, options: &MoveOptions) -> Result<Vec<FaceTurn>, MoveError> {
    parse_turns(text, Size::THREE, options).map(|turns| flatten(&turns))
}

/// Reads a move sequence of a cube of any size.
///
/// * Faces `U R F D L B`, with or without blanks (or `_`, or pauses `.`) between the moves. The amount follows the
///   letter: digits (taken modulo 4), then at most one sign, a prime (`'`, `’`, a backtick, `-`, `i`) or `+`.
/// * `Rw`, `r` (see [`Lowercase`]), `3Rw`, `2-3Rw`: wide turns; `2R`: an inner slice; `M E S`: the middle slices that
///   follow `L D F`, where there are any; `x y z`: the whole cube, following `R U F`. A layer number begins a token:
///   `y3Rw` is `y3 Rw`.
/// * `(A)3` and `(A)*3` repeat, `[A, B]` is `A B A' B'`, `[A: B]` is `A B A'`; each may have a count and a sign.
/// * `//` begins a comment anywhere, `#` at the start of a line or after a blank; a length at the end of a line, such
///   as `(17f)`, says nothing new.
///
/// # Errors
/// The first error, with its position. At most 100,000 turns are returned.
pub fn parse_turns(text: &str, size: Size, options: &MoveOptions) -> Result<Vec<Move>, MoveError> {
    let text = blank_remarks(text);
    if let Some(token) = turn_of_clock(&text) {
        let before = &text[..text.find(token).expect("it is one of its words")];
        let at = before.chars().fold(TextPosition::START, TextPosition::after);
        return Err(MoveError::OfClock { token: token.to_owned(), at });
    }
    let sequence = Sequence::read(&text, &Turns { size, options: *options })?;
    if options.parentheses == Parentheses::Group {
        return Ok(sequence.steps());
    }
    let (mut turns, mut inverse_side) = (Vec::new(), Vec::new());
    for part in sequence.parts() {
        part.write(false, if matches!(part, Part::Group(..)) { &mut inverse_side } else { &mut turns });
    }
    let mut all = inverted(&inverse_side);
    all.append(&mut turns);
    Ok(all)
}

/// The first of several words such as `UR3+`, which are turns of a clock in competitions.
fn turn_of_clock(text: &str) -> Option<&str> {
    let is_turn = |token: &&str| {
        let amount = ["UR", "DR", "DL", "UL", "ALL"].iter().find_map(|dials| token.strip_prefix(dials));
        matches!(amount.map(str::as_bytes), Some([digit, b'+' | b'-']) if digit.is_ascii_digit())
    };
    let mut turns = text.split_whitespace().filter(is_turn);
    turns.next().filter(|_| turns.next().is_some())
}

/// The layer number in front of a face letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LayerPrefix {
    Bare,
    Number(usize),
    Range(usize, usize),
}

/// The notation of turns of a cube.
struct Turns {
    size: Size,
    options: MoveOptions,
}

impl Undo for Move {
    fn undone(self) -> Self {
        self.inverse()
    }
}

impl Grammar for Turns {
    type Step = Move;
    type Error = MoveError;

    /// Reads one turn: layers, letter, `w`, amount, sign.
    fn step(&self, cursor: &mut Cursor<'_>, at: TextPosition) -> Result<Move, MoveError> {
        let prefix = self.layer_prefix(cursor, at)?;
        let Some((symbol, symbol_at)) = cursor.next() else { return Err(MoveError::StrayNumber { at }) };
        let (face, (first, last)) = match FACE_LETTERS.iter().position(|&f| f == symbol.to_ascii_uppercase()) {
            Some(face) => {
                let wide = cursor.eat(|c| c == 'w').is_some();
                (face as u8, self.layers(prefix, symbol, symbol_at, wide)?)
            }
            None if prefix == LayerPrefix::Bare => self.slice_or_rotation(symbol, symbol_at)?,
            None => return Err(MoveError::StrayNumber { at }),
        };
        let (count, is_back) = (number(cursor), self.sign(cursor));
        // `R'2` is `R2'`, unless the number is a layer of the next move.
        let rest = cursor.rest().strip_prefix('2').filter(|_| is_back && count.is_none());
        let is_late =
            rest.is_some_and(|rest| rest.chars().next().is_none_or(|c| self.is_blank(c) || ")],:".contains(c)));
        let late = if is_late { number(cursor) } else { None };
        let amount = (count.or(late).unwrap_or(1) % 4) as u8;
        let quarters = if is_back { (4 - amount) % 4 } else { amount };
        Ok(Move { face, first, last, quarters })
    }

    fn error(&self, fault: BracketFault, at: TextPosition) -> MoveError {
        MoveError::Brackets { fault, at }
    }

    fn is_blank(&self, c: char) -> bool {
        c.is_whitespace() || c == '_' || c == '.'
    }

    fn sign(&self, cursor: &mut Cursor<'_>) -> bool {
        !matches!(cursor.eat(is_sign), None | Some('+'))
    }

    fn refuse_group(&self, depth: usize) -> Option<&'static str> {
        let is_niss = self.options.parentheses == Parentheses::Niss;
        (is_niss && depth > 0).then_some("NISS parentheses stand in no other bracket")
    }

    fn refuse_count(&self, rest: &str) -> Option<&'static str> {
        let x_and_a_digit = |text: &str, digits: &str| {
            text.strip_prefix(['x', 'X']).is_some_and(|rest| rest.starts_with(|c| digits.contains(c)))
        };
        if x_and_a_digit(rest, "0123456789") {
            return Some("`x` and a number at a bracket may be times or turns of the whole cube: write `*` or a blank");
        }
        // Nobody turns the whole cube so often.
        x_and_a_digit(rest.trim_start_matches(|c| self.is_blank(c)), "456789")
            .then_some("`x` and a number after a bracket turn the whole cube: write `*` for times")
    }
}

impl Turns {
    /// Reads `n` or `n-m` in front of a face letter.
    fn layer_prefix(&self, cursor: &mut Cursor<'_>, at: TextPosition) -> Result<LayerPrefix, MoveError> {
        let starts_token = cursor.previous().is_none_or(|c| self.is_blank(c) || "([,:".contains(c));
        let Some(first) = number(cursor) else { return Ok(LayerPrefix::Bare) };
        if !starts_token {
            return Err(MoveError::StrayNumber { at });
        }
        let (last, prefix) = if cursor.eat(|c| c == '-').is_some() {
            let last = number(cursor).ok_or(MoveError::StrayNumber { at })?;
            (last, LayerPrefix::Range(first, last))
        } else {
            (first, LayerPrefix::Number(first))
        };
        match first.max(last) {
            layer if layer > usize::from(self.size.layers()) => {
                Err(MoveError::LayerTooDeep { size: self.size, layer, at })
            }
            _ if first == 0 || last < first => Err(MoveError::BadLayers { at }),
            _ => Ok(prefix),
        }
    }

    /// The first and the last layer that a face letter turns.
    fn layers(&self, prefix: LayerPrefix, symbol: char, at: TextPosition, wide: bool) -> Result<(u8, u8), MoveError> {
        let lowercase = symbol.is_ascii_lowercase();
        Ok(match prefix {
            LayerPrefix::Range(first, last) => (first as u8, last as u8),
            LayerPrefix::Number(n) if lowercase || wide => (1, n as u8),
            LayerPrefix::Number(n) => (n as u8, n as u8),
            LayerPrefix::Bare if wide => (1, 2),
            LayerPrefix::Bare if !lowercase => (1, 1),
            LayerPrefix::Bare => match self.lowercase(symbol, at)? {
                Lowercase::Wide => (1, 2),
                Lowercase::Slice => (2, 2),
                Lowercase::Face => (1, 1),
            },
        })
    }

    /// The meaning of a bare lower-case letter.
    fn lowercase(&self, symbol: char, at: TextPosition) -> Result<Lowercase, MoveError> {
        let agreed = (self.size <= Size::THREE).then_some(Lowercase::Wide);
        self.options.lowercase.or(agreed).ok_or(MoveError::Ambiguous { size: self.size, symbol, at })
    }

    /// The face that a letter without layers follows, and the layers that it turns.
    fn slice_or_rotation(&self, symbol: char, at: TextPosition) -> Result<(u8, (u8, u8)), MoveError> {
        let n = self.size.layers();
        match slice_or_rotation(symbol) {
            Some((face, Turned::Whole)) => Ok((face, (1, n))),
            Some((face, Turned::Middle)) if self.size.is_odd() => Ok((face, (n / 2 + 1, n / 2 + 1))),
            Some((_, Turned::Middle)) => Err(MoveError::NoMiddle { size: self.size, symbol, at }),
            None => Err(not_a_move(symbol, at)),
        }
    }
}

/// Reads a number; numbers too long to count become a huge one with the same remainder modulo 4.
fn number(cursor: &mut Cursor<'_>) -> Option<usize> {
    let mut value = None;
    while let Some(digit) = cursor.eat(|c| c.is_ascii_digit()).and_then(|c| c.to_digit(10)) {
        let next = value.unwrap_or(0) * 10 + digit as usize;
        value = Some(if next > HUGE { HUGE + next % 4 } else { next });
    }
    value
}

/// The layers that turn if no layers are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turned {
    Middle,
    Whole,
}

/// The letters that take no layer number: the middle slices and the turns of the whole cube, with the face they follow.
const fn slice_or_rotation(symbol: char) -> Option<(u8, Turned)> {
    match symbol {
        'M' => Some((4, Turned::Middle)),
        'E' => Some((3, Turned::Middle)),
        'S' => Some((2, Turned::Middle)),
        'x' => Some((1, Turned::Whole)),
        'y' => Some((0, Turned::Whole)),
        'z' => Some((2, Turned::Whole)),
        _ => None,
    }
}

fn not_a_move(symbol: char, at: TextPosition) -> MoveError {
    if is_sign(symbol) && symbol != 'i' {
        MoveError::StraySign { symbol, at }
    } else {
        MoveError::UnknownMove { symbol, at }
    }
}

fn is_sign(c: char) -> bool {
    is_prime(c) || matches!(c, '-' | 'i' | '+')
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
