//! Writing results in one of three formats.

use super::Entry;
use crate::columns::fields;
use crate::common::csv::{line, maybe};
use crate::common::text::to_json;
use clap::ValueEnum;
use cubepdb::Metric;
use cubepdb::record::{AnswerRecord, SearchRecord};
use std::fmt::Display;
use std::io::{self, Write};

/// The format of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One line per solution: the moves, then the length as (17f) or (22q).
    Text,
    /// One JSON object per cube.
    Jsonl,
    /// One line per cube, comma separated, with a heading.
    Csv,
}

/// Writes results in the requested format.
pub struct Writer<W> {
    out: W,
    format: OutputFormat,
    more: Columns,
}

/// The columns of CSV that some runs have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Columns {
    /// The cost of a solution, where moves have costs.
    pub costs: bool,
    /// Links to pages that play solutions.
    pub links: bool,
}

impl<W: Write> Writer<W> {
    /// Starts the output, for CSV with its heading.
    pub fn new(mut out: W, format: OutputFormat, more: Columns) -> io::Result<Self> {
        if format == OutputFormat::Csv {
            let blank = AnswerRecord::new(&[], Metric::HalfTurn, 1, Vec::new(), SearchRecord::default());
            write!(out, "{}", line(columns(&blank, more).into_iter().map(|(name, _)| name)))?;
        }
        Ok(Self { out, format, more })
    }

    /// Writes one result and flushes it: a reader may be waiting for it.
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        match self.format {
            OutputFormat::Text => writeln!(self.out, "{}", entry.text)?,
            OutputFormat::Jsonl => writeln!(self.out, "{}", to_json(&entry.record))?,
            OutputFormat::Csv => {
                write!(self.out, "{}", line(columns(&entry.record, self.more).into_iter().map(|(_, cell)| cell)))?;
            }
        }
        self.out.flush()
    }
}

/// The columns of CSV for a record, each with its cell.
fn columns(record: &AnswerRecord, more: Columns) -> Vec<(String, String)> {
    let AnswerRecord { length, solutions, lower_bound, seconds, error, cost, link, .. } = record;
    let cells = |cells: &[(&str, &dyn Display)]| -> Vec<(String, String)> {
        cells.iter().map(|(name, cell)| ((*name).to_owned(), cell.to_string())).collect()
    };
    let answer = cells(&[
        ("id", &record.id),
        ("status", &record.status.name()),
        ("length", &maybe(*length)),
        ("solutions", &solutions.len()),
        ("solution", &maybe(solutions.first())),
        ("lower_bound", &maybe(*lower_bound)),
    ]);
    let seconds = format_args!("{seconds:.6}");
    let error = error.as_ref().map(|error| &error.message);
    let mut all = [answer, fields(&record.work), cells(&[("seconds", &seconds), ("error", &maybe(error))])].concat();
    if more.costs {
        all.extend(cells(&[("cost", &maybe(*cost))]));
    }
    if more.links {
        all.extend(cells(&[("link", &maybe(link.as_ref()))]));
    }
    all
}
