//! Cubes of a file: one per line, or several lines and a blank line or a line of dashes.

use super::{Item, Items};
use crate::common::exit::say;
use cubepdb::internals::notation::{
    MAX_INPUT_BYTES, after_number, begins_session, format_of_lines, is_all_stickers, is_heading, looks_like_a_row,
    scramble_of,
};
use cubepdb::{Format, Size};
use std::io::{self, BufRead, BufReader, Read};

/// The cubes of a file: of several lines each, if the format or the first lines say so, else one in each line. Nothing
/// is read before the first cube is asked for. If the writer `may_wait` for an answer, as on standard input, no more is
/// read ahead than the first line.
pub fn cubes_of<R: Read + Send + 'static>(reader: BufReader<R>, format: Format, size: Size, may_wait: bool) -> Items {
    let mut lines = Some(Lines { reader, number: 0, format, has_returned: false, has_ended: false });
    let mut cubes: Items = Box::new(std::iter::empty());
    Box::new(std::iter::from_fn(move || {
        if let Some(mut lines) = lines.take() {
            let opening = if format == Format::Auto { opening(&mut lines, size, may_wait) } else { Vec::new() };
            let begun = match format {
                Format::Auto => format_of_opening(&opening, lines.arrived(), size),
                format => Some(format).filter(|format| format.takes_lines()),
            };
            cubes = divided(opening.into_iter().chain(lines), begun, size);
        }
        cubes.next()
    }))
}

/// The first lines: to the first one that is no comment, or as many as the rows of a cube, unless somebody may have to
/// write them first.
fn opening<R: Read>(lines: &mut Lines<R>, size: Size, may_wait: bool) -> Vec<io::Result<Item>> {
    let most = if may_wait { 1 } else { 6 * usize::from(size.layers()) };
    let (mut opening, mut rows) = (Vec::new(), 0);
    for line in lines {
        let text = line.as_ref().map_or(&b""[..], |line| &line.text);
        let ends = line.is_err() || rows > 0 && is_gap(text);
        rows += usize::from(!is_comment(text));
        opening.push(line);
        if ends || rows == most {
            break;
        }
    }
    opening
}

/// The format of cubes of several lines with which a file begins: the lines that were read, and those that have
/// arrived.
fn format_of_opening(opening: &[io::Result<Item>], arrived: &[u8], size: Size) -> Option<Format> {
    let read = opening.iter().flatten().map(|line| &line.text[..]);
    let lines = read.chain(arrived.split(|&byte| byte == b'\n')).skip_while(|line| is_comment(line));
    let lines: Vec<&[u8]> = lines.take_while(|line| !is_gap(line)).filter(|line| !is_comment(line)).collect();
    format_of_lines(&lines, size)
}

/// Cubes of several lines each in the format that is `begun`, or one in each line.
fn divided(lines: impl Iterator<Item = io::Result<Item>> + Send + 'static, begun: Option<Format>, size: Size) -> Items {
    // Comments are kept: positions count them.
    match begun {
        Some(format) => {
            let (in_rows, ends) =
                if format.takes_lines() { (None, is_rule as Ends) } else { (Some(size), is_gap as Ends) };
            Box::new(blocks(lines, ends, in_rows).map(move |cube| cube.map(|cube| Item { format, ..cube })))
        }
        None => Box::new(single(lines, size)),
    }
}

/// A cube in each line that is no comment; says once if some lines may be rows of one cube, or steps of one solution.
fn single(lines: impl Iterator<Item = io::Result<Item>>, size: Size) -> impl Iterator<Item = io::Result<Item>> {
    let (mut rows, mut steps) = (Streak::of(3), Streak::of(2));
    let (mut id, mut in_session) = (0, false);
    let is_code = move |line: &io::Result<Item>| {
        let Ok(Item { text, .. }) = line else { return true };
        let words = str::from_utf8(text).unwrap_or("");
        in_session |= begins_session(words);
        !is_comment(text) && !is_heading(words) && (!in_session || after_number(words).is_some())
    };
    lines.filter(is_code).map(move |line| {
        id += 1;
        let is_row = line.as_ref().is_ok_and(|line| looks_like_a_row(&line.text, size));
        if rows.begins(is_row) {
            say("note: each line is read as a cube of its own; the rows of one cube have to follow each other, with a blank line around them");
        }
        let has_remark = line.as_ref().is_ok_and(|line| line.text.windows(2).any(|pair| pair == b"//"));
        if steps.begins(has_remark) {
            say("note: each line is read as a cube of its own; the steps of one solution belong in one line, or in one argument");
        }
        line.map(|line| exported(Item { id, ..line }))
    })
}

/// Lines in a row that look alike, up to the first time that there are enough of them.
struct Streak {
    enough: u32,
    lines: u32,
}

impl Streak {
    fn of(enough: u32) -> Self {
        Self { enough, lines: 0 }
    }

    /// Takes the next line; returns whether there are enough now, once.
    fn begins(&mut self, is_alike: bool) -> bool {
        let was_there = self.lines == self.enough;
        if !was_there {
            self.lines = if is_alike { self.lines + 1 } else { 0 };
        }
        !was_there && self.lines == self.enough
    }
}

/// Returns whether a line ends a cube of several lines.
type Ends = fn(&[u8]) -> bool;

/// Returns whether a line separates two cubes in rows: blank, or of dashes.
fn is_gap(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || is_rule(line)
}

/// Returns whether there is nothing but a comment in a line.
pub fn is_comment(line: &[u8]) -> bool {
    let text = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    text.is_empty() || text.starts_with(b"#") || text.starts_with(b"//")
}

/// Without what lists and timers write around a scramble: quotation marks, a number as in `1. D2 F2` or `1) D2 F2`, a
/// time, other fields.
pub fn exported(line: Item) -> Item {
    let text = line.text.trim_ascii();
    let within = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
    let text = within.filter(|within| !within.contains(&b'"')).unwrap_or(&line.text);
    let scramble = str::from_utf8(text).ok().and_then(scramble_of);
    Item { text: scramble.map_or_else(|| text.to_vec(), |scramble| scramble.trim_start().into()), ..line }
}

/// Joins lines into cubes, with a line that `ends` one between two; cubes `in_rows` also end when they have all
/// stickers of their size. Blocks that contain only comments are skipped; an empty file gives one empty cube, so that
/// its error is reported.
pub fn blocks(
    mut lines: impl Iterator<Item = io::Result<Item>>,
    ends: Ends,
    in_rows: Option<Size>,
) -> impl Iterator<Item = io::Result<Item>> {
    let (mut blocks, mut next_line, mut ended) = (0, 1, false);
    std::iter::from_fn(move || {
        while !ended {
            let mut block = Item::new(blocks + 1, next_line, Format::Auto, Vec::new());
            ended = true;
            for line in &mut lines {
                let line = match line {
                    Ok(line) => line,
                    Err(error) => return Some(Err(error)),
                };
                next_line = line.line + 1;
                if ends(&line.text) {
                    ended = false;
                    break;
                }
                if block.text.len() <= MAX_INPUT_BYTES {
                    block.text.extend(line.text);
                    block.text.push(b'\n');
                }
                if in_rows.is_some_and(|size| is_all_stickers(&block.text, size)) {
                    ended = false;
                    break;
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
pub fn is_rule(line: &[u8]) -> bool {
    let code = line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii();
    code.len() >= 3 && code.iter().all(|&byte| byte == b'-')
}

fn is_blank(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).all(|line| line.is_empty() || line.starts_with(b"#"))
}

/// The lines of a reader, of which no more is held than the maximum length of a cube. A line ends with a line feed, a
/// carriage return, or both.
pub struct Lines<R> {
    reader: BufReader<R>,
    number: u64,
    format: Format,
    /// True if the last line ended with a carriage return, and a line feed may follow that is a part of its end.
    has_returned: bool,
    /// True at the end of the input: a terminal could be read beyond it.
    has_ended: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of a text.
    pub fn new(reader: R, format: Format) -> Self {
        Self { reader: BufReader::new(reader), number: 0, format, has_returned: false, has_ended: false }
    }

    /// Bytes that have arrived after the lines that were read.
    fn arrived(&self) -> &[u8] {
        self.reader.buffer()
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = io::Result<Item>;

    fn next(&mut self) -> Option<io::Result<Item>> {
        let mut text = Vec::new();
        self.number += 1;
        match if self.has_ended { Ok(false) } else { self.read(&mut text) } {
            Ok(false) => {
                self.has_ended = true;
                None
            }
            Ok(true) => {
                // A byte order mark is none of the text.
                if self.number == 1 && text.starts_with("\u{feff}".as_bytes()) {
                    text.drain(.."\u{feff}".len());
                }
                Some(Ok(Item::new(self.number, self.number, self.format, text)))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

impl<R: Read> Lines<R> {
    /// Reads a line, and keeps as much of it as is needed to see that it is too long. Returns false at the end of the
    /// input.
    fn read(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let mut has_begun = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(has_begun);
            }
            if std::mem::take(&mut self.has_returned) && buffer[0] == b'\n' {
                self.reader.consume(1);
                continue;
            }
            has_begun = true;
            // A return before a blank is white space.
            let is_end = |at: &usize| match buffer[*at] {
                b'\r' => !matches!(buffer.get(at + 1), Some(b' ' | b'\t')),
                byte => byte == b'\n',
            };
            let end = (0..buffer.len()).find(is_end);
            let room = (MAX_INPUT_BYTES + 1).saturating_sub(text.len());
            let line = &buffer[..end.unwrap_or(buffer.len())];
            text.extend(&line[..line.len().min(room)]);
            let Some(end) = end else {
                let used = buffer.len();
                self.reader.consume(used);
                continue;
            };
            // A line feed that has arrived belongs to this end; one that has not is not waited for.
            let is_return = buffer[end] == b'\r';
            let is_both = is_return && buffer.get(end + 1) == Some(&b'\n');
            self.has_returned = is_return && buffer.len() == end + 1;
            self.reader.consume(end + 1 + usize::from(is_both));
            return Ok(true);
        }
    }
}
