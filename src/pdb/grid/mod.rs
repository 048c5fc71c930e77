//! Building exact tables: breadth-first search from the solved state, level by level.

mod flips;
mod orbits;
mod orders;
mod reference;
mod shared;
mod twists;

use super::Done;
use super::distribution::{Distribution, count};
use super::file::Checkpoint;
use super::snapshot::{Snapshot, Unfinished, Unpacked};
use super::spec::{Pattern, TableSpec, UNSEEN, set_entry};
use crate::coord::Grid;
use crate::cube::{Cubies, Metric};
use crate::storage::{OutOfMemory, TableBuffer};
use flips::FlipLayers;
use orders::OrderLayers;
use rayon::prelude::*;
use reference::PlainLayers;
use std::sync::atomic::AtomicBool;
use twists::TwistLayers;

/// Builds a grid; see [`build`](super::build::build).
pub(super) fn build(
    pattern: Pattern,
    spec: &TableSpec,
    resume: Option<Checkpoint>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Snapshot<'_>),
) -> Result<(TableBuffer, Distribution), Unfinished> {
    let grid = Grid::new(pattern);
    let start = match resume {
        None => Start { depth: 0, table: None, stop },
        Some(Checkpoint { depth, mut table, .. }) => {
            forget_above(&mut table, depth);
            Start { depth, table: Some(table), stop }
        }
    };
    let mut depth = start.depth;
    let mut distribution = start.distribution(spec);
    let mut layers = layers(&grid, spec.metric, start)?;
    loop {
        let found = layers.expand(depth + 1, stop);
        if let Some(found) = found.filter(|&found| found > 0) {
            depth += 1;
            assert!(depth < UNSEEN, "no table of this puzzle is that deep");
            distribution[usize::from(depth)] = found;
            distribution[usize::from(UNSEEN)] -= found;
        }
        report(Snapshot::of_level(depth, &distribution, &mut *layers));
        match found {
            None => return Err(Unfinished::Interrupted { done: Done::Level(depth) }),
            Some(0) => return Ok((layers.into_table()?, distribution)),
            Some(_) if distribution[usize::from(UNSEEN)] == 0 => return Ok((layers.into_table()?, distribution)),
            Some(_) => {}
        }
    }
}

/// Builds a grid with the plain search against which the fast builders are tested. Cost: a few microseconds an entry.
///
/// # Errors
/// If the table does not fit into memory.
pub fn build_reference(pattern: Pattern, metric: Metric) -> Result<TableBuffer, OutOfMemory> {
    let running = AtomicBool::new(false);
    let mut layers = PlainLayers::new(&Grid::new(pattern), metric, Start { depth: 0, table: None, stop: &running })?;
    (1..).find(|&depth| layers.expand(depth, &running) == Some(0));
    Box::new(layers).into_table()
}

/// An implementation of breadth-first search.
trait GridLayers: Unpacked {
    /// Gives all unseen neighbours of entries at `depth - 1` the value `depth` and counts them. `None` if `stop` was
    /// raised during the level: some neighbours may still be unseen.
    fn expand(&mut self, depth: u8, stop: &AtomicBool) -> Option<u64>;

    /// Converts into the packed table, freeing everything else.
    fn into_table(self: Box<Self>) -> Result<TableBuffer, OutOfMemory>;
}

fn layers(grid: &Grid, metric: Metric, start: Start<'_>) -> Result<Box<dyn GridLayers>, OutOfMemory> {
    Ok(match grid.pattern() {
        Pattern::Corners => Box::new(TwistLayers::new(grid, metric, start)?),
        Pattern::EdgePermutation => Box::new(OrderLayers::new(grid, metric, start)?),
        Pattern::Edges(set) => match set.len() {
            4 => Box::new(FlipLayers::<1>::new(grid, metric, start)?),
            5 => Box::new(FlipLayers::<2>::new(grid, metric, start)?),
            6 => Box::new(FlipLayers::<4>::new(grid, metric, start)?),
            7 => Box::new(FlipLayers::<8>::new(grid, metric, start)?),
            8 => Box::new(FlipLayers::<16>::new(grid, metric, start)?),
            // Rows shorter than a word: at most 10,560 entries.
            _ => Box::new(PlainLayers::new(grid, metric, start)?),
        },
    })
}

/// The starting point of a search.
struct Start<'a> {
    depth: u8,
    /// The table of an interrupted build; otherwise only the solved state is known.
    table: Option<TableBuffer>,
    /// Raised when the build shall end. A new table is then unfinished, and no level of it is searched.
    stop: &'a AtomicBool,
}

impl Start<'_> {
    fn distribution(&self, spec: &TableSpec) -> Distribution {
        match &self.table {
            Some(table) => count(table, spec.entries()),
            None => {
                let mut distribution = [0; 16];
                distribution[0] = 1;
                distribution[usize::from(UNSEEN)] = spec.entries() - 1;
                distribution
            }
        }
    }

    fn into_table(self, grid: &Grid) -> Result<TableBuffer, OutOfMemory> {
        if let Some(table) = self.table {
            return Ok(table);
        }
        let entries = grid.rows() as u64 * grid.cells() as u64;
        let mut table = TableBuffer::filled_until(self.stop, entries.div_ceil(2), UNSEEN << 4 | UNSEEN)?;
        set_entry(&mut table, grid.index(&Cubies::SOLVED), 0);
        Ok(table)
    }
}

/// Makes every entry above `depth` unseen again: removes the remains of a level that was broken off.
fn forget_above(table: &mut [u8], depth: u8) {
    let keep = |value: u8| if value > depth { UNSEEN } else { value };
    table.par_chunks_mut(1 << 16).flatten().for_each(|byte| *byte = keep(*byte >> 4) << 4 | keep(*byte & 15));
}

#[cfg(test)]
pub(crate) mod race_tests;
#[cfg(test)]
pub(crate) mod tests;
