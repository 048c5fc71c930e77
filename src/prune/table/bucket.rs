//! Entries of one atomic word, in buckets that share a cache line.
//!
//! # Why relaxed operations are enough
//! An entry is one word: it is read and written whole, so no thread sees half of one. It refers to no other memory, so
//! nothing must be visible before it. And it states a theorem that stays true: it cannot become wrong, whichever other
//! entries a thread has seen, in whatever order, and however old the word is that it reads. A word that comes back
//! between the read and the exchange (the ABA problem) has the same meaning as before. The compare-and-swap only has to
//! ensure that no entry is lowered: it replaces the very word that was found to be weaker.
//!
//! The functions are generic over the word so that tests can run them on a model of the memory that tries all orders.

use super::counters::Stored;
use crate::prune::Context;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A 64-bit word that several threads may use at once, with relaxed ordering.
pub trait AtomicWord {
    /// Returns some word that was stored, at least as new as any this thread has seen.
    fn load(&self) -> u64;

    /// Replaces `current` by `new`.
    ///
    /// # Errors
    /// If the word differs from `current`.
    fn compare_exchange(&self, current: u64, new: u64) -> Result<u64, u64>;
}

impl AtomicWord for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        AtomicU64::load(self, Relaxed)
    }

    #[inline(always)]
    fn compare_exchange(&self, current: u64, new: u64) -> Result<u64, u64> {
        AtomicU64::compare_exchange(self, current, new, Relaxed, Relaxed)
    }
}

/// The layout of a word: from the top the tag, the number of the context, and the number of moves plus one, so that
/// zero is no entry. Contexts come before long searches: the moves get more than their fewest bits only of those that
/// are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntryLayout {
    context_bits: u32,
    move_bits: u32,
}

impl EntryLayout {
    /// The fewest bits for the number of moves: enough for a 3x3x3 in both metrics.
    pub(super) const MOVE_BITS: u32 = 5;
    /// As many bits as any number of moves needs.
    const MOST_MOVE_BITS: u32 = 8;

    /// The layout for tags of `tag_bits` bits: the contexts get the bits they need, or the remaining ones. `None` if
    /// the tag does not fit.
    pub(super) fn new(tag_bits: u32, contexts: usize) -> Option<Self> {
        let left = (u64::BITS - Self::MOVE_BITS).checked_sub(tag_bits)?;
        let context_bits = left.min(bits_for(contexts));
        let move_bits = (Self::MOVE_BITS + left - context_bits).min(Self::MOST_MOVE_BITS);
        Some(Self { context_bits, move_bits })
    }

    /// The largest number of moves that fits.
    pub(super) const fn longest(self) -> u8 {
        ((1u32 << self.move_bits) - 2) as u8
    }

    /// Number of contexts that fit.
    pub(super) const fn contexts(self) -> u64 {
        1 << self.context_bits
    }

    /// The word of an entry whose parts fit.
    #[inline(always)]
    pub(super) fn pack(self, tag: u64, context: Context, remaining: u8) -> u64 {
        debug_assert!((context.index() as u64) < self.contexts() && remaining <= self.longest());
        (tag << self.context_bits | context.index() as u64) << self.move_bits | (u64::from(remaining) + 1)
    }

    #[inline(always)]
    fn tag(self, word: u64) -> u64 {
        word >> self.move_bits >> self.context_bits
    }

    #[inline(always)]
    fn context(self, word: u64) -> Context {
        Context::new((word >> self.move_bits & (self.contexts() - 1)) as u32)
    }

    /// The number of moves plus one; zero if there is no entry.
    #[inline(always)]
    const fn moves(self, word: u64) -> u64 {
        word & ((1 << self.move_bits) - 1)
    }
}

/// Bits needed to distinguish the contexts.
pub(super) const fn bits_for(contexts: usize) -> u32 {
    usize::BITS - contexts.saturating_sub(1).leading_zeros()
}

/// The entries of a state in a bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// True if the bucket has entries of the state at all.
    pub(super) seen: bool,
    /// The largest number of moves under a context that covers the visit.
    pub(super) failed: Option<u8>,
}

/// Searches a bucket.
#[inline(always)]
pub(super) fn probe<W: AtomicWord>(
    slots: &[W],
    layout: EntryLayout,
    tag: u64,
    covers: impl Fn(Context) -> bool,
) -> Found {
    let (mut seen, mut best) = (false, 0);
    for slot in slots {
        let word = slot.load();
        if layout.tag(word) == tag && layout.moves(word) > 0 {
            seen = true;
            if layout.moves(word) > best && covers(layout.context(word)) {
                best = layout.moves(word);
            }
        }
    }
    Found { seen, failed: best.checked_sub(1).map(|moves| moves as u8) }
}

/// Stores a packed entry; also returns how often another thread was faster.
///
/// Two threads that store the same state at the same time may both find a slot, if the entries that they replace
/// differ. That wastes a slot but is correct: a probe reads both.
#[inline]
pub(super) fn store<W: AtomicWord>(slots: &[W], layout: EntryLayout, entry: u64) -> (Stored, u64) {
    let mut retries = 0;
    loop {
        let (at, current, outcome) = plan(slots, layout, entry);
        if matches!(outcome, Stored::Known | Stored::Refused) || slots[at].compare_exchange(current, entry).is_ok() {
            return (outcome, retries);
        }
        retries += 1;
    }
}

/// Chooses the slot for an entry; also returns the word that was there.
#[inline(always)]
fn plan<W: AtomicWord>(slots: &[W], layout: EntryLayout, entry: u64) -> (usize, u64, Stored) {
    // An empty slot counts as an entry of no moves, less than any other: it is taken first.
    let (mut at, mut least, mut chained) = (0, u64::MAX, false);
    for (i, slot) in slots.iter().enumerate() {
        let word = slot.load();
        if word >> layout.move_bits == entry >> layout.move_bits && word != 0 {
            return (i, word, if word < entry { Stored::Raised } else { Stored::Known });
        }
        chained |= word != 0 && layout.tag(word) != layout.tag(entry);
        if layout.moves(word) < layout.moves(least) || i == 0 {
            (at, least) = (i, word);
        }
    }
    let outcome = match layout.moves(least) {
        0 => Stored::Inserted { chained },
        moves if moves <= layout.moves(entry) => Stored::Replaced { chained },
        _ => Stored::Refused,
    };
    (at, least, outcome)
}

#[cfg(all(test, not(any(thread_sanitizer, address_sanitizer))))]
mod loom_tests;
