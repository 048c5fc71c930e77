//! `pdbgen dist`.

use crate::args::DistArgs;
use crate::common::csv::Csv;
use crate::common::exit::{Failure, Status};
use crate::common::output::stdout;
use crate::histogram::Histogram;
use crate::text::{counts, depth_name, distribution_table, grouped, identity_field, percent, table_name, to_json};
use cubepdb::internals::pdb::distribution::mean;
use cubepdb::internals::pdb::file::{Header, read_header};
use cubepdb::internals::storage::write_file;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Pixels per picture unit in a PNG.
const PNG_SCALE: f64 = 2.0;

/// Prints or draws a distribution.
pub fn run(args: &DistArgs, force: bool) -> Result<Status, Failure> {
    let (file, csv_out) = args.table_and_csv()?;
    let header = read_header(file)?;
    let picture = || histogram(&header).draw(args.scale);
    let (out, bytes) = match (&args.svg, &args.png, csv_out) {
        (Some(out), ..) => (Some(out.as_path()), picture().svg().into_bytes()),
        (_, Some(out), _) => {
            let png = picture().png(PNG_SCALE).map_err(|error| Failure::new(Status::Memory, error))?;
            (Some(out.as_path()), png)
        }
        (.., Some(out)) => (Some(out), csv(&header).into_bytes()),
        _ if args.json => (None, format!("{}\n", object(file, &header)?).into_bytes()),
        _ => (None, format!("{}\n{}", title(&header), distribution_table(&header)).into_bytes()),
    };
    match out.filter(|out| **out != *Path::new("-")) {
        Some(out) => write_file(out, &bytes, force).map_err(Failure::of_output)?,
        None => stdout().write_all(&bytes)?,
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
    let mut csv = Csv::new(&["depth", "entries", "percent"]);
    for (depth, n) in counts(header).iter().enumerate() {
        csv.row(&[&depth, n, &format_args!("{:.9}", percent(*n, header))]);
    }
    csv.into_text()
}

fn histogram(header: &Header) -> Histogram<'_> {
    let metric = identity_field(header, "metric").unwrap_or("unknown metric").to_uppercase();
    let is_bound = header.spec().is_some_and(|spec| spec.h48().is_some());
    let what = if is_bound { "lower bound of a coset" } else { "distance from the solved state" };
    Histogram {
        title: table_name(header),
        axis: format!("{what} ({metric})"),
        note: format!("{} entries, mean {:.4}", grouped(header.entries()), mean(header.distribution())),
        counts: counts(header),
        names: (0..counts(header).len()).map(|depth| depth_name(depth, header)).collect(),
        mean: mean(header.distribution()),
    }
}
