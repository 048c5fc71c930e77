//! Counters without a shared cache line.
//!
//! A counter that all workers add to is one cache line that travels between their processors at every event, and costs
//! more than the table. So there are stripes, each on lines of its own: 64 that a thread owns from its first count to
//! its end, and one for all threads beyond. An owner adds by a plain load and store; a locked instruction, even on a
//! line of its own, would delay the look-ups after it. A probe that finds nothing, the usual case, counts nothing.

use super::TableStatistics;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Stripes with an owner.
const OWNED: usize = 64;
const STRIPES: usize = OWNED + 1;

/// The stripe of one thread, released when the thread ends.
struct Ownership(usize);

/// A bit for every stripe without an owner.
static FREE: AtomicU64 = AtomicU64::new(u64::MAX);

impl Ownership {
    /// Takes a stripe; acquires the last counts that its former owner released with it.
    fn take() -> Self {
        let lowest_out = |free: u64| (free > 0).then(|| free & (free - 1));
        Self(FREE.fetch_update(Acquire, Relaxed, lowest_out).map_or(OWNED, |free| free.trailing_zeros() as usize))
    }
}

impl Drop for Ownership {
    fn drop(&mut self) {
        if self.0 < OWNED {
            FREE.fetch_or(1 << self.0, Release);
        }
    }
}

/// The stripe of the calling thread; the common one during thread shutdown.
#[inline]
fn stripe() -> usize {
    thread_local!(static OWN: Ownership = Ownership::take());
    OWN.try_with(|own| own.0).unwrap_or(OWNED)
}

/// Changes a word of a stripe of the calling thread, and returns the old value; `None` if there is no new value.
#[inline]
fn change(word: &AtomicU64, stripe: usize, new: impl Fn(u64) -> Option<u64>) -> Option<u64> {
    if stripe == OWNED {
        return word.fetch_update(Relaxed, Relaxed, new).ok();
    }
    let old = word.load(Relaxed);
    word.store(new(old)?, Relaxed);
    Some(old)
}

/// Two cache lines: processors fetch lines in pairs.
#[derive(Default, Debug)]
#[repr(align(128))]
struct Stripe([AtomicU64; Event::COUNT]);

/// A counted event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Hit,
    Stale,
    Insert,
    Raise,
    Replace,
    Refuse,
    Retry,
    Chain,
}

/// The outcome of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// It was added, possibly beside other states.
    Inserted { chained: bool },
    /// It replaced an entry of fewer or as many moves of another state or context.
    Replaced { chained: bool },
    /// An entry of the same state and context was raised to it.
    Raised,
    /// An entry of the same state and context is at least as strong.
    Known,
    /// There is no room, or only in place of better entries.
    Refused,
}

impl Event {
    const COUNT: usize = 8;
}

/// The counters of one table.
#[derive(Debug)]
pub(super) struct Counters(Box<[Stripe]>);

impl Counters {
    pub(super) const BYTES: u64 = (STRIPES * size_of::<Stripe>()) as u64;

    pub(super) fn new() -> Self {
        Self((0..STRIPES).map(|_| Stripe::default()).collect())
    }

    #[inline]
    fn add(&self, event: Event, count: u64) {
        let own = stripe();
        change(&self.0[own].0[event as usize], own, |sum| Some(sum + count));
    }

    /// Counts the outcome of a probe: whether the state had entries, and whether the best of them is a hit.
    #[inline]
    pub(super) fn probed(&self, seen: bool, hit: bool) {
        if hit {
            self.add(Event::Hit, 1);
        } else if seen {
            self.add(Event::Stale, 1);
        }
    }

    /// Counts the outcome of a store, and the attempts lost to other threads.
    #[inline]
    pub(super) fn stored(&self, outcome: Stored, retries: u64) {
        match outcome {
            Stored::Known => {}
            Stored::Raised => self.add(Event::Raise, 1),
            Stored::Refused => self.add(Event::Refuse, 1),
            Stored::Inserted { .. } => self.add(Event::Insert, 1),
            Stored::Replaced { .. } => {
                self.add(Event::Insert, 1);
                self.add(Event::Replace, 1);
            }
        }
        if let Stored::Inserted { chained: true } | Stored::Replaced { chained: true } = outcome {
            self.add(Event::Chain, 1);
        }
        if retries > 0 {
            self.add(Event::Retry, retries);
        }
    }

    /// Sums all counters; exact if no other thread is using the table.
    pub(super) fn sums(&self, bytes: u64) -> TableStatistics {
        let sum = |event: Event| self.0.iter().map(|stripe| stripe.0[event as usize].load(Relaxed)).sum::<u64>();
        TableStatistics {
            hits: sum(Event::Hit),
            stale: sum(Event::Stale),
            inserts: sum(Event::Insert),
            raised: sum(Event::Raise),
            replaced: sum(Event::Replace),
            refused: sum(Event::Refuse),
            cas_retries: sum(Event::Retry),
            chained: sum(Event::Chain),
            entries: sum(Event::Insert) - sum(Event::Replace).min(sum(Event::Insert)),
            bytes,
        }
    }
}

/// The number of entries that may still be added. Threads draw from it in small batches, so that they rarely contend
/// here; when it runs out, up to a thousandth of it lies unused with each thread.
#[derive(Debug)]
pub(super) struct Budget {
    entries: u64,
    left: AtomicU64,
    batch: u64,
    drawn: Box<[Drawn]>,
}

#[derive(Default, Debug)]
#[repr(align(128))]
struct Drawn(AtomicU64);

impl Budget {
    const LARGEST_BATCH: u64 = 64;
    pub(super) const BYTES: u64 = (STRIPES * size_of::<Drawn>()) as u64;

    pub(super) fn new(entries: u64) -> Self {
        let batch = (entries / 1024).clamp(1, Self::LARGEST_BATCH);
        let drawn = (0..STRIPES).map(|_| Drawn::default()).collect();
        Self { entries, left: AtomicU64::new(entries), batch, drawn }
    }

    /// The budget as it was at first.
    pub(super) fn renewed(&self) -> Self {
        Self::new(self.entries)
    }

    /// Takes one entry, if there is one.
    pub(super) fn take(&self) -> bool {
        let own = stripe();
        let drawn = &self.drawn[own].0;
        if change(drawn, own, |drawn| drawn.checked_sub(1)).is_some() {
            return true;
        }
        let draw = |left: u64| (left > 0).then(|| left.saturating_sub(self.batch));
        let Ok(before) = self.left.fetch_update(Relaxed, Relaxed, draw) else { return false };
        change(drawn, own, |drawn| Some(drawn + before.min(self.batch) - 1));
        true
    }

    /// Returns one that was not needed.
    pub(super) fn put_back(&self) {
        let own = stripe();
        change(&self.drawn[own].0, own, |drawn| Some(drawn + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::on_threads;
    use super::*;

    #[test]
    fn nothing_is_lost_among_more_threads_than_stripes() {
        let counters = Counters::new();
        on_threads(2 * STRIPES as u64, |_| (0..100).for_each(|_| counters.add(Event::Insert, 1)));
        // A thread that ended leaves its stripe and its counts to another.
        (0..200).for_each(|_| on_threads(1, |_| counters.add(Event::Insert, 1)));
        assert_eq!(counters.sums(7).inserts, 200 * STRIPES as u64 + 200);
        assert_eq!(counters.sums(7).bytes, 7);
    }

    #[test]
    fn a_budget_is_never_overdrawn_and_can_be_spent_by_one_thread() {
        for entries in [0, 1, 5, 1024, 100_000] {
            let budget = Budget::new(entries);
            let taken = (0..entries + 10).filter(|_| budget.take()).count() as u64;
            assert_eq!(taken, entries);
            if entries > 0 {
                budget.put_back();
                assert!(budget.take());
            }
            assert!(!budget.take());
        }
        let (budget, taken) = (Budget::new(100_000), AtomicU64::new(0));
        on_threads(4, |_| {
            while budget.take() {
                taken.fetch_add(1, Relaxed);
            }
        });
        assert!((100_000 - 4 * Budget::LARGEST_BATCH..=100_000).contains(&taken.load(Relaxed)));
    }
}
