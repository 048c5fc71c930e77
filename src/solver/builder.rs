//! Configuring a solver.

use super::gradual::{Gradual, SharedObserver};
use super::{CubeSolver, Heuristic, OpenError, ReadyPlan, Solver, Tables};
use crate::backend::Threads;
use crate::clock::Instant;
use crate::cube::{Cubies, Metric};
use crate::notation::Cube;
use crate::nxn::{MoveKind, MoveSet, Size};
use crate::pdb::file::LoadMode;
use crate::plan::{Bounds, Plan, Pruning, Puzzle, SearchPlace, Strategy};
use crate::prune::Automaton;
use crate::prune::automaton::{LearnedFrom, LearnedSpec, OwnRules, UnsoundRules, learned_cached};
use crate::search::{DeviceOptions, Executor, OwnBound, Prepared, SolverError, TableSet};
use crate::tables::{CheckPolicy, LoadedTables, Table, TableEvent, TableSelection};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// Is told what happens to tables.
type Observer<'a> = Box<dyn FnMut(TableEvent<'_>) + Send + 'a>;

/// Configures a [`Solver`].
#[must_use]
pub struct SolverBuilder<'a> {
    metric: Option<Metric>,
    size: Size,
    moves: Option<MoveKind>,
    plan: Option<Plan>,
    rules: Option<OwnRules>,
    tables: TableSelection,
    no_tables: bool,
    own: Vec<Arc<dyn Heuristic>>,
    threads: Option<usize>,
    pool: Option<&'a Threads>,
    devices: Option<DeviceOptions>,
    observer: Option<Observer<'a>>,
    interrupt: Option<&'a AtomicBool>,
    gradual: Option<SharedObserver>,
    cubes: usize,
}

impl fmt::Debug for SolverBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, plan, threads, tables, .. } = self;
        f.debug_struct("SolverBuilder")
            .field("size", size)
            .field("plan", plan)
            .field("threads", threads)
            .field("tables", &tables.paths)
            .finish_non_exhaustive()
    }
}

impl Default for SolverBuilder<'_> {
    fn default() -> Self {
        Self {
            metric: None,
            size: Size::THREE,
            moves: None,
            plan: None,
            rules: None,
            tables: TableSelection::new(Metric::HalfTurn),
            no_tables: false,
            own: Vec::new(),
            threads: None,
            pool: None,
            devices: None,
            observer: None,
            interrupt: None,
            gradual: None,
            cubes: 1,
        }
    }
}

impl<'a> SolverBuilder<'a> {
    /// Sets the metric in which solutions are shortest: by default half turns, for single layers quarter turns.
    pub fn metric(mut self, metric: Metric) -> Self {
        self.metric = Some(metric);
        self
    }

    /// Sets the size of the cubes. Sizes other than 3x3x3 are searched by their stickers, without tables.
    pub fn size(mut self, size: Size) -> Self {
        self.size = size;
        self
    }

    /// Sets the turns that count as moves, for cubes that are searched by their stickers, which includes a 3x3x3 after
    /// this call.
    pub fn moves(mut self, moves: MoveKind) -> Self {
        self.moves = Some(moves);
        self
    }

    /// Opens a [plan](crate::plan), such as that of a preset: its metric, size, moves and bounds take the place of
    /// those that are set one by one. Which solutions are wanted is said by each [`Query`](crate::Query), and an
    /// automaton that has to be [learned](crate::plan::Pruning::Learned) is kept in the [cache
    /// directory](Self::cache_directory).
    pub fn plan(mut self, plan: Plan) -> Self {
        self.plan = Some(plan);
        self
    }

    /// Leaves out the move sequences that a user's own rules describe, in place of those of the plan.
    pub fn rules(mut self, rules: OwnRules) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Finds tables in the places of a selection; its metric and bounds are those of the plan.
    #[doc(hidden)]
    pub fn selection(mut self, tables: TableSelection) -> Self {
        self.tables = tables;
        self
    }

    /// Sets the number of cubes that are known to be waiting: the more there are, the sooner a large table pays.
    #[doc(hidden)]
    pub fn waiting_cubes(mut self, cubes: usize) -> Self {
        self.cubes = cubes;
        self
    }

    /// Uses the tables at this place, a file or a directory, instead of the default ones. May be called several times.
    pub fn table_path(mut self, path: impl Into<PathBuf>) -> Self {
        self.tables.paths.push(path.into());
        self
    }

    /// Uses a table in memory instead of the default ones. May be called several times.
    pub fn table(mut self, table: Arc<Table>) -> Self {
        self.tables.tables.push(table);
        self
    }

    /// Uses no tables at all: ten moves then take minutes. The Manhattan distance, if [`bounds`](Self::bounds) asks for
    /// it, and user-supplied heuristics are used.
    pub fn no_tables(mut self) -> Self {
        self.no_tables = true;
        self
    }

    /// Uses these lower bounds, by name: `corners+edges`, `h48-4`, `manhattan`. By default, the best of all tables.
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.tables.heuristic = bounds;
        self
    }

    /// Adds a user-supplied heuristic to the bounds of the tables; the search is then one-sided.
    pub fn heuristic(mut self, heuristic: impl Heuristic + 'static) -> Self {
        self.own.push(Arc::new(heuristic));
        self
    }

    /// Sets the directory of default tables, instead of the user's cache directory.
    pub fn cache_directory(mut self, directory: impl Into<PathBuf>) -> Self {
        self.tables.cache = Some(directory.into());
        self
    }

    /// Sets whether missing default tables are built: half a minute and up to 1.9 GB, once. By default they are.
    pub fn build_tables(mut self, build: bool) -> Self {
        self.tables.build_missing = build;
        self
    }

    /// Sets the number of bytes that building default tables may take.
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.tables.max_memory = Some(bytes);
        self
    }

    /// Sets how tables are loaded into memory.
    pub fn load_mode(mut self, mode: LoadMode) -> Self {
        self.tables.load = mode;
        self
    }

    /// Sets the checks on a table when it is loaded.
    pub fn check(mut self, check: CheckPolicy) -> Self {
        self.tables.check = check;
        self
    }

    /// Sets the number of worker threads, 1 to [`MAX_THREADS`](crate::MAX_THREADS): by default one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Opens the solver on these threads, which are not kept: the user searches on threads of their own, with
    /// [`Solver::search`].
    #[doc(hidden)]
    pub fn pool(mut self, threads: &'a Threads) -> Self {
        self.pool = Some(threads);
        self
    }

    /// Searches on [devices](crate::devices), each driven by a thread: on these alone, unless the [plan](Self::plan)
    /// says that threads search beside them. The bound is an H48 table, or the Manhattan distance of the edges.
    pub fn devices(mut self, devices: DeviceOptions) -> Self {
        self.devices = Some(devices);
        self
    }

    /// Calls `observer` while tables are found, built and loaded.
    pub fn on_event(mut self, observer: impl FnMut(TableEvent<'_>) + Send + 'a) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Ends the build of a table soon after another thread has set this flag.
    pub fn interrupt(mut self, flag: &'a AtomicBool) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// Brings default tables into memory while searches last, not when the solver is opened: cubes of up to six face
    /// turns or seven quarter turns need none, a small table is built in some seconds, and a large one once the
    /// searches so far have taken as long as its build will. `observer` is then told what happens to tables, from other
    /// threads, instead of the one of [`on_event`](Self::on_event).
    ///
    /// Queries that have a limit of nodes or a checkpoint load the largest table first. Without
    /// effect if tables, bounds, heuristics or a load mode are named, or there is too little memory for an H48 table.
    pub fn gradual(mut self, observer: impl FnMut(TableEvent<'_>) + Send + 'static) -> Self {
        self.gradual = Some(Arc::new(Mutex::new(observer)));
        self
    }

    /// Starts the threads, and finds, builds if necessary, and loads the tables.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(mut self) -> Result<Solver, OpenError> {
        let plan = self.plan.take().unwrap_or_else(|| self.usual_plan());
        let search = self.prepared(plan)?;
        match (search, self.devices.take()) {
            (ReadyPlan::Pieces(prepared), None) if prepared.plan.depth_first().place != SearchPlace::Threads => {
                Err(OpenError::Plan("searches on devices, and there are none: see `SolverBuilder::devices`"))
            }
            (ReadyPlan::Pieces(prepared), None) => self.open_pieces(*prepared),
            (ReadyPlan::Pieces(prepared), Some(devices)) => self.open_pieces(prepared.on_devices(devices)),
            (ReadyPlan::Stickers(_), Some(_)) => Err(OpenError::NotForStickers("devices")),
            (ReadyPlan::Stickers(plan), None) => self.open_stickers(plan),
        }
    }

    /// A plan with its automaton.
    fn prepared(&mut self, plan: Plan) -> Result<ReadyPlan, OpenError> {
        let (metric, order) = match (&plan.puzzle, &self.rules) {
            (Puzzle::Pieces { metric, order }, _) => (*metric, *order),
            (Puzzle::Stickers(_), Some(_)) => return Err(OpenError::NotForStickers("rules")),
            (Puzzle::Stickers(_), None) => return Ok(plan.into()),
            (Puzzle::Defined(_), _) => {
                return Err(OpenError::Plan("is for a puzzle by its definition: see `PuzzleSolver`"));
            }
        };
        let alphabet = order.alphabet(metric);
        if let Some(rules) = self.rules.take() {
            let proven = rules.proven(metric, &alphabet, |spec| self.learned(spec))?;
            let keeps_all = proven.lost.is_none();
            if let Some(lost) = proven.lost.filter(|_| plan.query.all) {
                return Err(UnsoundRules::LoseOrders { lost }.into());
            }
            let plan = Plan { pruning: Pruning::OwnRules, ..plan };
            return Ok(Prepared::with_automaton(plan, proven.automaton, keeps_all).into());
        }
        if plan.pruning == Pruning::OwnRules {
            return Err(OpenError::Plan("leaves out moves by a user's own rules, and there are none"));
        }
        if !plan.pruning.fits(metric) {
            return Err(OpenError::Plan("leaves out moves by rules for the other metric, which would lose solutions"));
        }
        let Err(spec) = plan.pruning.automaton(metric, &alphabet) else { return Ok(plan.into()) };
        let keeps_all = plan.pruning.keeps_all();
        Ok(Prepared::with_automaton(plan, self.learned(&spec)?, keeps_all).into())
    }

    /// The automaton of a specification, from the cache directory or learned.
    fn learned(&mut self, spec: &LearnedSpec) -> Result<Automaton, OpenError> {
        let never = AtomicBool::new(false);
        let stop = self.interrupt.unwrap_or(&never);
        let failed = |source| OpenError::Automaton { source, depth: spec.depth(), needed: spec.memory() };
        let learned = learned_cached(spec, self.tables.cache.as_deref(), stop, |_| ()).map_err(failed)?;
        if let Some(observer) = &mut self.observer {
            if let LearnedFrom::Rebuilt(error) = &learned.origin {
                observer(TableEvent::LearnedAnew { error });
            }
            if let Some(error) = &learned.not_saved {
                observer(TableEvent::LearnedNotKept { error });
            }
        }
        Ok(learned.automaton)
    }

    /// The plan of all that is set one by one.
    fn usual_plan(&self) -> Plan {
        let Self { metric, size, moves, ref tables, .. } = *self;
        let usual = if size == Size::THREE && moves.is_none() {
            Plan::new(metric.unwrap_or(Metric::HalfTurn))
        } else {
            let kind = moves.unwrap_or(MoveKind::Wca);
            let metric = metric.unwrap_or(kind.usual_metric());
            Plan::of(Puzzle::Stickers(MoveSet { size, kind, metric }))
        };
        Plan { bounds: tables.heuristic.clone(), ..usual }
    }

    fn open_stickers(self, plan: Plan) -> Result<Solver, OpenError> {
        let has_tables = !self.tables.paths.is_empty() || !self.tables.tables.is_empty();
        let has_bounds = plan.bounds.needs_tables() && !plan.bounds.is_auto() || plan.bounds.manhattan.is_some();
        for (is_given, what) in
            [(has_tables, "tables"), (!self.own.is_empty(), "own heuristics"), (has_bounds, "bounds by name")]
        {
            if is_given {
                return Err(OpenError::NotForStickers(what));
            }
        }
        if let Some(part) = plan.part_for_pieces() {
            return Err(OpenError::NotForStickers(part));
        }
        let own_threads = self.start()?;
        let threads = own_threads.as_ref().or(self.pool).expect("one of both");
        let started = Instant::now();
        let solver = CubeSolver::new(ReadyPlan::Stickers(plan.clone()), TableSet::default())
            .map_err(|source| OpenError::Search { source, tables: Vec::new() })?;
        let workers = threads.workers();
        let none = LoadedTables::default();
        let last = Mutex::new(Some((plan.query, none.clone(), Arc::new(solver))));
        let (tables, loading) = (Tables::Loaded(none), started.elapsed());
        Ok(Solver {
            search: ReadyPlan::Stickers(plan),
            tables,
            own: Vec::new(),
            threads: own_threads,
            workers,
            loading,
            last,
        })
    }

    fn open_pieces(self, prepared: Prepared) -> Result<Solver, OpenError> {
        let plan = &prepared.plan;
        let has_tables = !self.tables.paths.is_empty() || !self.tables.tables.is_empty();
        let names_tables = !plan.bounds.is_auto() && plan.bounds.needs_tables();
        if self.no_tables && (has_tables || names_tables) {
            return Err(OpenError::NoTables);
        }
        let of_solved = |heuristic: &Arc<dyn Heuristic>| heuristic.lower_bound(&Cube::from(Cubies::SOLVED));
        if let Some(bound) = self.own.iter().map(of_solved).find(|&bound| bound != 0) {
            return Err(OpenError::Inadmissible { bound });
        }
        // Before any table is looked for.
        let refused = |source: SolverError, tables: &LoadedTables| OpenError::Search { source, tables: tables.names() };
        let none = LoadedTables::default();
        let strategy = prepared.strategy(plan.wanted_level()).map_err(|error| refused(error.into(), &none))?;
        let own_threads = self.start()?;
        let Self { mut tables, no_tables, own, observer, interrupt, gradual, cubes, pool, .. } = self;
        let threads = own_threads.as_ref().or(pool).expect("one of both");
        let workers = threads.workers();
        tables.metric = plan.metric();
        tables.heuristic = plan.bounds.clone();
        tables.two_sided = own.is_empty() && matches!(strategy, Strategy::TwoSided { .. });
        let own = own.into_iter().map(of_cubies).collect::<Vec<_>>();
        let last = Mutex::new(None);
        let started = Instant::now();
        let mut observer = observer.unwrap_or_else(|| Box::new(|_| ()));
        if let Some(later) = gradual.filter(|_| !no_tables && own.is_empty() && plan.is_usual())
            && threads.install(|| tables.is_gradual(&mut *observer))
        {
            let gradual = Gradual::new(prepared.clone(), cubes, tables, later);
            let (search, tables, loading) = (prepared.into(), Tables::Gradual(Box::new(gradual)), started.elapsed());
            return Ok(Solver { search, tables, own, threads: own_threads, workers, loading, last });
        }
        let mut loaded = none;
        if !no_tables {
            let never = AtomicBool::new(false);
            loaded = threads.install(|| tables.load(interrupt.unwrap_or(&never), &mut *observer))?;
        }
        let (query, loading) = (plan.query, started.elapsed());
        let tables = Tables::Loaded(loaded.clone());
        let solver = Solver { search: prepared.into(), tables, own, threads: own_threads, workers, loading, last };
        solver.cube_solver(query, &loaded).map_err(|source| refused(source, &loaded))?;
        Ok(solver)
    }

    /// Starts the threads of the solver, unless it is opened on those of its user.
    fn start(&self) -> Result<Option<Threads>, OpenError> {
        match self.pool {
            Some(_) => Ok(None),
            None => Ok(Some(Threads::new(self.threads.unwrap_or_else(Threads::usual))?)),
        }
    }
}

/// A user's heuristic as a function of the pieces.
fn of_cubies(heuristic: Arc<dyn Heuristic>) -> OwnBound {
    Arc::new(move |cube: &Cubies| heuristic.lower_bound(&Cube::from(*cube)))
}
