//! Breadth-first search from the position: the plain reference. It keeps every state reached in memory, which limits it
//! to short solutions.

use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::control::{Control, StopReason};
use crate::search::engine::one_sided::space::Space;
use crate::search::query::{Answer, Iteration, Outcome};
use crate::search::report::Counters;
use crate::search::statistics::SchedulerStatistics;
use std::collections::HashSet;
use std::time::Instant;

/// A state with the path to it.
struct Reached<N> {
    node: N,
    /// Its index in the history.
    history: usize,
}

/// The last step to a state: the entry of the history that it was reached from, and the move.
struct Step {
    from: usize,
    by: MoveIndex,
}

/// Finds one shortest solution by visiting all states in the order of their distance from the root, without rules about
/// move sequences and without a lower bound. Stops before a level that would take more than `memory` bytes, estimated
/// from the growth of the levels before. The space has to tell states apart without the path that leads to them.
pub(in crate::search) fn breadth_first<S: Space>(
    space: &S,
    letters: usize,
    root: S::Node,
    max_depth: u8,
    control: &Control<'_>,
    memory: u64,
) -> Outcome<MoveIndex> {
    let mut search = Levels { space, seen: HashSet::new(), history: vec![Step { from: 0, by: MoveIndex::new(0) }] };
    let mut level = vec![Reached { node: root, history: 0 }];
    search.seen.insert(space.key(&root, &[]));
    let mut iterations = Vec::new();
    let ended = |answer, lower_bound, iterations| Outcome { answer, lower_bound, iterations, incomplete: None };
    if space.is_goal(&root, &[]) {
        return ended(Answer::Solved(vec![Vec::new()]), 0, iterations);
    }
    let mut growth = letters as f64;
    for depth in 1..=max_depth {
        let needed = search.estimate(&level, growth);
        if needed > memory {
            return ended(Answer::Stopped(StopReason::Memory { needed, allowed: memory }), depth, iterations);
        }
        let started = Instant::now();
        control.begin(depth);
        let before = level.len();
        let (next, goal, completed) = search.next_level(&level, MoveIndexSet::first(letters), control);
        let counters = Counters { nodes: (before * letters) as u64, expanded: before as u64, ..Counters::default() };
        let scheduler = SchedulerStatistics::default();
        iterations.push(Iteration { bound: depth, counters, scheduler, completed, time: started.elapsed() });
        if let Some(goal) = goal {
            return ended(Answer::Solved(vec![search.word(goal)]), depth, iterations);
        }
        if !completed {
            let reason = control.stopped().unwrap_or(StopReason::Interrupt);
            return ended(Answer::Stopped(reason), depth, iterations);
        }
        growth = next.len() as f64 / before as f64;
        level = next;
    }
    ended(Answer::NoSolution, max_depth.saturating_add(1), iterations)
}

/// All states seen so far.
struct Levels<'a, S> {
    space: &'a S,
    seen: HashSet<Key>,
    history: Vec<Step>,
}

impl<S: Space> Levels<'_, S> {
    /// Memory with one more level, in bytes: hash tables double when they are full.
    fn estimate(&self, level: &[Reached<S::Node>], growth: f64) -> u64 {
        let next = level.len() as f64 * growth;
        let total = self.seen.len() as f64 + next;
        let (seen, history) = (2.0 * (size_of::<Key>() + 1) as f64, 2.0 * size_of::<Step>() as f64);
        let nodes = (level.len() as f64 + 2.0 * next) * size_of::<Reached<S::Node>>() as f64;
        (total * (seen + history) + nodes) as u64
    }

    /// Adds the states one move further away; finds the goal if it is among them. Returns false if the search was
    /// stopped.
    fn next_level(
        &mut self,
        level: &[Reached<S::Node>],
        letters: MoveIndexSet,
        control: &Control<'_>,
    ) -> (Vec<Reached<S::Node>>, Option<usize>, bool) {
        let mut next = Vec::new();
        for (number, Reached { node, history }) in level.iter().enumerate() {
            if number % 1024 == 0 && !control.counts((1024 * letters.len()) as u64) {
                return (next, None, false);
            }
            for by in letters {
                let child = self.space.child(node, by);
                let place = self.history.len();
                let path = [by];
                if !self.seen.insert(self.space.key(&child, &path)) {
                    continue;
                }
                self.history.push(Step { from: *history, by });
                if self.space.is_goal(&child, &path) {
                    return (next, Some(place), true);
                }
                next.push(Reached { node: child, history: place });
            }
        }
        (next, None, true)
    }

    /// The moves that led to an entry of the history.
    fn word(&self, mut place: usize) -> Vec<MoveIndex> {
        let mut word = Vec::new();
        while place != 0 {
            let Step { from, by } = self.history[place];
            word.push(by);
            place = from;
        }
        word.reverse();
        word
    }
}
