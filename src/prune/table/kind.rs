//! Choosing a table by its name.

use super::{EpochTable, Key, PackedTable, ShardedTable, TableStatistics, TranspositionTable};
use crate::prune::{Context, Contexts};
use crate::storage::{OutOfMemory, available_memory};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use thiserror::Error;

/// The kinds of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TranspositionKind {
    /// No table: every visit is searched.
    #[default]
    None,
    /// [`PackedTable`]: fixed memory, one atomic word an entry.
    Packed,
    /// [`EpochTable`]: lock-free chains.
    Epoch,
    /// [`ShardedTable`]: a map of locked shards.
    Dashmap,
}

impl TranspositionKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::None, Self::Packed, Self::Epoch, Self::Dashmap];

    /// Its name, as it is read and written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Packed => "packed",
            Self::Epoch => "epoch",
            Self::Dashmap => "dashmap",
        }
    }
}

impl fmt::Display for TranspositionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no kind of table has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown table '{}': none, packed, epoch and dashmap are known", .0.escape_debug())]
pub struct UnknownTable(String);

impl FromStr for TranspositionKind {
    type Err = UnknownTable;

    fn from_str(name: &str) -> Result<Self, UnknownTable> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownTable(name.to_owned()))
    }
}

/// Why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The memory is not there.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The table is too small to tell all states apart, or to hold its buckets.
    #[error("a transposition table of {bytes} bytes is too small: at least {minimum} bytes are needed")]
    TooSmall {
        /// Bytes that it may take.
        bytes: u64,
        /// Bytes that it needs.
        minimum: u64,
    },
}

impl TableError {
    pub(super) fn out_of_memory(needed: u64) -> Self {
        OutOfMemory { needed, available: available_memory() }.into()
    }
}

/// Whether a table that grows may be allowed so many bytes: it would otherwise end the process on its way there.
pub(super) fn available_for(bytes: u64) -> Result<(), TableError> {
    if bytes > available_memory() { Err(TableError::out_of_memory(bytes)) } else { Ok(()) }
}

/// A table of a kind, of at most `bytes` beside a few kilobytes of counters, for keys below `2^key_bits`.
///
/// # Errors
/// If this is too small for any table of this kind, or there is not so much memory.
///
/// # Panics
/// If `key_bits` is not between 1 and 128.
pub fn build_table(
    kind: TranspositionKind,
    bytes: u64,
    key_bits: u32,
    contexts: Arc<Contexts>,
) -> Result<Box<dyn TranspositionTable>, TableError> {
    Ok(match kind {
        TranspositionKind::None => Box::new(NoTable),
        TranspositionKind::Packed => Box::new(PackedTable::new(bytes, key_bits, contexts)?),
        TranspositionKind::Epoch => Box::new(EpochTable::new(EpochTable::buckets_for(bytes), bytes, contexts)?),
        TranspositionKind::Dashmap => Box::new(ShardedTable::new(bytes, contexts)?),
    })
}

/// The table that knows nothing.
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
}
