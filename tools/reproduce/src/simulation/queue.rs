//! The queue of future events, in the order of time.

use super::machine::Picos;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An event at one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A worker has finished a task, or wakes up.
    Worker { rank: u32, worker: u32 },
    /// The first thread continues. Without effect if it has been woken since.
    Communicator { rank: u32, stamp: u32 },
}

/// Events in the order of time; those of the same time in the order in which they were added.
#[derive(Default)]
pub(super) struct Queue {
    events: BinaryHeap<Reverse<(Picos, u64, Event)>>,
    added: u64,
}

impl Queue {
    pub(super) fn add(&mut self, at: Picos, event: Event) {
        self.added += 1;
        self.events.push(Reverse((at, self.added, event)));
    }

    pub(super) fn next(&mut self) -> Option<(Picos, Event)> {
        self.events.pop().map(|Reverse((at, _, event))| (at, event))
    }
}
