//! Comma-separated values.

use csv::Writer;
use std::fmt::Display;

/// A line of cells. Those that contain a comma, a quotation mark or a line break are quoted.
pub fn line(cells: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(cells).expect("memory takes it");
    String::from_utf8(writer.into_inner().expect("memory takes it")).expect("cells are text")
}

/// A line of values.
pub fn line_of(values: &[&dyn Display]) -> String {
    line(values.iter().map(ToString::to_string))
}

/// A cell for a value; an empty one if there is none.
pub fn maybe(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A row of a file that was read.
pub struct Row {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Its cells, without quotes.
    pub cells: Vec<String>,
}

/// The rows of a file, with the heading. Empty lines are skipped.
///
/// # Errors
/// The line of a quotation mark that has no partner.
pub fn read(text: &str) -> Result<Vec<Row>, usize> {
    let (mut rows, mut line) = (Vec::new(), 1);
    let mut rest = text;
    while !rest.is_empty() {
        let (mut cells, start) = (Vec::new(), line);
        loop {
            let (cell, after) = cell(rest).ok_or(start)?;
            line += cell.matches('\n').count();
            cells.push(cell);
            rest = after;
            match rest.strip_prefix(',') {
                Some(next) => rest = next,
                None => break,
            }
        }
        rest = rest.strip_prefix('\r').unwrap_or(rest);
        rest = rest.strip_prefix('\n').unwrap_or(rest);
        line += 1;
        if cells != [""] {
            rows.push(Row { line: start, cells });
        }
    }
    Ok(rows)
}

/// The first cell, and the text from the character that ends it; `None` if a quotation mark is missing.
fn cell(text: &str) -> Option<(String, &str)> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        let end = end - usize::from(text[..end].ends_with('\r'));
        return Some((text[..end].to_owned(), &text[end..]));
    };
    let mut cell = String::new();
    loop {
        let (part, after) = rest.split_once('"')?;
        cell.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                rest = more;
            }
            None if after.is_empty() || after.starts_with([',', '\n', '\r']) => return Some((cell, after)),
            None => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(line(["a", "b"]), "a,b\n");
        assert_eq!(line_of(&[&1, &format_args!("{:.2}", 0.5)]), "1,0.50\n");
        assert_eq!(line_of(&[&"1,000", &"a \"b\""]), "\"1,000\",\"a \"\"b\"\"\"\n");
    }

    #[test]
    fn what_is_written_is_read() {
        let text = line(["a", "b"]) + &line(["1,000", "a \"b\"\nc"]) + &line_of(&[&"", &2]);
        let rows =
            |text: &str| read(text).map(|rows| rows.into_iter().map(|row| (row.line, row.cells)).collect::<Vec<_>>());
        let expected = vec![
            (1, vec!["a".to_owned(), "b".to_owned()]),
            (2, vec!["1,000".to_owned(), "a \"b\"\nc".to_owned()]),
            (4, vec![String::new(), "2".to_owned()]),
        ];
        assert_eq!(rows(&text), Ok(expected));
        assert_eq!(rows("a\r\n\r\nb"), Ok(vec![(1, vec!["a".to_owned()]), (3, vec!["b".to_owned()])]));
        assert_eq!(rows(""), Ok(vec![]));
        assert_eq!([rows("a,\"b\n"), rows("a\n\"b\"c")], [Err(1), Err(2)]);
    }
}
