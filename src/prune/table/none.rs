//! No transposition table.

use super::{Key, TableStatistics, TranspositionTable};
use crate::prune::Context;

/// The table without entries.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl TranspositionTable for NoTable {
    fn failed(&self, _: Key, _: Context, _: u8) -> Option<u8> {
        None
    }

    fn store(&self, _: Key, _: Context, _: u8) {}

    fn statistics(&self) -> TableStatistics {
        TableStatistics::default()
    }

    fn clear(&mut self) {}
}
