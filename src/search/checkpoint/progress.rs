//! How far a search has come.

use crate::puzzle::Letter;
use crate::search::deepening::Iteration;
use crate::search::engine::one_sided::kernel::{Findings, Subtree};
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// What is known of a search: that which is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Progress {
    /// Lengths searched to their ends.
    pub iterations: Vec<Iteration>,
    /// Their solutions, shortest first.
    pub solutions: Vec<Vec<Letter>>,
    /// The length in hand, or to be searched next; without meaning before the first one.
    pub next: u8,
    /// The finished subtrees of the length in hand.
    pub running: Option<Running>,
}

/// A length that is being searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Running {
    /// Where the tree was split.
    pub split: Split,
    /// Which subtrees are finished, the first one in bit 0 of the first byte.
    pub done: Vec<u8>,
    /// What was found in these subtrees.
    pub findings: Findings,
    /// Time taken.
    pub time: Duration,
}

/// A tree divided into subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Split {
    /// Moves to the roots of the subtrees.
    pub depth: u8,
    /// How many there are.
    pub subtrees: u64,
    /// A hash of their paths: a list of the same paths is the same list.
    pub paths: u64,
}

impl Split {
    pub fn of<N>(subtrees: &[Subtree<N>]) -> Self {
        let depth = subtrees.first().map_or(0, |subtree| subtree.path.len() as u8);
        let letters: Vec<u8> = subtrees.iter().flat_map(|s| s.path.iter().map(|letter| letter.index() as u8)).collect();
        Self { depth, subtrees: subtrees.len() as u64, paths: xxh3_64(&letters) }
    }
}

impl Running {
    /// A length of which nothing is searched yet.
    pub fn new(split: Split) -> Self {
        let done = vec![0; split.subtrees.div_ceil(8) as usize];
        Self { split, done, findings: Findings::default(), time: Duration::ZERO }
    }

    /// Whether a subtree is finished.
    pub fn is_done(&self, subtree: usize) -> bool {
        self.done[subtree / 8] >> (subtree % 8) & 1 == 1
    }

    /// How many subtrees are finished.
    pub fn count(&self) -> u64 {
        self.done.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// Adds a subtree that was searched to its end.
    pub fn add(&mut self, subtree: usize, findings: &Findings) {
        debug_assert!(findings.complete && !self.is_done(subtree), "a subtree is finished once");
        self.done[subtree / 8] |= 1 << (subtree % 8);
        self.findings.merge(findings.clone());
    }
}
