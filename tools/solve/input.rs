//! Cubes as text: reading them, and what is wrong with them.

mod lines;
mod source;

pub use source::{SOLVED, Source, items, place_file, warn_of_missing_quotes};

use crate::before::are_held_alike;
use crate::common::exit::{Failure, Status, say};
use crate::common::text::printable;
use crate::flags::NotationArgs;
use anyhow::Error;
use cubepdb::internals::{
    cube::Cubies,
    notation::{
        are_colours, face_order, format_of_line, has_typographic_quotes, is_moves, parse_line, parse_stickers,
        parse_turns,
    },
    nxn::Stickers,
};
use cubepdb::{
    Algorithm, Cube, FaceletError, Format, InputError, Lowercase, Move, MoveError, MoveOptions, Parentheses, Size,
    TypedStickers, picture::Palette,
};
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Once, OnceLock};

/// Cubes, one after the other.
pub type Items = crate::jobs::Items<Item>;

/// One cube as text.
pub struct Item {
    /// Its number among the cubes, from 1.
    pub id: u64,
    /// The line where it begins.
    pub line: u64,
    /// Its notation, as far as the file tells: a cube of several lines is of a format that has them.
    pub format: Format,
    /// The text, without the last line end. Longer text is truncated a little past the maximum length of a cube.
    pub text: Vec<u8>,
    /// The cube, once it was parsed.
    cube: OnceLock<Result<Cube, Fault>>,
}

impl Item {
    /// A text that was not parsed yet.
    pub fn new(id: u64, line: u64, format: Format, text: Vec<u8>) -> Self {
        Self { id, line, format, text, cube: OnceLock::new() }
    }

    /// The name of the cube in messages, with its line where comments or blank lines are above it.
    pub fn name(&self) -> String {
        let Self { id, line, .. } = self;
        if line > id && !self.has_lines() { format!("line {line}: cube {id}") } else { format!("cube {id}") }
    }

    /// Returns whether the cube takes several lines.
    fn has_lines(&self) -> bool {
        self.format.takes_lines() || self.text.contains(&b'\n')
    }

    /// The cube of the requested size, which is parsed the first time; a 3x3x3 in the orientation that its moves give
    /// if it is searched by its stickers.
    pub fn cube(&self, notation: &NotationArgs, by_stickers: bool) -> Result<&Cube, &Fault> {
        let parse = || if by_stickers { self.stickers(notation) } else { self.pieces(notation) };
        self.cube.get_or_init(parse).as_ref()
    }

    /// Parses the pieces of a 3x3x3, or another size.
    fn pieces(&self, notation: &NotationArgs) -> Result<Cube, Fault> {
        if notation.size != Size::THREE {
            return self.stickers(notation);
        }
        let inverse = |cube: Cubies| {
            // The moves backwards, each undone, leave the cube in a hold of their own.
            let moves = self.turns(&options(notation)).map(|turns| Algorithm::from(turns).inverse());
            let inverse = moves.and_then(|moves| Cube::SOLVED.apply(&moves).ok());
            inverse.and_then(|inverse| inverse.pieces().copied()).unwrap_or_else(|| cube.inverse())
        };
        let placed = |cube: Cubies| {
            let cube = if notation.inverse { inverse(cube) } else { cube };
            Cube::from(
                notation.before.as_ref().map_or(cube, |before| before.then(&cube, self.turns(&options(notation)))),
            )
        };
        let parsed = parse_line(&self.text, self.format, &options(notation)).and_then(|cube| {
            let faces = notation.before.as_ref().and_then(|before| before.faces);
            let is_alike = are_held_alike(faces, self.typed(notation).and_then(|typed| typed.faces()));
            if is_alike { Ok(placed(cube)) } else { Err(InputError::OtherHold) }
        });
        parsed.map_err(|error| {
            if self.format == Format::Auto {
                suggest_format(&self.text);
            }
            self.fault(error, notation)
        })
    }

    /// Parses the stickers of a cube of the requested size, in the orientation that its moves give.
    fn stickers(&self, notation: &NotationArgs) -> Result<Cube, Fault> {
        parse_stickers(&self.text, notation.size, self.format, &options(notation))
            .map(Cube::from)
            .map_err(|error| self.fault(error, notation))
    }

    /// The stickers as they were typed, right or wrong, if they were.
    pub fn typed(&self, notation: &NotationArgs) -> Option<TypedStickers> {
        TypedStickers::read(&self.text, notation.size, self.format)
    }

    /// The colours in which the cube was typed, or the usual ones.
    pub fn palette(&self, notation: &NotationArgs) -> Palette {
        self.typed(notation).and_then(|typed| typed.faces()).map_or(Palette::USUAL, Palette::of_letters)
    }

    /// Says once that a cube of more than three layers may be beyond reach, unless it is a scramble of few moves.
    pub fn explain_reach(&self, notation: &NotationArgs) {
        const WITHIN_REACH: usize = 11;
        static SAID: Once = Once::new();
        // Stickers are a cube that is anywhere.
        let has_few_moves = self.text.split(u8::is_ascii_whitespace).count() <= WITHIN_REACH;
        if notation.size > Size::THREE && (!has_few_moves || self.text.len() >= notation.size.facelets()) {
            SAID.call_once(|| {
                say(&format!(
                    "note: shortest solutions of a {} are within reach up to some {WITHIN_REACH} moves; of longer ones, a search \
                     proves that more moves are needed",
                    notation.size
                ));
            });
        }
    }

    /// Says once how parentheses are read, if moves would be others in NISS.
    pub fn explain_parentheses(&self, notation: &NotationArgs) {
        static SAID: Once = Once::new();
        // Groups that are repeated are none of NISS.
        let repeats = |pair: &[u8]| pair[0] == b')' && (pair[1].is_ascii_digit() || pair[1] == b'\'');
        if notation.niss || SAID.is_completed() || !self.text.contains(&b'(') || self.text.windows(2).any(repeats) {
            return;
        }
        let turns = |parentheses| self.turns(&MoveOptions { parentheses, ..options(notation) });
        let with_niss = turns(Parentheses::Niss);
        if with_niss.is_some() && with_niss != turns(Parentheses::Group) {
            SAID.call_once(|| {
                say("note: moves in parentheses are made in their order (--niss makes them on the inverse)");
            });
        }
    }

    /// Says once how parentheses and small letters are read and, if moves take the centres elsewhere, how to hold the
    /// cube for the solution.
    pub fn explain_moves(&self, notation: &NotationArgs) {
        self.explain_hold(notation, "as they were before the moves");
    }

    /// The same of a position to end in.
    pub fn explain_end(&self, notation: &NotationArgs) {
        self.explain_hold(notation, "as they are after these");
    }

    fn explain_hold(&self, notation: &NotationArgs, centres: &str) {
        static SAID: Once = Once::new();
        self.explain_parentheses(notation);
        // Turns of the six faces need no words.
        let is_plain = |byte: &u8| !byte.is_ascii_lowercase() && !b"MES".contains(byte);
        if notation.size != Size::THREE || SAID.is_completed() || self.text.iter().all(is_plain) {
            return;
        }
        let options = options(notation);
        let Some(turns) = self.turns(&options) else { return };
        let as_faces = MoveOptions { lowercase: Some(Lowercase::Face), ..options };
        let is_wide = notation.lowercase.is_none() && self.turns(&as_faces).as_ref() != Some(&turns);
        let moves_centres = Stickers::after(Size::THREE, &turns).centres() != Stickers::solved(Size::THREE).centres();
        if is_wide || moves_centres {
            SAID.call_once(|| {
                if is_wide {
                    say("note: small letters are wide turns, r is Rw (--lowercase face reads it as R)");
                }
                if moves_centres {
                    say(&format!(
                        "note: these moves take the centres elsewhere: hold the cube with its centres {centres}"
                    ));
                }
            });
        }
    }

    /// The turns of a move sequence of the 3x3x3, if it is one.
    pub fn turns(&self, options: &MoveOptions) -> Option<Vec<Move>> {
        let text = std::str::from_utf8(&self.text).ok()?;
        let is_sequence = match self.format {
            Format::Auto => is_moves(text),
            format => format == Format::Moves,
        };
        is_sequence.then(|| parse_turns(text, Size::THREE, options).ok()).flatten()
    }

    /// The text or, with `--niss`, the moves of a scramble with all of them made on the cube itself.
    ///
    /// # Errors
    /// If something with parentheses is no scramble in NISS.
    pub fn without_niss(&self, notation: &NotationArgs) -> Result<Cow<'_, str>, &Fault> {
        let text = String::from_utf8_lossy(&self.text);
        if !notation.niss || !text.contains('(') {
            return Ok(text);
        }
        self.cube(notation, false)?;
        Ok(self.turns(&options(notation)).map_or(text, |turns| Algorithm::from(turns).to_string().into()))
    }

    /// An error in this text, with what helps to find it.
    pub fn fault(&self, error: InputError, notation: &NotationArgs) -> Fault {
        let caret = error.caret(&self.text);
        let advice = self.advice(&error, notation);
        let by_line = self.has_lines() || matches!(error, InputError::Colours(_));
        let error = if by_line { error.below(self.line as usize - 1) } else { error };
        Fault { error, below: caret.into_iter().chain(advice).collect() }
    }

    /// The flag that may help.
    fn advice(&self, error: &InputError, notation: &NotationArgs) -> Option<String> {
        let text = str::from_utf8(&self.text).ok()?;
        if Path::new(text).is_file() {
            return Some(format!("note: {} is a file: --file {0} reads it", printable(text)));
        }
        let is_auto = notation.format == Format::Auto;
        let advice = match error {
            InputError::Facelets(FaceletError::Count { found, .. }) => match Size::with_facelets(*found) {
                Some(size) => format!("--size {} reads the facelets of a {size}", size.layers()),
                None if is_auto => "if these are moves, add --format moves".to_owned(),
                None => return None,
            },
            InputError::Facelets(_) | InputError::Colours(_) => {
                let reordered = (notation.size == Size::THREE).then(|| other_order(text)).flatten();
                let may_be_moves = self.has_lines() && is_auto && matches!(error, InputError::Facelets(_));
                let moves = || "if each line is a cube of its own, in moves, add --format moves".to_owned();
                reordered.or_else(|| may_be_moves.then(moves))?
            }
            InputError::Moves(_) if has_typographic_quotes(text) => {
                "these are typographic quotes; the shell understands only \" and '".to_owned()
            }
            InputError::Moves(_) if other_puzzle(text).is_some() => format!(
                "this is the notation of scrambles of the {}; `solve puzzles` lists the puzzles that are known, and the names of their \
                 moves",
                other_puzzle(text)?
            ),
            InputError::Moves(_) if are_colours(text) => {
                "for a cube in colours, write each face with its letter: U=... R=... F=... D=... L=... B=... (solve check -h shows the \
                 order of the stickers)"
                    .to_owned()
            }
            InputError::Moves(MoveError::Ambiguous { symbol, .. }) => {
                format!("--lowercase wide reads `{symbol}` as `{}w`", symbol.to_ascii_uppercase())
            }
            _ => return None,
        };
        Some(format!("note: {advice}"))
    }
}

/// The order of the faces in which a text makes a cube that can be solved, if it is another usual one.
fn other_order(text: &str) -> Option<String> {
    let order: Vec<String> = face_order(text)?.chars().map(String::from).collect();
    Some(format!("are the faces in the order U R F D L B? In the order {} they make a cube", order.join(" ")))
}

/// The options for parsing moves.
pub fn options(notation: &NotationArgs) -> MoveOptions {
    let parentheses = if notation.niss { Parentheses::Niss } else { Parentheses::Group };
    MoveOptions { lowercase: notation.lowercase, parentheses }
}

/// Suggests once the format of a line that is not a cube, in a file of one cube per line.
fn suggest_format(line: &[u8]) {
    static SAID: Once = Once::new();
    if let Some(format) = format_of_line(line) {
        SAID.call_once(|| say(&format!("note: with --format {format}, a cube may take several lines of a file")));
    }
}

/// The reason why an item is not a cube.
pub struct Fault {
    /// The message, with the line of the file.
    pub error: InputError,
    /// The line with a caret, and advice.
    below: Vec<String>,
}

impl Fault {
    /// The line and the caret, and advice, to be printed below a message.
    pub fn below(&self) -> String {
        self.below.iter().map(|line| format!("\n{line}")).collect()
    }

    /// The message with the class of the error, and the caret below it.
    pub fn described(&self) -> String {
        format!("{} [{}]{}", self.error, self.error.code(), self.below())
    }

    /// The failure of a program whose only cube is invalid.
    pub fn to_failure(&self) -> Failure {
        Failure::new(Status::InvalidCube, Error::msg(self.described()))
    }
}

/// Refuses other sizes than 3x3x3.
pub fn only_3x3x3(notation: &NotationArgs, what: &str) -> Result<(), Failure> {
    match notation.size {
        Size::THREE => Ok(()),
        size => Err(Failure::usage(format!("{what} is for the 3x3x3, and --size {} asks for another", size.layers()))),
    }
}

/// Refuses notations that do not exist for a size.
pub fn writable(size: Size, to: Format) -> Result<(), Failure> {
    match to {
        _ if size == Size::THREE || to == Format::Facelets => Ok(()),
        Format::Moves => Err(Failure::usage(format!(
            "moves that make a cube are found for the 3x3x3 alone: a {size} can be written as facelets, and solved"
        ))),
        _ => Err(Failure::usage(format!("a {size} cube can be written as facelets, not as `{to}`"))),
    }
}
/// The puzzle whose scrambles are written like a text, as competitions write them, if it is no cube.
fn other_puzzle(text: &str) -> Option<&'static str> {
    let has = |is_of: &dyn Fn(&str) -> bool| text.split_whitespace().filter(|token| is_of(token)).count() > 1;
    let is_of_clock = |token: &str| {
        let pins = token.trim_end_matches(['+', '-']);
        let name = pins.trim_end_matches(|c: char| c.is_ascii_digit());
        pins.len() < token.len()
            && name.len() < pins.len()
            && ["UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL"].contains(&name)
    };
    if has(&|token| ["R++", "R--", "D++", "D--"].contains(&token)) {
        Some("megaminx")
    } else if has(&is_of_clock) {
        Some("clock")
    } else if text.contains('/') && text.contains('(') && text.contains(',') {
        Some("Square-1")
    } else {
        None
    }
}
