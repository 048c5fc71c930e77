//! A rank's team: messages of the current iteration, in order.

use crate::plan::Distribution;
use crate::search::ranks::Ranks;
use crate::search::ranks::message::{decode, encode, epoch};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

/// The ranks of a search, and the distribution of its trees. Used by one thread of each rank, for the same searches in
/// the same order.
pub struct Team<'a> {
    ranks: &'a dyn Ranks,
    distribution: Distribution,
    /// The number of the current iteration, counted over all searches.
    epoch: Cell<u32>,
    /// Messages of ranks that are already in a later iteration.
    early: RefCell<VecDeque<(usize, Vec<u8>)>>,
    sent: Cell<u64>,
}

impl<'a> Team<'a> {
    /// Time between two looks for a message that all ranks wait for.
    const PAUSE: Duration = Duration::from_micros(50);

    /// A team that has not searched yet.
    pub fn new(ranks: &'a dyn Ranks, distribution: Distribution) -> Self {
        Self { ranks, distribution, epoch: Cell::new(0), early: RefCell::default(), sent: Cell::new(0) }
    }

    /// The distribution of the trees.
    pub fn distribution(&self) -> Distribution {
        self.distribution
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.ranks.rank()
    }

    /// Number of ranks.
    pub fn count(&self) -> usize {
        self.ranks.count()
    }

    /// The other ranks.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.rank();
        (0..self.count()).filter(move |&rank| rank != own)
    }

    /// Begins an iteration: messages of earlier ones are ignored from now on.
    pub(in crate::search) fn begin(&self) {
        self.epoch.set(self.epoch.get() + 1);
        self.sent.set(0);
    }

    /// The least of the numbers that the ranks have; all of them ask at the same point of their searches.
    ///
    /// # Panics
    /// If another rank fails.
    pub(in crate::search) fn least(&self, own: u64) -> u64 {
        self.begin();
        if self.rank() == 0 {
            let least = self.others().fold(own, |least, _| least.min(self.wait()));
            self.send_to_others(&least);
            least
        } else {
            self.send(0, &own);
            self.wait()
        }
    }

    fn wait<M: DeserializeOwned>(&self) -> M {
        loop {
            match self.receive() {
                Some((_, message)) => return message,
                None => thread::sleep(Self::PAUSE),
            }
        }
    }

    /// Messages sent since the iteration began.
    pub(super) fn sent(&self) -> u64 {
        self.sent.get()
    }

    pub(super) fn send(&self, to: usize, message: &impl Serialize) {
        self.ranks.send(to, &encode(self.epoch.get(), message));
        self.sent.set(self.sent.get() + 1);
    }

    /// As [`Team::send`] to all other ranks, encoded once.
    pub(super) fn send_to_others(&self, message: &impl Serialize) {
        let bytes = encode(self.epoch.get(), message);
        self.others().for_each(|rank| self.ranks.send(rank, &bytes));
        self.sent.set(self.sent.get() + self.count() as u64 - 1);
    }

    /// The next message of this iteration.
    ///
    /// # Panics
    /// If another rank has failed.
    pub(super) fn receive<M: DeserializeOwned>(&self) -> Option<(usize, M)> {
        let now = self.epoch.get();
        let mut early = self.early.borrow_mut();
        if let Some(at) = early.iter().position(|(_, bytes)| epoch(bytes) <= now) {
            let (from, bytes) = early.remove(at)?;
            return Some((from, decode(&bytes)));
        }
        loop {
            let (from, bytes) = self.ranks.receive()?;
            assert!(!bytes.is_empty(), "rank {from} has failed");
            match epoch(&bytes) {
                of if of < now => {}
                of if of > now => early.push_back((from, bytes)),
                _ => return Some((from, decode(&bytes))),
            }
        }
    }
}
