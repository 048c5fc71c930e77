//! The engine for any puzzle: the one-sided engine, with a perimeter that grows between two lengths.

use super::byte_move::Node;
use super::perimeter::{GrowingPerimeter, NotGrown, Perimeter};
use super::space::{OrbitMoves, OrbitSpace};
use crate::locks::Mutex;
use crate::puzzle::MoveIndex;
use crate::search::deepening::{Engine, Workers};
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::{self, Method};
use crate::search::executor::Executor;
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Work of making a position for the perimeter, in nodes of a search.
const COST_OF_MAKING: u64 = 2;
/// Positions that are always worth making: a few milliseconds.
const SMALL: u64 = 1 << 16;

/// The trees of a position.
pub(super) struct OrbitEngine<'a, const N: usize> {
    pub of: &'a OrbitMoves<N>,
    pub root: Node<N>,
    pub method: &'a Method<'a>,
    pub all: bool,
    pub workers: &'a Workers<'a>,
    /// The perimeter that all searches share; `None` for a search without bounds.
    pub growing: Option<&'a GrowingPerimeter<N>>,
    pub perimeter: Option<Arc<Perimeter>>,
    /// The nodes of the last two lengths.
    pub nodes: [u64; 2],
    /// True if the perimeter cannot grow further.
    pub is_full: bool,
}

impl<const N: usize> OrbitEngine<'_, N> {
    /// Makes the perimeter that is always worth its time; returns the first length that is possible with it.
    pub fn first_length(&mut self) -> u8 {
        if self.grow() {
            self.prepare();
        }
        self.agree();
        OrbitSpace { of: self.of, perimeter: self.perimeter.as_deref() }.bound(&self.root)
    }

    /// The distance within which all positions are known.
    fn depth(&self) -> u64 {
        self.perimeter.as_ref().map_or(0, |perimeter| perimeter.depth().into())
    }

    /// Takes the smallest perimeter that one of the ranks has: each of them cuts the tree into tasks by itself, and
    /// they have to come to the same ones.
    fn agree(&mut self) {
        let Some(team) = self.workers.team else { return };
        let own = self.perimeter.as_ref().map_or(0, |perimeter| u64::from(perimeter.depth()) + 1);
        let least = team.least(own);
        if least < own {
            let smaller = |depth| self.growing?.of(depth as u8);
            self.perimeter = least.checked_sub(1).map(|depth| smaller(depth).expect("perimeters grow step by step"));
        }
    }

    /// Adds a distance to the perimeter, or makes the first one; returns whether it has grown.
    fn grow(&mut self) -> bool {
        let Some(growing) = self.growing else { return false };
        let depth = self.perimeter.as_ref().map(|perimeter| perimeter.depth());
        let &Workers { control, executor, .. } = self.workers;
        let go_on = || if control.count_nodes(0) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        match on_workers(executor, || growing.beyond(depth, go_on)) {
            Ok(larger) => {
                self.perimeter = Some(larger);
                true
            }
            Err(NotGrown::Full) => {
                self.is_full = true;
                false
            }
            Err(NotGrown::Stopped) => false,
        }
    }

    /// Enlarges the perimeter as long as that is expected to cost less than the search of the next length.
    fn prepare(&mut self) {
        if self.is_full {
            return;
        }
        let [before, last] = self.nodes;
        let mut expected = last.saturating_mul((last / before.max(1)).max(2));
        while let Some(perimeter) = self.perimeter.as_ref().filter(|perimeter| !perimeter.is_complete()) {
            let cost = perimeter.cost_of_next().saturating_mul(COST_OF_MAKING);
            if cost > expected.max(SMALL) {
                return;
            }
            if !self.grow() {
                return;
            }
            // The search ends one move earlier.
            expected /= (last / before.max(1)).max(2);
        }
    }
}

/// Does some work on the threads of an executor: parallel iterators in it use these.
fn on_workers<R: Send>(executor: &dyn Executor, work: impl Fn() -> R + Sync) -> R {
    let result = Mutex::new(None);
    executor.run(&|number| {
        if number == 0 {
            *result.lock().expect("nobody panics here") = Some(work());
        }
    });
    result.into_inner().expect("nobody panics here").expect("there is a first worker")
}

impl<const N: usize> Engine for OrbitEngine<'_, N> {
    fn begin(&mut self) -> Option<Vec<u16>> {
        self.prepare();
        self.agree();
        // A search that stops meanwhile has not made all that it would have.
        (!self.workers.control.is_over()).then(|| self.scores())
    }

    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        if self.workers.journal.is_some() && self.workers.control.is_over() {
            // With bounds that are worse than those it was to have, nothing of the tree may be saved.
            return (TaskReport { complete: false, ..TaskReport::default() }, SchedulerStatistics::default());
        }
        let space = OrbitSpace { of: self.of, perimeter: self.perimeter.as_deref() };
        let found = one_sided::search_tree(&space, self.root, self.method, self.all, self.workers, bound, unsolved);
        self.nodes = [self.nodes[1], found.0.counters.nodes];
        found
    }

    /// The perimeter and the nodes that decide how far it grows next, sixteen bits at a time.
    fn scores(&self) -> Vec<u16> {
        let numbers = [self.depth(), self.nodes[0], self.nodes[1]].into_iter();
        numbers.flat_map(|number| (0..4).map(move |part| (number >> (16 * part)) as u16)).collect()
    }

    fn resume(&mut self, _bound: u8, scores: &[u16]) {
        let numbers: Vec<u64> = scores
            .chunks(4)
            .map(|parts| parts.iter().rev().fold(0, |number, &part| number << 16 | u64::from(part)))
            .collect();
        let [depth, before, last] = numbers[..] else { return };
        self.nodes = [before, last];
        while self.depth() < depth && self.grow() {}
        let Workers { control, journal, .. } = self.workers;
        if self.depth() < depth && !control.is_over() {
            journal.expect("scores are those of a journal").refuse_for_memory();
            control.abandon();
        }
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(solution)
    }
}
