//! Quotes around a text, and safe echoing.

use crate::units::shown;
use std::borrow::Cow;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn echo_is_harmless() {
        assert_eq!(printable("R’×\t\u{1b}[31mé\n\u{202e}"), "R’× \\u{1b}[31m\\u{e9}\\n\\u{202e}");
    }
}
