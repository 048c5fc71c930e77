//! Recursive-descent parser of move sequences.

use super::move_error::{HUGE, MAX_NESTING, MAX_TURNS, MoveError};
use super::moves::{Lowercase, MoveOptions, Parentheses, flatten, inverted};
use crate::cube::FaceTurn;
use crate::cube::geometry::FACE_LETTERS;
use crate::nxn::{Move, Size};
use crate::text::{Cursor, TextPosition, blank_remarks, is_prime};

/// Reads a move sequence of the 3x3x3 as outer turns relative to the centres: [`parse_turns`] for the 3x3x3, with every
/// turn expanded.
///
/// # Errors
/// As [`parse_turns`]. Never more than twice [`MAX_TURNS`] moves are returned.
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
/// The first error, with its position. At most [`MAX_TURNS`] turns on each side of a NISS sequence are returned.
pub fn parse_turns(text: &str, size: Size, options: &MoveOptions) -> Result<Vec<Move>, MoveError> {
    let text = blank_remarks(text);
    if let Some(token) = turn_of_clock(&text) {
        let before = &text[..text.find(token).expect("it is one of its words")];
        let at = before.chars().fold(TextPosition::START, TextPosition::after);
        return Err(MoveError::OfClock { token: token.to_owned(), at });
    }
    let cursor = Cursor::new(&text);
    let mut parser = Parser { cursor, size, options: *options, depth: 0, inverse_side: Vec::new() };
    let turns = parser.sequence()?;
    if let Some((symbol, at)) = parser.cursor.next() {
        return Err(match symbol {
            ')' | ']' => MoveError::Unbalanced { bracket: symbol, at },
            _ => MoveError::UnknownMove { symbol, at },
        });
    }
    let mut all = inverted(&parser.inverse_side);
    append(&mut all, &turns, parser.cursor.position())?;
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

struct Parser<'a> {
    cursor: Cursor<'a>,
    size: Size,
    options: MoveOptions,
    /// Number of open brackets.
    depth: usize,
    /// Turns on the inverse scramble so far (NISS).
    inverse_side: Vec<Move>,
}

impl Parser<'_> {
    /// Reads items up to the end of the text or a character that closes or divides a bracket, which is not consumed.
    fn sequence(&mut self) -> Result<Vec<Move>, MoveError> {
        let mut turns = Vec::new();
        loop {
            while self.cursor.eat(is_blank).is_some() {}
            let at = self.cursor.position();
            match self.cursor.peek() {
                None | Some(')' | ']' | ',' | ':') => return Ok(turns),
                Some('(') => {
                    let group = self.group(at)?;
                    append(&mut turns, &group, at)?;
                }
                Some('[') => {
                    let bracket = self.bracket(at)?;
                    append(&mut turns, &bracket, at)?;
                }
                Some(_) => {
                    let turn = self.turn(at)?;
                    append(&mut turns, &[turn], at)?;
                }
            }
        }
    }

    /// Reads `(A)n`. With NISS the group goes to the inverse side, and the result is empty.
    fn group(&mut self, at: TextPosition) -> Result<Vec<Move>, MoveError> {
        let niss = self.options.parentheses == Parentheses::Niss;
        if niss && self.depth > 0 {
            return Err(MoveError::BadBracket { reason: "NISS parentheses stand in no other bracket", at });
        }
        self.open(at)?;
        let turns = self.sequence()?;
        self.close(')', '(', at)?;
        let turns = self.repeated(turns)?;
        if !niss {
            return Ok(turns);
        }
        append(&mut self.inverse_side, &turns, at)?;
        Ok(Vec::new())
    }

    /// Reads `[A, B]n` or `[A: B]n`.
    fn bracket(&mut self, at: TextPosition) -> Result<Vec<Move>, MoveError> {
        self.open(at)?;
        let first = self.side()?;
        let divider = match self.cursor.next() {
            Some((c @ (',' | ':'), _)) => c,
            None => return Err(MoveError::Unbalanced { bracket: '[', at }),
            Some((_, at)) => return Err(MoveError::BadBracket { reason: "a bracket is `[A, B]` or `[A: B]`", at }),
        };
        let second = self.side()?;
        self.close(']', '[', at)?;
        let mut turns = first.clone();
        append(&mut turns, &second, at)?;
        append(&mut turns, &inverted(&first), at)?;
        if divider == ',' {
            append(&mut turns, &inverted(&second), at)?;
        }
        self.repeated(turns)
    }

    /// Reads one half of a commutator or conjugate.
    fn side(&mut self) -> Result<Vec<Move>, MoveError> {
        let turns = self.sequence()?;
        if turns.is_empty() && self.cursor.peek().is_some() {
            let at = self.cursor.position();
            return Err(MoveError::BadBracket { reason: "this half of the bracket is empty", at });
        }
        Ok(turns)
    }

    fn open(&mut self, at: TextPosition) -> Result<(), MoveError> {
        self.cursor.next();
        self.depth += 1;
        if self.depth > MAX_NESTING { Err(MoveError::TooNested { at }) } else { Ok(()) }
    }

    fn close(&mut self, wanted: char, open: char, opened_at: TextPosition) -> Result<(), MoveError> {
        self.depth -= 1;
        match self.cursor.next() {
            Some((c, _)) if c == wanted => Ok(()),
            None => Err(MoveError::Unbalanced { bracket: open, at: opened_at }),
            Some((bracket @ (')' | ']'), at)) => Err(MoveError::Unbalanced { bracket, at }),
            Some((_, at)) => Err(MoveError::BadBracket { reason: "`,` and `:` divide `[A, B]` and `[A: B]` once", at }),
        }
    }

    /// Applies the count and the sign that follow a closing bracket.
    fn repeated(&mut self, turns: Vec<Move>) -> Result<Vec<Move>, MoveError> {
        let at = self.cursor.position();
        if self
            .cursor
            .rest()
            .strip_prefix(['x', 'X'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        {
            let reason = "`x` and a number at a bracket may be times or turns of the whole cube: write `*` or a blank";
            return Err(MoveError::BadBracket { reason, at });
        }
        // Nobody turns the whole cube so often.
        let spaced = self.cursor.rest().trim_start_matches(is_blank).strip_prefix(['x', 'X']);
        if spaced.is_some_and(|rest| rest.starts_with(|c: char| ('4'..='9').contains(&c))) {
            let reason = "`x` and a number after a bracket turn the whole cube: write `*` for times";
            return Err(MoveError::BadBracket { reason, at });
        }
        let times = self.cursor.eat(|c| matches!(c, '*' | '×')).is_some();
        let count = self.number();
        if times && count.is_none() {
            return Err(MoveError::BadBracket { reason: "a repeat count follows `*` at once", at });
        }
        let count = count.unwrap_or(1);
        let turns = if self.sign() { inverted(&turns) } else { turns };
        if count == 0 {
            return Err(MoveError::BadBracket { reason: "a repeat count starts at 1", at });
        }
        if turns.len().saturating_mul(count) > MAX_TURNS {
            return Err(MoveError::TooManyMoves { at });
        }
        // An empty group may be repeated without end: the product above does not bound the count then.
        Ok(if turns.is_empty() { turns } else { turns.repeat(count) })
    }

    /// Reads one turn: layers, letter, `w`, amount, sign.
    fn turn(&mut self, at: TextPosition) -> Result<Move, MoveError> {
        let prefix = self.layer_prefix(at)?;
        let Some((symbol, symbol_at)) = self.cursor.next() else { return Err(MoveError::StrayNumber { at }) };
        let (face, (first, last)) = match FACE_LETTERS.iter().position(|&f| f == symbol.to_ascii_uppercase()) {
            Some(face) => {
                let wide = self.cursor.eat(|c| c == 'w').is_some();
                (face as u8, self.layers(prefix, symbol, symbol_at, wide)?)
            }
            None if prefix == LayerPrefix::Bare => self.slice_or_rotation(symbol, symbol_at)?,
            None => return Err(MoveError::StrayNumber { at }),
        };
        let (number, is_back) = (self.number(), self.sign());
        // `R'2` is `R2'`, unless the number is a layer of the next move.
        let rest = self.cursor.rest().strip_prefix('2').filter(|_| is_back && number.is_none());
        let is_late = rest.is_some_and(|rest| rest.chars().next().is_none_or(|c| is_blank(c) || ")],:".contains(c)));
        let late = if is_late { self.number() } else { None };
        let amount = (number.or(late).unwrap_or(1) % 4) as u8;
        let quarters = if is_back { (4 - amount) % 4 } else { amount };
        Ok(Move { face, first, last, quarters })
    }

    /// Reads `n` or `n-m` in front of a face letter.
    fn layer_prefix(&mut self, at: TextPosition) -> Result<LayerPrefix, MoveError> {
        let starts_token = self.cursor.previous().is_none_or(|c| is_blank(c) || "([,:".contains(c));
        let Some(first) = self.number() else { return Ok(LayerPrefix::Bare) };
        if !starts_token {
            return Err(MoveError::StrayNumber { at });
        }
        let (last, prefix) = if self.cursor.eat(|c| c == '-').is_some() {
            let last = self.number().ok_or(MoveError::StrayNumber { at })?;
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
            Some((face, Part::Whole)) => Ok((face, (1, n))),
            Some((face, Part::Middle)) if self.size.is_odd() => Ok((face, (n / 2 + 1, n / 2 + 1))),
            Some((_, Part::Middle)) => Err(MoveError::NoMiddle { size: self.size, symbol, at }),
            None => Err(not_a_move(symbol, at)),
        }
    }

    /// Reads a number; numbers too long to count become a huge one with the same remainder modulo 4.
    fn number(&mut self) -> Option<usize> {
        let mut value = None;
        while let Some(digit) = self.cursor.eat(|c| c.is_ascii_digit()).and_then(|c| c.to_digit(10)) {
            let next = value.unwrap_or(0) * 10 + digit as usize;
            value = Some(if next > HUGE { HUGE + next % 4 } else { next });
        }
        value
    }

    /// Returns whether a prime follows; a plus sign is skipped.
    fn sign(&mut self) -> bool {
        match self.cursor.eat(is_sign) {
            None | Some('+') => false,
            Some(_) => true,
        }
    }
}

/// The layers that turn if no layers are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Middle,
    Whole,
}

/// The letters that take no layer number: the middle slices and the turns of the whole cube, with the face they follow.
const fn slice_or_rotation(symbol: char) -> Option<(u8, Part)> {
    match symbol {
        'M' => Some((4, Part::Middle)),
        'E' => Some((3, Part::Middle)),
        'S' => Some((2, Part::Middle)),
        'x' => Some((1, Part::Whole)),
        'y' => Some((0, Part::Whole)),
        'z' => Some((2, Part::Whole)),
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

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '_' || c == '.'
}

fn is_sign(c: char) -> bool {
    is_prime(c) || matches!(c, '-' | 'i' | '+')
}

/// Appends `more`, within the limit.
fn append(turns: &mut Vec<Move>, more: &[Move], at: TextPosition) -> Result<(), MoveError> {
    if turns.len() + more.len() > MAX_TURNS {
        return Err(MoveError::TooManyMoves { at });
    }
    turns.extend_from_slice(more);
    Ok(())
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
