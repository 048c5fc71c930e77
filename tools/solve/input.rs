//! The source of cubes: arguments, a file, or standard input; one cube per line, or several lines and a line of dashes.

use crate::common::exit::{Failure, Status, say};
use crate::flags::{CubeArgs, NotationArgs};
use anyhow::Error;
use cubepdb::internals::notation::{
    Cube, FaceletError, Format, InputError, Lowercase, MAX_INPUT_BYTES, MoveError, MoveOptions, Parentheses,
    TypedStickers, face_order, format_of_line, parse_line, parse_stickers, parse_turns, printable,
};
use cubepdb::internals::nxn::{Size, Stickers, Turn};
use cubepdb::picture::Palette;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Stdin};
use std::path::Path;
use std::sync::Once;

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
}

impl Item {
    /// The name of the cube in messages, with its line where comments or blank lines are above it.
    pub fn name(&self) -> String {
        let Self { id, line, .. } = self;
        if line > id && !self.format.takes_lines() { format!("line {line}: cube {id}") } else { format!("cube {id}") }
    }

    /// Parses a cube of the requested size.
    pub fn cube(&self, notation: &NotationArgs) -> Result<Cube, Fault> {
        if notation.size != Size::THREE {
            return self.stickers(notation);
        }
        parse_line(&self.text, self.format, &options(notation)).map(Cube::from).map_err(|error| {
            if self.format == Format::Auto {
                suggest_format(&self.text);
            }
            self.fault(error, notation)
        })
    }

    /// Parses the stickers of a cube of the requested size, in the orientation that its moves give.
    pub fn stickers(&self, notation: &NotationArgs) -> Result<Cube, Fault> {
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

    /// Says once how small letters are read and, if moves take the centres elsewhere, how to hold the cube for the solution.
    pub fn explain_moves(&self, notation: &NotationArgs) {
        static SAID: Once = Once::new();
        let Some(turns) = self.turns(notation, notation.lowercase) else { return };
        let is_wide =
            notation.lowercase.is_none() && self.turns(notation, Some(Lowercase::Face)) != Some(turns.clone());
        let moves_centres = Stickers::after(Size::THREE, &turns).centres() != Stickers::solved(Size::THREE).centres();
        if is_wide || moves_centres {
            SAID.call_once(|| {
                if is_wide {
                    say("note: small letters are wide turns, r is Rw (--lowercase face reads it as R)");
                }
                if moves_centres {
                    say("note: these moves take the centres elsewhere: for the solution, hold the cube with its centres as \
                         they were before the moves");
                }
            });
        }
    }

    /// The turns of a move sequence of the 3x3x3.
    fn turns(&self, notation: &NotationArgs, lowercase: Option<Lowercase>) -> Option<Vec<Turn>> {
        let text = std::str::from_utf8(&self.text).ok()?;
        let is_moves = matches!(self.format, Format::Auto | Format::Moves);
        let options = MoveOptions { lowercase, ..options(notation) };
        is_moves.then(|| parse_turns(text, Size::THREE, &options).ok()).flatten()
    }

    fn fault(&self, error: InputError, notation: &NotationArgs) -> Fault {
        let caret = error.caret(&self.text);
        let advice = self.advice(&error, notation);
        let by_line = self.format.takes_lines() || matches!(error, InputError::Colours(_));
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
            InputError::Facelets(_) if notation.size == Size::THREE => {
                let order: Vec<String> = face_order(text)?.chars().map(String::from).collect();
                let order = order.join(" ");
                format!("are the faces in the order U R F D L B? In the order {order} they make a cube")
            }
            InputError::Moves(MoveError::Ambiguous { symbol, .. }) => {
                format!("--lowercase wide reads `{symbol}` as `{}w`", symbol.to_ascii_uppercase())
            }
            _ => return None,
        };
        Some(format!("note: {advice}"))
    }
}

/// The options for parsing moves.
fn options(notation: &NotationArgs) -> MoveOptions {
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
    pub fn into_failure(self) -> Failure {
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

/// A source of cubes.
pub struct Source<'a> {
    /// Cubes on the command line, or `-`.
    pub cubes: &'a [String],
    /// A file, or `-`.
    pub file: Option<&'a Path>,
    /// The notation, which determines where a cube ends.
    pub format: Format,
}

impl<'a> From<&'a CubeArgs> for Source<'a> {
    fn from(args: &'a CubeArgs) -> Self {
        Self { cubes: &args.cubes, file: args.file.as_deref(), format: args.notation.format }
    }
}

impl Source<'_> {
    /// Returns whether cubes can be read without waiting for anybody: arguments, or a file that is no pipe.
    pub fn is_at_hand(&self) -> bool {
        !self.is_standard_input()
            && self.file.is_none_or(|path| path.metadata().is_ok_and(|metadata| metadata.is_file()))
    }

    /// Returns whether there is one cube, an argument.
    pub fn is_one_argument(&self) -> bool {
        let cubes = self.cubes;
        self.file.is_none() && !self.is_standard_input() && (cubes.len() == 1 || is_one_state(cubes))
    }

    /// Returns whether cubes are lines, of a file or of standard input.
    pub fn has_lines(&self) -> bool {
        self.file.is_some() || self.is_standard_input()
    }

    /// Returns whether cubes are read from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.file.map_or(self.cubes == ["-"], |path| path == Path::new("-"))
    }
}

/// Cubes, one after the other.
pub type Items = crate::jobs::Items<Item>;

/// The cubes of the command line.
pub fn items(source: &Source<'_>) -> Result<Items, Failure> {
    match source.file {
        Some(path) if path == Path::new("-") => Ok(cubes_of(standard_input(), source.format)),
        Some(path) => {
            let file = File::open(path)
                .map_err(|error| io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())))?;
            let name = path.display().to_string();
            let named = move |error: io::Error| io::Error::new(error.kind(), format!("cannot read {name}: {error}"));
            Ok(Box::new(cubes_of(BufReader::new(file), source.format).map(move |item| item.map_err(&named))))
        }
        None if source.cubes.is_empty() => Err(Failure::usage(
            "no cube given: write one as an argument, such as \"R U R' U'\", name a file with --file, or use - for \
             standard input",
        )),
        None if source.cubes == ["-"] => Ok(cubes_of(standard_input(), source.format)),
        None => arguments(source),
    }
}

/// Standard input, readable by any thread: one read returns the available bytes.
fn standard_input() -> BufReader<Stdin> {
    BufReader::new(io::stdin())
}

/// The cubes on the command line. A blank argument is refused: it is an unset variable of a script more often than a solved cube.
fn arguments(source: &Source<'_>) -> Result<Items, Failure> {
    let is_empty = |cube: &String| cube.as_bytes().split(|&byte| byte == b'\n').all(is_comment);
    if let Some(i) = source.cubes.iter().position(is_empty) {
        return Err(Failure::usage(format!(
            "argument {} is an empty text, not a cube; the solved cube is \"R R'\", for instance",
            i + 1
        )));
    }
    let joined = [source.cubes.join(" ")];
    let cubes = if is_one_state(source.cubes) { &joined[..] } else { source.cubes };
    let cubes: Vec<Vec<u8>> = cubes.iter().map(|cube| cube.clone().into_bytes()).collect();
    let format = source.format;
    if format.takes_lines() {
        let blocks = cubes.into_iter().flat_map(move |text| blocks(lines(Cursor::new(text), format)));
        Ok(Box::new((1..).zip(blocks).map(move |(id, block)| block.map(|block| Item { id, format, ..block }))))
    } else {
        Ok(Box::new((1..).zip(cubes).map(move |(id, text)| Ok(unnumbered(Item { id, line: 1, format, text })))))
    }
}

/// Returns whether arguments without quotes form six faces of nine facelets, twelve edges and eight corners, or six
/// labelled faces.
fn is_one_state(words: &[String]) -> bool {
    let lengths: Vec<usize> = words.iter().map(|word| word.chars().count()).collect();
    let labelled = |word: &String| word.contains([':', '=']) && !word.contains('[');
    lengths == [9; 6]
        || lengths == [[2; 12].as_slice(), &[3; 8]].concat()
        || words.len() == 6 && words.iter().all(labelled)
}

/// Warns if the moves of one scramble seem to arrive as separate arguments: all of them are moves, and one is a single move.
pub fn warn_of_missing_quotes(cubes: &[String]) {
    let options = MoveOptions { lowercase: Some(Lowercase::Wide), ..MoveOptions::default() };
    let counts: Option<Vec<usize>> =
        cubes.iter().map(|cube| parse_turns(cube, Size::THREE, &options).ok().map(|turns| turns.len())).collect();
    if cubes.len() > 1 && counts.is_some_and(|counts| counts.contains(&1)) {
        say(&format!(
            "note: these are {} cubes, one for each argument; put quotes around a scramble: solve \"R U R' U'\"",
            cubes.len()
        ));
    }
}

/// The cubes of a file: of several lines each, if the format or the first line says so, else one in each line. Nothing is read
/// before the first cube is asked for.
fn cubes_of(reader: impl BufRead + Send + 'static, format: Format) -> Items {
    let mut lines = Some(lines(reader, format));
    let mut cubes: Items = Box::new(std::iter::empty());
    Box::new(std::iter::from_fn(move || {
        if let Some(lines) = lines.take() {
            cubes = divided(lines, format);
        }
        cubes.next()
    }))
}

fn divided(mut lines: impl Iterator<Item = io::Result<Item>> + Send + 'static, format: Format) -> Items {
    let is_code = |line: &io::Result<Item>| line.as_ref().map_or(true, |line| !is_comment(&line.text));
    // Comments are kept: positions count them.
    let mut first = Vec::new();
    if format == Format::Auto {
        for line in lines.by_ref() {
            first.push(line);
            if first.last().is_some_and(is_code) {
                break;
            }
        }
    }
    let begun = first.last().and_then(|line| format_of_line(&line.as_ref().ok()?.text));
    let lines = first.into_iter().chain(lines);
    match begun.or(Some(format).filter(|format| format.takes_lines())) {
        Some(format) => Box::new(blocks(lines).map(move |cube| cube.map(|cube| Item { format, ..cube }))),
        None => {
            let mut id = 0;
            Box::new(lines.filter(is_code).map(move |line| {
                id += 1;
                line.map(|line| unnumbered(Item { id, ..line }))
            }))
        }
    }
}

/// Returns whether there is nothing but a comment in a line.
fn is_comment(line: &[u8]) -> bool {
    let text = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    text.is_empty() || text.starts_with(b"#") || text.starts_with(b"//")
}

/// Without the number of a numbered list, as in `1. D2 F2` or `1) D2 F2`.
fn unnumbered(line: Item) -> Item {
    let text = line.text.trim_ascii_start();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match (digits, &text[digits..]) {
        (1.., [b'.' | b')', space, ..]) if space.is_ascii_whitespace() => {
            Item { text: text[digits + 2..].to_vec(), ..line }
        }
        _ => line,
    }
}

/// Joins lines into cubes, with a line of dashes between two. Blocks that contain only comments are skipped; an empty
/// file gives one empty cube, so that its error is reported.
fn blocks(mut lines: impl Iterator<Item = io::Result<Item>>) -> impl Iterator<Item = io::Result<Item>> {
    let (mut blocks, mut next_line, mut ended) = (0, 1, false);
    std::iter::from_fn(move || {
        while !ended {
            let mut block = Item { id: blocks + 1, line: next_line, format: Format::Auto, text: Vec::new() };
            ended = true;
            for line in &mut lines {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => return Some(Err(error)),
                };
                next_line = line.line + 1;
                if is_rule(&line.text) {
                    ended = false;
                    break;
                }
                if block.text.len() <= MAX_INPUT_BYTES {
                    block.text.extend(line.text);
                    block.text.push(b'\n');
                }
            }
            if !is_blank(&block.text) || ended && blocks == 0 {
                blocks += 1;
                block.text.pop();
                return Some(Ok(block));
            }
        }
        None
    })
}

/// Returns whether a line consists of three dashes or more, apart from a comment.
fn is_rule(line: &[u8]) -> bool {
    let code = line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii();
    code.len() >= 3 && code.iter().all(|&byte| byte == b'-')
}

fn is_blank(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).all(|line| line.is_empty() || line.starts_with(b"#"))
}

/// Reads lines without ever holding more of one than the maximum length of a cube.
fn lines<R: BufRead>(mut reader: R, format: Format) -> impl Iterator<Item = io::Result<Item>> + use<R> {
    let mut line = 0;
    std::iter::from_fn(move || {
        let mut text = Vec::new();
        line += 1;
        match reader.by_ref().take(MAX_INPUT_BYTES as u64 + 1).read_until(b'\n', &mut text) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(Err(error)),
        }
        if text.last() == Some(&b'\n') {
            text.pop();
        } else if text.len() > MAX_INPUT_BYTES
            && let Err(error) = skip_line(&mut reader)
        {
            return Some(Err(error));
        }
        Some(Ok(Item { id: line, line, format, text }))
    })
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        reader.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}
