//! One worker of one iteration: its scratch memory, its counters, and the operations that all kernels share.

use crate::heuristic::Expansion;
use crate::plan::OneSidedKernel;
use crate::prune::table::TranspositionTable;
use crate::prune::{Automaton, AutomatonState, Contexts};
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::control::{Control, TaskOrder};
use crate::search::engine::one_sided::kernel::Level;
use crate::search::engine::one_sided::space::{Child, Space};
use crate::search::engine::one_sided::subtree::{Identity, SubtreeWorker};
use crate::search::report::TaskReport;
use std::ops::ControlFlow;

/// Duplicate pruning: a table, and the depth to which it is used.
#[derive(Clone, Copy)]
pub struct TranspositionPruning<'a> {
    /// The table.
    pub table: &'a dyn TranspositionTable,
    /// The contexts, which determine the entries that are valid for a visit.
    pub contexts: &'a Contexts,
    /// States reached by more moves than this are neither looked up nor stored.
    pub depth: u8,
}

/// The state that the workers of one iteration share.
pub struct TreeSearch<'a, S: Space> {
    /// The puzzle.
    pub space: &'a S,
    /// The rules about successive moves.
    pub automaton: &'a Automaton,
    /// Duplicate pruning, if a transposition table is used.
    pub duplicates: Option<TranspositionPruning<'a>>,
    /// The kernel that searches a subtree.
    pub kernel: OneSidedKernel,
    /// All solutions instead of one.
    pub all: bool,
    /// Limits, progress, and the subtrees that are still wanted.
    pub control: &'a Control<'a>,
}

impl<S: Space> TreeSearch<'_, S> {
    /// The state after a letter of the automaton, a move or a wait; `None` if the move is not possible.
    #[inline(always)]
    pub(in crate::search) fn child(&self, node: &S::Node, by: MoveIndex) -> Option<S::Node> {
        if self.automaton.is_wait(by) { Some(*node) } else { self.space.child(node, by) }
    }

    /// Appends the children by some of the allowed letters that may be solved with `budget` letters left. A wait is the
    /// only letter that is allowed, and leads to the same node.
    #[inline(always)]
    pub(in crate::search) fn expand(
        &self,
        node: &S::Node,
        letters: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<S::Node>>,
    ) -> Expansion {
        if let Some(by) = self.automaton.wait_among(letters) {
            children.push(Child { by, node: *node });
            return Expansion::NOTHING;
        }
        self.space.expand(node, letters, budget, children)
    }

    /// The number of children of a node, whether they are cut off or not.
    pub(in crate::search) fn generated(&self, node: &S::Node, state: AutomatonState) -> u64 {
        self.automaton.allowed(state).into_iter().filter(|&by| self.child(node, by).is_some()).count() as u64
    }
}

/// One worker.
pub struct Worker<'a, S: Space> {
    pub(in crate::search) search: &'a TreeSearch<'a, S>,
    /// Moves from the root to the current node.
    pub(in crate::search) path: Vec<MoveIndex>,
    /// The lists of nodes of the iterative kernel.
    pub(in crate::search) levels: Vec<Level<S::Node>>,
    /// Empty lists of children for recursion.
    pub(in crate::search) spare: Vec<Vec<Child<S::Node>>>,
    /// Nodes with at least this many moves left are looked up in the table; fixed for one iteration.
    probe_from: u8,
    pub(in crate::search) report: TaskReport,
    /// The position of the current subtree among all.
    pub(super) order: TaskOrder,
    /// Nodes not yet reported to the control.
    pub(super) unreported: u64,
    /// Finished subtrees not yet reported.
    pub(super) unreported_subtrees: u64,
    pub(super) subtrees: u64,
}

impl<'a, S: Space> Worker<'a, S> {
    /// After a subtree, fewer nodes than this are reported only with the next one: the counters that all workers share
    /// are in one cache line, and subtrees may be small.
    pub(super) const WORTH_REPORTING: u64 = 1 << 10;
    /// Fewest moves left for which an entry is worth a look-up; below, searching is as quick.
    const LEAST_STORED: u8 = 2;

    /// A worker for an iteration that searches to `bound`.
    pub fn new(search: &'a TreeSearch<'a, S>, bound: u8) -> Self {
        let probe_from = search
            .duplicates
            .map_or(u8::MAX, |duplicates| bound.saturating_sub(duplicates.depth).max(Self::LEAST_STORED));
        Self {
            search,
            path: Vec::new(),
            levels: Vec::new(),
            spare: Vec::new(),
            probe_from,
            report: TaskReport::default(),
            order: TaskOrder::FIRST,
            unreported: 0,
            unreported_subtrees: 0,
            subtrees: 0,
        }
    }

    /// Begins a subtree. `Break` if it is no longer wanted.
    pub(in crate::search) fn begin(&mut self, path: &[MoveIndex]) -> ControlFlow<()> {
        self.subtrees += 1;
        if self.enter(path) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Reports the nodes searched since the last time to the control.
    pub(in crate::search) fn report(&mut self) {
        self.search.control.add_finished_tasks(std::mem::take(&mut self.unreported_subtrees));
        if self.unreported == 0 {
            return;
        }
        self.search.control.count_task_nodes(std::mem::take(&mut self.unreported), self.order);
    }

    /// Appends the children of a node with `remaining` moves left, and counts them. `Break` if the worker is no longer
    /// wanted.
    #[inline(always)]
    pub(in crate::search) fn expand(
        &mut self,
        node: &S::Node,
        state: AutomatonState,
        remaining: u8,
        children: &mut Vec<Child<S::Node>>,
    ) -> ControlFlow<()> {
        let moves = self.search.automaton.allowed(state);
        let expansion = self.search.expand(node, moves, remaining - 1, children);
        self.count_expansions(1, moves.len() as u64, expansion)
    }

    /// Counts the expansion of some nodes by so many moves. `Break` if the worker is no longer wanted.
    #[inline(always)]
    pub(in crate::search) fn count_expansions(
        &mut self,
        nodes: u64,
        moves: u64,
        Expansion { lookups, impossible, overshoot }: Expansion,
    ) -> ControlFlow<()> {
        let children = moves - impossible;
        self.note_overshoot(overshoot);
        self.report.counters.lookups += lookups;
        self.report.counters.nodes += children;
        self.report.counters.expanded += nodes;
        self.unreported += children;
        if self.unreported >= Control::TICK
            && !self.search.control.count_task_nodes(std::mem::take(&mut self.unreported), self.order)
        {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Records that a node is cut off because its bound exceeds the moves left by `overshoot`.
    #[inline(always)]
    pub(in crate::search) fn note_overshoot(&mut self, overshoot: u8) {
        self.report.overshoot = self.report.overshoot.min(overshoot);
    }

    /// Visits a node without moves left, which may be a solution. `Break` if no other solution is wanted.
    #[inline(always)]
    pub(in crate::search) fn leaf(&mut self, node: &S::Node) -> ControlFlow<()> {
        if !self.search.space.is_goal(node, &self.path) {
            // A longer sequence may reach the goal through this state.
            self.note_overshoot(1);
            return ControlFlow::Continue(());
        }
        self.report.solutions.push(self.path.clone());
        self.search.control.record_solution(TaskOrder::of(&self.path), self.search.all);
        if self.search.all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Returns whether nodes with `remaining` moves left are looked up in the table and stored in it.
    #[inline(always)]
    pub(in crate::search) fn is_stored(&self, remaining: u8) -> bool {
        remaining >= self.probe_from
    }

    /// Looks up the node at the end of the path. `Break` if it is a known failure; otherwise the key under which a
    /// failure is to be stored.
    pub(in crate::search) fn probe(
        &mut self,
        node: &S::Node,
        state: AutomatonState,
        remaining: u8,
    ) -> ControlFlow<(), Option<Identity>> {
        let Some(duplicates) = self.search.duplicates.filter(|_| self.is_stored(remaining)) else {
            return ControlFlow::Continue(None);
        };
        let (key, symmetry) = self.search.space.class_key(node, &self.path);
        let context = duplicates.contexts.of(state, symmetry);
        match duplicates.table.failed(key, context, remaining) {
            Some(proven) => {
                self.report.counters.duplicates += 1;
                self.note_overshoot(proven - remaining + 1);
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(Some(Identity { key, context })),
        }
    }

    /// Number of solutions so far: if it grows while a node is searched, the node did not fail.
    #[inline(always)]
    pub(in crate::search) fn solutions(&self) -> usize {
        self.report.solutions.len()
    }
}
