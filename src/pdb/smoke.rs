//! The smoke test that every table passes before use: it takes milliseconds and catches a wrong metric, a wrong
//! numbering and shifted data, though not every wrong entry.

pub use super::smoke_error::SmokeError;

use super::h48::{self, Layout};
use super::smoke_error::{STEPS, WALKS};
use super::spec::{Pattern, TableKind, TableSpec, entry};
use crate::coord::{Grid, SlotMap};
use crate::cube::{Cubies, Metric};

/// Walks at random from the solved state, ten thousand steps in all: no entry may exceed the length of its walk, nor
/// differ from its neighbour by more than one. The entries of an H48 table may differ by more, but must fit the minima
/// of their lines.
///
/// # Errors
/// The first entry that violates this.
pub fn smoke_test(spec: &TableSpec, table: &[u8]) -> Result<(), SmokeError> {
    match spec.kind {
        TableKind::Grid(pattern) => test_grid(pattern, spec.metric, table),
        TableKind::H48(level) => h48::smoke_test(Layout::new(level, spec.metric), spec.metric, table),
    }
}

fn test_grid(pattern: Pattern, metric: Metric, table: &[u8]) -> Result<(), SmokeError> {
    let grid = Grid::new(pattern);
    let maps: Vec<SlotMap> = metric.moves().into_iter().map(|m| grid.slot_map(&[m])).collect();
    let mut random = fastrand::Rng::with_seed(0x5eed);
    for _ in 0..WALKS {
        let mut index = grid.index(&Cubies::SOLVED);
        let mut before = 0;
        for steps in 0..STEPS {
            let value = entry(table, index);
            if u64::from(value) > steps || value.abs_diff(before) > 1 {
                return Err(SmokeError { index, value, before, steps });
            }
            before = value;
            index = grid.image(index, &maps[random.usize(..maps.len())]);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::build::build_reference;
    use crate::pdb::spec::EdgeSet;

    #[test]
    fn tables_of_another_metric_numbering_or_place_do_not_pass() {
        let spec = |names: &str, metric| TableSpec::new(Pattern::Edges(EdgeSet::parse(names).unwrap()), metric);
        let right = spec("UR,UF,DL", Metric::HalfTurn);
        let mut table = build_reference(right.pattern().unwrap(), right.metric).unwrap();
        assert_eq!(smoke_test(&right, &table), Ok(()));
        assert!(smoke_test(&spec("FR,FL,BL", Metric::HalfTurn), &table).is_err());
        let quarter = spec("UR,UF,DL", Metric::QuarterTurn);
        let of_quarter_turns = build_reference(quarter.pattern().unwrap(), quarter.metric).unwrap();
        assert_eq!(smoke_test(&quarter, &of_quarter_turns), Ok(()));
        assert!(smoke_test(&right, &of_quarter_turns).is_err());
        table.rotate_right(64);
        assert!(smoke_test(&right, &table).is_err());
    }
}
