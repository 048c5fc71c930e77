//! Line breaks of messages.

/// Breaks a text between words into lines of `width` columns, of which all but the first are indented. The first one
/// begins in the column `start`. Words are left whole.
pub fn broken(text: &str, width: usize, start: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = start;
    for word in text.split(' ') {
        let length = word.chars().count();
        let is_first = out.is_empty();
        if !is_first && column + 1 + length > width {
            out.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if !is_first {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// Breaks the lines of a message that are longer than `width` columns. A line with a caret below it stays above its
/// caret, and rows of tables, which have columns two blanks apart, stay whole.
pub fn folded(message: &str, width: usize) -> String {
    let lines: Vec<&str> = message.split('\n').collect();
    let is_caret = |line: Option<&&str>| line.is_some_and(|line| line.trim_start() == "^");
    let is_row = |line: &str| line.trim().contains("  ");
    let fold = |(i, &line): (usize, &&str)| {
        if line.chars().count() <= width || is_row(line) || is_caret(Some(&line)) || is_caret(lines.get(i + 1)) {
            return line.to_owned();
        }
        let words = line.trim_start_matches(' ');
        let indent = line.len() - words.len();
        format!("{:indent$}{}", "", broken(words, width, indent, indent))
    };
    lines.iter().enumerate().map(fold).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(broken("one two", 80, 0, 4), "one two");
        assert_eq!(broken(&format!("{} bb c", "a".repeat(60)), 80, 17, 4), format!("{} bb\n    c", "a".repeat(60)));
        assert_eq!(broken(&"x".repeat(90), 80, 0, 4), "x".repeat(90), "a word is left whole");
    }

    #[test]
    fn long_lines_of_messages_are_folded() {
        assert_eq!(folded("note: one two\nand  three", 13), "note: one two\nand  three", "all lines fit");
        assert_eq!(folded("note: one two\nthree", 12), "note: one\ntwo\nthree");
        assert_eq!(folded("  one two three\n", 9), "  one two\n  three\n");
        assert_eq!(folded("one  two three\n", 9), "one  two three\n", "a row of a table");
        assert_eq!(folded("R U2 Q F2 D2 B2\n     ^\nnote: one two", 10), "R U2 Q F2 D2 B2\n     ^\nnote: one\ntwo");
    }
}
