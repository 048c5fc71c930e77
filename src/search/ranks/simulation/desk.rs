//! The workers of a simulated rank and their pool, as its steward sees them.

use crate::search::ranks::message::Work;
use crate::search::ranks::pool::Supply;
use crate::search::ranks::simulation::machine::Picos;
use crate::search::ranks::steward;
use std::collections::VecDeque;

/// What a worker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// It begins, or has finished a piece.
    Free,
    /// It searches a piece.
    Searches,
    /// It expands a node, and will put its children into the pool.
    Expands(u32),
    /// It waits since then.
    Waits { since: Picos, woken: bool },
    /// It has gone home.
    Gone,
}

/// A worker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worker {
    pub hand: Hand,
    /// For how long its core has done something else since it took its piece.
    pub held_up: Picos,
}

/// The pool of a rank and its workers.
pub(super) struct Desk {
    pub ready: VecDeque<u32>,
    pub workers: Vec<Worker>,
    pub waiting: usize,
    pub closed: bool,
    /// What the steward has sent and not gone out yet.
    pub outgoing: Vec<(usize, Work<u32>)>,
    /// Pieces from other ranks.
    pub received: u64,
    /// Whether there are new pieces of which waiting workers have not heard.
    pub is_filled: bool,
}

impl Desk {
    pub(super) fn new(workers: usize, pieces: Vec<u32>) -> Self {
        let worker = Worker { hand: Hand::Free, held_up: 0 };
        let mut desk = Self {
            ready: VecDeque::new(),
            workers: vec![worker; workers],
            waiting: 0,
            closed: false,
            outgoing: Vec::new(),
            received: 0,
            is_filled: false,
        };
        desk.put(pieces);
        desk
    }

    /// As [`Pool::put`](super::crate::search::ranks::simulation::pool::Pool::put).
    pub(super) fn put(&mut self, pieces: impl IntoIterator<Item = u32, IntoIter: DoubleEndedIterator>) {
        self.ready.extend(pieces.into_iter().rev());
        self.is_filled = true;
    }

    pub(super) fn supply(&self) -> Supply {
        Supply { ready: self.ready.len(), waiting: self.waiting, workers: self.workers.len() }
    }
}

impl steward::Desk<u32> for Desk {
    fn send(&mut self, to: usize, message: Work<u32>) {
        self.outgoing.push((to, message));
    }

    fn keep(&mut self, pieces: Vec<u32>) {
        self.received += pieces.len() as u64;
        pieces.into_iter().for_each(|piece| self.ready.push_front(piece));
        self.is_filled = true;
    }

    fn half(&mut self) -> Vec<u32> {
        let half = self.ready.len().div_ceil(2);
        self.ready.drain(..half).collect()
    }

    fn supply(&self) -> Supply {
        Desk::supply(self)
    }
}
