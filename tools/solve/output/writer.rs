//! Writing results in one of three formats.

use super::Entry;
use crate::common::csv::{Csv, maybe};
use crate::common::text::harmless;
use clap::ValueEnum;
use cubepdb::record::AnswerRecord;
use std::fmt::Display;
use std::io::{self, Write};

/// The columns of CSV; the last one is there with `--link`.
const COLUMNS: [&str; 11] =
    ["id", "status", "length", "solutions", "solution", "lower_bound", "nodes", "lookups", "seconds", "error", "link"];

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
    csv: Csv,
    columns: usize,
}

impl<W: Write> Writer<W> {
    /// Starts the output; lines of CSV end with a link if there are `links`.
    pub fn new(mut out: W, format: OutputFormat, links: bool) -> io::Result<Self> {
        let columns = COLUMNS.len() - usize::from(!links);
        let mut csv = Csv::new(&COLUMNS[..columns]);
        if format == OutputFormat::Csv {
            write!(out, "{}", csv.take())?;
        }
        Ok(Self { out, format, csv, columns })
    }

    /// Writes one result and flushes it: a reader may be waiting for it.
    pub fn write(&mut self, entry: &Entry) -> io::Result<()> {
        match self.format {
            OutputFormat::Text => writeln!(self.out, "{}", entry.text)?,
            OutputFormat::Jsonl => writeln!(self.out, "{}", harmless(serde_json::to_string(&entry.record)?))?,
            OutputFormat::Csv => {
                self.row(&entry.record);
                write!(self.out, "{}", self.csv.take())?;
            }
        }
        self.out.flush()
    }

    fn row(&mut self, record: &AnswerRecord) {
        let AnswerRecord { id, length, solutions, lower_bound, nodes, lookups, seconds, error, link, .. } = record;
        let cells: [&dyn Display; COLUMNS.len()] = [
            id,
            &record.status.name(),
            &maybe(*length),
            &solutions.len(),
            &maybe(solutions.first()),
            &maybe(*lower_bound),
            nodes,
            lookups,
            &format_args!("{seconds:.6}"),
            &maybe(error.as_ref().map(|error| &error.message)),
            &maybe(link.as_ref()),
        ];
        self.csv.row(&cells[..self.columns]);
    }
}
