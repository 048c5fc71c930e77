//! Configuring a solver of questions about any puzzle.

use super::{PuzzleSolver, QuestionSolver, Solver, WholeCube};
use crate::backend::{Threads, ThreadsError};
use crate::cube::Metric;
use crate::plan::{Plan, Puzzle};
use crate::puzzle::Questions;
use crate::search::{AlternativeSolver, OrbitSolver, SolverError};
use crate::tables::{QuestionCache, TableError, TableSelection};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// Configures a [`PuzzleSolver`].
#[must_use]
pub struct PuzzleSolverBuilder {
    plan: Plan,
    questions: Questions,
    threads: Option<usize>,
    memory: u64,
    tables: Vec<PathBuf>,
    cache: Option<PathBuf>,
    whole: Option<WholeCube>,
    cubes: Option<Arc<Solver>>,
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

impl fmt::Debug for PuzzleSolverBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, threads, tables, .. } = self;
        f.debug_struct("PuzzleSolverBuilder")
            .field("plan", plan)
            .field("threads", threads)
            .field("tables", tables)
            .finish_non_exhaustive()
    }
}

impl PuzzleSolver {
    /// Begins to configure a solver.
    pub fn builder(questions: impl Into<Questions>) -> PuzzleSolverBuilder {
        PuzzleSolverBuilder::new(questions.into())
    }
}

impl PuzzleSolverBuilder {
    pub(super) fn new(questions: Questions) -> Self {
        // The plan names one of them for what they have in common.
        let plan = Plan::of(Puzzle::Defined(questions.all()[0].clone()));
        let whole = questions.single().and_then(|question| WholeCube::of(question));
        let memory = OrbitSolver::MEMORY;
        let (threads, tables, cache, cubes) = (None, Vec::new(), None, None);
        Self { plan, questions, threads, memory, tables, cache, whole, cubes }
    }

    /// Sets the number of worker threads, 1 to [`MAX_THREADS`](crate::MAX_THREADS): by default one for each core.
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

    /// Keeps the tables that searches make in this directory, and reads them from there instead of making them: those
    /// that take longer to make than to read, up to some gigabytes for each question. By default, they are in memory
    /// alone. Where files cannot be read or written, searches go on without.
    pub fn cache_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cache = Some(directory.into());
        self
    }

    /// The metric of the question if it is about a whole 3x3x3: by all its face turns, each of which costs 1, to one
    /// position of all pieces.
    pub fn cube_metric(&self) -> Option<Metric> {
        self.whole.as_ref().map(WholeCube::metric)
    }

    /// Goes on with the tables of a solver of cubes from 13 moves on, or from 7 where an H48 table is in memory, which
    /// is much faster, unless a query is deterministic, or has a limit of nodes or a checkpoint. Other questions may
    /// share the solver, and its tables do not count among the bytes of [`max_memory`](Self::max_memory).
    ///
    /// # Panics
    /// If the solver is not for the 3x3x3 by its pieces in the [metric](Self::cube_metric) of the question, searches
    /// breadth-first, or has heuristics of its user.
    pub fn cubes(mut self, solver: Arc<Solver>) -> Self {
        let fits = self.whole.as_ref().is_some_and(|cube| cube.fits(&solver));
        assert!(fits, "a solver of other cubes than those of the question");
        self.cubes = Some(solver);
        self
    }

    /// Starts the threads, and loads tables that are named.
    ///
    /// # Errors
    /// See [`PuzzleError`].
    pub fn open(self) -> Result<PuzzleSolver, PuzzleError> {
        let workers = self.threads.unwrap_or_else(Threads::usual);
        let threads = Threads::new(workers)?;
        let selection = TableSelection { paths: self.tables, ..TableSelection::new(self.plan.metric()) };
        // A browser has no files, so the code for them is left out.
        let directory = self.cache.filter(|_| !cfg!(target_family = "wasm"));
        let cache = directory.map(|directory| Arc::new(QuestionCache::new(&directory, |_| ())) as _);
        let mut names = Vec::new();
        let solver = AlternativeSolver::new(self.questions, |question, number| {
            let tables = threads.install(|| selection.load_for(question, &mut |_| ()))?;
            names.extend(tables.iter().map(|table| table.name().to_owned()));
            let solver =
                OrbitSolver::with_tables(self.plan.clone(), question.clone(), self.memory / number as u64, tables)?;
            Ok::<_, PuzzleError>(solver.with_cache(cache.clone()))
        })?;
        let solver = QuestionSolver::new(solver, self.whole.zip(self.cubes));
        Ok(PuzzleSolver { solver, names, threads, workers })
    }
}
