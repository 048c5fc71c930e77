//! The entry point of the crate: [`Solver`] finds shortest solutions of cubes of any size, with limits, progress and
//! proofs.

mod builder;
mod checkpoint;
mod cube_solver;
mod error;
mod gradual;
#[cfg(test)]
mod gradual_tests;
mod heuristic;
mod ladder;
#[cfg(test)]
mod ladder_tests;
mod progress;
mod query;
mod record;
mod solution;
#[cfg(test)]
mod tests;

pub use builder::SolverBuilder;
pub use checkpoint::CheckpointOf;
pub use cube_solver::CubeSolver;
pub use error::{OpenError, SolveError};
pub use heuristic::Heuristic;
pub use ladder::{Ladder, LadderOptions};
pub use query::{Query, SearchEvent};
pub use solution::{Iteration, Solution, Statistics};

use crate::backend::Threads;
use crate::clock::Instant;
use crate::cube::MetricKind;
use crate::notation::Cube;
use crate::nxn::Size;
use crate::record::SearchRecord;
use crate::search::{Answer, Control, Executor, Monitor, SearchQuery, TableSet};
use crate::tables::{LoadedTables, Table};
use gradual::Gradual;
use progress::Progress;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Finds provably shortest solutions, one cube after the other or several at a time, with the same tables.
///
/// ```no_run
/// let solver = cubepdb::Solver::builder().metric(cubepdb::Metric::HalfTurn).open()?;
/// let solution = solver.solve(&"R U R' U'".parse()?)?;
/// println!("{} ({} moves)", solution.moves(), solution.length());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    spec: SearchSpec,
    tables: LoadedTables,
    /// Default tables that are brought into memory while searches last; then there are no others.
    gradual: Option<Gradual>,
    threads: Threads,
    /// What searched for the last query: preparing one takes some milliseconds, and most queries need the same.
    last: Mutex<Option<(QueryKey, Arc<CubeSolver>)>>,
}

/// The options of the search other than the query.
pub(crate) struct SearchSpec {
    pub(crate) metric: MetricKind,
    pub(crate) size: Size,
    pub(crate) kind: crate::nxn::MoveKind,
    /// True if the 3x3x3 is searched by its pieces; otherwise, and for other sizes, the stickers are searched.
    pub(crate) by_pieces: bool,
    pub(crate) bounds: crate::search::TableSet,
}

/// The parts of a search query that distinguish cube solvers.
type QueryKey = (bool, u8, u8, bool);

impl Solver {
    /// Returns a builder: by default for the 3x3x3 in the half-turn metric, with the default tables.
    pub fn builder<'a>() -> SolverBuilder<'a> {
        SolverBuilder::default()
    }

    /// Finds a shortest solution, however long it takes.
    ///
    /// # Errors
    /// If the cube is of another size than the solver, or a table was changed during the search.
    ///
    /// # Panics
    /// If a solution does not solve the cube: a fault of this library or of a table, never an answer.
    pub fn solve(&self, cube: &Cube) -> Result<Solution, SolveError> {
        self.run(cube, &Query::new())
    }

    /// Answers a query: within limits, for all solutions, with progress or checkpoints.
    ///
    /// # Errors
    /// See [`SolveError`]. Two errors hold the proven lower bound: there is no solution within the maximum length, and
    /// a limit was reached before any solution was found.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    pub fn run(&self, cube: &Cube, query: &Query<'_>) -> Result<Solution, SolveError> {
        self.run_on(cube, query, &self.threads)
    }

    /// Answers the same query for several cubes, `jobs` of them at a time, each with its part of the threads. The
    /// answers are in the order of the cubes.
    ///
    /// # Errors
    /// If the system refuses the threads.
    ///
    /// # Panics
    /// As [`solve`](Self::solve), and if the query asks for a checkpoint, which holds one cube.
    pub fn run_all(
        &self,
        cubes: &[Cube],
        query: &Query<'_>,
        jobs: NonZero<usize>,
    ) -> Result<Vec<Result<Solution, SolveError>>, OpenError> {
        assert!(query.checkpoint.is_none(), "a checkpoint holds the search of one cube");
        let (workers, jobs) = (self.threads(), jobs.get().min(cubes.len()).max(1));
        let share = |job| (workers / jobs + usize::from(job < workers % jobs)).max(1);
        let pools: Vec<Threads> = (0..jobs).map(|job| Threads::new(share(job))).collect::<Result<_, _>>()?;
        let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(cubes.len())));
        thread::scope(|scope| {
            for pool in &pools {
                scope.spawn(|| {
                    while let Some((number, cube)) = nth(cubes, next.fetch_add(1, Ordering::Relaxed)) {
                        let answer = self.run_on(cube, query, pool);
                        answers.lock().unwrap_or_else(PoisonError::into_inner).push((number, answer));
                    }
                });
            }
        });
        let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.sort_by_key(|(number, _)| *number);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }

    fn run_on(&self, cube: &Cube, query: &Query<'_>, threads: &Threads) -> Result<Solution, SolveError> {
        if cube.size() != self.size() {
            return Err(SolveError::OtherSize { cube: cube.size(), solver: self.size() });
        }
        let never = AtomicBool::new(false);
        let (monitor, interrupt) = (Monitor::default(), query.interrupt.unwrap_or(&never));
        let progress = Progress::new(query.observer, &monitor);
        let beat = || progress.beat();
        let control = || Control::new(query.limits, &monitor, interrupt).with_heartbeat(&beat);
        let search_query = query.search_query(&self.spec);
        let started = Instant::now();
        let (outcome, changed, search) = match &self.gradual {
            Some(gradual) if !query.is_exact() => {
                let ladder = gradual.ladder(key(&search_query), search_query, self.threads());
                let control = control().with_generation(ladder.rung());
                let search = |executor: &dyn Executor| ladder.search(cube, &control, executor);
                let outcome = progress.observed(threads, search)?;
                (outcome, ladder.changed(), SearchRecord::of_ladder(self.metric(), ladder.strategy()))
            }
            gradual => {
                let tables = match gradual {
                    Some(gradual) => {
                        gradual.whole(threads, interrupt).map_err(|error| SolveError::of_table(error, interrupt))?
                    }
                    None => self.tables.clone(),
                };
                let solver = self.cube_solver(search_query, &tables, threads);
                let control = control();
                let search = |executor: &dyn Executor| match &query.checkpoint {
                    Some(checkpoint) => {
                        checkpoint::search(&solver, checkpoint, &tables, cube, &control, executor, query.observer)
                    }
                    None => Ok(solver.search(cube, &control, executor, None)),
                };
                let outcome = progress.observed(threads, search)?;
                let ran = SearchRecord::of_solver(&solver, &self.spec.bounds);
                (outcome, tables.changed().map(Path::to_owned), ran)
            }
        };
        if let Some(path) = changed {
            return Err(SolveError::TableChanged { path });
        }
        let statistics = Statistics::of(&outcome, started.elapsed(), search);
        match outcome.answer {
            Answer::Solved(solutions) => {
                Ok(Solution::new(solutions, self.metric(), outcome.lower_bound, outcome.incomplete, statistics))
            }
            Answer::NoSolution if self.spec.bounds.has_own() && outcome.lower_bound > self.metric().diameter() => {
                Err(SolveError::Inadmissible)
            }
            Answer::NoSolution => Err(SolveError::NoSolution { lower_bound: outcome.lower_bound, statistics }),
            Answer::Stopped(reason) => {
                Err(SolveError::Stopped { reason, lower_bound: outcome.lower_bound, statistics })
            }
        }
    }

    /// What searches for a query: that of the last query, if its parts agree.
    fn cube_solver(&self, query: SearchQuery, tables: &LoadedTables, threads: &Threads) -> Arc<CubeSolver> {
        let key = key(&query);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((known, solver)) if *known == key => solver.clone(),
            _ => {
                let bounds = match &self.gradual {
                    Some(_) => tables.bounds(TableSet::LOOKUPS_PER_TABLE),
                    None => self.spec.bounds.clone(),
                };
                let solver = Arc::new(CubeSolver::of_spec(&self.spec, bounds, query, threads));
                *last = Some((key, solver.clone()));
                solver
            }
        }
    }

    /// The metric in which solutions are shortest.
    pub fn metric(&self) -> MetricKind {
        self.spec.metric
    }

    /// The size of the cubes.
    pub fn size(&self) -> Size {
        self.spec.size
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.threads.workers()
    }

    /// The tables in memory that searches use.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        let gradual = self.gradual.as_ref().map(Gradual::tables);
        gradual.as_ref().unwrap_or(&self.tables).tables().to_vec()
    }
}

fn key(query: &SearchQuery) -> QueryKey {
    (query.all, query.slack, query.max_depth, query.deterministic)
}

fn nth(cubes: &[Cube], number: usize) -> Option<(usize, &Cube)> {
    cubes.get(number).map(|cube| (number, cube))
}
