//! One iteration of a batched search: subtrees in the order of their promise, handed to workers a few at a time.

use crate::cube::{CubeAlphabet, MetricKind, Move, Symmetry, normal_form};
use crate::locks::Mutex;
use crate::puzzle::Letter;
use crate::search::control::{Control, Rank};
use crate::search::deepening::{Lengths, Searched};
use crate::search::engine::one_sided::kernel::Findings;
use crate::search::engine::one_sided::scheduler::{AbandonOnPanic, Executor, SchedulerStatistics};
use crate::search::engine::two_sided::space::{StagedSpace, Step};
use crate::search::engine::two_sided::starts::{Promise, Start, starts};
use crate::search::engine::two_sided::visitor::Visitor;
use crate::search::engine::two_sided::{pipeline, plain};
use crate::search::ranks::{self, Field, Pool, Steward, Team};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// How a batched search walks through a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum BatchedKernel {
    /// Many look-ups in flight.
    Pipeline,
    /// One node after the other.
    Plain,
}

/// A batched search of one cube: what its workers share.
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
}

/// The lengths of a batched search, one after the other.
pub(in crate::search) struct BatchedLengths<'a, S> {
    pub search: Batched<'a, S>,
    /// Other processes that search with this one.
    pub team: Option<&'a Team<'a>>,
    pub promise: Promise,
}

/// Subtrees that a worker takes at a time.
const TAKEN: usize = 4;

/// So many times in an iteration, a worker of a team gets subtrees from the first rank.
const GIVEN: usize = 128;

/// Subtrees that are given at a time, at most: some milliseconds of work.
const MOST_GIVEN: usize = 1024;

/// First moves of a subtree, even where the table could cut off the root already.
const LEAST_START: u8 = 2;

/// In telling how promising a subtree is, what a node counts that is at least three moves nearer than any entry tells.
/// Measured, see `docs/performance.md`.
const NEAR_WEIGHT: u32 = 20;

impl<S: StagedSpace> Lengths for BatchedLengths<'_, S> {
    fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
        let len = self.search.length_of_starts(bound);
        let (starts, nodes) = starts(self.search.metric, len, &self.search.symmetries);
        let mut searched = self.search_from(&starts, bound);
        searched.0.counters.nodes += nodes;
        searched
    }

    fn normal_form(&self, word: Vec<Letter>) -> Option<Vec<Letter>> {
        let search = &self.search;
        let word = normal_form(&search.alphabet.word(&word), search.metric == MetricKind::HalfTurn)?;
        Some(word.into_iter().map(|m| search.letter(m)).collect())
    }
}

impl<S: StagedSpace> BatchedLengths<'_, S> {
    /// Searches the subtrees behind these starts, all of one length, the most promising first.
    pub fn search_from(&mut self, starts: &[Start], bound: u8) -> Searched {
        let len = starts.first().map_or(0, |start| start.moves().len() as u8);
        // In a team, the first rank says what comes next.
        let is_first = self.team.is_none_or(|team| team.rank() == 0);
        let order = if is_first { self.promise.order(starts) } else { vec![0; starts.len()] };
        let shared = Shared {
            next: AtomicUsize::new(0),
            tallies: starts.iter().map(|_| AtomicU32::new(0)).collect(),
            remaining: bound - len,
            first_solved: AtomicU64::new(u64::MAX),
            starts,
            order: order.into_iter().map(AtomicU32::new).collect(),
        };
        self.search.control.set_subtrees(starts.len() as u64);
        let searched = match self.team {
            None => self.search.work(&shared, None),
            Some(team) => self.search.work_together(&shared, team),
        };
        if searched.0.complete && is_first {
            let counts = shared.tallies.iter().map(|tally| tally.load(Ordering::Relaxed));
            self.promise = Promise::new((0..starts.len()).map(|place| shared.start(place)).zip(counts));
        }
        searched
    }
}

impl<S: StagedSpace> Batched<'_, S> {
    /// Searches on all workers of this process; in a team, the subtrees that come into the pool.
    fn work(&self, shared: &Shared<'_>, pool: Option<&Pool<Range<usize>>>) -> Searched {
        let sum = Mutex::new((Findings::default(), Vec::new(), 0));
        self.executor.run(&|_| {
            let guard = AbandonOnPanic(self.control);
            let mut worker = Worker::new(self, shared, pool);
            match self.kernel {
                BatchedKernel::Pipeline => pipeline::search(self.space, &mut worker),
                BatchedKernel::Plain => plain::search(self.space, &mut worker),
            }
            worker.report();
            let mut sum = sum.lock().expect("merging does not panic");
            sum.0.merge(worker.findings);
            sum.1.append(&mut worker.solutions);
            sum.2 += worker.subtrees;
            std::mem::forget(guard);
        });
        let (mut findings, mut solutions, subtrees) = sum.into_inner().expect("merging does not panic");
        solutions.sort();
        if let Some((number, _)) = solutions.first() {
            shared.first_solved.store(u64::from(*number), Ordering::Relaxed);
        }
        let words = solutions.into_iter().map(|(_, word)| word);
        findings.solutions =
            if self.all { words.flat_map(|word| self.images(word)).collect() } else { words.take(1).collect() };
        (findings, SchedulerStatistics { subtrees, ..SchedulerStatistics::default() })
    }

    /// Searches what the first rank gives out, some subtrees at a time, in the order of their promise.
    fn work_together(&self, shared: &Shared<'_>, team: &Team<'_>) -> Searched {
        team.begin();
        let (all, workers) = (shared.starts.len(), self.executor.workers());
        let given = (all / (GIVEN * workers * team.count())).clamp(TAKEN, MOST_GIVEN);
        let fleet = Fleet { search: self, shared, kept: Mutex::default() };
        let chunks = (0..all).step_by(given).map(|first| fleet.pack(first..(first + given).min(all)));
        let chunks = if team.rank() == 0 { chunks.collect() } else { Vec::new() };
        let steward = Steward::on_demand(team.rank(), team.count(), chunks);
        ranks::iteration(&fleet, self.control, team, workers, Vec::new(), steward)
    }
}

/// The part of an iteration that one rank of a team searches.
struct Fleet<'a, S> {
    search: &'a Batched<'a, S>,
    shared: &'a Shared<'a>,
    /// What this rank was given.
    kept: Mutex<Vec<Range<usize>>>,
}

/// Some subtrees that follow each other in the order of their promise.
#[derive(Clone, Serialize, Deserialize)]
struct Chunk {
    /// The place of the first.
    first: u32,
    /// The place of each start in the list that all ranks have.
    starts: Vec<u32>,
}

impl<S: StagedSpace> Field for Fleet<'_, S> {
    type Piece = Range<usize>;
    type Wire = Chunk;
    /// The place of a first subtree, and what was counted in it and those that follow.
    type Remark = Vec<(u32, Vec<u32>)>;

    fn pack(&self, piece: Range<usize>) -> Chunk {
        let starts = self.shared.order[piece.clone()].iter().map(|place| place.load(Ordering::Relaxed));
        Chunk { first: piece.start as u32, starts: starts.collect() }
    }

    fn unpack(&self, chunk: Chunk) -> Range<usize> {
        let first = chunk.first as usize;
        let piece = first..first + chunk.starts.len();
        for (place, start) in self.shared.order[piece.clone()].iter().zip(chunk.starts) {
            place.store(start, Ordering::Relaxed);
        }
        self.kept.lock().expect("nobody panics here").push(piece.clone());
        piece
    }

    fn search(&self, pool: &Pool<Range<usize>>) -> Searched {
        self.search.work(self.shared, Some(pool))
    }

    fn remark(&self) -> Self::Remark {
        let kept = self.kept.lock().expect("nobody panics here");
        let counts =
            |piece: &Range<usize>| self.shared.tallies[piece.clone()].iter().map(|n| n.load(Ordering::Relaxed));
        kept.iter().map(|piece| (piece.start as u32, counts(piece).collect())).collect()
    }

    /// One solution: the one in the first subtree. All of them: none is in the way of another.
    fn cut(&self, _heard: u64) -> u64 {
        if self.search.all { u64::MAX } else { self.shared.first_solved.load(Ordering::Relaxed).saturating_add(1) }
    }

    fn heed(&self, remark: Self::Remark) {
        for (first, counts) in remark {
            let tallies = self.shared.tallies[first as usize..].iter();
            tallies.zip(counts).for_each(|(tally, count)| tally.store(count, Ordering::Relaxed));
        }
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
struct Shared<'a> {
    starts: &'a [Start],
    /// Where in `starts` each subtree's is, the most promising ones first. A place that another rank fills is filled before it is
    /// given to a worker.
    order: Vec<AtomicU32>,
    /// The next start to be taken.
    next: AtomicUsize,
    /// How promising each subtree is: the nodes expanded in it, those nearer to the goal with more weight. Each is written by the
    /// one worker that has the subtree.
    tallies: Vec<AtomicU32>,
    /// Moves left at the roots.
    remaining: u8,
    /// The first subtree in which this process has found a solution.
    first_solved: AtomicU64,
}

impl Shared<'_> {
    /// The start of a subtree.
    #[inline(always)]
    fn start(&self, number: usize) -> &Start {
        &self.starts[self.order[number].load(Ordering::Relaxed) as usize]
    }
}

struct Worker<'a, S> {
    search: &'a Batched<'a, S>,
    shared: &'a Shared<'a>,
    /// Where starts come from in a team.
    pool: Option<&'a Pool<Range<usize>>>,
    /// Starts taken and not begun.
    taken: Range<usize>,
    findings: Findings,
    /// Solutions, each with the number of its subtree.
    solutions: Vec<(u32, Vec<Letter>)>,
    /// Subtrees from this number on are not wanted any more.
    limit: u64,
    unreported: u64,
    subtrees: u64,
}

impl<'a, S: StagedSpace> Worker<'a, S> {
    fn new(search: &'a Batched<'a, S>, shared: &'a Shared<'a>, pool: Option<&'a Pool<Range<usize>>>) -> Self {
        let limit = search.control.frontier();
        let (findings, solutions) = Default::default();
        Self { search, shared, pool, taken: 0..0, findings, solutions, limit, unreported: 0, subtrees: 0 }
    }

    /// The next start, if there is one that is still wanted.
    #[inline(always)]
    fn next_start(&mut self) -> Option<usize> {
        loop {
            if self.taken.is_empty() {
                self.taken = self.take();
                self.subtrees += self.taken.len() as u64;
                self.search.control.subtrees_done(self.taken.len() as u64);
            }
            let number = self.taken.next()?;
            if (number as u64) < self.limit {
                return Some(number);
            }
            // Whatever comes later is not wanted either, but another worker may have left an earlier one in the pool.
            self.findings.complete = false;
            self.pool?.close();
            self.taken = 0..0;
        }
    }

    /// Some starts that nobody else gets; none if there are no more.
    fn take(&self) -> Range<usize> {
        if let Some(pool) = self.pool {
            return pool.take().unwrap_or_default();
        }
        let total = self.shared.starts.len();
        let first = self.shared.next.fetch_add(TAKEN, Ordering::Relaxed).min(total);
        first..(first + TAKEN).min(total)
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
        Some(self.search.space.root(self.shared.start(number), number as u32, self.shared.remaining))
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
        let moves = self.shared.start(number as usize).moves().iter().chain(&rest);
        self.solutions.push((number, moves.map(|&m| self.search.letter(m)).collect()));
        self.search.control.found(Rank::at(number.into()), self.search.all);
        self.limit = self.search.control.frontier();
    }
}
