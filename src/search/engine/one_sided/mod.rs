//! The one-sided engine: depth-first search of a [`Space`] from the position towards the goal.

mod any_space;
pub(in crate::search) mod distributed;
mod kernel;
pub mod scheduler;
pub(in crate::search) mod space;
pub(in crate::search) mod subtree;
pub(in crate::search) mod worker;

use crate::plan::{OneSidedKernel, Scheduler, SearchQuery};
use crate::prune::{Automaton, AutomatonState};
use crate::puzzle::MoveIndex;
use crate::search::deepening::{DepthLimitedSearch, Workers, deepen};
use crate::search::outcome::Outcome;
use crate::search::report::Searched;
use scheduler::Job;
use space::Space;
use subtree::{AnyNode, Subtree};
use worker::{TranspositionPruning, TreeSearch};

/// The search method: everything that does not depend on the puzzle.
#[derive(Clone, Copy)]
pub struct Method<'a> {
    /// The rules about successive moves. If all solutions are wanted, the automaton has to accept at least one of those
    /// that differ by the order of commuting moves; for one solution, at least one shortest sequence to every state.
    pub automaton: &'a Automaton,
    /// Duplicate pruning by a transposition table.
    pub duplicates: Option<TranspositionPruning<'a>>,
    /// The kernel that searches one subtree.
    pub kernel: OneSidedKernel,
    /// The scheduler that distributes subtrees to workers.
    pub scheduler: Scheduler,
    /// First length, and the step to the next possible one: 2 where all solutions have the same parity.
    pub lengths: (u8, u8),
}

/// Searches for the shortest solutions of `root`.
///
/// # Panics
/// If a worker panics.
pub fn solve<S: Space>(
    space: &S,
    root: S::Node,
    method: &Method<'_>,
    query: &SearchQuery,
    workers: &Workers<'_>,
) -> Outcome<MoveIndex> {
    let mut engine = OneSidedEngine { space, root, method, all: query.all, workers };
    deepen(&mut engine, method.lengths, query, workers)
}

/// The trees of a space.
struct OneSidedEngine<'a, S: Space> {
    space: &'a S,
    root: S::Node,
    method: &'a Method<'a>,
    all: bool,
    workers: &'a Workers<'a>,
}

impl<S: Space> DepthLimitedSearch for OneSidedEngine<'_, S> {
    fn search(&mut self, bound: u8, unsolved: bool) -> Searched {
        search_tree(self.space, self.root, self.method, self.all, self.workers, bound, unsolved)
    }

    fn normal_form(&self, sequence: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        let automaton = self.method.automaton;
        let moves = self.space.normal_form(automaton.moves_alone(sequence))?;
        Some(automaton.with_waits(moves, |by| self.space.cost(by)))
    }
}

/// Searches the tree of one length, as [`DepthLimitedSearch::search`] does.
pub(in crate::search) fn search_tree<S: Space>(
    space: &S,
    root: S::Node,
    method: &Method<'_>,
    all: bool,
    &Workers { control, executor, journal, team, .. }: &Workers<'_>,
    bound: u8,
    unsolved: bool,
) -> Searched {
    // A failure says that there is no solution of *at most* that many moves. That follows from the search of one length
    // only while no shorter solution is known: longer ones are searched for without the table.
    let duplicates = method.duplicates.filter(|_| unsolved);
    let search = TreeSearch { space, automaton: method.automaton, duplicates, kernel: method.kernel, all, control };
    let root = Subtree { node: AnyNode::new(root), path: Vec::new(), state: AutomatonState::START, remaining: bound };
    let job = Job { tree: &search, root, executor, journal };
    match team {
        // In WebAssembly there is one process.
        Some(team) if !cfg!(target_family = "wasm") => distributed::run(&job, team),
        _ => method.scheduler.run(&job),
    }
}
