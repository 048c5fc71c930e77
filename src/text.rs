//! Texts of moves: positions in them, a cursor that tracks its position, and remarks, which are no moves: comments, and
//! the lengths that are written behind solutions.

use std::borrow::Cow;
use std::fmt;
use std::str::Chars;

/// A character of the input, both numbers counted from 1; columns count characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    pub const fn after(self, c: char) -> Self {
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

/// The text without a leading byte order mark.
pub fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Returns whether a character is a prime, which makes a move go backwards, in one of its spellings.
pub const fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '`' | '\u{2019}' | '\u{2018}' | '\u{2032}' | '\u{b4}')
}

/// Replaces remarks by blanks, so that positions stay valid: `//` to the end of the line anywhere, `#` at the start of
/// a line or after a blank, and a length such as `(17f)`, `(22q)` or `(3, cost 5)` at the end of a line.
pub fn blank_remarks(text: &str) -> Cow<'_, str> {
    if !text.contains("//") && !text.contains('#') && !text.contains(')') {
        return Cow::Borrowed(text);
    }
    let mut blanked = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let hash =
            line.match_indices('#').find(|(i, _)| line[..*i].chars().next_back().is_none_or(char::is_whitespace));
        let comment = hash.map(|(i, _)| i).into_iter().chain(line.find("//")).min().unwrap_or(line.len());
        let (code, remarks) = line.split_at(length_in(&line[..comment]).unwrap_or(comment));
        blanked.push_str(code);
        blanked.extend(remarks.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' }));
    }
    Cow::Owned(blanked)
}

/// The place of the length at the end of a line, if there is one.
fn length_in(line: &str) -> Option<usize> {
    let inner = line.trim_end().strip_suffix(')')?;
    let at = inner.rfind('(').filter(|&at| inner[..at].chars().next_back().is_none_or(char::is_whitespace))?;
    let length = &inner[at + 1..];
    let (moves, cost) = length.split_once(", cost ").unwrap_or((length, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(moves.strip_suffix(['f', 'q']).unwrap_or(moves)) && is_number(cost)).then_some(at)
}

/// Reads a text character by character.
pub struct Cursor<'a> {
    rest: Chars<'a>,
    position: TextPosition,
    previous: Option<char>,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), position: TextPosition::START, previous: None }
    }

    /// The next character, not consumed.
    pub fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    /// The text from the next character on.
    pub fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    /// The character consumed last.
    pub fn previous(&self) -> Option<char> {
        self.previous
    }

    /// The position of the next character.
    pub fn position(&self) -> TextPosition {
        self.position
    }

    /// Consumes the next character if it is `wanted`.
    pub fn eat(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
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
pub fn words(text: &str) -> Vec<(&str, TextPosition)> {
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
    fn remarks_become_blanks_of_the_same_length() {
        let text = "R U // sexy\n  # note\nF # a // b\nF#\r\n";
        assert_eq!(blank_remarks(text), "R U        \n        \nF         \nF#\r\n");
        assert_eq!(blank_remarks("R ’// é"), "R ’    ");
        for (text, code) in [
            ("R U2 (2f)", "R U2     "),
            ("R U2 (2q)\r\nF (1) \n", "R U2     \r\nF     \n"),
            ("R (1, cost 12) // (R)", "R                    "),
            ("(0f)", "    "),
            ("R (é) (2f)", "R (é)     "),
        ] {
            assert_eq!(blank_remarks(text), code);
        }
        for text in
            ["R (2f)2", "(2Rw)", "(2f) R", "R (f)", "R ()", "R (2f, 3)", "(R U)2", "R 2f)", "R(2f)", "R (2, cost )"]
        {
            assert_eq!(blank_remarks(text), text);
        }
    }
}
