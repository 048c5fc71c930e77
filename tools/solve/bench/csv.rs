//! A benchmark for spreadsheets: a row for each search, or one for all of them.

use super::Sample;
use super::summary::{Searches, Summary};
use crate::common::csv::Csv;
use crate::search_record::SearchRecord;
use crate::setup::Setup;
use std::fmt::Display;

/// The columns of a search: the fields of its JSON record, followed by those of the summary that say what was run.
const SAMPLE: [&str; 11] =
    ["pass", "id", "status", "length", "lower_bound", "seconds", "nodes", "lookups", "metric", "threads", "tables"];

/// The heading above the rows of the searches.
pub fn heading() -> String {
    Csv::new(&sample_columns()).into_text()
}

fn sample_columns() -> Vec<&'static str> {
    [&SAMPLE[..], &SearchRecord::COLUMNS].concat()
}

/// The row of a search.
pub fn of_sample(sample: &Sample, setup: &Setup) -> String {
    let Sample { pass, id, status, length, lower_bound, seconds, nodes, lookups, .. } = sample;
    let mut csv = Csv::new(&sample_columns());
    csv.take();
    let seconds = format_args!("{seconds:.6}");
    let (length, tables, search) = (maybe(*length), setup.table_names().join("+"), setup.record.cells());
    let (metric, threads) = (setup.metric(), setup.pools.threads);
    let mut cells: Vec<&dyn Display> =
        vec![pass, id, status, &length, lower_bound, &seconds, nodes, lookups, &metric, &threads, &tables];
    cells.extend(search.iter().map(|cell| cell as &dyn Display));
    csv.row(&cells);
    csv.into_text()
}

/// A heading and the row of all searches. What was not measured is empty.
pub fn of_summary(summary: &Summary) -> String {
    let Summary { metric, threads, cores, jobs, tables, search, searches, .. } = summary;
    let of = |figure: fn(&Searches) -> f64| maybe(searches.as_ref().map(figure));
    let count = |figure: fn(&Searches) -> u64| maybe(searches.as_ref().map(figure));
    let best = summary.limit.as_ref().and_then(|limit| limit.best(*threads));
    let cells: [(&str, &dyn Display); 26] = [
        ("metric", metric),
        ("threads", threads),
        ("cores", cores),
        ("jobs", jobs),
        ("tables", &tables.names.join("+")),
        ("table_bytes", &tables.bytes),
        ("table_seconds", &tables.seconds),
        ("cubes", &count(|all| all.cubes as u64)),
        ("passes", &count(|all| all.passes.len() as u64)),
        ("unsolved", &count(|all| all.unsolved as u64)),
        ("mean_seconds", &of(|all| all.seconds.mean)),
        ("median_seconds", &of(|all| all.seconds.median)),
        ("min_seconds", &of(|all| all.seconds.min)),
        ("max_seconds", &of(|all| all.seconds.max)),
        ("wall_per_cube", &of(|all| all.wall_per_cube)),
        ("processor_seconds", &of(|all| all.processor_seconds)),
        ("busy_cores", &of(|all| all.busy_cores)),
        ("nodes", &count(|all| all.nodes.total)),
        ("nodes_per_second", &of(|all| all.nodes.per_second)),
        ("lookups", &count(|all| all.lookups.total)),
        ("lookups_per_second", &of(|all| all.lookups.per_second)),
        ("ns_per_lookup", &maybe(searches.as_ref().and_then(|all| all.ns_per_lookup))),
        ("processor_ns_per_lookup", &maybe(searches.as_ref().and_then(|all| all.processor_ns_per_lookup))),
        ("gigabyte_seconds", &of(|all| all.gigabyte_seconds)),
        ("limit_lines_per_second", &maybe(best.map(|best| best.lines_per_second))),
        ("share_of_limit", &maybe(summary.share_of_limit)),
    ];
    let search = search.cells();
    let of_search = SearchRecord::COLUMNS.into_iter().zip(search.iter().map(|cell| cell as &dyn Display));
    let (names, cells): (Vec<&str>, Vec<&dyn Display>) = cells.into_iter().chain(of_search).unzip();
    let mut csv = Csv::new(&names);
    csv.row(&cells);
    csv.into_text()
}

/// An empty cell for no value.
fn maybe(value: Option<impl Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
