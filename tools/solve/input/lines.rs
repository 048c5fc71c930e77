//! Cubes of a file: one per line, or several lines and a blank line or a line of dashes.

use super::Item;
use super::source::{Items, Source};
use cubepdb::internals::notation::{Format, MAX_INPUT_BYTES, format_of_lines};
use cubepdb::internals::nxn::Size;
use std::io::{self, BufRead, Read};

/// The cubes of a file: of several lines each, if the format or the first lines say so, else one in each line. Nothing is read before the
/// first cube is asked for, and nothing is waited for but the first bytes: whoever writes to standard input may wait for an answer.
pub fn cubes_of(reader: impl BufRead + Send + 'static, source: &Source<'_>) -> Items {
    let (format, size) = (source.format, source.size);
    let mut reader = Some(reader);
    let mut cubes: Items = Box::new(std::iter::empty());
    Box::new(std::iter::from_fn(move || {
        if let Some(mut reader) = reader.take() {
            let begun = if format == Format::Auto {
                reader.fill_buf().ok().and_then(|opening| format_of_opening(opening, size))
            } else {
                Some(format).filter(|format| format.takes_lines())
            };
            cubes = divided(lines(reader, format), begun);
        }
        cubes.next()
    }))
}

/// The format of cubes of several lines with which a file begins. The lines of a cube in rows end with a blank line.
fn format_of_opening(opening: &[u8], size: Size) -> Option<Format> {
    let lines = opening.split(|&byte| byte == b'\n').skip_while(|line| is_comment(line));
    let lines: Vec<&[u8]> = lines.take_while(|line| !is_gap(line)).filter(|line| !is_comment(line)).collect();
    format_of_lines(&lines, size)
}

/// Cubes of several lines each in the format that is `begun`, or one in each line.
fn divided(lines: impl Iterator<Item = io::Result<Item>> + Send + 'static, begun: Option<Format>) -> Items {
    let is_code = |line: &io::Result<Item>| line.as_ref().map_or(true, |line| !is_comment(&line.text));
    // Comments are kept: positions count them.
    match begun {
        Some(format) => {
            let ends = if format.takes_lines() { is_rule } else { is_gap };
            Box::new(blocks(lines, ends).map(move |cube| cube.map(|cube| Item { format, ..cube })))
        }
        None => {
            let mut id = 0;
            Box::new(lines.filter(is_code).map(move |line| {
                id += 1;
                line.map(|line| unnumbered(Item { id, ..line }))
            }))
        }
    }
}

/// Whether a line separates two cubes in rows: blank, or of dashes.
fn is_gap(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || is_rule(line)
}

/// Returns whether there is nothing but a comment in a line.
pub fn is_comment(line: &[u8]) -> bool {
    let text = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    text.is_empty() || text.starts_with(b"#") || text.starts_with(b"//")
}

/// Without the number of a numbered list, as in `1. D2 F2` or `1) D2 F2`.
pub fn unnumbered(line: Item) -> Item {
    let text = line.text.trim_ascii_start();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match (digits, &text[digits..]) {
        (1.., [b'.' | b')', space, ..]) if space.is_ascii_whitespace() => {
            Item { text: text[digits + 2..].to_vec(), ..line }
        }
        _ => line,
    }
}

/// Joins lines into cubes, with a line that `ends` one between two. Blocks that contain only comments are skipped; an empty
/// file gives one empty cube, so that its error is reported.
pub fn blocks(
    mut lines: impl Iterator<Item = io::Result<Item>>,
    ends: fn(&[u8]) -> bool,
) -> impl Iterator<Item = io::Result<Item>> {
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
                if ends(&line.text) {
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
pub fn is_rule(line: &[u8]) -> bool {
    let code = line.split(|&byte| byte == b'#').next().unwrap_or(line).trim_ascii();
    code.len() >= 3 && code.iter().all(|&byte| byte == b'-')
}

fn is_blank(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).all(|line| line.is_empty() || line.starts_with(b"#"))
}

/// Reads lines without ever holding more of one than the maximum length of a cube.
pub fn lines<R: BufRead>(mut reader: R, format: Format) -> impl Iterator<Item = io::Result<Item>> + use<R> {
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
