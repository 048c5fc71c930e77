//! A benchmark for people: aligned, with units.

use super::limit::best;
use crate::common::units::{count, grouped, size};
use cubepdb::record::{
    AnswerStatus, CountRecord, LimitRecord, MeasuredRecord, SampleRecord, SearchesRecord, SummaryRecord, TablesRecord,
};

/// The heading above the lines of the cubes.
pub const HEADING: &str = "    cube  length        time             nodes          look-ups";

/// The reason why look-ups can be faster than random lines of the largest table.
const ABOVE_LIMIT: &str =
    "more than 100 %: neighbouring look-ups share cache lines, and small tables are faster than the largest";

/// One line for a search.
pub fn of_sample(sample: &SampleRecord) -> String {
    let SampleRecord { id, status, lower_bound, nodes, lookups, .. } = sample;
    let length = sample.length.map_or_else(|| "-".to_owned(), |length| length.to_string());
    let note = match *status {
        AnswerStatus::Solved | AnswerStatus::Unproven => String::new(),
        AnswerStatus::NoSolution => "  no solution so short".to_owned(),
        AnswerStatus::Invalid | AnswerStatus::Timeout => format!("  stopped: at least {lower_bound}"),
    };
    let time = seconds(sample.seconds);
    format!("{id:>8}  {length:>6}  {time:>10}  {:>16}  {:>16}{note}", grouped(*nodes), grouped(*lookups))
}

/// All figures.
pub fn of_summary(summary: &SummaryRecord) -> String {
    let mut lines = Vec::new();
    let on = |text: &str, value: String| format!("{text:<22}{value}");
    if let Some(searches) = &summary.searches {
        lines.push(on("cubes", cubes(searches, summary.metric.letter())));
        lines.push(on("time per cube", times(searches, summary.jobs)));
        lines.push(on("threads", threads(summary, searches)));
        lines.push(on("nodes", counts(&searches.nodes)));
        lines.push(on("look-ups", counts(&searches.lookups)));
    }
    let found = summary.searches.as_ref();
    if let Some((ns, processor)) = found.and_then(|found| found.ns_per_lookup.zip(found.processor_ns_per_lookup)) {
        let text = format!("{ns:.1} ns of one core ({processor:.1} ns of processor time), everything included");
        lines.push(on("time per look-up", text));
    }
    if let Some(best) = summary.limit.as_ref().and_then(best) {
        // There is no share of it where other processes search, too.
        let is_of_one = summary.searches.is_some() && summary.share_of_limit.is_none();
        lines.push(on("random-access limit", best_of(best) + if is_of_one { ", first rank only" } else { "" }));
    }
    if let Some((share, processor)) = summary.share_of_limit.zip(summary.processor_share_of_limit) {
        lines.extend(shares(share, processor).into_iter().map(|line| on("", line)));
    }
    lines.push(on("tables", tables(&summary.tables)));
    if let Some(searches) = &summary.searches {
        lines.push(on("table size x time", format!("{:.3} GB s", searches.gigabyte_seconds)));
    }
    if let Some(limit) = summary.limit.as_ref().filter(|limit| limit.measured.len() > 2) {
        lines.push(String::new());
        lines.extend(of_limit(limit));
    }
    lines.join("\n")
}

/// The parts of the limit, by wall time and by processor time.
fn shares(share: f64, processor: f64) -> Vec<String> {
    let [share, processor] = [share, processor].map(|share| share * 100.0);
    let above = (share.max(processor) > 100.0).then(|| ABOVE_LIMIT.to_owned());
    let parts = format!("the look-ups are at {share:.1} % of it ({processor:.1} % by processor time)");
    std::iter::once(parts).chain(above).collect()
}

fn cubes(searches: &SearchesRecord, letter: char) -> String {
    let lengths = searches.lengths.iter().map(|(length, n)| format!("{n} of length {length}{letter}"));
    let unsolved = (searches.unsolved > 0).then(|| format!("{} unsolved", searches.unsolved));
    let all: Vec<String> = lengths.chain(unsolved).collect();
    let passes = searches.passes.len();
    let times = match searches.lengths.values().sum::<usize>() + searches.unsolved {
        _ if passes == 1 => String::new(),
        all if all == passes * searches.cubes => format!(", {passes} times each"),
        all => format!(", {all} searches in {passes} passes"),
    };
    format!("{}{times} ({})", searches.cubes, all.join(", "))
}

fn times(searches: &SearchesRecord, jobs: usize) -> String {
    let spread = &searches.seconds;
    let [mean, median, min, max] = [spread.mean, spread.median, spread.min, spread.max].map(seconds);
    let text = format!("mean {mean}, median {median}, least {min}, most {max}");
    let (all, each) = (seconds(searches.passes.iter().sum()), seconds(searches.wall_per_cube));
    if jobs > 1 { format!("{text}; {all} in all, {each} per cube, {jobs} at a time") } else { text }
}

fn threads(summary: &SummaryRecord, searches: &SearchesRecord) -> String {
    let SummaryRecord { threads, cores, .. } = summary;
    let SearchesRecord { busy_cores, processor_seconds, .. } = searches;
    let time = seconds(*processor_seconds);
    format!("{threads} on {cores} cores, {busy_cores:.2} cores busy: {time} of processor time")
}

fn counts(n: &CountRecord) -> String {
    let (total, each, rate) = (grouped(n.total), count(n.per_cube), count(n.per_second));
    format!("{total} in all, {each} per cube, {rate}/s")
}

fn best_of(best: &MeasuredRecord) -> String {
    let MeasuredRecord { in_flight, ns_per_line, processor_ns_per_line, lines_per_second, .. } = best;
    let rate = count(*lines_per_second);
    format!(
        "{ns_per_line:.1} ns of one core for a line ({processor_ns_per_line:.1} ns of processor time), {rate} lines/s, \
         {in_flight} under way on each thread"
    )
}

fn tables(tables: &TablesRecord) -> String {
    let kind = match tables.mapped_bytes {
        0 => "copied",
        mapped if mapped == tables.bytes => "mapped",
        _ => "partly mapped",
    };
    if tables.names.is_empty() {
        return "none".to_owned();
    }
    let (whole, huge, time) = (size(tables.bytes), size(tables.huge_page_bytes), seconds(tables.seconds));
    format!("{}: {whole}, {kind}, {huge} in huge pages, ready after {time}", tables.names.join(", "))
}

fn of_limit(limit: &LimitRecord) -> Vec<String> {
    let mut lines = vec![
        format!("Random 64-byte lines of the table {} ({}):", limit.table, size(limit.bytes as u64)),
        "under way  threads  ns of one core  ns of processor       lines/s".to_owned(),
    ];
    lines.extend(limit.measured.iter().map(|measured| {
        let MeasuredRecord { in_flight, threads, ns_per_line, processor_ns_per_line, lines_per_second } = measured;
        let rate = count(*lines_per_second);
        format!("{in_flight:>9}  {threads:>7}  {ns_per_line:>14.1}  {processor_ns_per_line:>15.1}  {rate:>12}")
    }));
    lines
}

/// Formats seconds with about four digits.
fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.3} s"),
        s => format!("{s:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_limit_is_explained() {
        assert_eq!(shares(0.475, 0.9), ["the look-ups are at 47.5 % of it (90.0 % by processor time)"]);
        assert_eq!(shares(0.9, 1.2)[1..], [ABOVE_LIMIT]);
        assert_eq!(shares(1.01, 0.9).len(), 2);
    }
}
