//! The baseline: a hash map in shards with a lock each.

use super::counters::{Budget, Counters, Stored};
use super::kind::available_for;
use super::mix::hash;
use super::{Key, TableStatistics, TranspositionError, TranspositionTable};
use crate::prune::{Context, Contexts};
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// The hash of the other tables, so that a comparison is one of tables.
#[derive(Clone, Copy, Default, Debug)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }

    fn write_u128(&mut self, key: Key) {
        self.0 = hash(key);
    }
}

#[derive(Clone, Copy, Debug)]
struct Failure {
    context: Context,
    remaining: u8,
}

/// The failures of one state: mostly one.
#[derive(Clone, Debug)]
struct Failures {
    first: Failure,
    others: Vec<Failure>,
}

impl Failures {
    fn iter(&self) -> impl Iterator<Item = &Failure> {
        [&self.first].into_iter().chain(&self.others)
    }

    fn find(&mut self, context: Context) -> Option<&mut Failure> {
        [&mut self.first].into_iter().chain(&mut self.others).find(|failure| failure.context == context)
    }
}

/// A table over [`dashmap`](https://docs.rs/dashmap), which locks a shard for every look-up: the baseline for lock-free
/// tables.
#[derive(Debug)]
pub struct ShardedTable {
    map: DashMap<Key, Failures, BuildHasherDefault<KeyHasher>>,
    contexts: Arc<Contexts>,
    budget: Budget,
    counters: Counters,
}

impl ShardedTable {
    /// A slot and its control byte.
    const SLOT_BYTES: u64 = size_of::<(Key, Failures)>() as u64 + 1;

    /// The most that one entry can take: a map is at least 7/16 full after it has grown. Another context of the same
    /// state takes less, its place in a list.
    const ENTRY_BYTES: u64 = Self::SLOT_BYTES * 16 / 7;

    /// A table that takes at most about `max_bytes` with its entries, and a few kilobytes of counters and empty shards.
    ///
    /// # Errors
    /// If the limit does not allow one entry, or is more than the available memory.
    pub fn new(max_bytes: u64, contexts: Arc<Contexts>) -> Result<Self, TranspositionError> {
        if max_bytes < Self::ENTRY_BYTES {
            return Err(TranspositionError::TooSmall { bytes: max_bytes, minimum: Self::ENTRY_BYTES });
        }
        available_for(max_bytes)?;
        let budget = Budget::new(max_bytes / Self::ENTRY_BYTES);
        Ok(Self { map: DashMap::default(), contexts, budget, counters: Counters::new() })
    }

    fn try_store(&self, key: Key, new: Failure) -> Stored {
        match self.map.entry(key) {
            Entry::Vacant(_) if !self.budget.take() => Stored::Refused,
            Entry::Vacant(vacant) => {
                vacant.insert(Failures { first: new, others: Vec::new() });
                // The map does not reveal which states share a group of its slots.
                Stored::Inserted { chained: false }
            }
            Entry::Occupied(mut occupied) => match occupied.get_mut().find(new.context) {
                Some(old) if old.remaining >= new.remaining => Stored::Known,
                Some(old) => {
                    old.remaining = new.remaining;
                    Stored::Raised
                }
                None if !self.budget.take() => Stored::Refused,
                None => {
                    occupied.get_mut().others.push(new);
                    Stored::Inserted { chained: false }
                }
            },
        }
    }
}

impl TranspositionTable for ShardedTable {
    fn failed(&self, key: Key, context: Context, remaining: u8) -> Option<u8> {
        let found = self.map.get(&key);
        let speak = |failure: &&Failure| self.contexts.covers(failure.context, context);
        let best = found.as_ref().and_then(|failures| failures.iter().filter(speak).map(|f| f.remaining).max());
        let failed = best.filter(|&best| best >= remaining);
        self.counters.probed(found.is_some(), failed.is_some());
        failed
    }

    fn store(&self, key: Key, context: Context, remaining: u8) {
        self.counters.stored(self.try_store(key, Failure { context, remaining }), 0);
    }

    /// `cas_retries` and `chained` stay 0: the map does not report them.
    fn statistics(&self) -> TableStatistics {
        let slots = self.map.capacity() as u64 * Self::SLOT_BYTES;
        let mut statistics = self.counters.sums(slots + Counters::BYTES + Budget::BYTES);
        let listed = statistics.entries.saturating_sub(self.map.len() as u64);
        statistics.bytes += listed * size_of::<Failure>() as u64;
        statistics
    }

    fn clear(&mut self) {
        self.map = DashMap::default();
        self.budget = self.budget.renewed();
        self.counters = Counters::new();
    }
}
