//! Any puzzle by its definition: the door to the general core.

use super::error::SolveError;
use super::solution::Statistics;
use crate::backend::{Threads, ThreadsError};
use crate::clock::Instant;
use crate::plan::{Plan, Puzzle, SearchQuery};
use crate::puzzle::{MoveIndex, Position, Question};
use crate::record::SearchRecord;
use crate::search::{Answer, Control, Limits, Monitor, OrbitSolver, Outcome, SolverError};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// Answers a [`Question`] for one start after the other: the cheapest way from a position of a puzzle to a goal.
///
/// ```
/// use cubepdb::puzzles::{Goal, Moves, Powers, PuzzleSolver, Question, builtin};
///
/// let cube = builtin("3x3x3").expect("it is built in");
/// let moves = Moves::read(&cube, "R,U", Powers::All)?;
/// let goal = Goal::solved(&cube);
/// let solver = PuzzleSolver::builder(Question::new(cube, moves, goal)?).open()?;
/// let solution = solver.solve(&solver.question().start(None, "R U R' U R U2 R'")?)?;
/// assert_eq!(solution.to_string(), "R U2 R' U' R U' R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PuzzleSolver {
    solver: OrbitSolver,
    threads: Threads,
    limits: Limits,
}

/// Configures a [`PuzzleSolver`].
#[must_use]
pub struct PuzzleSolverBuilder {
    plan: Plan,
    question: Arc<Question>,
    threads: Option<usize>,
    limits: Limits,
}

/// An error: the solver cannot be opened.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// The positions are too large, or there is too little memory.
    #[error(transparent)]
    Search(#[from] SolverError),
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// The cheapest solutions of a position.
#[derive(Clone, Debug)]
pub struct PuzzleSolution {
    question: Arc<Question>,
    solutions: Vec<Vec<MoveIndex>>,
    statistics: Statistics,
}

impl PuzzleSolverBuilder {
    /// Finds all cheapest solutions, once each up to the order of commuting moves, and those that cost up to `slack`
    /// more.
    pub fn all(mut self, slack: u8) -> Self {
        self.plan.query = SearchQuery { all: true, slack, ..self.plan.query };
        self
    }

    /// Gives up beyond this cost, with a proof.
    pub fn max_cost(mut self, cost: u8) -> Self {
        self.plan.query.max_depth = cost.min(Puzzle::MOST_COST);
        self
    }

    /// Stops each search after this time.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets the number of worker threads: by default one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Starts the threads.
    ///
    /// # Errors
    /// See [`PuzzleError`].
    pub fn open(self) -> Result<PuzzleSolver, PuzzleError> {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(Threads::MAX));
        let solver = OrbitSolver::new(self.plan, self.question)?;
        Ok(PuzzleSolver { solver, threads: Threads::new(self.threads.unwrap_or_else(cores))?, limits: self.limits })
    }
}

impl PuzzleSolver {
    /// Begins to configure a solver.
    pub fn builder(question: Question) -> PuzzleSolverBuilder {
        let question = Arc::new(question);
        let plan = Plan::of(Puzzle::Defined(question.clone()));
        PuzzleSolverBuilder { plan, question, threads: None, limits: Limits::default() }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        self.solver.question()
    }

    /// Finds the cheapest solutions of a position, as [`Question::start`] returns it.
    ///
    /// # Errors
    /// If there is no solution within the greatest cost, which is proven, or the limit is reached first.
    pub fn solve(&self, start: &Position) -> Result<PuzzleSolution, SolveError> {
        let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
        let (control, started) = (Control::new(self.limits, &monitor, &interrupt), Instant::now());
        let outcome = self.solver.solve(start, &control, &self.threads);
        self.answer(outcome, started)
    }

    fn answer(&self, outcome: Outcome<MoveIndex>, started: Instant) -> Result<PuzzleSolution, SolveError> {
        let search = SearchRecord::of_plan(None, self.solver.plan(), None, 1);
        let statistics = Statistics::of(&outcome, started.elapsed(), search);
        let lower_bound = outcome.lower_bound;
        match outcome.answer {
            Answer::Solved(solutions) => {
                let question = self.solver.plan().question().expect("a question about a defined puzzle").clone();
                Ok(PuzzleSolution { question, solutions, statistics })
            }
            Answer::NoSolution => Err(SolveError::NoSolution { lower_bound, statistics }),
            Answer::Stopped(reason) => Err(SolveError::Stopped { reason, lower_bound, statistics }),
        }
    }
}

impl PuzzleSolution {
    /// The moves of the first solution.
    pub fn moves(&self) -> &[MoveIndex] {
        &self.solutions[0]
    }

    /// All solutions that were asked for, the cheapest first.
    pub fn all(&self) -> &[Vec<MoveIndex>] {
        &self.solutions
    }

    /// The cost of the search.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The cost of the first solution.
    pub fn cost(&self) -> u32 {
        self.question.moves().cost(self.moves())
    }
}

/// Displays the first solution.
impl fmt::Display for PuzzleSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.question.moves().sequence(self.moves().iter().copied()))
    }
}
