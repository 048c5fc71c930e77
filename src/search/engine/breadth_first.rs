//! Breadth-first search from the position: the plain reference. It keeps every state reached in memory, which limits it
//! to short solutions.

use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::control::{Control, StopReason};
use crate::search::deepening::DepthLimitedSearch;
use crate::search::engine::one_sided::space::Space;
use crate::search::report::{Counters, Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::collections::HashSet;

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

/// Visits all states in the order of their distance from the root, without rules about move sequences and without a
/// lower bound, and finds one shortest solution. The space has to tell states apart without the path that leads to
/// them.
pub(in crate::search) struct BreadthFirst<'a, S: Space> {
    space: &'a S,
    moves: MoveIndexSet,
    control: &'a Control<'a>,
    /// It stops before a level that would take more bytes, estimated from the growth of the levels before.
    memory: u64,
    seen: HashSet<Key>,
    history: Vec<Step>,
    /// The states at the distance searched last.
    level: Vec<Reached<S::Node>>,
    growth: f64,
}

impl<S: Space> DepthLimitedSearch for BreadthFirst<'_, S> {
    fn search(&mut self, bound: u8, _unsolved: bool) -> Searched {
        let statistics = SchedulerStatistics::default();
        let mut report = TaskReport::default();
        if bound == 0 {
            report.solutions.push(Vec::new());
            return (report, statistics);
        }
        let needed = self.estimate();
        if needed > self.memory {
            self.control.stop_for(StopReason::Memory { needed, allowed: self.memory });
            return (TaskReport { complete: false, ..report }, statistics);
        }
        let level = std::mem::take(&mut self.level);
        let (next, goal, complete) = self.next_level(&level);
        let (nodes, expanded) = ((level.len() * self.moves.len()) as u64, level.len() as u64);
        report.counters = Counters { nodes, expanded, ..Counters::default() };
        report.solutions.extend(goal.map(|goal| self.path(goal)));
        report.complete = complete;
        report.overshoot = 1;
        self.growth = next.len() as f64 / level.len() as f64;
        self.level = next;
        (report, statistics)
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.space.normal_form(solution)
    }
}

impl<'a, S: Space> BreadthFirst<'a, S> {
    /// An engine for the states around `root`, within so many bytes.
    pub fn new(space: &'a S, root: S::Node, moves: MoveIndexSet, control: &'a Control<'a>, memory: u64) -> Self {
        let history = vec![Step { from: 0, by: MoveIndex::new(0) }];
        let (seen, level) = ([space.key(&root, &[])].into(), vec![Reached { node: root, history: 0 }]);
        Self { space, moves, control, memory, seen, history, level, growth: moves.len() as f64 }
    }

    /// The first length to search: 0 for the goal, else 1.
    pub fn first_length(&self) -> u8 {
        u8::from(!self.space.is_goal(&self.level[0].node, &[]))
    }

    /// Memory with one more level, in bytes: hash tables double when they are full.
    fn estimate(&self) -> u64 {
        let next = self.level.len() as f64 * self.growth;
        let total = self.seen.len() as f64 + next;
        let (seen, history) = (2.0 * (size_of::<Key>() + 1) as f64, 2.0 * size_of::<Step>() as f64);
        let nodes = (self.level.len() as f64 + 2.0 * next) * size_of::<Reached<S::Node>>() as f64;
        (total * (seen + history) + nodes) as u64
    }

    /// Adds the states one move further away; finds the goal if it is among them. Returns false if the search was
    /// stopped.
    fn next_level(&mut self, level: &[Reached<S::Node>]) -> (Vec<Reached<S::Node>>, Option<usize>, bool) {
        let moves = self.moves;
        let mut next = Vec::new();
        for (number, Reached { node, history }) in level.iter().enumerate() {
            let due = (level.len() - number).min(1024) * moves.len();
            if number % 1024 == 0 && !self.control.count_nodes(due as u64) {
                return (next, None, false);
            }
            for by in moves {
                let Some(child) = self.space.child(node, by) else { continue };
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
    fn path(&self, mut place: usize) -> Vec<MoveIndex> {
        let mut sequence = Vec::new();
        while place != 0 {
            let Step { from, by } = self.history[place];
            sequence.push(by);
            place = from;
        }
        sequence.reverse();
        sequence
    }
}
