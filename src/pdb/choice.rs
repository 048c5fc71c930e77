//! The choice of the default H48 table, and of one among several existing ones.

use super::TableSpec;
use super::build::memory_needed;
use super::h48::H48Level;
use super::places::table_path;
use crate::cube::Metric;
use std::iter::successors;
use std::path::Path;
use std::time::Duration;

/// The largest level that is built by default: it takes no more than about a minute on two cores.
pub const LARGEST: u8 = 6;

/// A default table takes at most one part in this many of the free memory.
pub const PART: u64 = 4;

/// Chooses the level of the table to build, given the free memory and the most (`limit`) that a build may take: the
/// largest one up to [`LARGEST`] that leaves room for other programs. `None` if there is no room for any.
pub fn choose_level(metric: Metric, available: u64, limit: Option<u64>) -> Option<H48Level> {
    let most = limit.map_or(available, |limit| limit.min(available));
    let fits = |level: &H48Level| {
        let spec = TableSpec::new(*level, metric);
        spec.bytes() <= available / PART && memory_needed(&spec) <= most
    };
    H48Level::all().filter(|level| level.flips() <= LARGEST).filter(fits).last()
}

/// Chooses the largest of several H48 tables that fits into the memory or, if none does, the smallest one, which can be
/// mapped. Other specifications are skipped.
pub fn best_h48(specs: impl IntoIterator<Item = TableSpec>, available: u64) -> Option<TableSpec> {
    let tables = specs.into_iter().filter(|spec| spec.h48().is_some());
    tables.min_by_key(|spec| {
        let (bytes, fits) = (spec.bytes(), spec.bytes() <= available);
        (!fits, if fits { u64::MAX - bytes } else { bytes })
    })
}

/// Returns whether an H48 table is stronger than all of some others, of which some may be H48 tables too.
pub fn is_stronger(h48: &TableSpec, others: impl IntoIterator<Item = TableSpec>) -> bool {
    others.into_iter().all(|other| other.h48().is_none() || other.bytes() < h48.bytes())
}

/// Look-ups that a random cube takes with an H48 table in half turns: 92.7 M with level 6, the mean of a hundred random
/// states, and 2.1 times as many with the next smaller level (1,114 M with level 3, 120 M with level 6 for the same
/// twenty cubes of eighteen moves). `None` for other tables and in quarter turns.
pub fn lookups_of_random_cube(spec: &TableSpec) -> Option<f64> {
    let level = spec.h48().filter(|_| spec.metric == Metric::HalfTurn)?.level();
    Some(92.7e6 * 2.1_f64.powi(6 - i32::from(level.flips())))
}

/// Look-ups that a search from one side takes for the iteration of `length` half-turn moves, with the largest bound of
/// tables of these distributions, taken as independent: nodes are expanded if their bound is small enough, and each has
/// 13.3 successors (R. E. Korf, M. Reid, S. Edelkamp: Time complexity of iterative-deepening-A*, Artificial
/// Intelligence 129, 2001).
pub fn expected_lookups(distributions: &[[u64; 16]], length: usize) -> f64 {
    const SUCCESSORS: f64 = 13.35;
    let at_most = |bound: usize, counts: &[u64; 16]| {
        let sum = |counts: &[u64]| counts.iter().sum::<u64>() as f64;
        sum(&counts[..=bound.min(15)]) / sum(counts)
    };
    let part = |bound| distributions.iter().map(|counts| at_most(bound, counts)).product::<f64>();
    // The sequences of 0, 1, 2, … moves none of which is superfluous.
    let sequences = [1.0, 18.0].into_iter().chain(
        successors(Some([18.0, 243.0]), |[before, last]| Some([*last, 12.0 * last + 18.0 * before]))
            .map(|[_, last]| last),
    );
    SUCCESSORS * (0..=length).rev().zip(sequences).map(|(left, sequences)| sequences * part(left)).sum::<f64>()
}

/// Finds the H48 tables of at most `most` bytes that have their [usual places](table_path) in a directory, the smallest
/// first. Only file names are checked: the caller compares the content.
pub fn kept_h48(metric: Metric, directory: &Path, most: u64) -> Vec<TableSpec> {
    let levels = H48Level::all().map(|level| TableSpec::new(level, metric));
    levels.filter(|spec| spec.bytes() <= most && table_path(spec, directory).exists()).collect()
}

/// Estimates the time to build a table on a number of threads.
pub fn build_time(spec: &TableSpec, threads: usize) -> Duration {
    let Some(layout) = spec.h48() else {
        // Three seconds for the seven default edges, less for the corners.
        return Duration::from_secs_f64((spec.bytes() as f64 / 44e6).min(6.0) / threads as f64);
    };
    // Seconds of a server core for the part that does not depend on the size, and for each gigabyte. Entries of levels
    // with the same base are found by move sequences of the same length, which takes about the same time for all of
    // them but the first, which is a graph.
    let [base, size] = match (spec.metric, layout.level().flips()) {
        (Metric::HalfTurn, 0) => [1.3, 0.0],
        (Metric::QuarterTurn, 0) => [5.0, 0.0],
        (Metric::HalfTurn, 0..=3) => [4.0, 5.0],
        (Metric::HalfTurn, 4..=7) => [44.0, 5.0],
        (Metric::HalfTurn, _) => [120.0, 40.0],
        (Metric::QuarterTurn, _) => [14.0, 10.0],
    };
    let gigabytes = layout.bytes() as f64 / 1e9;
    Duration::from_secs_f64((base + size * gigabytes) / threads as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Metric::HalfTurn;

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
            (0.3, None),
            (0.4, Some(0)),
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
    fn stronger_is_a_larger_h48_table() {
        let corners = TableSpec::new(crate::pdb::Pattern::Corners, HalfTurn);
        assert!(is_stronger(&h48(0), [corners]) && is_stronger(&h48(3), [h48(2), corners]));
        assert!(!is_stronger(&h48(3), [h48(3)]) && !is_stronger(&h48(3), [corners, h48(4)]));
    }

    /// 342,262,293 were counted for D L' D' B2 U2 L F2 D2 R' U' D2 F' L2 F B' L2 D B' with the table of the corners.
    #[test]
    fn expected_lookups_are_of_the_size_of_those_counted() {
        let corners =
            [1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736, 0, 0, 0, 0];
        let (one, two) = (expected_lookups(&[corners], 13), expected_lookups(&[corners, corners], 13));
        assert!((0.5..2.0).contains(&(one / 342_262_293.0)), "{one:e}");
        assert!(two < one / 3.0, "two tables are better than one: {two:e}");
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
        assert_eq!(kept_h48(Metric::QuarterTurn, directory.path(), u64::MAX), []);
    }

    #[test]
    fn larger_tables_take_longer_and_threads_help() {
        let times = [h48(0), h48(3), h48(6)].map(|spec| build_time(&spec, 2));
        assert!(times.is_sorted() && build_time(&h48(6), 16) < times[2]);
    }
}
