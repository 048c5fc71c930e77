//! Transposition tables: states that are known to fail, shared by all workers.
//!
//! An entry is a theorem about a state, a context and a number of moves `r`: *no sequence of at most `r` moves that the
//! context allows takes the state to the goal*. Entries are exact (the whole identity of a state is kept, never a hash
//! of it alone) and stay true, for one goal and one automaton. So a table may drop entries, or keep an older and weaker
//! one, and stays correct; but it must never return a number of moves that was not stored for that very state under a
//! context that covers the requested one.

mod bucket;
mod chain;
#[cfg(all(test, not(any(thread_sanitizer, address_sanitizer))))]
mod chain_models;
#[cfg(test)]
mod chain_tests;
mod counters;
mod epoch;
mod kind;
mod mix;
mod none;
mod packed;
mod sharded;
#[cfg(test)]
mod tests;

pub use epoch::EpochTable;
pub use kind::{TranspositionError, TranspositionKind};
pub use none::NoTable;
pub use packed::PackedTable;
pub use sharded::ShardedTable;

use super::contexts::{Context, Contexts};
// The reclamation of the chains; their models use another one.
use crossbeam_epoch as reclamation;
use serde::Serialize;
use std::sync::Arc;

/// The exact identity of a state: a number unique to it.
pub type Key = u128;

/// Statistics of a table. Counts are exact; `bytes` includes all memory that the table has allocated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableStatistics {
    /// Visits pruned by an entry.
    pub hits: u64,
    /// Entries found, but for too few moves or a context that does not cover the visit.
    pub stale: u64,
    /// Stores that added an entry.
    pub inserts: u64,
    /// Inserts in place of an entry of another state or context.
    pub replaced: u64,
    /// Stores that raised the number of moves of an entry.
    pub raised: u64,
    /// Stores that found no room, or a bucket full of better entries.
    pub refused: u64,
    /// Compare-and-swap operations lost to another worker.
    pub cas_retries: u64,
    /// Inserts into a bucket that held another state already.
    pub chained: u64,
    /// Entries in the table.
    pub entries: u64,
    /// Memory in bytes.
    pub bytes: u64,
}

impl std::ops::AddAssign for TableStatistics {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.stale += other.stale;
        self.inserts += other.inserts;
        self.replaced += other.replaced;
        self.raised += other.raised;
        self.refused += other.refused;
        self.cas_retries += other.cas_retries;
        self.chained += other.chained;
        self.entries += other.entries;
        self.bytes += other.bytes;
    }
}

/// A table that all workers read and write at the same time.
pub trait TranspositionTable: Send + Sync {
    /// Returns the largest number of moves for which the table knows that the state fails under `context`, if it is at
    /// least `remaining`: no sequence of at most that many moves that `context` allows takes the state to the goal.
    fn failed(&self, key: Key, context: Context, remaining: u8) -> Option<u8>;

    /// Records that no sequence of at most `remaining` moves that `context` allows takes the state to the goal. The
    /// caller has proven it.
    fn store(&self, key: Key, context: Context, remaining: u8);

    /// Statistics since it was made, or emptied.
    fn statistics(&self) -> TableStatistics;

    /// Removes all entries, and counts from zero.
    fn clear(&mut self);
}

/// A table of a kind, of at most `bytes` beside a few kilobytes of counters, for keys below `2^key_bits`.
///
/// # Errors
/// If this is too small for any table of this kind, or there is not enough memory.
///
/// # Panics
/// If `key_bits` is not between 1 and 128.
pub fn build_table(
    kind: TranspositionKind,
    bytes: u64,
    key_bits: u32,
    contexts: Arc<Contexts>,
) -> Result<Box<dyn TranspositionTable>, TranspositionError> {
    Ok(match kind {
        TranspositionKind::None => Box::new(NoTable),
        TranspositionKind::Packed => Box::new(PackedTable::new(bytes, key_bits, contexts)?),
        TranspositionKind::Epoch => Box::new(EpochTable::new(EpochTable::buckets_for(bytes), bytes, contexts)?),
        TranspositionKind::Dashmap => Box::new(ShardedTable::new(bytes, contexts)?),
    })
}
