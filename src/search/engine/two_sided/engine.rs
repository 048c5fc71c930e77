//! One iteration of a two-sided search: root tasks in the order of their scores, taken by workers a few at a time.

use super::distributed;
use super::scores::TaskScores;
use super::space::StagedSpace;
use super::tasks::{RootTask, root_tasks};
use super::worker::Worker;
use super::{pipeline, plain};
use crate::cube::{CubeAlphabet, MetricKind, Move, Symmetry, normal_form};
use crate::locks::Mutex;
use crate::puzzle::Letter;
use crate::search::checkpoint::Journal;
use crate::search::control::Control;
use crate::search::engine::{Engine, Searched};
use crate::search::executor::{AbandonOnPanic, Executor};
use crate::search::ranks::{Pool, Team};
use crate::search::report::Findings;
use crate::search::statistics::SchedulerStatistics;
use crate::search::task::Split;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// How a worker walks through a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum TwoSidedKernel {
    /// Many look-ups in flight.
    Pipelined,
    /// One node after the other.
    Plain,
}

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
}

/// A two-sided search, one length after the other.
pub(in crate::search) struct TwoSidedEngine<'a, S> {
    pub search: TwoSided<'a, S>,
    /// Other processes that search with this one.
    pub team: Option<&'a Team<'a>>,
    pub scores: TaskScores,
}

/// Root tasks that a worker takes at a time.
pub(super) const TAKEN: usize = 4;

/// The shortest path to a task, even where the table could cut off the root of the tree already.
const SHORTEST_PATH: u8 = 2;

impl<S: StagedSpace> Engine for TwoSidedEngine<'_, S> {
    fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
        let (tasks, nodes) = self.root_tasks(bound);
        let mut searched = self.search_tasks(&tasks, bound);
        searched.0.counters.nodes += nodes;
        searched
    }

    fn normal_form(&self, solution: Vec<Letter>) -> Option<Vec<Letter>> {
        let search = &self.search;
        let moves = normal_form(&search.alphabet.word(&solution), search.metric == MetricKind::HalfTurn)?;
        Some(moves.into_iter().map(|m| search.letter(m)).collect())
    }

    fn scores(&self) -> Vec<u16> {
        self.scores.of_tasks().to_vec()
    }

    fn resume(&mut self, bound: u8, scores: &[u16]) {
        let (tasks, _) = self.root_tasks(bound);
        self.resume_tasks(&tasks, scores);
    }
}

impl<'a, S: StagedSpace> TwoSidedEngine<'a, S> {
    /// An engine that has not searched yet.
    pub fn new(search: TwoSided<'a, S>, team: Option<&'a Team<'a>>) -> Self {
        Self { search, team, scores: TaskScores::default() }
    }

    /// The tasks of one length, and the nodes above and at their roots. Their paths are as long as is needed for the table to
    /// have a say, and of two moves at the least, so that small trees too are shared by all workers.
    fn root_tasks(&self, bound: u8) -> (Cow<'static, [RootTask]>, u64) {
        let len = bound.saturating_sub(self.search.horizon).clamp(SHORTEST_PATH.min(bound / 2), RootTask::LONGEST);
        root_tasks(self.search.metric, len, &self.search.symmetries)
    }

    /// Takes up the scores of the tasks of an earlier iteration. Scores that are not of these tasks only cost time.
    pub fn resume_tasks(&mut self, tasks: &[RootTask], scores: &[u16]) {
        if tasks.len() == scores.len() {
            self.scores = TaskScores::new(tasks, scores.to_vec());
        }
    }

    /// Searches these tasks, whose paths have one length, the most promising first.
    pub fn search_tasks(&mut self, tasks: &[RootTask], bound: u8) -> Searched {
        let (TwoSided { control, journal, .. }, team) = (&self.search, self.team);
        let finished = match journal.map(|journal| journal.tasks(split(tasks))) {
            None => None,
            Some(Some(finished)) => Some(finished),
            Some(None) => {
                control.abandon();
                return (Findings { complete: false, ..Findings::default() }, SchedulerStatistics::default());
            }
        };
        // In a team, the first rank says what comes next.
        let is_first = team.is_none_or(|team| team.rank() == 0);
        let mut order = if is_first { self.scores.order(tasks) } else { vec![0; tasks.len()] };
        if let Some(finished) = &finished {
            order.retain(|&task| !finished.is_done(task as usize));
        }
        let path_length = tasks.first().map_or(0, |task| task.moves().len() as u8);
        let iteration = Iteration::new(tasks, order, bound - path_length);
        let done = (tasks.len() - iteration.order.len()) as u64;
        control.set_subtrees(tasks.len() as u64);
        control.subtrees_done(done);
        let (mut findings, mut statistics) = match team {
            None => self.search.work(&iteration, None),
            Some(team) => distributed::run(&self.search, &iteration, team),
        };
        statistics.subtrees += done;
        let mut scores = Vec::new();
        if let Some(finished) = finished {
            findings.merge(finished.findings);
            scores = finished.scores;
        }
        if findings.complete && is_first {
            scores.resize(tasks.len(), 0);
            iteration.scores().for_each(|(task, score)| scores[task] = score);
            self.scores = TaskScores::new(tasks, scores);
        }
        if self.search.all {
            findings.solutions = findings.solutions.into_iter().flat_map(|word| self.search.images(word)).collect();
        }
        (findings, statistics)
    }
}

/// The identity of a list of tasks.
fn split(tasks: &[RootTask]) -> Split {
    Split::of(tasks.iter().map(|task| task.moves().iter().map(|m| m.index() as u8).collect::<Vec<u8>>()))
}

impl<S: StagedSpace> TwoSided<'_, S> {
    /// Searches on all threads of this process; in a team, the tasks that come into the pool.
    pub(super) fn work(&self, iteration: &Iteration<'_>, pool: Option<&Pool<Range<usize>>>) -> Searched {
        let sum = Mutex::new((Findings::default(), Vec::new(), 0));
        self.executor.run(&|_| {
            let guard = AbandonOnPanic(self.control);
            let mut worker = Worker::new(self, iteration, pool);
            loop {
                match self.kernel {
                    TwoSidedKernel::Pipelined => pipeline::search(self.space, &mut worker),
                    TwoSidedKernel::Plain => plain::search(self.space, &mut worker),
                }
                if !worker.settle() {
                    break;
                }
            }
            let (findings, mut solutions, tasks) = worker.finish();
            let mut sum = sum.lock().expect("merging does not panic");
            sum.0.merge(findings);
            sum.1.append(&mut solutions);
            sum.2 += tasks;
            std::mem::forget(guard);
        });
        let (mut findings, mut solutions, subtrees) = sum.into_inner().expect("merging does not panic");
        solutions.sort();
        if let Some((place, _)) = solutions.first() {
            iteration.first_solved.store(u64::from(*place), Ordering::Relaxed);
        }
        let wanted = if self.all { solutions.len() } else { 1 };
        findings.solutions = solutions.into_iter().take(wanted).map(|(_, word)| word).collect();
        (findings, SchedulerStatistics { subtrees, ..SchedulerStatistics::default() })
    }
}

impl<S> TwoSided<'_, S> {
    /// A solution and its images under the symmetries of the cube.
    fn images(&self, word: Vec<Letter>) -> Vec<Vec<Letter>> {
        let moves = self.alphabet.word(&word);
        let image = |s: &Symmetry| moves.iter().map(|&m| self.letter(s.of_move(m))).collect();
        std::iter::once(word).chain(self.symmetries.iter().map(image)).collect()
    }

    pub(super) fn letter(&self, m: Move) -> Letter {
        self.alphabet.letter(m).expect("the moves of a solution are moves of the metric")
    }
}

/// What the workers of an iteration share.
pub(super) struct Iteration<'a> {
    pub tasks: &'a [RootTask],
    /// The number of each task that is to be searched, the most promising first. A place that another rank fills is filled
    /// before it is given to a worker.
    pub order: Vec<AtomicU32>,
    /// The next place to be taken.
    next: AtomicUsize,
    /// How promising each task is, by its place: the nodes expanded in it, those nearer to the goal with more weight. Written by
    /// the one worker that has the task.
    pub tallies: Vec<AtomicU32>,
    /// Moves left at the roots.
    pub remaining: u8,
    /// The first place at which this process has found a solution.
    pub first_solved: AtomicU64,
}

impl<'a> Iteration<'a> {
    fn new(tasks: &'a [RootTask], order: Vec<u32>, remaining: u8) -> Self {
        Self {
            next: AtomicUsize::new(0),
            tallies: order.iter().map(|_| AtomicU32::new(0)).collect(),
            remaining,
            first_solved: AtomicU64::new(u64::MAX),
            tasks,
            order: order.into_iter().map(AtomicU32::new).collect(),
        }
    }

    /// Some places that no other worker of this process gets; none if there are no more.
    pub fn take(&self) -> Range<usize> {
        let total = self.order.len();
        let first = self.next.fetch_add(TAKEN, Ordering::Relaxed).min(total);
        first..(first + TAKEN).min(total)
    }

    /// The number of the task at a place.
    #[inline(always)]
    pub fn number(&self, place: usize) -> usize {
        self.order[place].load(Ordering::Relaxed) as usize
    }

    /// The score of the task at a place, as far as it has been searched.
    pub fn score(&self, place: usize) -> u16 {
        u16::try_from(self.tallies[place].load(Ordering::Relaxed)).unwrap_or(u16::MAX)
    }

    /// The number and the score of each task that was to be searched.
    fn scores(&self) -> impl Iterator<Item = (usize, u16)> {
        (0..self.order.len()).map(|place| (self.number(place), self.score(place)))
    }
}
