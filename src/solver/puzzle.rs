//! Any puzzle by its definition: the door to the general core.

use super::checkpoint;
use super::error::SolveError;
use super::progress::Progress;
use super::query::Query;
use super::solution::Statistics;
use crate::backend::{Threads, ThreadsError};
use crate::clock::Instant;
use crate::plan::{Plan, Puzzle, SearchQuery};
use crate::puzzle::{MoveIndex, Position, Question, Reachability};
use crate::record::{AnswerRecord, Ending, ErrorRecord, SearchRecord};
use crate::search::{Answer, Control, Executor, Limits, Monitor, OrbitSolver, Outcome, SolverError, StopReason};
use crate::tables::{QuestionCache, TableError, TableSelection};
use std::fmt;
use std::path::PathBuf;
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
    workers: usize,
    limits: Limits,
}

/// Configures a [`PuzzleSolver`].
#[must_use]
pub struct PuzzleSolverBuilder {
    plan: Plan,
    question: Arc<Question>,
    threads: Option<usize>,
    memory: u64,
    limits: Limits,
    tables: Vec<PathBuf>,
    cache: Option<PathBuf>,
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
    /// A table cannot be used.
    #[error(transparent)]
    Tables(#[from] TableError),
}

/// The cheapest solutions of a position.
#[derive(Clone, Debug)]
pub struct PuzzleSolution {
    question: Arc<Question>,
    solutions: Vec<Vec<MoveIndex>>,
    lower_bound: u8,
    incomplete: Option<StopReason>,
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

    /// Sets the most bytes of memory that tables take: by default 3 GiB. It is never more than half of the free memory.
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Begins with the tables of a file, or of all files of a directory that are tables of this question: such as
    /// `pdbgen pattern` makes, with the same moves and some of the goal's pieces. They do not count among the bytes
    /// of [`max_memory`](Self::max_memory).
    pub fn tables(mut self, path: impl Into<PathBuf>) -> Self {
        self.tables.push(path.into());
        self
    }

    /// Keeps the tables that searches make in this directory, and reads them from there instead of making them: those that
    /// take longer to make than to read, up to some gigabytes for each question. By default, they are in memory alone.
    /// Where files cannot be read or written, searches go on without.
    pub fn cache_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cache = Some(directory.into());
        self
    }

    /// Starts the threads, and loads tables that are named.
    ///
    /// # Errors
    /// See [`PuzzleError`].
    pub fn open(self) -> Result<PuzzleSolver, PuzzleError> {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(Threads::MAX));
        let workers = self.threads.unwrap_or_else(cores);
        let threads = Threads::new(workers)?;
        let selection = TableSelection { paths: self.tables, ..TableSelection::new(self.plan.metric()) };
        let tables = threads.install(|| selection.load_for(&self.question, &mut |_| ()))?;
        let mut solver = OrbitSolver::with_tables(self.plan, self.question, self.memory, tables)?;
        if let Some(directory) = self.cache {
            solver = solver.with_cache(Arc::new(QuestionCache::new(&directory, |_| ())));
        }
        Ok(PuzzleSolver { solver, threads, workers, limits: self.limits })
    }
}

impl PuzzleSolver {
    /// Begins to configure a solver.
    pub fn builder(question: impl Into<Arc<Question>>) -> PuzzleSolverBuilder {
        let question = question.into();
        let plan = Plan::of(Puzzle::Defined(question.clone()));
        let (memory, limits, tables) = (OrbitSolver::MEMORY, Limits::default(), Vec::new());
        PuzzleSolverBuilder { plan, question, threads: None, memory, limits, tables, cache: None }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        self.solver.question()
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.workers
    }

    /// Memory that tables take so far, in bytes. They grow while positions are searched.
    pub fn bytes(&self) -> u64 {
        self.solver.bytes()
    }

    /// Finds the cheapest solutions of a position, as [`Question::start`] returns it.
    ///
    /// # Errors
    /// If the goal cannot be reached, there is no solution within the greatest cost, which is proven, or the limit is
    /// reached first.
    pub fn solve(&self, start: &Position) -> Result<PuzzleSolution, SolveError> {
        let query = &self.solver.plan().query;
        self.answer(start, query, self.limits, &Query::new())
    }

    /// Answers another query than that of the builder about a position: lengths are costs.
    ///
    /// # Errors
    /// As [`solve`](Self::solve), and if a checkpoint that is asked for cannot be written, or is of another search.
    pub fn run(&self, start: &Position, query: &Query<'_>) -> Result<PuzzleSolution, SolveError> {
        let mut asked = query.search_query(self.solver.plan());
        asked.max_depth = asked.max_depth.min(Puzzle::MOST_COST);
        self.answer(start, &asked, query.limits, query)
    }

    fn answer(
        &self,
        start: &Position,
        asked: &SearchQuery,
        limits: Limits,
        query: &Query<'_>,
    ) -> Result<PuzzleSolution, SolveError> {
        if let Reachability::No(reason) = self.question().reachable(start) {
            return Err(SolveError::Unreachable { reason });
        }
        let never = AtomicBool::new(false);
        let (monitor, interrupt) = (Monitor::default(), query.interrupt.unwrap_or(&never));
        let progress = Progress::new(query.observer, &monitor);
        let beat = || progress.beat();
        let started = Instant::now();
        let outcome = progress.observed(&self.threads, |executor: &dyn Executor| {
            let control = Control::new(limits, &monitor, interrupt).with_heartbeat(&beat);
            match &query.checkpoint {
                Some(checkpoint) => checkpoint::saved(checkpoint, None, query.observer, |saving| {
                    self.solver.answer_saved(start, asked, &control, executor, saving)
                }),
                None => Ok(self.solver.answer(start, asked, &control, executor)),
            }
        })?;
        let search = SearchRecord::of_plan(None, self.solver.plan(), None, 1);
        let statistics = Statistics::of(&outcome, started.elapsed(), search);
        let Outcome { answer, lower_bound, incomplete, .. } = outcome;
        match answer {
            Answer::Solved(solutions) => {
                let question = self.solver.plan().question().expect("a question about a defined puzzle").clone();
                Ok(PuzzleSolution { question, solutions, lower_bound, incomplete, statistics })
            }
            Answer::NoSolution => Err(SolveError::NoSolution { lower_bound, statistics }),
            Answer::Stopped(reason) => Err(SolveError::Stopped { reason, lower_bound, statistics }),
        }
    }

    /// The record of the answer to a start, with the text of its moves and that of the goal.
    ///
    /// # Errors
    /// If there is no answer, because something is wrong with the query or with this machine.
    pub fn record<'a>(
        &self,
        start: &str,
        goal: &str,
        answer: Result<&PuzzleSolution, &'a SolveError>,
    ) -> Result<AnswerRecord, &'a SolveError> {
        let plan = self.solver.plan();
        let blank = AnswerRecord::about_puzzle(start.as_bytes(), plan, goal, self.workers);
        let ended = |statistics: &Statistics| {
            let seconds = statistics.time.as_secs_f64();
            AnswerRecord { nodes: statistics.nodes, lookups: statistics.lookups, seconds, ..blank.clone() }
        };
        match answer {
            Ok(found) => {
                let PuzzleSolution { question, solutions, lower_bound, incomplete, statistics } = found;
                Ok(ended(statistics).solved_puzzle(question, solutions, *incomplete, *lower_bound))
            }
            Err(SolveError::NoSolution { lower_bound, statistics }) => {
                Ok(ended(statistics).ended(&Ending::NoSolution, *lower_bound))
            }
            Err(SolveError::Stopped { reason, lower_bound, statistics }) => {
                Ok(ended(statistics).ended(&Ending::Stopped(*reason), *lower_bound))
            }
            Err(error @ SolveError::Unreachable { .. }) => {
                Ok(AnswerRecord { error: Some(ErrorRecord::unreachable(error.to_string())), ..blank })
            }
            Err(error) => Err(error),
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

    /// No solution is cheaper than this; proven.
    pub fn lower_bound(&self) -> u8 {
        self.lower_bound
    }

    /// The limit that ended the search for more solutions, or for the first of several, if any.
    pub fn incomplete(&self) -> Option<StopReason> {
        self.incomplete
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
