//! Tables of a report.

use crate::common::csv::line;

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The caption, above it.
    pub caption: String,
    pub heading: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(caption: impl Into<String>, heading: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let heading = heading.into_iter().map(Into::into).collect();
        Self { caption: caption.into(), heading, rows: Vec::new() }
    }

    /// Adds a row; cells that are missing stay empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.heading.len(), String::new());
        self.rows.push(row);
    }

    /// The table as Markdown, below its caption.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_owned(); self.heading.len()];
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}\n\n{}{}{rows}", self.caption, line(&self.heading), line(&rule))
    }

    /// The table as CSV, without its caption.
    pub fn csv(&self) -> String {
        std::iter::once(&self.heading).chain(&self.rows).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written_in_two_ways() {
        let mut table = Table::new("T:", ["a", "b"]);
        table.row(["1,000"]);
        assert_eq!(table.markdown(), "T:\n\n| a | b |\n| --- | --- |\n| 1,000 |  |\n");
        assert_eq!(table.csv(), "a,b\n\"1,000\",\n");
    }
}
