//! The first thread of a simulated rank: what it has received, and when it looks.

use super::super::iteration::PAUSES;
use super::super::message::Work;
use super::machine::{Machine, NANO, Picos, picos};
use super::tree::RecordedTree;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What ranks say, as far as it is simulated.
#[derive(Debug)]
pub(super) enum Said {
    Work(Work<u32>),
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

/// Bytes of a message that is mostly names of its parts.
const PLAIN: u64 = 60;
/// Bytes of what a rank has found, and of its statistics.
const REPORT: u64 = 300;
/// Bytes of the statistics of one rank.
const STATISTICS: u64 = 90;

/// Length of a message, about.
pub(super) fn bytes(said: &Said, tree: &RecordedTree, ranks: usize) -> u64 {
    match said {
        // A letter is a number of one or two digits, and a comma.
        Said::Work(Work::Give(pieces)) => {
            pieces.iter().fold(PLAIN, |sum, &piece| sum + 3 * (u64::from(tree.node(piece).depth) + 1))
        }
        Said::Work(_) => PLAIN,
        Said::Report => REPORT,
        Said::Summary => REPORT + STATISTICS * ranks as u64,
    }
}

/// What the first thread is doing.
#[derive(Debug)]
pub(super) enum Phase {
    /// Sleeps. It looks for messages at `next` and, unless that is `due`, only if there is something to be seen: looks that
    /// find nothing are not simulated.
    Asleep { next: Picos, due: bool },
    /// Looks for messages.
    Looks,
    /// Reads one.
    Reads(Mail),
    /// The iteration is over.
    Ended,
}

pub(super) struct Line {
    pub phase: Phase,
    /// Events of the past do not have it.
    pub stamp: u32,
    pub inbox: BinaryHeap<Mail>,
    pub pause: Picos,
    /// Whether a message was read since it last slept.
    pub heard: bool,
    /// When all workers have gone.
    pub workers_gone: Option<Picos>,
    pub reported: bool,
    pub summary: bool,
    pub messages: u64,
    pub busy: Picos,
}

impl Line {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::Looks,
            stamp: 0,
            inbox: BinaryHeap::new(),
            pause: picos(PAUSES[0]),
            heard: false,
            workers_gone: None,
            reported: false,
            summary: false,
            messages: 0,
            busy: 0,
        }
    }

    /// A message that has arrived.
    pub(super) fn arrived(&mut self, now: Picos) -> Option<Mail> {
        self.inbox.peek().is_some_and(|mail| mail.arrives <= now).then(|| self.inbox.pop()).flatten()
    }

    /// Goes to sleep, at most until it is time for the steward.
    pub(super) fn sleep(&mut self, now: Picos, again: Option<u64>, machine: &Machine) {
        let [least, most] = PAUSES.map(picos);
        self.pause = if self.heard { least } else { (2 * self.pause).min(most) };
        self.heard = false;
        let until = again.map(|again| (again * NANO).saturating_sub(now).max(least));
        let nap = until.map_or(self.pause, |until| self.pause.min(until));
        self.phase = Phase::Asleep { next: now + nap + picos(machine.oversleep), due: false };
    }

    /// The first time that it looks at or after `at`; `None` if it is not asleep, or looks earlier in any case.
    pub(super) fn look_at(&mut self, at: Picos, machine: &Machine) -> Option<Picos> {
        let Phase::Asleep { next, due: due @ false } = &mut self.phase else { return None };
        let most = picos(PAUSES[1]);
        while *next < at && self.pause < most {
            self.pause = (2 * self.pause).min(most);
            *next += self.pause + picos(machine.oversleep);
        }
        let nap = most + picos(machine.oversleep);
        *next += at.saturating_sub(*next).div_ceil(nap) * nap;
        *due = true;
        Some(*next)
    }

    /// Time that a message takes, and that is not the workers'.
    pub(super) fn effort(bytes: u64, machine: &Machine) -> Picos {
        picos(machine.message) + bytes * machine.byte_ps
    }
}
