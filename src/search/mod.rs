//! Search for cheapest solutions in any space of states: a puzzle of your own, or a domain that is no puzzle.
//!
//! Write a [`Space`]: states, moves, a lower bound and a goal. A [`Search`] then finds a cheapest solution by iterative
//! deepening (IDA*: R. E. Korf, "Depth-first iterative-deepening", 1985) and proves that none is cheaper. It takes one
//! byte for each move of a path, and memory for the path alone, unless a transposition table is asked for.
//!
//! ```
//! use cubepdb::Threads;
//! use cubepdb::search::{Answer, Automaton, MoveIndex, Search, Space};
//!
//! /// Seven pancakes of different sizes. Move `n` turns over the first `n + 2` of them, and costs 1.
//! struct Pancakes;
//!
//! impl Space for Pancakes {
//!     type Node = [u8; 7];
//!
//!     fn child(&self, stack: &[u8; 7], by: MoveIndex) -> Option<[u8; 7]> {
//!         let mut child = *stack;
//!         child[..by.index() + 2].reverse();
//!         Some(child)
//!     }
//!
//!     /// A turn mends one gap between neighbours at most (M. Helmert, "Landmark heuristics for the pancake problem").
//!     fn bound(&self, stack: &[u8; 7]) -> u8 {
//!         let plate = stack.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 1).count() as u8;
//!         plate + u8::from(stack[6] != 6)
//!     }
//!
//!     fn is_goal(&self, stack: &[u8; 7], _path: &[MoveIndex]) -> bool {
//!         *stack == [0, 1, 2, 3, 4, 5, 6]
//!     }
//! }
//!
//! // The same turn twice changes nothing.
//! let rules = Automaton::avoiding(6, (0..6).map(|by| [MoveIndex::new(by); 2]));
//! let threads = Threads::new(2)?;
//! let outcome = Search::new(&Pancakes, rules).on(&threads).run([3, 5, 1, 6, 0, 4, 2]);
//! let Answer::Solved(solutions) = &outcome.answer else { panic!("every stack can be sorted") };
//! assert_eq!(solutions[0].len(), 7);
//! assert_eq!(outcome.lower_bound, 7);
//! println!("{} nodes", outcome.counters().nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | part | see |
//! |---|---|
//! | moves that are not always possible | [`Space::child`] |
//! | moves of different cost | [`Space::cost`] |
//! | a pattern database, or any other bound | [`Space::bound`]; faster, in batches: [`Space::expand`] |
//! | which move may follow which | [`Automaton`]: [`avoiding`](Automaton::avoiding), or [`learn`] |
//! | several workers | [`Search::on`], [`Scheduler`] |
//! | all solutions, limits, progress | [`Search`], [`Monitor`] |
//! | duplicate states | [`Search::transposition_table`] |
//! | node counts of each iteration | [`Outcome`] |
//!
//! A space has up to [`MoveIndex::LIMIT`] moves, 128, or 127 if some cost more than 1. Costs are whole numbers from 1,
//! and a solution costs at most 254. On its own, each node costs what [`Space::child`] and [`Space::bound`] cost, and
//! some ten nanoseconds.
//!
//! Puzzles of pieces that moves permute need no space: see [`puzzles`](crate::puzzles).
// Engines, from the ground up: tasks, reports, limits, checkpoints and ranks, the loop of iterative deepening, the
// engines, and the solvers that put them together for the 3x3x3, for any puzzle, and for stickers.

#[doc(hidden)]
pub mod checkpoint;
mod control;
mod cube;
mod deepening;
mod engine;
mod executor;
mod learning;
mod nxn;
mod orbit;
mod outcome;
mod own_space;
mod ranks;
mod report;
mod solver_error;
mod statistics;
mod task;
mod transpositions;

pub use crate::heuristic::{Cut, Expansion};
pub use crate::plan::{OneSidedKernel, Scheduler, SchedulerError, StealingOrder};
pub use crate::prune::automaton::{LearnError, Level};
pub use crate::prune::table::{Key, TableStatistics, TranspositionError, TranspositionKind};
pub use crate::prune::{Automaton, AutomatonState};
pub use crate::puzzle::{MoveIndex, MoveIndexSet};
pub use control::{Monitor, StopReason};
pub use engine::one_sided::space::{Child, Generation, Space};
pub use executor::{Executor, Sequential};
pub use learning::learn;
pub use outcome::{Answer, Outcome};
pub use own_space::Search;
pub use report::{Counters, IterationReport};
pub use statistics::{RankStatistics, SchedulerStatistics, Share, Unassigned};

// For the project's own programs and tests: no part of the public API, and not stable.
#[doc(hidden)]
pub use checkpoint::{CheckpointError, CheckpointFile, Saving};
#[doc(hidden)]
pub use control::{Control, Limits};
#[doc(hidden)]
pub use cube::{
    CornerSpace, DeviceOptions, MoveTable, OwnBound, PieceSolver, PlainSpace, Prepared, TableNode, TableSet,
    TableSpace, largest_level,
};
#[doc(hidden)]
pub use deepening::Workers;
#[doc(hidden)]
pub use engine::one_sided::scheduler;
#[doc(hidden)]
pub use engine::one_sided::worker::TranspositionPruning;
#[doc(hidden)]
pub use engine::one_sided::{Method, solve};
#[doc(hidden)]
pub use nxn::StickerSolver;
#[doc(hidden)]
pub use orbit::{
    AlternativeSolver, Build, Chosen, DistancesError, MadeTables, NoChoice, OrbitSolver, PatternChoice, Stopped,
    TableCache, TooLarge, Worth, distances, whole_distances,
};
#[doc(hidden)]
pub use ranks::{InProcess, Ranks, Team};
#[doc(hidden)]
pub use solver_error::SolverError;

/// The work-distribution policies, for programs that run them outside ranks, such as on a simulated machine.
///
/// Hidden, because it exposes the internals of ranks: it changes with the search and is not a stable interface.
#[doc(hidden)]
pub mod work_distribution {
    pub use super::engine::one_sided::distributed::split_depth;
    pub use super::engine::one_sided::distributed::top::{TreeTop, distribute};
    pub use super::engine::one_sided::scheduler::LEAST_HEIGHT;
    pub use super::ranks::iteration::{BETWEEN_REPORTS, PAUSES};
    pub use super::ranks::message::Work;
    pub use super::ranks::policy::{Environment, Nanos, WorkPolicy};
    pub use super::ranks::pool::Supply;
}

#[cfg(test)]
mod race_tests;
