//! One iteration of a batched search: subtrees in the order of their promise, handed to workers a few at a time.

use super::space::{StagedSpace, Step};
use super::starts::{Promise, Start, starts};
use super::visitor::Visitor;
use super::{pipeline, plain};
use crate::cube::{CubeAlphabet, MetricKind, Move, Symmetry, normal_form};
use crate::puzzle::Letter;
use crate::search::control::{Control, Rank};
use crate::search::ida::{Lengths, Searched};
use crate::search::kernel::Findings;
use crate::search::scheduler::{AbandonOnPanic, Executor, SchedulerStatistics};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// How a batched search walks through a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum BatchedKernel {
    /// Many look-ups in flight.
    Pipeline,
    /// One node after the other.
    Plain,
}

/// A batched search of one cube.
pub(in crate::search) struct Batched<'a, S> {
    pub space: &'a S,
    pub metric: MetricKind,
    pub alphabet: &'a CubeAlphabet,
    pub kernel: BatchedKernel,
    /// Nodes with more moves left are not looked up.
    pub reach: u8,
    /// The symmetries of the cube, other than the identity.
    pub symmetries: Vec<Symmetry>,
    /// All solutions instead of one.
    pub all: bool,
    pub control: &'a Control<'a>,
    pub executor: &'a dyn Executor,
    pub promise: Promise,
}

/// Subtrees that a worker takes at a time.
const TAKEN: usize = 4;

/// First moves of a subtree, even where the table could cut off the root already.
const LEAST_START: u8 = 2;

/// In telling how promising a subtree is, what a node counts that is at least three moves nearer than any entry tells.
/// Measured, see `docs/performance.md`.
const NEAR_WEIGHT: u32 = 20;

impl<S: StagedSpace> Lengths for Batched<'_, S> {
    fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
        let len = self.length_of_starts(bound);
        let (starts, nodes) = starts(self.metric, len, &self.symmetries);
        let starts = self.promise.sorted(&starts);
        let mut searched = self.search_from(starts, bound);
        searched.0.counters.nodes += nodes;
        searched
    }

    fn normal_form(&self, word: Vec<Letter>) -> Option<Vec<Letter>> {
        let word = normal_form(&self.alphabet.word(&word), self.metric == MetricKind::HalfTurn)?;
        Some(word.into_iter().map(|m| self.letter(m)).collect())
    }
}

impl<S: StagedSpace> Batched<'_, S> {
    /// Searches the subtrees behind these starts, all of one length, in this order.
    pub fn search_from(&mut self, starts: Vec<Start>, bound: u8) -> Searched {
        let len = starts.first().map_or(0, |start| start.moves().len() as u8);
        let shared = Shared {
            next: AtomicUsize::new(0),
            tallies: (0..starts.len()).map(|_| AtomicU32::new(0)).collect(),
            remaining: bound - len,
            starts,
        };
        self.control.set_subtrees(shared.starts.len() as u64);
        let sum = Mutex::new((Findings::default(), Vec::new()));
        self.executor.run(&|_| {
            let guard = AbandonOnPanic(self.control);
            let mut worker = Worker::new(self, &shared);
            match self.kernel {
                BatchedKernel::Pipeline => pipeline::search(self.space, &mut worker),
                BatchedKernel::Plain => plain::search(self.space, &mut worker),
            }
            worker.report();
            let mut sum = sum.lock().expect("merging does not panic");
            sum.0.merge(worker.findings);
            sum.1.append(&mut worker.solutions);
            std::mem::forget(guard);
        });
        let (mut findings, mut solutions) = sum.into_inner().expect("merging does not panic");
        solutions.sort();
        let words = solutions.into_iter().map(|(_, word)| word);
        findings.solutions =
            if self.all { words.flat_map(|word| self.images(word)).collect() } else { words.take(1).collect() };
        let Shared { starts, tallies, next, .. } = shared;
        let subtrees = starts.len().min(next.into_inner()) as u64;
        if findings.complete {
            self.promise = Promise::new(starts, tallies.into_iter().map(AtomicU32::into_inner).collect());
        }
        (findings, SchedulerStatistics { subtrees, ..SchedulerStatistics::default() })
    }
}

impl<S> Batched<'_, S> {
    /// So many first moves lead to the roots of subtrees: as many as are needed for the table to have a say, and two at the
    /// least, so that small trees too are shared by all workers.
    fn length_of_starts(&self, bound: u8) -> u8 {
        bound.saturating_sub(self.reach).clamp(LEAST_START.min(bound / 2), Start::LONGEST)
    }

    /// A solution and its images under the symmetries of the cube.
    fn images(&self, word: Vec<Letter>) -> Vec<Vec<Letter>> {
        let moves = self.alphabet.word(&word);
        let image = |s: &Symmetry| moves.iter().map(|&m| self.letter(s.of_move(m))).collect();
        std::iter::once(word).chain(self.symmetries.iter().map(image)).collect()
    }

    fn letter(&self, m: Move) -> Letter {
        self.alphabet.letter(m).expect("the moves of a solution are moves of the metric")
    }
}

/// What the workers of an iteration share.
struct Shared {
    starts: Vec<Start>,
    /// The next start to be taken.
    next: AtomicUsize,
    /// How promising each subtree is: the nodes expanded in it, those nearer to the goal with more weight. Each is written by the
    /// one worker that has the subtree.
    tallies: Vec<AtomicU32>,
    /// Moves left at the roots.
    remaining: u8,
}

struct Worker<'a, S> {
    search: &'a Batched<'a, S>,
    shared: &'a Shared,
    /// Starts taken and not begun.
    taken: std::ops::Range<usize>,
    findings: Findings,
    /// Solutions, each with the number of its subtree.
    solutions: Vec<(u32, Vec<Letter>)>,
    /// Subtrees from this number on are not wanted any more.
    limit: u64,
    unreported: u64,
}

impl<'a, S: StagedSpace> Worker<'a, S> {
    fn new(search: &'a Batched<'a, S>, shared: &'a Shared) -> Self {
        let limit = search.control.frontier();
        let (findings, solutions) = Default::default();
        Self { search, shared, taken: 0..0, findings, solutions, limit, unreported: 0 }
    }

    /// The next start, if there is one that is still wanted.
    #[inline(always)]
    fn next_start(&mut self) -> Option<usize> {
        if self.taken.is_empty() {
            let total = self.shared.starts.len();
            let first = self.shared.next.fetch_add(TAKEN, Ordering::Relaxed).min(total);
            self.taken = first..(first + TAKEN).min(total);
            self.search.control.subtrees_done(self.taken.len() as u64);
        }
        let number = self.taken.next()?;
        let wanted = (number as u64) < self.limit;
        self.findings.complete &= wanted;
        wanted.then_some(number)
    }

    fn report(&mut self) {
        self.search.control.tick(std::mem::take(&mut self.unreported), Rank::FIRST);
        self.limit = self.search.control.frontier();
    }
}

impl<S: StagedSpace> Visitor<S::Node, S::Child> for Worker<'_, S> {
    #[inline(always)]
    fn next_root(&mut self) -> Option<(S::Node, S::Child, Step)> {
        let number = self.next_start()?;
        Some(self.search.space.root(&self.shared.starts[number], number as u32, self.shared.remaining))
    }

    #[inline(always)]
    fn wants(&mut self, node: &S::Node) -> bool {
        let wanted = u64::from(self.search.space.subtree(node)) < self.limit;
        if !wanted {
            self.findings.complete = false;
        }
        wanted
    }

    #[inline(always)]
    fn expanded(&mut self, node: &S::Node, children: u32) {
        self.findings.counters.nodes += u64::from(children);
        self.findings.counters.expanded += 1;
        self.unreported += u64::from(children);
        if self.unreported >= Control::TICK {
            self.report();
        }
        let (remaining, reach) = (self.search.space.remaining(node), self.search.reach);
        if remaining < reach {
            let tally = &self.shared.tallies[self.search.space.subtree(node) as usize];
            let weight = if remaining + 3 <= reach { NEAR_WEIGHT } else { 1 };
            tally.store(tally.load(Ordering::Relaxed).saturating_add(weight), Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn looked_up(&mut self, count: u32, cut: u32) {
        self.findings.counters.lookups += u64::from(count);
        if cut > 0 {
            self.findings.excess = 1;
        }
    }

    #[inline(always)]
    fn excluded(&mut self) {
        self.findings.excess = 1;
    }

    fn leaf(&mut self, node: &S::Node) {
        let Some(rest) = self.search.space.solution(node) else {
            self.findings.excess = 1;
            return;
        };
        let number = self.search.space.subtree(node);
        let moves = self.shared.starts[number as usize].moves().iter().chain(&rest);
        self.solutions.push((number, moves.map(|&m| self.search.letter(m)).collect()));
        self.search.control.found(Rank::at(number.into()), self.search.all);
        self.limit = self.search.control.frontier();
    }
}
