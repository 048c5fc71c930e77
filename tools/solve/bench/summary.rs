//! The summary of a benchmark.

use super::Sample;
use super::clock::Taken;
use super::limit::Limit;
use crate::search_record::SearchRecord;
use crate::setup::Setup;
use cubepdb::internals::backend::random_access::cores_for;
use serde::Serialize;
use std::collections::BTreeMap;

/// All figures. Times are in seconds.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "summary")]
pub struct Summary {
    pub metric: &'static str,
    /// The letter after a length.
    #[serde(skip)]
    pub letter: char,
    pub threads: usize,
    /// Cores that the threads can use at a time.
    pub cores: usize,
    pub jobs: usize,
    pub tables: Tables,
    pub search: SearchRecord,
    pub searches: Option<Searches>,
    pub limit: Option<Limit>,
    /// Look-ups per second, as a part of the lines per second that the memory allows.
    pub share_of_limit: Option<f64>,
    /// The same by processor time, which other programs influence less.
    pub processor_share_of_limit: Option<f64>,
}

/// The tables in memory.
#[derive(Debug, Serialize)]
pub struct Tables {
    pub names: Vec<String>,
    pub bytes: u64,
    pub mapped_bytes: u64,
    pub huge_page_bytes: u64,
    /// Time to load, check and perhaps build them.
    pub seconds: f64,
}

/// The totals of the searches: each cube counts once for each pass.
#[derive(Debug, Serialize)]
pub struct Searches {
    pub cubes: usize,
    /// Seconds of each pass.
    pub passes: Vec<f64>,
    /// Number of solutions of each length.
    pub lengths: BTreeMap<usize, usize>,
    /// Searches without a solution.
    pub unsolved: usize,
    pub seconds: Spread,
    /// From the start of the first search to the end of the last one, divided by the number of searches.
    pub wall_per_cube: f64,
    /// Processor time of all threads and searches together.
    pub processor_seconds: f64,
    /// Cores that were busy on average; fewer than available if threads waited, or other programs used them.
    pub busy_cores: f64,
    pub nodes: Count,
    pub lookups: Count,
    /// Time of one core for a look-up, everything included; `None` without look-ups.
    pub ns_per_lookup: Option<f64>,
    /// Processor time for a look-up.
    pub processor_ns_per_lookup: Option<f64>,
    /// Size of the tables in 10^9 bytes, multiplied by the wall time per cube.
    pub gigabyte_seconds: f64,
}

/// Seconds per search.
#[derive(Debug, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

/// A count: in total, per cube and per second.
#[derive(Debug, Serialize)]
pub struct Count {
    pub total: u64,
    pub per_cube: f64,
    pub per_second: f64,
}

impl Summary {
    /// Summarises the searches; `None` without data.
    pub fn new(setup: &Setup, samples: &[Sample], passes: &[Taken], limit: Option<Limit>) -> Option<Self> {
        let tables = Tables::of(setup);
        let cores = cores_for(setup.pools.threads.max(setup.pools.jobs.len()));
        let searches = Searches::of(samples, passes, cores, tables.bytes);
        if searches.is_none() && limit.is_none() {
            return None;
        }
        let best = limit.as_ref().and_then(|limit| limit.best(setup.pools.threads)).zip(searches.as_ref());
        let share_of_limit = best.map(|(best, found)| found.lookups.per_second / best.lines_per_second);
        let processor_share_of_limit =
            best.and_then(|(best, found)| Some(best.processor_ns_per_line / found.processor_ns_per_lookup?));
        Some(Self {
            metric: setup.metric().name(),
            letter: setup.metric().letter(),
            threads: setup.pools.threads,
            cores,
            jobs: setup.pools.jobs.len(),
            tables,
            search: setup.record.clone(),
            searches,
            limit,
            share_of_limit,
            processor_share_of_limit,
        })
    }
}

impl Tables {
    fn of(setup: &Setup) -> Self {
        let tables = setup.solver.tables();
        let memories = || tables.iter().map(|table| table.memory());
        Self {
            names: setup.table_names(),
            bytes: memories().map(|memory| memory.len() as u64).sum(),
            mapped_bytes: memories().filter(|memory| memory.is_mapped()).map(|memory| memory.len() as u64).sum(),
            huge_page_bytes: memories().map(|memory| memory.huge_page_bytes()).sum(),
            seconds: setup.solver.loading().as_secs_f64(),
        }
    }
}

impl Searches {
    fn of(samples: &[Sample], passes: &[Taken], cores: usize, bytes: u64) -> Option<Self> {
        let seconds = Spread::of(samples.iter().map(|sample| sample.seconds).collect())?;
        let wall: f64 = passes.iter().map(|pass| pass.wall.as_secs_f64()).sum();
        let processor_seconds: f64 = passes.iter().map(|pass| pass.processor.as_secs_f64()).sum();
        let searches = samples.len() as f64;
        let mut lengths = BTreeMap::new();
        for length in samples.iter().filter_map(|sample| sample.length) {
            *lengths.entry(length).or_insert(0) += 1;
        }
        let count = |of: fn(&Sample) -> u64| {
            let total = samples.iter().map(of).sum();
            Count { total, per_cube: total as f64 / searches, per_second: total as f64 / wall }
        };
        let (nodes, lookups) = (count(|sample| sample.nodes), count(|sample| sample.lookups));
        let per_lookup = |seconds: f64| (lookups.total > 0).then(|| seconds * 1e9 / lookups.total as f64);
        Some(Self {
            cubes: samples.iter().filter(|sample| sample.pass == 1).count(),
            passes: passes.iter().map(|pass| pass.wall.as_secs_f64()).collect(),
            unsolved: samples.len() - lengths.values().sum::<usize>(),
            lengths,
            seconds,
            wall_per_cube: wall / searches,
            processor_seconds,
            busy_cores: processor_seconds / wall,
            ns_per_lookup: per_lookup(wall * cores as f64),
            processor_ns_per_lookup: per_lookup(processor_seconds),
            nodes,
            lookups,
            gigabyte_seconds: bytes as f64 * 1e-9 * wall / searches,
        })
    }
}

impl Spread {
    /// `None` for no values.
    fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (min, max) = (*values.first()?, *values.last()?);
        let middle = values.len() / 2;
        let median = if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 };
        Some(Self { mean: values.iter().sum::<f64>() / values.len() as f64, median, min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        assert!(Spread::of(Vec::new()).is_none());
        let spread = Spread::of(vec![4.0, 1.0, 2.0, 9.0]).unwrap();
        assert_eq!([spread.mean, spread.median, spread.min, spread.max], [4.0, 3.0, 1.0, 9.0]);
        assert_eq!(Spread::of(vec![3.0, 8.0, 1.0]).unwrap().median, 3.0);
    }
}
