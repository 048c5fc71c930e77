//! The first thread of a simulated rank: what it has received, and when it looks.

use super::machine::{Machine, NANO, Picos, picos};
use super::tree::RecordedTree;
use cubepdb::internals::search::work_distribution::{PAUSES, Work};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What ranks say, as far as it is simulated.
#[derive(Debug)]
pub(super) enum Said {
    Work(Work<u32>),
    Progress,
    Report,
    Summary,
}

/// A message on its way.
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
/// Bytes of what ranks have found, and of their statistics.
const REPORT: u64 = 60;

/// Length of a message, about.
pub(super) fn bytes(said: &Said, tree: &RecordedTree) -> u64 {
    match said {
        // A task is a word: its length, and a byte for each letter.
        Said::Work(Work::Give(tasks)) => {
            tasks.iter().fold(PLAIN, |sum, &task| sum + u64::from(tree.node(task).depth) + 1)
        }
        Said::Work(_) | Said::Progress => PLAIN,
        Said::Report | Said::Summary => REPORT,
    }
}

/// What the first thread is doing.
#[derive(Debug)]
pub(super) enum Phase {
    /// Sleeps. It looks for messages at `next` and from time to time after that. Looks that find nothing are not simulated:
    /// only the one that is `due`.
    Asleep { next: Picos, due: Option<Picos> },
    /// Looks for messages.
    Looks,
    /// Reads one.
    Reads(Mail),
    /// The iteration is over.
    Ended,
}

pub(super) struct Communicator {
    pub phase: Phase,
    /// Events of the past do not have it.
    pub stamp: u32,
    pub inbox: BinaryHeap<Mail>,
    pub pause: Picos,
    /// Whether it does not sleep for long next, because it has read a message or lets the workers go.
    pub alert: bool,
    /// When all workers have gone.
    pub workers_gone: Option<Picos>,
    pub reported: bool,
    /// When it last told of its progress.
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

    /// A message that has arrived.
    pub(super) fn arrived(&mut self, now: Picos) -> Option<Mail> {
        self.inbox.peek().is_some_and(|mail| mail.arrives <= now).then(|| self.inbox.pop()).flatten()
    }

    /// Goes to sleep, at most until it is time for the policy.
    pub(super) fn sleep(&mut self, now: Picos, again: Option<u64>, machine: &Machine) {
        let [least, most] = PAUSES.map(picos);
        self.pause = if std::mem::take(&mut self.alert) { least } else { (2 * self.pause).min(most) };
        let until = again.map(|again| (again * NANO).saturating_sub(now).max(least));
        let nap = until.map_or(self.pause, |until| self.pause.min(until));
        self.phase = Phase::Asleep { next: now + nap + picos(machine.oversleep), due: None };
    }

    /// Plans a look, the first one at or after `at`. Returns its time, and the stamp of its event; `None` if it is not asleep,
    /// or looks no later in any case.
    pub(super) fn look_at(&mut self, at: Picos, machine: &Machine) -> Option<(Picos, u32)> {
        let Phase::Asleep { next, due } = self.phase else { return None };
        let (at, _) = self.nap_at(next, at, machine);
        if due.is_some_and(|due| due <= at) {
            return None;
        }
        Some((at, self.wake_at(next, at)))
    }

    /// It is woken at that time, unless it looks before. As [`Communicator::look_at`].
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

    /// When the nap ends in which that time lies, and the pause of that nap.
    fn nap_at(&self, mut next: Picos, at: Picos, machine: &Machine) -> (Picos, Picos) {
        let (mut pause, most, extra) = (self.pause, picos(PAUSES[1]), picos(machine.oversleep));
        while next < at && pause < most {
            pause = (2 * pause).min(most);
            next += pause + extra;
        }
        next += at.saturating_sub(next).div_ceil(most + extra) * (most + extra);
        (next, pause)
    }

    /// Time that a message takes, and that is not the workers'.
    pub(super) fn effort(bytes: u64, machine: &Machine) -> Picos {
        picos(machine.message) + bytes * machine.byte_ps
    }
}
