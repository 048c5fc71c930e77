//! A benchmark for spreadsheets: a row for each search, or one for all of them.

use super::limit::best;
use crate::columns::fields;
use crate::common::csv::{line, line_of, maybe};
use crate::setup::Setup;
use cubepdb::record::{SampleRecord, SearchesRecord, SummaryRecord};
use std::fmt::Display;

/// The heading above the rows of the searches.
pub fn heading(setup: &Setup) -> String {
    line(columns(&SampleRecord::default(), setup).into_iter().map(|(name, _)| name))
}

/// The row of a search.
pub fn of_sample(sample: &SampleRecord, setup: &Setup) -> String {
    line(columns(sample, setup).into_iter().map(|(_, cell)| cell))
}

/// The fields of the JSON record, followed by those of the summary that say what was run.
fn columns(sample: &SampleRecord, setup: &Setup) -> Vec<(String, String)> {
    let mut columns = fields(sample);
    columns.extend([
        ("metric".to_owned(), setup.metric().to_string()),
        ("threads".to_owned(), setup.pools.all.threads.to_string()),
        ("tables".to_owned(), setup.table_names().join("+")),
    ]);
    columns.extend(fields(&setup.record));
    columns
}

/// A heading and the row of all searches. What was not measured is empty.
pub fn of_summary(summary: &SummaryRecord) -> String {
    let SummaryRecord { metric, threads, cores, jobs, tables, search, searches, .. } = summary;
    let of = |figure: fn(&SearchesRecord) -> f64| maybe(searches.as_ref().map(figure));
    let count = |figure: fn(&SearchesRecord) -> u64| maybe(searches.as_ref().map(figure));
    let best = summary.limit.as_ref().and_then(best);
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
    let search = fields(search);
    let of_search = search.iter().map(|(name, cell)| (name.as_str(), cell as &dyn Display));
    let (names, cells): (Vec<&str>, Vec<&dyn Display>) = cells.into_iter().chain(of_search).unzip();
    line(names) + &line_of(&cells)
}
