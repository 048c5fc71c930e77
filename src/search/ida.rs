//! Iterative deepening: proves one length after the other impossible until it finds the shortest solutions.

use super::control::{Control, StopReason};
use super::kernel::{Counters, Recursive, Subtree};
use super::space::Space;
use crate::cube::{Context, Move};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Runs independent tasks. What a backend has to offer to a search.
pub trait Executor: Sync {
    /// Calls `work` once for each number below `tasks`, possibly at the same time, and returns when all are done.
    fn run(&self, tasks: usize, work: &(dyn Fn(usize) + Sync));

    /// Number of workers.
    fn workers(&self) -> usize;
}

/// Runs tasks one after the other in the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential;

impl Executor for Sequential {
    fn run(&self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..tasks).for_each(work);
    }

    fn workers(&self) -> usize {
        1
    }
}

/// What to search for.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// All shortest solutions instead of one.
    pub all: bool,
    /// With `all`: also solutions that are up to this much longer than the shortest.
    pub slack: u8,
    /// Give up, with a proof, beyond this length.
    pub max_depth: u8,
    /// The same solution whatever the timing of the workers: the first in the order of the moves.
    pub deterministic: bool,
}

impl Default for Goal {
    fn default() -> Self {
        Self { all: false, slack: 0, max_depth: 20, deterministic: false }
    }
}

/// One length that was searched.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// The length.
    pub bound: u8,
    /// Cost.
    pub counters: Counters,
    /// Whether the whole tree was searched: then the counters do not depend on the number of workers.
    pub completed: bool,
    /// Time taken.
    pub time: Duration,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Solved: the solutions found, shortest first, each a canonical sequence.
    Solved(Vec<Vec<Move>>),
    /// Proven: no solution within the maximum depth.
    NoSolution,
    /// Stopped before anything was found.
    Stopped(StopReason),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub answer: Answer,
    /// No solution is shorter than this; proven.
    pub lower_bound: u8,
    /// All lengths searched.
    pub iterations: Vec<Iteration>,
    /// If a limit struck after a solution was found: why. There may be more solutions or, if a deterministic answer was
    /// asked for, one that comes before it.
    pub incomplete: Option<StopReason>,
}

impl Outcome {
    /// Cost of all iterations.
    pub fn counters(&self) -> Counters {
        self.iterations.iter().fold(Counters::default(), |mut sum, iteration| {
            sum += iteration.counters;
            sum
        })
    }
}

/// Searches for the shortest solutions of `root`. Only lengths of the form `first + k * step` are possible.
pub fn solve<S: Space>(
    space: &S,
    root: S::Node,
    (first, step): (u8, u8),
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> Outcome {
    let mut iterations: Vec<Iteration> = Vec::new();
    let mut solutions: Vec<Vec<Move>> = Vec::new();
    let mut known: HashSet<Vec<Move>> = HashSet::new();
    let mut incomplete = None;
    let mut last = goal.max_depth;
    let mut bound = first;
    while bound <= last {
        let started = Instant::now();
        let (mut found, counters, completed) = iterate(space, root, bound, goal, control, executor);
        iterations.push(Iteration { bound, counters, completed, time: started.elapsed() });
        // A longer word that passes through the solved cube is a shorter solution with something behind it.
        found.retain(|word: &Vec<Move>| !(0..word.len()).any(|end| known.contains(&word[..end])));
        known.extend(found.iter().cloned());
        if solutions.is_empty() && !found.is_empty() {
            last = if goal.all { goal.max_depth.min(bound.saturating_add(goal.slack)) } else { bound };
        }
        solutions.append(&mut found);
        if !completed && (goal.all || solutions.is_empty()) {
            incomplete = control.stopped();
            break;
        }
        if goal.deterministic && control.was_limited() {
            // A subtree before the one with the solution may have been left.
            incomplete = control.stopped();
        }
        bound += step;
    }
    // All lengths before `bound` are proven impossible, or were searched after the shortest solution was known.
    let lower_bound = solutions.first().map_or(bound, |word| word.len() as u8);
    let answer = match incomplete {
        _ if !solutions.is_empty() => Answer::Solved(solutions),
        Some(reason) => Answer::Stopped(reason),
        None => Answer::NoSolution,
    };
    let incomplete = incomplete.filter(|_| matches!(answer, Answer::Solved(_)));
    Outcome { answer, lower_bound, iterations, incomplete }
}

/// Searches all canonical sequences of length `bound`; also returns the cost and whether nothing was left out.
fn iterate<S: Space>(
    space: &S,
    root: S::Node,
    bound: u8,
    goal: &Goal,
    control: &Control<'_>,
    executor: &dyn Executor,
) -> (Vec<Vec<Move>>, Counters, bool) {
    let (tasks, mut counters) = split(space, root, bound, executor.workers());
    control.begin(bound, tasks.len() as u64);
    let shared = Mutex::new((Vec::<(usize, Vec<Move>)>::new(), Counters::default(), true));
    executor.run(tasks.len(), &|number| {
        let task = number as u64;
        let mut found = Vec::new();
        let (flow, cost) = if control.wanted(task) {
            Recursive::new(space, control, task, |path: &[Move]| {
                found.push((number, path.to_vec()));
                if goal.all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .search(&tasks[number])
        } else {
            (ControlFlow::Break(()), Counters::default())
        };
        if !goal.all && !found.is_empty() {
            control.cut_from(if goal.deterministic { task + 1 } else { 0 });
        }
        control.task_done();
        let mut shared = shared.lock().expect("no worker panics while it holds the results");
        shared.0.append(&mut found);
        shared.1 += cost;
        shared.2 &= flow.is_continue();
    });
    let (mut found, cost, completed) = shared.into_inner().expect("all workers are done");
    counters += cost;
    found.sort();
    if !goal.all {
        found.truncate(1);
    }
    (found.into_iter().map(|(_, word)| word).collect(), counters, completed)
}

/// Expands the root, level by level, into enough subtrees to keep all workers busy to the end. The nodes made on the way
/// are counted like all others, so that totals do not depend on where the tree is split.
fn split<S: Space>(space: &S, root: S::Node, bound: u8, workers: usize) -> (Vec<Subtree<S::Node>>, Counters) {
    let enough = if workers == 1 { 1 } else { 128 * workers };
    let mut tasks = vec![Subtree { node: root, path: Vec::new(), context: Context::START, remaining: bound }];
    let mut counters = Counters::default();
    if space.bound(&root) > bound {
        return (Vec::new(), counters);
    }
    // The last levels are cheaper to search than to list.
    for remaining in (6..bound).rev() {
        if tasks.len() >= enough {
            break;
        }
        let mut next = Vec::new();
        let mut children = Vec::new();
        for task in &tasks {
            let moves = space.order().allowed(task.context);
            counters.lookups += space.expand(&task.node, moves, remaining, &mut children);
            counters.nodes += moves.len() as u64;
            counters.expanded += 1;
            next.extend(children.drain(..).map(|child| Subtree {
                node: child.node,
                path: task.path.iter().copied().chain([child.by]).collect(),
                context: space.order().next(task.context, child.by),
                remaining,
            }));
        }
        tasks = next;
    }
    (tasks, counters)
}
