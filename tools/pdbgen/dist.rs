//! `pdbgen dist`.

use crate::args::DistArgs;
use crate::common::exit::{Failure, Status};
use crate::svg::{Histogram, escape};
use crate::text::{counts, depth_name, distribution_table, grouped, identity_field, percent, table_name, to_json};
use anyhow::Error;
use cubepdb::pdb::distribution::mean;
use cubepdb::pdb::file::{Header, read_header};
use serde::Serialize;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Prints or draws a distribution.
pub fn run(args: &DistArgs, force: bool) -> Result<Status, Failure> {
    let header = read_header(&args.file)?;
    let text = match &args.svg {
        Some(_) => histogram(&header).draw(args.scale),
        None if args.json => format!("{}\n", object(&args.file, &header)?),
        None if args.csv => csv(&header),
        None => format!("{}\n{}", title(&header), distribution_table(&header)),
    };
    match args.svg.as_deref().filter(|out| *out != Path::new("-")) {
        Some(out) => write_file(out, &text, force)?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(Status::Success)
}

fn title(header: &Header) -> String {
    let (name, entries, mean) = (table_name(header), grouped(header.entries()), mean(header.distribution()));
    format!("{name}: {entries} entries, max depth {}, mean {mean:.4}", header.depth())
}

/// The fields are those of `info --json`.
#[derive(Serialize)]
struct Object<'a> {
    file: String,
    table: Option<&'a str>,
    pieces: Option<&'a str>,
    metric: Option<&'a str>,
    entries: u64,
    max_depth: u8,
    mean: f64,
    distribution: &'a [u64],
}

fn object(path: &Path, header: &Header) -> io::Result<String> {
    to_json(&Object {
        file: path.to_string_lossy().into_owned(),
        table: identity_field(header, "table"),
        pieces: identity_field(header, "pieces"),
        metric: identity_field(header, "metric"),
        entries: header.entries(),
        max_depth: header.depth(),
        mean: mean(header.distribution()),
        distribution: counts(header),
    })
}

fn csv(header: &Header) -> String {
    let mut text = "depth,entries,percent\n".to_owned();
    for (depth, &n) in counts(header).iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{depth},{n},{:.9}", percent(n, header));
    }
    text
}

fn histogram(header: &Header) -> Histogram<'_> {
    let metric = identity_field(header, "metric").unwrap_or("unknown metric").to_uppercase();
    Histogram {
        title: escape(&table_name(header)),
        axis: format!("distance from the solved state ({})", escape(&metric)),
        note: format!("{} entries, mean {:.4}", grouped(header.entries()), mean(header.distribution())),
        counts: counts(header),
        names: (0..counts(header).len()).map(|depth| escape(&depth_name(depth, header))).collect(),
        mean: mean(header.distribution()),
    }
}

fn write_file(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(!force).create(force).truncate(force);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let hint = if error.kind() == io::ErrorKind::AlreadyExists { " (--force replaces it)" } else { "" };
        let context = format!("{}: cannot write{hint}", path.display());
        Failure::new(Status::Io, Error::new(error).context(context))
    })
}
