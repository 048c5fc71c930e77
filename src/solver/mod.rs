//! The entry point of the crate: [`Solver`] finds shortest solutions of cubes of any size, with limits, progress and
//! proofs.

mod best_so_far;
mod builder;
mod by_face_turns;
mod checkpoint;
mod cube_solver;
mod error;
mod found;
mod goal_of_cube;
mod gradual;
#[cfg(test)]
mod gradual_tests;
mod heuristic;
mod ladder;
#[cfg(test)]
mod ladder_tests;
mod progress;
mod puzzle;
mod puzzle_builder;
mod query;
mod question_solver;
mod quick;
mod record;
mod solution;
#[cfg(test)]
mod tests;
mod whole_cube;

pub use best_so_far::BestSoFar;
pub use builder::SolverBuilder;
pub use checkpoint::CheckpointOf;
pub use cube_solver::CubeSolver;
pub use error::{OpenError, SolveError};
pub use heuristic::Heuristic;
pub use ladder::{Ladder, LadderOptions};
pub use puzzle::{PuzzleSolution, PuzzleSolver};
pub use puzzle_builder::{PuzzleError, PuzzleSolverBuilder};
pub use query::{Query, SearchEvent};
pub use question_solver::QuestionSolver;
pub use quick::Quick;
pub use solution::{Solution, Statistics};
pub use whole_cube::WholeCube;

use crate::backend::Threads;
use crate::cube::Metric;
use crate::notation::Cube;
use crate::nxn::{Move, Size};
use crate::plan::{Plan, SearchQuery, Strategy};
use crate::record::SearchRecord;
use crate::search::{Control, Executor, Outcome, OwnBound, PieceSolver, Saving, SolverError, TableSet, Workers};
use crate::tables::{LoadedTables, Table};
use cube_solver::ReadyPlan;
use found::FoundSolutions;
use gradual::Gradual;
use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Finds provably shortest solutions, one cube after the other or several at a time, with the same tables.
///
/// ```no_run
/// let solver = cubepdb::Solver::builder().metric(cubepdb::Metric::HalfTurn).open()?;
/// let solution = solver.solve(&"R U R' U'".parse()?)?;
/// println!("{} ({} moves)", solution.moves(), solution.length());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    search: ReadyPlan,
    tables: Tables,
    /// Bounds that are no tables.
    own: Vec<OwnBound>,
    /// The threads of [`run`](Self::run); `None` if the solver was opened on threads of its user, who searches on them.
    threads: Option<Threads>,
    workers: usize,
    /// Time in which tables were loaded, checked and perhaps built when the solver was opened.
    loading: Duration,
    /// The search for the last query with the tables that it uses: preparing one takes some milliseconds, and most
    /// queries need the same.
    last: Mutex<Option<(SearchQuery, LoadedTables, Arc<CubeSolver>)>>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("plan", self.plan()).field("threads", &self.workers).finish_non_exhaustive()
    }
}

/// The tables of a solver.
enum Tables {
    /// Tables in memory.
    Loaded(LoadedTables),
    /// Default tables that are brought into memory while searches last.
    Gradual(Box<Gradual>),
}

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
        self.run_on(cube, query, self.pool())
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
                        let answer = self.run_on(cube, &query.about_next(), pool);
                        lock(&answers).push((number, answer));
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
        let asked = query.search_query(self.plan());
        let good = |longest, is_exact| BestSoFar::new(cube, self.metric(), &query.query, longest, is_exact);
        let found = query.answered(good, BestSoFar::in_place_of_none, |control| {
            let (outcome, record, changed) = match &self.tables {
                Tables::Gradual(gradual) if !query.is_exact() => {
                    let ladder = gradual.ladder(asked, self.threads());
                    let outcome = ladder.search(cube, 0, control(), threads)?;
                    (outcome, SearchRecord::of_plan(None, self.plan(), ladder.strategy(), 1), ladder.changed())
                }
                _ => {
                    let (solver, tables) = self.exact(asked, query.interrupt_flag(), threads)?;
                    let control = control();
                    let workers = Workers::new(&control, threads);
                    let outcome = match &query.checkpoint {
                        Some(path) => {
                            let search = |saving: &Saving<'_>| solver.solve_saved(cube, &workers, saving);
                            checkpoint::saved(path, query, Some(&tables), search)?
                        }
                        None => solver.solve(cube, &workers),
                    };
                    let record = SearchRecord::of_solver(self.plan(), &solver);
                    (outcome, record, tables.changed().map(PathBuf::from))
                }
            };
            changed.map_or(Ok((outcome, record)), |path| Err(SolveError::TableChanged { path }))
        });
        match found {
            Ok(FoundSolutions { solutions, lower_bound, incomplete, statistics }) => {
                Ok(Solution::new(solutions, self.metric(), lower_bound, incomplete, statistics))
            }
            Err(SolveError::NoSolution { lower_bound, .. })
                if !self.own.is_empty() && lower_bound > self.metric().diameter() =>
            {
                Err(SolveError::Inadmissible)
            }
            Err(error) => Err(error),
        }
    }

    /// The search for a query with all tables, which are loaded if need be.
    fn exact(
        &self,
        query: SearchQuery,
        interrupt: &AtomicBool,
        threads: &Threads,
    ) -> Result<(Arc<CubeSolver>, LoadedTables), SolveError> {
        let tables = match &self.tables {
            Tables::Loaded(tables) => tables.clone(),
            Tables::Gradual(gradual) => {
                gradual.whole(threads, interrupt).map_err(|error| SolveError::of_table(error, interrupt))?
            }
        };
        Ok((self.cube_solver(query, &tables)?, tables))
    }

    /// The search for a query: that of the last query, if they agree, and the tables were not loaded anew.
    fn cube_solver(&self, query: SearchQuery, tables: &LoadedTables) -> Result<Arc<CubeSolver>, SolverError> {
        let mut last = lock(&self.last);
        match &*last {
            Some((known, used, solver)) if *known == query && used.are_same(tables) => Ok(solver.clone()),
            _ => {
                let search = self.search.with_query(query);
                let solver = Arc::new(CubeSolver::new(search, self.bounds(tables))?);
                *last = Some((query, tables.clone(), solver.clone()));
                Ok(solver)
            }
        }
    }

    /// All lower bounds of the plan.
    fn bounds(&self, tables: &LoadedTables) -> TableSet {
        let plan = self.plan();
        let tables = tables.bounds(plan.lookups);
        let tables = match plan.bounds.manhattan {
            Some(pieces) => tables.with_manhattan(plan.metric(), pieces),
            None => tables,
        };
        self.own.iter().fold(tables, |tables, own| tables.with_own(own.clone()))
    }

    /// The plan that was opened.
    #[doc(hidden)]
    pub fn plan(&self) -> &Plan {
        self.search.plan()
    }

    /// The search for the plan's own query; `None` while tables come and go.
    #[doc(hidden)]
    pub fn opened(&self) -> Option<Arc<CubeSolver>> {
        match &self.tables {
            Tables::Loaded(tables) => Some(self.cube_solver(self.plan().query, tables).expect("it was made before")),
            Tables::Gradual(_) => None,
        }
    }

    /// The strategy that answers the plan's own query, with its reason; `None` by stickers, and while it depends on the
    /// tables that come.
    #[doc(hidden)]
    pub fn strategy(&self) -> Option<Strategy> {
        self.opened().and_then(|solver| solver.pieces().map(PieceSolver::strategy))
    }

    /// Searches a cube, of which all lengths below `from` are known to be impossible, on the workers of an executor.
    ///
    /// # Errors
    /// If a default table is damaged, cannot be built, or was changed during the search. Of tables that are loaded,
    /// [`changed`](Self::changed) tells that.
    ///
    /// # Panics
    /// As [`solve`](Self::solve).
    #[doc(hidden)]
    pub fn search(
        &self,
        cube: &Cube,
        query: SearchQuery,
        from: u8,
        control: Control<'_>,
        executor: &dyn Executor,
    ) -> Result<Outcome<Move>, SolveError> {
        match &self.tables {
            Tables::Loaded(tables) => {
                let workers = Workers::new(&control, executor).from_length(from);
                Ok(self.cube_solver(query, tables)?.solve(cube, &workers))
            }
            Tables::Gradual(gradual) => {
                let ladder = gradual.ladder(query, self.threads());
                let outcome = ladder.search(cube, from, control, executor)?;
                // Other searches may have another ladder by now.
                ladder.changed().map_or(Ok(outcome), |path| Err(SolveError::TableChanged { path }))
            }
        }
    }

    /// The tables in memory, with records of loading them.
    #[doc(hidden)]
    pub fn loaded(&self) -> LoadedTables {
        match &self.tables {
            Tables::Loaded(tables) => tables.clone(),
            Tables::Gradual(gradual) => gradual.tables(),
        }
    }

    /// The time in which tables were loaded, checked and perhaps built when the solver was opened.
    #[doc(hidden)]
    pub fn loading(&self) -> Duration {
        self.loading
    }

    /// Returns whether searches wait for a table that is being built.
    #[doc(hidden)]
    pub fn is_building(&self) -> bool {
        matches!(&self.tables, Tables::Gradual(gradual) if gradual.is_building())
    }

    /// Returns the path of a mapped table whose file was modified while [`search`](Self::search) used it: results found
    /// with it are not proven.
    #[doc(hidden)]
    pub fn changed(&self) -> Option<PathBuf> {
        match &self.tables {
            Tables::Loaded(tables) => tables.changed().map(PathBuf::from),
            Tables::Gradual(gradual) => gradual.changed(),
        }
    }

    /// The metric in which solutions are shortest.
    pub fn metric(&self) -> Metric {
        self.plan().metric()
    }

    /// The size of the cubes.
    pub fn size(&self) -> Size {
        self.plan().puzzle.size().expect("a solver of cubes")
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.workers
    }

    fn pool(&self) -> &Threads {
        self.threads.as_ref().expect("a solver with threads of its own")
    }

    /// The tables in memory that searches use.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        self.loaded().tables().to_vec()
    }
}

fn nth(cubes: &[Cube], number: usize) -> Option<(usize, &Cube)> {
    cubes.get(number).map(|cube| (number, cube))
}

/// The contents of a mutex, also after a thread that held it has panicked.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
