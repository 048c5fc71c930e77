//! The plain breadth-first search, entry by entry: the oracle for the fast builders, and good enough for tiny tables.

use super::{GridLayers, Start};
use crate::coord::{Grid, SlotMap};
use crate::cube::Metric;
use crate::pdb::snapshot::Unpacked;
use crate::pdb::spec::{UNSEEN, entry, set_entry};
use crate::storage::{OutOfMemory, TableBuffer};
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) struct PlainLayers {
    grid: Grid,
    maps: Vec<SlotMap>,
    table: TableBuffer,
}

impl PlainLayers {
    pub(super) fn new(grid: &Grid, metric: Metric, start: Start<'_>) -> Result<Self, OutOfMemory> {
        let maps = metric.moves().into_iter().map(|m| grid.slot_map(&[m])).collect();
        Ok(Self { grid: grid.clone(), maps, table: start.into_table(grid)? })
    }
}

impl Unpacked for PlainLayers {
    fn table(&mut self) -> Result<&TableBuffer, OutOfMemory> {
        Ok(&self.table)
    }
}

impl GridLayers for PlainLayers {
    fn expand(&mut self, depth: u8, stop: &AtomicBool) -> Option<u64> {
        let mut found = 0;
        for index in 0..self.grid.rows() as u64 * self.grid.cells() as u64 {
            if entry(&self.table, index) != depth - 1 {
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            for map in &self.maps {
                let image = self.grid.image(index, map);
                if entry(&self.table, image) == UNSEEN {
                    set_entry(&mut self.table, image, depth);
                    found += 1;
                }
            }
        }
        Some(found)
    }

    fn into_table(self: Box<Self>) -> Result<TableBuffer, OutOfMemory> {
        Ok(self.table)
    }
}
