//! The report: Markdown, with CSV files and plots beside it.

use crate::common::chart::Scale;
use crate::common::exit::Failure;
use crate::common::output::write_file;
use crate::plot::{self, Plot};
use crate::runs::{self, Run};
pub use crate::table::Table;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The section of one experiment.
#[derive(Clone, Debug, Default)]
pub struct Section {
    items: Vec<Item>,
    /// The text written as CSV, if it is neither the runs nor the tables.
    pub data: Option<String>,
}

#[derive(Clone, Debug)]
enum Item {
    Text(String),
    Table(Table),
    Plot(Plot),
}

impl Section {
    /// Puts a paragraph before everything else, unless it is empty.
    pub fn begin_with(&mut self, text: String) {
        if !text.is_empty() {
            self.items.insert(0, Item::Text(text));
        }
    }

    /// Adds a paragraph, unless it is empty.
    pub fn text(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.items.push(Item::Text(text));
        }
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.items.push(Item::Table(table));
        }
    }

    pub fn plot(&mut self, plot: Plot) {
        self.items.push(Item::Plot(plot));
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        self.items.iter().filter_map(|item| match item {
            Item::Table(table) => Some(table),
            _ => None,
        })
    }
}

/// A report that is being written.
pub struct Report {
    directory: PathBuf,
    text: String,
    plots: Vec<Plot>,
    /// The scale of all axes, if one is asked for.
    scale: Option<Scale>,
}

impl Report {
    /// Makes the directory and the report with the facts about the machine.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn create(
        directory: &Path,
        introduction: &str,
        facts: Vec<(&'static str, String)>,
        scale: Option<Scale>,
    ) -> Result<Self, Failure> {
        fs::create_dir_all(directory).map_err(|error| unwritable(directory, &error))?;
        let mut table = Table::new("What it was measured on:", ["", ""]);
        facts.into_iter().for_each(|(name, value)| table.row([name.to_owned(), value]));
        let text = format!(
            "{introduction} Times are of the search alone, without start, tables and input.\n\n{}",
            table.markdown()
        );
        let report = Self { directory: directory.to_owned(), text, plots: Vec::new(), scale };
        write(directory, "report.md", report.text.as_bytes())?;
        Ok(report)
    }

    pub fn path(&self) -> PathBuf {
        self.directory.join("report.md")
    }

    /// Adds the section of an experiment, and writes the report so far.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn add(&mut self, name: &str, about: &str, section: Section, runs: &[Run]) -> Result<(), Failure> {
        // Writing to a string cannot fail, here and below.
        let _ = write!(self.text, "\n## {name}\n\n{about}.\n");
        let tables: Vec<String> = section.tables().map(Table::csv).collect();
        let of_tables =
            || if runs.is_empty() && !tables.is_empty() { tables.join("\n") } else { runs::table(runs).csv() };
        let data = section.data.clone().unwrap_or_else(of_tables);
        write(&self.directory, &format!("{name}.csv"), data.as_bytes())?;
        let _ = write!(self.text, "\nAll figures: [{name}.csv]({name}.csv).\n");
        for item in section.items {
            match item {
                Item::Text(text) => self.text.extend(["\n", &text, "\n"]),
                Item::Table(table) => self.text.extend(["\n", &table.markdown()]),
                Item::Plot(plot) => {
                    if let Some(svg) = draw(&plot, self.scale, &self.directory)? {
                        let _ = write!(self.text, "\n![{}]({svg})\n", plot.title);
                        self.plots.push(plot);
                    }
                }
            }
        }
        write(&self.directory, plot::FILE, plot::written(&self.plots).csv().as_bytes())?;
        write(&self.directory, "report.md", self.text.as_bytes())
    }
}

/// Draws a plot into a directory; returns the name of its file, `None` without data.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(plot: &Plot, scale: Option<Scale>, directory: &Path) -> Result<Option<String>, Failure> {
    let Some(svg) = plot.svg(scale) else { return Ok(None) };
    let name = format!("{}.svg", plot.name);
    write(directory, &name, svg.as_bytes())?;
    Ok(Some(name))
}

/// Writes a file whole or not at all.
fn write(directory: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    write_file(&directory.join(name), bytes, true).map_err(Failure::of_output)
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display())).into()
}
