//! The choice of the default H48 table, and of one among several existing ones.

use super::TableSpec;
use super::build::memory_needed;
use super::h48::H48Level;
use super::places::table_path;
use crate::cube::MetricKind;
use std::path::Path;
use std::time::Duration;

/// The largest level that is built by default: it takes no more than about a minute on two cores.
pub const LARGEST: u8 = 6;

/// A default table takes at most one part in this many of the free memory.
pub const PART: u64 = 4;

/// Chooses the level of the table to build, given the free memory and the most (`limit`) that a build may take: the largest one
/// up to [`LARGEST`] that leaves room for other programs. `None` if there is no room for any.
pub fn choose_level(metric: MetricKind, available: u64, limit: Option<u64>) -> Option<H48Level> {
    let most = limit.map_or(available, |limit| limit.min(available));
    let fits = |level: &H48Level| {
        let spec = TableSpec::new(*level, metric);
        spec.bytes() <= available / PART && memory_needed(&spec) <= most
    };
    H48Level::all().filter(|level| level.flips() <= LARGEST).filter(fits).last()
}

/// Chooses the largest of several H48 tables that fits into the memory or, if none does, the smallest one, which can be mapped.
/// Other specifications are skipped.
pub fn best_h48(specs: impl IntoIterator<Item = TableSpec>, available: u64) -> Option<TableSpec> {
    let tables = specs.into_iter().filter(|spec| spec.h48().is_some());
    tables.min_by_key(|spec| {
        let (bytes, fits) = (spec.bytes(), spec.bytes() <= available);
        (!fits, if fits { u64::MAX - bytes } else { bytes })
    })
}

/// Finds the H48 tables of at most `most` bytes that have their [usual places](table_path) in a directory, the smallest first.
/// Only file names are checked: the caller compares the content.
pub fn kept_h48(metric: MetricKind, directory: &Path, most: u64) -> Vec<TableSpec> {
    let levels = H48Level::all().map(|level| TableSpec::new(level, metric));
    levels.filter(|spec| spec.bytes() <= most && table_path(spec, directory).exists()).collect()
}

/// Estimates the time to build a table on a number of threads.
pub fn build_time(spec: &TableSpec, threads: usize) -> Duration {
    let Some(layout) = spec.h48() else {
        // Three seconds for the seven default edges, less for the corners.
        return Duration::from_secs_f64((spec.bytes() as f64 / 44e6).min(6.0) / threads as f64);
    };
    // Seconds of a server core for the part that does not depend on the size, and for each gigabyte. Entries of levels with the
    // same base are found by move sequences of the same length, which takes about the same time for all of them.
    let [base, size] = match (spec.metric, layout.level().flips()) {
        (MetricKind::HalfTurn, 0..=3) => [4.0, 5.0],
        (MetricKind::HalfTurn, 4..=7) => [44.0, 5.0],
        (MetricKind::HalfTurn, _) => [0.0, 200.0],
        (MetricKind::QuarterTurn, _) => [14.0, 10.0],
    };
    let gigabytes = layout.bytes() as f64 / 1e9;
    Duration::from_secs_f64((base + size * gigabytes) / threads as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use MetricKind::HalfTurn;

    fn level(available: u64, limit: Option<u64>) -> Option<u8> {
        // The memory of a build depends on the number of threads.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        pool.install(|| choose_level(HalfTurn, available, limit)).map(H48Level::flips)
    }

    fn h48(flips: u8) -> TableSpec {
        TableSpec::new(H48Level::new(flips).unwrap(), HalfTurn)
    }

    #[test]
    fn the_level_follows_the_memory() {
        let gigabytes = |n: f64| (n * 1e9) as u64;
        for (available, expected) in [
            (0.4, None),
            (0.6, Some(1)),
            (1.0, Some(3)),
            (2.0, Some(4)),
            (4.0, Some(5)),
            (7.5, Some(5)),
            (8.0, Some(6)),
            (4000.0, Some(6)),
        ] {
            assert_eq!(level(gigabytes(available), None), expected, "{available} GB");
        }
        for (limit, expected) in [(0.1, None), (0.54, Some(0)), (0.75, Some(3)), (2.0, Some(5)), (100.0, Some(6))] {
            assert_eq!(level(gigabytes(20.0), Some(gigabytes(limit))), expected, "at most {limit} GB");
        }
        assert_eq!(level(gigabytes(0.6), Some(gigabytes(20.0))), Some(1), "a limit makes no memory");
    }

    #[test]
    fn of_several_tables_the_largest_that_fits_is_asked() {
        let corners = TableSpec::new(crate::pdb::Pattern::Corners, HalfTurn);
        let specs = [h48(3), corners, h48(8), h48(6)];
        for (available, flips) in [(u64::MAX, 8), (h48(8).bytes(), 8), (h48(8).bytes() - 1, 6), (1 << 20, 3)] {
            assert_eq!(best_h48(specs, available), Some(h48(flips)), "{available}");
        }
        assert_eq!(best_h48([corners], u64::MAX), None);
    }

    #[test]
    fn the_largest_table_that_is_kept_and_fits_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let kept = |most: u64| kept_h48(HalfTurn, directory.path(), most).last().copied();
        assert_eq!(kept(u64::MAX), None);
        for flips in [3, 0, 6] {
            std::fs::write(table_path(&h48(flips), directory.path()), "").unwrap();
        }
        assert_eq!((kept(u64::MAX), kept(h48(6).bytes() - 1)), (Some(h48(6)), Some(h48(3))));
        assert_eq!((kept(h48(0).bytes()), kept(h48(0).bytes() - 1)), (Some(h48(0)), None));
        assert_eq!(kept_h48(HalfTurn, directory.path(), u64::MAX), [0, 3, 6].map(h48));
        assert_eq!(kept_h48(MetricKind::QuarterTurn, directory.path(), u64::MAX), []);
    }

    #[test]
    fn larger_tables_take_longer_and_threads_help() {
        let times = [h48(0), h48(3), h48(6)].map(|spec| build_time(&spec, 2));
        assert!(times.is_sorted() && build_time(&h48(6), 16) < times[2]);
    }
}
