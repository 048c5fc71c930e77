//! Writing records in one of three formats.

use super::Record;
use crate::common::text::harmless;
use clap::ValueEnum;
use std::io::{self, Write};

const CSV_HEADING: &str = "id,status,length,solutions,solution,lower_bound,nodes,lookups,seconds,error";

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

/// Writes records in the requested format.
pub struct Writer<W> {
    out: W,
    format: OutputFormat,
    /// True if lines of CSV end with a link.
    links: bool,
}

impl<W: Write> Writer<W> {
    /// Starts the output.
    pub fn new(mut out: W, format: OutputFormat, links: bool) -> io::Result<Self> {
        if format == OutputFormat::Csv {
            writeln!(out, "{CSV_HEADING}{}", if links { ",link" } else { "" })?;
        }
        Ok(Self { out, format, links })
    }

    /// Writes one record and flushes it: a reader may be waiting for it.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        match self.format {
            OutputFormat::Text => writeln!(self.out, "{}", record.text)?,
            OutputFormat::Jsonl => writeln!(self.out, "{}", harmless(serde_json::to_string(record)?))?,
            OutputFormat::Csv => writeln!(self.out, "{}", csv(record, self.links))?,
        }
        self.out.flush()
    }
}

fn csv(record: &Record, links: bool) -> String {
    let optional = |n: Option<String>| n.unwrap_or_default();
    let mut fields = vec![
        record.id.to_string(),
        record.status.to_owned(),
        optional(record.length.map(|n| n.to_string())),
        record.solutions.len().to_string(),
        optional(record.solutions.first().cloned()),
        optional(record.lower_bound.map(|n| n.to_string())),
        record.nodes.to_string(),
        record.lookups.to_string(),
        format!("{:.6}", record.seconds),
        optional(record.error.as_ref().map(|error| error.message.clone())),
    ];
    if links {
        fields.push(optional(record.link.clone()));
    }
    fields.iter().map(|field| quoted(field)).collect::<Vec<_>>().join(",")
}

/// A field of RFC 4180.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}
