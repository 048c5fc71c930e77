//! State that searches share with the thread that prepares tables, and that thread.

use super::{LadderOptions, Observer};
use crate::backend::Threads;
use crate::clock::Instant;
use crate::pdb::TableSpec;
use crate::pdb::choice::build_time;
use crate::pdb::file::LoadMode;
use crate::pdb::generate::BuildEvent;
use crate::search::{Control, PieceSolver};
use crate::solver::lock;
use crate::storage::available_memory;
use crate::tables::{BuildReason, Choice, LoadedTables, TableError, TableEvent};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Time that a search may take with a mapped table before it is copied, for each gigabyte: about what a copy takes.
const COPY_PER_GIGABYTE: Duration = Duration::from_millis(1000);

/// Time that a search may take with the first table before the second one is built: what the corners do not solve in
/// this time is most often hard.
const WITH_CORNERS: Duration = Duration::from_millis(250);

/// Time for which a search that begins while a table is built need not wait for it.
const AT_ONCE: Duration = Duration::from_millis(250);

/// The longest wait for a search to begin.
const IDLE: Duration = Duration::from_secs(3600);

/// Time between two looks at an interrupt while a table is built.
const POLL: Duration = Duration::from_millis(50);

/// State that searches share with the thread that prepares tables.
pub(super) struct Shared {
    pub options: LadderOptions,
    observer: Mutex<Observer>,
    state: Mutex<State>,
    /// Signals that a search began, that a build ended, or that all is over.
    changed: Condvar,
    /// Goes up with every better solver, and when searches have to wait.
    pub generation: AtomicU32,
    /// Nothing needs to be prepared any more.
    stop: AtomicBool,
}

pub(super) struct State {
    pub solver: Arc<PieceSolver>,
    /// The tables of each step so far.
    pub used: Vec<LoadedTables>,
    /// The time limit of each search under way, and since when there is one.
    searching: Vec<Option<Instant>>,
    began: Instant,
    /// Time in which there was a search before that.
    spent: Duration,
    /// Searches that wait for a table.
    pub waiting: usize,
    pub is_building: bool,
    /// True if a table that is in use is being written: the ladder is not dropped before that is done.
    is_writing: bool,
    /// The thread that prepares tables, unless it has ended early.
    preparer: Option<JoinHandle<()>>,
    failure: Option<Failure>,
}

/// Why the preparation of tables has ended early: one of the searches is told.
enum Failure {
    Table(TableError),
    Panic(Box<dyn Any + Send>),
}

impl State {
    /// Time in which cubes were searched.
    fn spent(&self) -> Duration {
        self.spent + if self.searching.is_empty() { Duration::ZERO } else { self.began.elapsed() }
    }

    fn enter(&mut self, deadline: Option<Instant>) {
        if self.searching.is_empty() {
            self.began = Instant::now();
        }
        self.searching.push(deadline);
    }

    fn leave(&mut self, deadline: Option<Instant>) {
        self.spent = self.spent();
        self.began = Instant::now();
        let own = self.searching.iter().position(|other| *other == deadline);
        self.searching.swap_remove(own.expect("a search under way"));
    }

    /// Returns whether a table is wanted by a search other than one that waits for it.
    fn is_wanted_by_others(&self) -> bool {
        self.waiting > 1 || !self.searching.is_empty()
    }

    /// The time that is left to the search that has most of it; `None` if one of them has no limit.
    fn time_left(&self) -> Option<Duration> {
        let now = Instant::now();
        let left = |deadline: Instant| deadline.saturating_duration_since(now);
        let all = self.searching.iter().map(|deadline| deadline.map(left)).collect::<Option<Vec<Duration>>>()?;
        Some(all.into_iter().max().unwrap_or_default())
    }
}

/// A search under way.
pub(super) struct Searching<'a> {
    shared: &'a Arc<Shared>,
    deadline: Option<Instant>,
    /// True if it was interrupted while a table was built, and has left the build to others.
    has_left: Cell<bool>,
}

impl<'a> Searching<'a> {
    pub fn new(shared: &'a Arc<Shared>, deadline: Option<Instant>) -> Self {
        shared.state().enter(deadline);
        shared.changed.notify_all();
        Self { shared, deadline, has_left: Cell::new(false) }
    }

    /// While a table is built: the best solver so far, with which a search that begins may go on for a moment, since
    /// easy cubes are solved then. `None` if nothing is built, or there is no table yet.
    pub fn solver_at_once(&self, control: &Control<'_>) -> Option<Arc<PieceSolver>> {
        let state = self.shared.state();
        (state.is_building && !state.used.is_empty()).then_some(())?;
        control.adopt_bounds();
        let shared = self.shared.clone();
        let end = move || {
            std::thread::sleep(AT_ONCE);
            shared.generation.fetch_add(1, Ordering::Relaxed);
        };
        Builder::new().spawn(end).ok().map(|_| state.solver.clone())
    }

    /// The best solver there is, after any build has ended, unless a limit is reached before. Starts the preparation of
    /// tables if nobody does it.
    pub fn solver(&self, control: &Control<'_>) -> Result<Arc<PieceSolver>, TableError> {
        let mut state = self.shared.state();
        // A search that is over anyway does not wait.
        if state.is_building && !control.is_limited() {
            state.leave(self.deadline);
            state.waiting += 1;
            self.shared.changed.notify_all();
            while state.is_building && (control.is_interrupted() || !control.is_limited()) {
                if control.is_interrupted() {
                    if state.is_wanted_by_others() {
                        self.has_left.set(true);
                        break;
                    }
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
                state = self.shared.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
            }
            state.waiting -= 1;
            state.enter(self.deadline);
        }
        control.adopt_bounds();
        match state.failure.take() {
            Some(Failure::Table(error)) => return Err(error),
            Some(Failure::Panic(payload)) => {
                drop(state);
                resume_unwind(payload)
            }
            None => {}
        }
        if state.preparer.is_none() && !control.is_limited() {
            self.shared.stop.store(false, Ordering::Relaxed);
            let preparer = self.shared.clone();
            // Without the thread, the search goes on without tables: slowly, but right.
            state.preparer = Builder::new().name("tables".to_owned()).spawn(move || preparer.prepare_all()).ok();
        }
        Ok(state.solver.clone())
    }
}

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.leave(self.deadline);
        // All others have left it, too.
        if self.has_left.get() && state.is_building && state.waiting == 0 && state.searching.is_empty() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    /// Nothing is prepared yet but these tables, if there are any.
    pub fn new(options: LadderOptions, observer: Observer, tables: LoadedTables) -> Arc<Self> {
        let state = State {
            solver: Arc::new(options.solver(tables.bounds(options.search.plan.lookups))),
            used: if tables.tables().is_empty() { Vec::new() } else { vec![tables] },
            searching: Vec::new(),
            began: Instant::now(),
            spent: Duration::ZERO,
            waiting: 0,
            is_building: false,
            is_writing: false,
            preparer: None,
            failure: None,
        };
        let (generation, stop) = (AtomicU32::new(0), AtomicBool::new(false));
        let (state, observer) = (Mutex::new(state), Mutex::new(observer));
        Arc::new(Self { options, observer, state, changed: Condvar::new(), generation, stop })
    }

    /// Ends the preparation, once a table that is in use is written.
    pub fn end(&self) {
        let mut state = self.state();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        let writing = state.preparer.take().filter(|_| state.is_writing);
        drop(state);
        // A panic of the thread has been reported, and is no reason to keep an answer back.
        writing.map(JoinHandle::join);
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Prepares one table after the other. If it ends early, all searches look at the reason, and those that go on try
    /// again.
    fn prepare_all(&self) {
        let failure = match catch_unwind(AssertUnwindSafe(|| self.prepare())) {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.map(Failure::Table),
            Err(payload) => Some(Failure::Panic(payload)),
        };
        let mut state = self.state();
        (state.preparer, state.failure, state.is_writing) = (None, failure, false);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// # Errors
    /// With an error if a table is damaged or the first one cannot be built; without one if nothing is wanted any more.
    fn prepare(&self) -> Result<(), Option<TableError>> {
        let LadderOptions { tables, threads, .. } = &self.options;
        let beside = Threads::new(1).map_err(TableError::from)?;
        let builders = Threads::new(*threads).map_err(TableError::from)?;
        let (mut mapped, mut is_kept) = (None, true);
        for step in builders.install(|| tables.steps()) {
            if self.has(step.spec.bytes()) || self.uses(&step.spec) {
                continue;
            }
            if step.reason == BuildReason::Cached {
                self.advance(beside.install(|| self.load(&step, LoadMode::Mmap))?);
                mapped = Some(step);
                continue;
            }
            let takes = build_time(&step.spec, *threads);
            // The first table is always worth its time: without any, a search would soon take forever.
            if !self.state().used.is_empty() {
                let is_small = step.reason == BuildReason::First;
                self.wait_until_worth(if is_small { WITH_CORNERS } else { takes })?;
            }
            self.wait_for_time(takes)?;
            let used = self.state().used.len();
            match self.build(&step, &builders) {
                Ok(()) => {}
                Err(_) if self.stop.load(Ordering::Relaxed) => return Err(None),
                Err(error) if self.state().used.is_empty() => return Err(Some(error)),
                Err(error) => {
                    if std::mem::take(&mut is_kept) {
                        self.tell(TableEvent::NotKept { spec: step.spec, error: &error });
                    }
                    // A small table is in memory all the same, and helps.
                    if self.state().used.len() == used || step.reason != BuildReason::First {
                        break;
                    }
                }
            }
            mapped = None;
        }
        if self.state().used.is_empty() {
            return Err(Some(TableError::NoLevelFits { available: available_memory() }));
        }
        if let Some(step) = mapped.filter(|step| !self.has(step.spec.bytes() + 1)) {
            let copy_time = COPY_PER_GIGABYTE.mul_f64(step.spec.bytes() as f64 / 1e9);
            self.wait_until_worth(copy_time)?;
            self.advance(beside.install(|| self.load(&step, LoadMode::Auto))?);
        }
        Ok(())
    }

    /// Returns whether an H48 table of at least so many bytes is in memory.
    fn has(&self, bytes: u64) -> bool {
        let state = self.state();
        let mut specs = state.used.iter().flat_map(LoadedTables::tables).map(|table| table.spec());
        specs.any(|spec| spec.h48().is_some() && spec.bytes() >= bytes)
    }

    /// Returns whether a table is in memory: the preparation may have been begun again.
    fn uses(&self, spec: &TableSpec) -> bool {
        self.state().used.iter().flat_map(LoadedTables::tables).any(|table| table.spec() == *spec)
    }

    /// Builds a table on all threads while the searches wait for it, and writes it while they go on.
    fn build(&self, step: &Choice, builders: &Threads) -> Result<(), TableError> {
        let tables_before = self.state().used.len();
        let done = builders.install(|| {
            let paused = RefCell::new(None);
            let tell = &mut |event: TableEvent<'_>| {
                // Not while another process builds the table, or has done so.
                if let TableEvent::Progress { event: BuildEvent::Started { .. }, .. } = &event {
                    paused.replace(Some(Paused::new(self)));
                }
                self.tell(event);
            };
            let built = |tables| {
                // An answer that comes at once waits for the file.
                self.state().is_writing = true;
                self.advance(tables);
                paused.take();
            };
            self.options.tables.build_step(step, &self.stop, tell, built)
        });
        self.state().is_writing = false;
        done?;
        if self.state().used.len() == tables_before {
            self.advance(builders.install(|| self.load(step, LoadMode::Auto))?);
        }
        Ok(())
    }

    fn load(&self, step: &Choice, mode: LoadMode) -> Result<LoadedTables, TableError> {
        self.options.tables.load_step(step, mode, &mut |event| self.tell(event))
    }

    fn tell(&self, event: TableEvent<'_>) {
        (lock(&self.observer))(event);
    }

    /// Lets all searches go on with these tables.
    fn advance(&self, tables: LoadedTables) {
        let solver = Arc::new(self.options.solver(tables.bounds(self.options.search.plan.lookups)));
        let mut state = self.state();
        state.solver = solver;
        state.used.push(tables);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until a search has so much time left for a build.
    ///
    /// # Errors
    /// If nothing is wanted any more.
    fn wait_for_time(&self, takes: Duration) -> Result<(), Option<TableError>> {
        // Half as long again, for a build that is slower than expected and the search after it.
        let takes = takes.mul_f64(1.5);
        let mut state = self.state();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(None);
            }
            let has_time = state.time_left().is_none_or(|left| left >= takes);
            if has_time && !state.searching.is_empty() {
                return Ok(());
            }
            state = self.changed.wait_timeout(state, IDLE).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until cubes have been searched for so long, divided by the number of those that wait.
    ///
    /// # Errors
    /// If nothing is wanted any more.
    fn wait_until_worth(&self, time: Duration) -> Result<(), Option<TableError>> {
        let time = time / self.options.cubes.max(1) as u32;
        let mut state = self.state();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(None);
            }
            let left = time.saturating_sub(state.spent());
            if left.is_zero() {
                return Ok(());
            }
            let most = if state.searching.is_empty() { IDLE } else { left };
            state = self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A time in which all searches wait. They also go on if a build panics.
struct Paused<'a>(&'a Shared);

impl<'a> Paused<'a> {
    fn new(shared: &'a Shared) -> Self {
        let mut state = shared.state();
        state.is_building = true;
        shared.generation.fetch_add(1, Ordering::Relaxed);
        while !state.searching.is_empty() {
            state = shared.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
        Self(shared)
    }
}

impl Drop for Paused<'_> {
    fn drop(&mut self) {
        self.0.state().is_building = false;
        self.0.changed.notify_all();
    }
}
