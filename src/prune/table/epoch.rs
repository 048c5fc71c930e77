//! A table that keeps everything until its memory is used up: lock-free chains of allocated entries.

use super::chain::{Chain, Pin};
use super::counters::{Budget, Counters, Stored};
use super::kind::available_for;
use super::mix::hash;
use super::{Key, TableStatistics, TranspositionError, TranspositionTable};
use crate::prune::{Context, Contexts};
use std::sync::Arc;

/// One entry.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// In halves, since a whole one would be aligned to 16 bytes and make the entry half as large again.
    key: [u64; 2],
    context: Context,
    remaining: u8,
}

/// A table of lock-free chains, bounded only by a limit in bytes.
///
/// An entry that is stored again with more moves goes to the head of its chain, and then the weaker one is removed: a
/// probe never finds less than an earlier probe found that returned before the store began. Removed entries that
/// another thread may still be reading are freed later, and not counted. Past the limit, new entries are refused and
/// old ones can still be raised.
#[derive(Debug)]
pub struct EpochTable {
    chains: Box<[Chain<Entry>]>,
    contexts: Arc<Contexts>,
    budget: Budget,
    counters: Counters,
}

impl EpochTable {
    /// Memory of one entry.
    pub(super) const ENTRY_BYTES: u64 = Chain::<Entry>::NODE_BYTES;

    /// The number of buckets, a power of two, for which a table of `bytes` bytes has about one entry a bucket when
    /// full.
    pub fn buckets_for(bytes: u64) -> usize {
        let each = size_of::<Chain<Entry>>() as u64 + Self::ENTRY_BYTES;
        usize::try_from(1u64 << (bytes / each).max(1).ilog2()).unwrap_or(1)
    }

    /// A table of `buckets` buckets, rounded up to a power of two, that takes at most `max_bytes` with its entries, and
    /// a few kilobytes of counters.
    ///
    /// # Errors
    /// If the limit is too small for the buckets, or more than the available memory.
    pub fn new(buckets: usize, max_bytes: u64, contexts: Arc<Contexts>) -> Result<Self, TranspositionError> {
        available_for(max_bytes)?;
        let buckets = buckets.max(1).checked_next_power_of_two().unwrap_or(usize::MAX);
        let minimum = (size_of::<Chain<Entry>>() as u64).saturating_mul(buckets as u64);
        let for_entries =
            max_bytes.checked_sub(minimum).ok_or(TranspositionError::TooSmall { bytes: max_bytes, minimum })?;
        let mut chains = Vec::new();
        chains.try_reserve_exact(buckets).map_err(|_| TranspositionError::out_of_memory(minimum))?;
        chains.resize_with(buckets, Chain::default);
        let budget = Budget::new(for_entries / Self::ENTRY_BYTES);
        Ok(Self { chains: chains.into(), contexts, budget, counters: Counters::new() })
    }

    #[inline(always)]
    fn chain(&self, key: Key) -> &Chain<Entry> {
        &self.chains[hash(key) as usize & (self.chains.len() - 1)]
    }

    /// Tries to store an entry into the chain as it is now: returns the outcome, or `None` if the chain changed.
    fn try_store(&self, chain: &Chain<Entry>, entry: Entry, pin: &Pin, reserved: &mut bool) -> Option<Stored> {
        let view = chain.view(pin);
        let (mut chained, mut best) = (false, None);
        for old in view.iter() {
            if old.key != entry.key {
                chained = true;
            } else if old.context == entry.context {
                best = best.max(Some(old.remaining));
            }
        }
        if best >= Some(entry.remaining) {
            return Some(Stored::Known);
        }
        if best.is_none() && !*reserved {
            *reserved = self.budget.take();
            if !*reserved {
                return Some(Stored::Refused);
            }
        }
        chain.push(&view, entry).ok()?;
        if best.is_none() {
            *reserved = false;
            return Some(Stored::Inserted { chained });
        }
        let weaker =
            |old: &Entry| old.key == entry.key && old.context == entry.context && old.remaining < entry.remaining;
        chain.remove(pin, weaker);
        Some(Stored::Raised)
    }
}

/// The halves of a key.
#[inline(always)]
fn halves(key: Key) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

impl TranspositionTable for EpochTable {
    fn failed(&self, key: Key, context: Context, remaining: u8) -> Option<u8> {
        let (pin, halves) = (Pin::new(), halves(key));
        let (mut seen, mut best) = (false, None);
        for entry in self.chain(key).view(&pin).iter().filter(|entry| entry.key == halves) {
            seen = true;
            if Some(entry.remaining) > best && self.contexts.covers(entry.context, context) {
                best = Some(entry.remaining);
            }
        }
        let failed = best.filter(|&best| best >= remaining);
        self.counters.probed(seen, failed.is_some());
        failed
    }

    fn store(&self, key: Key, context: Context, remaining: u8) {
        let (pin, chain) = (Pin::new(), self.chain(key));
        let entry = Entry { key: halves(key), context, remaining };
        let (mut reserved, mut retries) = (false, 0);
        let outcome = loop {
            match self.try_store(chain, entry, &pin, &mut reserved) {
                Some(outcome) => break outcome,
                None => retries += 1,
            }
        };
        if reserved {
            self.budget.put_back();
        }
        self.counters.stored(outcome, retries);
    }

    fn statistics(&self) -> TableStatistics {
        let fixed = size_of_val(&self.chains[..]) as u64 + Counters::BYTES + Budget::BYTES;
        let mut statistics = self.counters.sums(fixed);
        statistics.bytes += statistics.entries * Self::ENTRY_BYTES;
        statistics
    }

    fn clear(&mut self) {
        if self.statistics().inserts > 0 {
            self.chains.fill_with(Chain::default);
        }
        self.budget = self.budget.renewed();
        self.counters = Counters::new();
    }
}
