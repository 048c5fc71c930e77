//! Errors of solvers and searches.

use super::Statistics;
use crate::backend::ThreadsError;
use crate::nxn::Size;
use crate::prune::automaton::{LearnError, UnsoundRules};
use crate::search::{CheckpointError, SolverError, StopReason};
use crate::tables::TableError;
use crate::units::size;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// The reason why a solver cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// A table is missing, damaged or unfit.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system refuses the threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// Tables and user-supplied heuristics are for the 3x3x3 in face turns.
    #[error("{0} are for the 3x3x3 in face turns")]
    NotForStickers(&'static str),
    /// Tables are given, and none are to be used.
    #[error("no tables are to be used, but tables are given or named")]
    NoTables,
    /// The parts of the search contradict each other or the tables, a device cannot be used, or there is no memory for
    /// a transposition table.
    #[error("{source}")]
    Search {
        /// The cause.
        source: SolverError,
        /// The tables that were found.
        tables: Vec<String>,
    },
    /// The plan is not one for this door.
    #[error("the plan {0}")]
    Plan(&'static str),
    /// The automaton of a plan cannot be learned: the positions do not fit into memory, or it was interrupted.
    #[error("the automaton of depth {depth}, which takes {} to learn: {source}", size(*.needed))]
    Automaton {
        /// The cause.
        source: LearnError,
        /// The length of the longest sequences that it knows.
        depth: u8,
        /// Bytes that learning it takes.
        needed: u64,
    },
    /// A user's own rules are faulty, or not proven to lose no solution.
    #[error(transparent)]
    Rules(#[from] UnsoundRules),
    /// A user-supplied heuristic is wrong on the solved cube.
    #[error("a heuristic says that the solved cube takes {bound} moves: it is not admissible")]
    Inadmissible {
        /// The lower bound of the solved cube.
        bound: u8,
    },
}

/// The reason why there is no solution.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The cube is of another size than the solver was opened for.
    #[error("a {cube} cube, and a solver of {solver} cubes")]
    OtherSize {
        /// The size of the cube.
        cube: Size,
        /// The size of the solver's cubes.
        solver: Size,
    },
    /// The start is of another puzzle than the questions, or of other goals.
    #[error("the start is of another puzzle, or of other goals")]
    OtherStart,
    /// There is no solution within the maximum length; that is proven.
    #[error("no solution within {} (proven)", moves(lower_bound - 1))]
    NoSolution {
        /// No solution is shorter than this.
        lower_bound: u8,
        /// The cost of the proof.
        statistics: Box<Statistics>,
    },
    /// The moves cannot lead from the start to the goal, for a reason that is proven.
    #[error("the goal cannot be reached with these moves: {reason}")]
    Unreachable {
        /// The reason.
        reason: String,
    },
    /// No solution was found within the number of moves that solve any cube: a user-supplied heuristic is wrong.
    #[error("a heuristic is not admissible: it exceeds the number of moves that this cube takes")]
    Inadmissible,
    /// A limit or an interrupt ended the search before a solution was found.
    #[error("at least {} needed ({})", moves_are(*lower_bound), reason)]
    Stopped {
        /// The limit or interrupt that ended it.
        reason: StopReason,
        /// No solution is shorter than this; proven.
        lower_bound: u8,
        /// The cost of the search.
        statistics: Box<Statistics>,
    },
    /// A default table is damaged, or cannot be built.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The parts of the search contradict the query, or there is no memory for a transposition table.
    #[error(transparent)]
    Search(#[from] SolverError),
    /// A mapped table was written to during the search: nothing is proven.
    #[error("{} was changed while in use; nothing is proven", path.display())]
    TableChanged {
        /// The file.
        path: PathBuf,
    },
    /// The search cannot be saved or resumed.
    #[error("{}: {source}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: CheckpointError,
    },
}

impl SolveError {
    /// The failure to load tables: an interrupt if that is why.
    pub(super) fn of_table(error: TableError, interrupt: &AtomicBool) -> Self {
        if interrupt.load(Ordering::Relaxed) {
            return Self::Stopped { reason: StopReason::Interrupt, lower_bound: 0, statistics: Box::default() };
        }
        Self::Table(error)
    }
}

/// `1 move` or `2 moves`.
fn moves(count: u8) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn moves_are(count: u8) -> String {
    format!("{} {}", moves(count), if count == 1 { "is" } else { "are" })
}
