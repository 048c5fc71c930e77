//! Tables under construction: the finished part, as it is reported, saved and resumed.

use super::Done;
use super::distribution::Distribution;
use super::spec::UNSEEN;
use crate::storage::{OutOfMemory, TableBuffer};
use thiserror::Error;

/// The reason why a build ended without a table.
#[derive(Debug, Error)]
pub enum Unfinished {
    /// The table does not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The stop flag was raised. The finished part can be resumed.
    #[error("interrupted after {done}")]
    Interrupted {
        /// The finished part.
        done: Done,
    },
}

/// A table under construction: the finished part is complete, the rest unseen.
pub struct Snapshot<'a> {
    /// The finished part.
    pub done: Done,
    /// The finished fraction of the work, 0 to 1. A build whose work is not known in advance counts entries.
    pub fraction: f64,
    /// Entries at each depth so far.
    pub distribution: &'a Distribution,
    source: Source<'a>,
}

/// A table in another form than that of the file.
pub(super) trait Unpacked {
    /// The packed table as known so far.
    fn table(&mut self) -> Result<&TableBuffer, OutOfMemory>;
}

/// The location of a table under construction.
enum Source<'a> {
    Unpacked(&'a mut dyn Unpacked),
    Table(&'a TableBuffer),
}

impl<'a> Snapshot<'a> {
    pub(super) fn of_level(depth: u8, distribution: &'a Distribution, layers: &'a mut dyn Unpacked) -> Self {
        let entries: u64 = distribution.iter().sum();
        let fraction = 1.0 - distribution[usize::from(UNSEEN)] as f64 / entries as f64;
        Self { done: Done::Level(depth), fraction, distribution, source: Source::Unpacked(layers) }
    }

    pub(super) fn of_table(done: Done, fraction: f64, distribution: &'a Distribution, table: &'a TableBuffer) -> Self {
        Self { done, fraction, distribution, source: Source::Table(table) }
    }

    /// Returns the packed entries. Entries beyond the finished part, if the current step was broken off, are invalid.
    ///
    /// # Errors
    /// If there is not enough memory for packing.
    pub fn table(&mut self) -> Result<&TableBuffer, OutOfMemory> {
        match &mut self.source {
            Source::Unpacked(layers) => layers.table(),
            Source::Table(table) => Ok(table),
        }
    }
}
