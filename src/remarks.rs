//! Remarks in texts of moves, which are no moves: comments, and the lengths that are written behind solutions.

use std::borrow::Cow;

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

#[cfg(test)]
mod tests {
    use super::*;

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
