//! Ranks as threads of one process.

use crate::search::ranks::Ranks;
use std::sync::mpsc::{Receiver, Sender, channel};

/// A rank that is a thread of this process: the others are reached through channels. For comparing distributions, and
/// for tests, without anything to install.
pub struct InProcess {
    rank: usize,
    others: Vec<Sender<(usize, Vec<u8>)>>,
    arrived: Receiver<(usize, Vec<u8>)>,
}

impl InProcess {
    /// Makes `count` ranks, each to be moved to its own thread.
    pub fn team(count: usize) -> Vec<Self> {
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        let ranks = receivers.into_iter().enumerate();
        ranks.map(|(rank, arrived)| Self { rank, others: senders.clone(), arrived }).collect()
    }
}

impl Ranks for InProcess {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.others.len()
    }

    fn send(&self, to: usize, message: &[u8]) {
        // A rank that has left has failed, and has reported that.
        let _ = self.others[to].send((self.rank, message.to_vec()));
    }

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        self.arrived.try_recv().ok()
    }
}

/// Reports to the others when a rank fails.
impl Drop for InProcess {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (0..self.count()).for_each(|rank| self.send(rank, &[]));
        }
    }
}
