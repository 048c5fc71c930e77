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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(line(["a", "b"]), "a,b\n");
        assert_eq!(line_of(&[&1, &format_args!("{:.2}", 0.5)]), "1,0.50\n");
        assert_eq!(line_of(&[&"1,000", &"a \"b\""]), "\"1,000\",\"a \"\"b\"\"\"\n");
    }
}
