//! The engine for any puzzle: the one-sided engine, with a perimeter that grows between two lengths.

use super::encoding::Node;
use super::perimeter::{GrowingPerimeter, NotGrown, Perimeter};
use super::space::{OrbitMoves, OrbitSpace};
use crate::locks::Mutex;
use crate::puzzle::MoveIndex;
use crate::search::deepening::{Engine, Workers};
use crate::search::engine::one_sided::{self, Method};
use crate::search::executor::Executor;
use crate::search::report::Searched;
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
    /// Enlarges the perimeter as long as that is expected to cost less than the search of the next length.
    fn prepare(&mut self) {
        let Some(growing) = self.growing.filter(|_| !self.is_full) else { return };
        let [before, last] = self.nodes;
        let mut expected = last.saturating_mul((last / before.max(1)).max(2));
        while let Some(perimeter) = self.perimeter.as_ref().filter(|perimeter| !perimeter.is_complete()) {
            let cost = perimeter.cost_of_next().saturating_mul(COST_OF_MAKING);
            if cost > expected.max(SMALL) {
                return;
            }
            let go_on =
                || if self.workers.control.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let executor = self.workers.executor;
            match on_workers(executor, || growing.beyond(Some(perimeter.depth()), go_on)) {
                Ok(larger) => self.perimeter = Some(larger),
                Err(NotGrown::Full) => self.is_full = true,
                Err(NotGrown::Stopped) => {}
            }
            if self.is_full || self.workers.control.is_over() {
                return;
            }
            // The search ends one move earlier.
            expected /= (last / before.max(1)).max(2);
        }
    }
}

/// Does some work on the threads of an executor: parallel iterators in it use these.
pub(super) fn on_workers<R: Send>(executor: &dyn Executor, work: impl Fn() -> R + Sync) -> R {
    let result = Mutex::new(None);
    executor.run(&|number| {
        if number == 0 {
            *result.lock().expect("nobody panics here") = Some(work());
        }
    });
    result.into_inner().expect("nobody panics here").expect("there is a first worker")
}

impl<const N: usize> Engine for OrbitEngine<'_, N> {
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        self.prepare();
        let space = OrbitSpace { of: self.of, perimeter: self.perimeter.as_deref() };
        let found = one_sided::search_tree(&space, self.root, self.method, self.all, self.workers, bound, unsolved);
        self.nodes = [self.nodes[1], found.0.counters.nodes];
        found
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(solution)
    }
}
