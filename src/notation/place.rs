//! The place of an error in an input, and the line with a caret under it.

use super::text::echo;
use crate::text::TextPosition;
use crate::text::strip_bom;
use serde::{Serialize, Serializer};
use std::fmt;

/// The place of an error in an input; in records, as text.
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

impl Place {
    /// The character of the text, if it is one.
    pub const fn position(self) -> Option<TextPosition> {
        match self {
            Self::Text(at) | Self::Line(at) => Some(at),
            Self::Slot(_) | Self::Centre(_) => None,
        }
    }

    /// The line of the text with this place, and a second line with a caret under the column. The output is short and
    /// safe on a terminal; `None` if the place has no column.
    pub fn caret(self, text: impl AsRef<[u8]>) -> Option<String> {
        caret(text.as_ref(), self.position()?)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
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

/// Characters shown before and after the caret.
const CONTEXT: usize = 36;
const ELLIPSIS: &str = "...";

/// The line around `at` and, below it, a caret under the column; `None` if the text has no such line.
fn caret(input: &[u8], at: TextPosition) -> Option<String> {
    let text = String::from_utf8_lossy(input);
    let line = strip_bom(&text).split('\n').nth(at.line - 1)?;
    let first = (at.column - 1).saturating_sub(CONTEXT);
    let mut shown = String::from(if first > 0 { ELLIPSIS } else { "" });
    let mut indent = None;
    let mut chars = line.trim_end_matches('\r').chars().enumerate().skip(first);
    for (i, c) in chars.by_ref().take(2 * CONTEXT + 1) {
        if i == at.column - 1 {
            indent = Some(shown.chars().count());
        }
        shown.push_str(&echo(&c));
    }
    let indent = indent.unwrap_or(shown.chars().count());
    if chars.next().is_some() {
        shown.push_str(ELLIPSIS);
    }
    Some(format!("{shown}\n{:indent$}^", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(input: &str, line: usize, column: usize) -> String {
        caret(input.as_bytes(), TextPosition { line, column }).unwrap()
    }

    #[test]
    fn stands_under_the_column_in_characters() {
        assert_eq!(shown("R’ Q2", 1, 4), "R’ Q2\n   ^");
        assert_eq!(shown("\u{feff}Q", 1, 1), "Q\n^");
        assert_eq!(shown("R U\r\n\tF $\r\n", 2, 4), " F $\n   ^");
        assert_eq!(shown("R", 1, 2), "R\n ^");
    }

    #[test]
    fn escapes_widen_the_indent() {
        assert_eq!(shown("\u{7}Q", 1, 2), "\\u{7}Q\n     ^");
        assert_eq!(caret(b"R \xff", TextPosition { line: 1, column: 3 }).unwrap(), "R \\u{fffd}\n  ^");
    }

    #[test]
    fn long_lines_are_cut_on_both_sides() {
        let input = format!("{}Q{}", "R ".repeat(500), " U".repeat(500));
        let text = shown(&input, 1, 1001);
        let (line, mark) = text.split_once('\n').unwrap();
        assert!(line.starts_with("...R R") && line.ends_with("U..."), "{line}");
        assert_eq!(line.find('Q'), mark.find('^'));
        assert!(line.len() < 90);
    }

    #[test]
    fn a_line_that_is_not_there_gives_nothing() {
        assert_eq!(caret(b"R", TextPosition { line: 2, column: 1 }), None);
    }
}
