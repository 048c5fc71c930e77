//! Quotes the line of input with an error, with a caret under the position.

use super::text::{echo, strip_bom};
use crate::text::TextPosition;

/// Characters shown before and after the caret.
const CONTEXT: usize = 36;
const ELLIPSIS: &str = "...";

/// The line around `at` and, below it, a caret under the column; `None` if the text has no such line.
pub(super) fn caret(input: &[u8], at: TextPosition) -> Option<String> {
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
