//! Configuring a solver.

use super::gradual::{Gradual, SharedObserver};
use super::{Heuristic, OpenError, SearchSpec, Solver};
use crate::backend::Threads;
use crate::cube::{Cubies, MetricKind};
use crate::notation::Cube;
use crate::nxn::{MoveKind, Size};
use crate::pdb::file::LoadMode;
use crate::search::{Bounds, TableSet};
use crate::tables::{CheckPolicy, LoadedTables, Table, TableEvent, TableSelection};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

/// Is told what happens to tables.
type Observer<'a> = Box<dyn FnMut(TableEvent<'_>) + Send + 'a>;

/// Configures a [`Solver`].
#[must_use]
pub struct SolverBuilder<'a> {
    metric: Option<MetricKind>,
    size: Size,
    moves: Option<MoveKind>,
    tables: TableSelection,
    no_tables: bool,
    own: Vec<Arc<dyn Heuristic>>,
    threads: Option<usize>,
    observer: Option<Observer<'a>>,
    interrupt: Option<&'a AtomicBool>,
    gradual: Option<SharedObserver>,
}

impl Default for SolverBuilder<'_> {
    fn default() -> Self {
        Self {
            metric: None,
            size: Size::THREE,
            moves: None,
            tables: TableSelection::new(MetricKind::HalfTurn),
            no_tables: false,
            own: Vec::new(),
            threads: None,
            observer: None,
            interrupt: None,
            gradual: None,
        }
    }
}

impl<'a> SolverBuilder<'a> {
    /// Sets the metric in which solutions are shortest: by default half turns, for single layers quarter turns.
    pub fn metric(mut self, metric: MetricKind) -> Self {
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

    /// Uses no tables at all: ten moves then take minutes. The Manhattan distance, if [`bounds`](Self::bounds) asks for it,
    /// and user-supplied heuristics are used.
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

    /// Sets the number of worker threads: by default one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
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

    /// Brings default tables into memory while searches last, not when the solver is opened: cubes of up to six face turns or
    /// seven quarter turns need none, a small table is built in some seconds, and a large one once the searches so far have taken as
    /// long as its build will. `observer` is then told what happens to tables, from other threads, instead of the one of
    /// [`on_event`](Self::on_event).
    ///
    /// Queries that are deterministic, have a limit of nodes or a checkpoint load the largest table first. Without effect if
    /// tables, bounds, heuristics or a load mode are named, or there is too little memory for an H48 table.
    pub fn gradual(mut self, observer: impl FnMut(TableEvent<'_>) + Send + 'static) -> Self {
        self.gradual = Some(Arc::new(Mutex::new(observer)));
        self
    }

    /// Starts the threads, and finds, builds if necessary, and loads the tables.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub fn open(self) -> Result<Solver, OpenError> {
        let Self { metric, size, moves, mut tables, no_tables, own, threads, observer, interrupt, gradual } = self;
        let by_pieces = size == Size::THREE && moves.is_none();
        let kind = moves.unwrap_or(MoveKind::Wca);
        let metric = metric.unwrap_or(if by_pieces { MetricKind::HalfTurn } else { kind.usual_metric() });
        if !by_pieces && (!tables.paths.is_empty() || !tables.tables.is_empty()) {
            return Err(OpenError::NotForStickers("tables"));
        }
        if !by_pieces && !own.is_empty() {
            return Err(OpenError::NotForStickers("own heuristics"));
        }
        let has_names = !tables.heuristic.is_auto();
        if !by_pieces && has_names {
            return Err(OpenError::NotForStickers("bounds by name"));
        }
        let has_tables = !tables.paths.is_empty() || !tables.tables.is_empty();
        if no_tables && (has_tables || has_names && tables.heuristic.needs_tables()) {
            return Err(OpenError::NoTables);
        }
        let of_solved = |heuristic: &Arc<dyn Heuristic>| heuristic.lower_bound(&Cube::from(Cubies::SOLVED));
        if let Some(bound) = own.iter().map(of_solved).find(|&bound| bound != 0) {
            return Err(OpenError::Inadmissible { bound });
        }
        let threads = Threads::new(threads.unwrap_or_else(cores))?;
        let mut spec = SearchSpec { metric, size, kind, by_pieces, bounds: TableSet::default() };
        let mut loaded = LoadedTables::default();
        let is_usual = tables.load == LoadMode::Auto && !has_names && own.is_empty();
        let may_be_gradual = by_pieces && !no_tables && is_usual;
        if let Some(observer) = gradual.filter(|_| may_be_gradual) {
            tables.metric = metric;
            if threads.install(|| tables.is_gradual(&mut |_| ())) {
                let gradual = Some(Gradual::new(tables, observer));
                return Ok(Solver { spec, tables: loaded, gradual, threads, last: Mutex::new(None) });
            }
        }
        if by_pieces && !no_tables {
            (tables.metric, tables.two_sided) = (metric, own.is_empty());
            let never = AtomicBool::new(false);
            let mut observer = observer.unwrap_or_else(|| Box::new(|_| ()));
            loaded = threads.install(|| tables.load(interrupt.unwrap_or(&never), &mut *observer))?;
            spec.bounds = loaded.bounds(TableSet::LOOKUPS_PER_TABLE);
        }
        if let Some(pieces) = tables.heuristic.manhattan {
            spec.bounds = spec.bounds.with_manhattan(metric, pieces);
        }
        for heuristic in own {
            let bound = move |cube: &Cubies| heuristic.lower_bound(&Cube::from(*cube));
            spec.bounds = spec.bounds.with_own(Arc::new(bound));
        }
        Ok(Solver { spec, tables: loaded, gradual: None, threads, last: Mutex::new(None) })
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, |cores| cores.get().min(Threads::MAX))
}
