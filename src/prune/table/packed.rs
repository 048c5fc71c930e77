//! A cache of fixed size: one atomic word an entry, exact keys, no locks.

use super::bucket::{EntryLayout, bits_for, probe, store};
use super::counters::{Counters, Stored};
use super::mix::Mixer;
use super::{Key, TableStatistics, TranspositionError, TranspositionTable};
use crate::prune::{Context, Contexts};
use crate::storage::SharedWords;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The entries that one look-up reads.
const SLOTS: usize = 8;
const BUCKET_BYTES: u64 = 64;
const _: () = assert!(SLOTS * size_of::<AtomicU64>() == BUCKET_BYTES as usize);

/// No machine has more bytes of memory: 256 TB.
const LARGEST: u64 = 1 << 42;

/// A table of one atomic word an entry and eight entries a cache line, which replaces the entries of the fewest moves
/// when it is full.
///
/// A permutation of the keys spreads the states; the low bits of the image choose the bucket and all others are kept in
/// the word. The smaller the table, the more bits must be kept: the tag, the number of the context and the number of
/// moves share 64. The moves get five bits, for up to 30 of them, and up to eight where there is room. A table too
/// small for the tag is rejected. A table with room for the tag but not for all contexts (a learned automaton may have
/// a hundred thousand) omits those whose number is too large: they are never stored and never found, which costs hits
/// and nothing else. [`PackedTable::minimum_bytes`] gives both sizes.
#[derive(Debug)]
pub struct PackedTable {
    /// In buckets of [`SLOTS`], each a cache line.
    words: SharedWords,
    bucket_bits: u32,
    mixer: Mixer,
    layout: EntryLayout,
    contexts: Arc<Contexts>,
    counters: Counters,
}

impl PackedTable {
    /// The size in bytes of the smallest table for keys of `key_bits` bits, from 1 to 128, that can hold entries of
    /// `contexts` contexts. With one context, the smallest table of all. [`u64::MAX`] if no memory is large enough.
    pub const fn minimum_bytes(key_bits: u32, contexts: usize) -> u64 {
        let bucket_bits = (key_bits + EntryLayout::MOVE_BITS + bits_for(contexts)).saturating_sub(u64::BITS);
        if bucket_bits > 57 { u64::MAX } else { (BUCKET_BYTES) << bucket_bits }
    }

    /// A table of the largest power of two that is at most `bytes`, beside a few kilobytes of counters, for keys below
    /// `2^key_bits`.
    ///
    /// # Errors
    /// If this is too small to distinguish all states, or no memory is large enough, or there is not enough.
    ///
    /// # Panics
    /// If `key_bits` is not between 1 and 128.
    pub fn new(bytes: u64, key_bits: u32, contexts: Arc<Contexts>) -> Result<Self, TranspositionError> {
        let (mixer, minimum) = (Mixer::new(key_bits), Self::minimum_bytes(key_bits, 1));
        let too_small = match minimum {
            ..LARGEST => TranspositionError::TooSmall { bytes, minimum },
            LARGEST.. => TranspositionError::LongKeys { bits: key_bits },
        };
        if bytes < minimum {
            return Err(too_small);
        }
        let bucket_bits = (bytes / BUCKET_BYTES).ilog2().min(key_bits);
        let layout = EntryLayout::new(key_bits - bucket_bits, contexts.count()).ok_or(too_small)?;
        let words = SharedWords::zeroed((SLOTS as u64) << bucket_bits)?;
        Ok(Self { words, bucket_bits, mixer, layout, contexts, counters: Counters::new() })
    }

    /// The largest number of moves of an entry; larger numbers are stored as this one.
    pub fn longest(&self) -> u8 {
        self.layout.longest()
    }

    /// Number of contexts whose entries the table can hold: the first ones.
    pub fn stored_contexts(&self) -> usize {
        self.contexts.count().min(usize::try_from(self.layout.contexts()).unwrap_or(usize::MAX))
    }

    /// The slots that a state may take, and the tag that distinguishes it there.
    #[inline(always)]
    fn place(&self, key: Key) -> (&[AtomicU64; SLOTS], u64) {
        let (mixed, buckets) = (self.mixer.mix(key), self.words.as_chunks().0);
        (&buckets[mixed as usize & (buckets.len() - 1)], (mixed >> self.bucket_bits) as u64)
    }
}

impl TranspositionTable for PackedTable {
    #[inline]
    fn failed(&self, key: Key, context: Context, remaining: u8) -> Option<u8> {
        let (slots, tag) = self.place(key);
        let found = probe(slots, self.layout, tag, |stored| self.contexts.covers(stored, context));
        let failed = found.failed.filter(|&failed| failed >= remaining);
        self.counters.probed(found.seen, failed.is_some());
        failed
    }

    #[inline]
    fn store(&self, key: Key, context: Context, remaining: u8) {
        if context.index() >= self.stored_contexts() {
            return self.counters.stored(Stored::Refused, 0);
        }
        let (slots, tag) = self.place(key);
        let entry = self.layout.pack(tag, context, remaining.min(self.longest()));
        let (outcome, retries) = store(slots, self.layout, entry);
        self.counters.stored(outcome, retries);
    }

    fn statistics(&self) -> TableStatistics {
        self.counters.sums(size_of_val(&self.words[..]) as u64 + Counters::BYTES)
    }

    fn clear(&mut self) {
        // Pages that were never touched stay so.
        if self.statistics().inserts > 0 {
            self.words.iter().for_each(|word| word.store(0, Relaxed));
        }
        self.counters = Counters::new();
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::contexts;
    use super::*;
    use crate::prune::Automaton;

    #[test]
    fn the_smallest_table_is_as_announced() {
        // 66 + 5 bits leave 7 for the bucket, 18 contexts need 5 more.
        assert_eq!(PackedTable::minimum_bytes(66, 1), 64 << 7);
        assert_eq!(PackedTable::minimum_bytes(66, 18), 64 << 12);
        assert_eq!(PackedTable::minimum_bytes(66, 100_000), 64 << 24);
        assert_eq!(PackedTable::minimum_bytes(59, 1), 64);
        assert_eq!(PackedTable::minimum_bytes(128, 1), u64::MAX);
        for key_bits in [1, 59, 60, 66] {
            let minimum = PackedTable::minimum_bytes(key_bits, 1);
            assert!(PackedTable::new(minimum, key_bits, contexts()).is_ok());
            let error = PackedTable::new(minimum - 1, key_bits, contexts()).unwrap_err();
            assert_eq!(error, TranspositionError::TooSmall { bytes: minimum - 1, minimum });
        }
        assert!(matches!(PackedTable::new(1 << 62, 66, contexts()), Err(TranspositionError::OutOfMemory(_))));
    }

    #[test]
    fn contexts_that_do_not_fit_are_refused() {
        for (bytes, stored) in [(64 << 7, 1), (64 << 8, 2), (64 << 9, 4), (64 << 10, 4)] {
            let table = PackedTable::new(bytes, 66, contexts()).unwrap();
            assert_eq!(table.stored_contexts(), stored);
            for key in 0..8 {
                for number in 0..4 {
                    table.store(key << 60, Context::new(number), 9);
                }
            }
            let statistics = table.statistics();
            assert_eq!((statistics.inserts, statistics.refused), (8 * stored as u64, 32 - 8 * stored as u64));
            // The first context covers all others.
            assert!((0..8).all(|key| table.failed(key << 60, Context::new(3), 9) == Some(9)));
        }
    }

    #[test]
    fn long_searches_have_entries_where_there_is_room() {
        let free = || Arc::new(Contexts::new(&Automaton::free(3)));
        for (bytes, longest) in [(64 << 7, 30), (64 << 8, 62), (64 << 9, 126), (64 << 10, 254), (64 << 14, 254)] {
            let (table, context) = (PackedTable::new(bytes, 66, free()).unwrap(), Context::new(0));
            assert_eq!(table.longest(), longest);
            table.store(5, context, 40);
            assert_eq!(table.failed(5, context, 40), (longest >= 40).then_some(40));
            assert_eq!(table.failed(5, context, 30), Some(longest.min(40)));
        }
    }

    #[test]
    fn the_entry_of_fewest_moves_makes_room() {
        let free = Arc::new(Contexts::new(&Automaton::free(3)));
        let table = PackedTable::new(64, 20, free).unwrap();
        let context = Context::new(0);
        for key in 0..8 {
            table.store(key, context, 10 + key as u8);
        }
        table.store(100, context, 9);
        assert_eq!(table.failed(100, context, 0), None);
        table.store(101, context, 10);
        assert_eq!((table.failed(0, context, 0), table.failed(101, context, 0)), (None, Some(10)));
        table.store(7, context, 255);
        assert_eq!((table.failed(7, context, 254), table.failed(7, context, 255)), (Some(254), None));
        table.store(7, context, 3);
        assert_eq!(table.failed(7, context, 3), Some(254), "stores never lower");
        let statistics = table.statistics();
        assert_eq!(statistics.bytes, 64 + Counters::BYTES);
        assert_eq!((statistics.entries, statistics.inserts, statistics.replaced), (8, 9, 1));
        assert_eq!((statistics.refused, statistics.raised, statistics.chained), (1, 1, 8));
        assert_eq!((statistics.hits, statistics.stale), (3, 1));
    }
}
