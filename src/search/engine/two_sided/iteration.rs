//! The state that the workers of a two-sided search share.

use super::tasks::RootTask;
use super::wavefront::Wavefront;
use crate::cube::{CubeAlphabet, MetricKind, Move, Symmetry};
use crate::plan::TwoSidedKernel;
use crate::puzzle::MoveIndex;
use crate::search::checkpoint::Journal;
use crate::search::control::Control;
use crate::search::executor::Executor;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// A two-sided search of one cube: what its workers share in all iterations.
pub(in crate::search) struct TwoSided<'a, S> {
    pub space: &'a S,
    pub metric: MetricKind,
    pub alphabet: &'a CubeAlphabet,
    pub kernel: TwoSidedKernel,
    /// Nodes with more moves left are not looked up.
    pub horizon: u8,
    /// The symmetries of the cube, other than the identity.
    pub symmetries: Vec<Symmetry>,
    /// All solutions instead of one.
    pub all: bool,
    pub control: &'a Control<'a>,
    pub executor: &'a dyn Executor,
    pub journal: Option<&'a Journal<'a>>,
    /// Devices, each driven by the worker with its number.
    pub devices: &'a [&'a dyn Wavefront],
    /// Whether the other workers search, too.
    pub threads_search: bool,
}

impl<'a, S> TwoSided<'a, S> {
    /// The same search in another space of the same cube, where no symmetries are used.
    pub fn without_symmetries_in<'b, T>(&self, space: &'b T) -> TwoSided<'b, T>
    where
        'a: 'b,
    {
        let symmetries = Vec::new();
        let &Self {
            metric, alphabet, kernel, horizon, all, control, executor, journal, devices, threads_search, ..
        } = self;
        TwoSided {
            space,
            metric,
            alphabet,
            kernel,
            horizon,
            symmetries,
            all,
            control,
            executor,
            journal,
            devices,
            threads_search,
        }
    }

    pub(super) fn move_index(&self, m: Move) -> MoveIndex {
        self.alphabet.index_of(m).expect("the moves of a solution are moves of the metric")
    }
}

/// The most root tasks that a worker takes at a time; fewer where a worker would take fewer than
/// [`TIMES_TAKEN`] times.
pub(super) const TAKEN: usize = 4;
const TIMES_TAKEN: usize = 16;

/// The state that the workers of an iteration share.
pub(super) struct Iteration<'a> {
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

impl<'a> Iteration<'a> {
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
