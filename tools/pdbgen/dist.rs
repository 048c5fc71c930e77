//! `pdbgen dist`.

use crate::args::DistArgs;
use crate::common::csv::{line, line_of};
use crate::common::exit::{Failure, Status};
use crate::common::output::{STANDARD_OUTPUT, check_targets, write_target};
use crate::common::text::to_json;
use crate::histogram::Histogram;
use crate::text::{
    counts, depth_name, distribution_table, grouped, has_far, identity_field, is_far, percent, table_name,
};
use cubepdb::{
    record::DistributionRecord,
    table_files::{Header, read_header},
};
use std::fmt::Display;
use std::path::Path;

/// Pixels per picture unit in a PNG.
const PNG_SCALE: f64 = 2.0;

/// Prints or draws a distribution.
pub fn run(args: &DistArgs, force: bool) -> Result<Status, Failure> {
    let (file, csv_out) = args.table_and_csv()?;
    let header = read_header(file)?;
    let picture = || histogram(&header).draw(args.scale);
    let mut outputs: Vec<(&Path, Vec<u8>)> = Vec::new();
    if let Some(out) = csv_out {
        outputs.push((out, csv(&header).into_bytes()));
    }
    if let Some(out) = &args.svg {
        outputs.push((out, picture().svg().into_bytes()));
    }
    if let Some(out) = &args.png {
        outputs.push((out, picture().png(PNG_SCALE).map_err(|error| Failure::new(Status::Memory, error))?));
    }
    if outputs.is_empty() {
        let text = match args.json {
            true => format!("{}\n", object(file, &header)),
            false => format!("{}\n{}", title(&header), distribution_table(&header)),
        };
        outputs.push((Path::new(STANDARD_OUTPUT), text.into_bytes()));
    }
    check_targets(outputs.iter().map(|(out, _)| *out), [file], force)?;
    for (out, bytes) in outputs {
        write_target(out, &bytes, force)?;
    }
    Ok(Status::Success)
}

fn title(header: &Header) -> String {
    let (name, entries, mean) = (table_name(header), grouped(header.entries()), header.mean());
    format!("{name}: {entries} entries, max depth {}, mean {mean:.4}", header.depth())
}

fn object(path: &Path, header: &Header) -> String {
    to_json(&DistributionRecord {
        file: path.to_string_lossy().into_owned(),
        table: identity_field(header, "table"),
        pieces: identity_field(header, "pieces"),
        metric: identity_field(header, "metric"),
        entries: header.entries(),
        level: header.spec().and_then(|spec| Some(spec.h48()?.level().flips())),
        max_depth: header.depth(),
        mean: header.mean(),
        distribution: counts(header),
        last_is_minimum: has_far(header),
    })
}

fn csv(header: &Header) -> String {
    let columns = ["depth", "entries", "percent", "or_more"];
    // Exact tables have no last column: none of their depths stands for others.
    let width = if has_far(header) { columns.len() } else { columns.len() - 1 };
    let mut text = line(&columns[..width]);
    for (depth, n) in counts(header).iter().enumerate() {
        let (percent, or_more) = (format!("{:.9}", percent(*n, header)), is_far(depth, header));
        text += &line_of(&[&depth as &dyn Display, n, &percent, &or_more][..width]);
    }
    text
}

fn histogram(header: &Header) -> Histogram<'_> {
    let metric = identity_field(header, "metric").unwrap_or("unknown metric").to_uppercase();
    let is_bound = header.spec().is_some_and(|spec| spec.h48().is_some());
    let what = match is_bound {
        true => "lower bound of a coset",
        false if header.has_question() => "distance from the goal",
        false => "distance from the solved state",
    };
    Histogram {
        title: table_name(header),
        axis: format!("{what} ({metric})"),
        note: format!("{} entries, mean {:.4}", grouped(header.entries()), header.mean()),
        counts: counts(header),
        names: (0..counts(header).len()).map(|depth| depth_name(depth, header)).collect(),
        mean: header.mean(),
    }
}
