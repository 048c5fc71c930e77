//! The first thread of a simulated rank: the messages it has received, and the times when it looks for them.

use super::machine::{Machine, NANO, Picos, picos};
use super::tree::RecordedTree;
use cubepdb::internals::search::work_distribution::{PAUSES, Work};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Messages between ranks, as far as they are simulated.
#[derive(Debug)]
pub(super) enum Said {
    Work(Work<u32>),
    Progress,
    Report,
    Summary,
}

/// A message in transit.
#[derive(Debug)]
pub(super) struct Mail {
    pub arrives: Picos,
    /// Messages that arrive at the same time keep their order.
    pub number: u64,
    pub from: u32,
    pub bytes: u64,
    pub said: Said,
}

impl Mail {
    fn key(&self) -> (Picos, u64) {
        (self.arrives, self.number)
    }
}

impl PartialEq for Mail {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Mail {}

impl PartialOrd for Mail {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The first to arrive is the greatest.
impl Ord for Mail {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

/// Bytes of a message about work, without tasks.
const PLAIN: u64 = 8;
/// Bytes of a rank's report, and of its statistics.
const REPORT: u64 = 60;

/// Approximate length of a message.
pub(super) fn bytes(said: &Said, tree: &RecordedTree) -> u64 {
    match said {
        // A task is a move sequence: its length, and a byte for each move.
        Said::Work(Work::Give(tasks)) => {
            tasks.iter().fold(PLAIN, |sum, &task| sum + u64::from(tree.node(task).depth) + 1)
        }
        Said::Work(_) | Said::Progress => PLAIN,
        Said::Report | Said::Summary => REPORT,
    }
}

/// The activity of the first thread.
#[derive(Debug)]
pub(super) enum Phase {
    /// Asleep. It looks for messages at `next` and from time to time after that. Looks that find nothing are not
    /// simulated: only the one that is `due`.
    Asleep { next: Picos, due: Option<Picos> },
    /// Looks for messages.
    Looks,
    /// Reads a message.
    Reads(Mail),
    /// The iteration is over.
    Ended,
}

pub(super) struct Communicator {
    pub phase: Phase,
    /// Identifies the current event; older events have another stamp.
    pub stamp: u32,
    pub inbox: BinaryHeap<Mail>,
    pub pause: Picos,
    /// True if its next sleep is short, because it has read a message or releases the workers.
    pub alert: bool,
    /// The time when all workers have left.
    pub workers_gone: Option<Picos>,
    pub reported: bool,
    /// The time of its last progress message.
    pub told: Picos,
    pub summary: bool,
    pub messages: u64,
    pub busy: Picos,
}

impl Communicator {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::Looks,
            stamp: 0,
            inbox: BinaryHeap::new(),
            pause: picos(PAUSES[0]),
            alert: false,
            workers_gone: None,
            reported: false,
            told: 0,
            summary: false,
            messages: 0,
            busy: 0,
        }
    }

    /// Takes a message that has arrived.
    pub(super) fn arrived(&mut self, now: Picos) -> Option<Mail> {
        self.inbox.peek().is_some_and(|mail| mail.arrives <= now).then(|| self.inbox.pop()).flatten()
    }

    /// Goes to sleep, at most until the policy is due.
    pub(super) fn sleep(&mut self, now: Picos, again: Option<u64>, machine: &Machine) {
        let [least, most] = PAUSES.map(picos);
        self.pause = if std::mem::take(&mut self.alert) { least } else { (2 * self.pause).min(most) };
        let until = again.map(|again| (again * NANO).saturating_sub(now).max(least));
        let nap = until.map_or(self.pause, |until| self.pause.min(until));
        self.phase = Phase::Asleep { next: now + nap + picos(machine.oversleep), due: None };
    }

    /// Plans a look, the first one at or after `at`. Returns its time, and the stamp of its event; `None` if the thread
    /// is not asleep, or looks no later anyway.
    pub(super) fn look_at(&mut self, at: Picos, machine: &Machine) -> Option<(Picos, u32)> {
        let Phase::Asleep { next, due } = self.phase else { return None };
        let (at, _) = self.nap_at(next, at, machine);
        if due.is_some_and(|due| due <= at) {
            return None;
        }
        Some((at, self.wake_at(next, at)))
    }

    /// Wakes the thread at that time, unless it looks earlier. Returns the same as [`Communicator::look_at`].
    pub(super) fn woken_at(&mut self, at: Picos) -> Option<(Picos, u32)> {
        let Phase::Asleep { next, due } = self.phase else { return None };
        let is_due = next <= at && due.is_some_and(|due| due <= at);
        (!is_due).then(|| (at, self.wake_at(next, at)))
    }

    fn wake_at(&mut self, next: Picos, at: Picos) -> u32 {
        self.phase = Phase::Asleep { next, due: Some(at) };
        self.stamp += 1;
        self.stamp
    }

    /// Wakes up.
    pub(super) fn wakes(&mut self, now: Picos, machine: &Machine) {
        if let Phase::Asleep { next, .. } = self.phase {
            (_, self.pause) = self.nap_at(next, now, machine);
        }
    }

    /// The end and the length of the nap that contains a time.
    fn nap_at(&self, mut next: Picos, at: Picos, machine: &Machine) -> (Picos, Picos) {
        let (mut pause, most, extra) = (self.pause, picos(PAUSES[1]), picos(machine.oversleep));
        while next < at && pause < most {
            pause = (2 * pause).min(most);
            next += pause + extra;
        }
        next += at.saturating_sub(next).div_ceil(most + extra) * (most + extra);
        (next, pause)
    }

    /// Processor time for a message that is not the workers' time.
    pub(super) fn effort(bytes: u64, machine: &Machine) -> Picos {
        picos(machine.message) + bytes * machine.byte_ps
    }
}
