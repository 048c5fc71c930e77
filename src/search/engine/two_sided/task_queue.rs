//! The root tasks of an iteration, as the workers take them.

use super::tasks::RootTask;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The most root tasks that a worker takes at a time; fewer where a worker would take fewer than
/// [`TIMES_TAKEN`] times.
pub(super) const TAKEN: usize = 4;
const TIMES_TAKEN: usize = 16;

/// The root tasks of an iteration, and the state that its workers share.
pub(super) struct TaskQueue<'a> {
    pub tasks: &'a [RootTask],
    /// The number of each task to be searched, in descending order of the scores. A position that another rank fills is
    /// filled before it is given to a worker.
    pub order: Vec<AtomicU32>,
    /// The next position to be taken.
    next: AtomicUsize,
    /// The number of positions that a worker takes at a time.
    taken: usize,
    /// The weighted number of nodes expanded in each task, by position; nodes nearer to the goal have more weight.
    /// Written only by the worker that has the task.
    pub tallies: Vec<AtomicU32>,
    /// Moves left at the roots.
    pub remaining: u8,
    /// The first position at which this process has found a solution.
    pub first_solved: AtomicU64,
}

impl<'a> TaskQueue<'a> {
    /// The state at the beginning, for this many workers.
    pub fn new(tasks: &'a [RootTask], order: Vec<u32>, remaining: u8, workers: usize) -> Self {
        Self {
            next: AtomicUsize::new(0),
            taken: (order.len() / (TIMES_TAKEN * workers)).clamp(1, TAKEN),
            tallies: order.iter().map(|_| AtomicU32::new(0)).collect(),
            remaining,
            first_solved: AtomicU64::new(u64::MAX),
            tasks,
            order: order.into_iter().map(AtomicU32::new).collect(),
        }
    }

    /// Some positions that no other worker of this process gets; empty if there are no more.
    pub fn take(&self) -> Range<usize> {
        let total = self.order.len();
        let first = self.next.fetch_add(self.taken, Ordering::Relaxed).min(total);
        first..(first + self.taken).min(total)
    }

    /// The first of some positions, and the number of the task at each, for a rank that has the same list.
    pub fn sent(&self, places: Range<usize>) -> Vec<u8> {
        let first = places.start as u32;
        let numbers = places.map(|place| self.number(place) as u32);
        std::iter::once(first).chain(numbers).flat_map(u32::to_le_bytes).collect()
    }

    /// Enters the tasks that another rank has [sent](Self::sent); returns their positions.
    pub fn enter(&self, sent: &[u8]) -> Range<usize> {
        let mut numbers = sent.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
        let first = numbers.next().expect("the first position") as usize;
        let places = first..first + numbers.len();
        for (place, task) in self.order[places.clone()].iter().zip(numbers) {
            place.store(task, Ordering::Relaxed);
        }
        places
    }

    /// The number of positions that nobody has taken.
    pub fn left(&self) -> usize {
        self.order.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }

    /// The number of the task at a position.
    #[inline(always)]
    pub fn number(&self, place: usize) -> usize {
        self.order[place].load(Ordering::Relaxed) as usize
    }

    /// The score of the task at a position, as far as it has been searched.
    pub fn score(&self, place: usize) -> u16 {
        u16::try_from(self.tallies[place].load(Ordering::Relaxed)).unwrap_or(u16::MAX)
    }

    /// The number and the score of each task that was to be searched.
    pub fn scores(&self) -> impl Iterator<Item = (usize, u16)> {
        (0..self.order.len()).map(|place| (self.number(place), self.score(place)))
    }
}
