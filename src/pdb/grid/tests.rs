//! Compares the fast builders with the plain search and published counts.

use super::*;
use crate::effort::or_full;
use crate::pdb::TableSpec;
use crate::pdb::build::build;
use crate::pdb::spec::EdgeSet;
use crate::storage::TableMemory;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

pub(super) fn edges(names: &str, metric: Metric) -> TableSpec {
    TableSpec::new(Pattern::Edges(EdgeSet::parse(names).unwrap()), metric)
}

pub(super) fn build_all(spec: &TableSpec) -> (TableBuffer, Distribution) {
    build(spec, None, &AtomicBool::new(false), |_| ()).unwrap()
}

/// The corner table, built once for all tests.
pub(crate) fn corner_table(metric: Metric) -> &'static (Arc<TableMemory>, Distribution) {
    static TABLES: [OnceLock<(Arc<TableMemory>, Distribution)>; 2] = [const { OnceLock::new() }; 2];
    TABLES[usize::from(metric == Metric::QuarterTurn)].get_or_init(|| {
        let (table, distribution) = build_all(&TableSpec::new(Pattern::Corners, metric));
        (Arc::new(table.freeze()), distribution)
    })
}

#[test]
fn fast_edge_tables_equal_the_plain_ones() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let names = ["UR,UF,UL,UB", "UF,DR,FL,BR", "UR,DF,FR,FL,DB"];
        for names in or_full(&names[..2], &names) {
            let spec = edges(names, metric);
            let (table, distribution) = build_all(&spec);
            let reference = build_reference(spec.pattern().unwrap(), metric).unwrap();
            assert!(table.as_ref() == reference.as_ref(), "{spec}");
            assert_eq!(distribution, count(&reference, spec.entries()));
        }
    }
}

/// The first three levels of the large tables against the plain search, entry by entry. In the short tier, one table
/// for each metric.
#[test]
fn first_levels_of_large_tables_equal_the_plain_ones() {
    for (number, metric) in [Metric::HalfTurn, Metric::QuarterTurn].into_iter().enumerate() {
        let edges = edges("UR,UF,UL,UB,FR,FL", metric).pattern().unwrap();
        let patterns = [Pattern::Corners, edges, Pattern::EdgePermutation];
        for &pattern in or_full(&patterns[number..=number], &patterns) {
            let spec = TableSpec::new(pattern, metric);
            let grid = Grid::new(pattern);
            let stop = AtomicBool::new(false);
            let start = || Start { depth: 0, table: None, stop: &stop };
            let mut fast = layers(&grid, metric, start()).unwrap();
            let mut plain = PlainLayers::new(&grid, metric, start()).unwrap();
            for depth in 1..=3 {
                assert_eq!(fast.expand(depth, &stop), plain.expand(depth, &stop));
            }
            assert!(fast.table().unwrap().as_ref() == plain.table().unwrap().as_ref(), "{spec}");
        }
    }
}

/// It ends while the table is being made, which is then not used.
#[test]
fn a_build_that_is_stopped_at_once_has_no_level() {
    for pattern in [Pattern::Corners, edges("UR,UF,UL,UB,FR", Metric::HalfTurn).pattern().unwrap()] {
        let spec = TableSpec::new(pattern, Metric::HalfTurn);
        let mut levels = Vec::new();
        let ended = build(&spec, None, &AtomicBool::new(true), |snapshot| {
            levels.push(snapshot.done);
        });
        assert!(matches!(ended, Err(Unfinished::Interrupted { done: Done::Level(0) })) && levels == [Done::Level(0)]);
    }
}

/// OEIS A080629 and A080630.
#[test]
fn corner_counts_are_the_published_ones() {
    let (_, htm) = corner_table(Metric::HalfTurn);
    assert_eq!(
        htm[..12],
        [1, 18, 243, 2874, 28000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64736]
    );
    let (_, qtm) = corner_table(Metric::QuarterTurn);
    assert_eq!(
        qtm[..15],
        [
            1, 12, 114, 924, 6539, 39528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448, 18_780_864,
            2_166_720, 6624
        ]
    );
}

#[test]
fn a_broken_off_build_is_taken_up_to_the_same_table() {
    let specs = [edges("UR,UF,UL,DB,FR", Metric::HalfTurn), TableSpec::new(Pattern::Corners, Metric::QuarterTurn)];
    for spec in or_full(&specs[..1], &specs) {
        let (whole, distribution) = build_all(spec);
        let stop = AtomicBool::new(false);
        let mut saved = None;
        let result = build(spec, None, &stop, |mut snapshot| {
            let Done::Level(depth) = snapshot.done else { panic!("a grid is built by levels") };
            if depth == 4 {
                stop.store(true, Ordering::Relaxed);
            }
            let mut table = TableBuffer::zeroed(spec.bytes()).unwrap();
            table.copy_from_slice(snapshot.table().unwrap());
            // A level that was broken off leaves some of its marks in the table.
            set_entry(&mut table, spec.entries() - 1, depth + 1);
            saved = Some(Checkpoint { depth, distribution: *snapshot.distribution, table });
        });
        assert!(matches!(result, Err(Unfinished::Interrupted { done: Done::Level(4) })));
        let stop = AtomicBool::new(false);
        let (resumed, again) = build(spec, saved, &stop, |_| ()).unwrap();
        assert!(whole.as_ref() == resumed.as_ref());
        assert_eq!(distribution, again);
    }
}
