//! Building tables: breadth-first search from the solved state, level by level, on all threads of the rayon pool.

mod flips;
mod orbits;
mod orders;
mod reference;
mod shared;
mod twists;

pub use super::distribution::{Distribution, count};

use super::memory::{OutOfMemory, TableBuffer};
use super::spec::{Pattern, TableSpec, UNSEEN, set_entry};
use crate::coord::Grid;
use crate::cube::{Cubies, MetricKind};
use flips::FlipLayers;
use orders::OrderLayers;
use rayon::prelude::*;
use reference::PlainLayers;
use std::sync::atomic::AtomicBool;
use thiserror::Error;
use twists::TwistLayers;

/// Why a build ended without a table.
#[derive(Debug, Error)]
pub enum BuildError<E> {
    /// The table does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The stop flag was raised. The finished levels can be taken up again.
    #[error("interrupted after level {depth}")]
    Interrupted {
        /// Last finished level.
        depth: u8,
    },
    /// The caller's report of a level failed.
    #[error(transparent)]
    Report(E),
}

/// Levels that are finished: all entries up to `depth`, the others unseen.
pub struct Snapshot<'a> {
    /// Last finished level.
    pub depth: u8,
    /// Entries at each depth so far.
    pub distribution: &'a Distribution,
    layers: &'a mut dyn Layers,
}

impl Snapshot<'_> {
    /// The packed entries. Those beyond `depth`, if the current level was broken off, do not count.
    ///
    /// # Errors
    /// If packing needs memory that is not there.
    pub fn table(&mut self) -> Result<&TableBuffer, OutOfMemory> {
        self.layers.table()
    }
}

/// A build to be taken up again.
pub struct Resume {
    /// Last finished level.
    pub depth: u8,
    /// Its table: entries above `depth` are ignored.
    pub table: TableBuffer,
}

/// Bytes that building a table takes at its peak, the table included.
pub fn memory_needed(spec: &TableSpec) -> u64 {
    match spec.pattern {
        // Beside the packed table: two sets, what was seen, and four planes, 81 words a row each.
        Pattern::Corners => spec.bytes() + spec.pattern.rows() * 81 * 4 * 7,
        _ => spec.bytes() + (1 << 20),
    }
}

/// Builds a table. `report` is called after every finished level, and once more when `stop` breaks a level off (with
/// the finished part); it may save a checkpoint.
///
/// The search is exhaustive: a table is complete when a level finds nothing new.
///
/// # Errors
/// See [`BuildError`].
pub fn build<E>(
    spec: &TableSpec,
    resume: Option<Resume>,
    stop: &AtomicBool,
    mut report: impl FnMut(Snapshot<'_>) -> Result<(), E>,
) -> Result<(TableBuffer, Distribution), BuildError<E>> {
    let grid = Grid::new(spec.pattern);
    let start = match resume {
        None => Start { depth: 0, table: None },
        Some(Resume { depth, mut table }) => {
            forget_above(&mut table, depth);
            Start { depth, table: Some(table) }
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
        report(Snapshot { depth, distribution: &distribution, layers: &mut *layers }).map_err(BuildError::Report)?;
        match found {
            None => return Err(BuildError::Interrupted { depth }),
            Some(0) => return Ok((layers.into_table()?, distribution)),
            Some(_) if distribution[usize::from(UNSEEN)] == 0 => return Ok((layers.into_table()?, distribution)),
            Some(_) => {}
        }
    }
}

/// Builds a table with the plain search, which the fast builders are tested against. Cost: a few microseconds an entry.
///
/// # Errors
/// If the table does not fit into memory.
pub fn build_reference(spec: &TableSpec) -> Result<TableBuffer, OutOfMemory> {
    let mut layers = PlainLayers::new(&Grid::new(spec.pattern), spec.metric, Start { depth: 0, table: None })?;
    let running = AtomicBool::new(false);
    (1..).find(|&depth| layers.expand(depth, &running) == Some(0));
    Box::new(layers).into_table()
}

/// One way of doing a breadth-first search.
trait Layers {
    /// Gives all unseen neighbours of entries at `depth - 1` the value `depth` and counts them. `None` if `stop` was
    /// raised on the way: some neighbours may still be unseen.
    fn expand(&mut self, depth: u8, stop: &AtomicBool) -> Option<u64>;

    /// The packed table as far as it is known.
    fn table(&mut self) -> Result<&TableBuffer, OutOfMemory>;

    /// The packed table, giving up everything else.
    fn into_table(self: Box<Self>) -> Result<TableBuffer, OutOfMemory>;
}

fn layers(grid: &Grid, metric: MetricKind, start: Start) -> Result<Box<dyn Layers>, OutOfMemory> {
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

/// Where a search begins.
struct Start {
    depth: u8,
    /// The table of a broken-off build; otherwise only the solved state is known.
    table: Option<TableBuffer>,
}

impl Start {
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
        let mut table = TableBuffer::filled(entries.div_ceil(2), UNSEEN << 4 | UNSEEN)?;
        set_entry(&mut table, grid.index(&Cubies::SOLVED), 0);
        Ok(table)
    }
}

/// Makes every entry above `depth` unseen again: what is left of a level that was broken off.
fn forget_above(table: &mut [u8], depth: u8) {
    let keep = |value: u8| if value > depth { UNSEEN } else { value };
    table.par_chunks_mut(1 << 16).flatten().for_each(|byte| *byte = keep(*byte >> 4) << 4 | keep(*byte & 15));
}

#[cfg(test)]
mod tests;
