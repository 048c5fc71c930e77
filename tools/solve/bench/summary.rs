//! The summary of a benchmark.

use super::Sample;
use super::limit::best;
use crate::common::clock::Taken;
use crate::common::provenance::provenance;
use crate::setup::Setup;
use crate::thread_pools::Workforce;
use cubepdb::record::{
    CountRecord, LimitRecord, SampleRecord, SearchesRecord, SpreadRecord, SummaryRecord, TablesRecord,
};
use std::collections::BTreeMap;

/// Summarises the searches; `None` without data.
pub fn of(setup: &Setup, samples: &[Sample], passes: &[Taken], limit: Option<LimitRecord>) -> Option<SummaryRecord> {
    let tables = tables_of(setup);
    let Workforce { threads, cores } = setup.pools.all;
    let searches = searches_of(samples, passes, cores, tables.bytes);
    if searches.is_none() && limit.is_none() {
        return None;
    }
    // The limit is that of this process.
    let is_whole = setup.pools.communicator.as_ref().is_none_or(|communicator| communicator.is_within());
    let best = limit.as_ref().filter(|_| is_whole).and_then(best).zip(searches.as_ref());
    let share_of_limit = best.map(|(best, found)| found.lookups.per_second / best.lines_per_second);
    let processor_share_of_limit =
        best.and_then(|(best, found)| Some(best.processor_ns_per_line / found.processor_ns_per_lookup?));
    Some(SummaryRecord {
        metric: setup.metric(),
        threads,
        cores,
        jobs: setup.pools.jobs.len(),
        tables,
        search: setup.record.clone(),
        provenance: provenance(setup.checksums()),
        searches,
        limit,
        share_of_limit,
        processor_share_of_limit,
    })
}

fn tables_of(setup: &Setup) -> TablesRecord {
    let tables = setup.solver.tables();
    let memories = || tables.iter().map(|table| table.memory());
    TablesRecord {
        names: setup.table_names(),
        bytes: memories().map(|memory| memory.len() as u64).sum(),
        mapped_bytes: memories().filter(|memory| memory.is_mapped()).map(|memory| memory.len() as u64).sum(),
        huge_page_bytes: memories().map(|memory| memory.huge_page_bytes()).sum(),
        seconds: setup.solver.loading().as_secs_f64(),
    }
}

fn searches_of(samples: &[Sample], passes: &[Taken], cores: usize, bytes: u64) -> Option<SearchesRecord> {
    // A search that was broken off counts for the speed alone.
    let whole = || samples.iter().filter(|sample| !sample.is_broken_off()).map(|sample| &sample.record);
    let seconds = spread_of(whole().map(|sample| sample.seconds).collect())?;
    let wall: f64 = passes.iter().map(|pass| pass.wall.as_secs_f64()).sum();
    let processor_seconds: f64 = passes.iter().map(|pass| pass.processor.as_secs_f64()).sum();
    let searches = whole().count() as f64;
    let mut lengths = BTreeMap::new();
    for length in whole().filter_map(|sample| sample.length) {
        *lengths.entry(length).or_insert(0) += 1;
    }
    let count = |of: fn(&SampleRecord) -> u64| {
        let total = samples.iter().map(|sample| of(&sample.record)).sum();
        let per_cube = whole().map(of).sum::<u64>() as f64 / searches;
        CountRecord { total, per_cube, per_second: total as f64 / wall }
    };
    let (nodes, lookups) = (count(|sample| sample.nodes), count(|sample| sample.lookups));
    let per_lookup = |seconds: f64| (lookups.total > 0).then(|| seconds * 1e9 / lookups.total as f64);
    Some(SearchesRecord {
        cubes: whole().filter(|sample| sample.pass == 1).count(),
        passes: passes.iter().map(|pass| pass.wall.as_secs_f64()).collect(),
        unsolved: whole().count() - lengths.values().sum::<usize>(),
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

/// `None` for no values.
fn spread_of(mut values: Vec<f64>) -> Option<SpreadRecord> {
    values.sort_by(f64::total_cmp);
    let (min, max) = (*values.first()?, *values.last()?);
    let middle = values.len() / 2;
    let median = if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 };
    Some(SpreadRecord { mean: values.iter().sum::<f64>() / values.len() as f64, median, min, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_lies_between() {
        assert!(spread_of(Vec::new()).is_none());
        let spread = spread_of(vec![4.0, 1.0, 2.0, 9.0]).unwrap();
        assert_eq!([spread.mean, spread.median, spread.min, spread.max], [4.0, 3.0, 1.0, 9.0]);
        assert_eq!(spread_of(vec![3.0, 8.0, 1.0]).unwrap().median, 3.0);
    }
}
