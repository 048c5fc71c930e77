//! Positions in a text, a cursor that tracks its position, comments, and safe echoing.

use crate::units::shown;
use std::borrow::Cow;
use std::fmt;
use std::str::Chars;

/// A character of the input, both numbers counted from 1; columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextPosition {
    /// Line within the text that was parsed.
    pub line: usize,
    /// Character within the line.
    pub column: usize,
}

impl TextPosition {
    /// The first character.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The position after `c`, if `c` is at this position.
    pub(super) const fn after(self, c: char) -> Self {
        match c {
            '\n' => Self { line: self.line + 1, column: 1 },
            _ => Self { line: self.line, column: self.column + 1 },
        }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {}", self.column)
    }
}

/// The place of an error in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A character of the text.
    Text(TextPosition),
    /// A character of a text that has many lines.
    Line(TextPosition),
    /// A slot of the cube, such as `URF` or `UF`.
    Slot(&'static str),
    /// The centre of a face.
    Centre(char),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(position) => write!(f, "{position}"),
            Self::Line(TextPosition { line, column }) => write!(f, "line {line}, column {column}"),
            Self::Slot(name) => write!(f, "slot {name}"),
            Self::Centre(face) => write!(f, "centre {face}"),
        }
    }
}

/// Spellings of the prime that are sensible to show as they are.
pub(super) const UNICODE_PRIMES: [char; 4] = ['\u{2019}', '\u{2018}', '\u{2032}', '\u{b4}'];

/// Quotes of word processors at the beginning of a text; none that may be a prime.
pub(super) const OPENING_QUOTES: [char; 4] = ['\u{201c}', '\u{201e}', '\u{ab}', '\u{201f}'];
/// Quotes of word processors at the end of a text; none that may be a prime.
pub(super) const CLOSING_QUOTES: [char; 3] = ['\u{201d}', '\u{201c}', '\u{bb}'];

/// Writes a character of the input in a form that is safe on a terminal: a tab as a blank; as an escape what is not
/// seen or was no text, and letters beyond ASCII, of which some look like others; and all else as it is.
pub(super) fn echo(c: &char) -> String {
    match *c {
        ' '..='~' => c.to_string(),
        '\t' => " ".to_owned(),
        char::REPLACEMENT_CHARACTER => c.escape_default().to_string(),
        _ if c.is_alphabetic() => c.escape_default().to_string(),
        _ => shown(c.encode_utf8(&mut [0; 4])),
    }
}

fn is_typographic_quote(c: char) -> bool {
    OPENING_QUOTES.contains(&c) || CLOSING_QUOTES.contains(&c)
}

/// Returns whether a text has quotes of word processors in it, or an opening one in front that could be a prime
/// elsewhere.
pub fn has_typographic_quotes(text: &str) -> bool {
    text.contains(is_typographic_quote) || text.starts_with('\u{2018}')
}

/// Writes user text on one line, in a form that is safe on a terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| echo(&c)).collect()
}

/// The text without a leading byte order mark.
pub(super) fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The text without the selectors that some keyboards put after a coloured square.
pub(super) fn without_selectors(text: Cow<'_, str>) -> Cow<'_, str> {
    const SELECTOR: char = '\u{fe0f}';
    if text.contains(SELECTOR) { Cow::Owned(text.replace(SELECTOR, "")) } else { text }
}

/// Replaces a pair of typographic quotes around a text by blanks.
pub(super) fn without_quotes(text: Cow<'_, str>) -> Cow<'_, str> {
    let bare = text.trim();
    let is_quoted = bare.starts_with(OPENING_QUOTES) && bare.ends_with(CLOSING_QUOTES);
    if is_quoted && bare.chars().filter(|&c| is_typographic_quote(c)).count() == 2 {
        Cow::Owned(text.replace(OPENING_QUOTES, " ").replace(CLOSING_QUOTES, " "))
    } else {
        text
    }
}

/// Reads a text character by character.
pub(super) struct Cursor<'a> {
    rest: Chars<'a>,
    position: TextPosition,
    previous: Option<char>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), position: TextPosition::START, previous: None }
    }

    /// The next character, not consumed.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// The text from the next character on.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    /// The character consumed last.
    pub(super) fn previous(&self) -> Option<char> {
        self.previous
    }

    /// The position of the next character.
    pub(super) fn position(&self) -> TextPosition {
        self.position
    }

    /// Consumes the next character if it is `wanted`.
    pub(super) fn eat(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        self.peek().filter(|&c| wanted(c))?;
        self.next().map(|(c, _)| c)
    }
}

impl Iterator for Cursor<'_> {
    type Item = (char, TextPosition);

    fn next(&mut self) -> Option<Self::Item> {
        let c = self.rest.next()?;
        let at = self.position;
        self.position = at.after(c);
        self.previous = Some(c);
        Some((c, at))
    }
}

/// The words of a text between blanks, each with the position of its first character.
pub(super) fn words(text: &str) -> Vec<(&str, TextPosition)> {
    let mut words = Vec::new();
    let mut begun = None;
    let mut at = TextPosition::START;
    for (i, c) in text.char_indices() {
        if c.is_whitespace() {
            words.extend(begun.take().map(|(from, start)| (&text[from..i], start)));
        } else {
            begun.get_or_insert((i, at));
        }
        at = at.after(c);
    }
    words.extend(begun.map(|(from, start)| (&text[from..], start)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_lines_and_columns() {
        let at = |line, column| TextPosition { line, column };
        assert_eq!(words(" R’ U2\n\tF"), [("R’", at(1, 2)), ("U2", at(1, 5)), ("F", at(2, 2))]);
        assert!(words(" \n").is_empty());
    }

    #[test]
    fn echo_is_harmless() {
        assert_eq!(printable("R’×\t\u{1b}[31mé\n\u{202e}"), "R’× \\u{1b}[31m\\u{e9}\\n\\u{202e}");
    }
}
