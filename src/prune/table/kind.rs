//! Choosing a table by its name.

use crate::nearest::UnknownName;
use crate::storage::{OutOfMemory, available_memory};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The kinds of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TranspositionKind {
    /// No table: every visit is searched.
    #[default]
    None,
    /// [`PackedTable`](super::PackedTable): fixed memory, one atomic word an entry.
    Packed,
    /// [`EpochTable`](super::EpochTable): lock-free chains.
    Epoch,
    /// [`ShardedTable`](super::ShardedTable): a map of locked shards.
    Dashmap,
}

impl TranspositionKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::None, Self::Packed, Self::Epoch, Self::Dashmap];

    /// Its name, as read and written.
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

impl FromStr for TranspositionKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownName::new("table", name, "none, packed, epoch or dashmap"))
    }
}

/// The reason why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TranspositionError {
    /// The memory is not available.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The table is too small to distinguish all states, or to hold its buckets.
    #[error("a transposition table of {bytes} bytes is too small: at least {minimum} bytes are needed")]
    TooSmall {
        /// Bytes that it may take.
        bytes: u64,
        /// Bytes that it needs.
        minimum: u64,
    },
    /// The words of a [`PackedTable`](super::PackedTable) have no room for the keys, in any memory.
    #[error("keys of {bits} bits have no room in a packed table: epoch and dashmap keep whole keys")]
    LongKeys {
        /// Bits of a key.
        bits: u32,
    },
}

impl TranspositionError {
    pub(super) fn out_of_memory(needed: u64) -> Self {
        OutOfMemory { needed, available: available_memory() }.into()
    }
}

/// Checks that the memory for a growing table is available: it would otherwise end the process while growing.
pub(super) fn available_for(bytes: u64) -> Result<(), TranspositionError> {
    if bytes > available_memory() { Err(TranspositionError::out_of_memory(bytes)) } else { Ok(()) }
}
