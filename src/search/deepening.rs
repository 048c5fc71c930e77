//! Iterative deepening: proves one length after the other impossible until it finds the shortest solutions.

use crate::heuristic::Expansion;
use crate::prune::{Automaton, State};
use crate::puzzle::Letter;
use crate::search::checkpoint::{Ledger, Resumed};
use crate::search::control::{Control, StopReason};
use crate::search::engine::one_sided::kernel::{Counters, Findings, Kernel, Subtree};
use crate::search::engine::one_sided::scheduler::{Executor, Job, Scheduler, SchedulerStatistics};
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::worker::{Duplicates, Search};
use crate::search::ranks::{self, Team};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// All shortest solutions instead of one.
    pub all: bool,
    /// With `all`: also solutions that are up to this much longer than the shortest.
    pub slack: u8,
    /// Give up, with a proof, beyond this length.
    pub max_depth: u8,
    /// The same solution whatever the timing of the workers: the first in the order of the search, which is that of the moves
    /// or, from both ends, begins with the subtrees that look most promising.
    pub deterministic: bool,
}

impl Goal {
    /// The last length to search once these solutions are known, the shortest first.
    fn last_length(&self, solutions: &[Vec<Letter>]) -> u8 {
        match solutions.first().map(|word| word.len() as u8) {
            Some(shortest) if self.all => self.max_depth.min(shortest.saturating_add(self.slack)),
            Some(shortest) => shortest,
            None => self.max_depth,
        }
    }
}

impl Default for Goal {
    fn default() -> Self {
        Self { all: false, slack: 0, max_depth: 20, deterministic: false }
    }
}

/// How to search: the parts that a puzzle does not know of.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// Which move may follow which. If all solutions are asked for, it has to accept at least one of those that differ by
    /// the order of commuting moves; for one solution, at least one shortest word to every state.
    pub automaton: &'a Automaton,
    /// States known to lead nowhere.
    pub duplicates: Option<Duplicates<'a>>,
    /// How one subtree is searched.
    pub kernel: Kernel,
    /// How subtrees are handed to workers.
    pub scheduler: Scheduler,
    /// First length, and the step to the next one that is possible: 2 where all solutions have the same parity.
    pub lengths: (u8, u8),
}

/// One length that was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The length.
    pub bound: u8,
    /// Cost.
    pub counters: Counters,
    /// What the scheduler did.
    pub scheduler: SchedulerStatistics,
    /// Whether the whole tree was searched: then, without a transposition table, the counters do not depend on the
    /// scheduler and the number of workers.
    pub completed: bool,
    /// Time taken, by all runs if the search was resumed.
    pub time: Duration,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// Solved: the solutions found, shortest first, each in normal form.
    Solved(Vec<Vec<M>>),
    /// Proven: no solution within the maximum depth.
    NoSolution,
    /// Stopped before anything was found.
    Stopped(StopReason),
}

/// The result of a search, in moves of some kind.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// How it ended.
    pub answer: Answer<M>,
    /// No solution is shorter than this; proven.
    pub lower_bound: u8,
    /// All lengths searched.
    pub iterations: Vec<Iteration>,
    /// If a limit struck after a solution was found: why. There may be more solutions or, if a deterministic answer was
    /// asked for, one that comes before it.
    pub incomplete: Option<StopReason>,
}

impl<M> Outcome<M> {
    /// Cost of all iterations.
    pub fn counters(&self) -> Counters {
        self.iterations.iter().fold(Counters::default(), |mut sum, iteration| {
            sum += iteration.counters;
            sum
        })
    }

    /// The same result in other words.
    pub fn map<T>(self, word: impl Fn(Vec<M>) -> Vec<T>) -> Outcome<T> {
        let answer = match self.answer {
            Answer::Solved(words) => Answer::Solved(words.into_iter().map(word).collect()),
            Answer::NoSolution => Answer::NoSolution,
            Answer::Stopped(reason) => Answer::Stopped(reason),
        };
        Outcome { answer, lower_bound: self.lower_bound, iterations: self.iterations, incomplete: self.incomplete }
    }
}

/// Searches for the shortest solutions of `root`.
///
/// # Panics
/// If a worker panics.
pub fn solve<S: Space>(
    space: &S,
    root: S::Node,
    method: &Method<'_>,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome<Letter> {
    deepen(space, root, method, goal, &Run { control, executor, ledger: None, team: None })
}

/// As [`solve`], together with other ranks: each of them calls this for the same root at the same time, and all get the same
/// outcome; what each rank did by itself is known to the first. The team distributes the trees, and the method's scheduler is not asked. The limit of nodes is kept by the first
/// rank, for all of them.
///
/// # Panics
/// As [`solve`], and if another rank fails.
pub fn solve_together<S: Space>(
    space: &S,
    root: S::Node,
    method: &Method<'_>,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
    team: &Team<'_>,
) -> Outcome<Letter> {
    deepen(space, root, method, goal, &Run { control, executor, ledger: None, team: Some(team) })
}

/// On what a search runs, and who watches.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub control: &'a Control<'a>,
    pub executor: &'a dyn Executor,
    /// Tells what is known already, and keeps what is found, if the scheduler is one that makes entries.
    pub ledger: Option<&'a Ledger<'a>>,
    /// Other processes that search with this one. Then trees are distributed as they say, and the scheduler is not asked.
    pub team: Option<&'a Team<'a>>,
}

/// As [`solve`].
pub(super) fn deepen<S: Space>(
    space: &S,
    root: S::Node,
    method: &Method<'_>,
    goal: &Goal,
    run: &Run<'_>,
) -> Outcome<Letter> {
    let mut trees = Trees { space, root, method, all: goal.all, run };
    deepen_lengths(&mut trees, method.lengths, goal, run.control, run.ledger)
}

/// What was found in the tree of one length, and how it was handed to workers.
pub(super) type Searched = (Findings, SchedulerStatistics);

/// A search of one length after the other.
pub(super) trait Lengths {
    /// Searches the tree of one length. `unsolved`: whether no shorter solution is known.
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched;

    /// The normal form of a solution, see [`Space::normal_form`].
    fn normal_form(&self, word: Vec<Letter>) -> Option<Vec<Letter>>;
}

/// The trees of a space.
struct Trees<'a, S: Space> {
    space: &'a S,
    root: S::Node,
    method: &'a Method<'a>,
    all: bool,
    run: &'a Run<'a>,
}

impl<S: Space> Lengths for Trees<'_, S> {
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        let Self { space, method, all, run: &Run { control, executor, ledger, team }, .. } = *self;
        // A failure says that there is no solution of *at most* so many moves. That follows from the search of one length
        // only while no shorter solution is known: longer ones are searched for without the table.
        let duplicates = method.duplicates.filter(|_| unsolved);
        let search = Search { space, automaton: method.automaton, duplicates, kernel: method.kernel, all, control };
        let root = Subtree { node: self.root, path: Vec::new(), state: State::START, remaining: bound };
        let job = Job { search: &search, root, executor, ledger };
        match team {
            Some(team) => ranks::run(&job, team),
            None => method.scheduler.run(&job),
        }
    }

    fn normal_form(&self, word: Vec<Letter>) -> Option<Vec<Letter>> {
        self.space.normal_form(word)
    }
}

/// Searches one length after the other until the goal is reached.
pub(super) fn deepen_lengths(
    search: &mut impl Lengths,
    (first, step): (u8, u8),
    goal: &Goal,
    control: &Control<'_>,
    ledger: Option<&Ledger<'_>>,
) -> Outcome<Letter> {
    control.deterministic(goal.deterministic);
    let resumed = ledger.map_or_else(Resumed::default, Ledger::resumed);
    let mut iterations = resumed.iterations;
    let mut solutions = Solutions::known(resumed.solutions);
    let mut incomplete = None;
    let mut last = goal.last_length(&solutions.words);
    let mut bound = resumed.next.unwrap_or(first);
    // The largest number stands for no length at all.
    while bound <= last && bound < u8::MAX {
        let started = Instant::now();
        control.begin(bound);
        let earlier = ledger.map_or(Duration::ZERO, |ledger| ledger.begin(bound));
        let (found, scheduler) = search.search(bound, solutions.words.is_empty());
        let Findings { solutions: words, counters, excess, complete } = found;
        let iteration =
            Iteration { bound, counters, scheduler, completed: complete, time: earlier + started.elapsed() };
        solutions.add(|word| search.normal_form(word), words, goal.all);
        last = goal.last_length(&solutions.words);
        let next = next_length(bound, step, excess, solutions.words.is_empty());
        if let Some(ledger) = ledger.filter(|_| complete) {
            ledger.close(&iteration, &solutions.words, next);
        }
        iterations.push(iteration);
        if !complete && (goal.all || solutions.words.is_empty()) {
            incomplete = control.stopped();
            assert!(incomplete.is_some(), "a tree is left early for a reason");
            break;
        }
        if goal.deterministic && control.was_limited() {
            // A subtree before the one with the solution may have been left.
            incomplete = control.stopped();
        }
        bound = next;
    }
    if let Some(ledger) = ledger.filter(|_| incomplete.is_some()) {
        ledger.save();
    }
    // All lengths before `bound` are proven impossible, or were searched after the shortest solution was known.
    let words = solutions.words;
    let lower_bound = words.first().map_or(bound.min(last.saturating_add(1)), |word| word.len() as u8);
    let answer = match incomplete {
        _ if !words.is_empty() => Answer::Solved(words),
        Some(reason) => Answer::Stopped(reason),
        None => Answer::NoSolution,
    };
    let incomplete = incomplete.filter(|_| matches!(answer, Answer::Solved(_)));
    Outcome { answer, lower_bound, iterations, incomplete }
}

/// The next length worth searching: the least bound that was cut off, if that is more than a step away.
fn next_length(bound: u8, step: u8, excess: u8, unsolved: bool) -> u8 {
    match excess {
        // A tree that ends everywhere has no longer words.
        Expansion::NOTHING_CUT if unsolved => u8::MAX,
        Expansion::NOTHING_CUT => bound.saturating_add(step),
        excess => bound.saturating_add(excess.max(1).div_ceil(step).saturating_mul(step)),
    }
}

/// The solutions so far, shortest first, each once.
#[derive(Default)]
struct Solutions {
    words: Vec<Vec<Letter>>,
    known: HashSet<Vec<Letter>>,
}

impl Solutions {
    /// Those that are known from earlier.
    fn known(words: Vec<Vec<Letter>>) -> Self {
        Self { known: words.iter().cloned().collect(), words }
    }

    /// Adds the solutions of one length in their normal forms. A word that passes through the goal is a shorter solution
    /// with something behind it.
    fn add(&mut self, normal_form: impl Fn(Vec<Letter>) -> Option<Vec<Letter>>, found: Vec<Vec<Letter>>, all: bool) {
        // The first word in the order of the moves, not that of the normal forms: it is the one that is found in any case.
        let found = if all { found } else { found.into_iter().min().into_iter().collect() };
        let normal = found.into_iter().filter_map(normal_form);
        let mut new: Vec<_> =
            normal.filter(|word| !(0..word.len()).any(|end| self.known.contains(&word[..end]))).collect();
        new.sort();
        new.dedup();
        self.known.extend(new.iter().cloned());
        self.words.append(&mut new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A normal form that is the reverse.
    fn reversed(word: Vec<Letter>) -> Option<Vec<Letter>> {
        Some(word.into_iter().rev().collect())
    }

    /// Which later words are found depends on the timing of the workers; the first one does not.
    #[test]
    fn one_solution_is_the_first_word_found_and_not_the_first_normal_form() {
        let word = |letters: [usize; 2]| letters.map(Letter::new).to_vec();
        for found in [vec![word([0, 9])], vec![word([1, 2]), word([0, 9])], vec![word([0, 9]), word([8, 0])]] {
            let mut solutions = Solutions::default();
            solutions.add(reversed, found.clone(), false);
            assert_eq!(solutions.words, [word([9, 0])], "{found:?}");
        }
    }

    #[test]
    fn lengths_are_skipped_only_where_bounds_allow_it() {
        assert_eq!(next_length(7, 1, 1, true), 8);
        assert_eq!(next_length(7, 2, 1, true), 9);
        assert_eq!(next_length(7, 2, 3, true), 11);
        assert_eq!(next_length(7, 1, 3, true), 10);
        assert_eq!(next_length(7, 1, Expansion::NOTHING_CUT, true), u8::MAX);
        assert_eq!(next_length(7, 1, Expansion::NOTHING_CUT, false), 8);
        assert_eq!(next_length(250, 2, 99, true), u8::MAX);
    }
}
