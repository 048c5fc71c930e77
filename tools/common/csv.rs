//! Comma-separated values.

use std::fmt::{Display, Write};

/// A CSV file under construction. Cells that contain a comma, a quotation mark or a line break are quoted.
pub struct Csv {
    text: String,
    columns: usize,
}

impl Csv {
    /// A file with this heading and no rows.
    pub fn new(heading: &[&str]) -> Self {
        let mut csv = Self { text: String::new(), columns: heading.len() };
        heading.iter().enumerate().for_each(|(column, name)| csv.cell(column, name));
        csv.text.push('\n');
        csv
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the number of cells differs from that of the heading.
    pub fn row(&mut self, cells: &[&dyn Display]) {
        assert_eq!(cells.len(), self.columns, "a cell for each column");
        cells.iter().enumerate().for_each(|(column, cell)| self.cell(column, cell));
        self.text.push('\n');
    }

    fn cell(&mut self, column: usize, value: &dyn Display) {
        if column > 0 {
            self.text.push(',');
        }
        let start = self.text.len();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
        if self.text[start..].contains([',', '"', '\n']) {
            let quoted = format!("\"{}\"", self.text[start..].replace('"', "\"\""));
            self.text.replace_range(start.., &quoted);
        }
    }

    /// The lines since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The text of the file.
    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut csv = Csv::new(&["a", "b"]);
        csv.row(&[&1, &format_args!("{:.2}", 0.5)]);
        csv.row(&[&"1,000", &"a \"b\""]);
        assert_eq!(csv.into_text(), "a,b\n1,0.50\n\"1,000\",\"a \"\"b\"\"\"\n");
    }
}
