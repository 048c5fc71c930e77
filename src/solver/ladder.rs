//! Default tables as a ladder: a search begins without any, and goes on with better ones if it lasts.
//!
//! Each length that was proven impossible stays so whatever the bounds were, so a search can change its tables between
//! two lengths, or in the midst of one that it then begins again. Tables are brought into memory beside the search.
//! They are built when the search has taken as long as the build will take (the ski-rental rule: at most twice the time
//! of the best choice made in hindsight), and while a table is built the searches wait, so that it gets all threads. That
//! wait counts against time limits, and no build is begun that takes longer than they leave.

use super::cube_solver::in_turns;
use crate::backend::Threads;
use crate::clock::Instant;
use crate::cube::{MetricKind, Move};
use crate::notation::Cube;
use crate::nxn::Turn;
use crate::pdb::choice::build_time;
use crate::pdb::file::LoadMode;
use crate::pdb::generate::Event;
use crate::plan::{SearchQuery, Strategy};
use crate::search::{Answer, Control, Executor, IterationReport, Outcome, PieceSolver, Prepared, TableSet};
use crate::storage::available_memory;
use crate::tables::{BuildReason, Choice, LoadedTables, TableError, TableEvent, TableSelection};
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Solutions up to this length are searched for before any table is looked for: of half turns, of quarter turns. Some
/// ten milliseconds on two cores.
const QUICK: [u8; 2] = [6, 7];

/// Time that a search may take with a mapped table before it is copied, for each gigabyte: about what a copy takes.
const COPY_PER_GIGABYTE: Duration = Duration::from_millis(1000);

/// Time that a search may take with the first table before the second one is built: what the corners do not solve in
/// this time is most often hard.
const WITH_CORNERS: Duration = Duration::from_millis(250);

/// The longest wait for a search to begin.
const IDLE: Duration = Duration::from_secs(3600);

/// Time between two looks at an interrupt while a table is built.
const POLL: Duration = Duration::from_millis(50);

/// Why a solver of a ladder can always be made.
const ANYTHING_GOES: &str = "nothing is asked for that some tables could not do";

/// Options of a ladder.
pub struct LadderOptions {
    /// The search to run.
    pub search: Prepared,
    /// Where default tables are found and built.
    pub tables: TableSelection,
    /// Threads that build a table.
    pub threads: usize,
    /// Cubes that are known to be waiting: the more there are, the sooner a large table pays.
    pub cubes: usize,
}

/// Is told what happens to tables, from another thread.
pub type Observer = Box<dyn FnMut(TableEvent<'_>) + Send>;

/// Solves cubes with the best default tables that are in memory, and brings better ones there while searches last.
pub struct Ladder {
    /// Searches for short solutions, without tables.
    quick: PieceSolver,
    /// The longest of them.
    up_to: u8,
    shared: Arc<Shared>,
}

impl Ladder {
    /// A ladder on which no table has been looked for: it takes no time.
    pub fn new(options: LadderOptions, observer: Observer) -> Self {
        Self::with_tables(options, observer, LoadedTables::default())
    }

    /// A ladder that begins with tables in memory, if there are any.
    pub(super) fn with_tables(options: LadderOptions, observer: Observer, tables: LoadedTables) -> Self {
        let up_to = QUICK[usize::from(options.search.metric == MetricKind::QuarterTurn)];
        let mut quick = options.search.clone();
        let max_depth = &mut quick.plan.query.max_depth;
        *max_depth = (*max_depth).min(up_to);
        let quick = PieceSolver::new(quick, TableSet::default()).expect(ANYTHING_GOES);
        let state = State {
            solver: Arc::new(options.solver(tables.bounds(options.search.plan.lookups))),
            used: if tables.tables().is_empty() { Vec::new() } else { vec![tables] },
            searching: Vec::new(),
            began: Instant::now(),
            spent: Duration::ZERO,
            is_building: false,
            is_writing: false,
            preparer: None,
            failure: None,
        };
        let (generation, stop) = (AtomicU32::new(0), AtomicBool::new(false));
        let (state, observer) = (Mutex::new(state), Mutex::new(observer));
        let shared = Arc::new(Shared { options, observer, state, changed: Condvar::new(), generation, stop });
        Self { quick, up_to, shared }
    }

    /// Searches a cube, of which all lengths below `from` are known to be impossible; see [`PieceSolver::solve`].
    ///
    /// # Errors
    /// If a table is damaged, or the first one cannot be built.
    ///
    /// # Panics
    /// As [`PieceSolver::solve`], and if the cube is of another size.
    pub fn search(
        &self,
        cube: &Cube,
        mut from: u8,
        control: Control<'_>,
        executor: &dyn Executor,
    ) -> Result<Outcome<Turn>, TableError> {
        let control = &control.with_generation(&self.shared.generation);
        let cube = cube.pieces().expect("a 3x3x3 by its pieces");
        let (mut earlier, mut known) = (Vec::new(), None);
        if self.shared.state().used.is_empty() && from <= self.up_to {
            let quick = self.quick.solve_from(cube, from, control, executor);
            if self.is_final(&quick) || !is_answered(&quick) && !control.resume_with_better_bounds() {
                return Ok(in_turns(quick));
            }
            (earlier, from) = (left(quick.iterations, quick.lower_bound), quick.lower_bound);
            known = solutions(quick.answer);
        }
        let search = Searching::new(&self.shared, control.deadline());
        loop {
            let solver = search.solver(control)?;
            let mut outcome = solver.solve_from(cube, from, control, executor);
            if is_answered(&outcome) || !control.resume_with_better_bounds() {
                outcome.iterations.splice(0..0, earlier);
                // What was found before the search was begun again is not lost.
                if let (Answer::Stopped(reason), Some(words)) = (&outcome.answer, known) {
                    outcome.incomplete = Some(*reason);
                    outcome.answer = Answer::Solved(words);
                }
                return Ok(in_turns(outcome));
            }
            from = outcome.lower_bound;
            earlier.append(&mut left(outcome.iterations, from));
            known = solutions(outcome.answer).or(known);
        }
    }

    /// Returns whether the search for short solutions has answered the whole query.
    fn is_final(&self, quick: &Outcome<Move>) -> bool {
        let SearchQuery { all, slack, max_depth, .. } = self.shared.options.search.plan.query;
        let longest = match &quick.answer {
            Answer::Solved(words) if all => (words[0].len() as u8).saturating_add(slack),
            Answer::Solved(_) => 0,
            Answer::NoSolution | Answer::Stopped(_) => max_depth,
        };
        is_answered(quick) && longest.min(max_depth) <= self.up_to
    }

    /// Returns whether searches wait for a table that is being built.
    pub fn is_building(&self) -> bool {
        self.shared.state().is_building
    }

    /// The best tables so far.
    pub fn tables(&self) -> LoadedTables {
        self.shared.state().used.last().cloned().unwrap_or_default()
    }

    /// The strategy with the best tables so far; `None` without any.
    pub(super) fn strategy(&self) -> Option<Strategy> {
        let state = self.shared.state();
        (!state.used.is_empty()).then(|| state.solver.strategy())
    }

    /// The path of a mapped table whose file was modified while in use: results found with it are not proven.
    pub fn changed(&self) -> Option<PathBuf> {
        self.shared.state().used.iter().find_map(LoadedTables::changed).map(PathBuf::from)
    }
}

/// The lengths of a search that is begun again at length `from`: its work counts, but not as that of a whole length.
fn left(mut iterations: Vec<IterationReport>, from: u8) -> Vec<IterationReport> {
    iterations.iter_mut().filter(|iteration| iteration.bound >= from).for_each(|iteration| iteration.completed = false);
    iterations
}

/// The solutions of an answer, if there are any.
fn solutions(answer: Answer<Move>) -> Option<Vec<Vec<Move>>> {
    match answer {
        Answer::Solved(words) => Some(words),
        Answer::NoSolution | Answer::Stopped(_) => None,
    }
}

/// Returns whether a search was not left early.
fn is_answered(outcome: &Outcome<Move>) -> bool {
    outcome.incomplete.is_none() && !matches!(outcome.answer, Answer::Stopped(_))
}

impl Drop for Ladder {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.changed.notify_all();
        let writing = state.preparer.take().filter(|_| state.is_writing);
        drop(state);
        // A panic of the thread has been reported, and is no reason to keep an answer back.
        writing.map(JoinHandle::join);
    }
}

impl LadderOptions {
    fn solver(&self, bounds: TableSet) -> PieceSolver {
        PieceSolver::new(self.search.clone(), bounds).expect(ANYTHING_GOES)
    }
}

/// State that searches share with the thread that prepares tables.
struct Shared {
    options: LadderOptions,
    observer: Mutex<Observer>,
    state: Mutex<State>,
    /// Signals that a search began, that a build ended, or that all is over.
    changed: Condvar,
    /// Goes up with every better solver, and when searches have to wait.
    generation: AtomicU32,
    /// Nothing needs to be prepared any more.
    stop: AtomicBool,
}

struct State {
    solver: Arc<PieceSolver>,
    /// The tables of each step so far.
    used: Vec<LoadedTables>,
    /// The time limit of each search under way, and since when there is one.
    searching: Vec<Option<Instant>>,
    began: Instant,
    /// Time in which there was a search before that.
    spent: Duration,
    is_building: bool,
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

    /// The time that is left to the search that has most of it; `None` if one of them has no limit.
    fn time_left(&self) -> Option<Duration> {
        let now = Instant::now();
        let left = |deadline: Instant| deadline.saturating_duration_since(now);
        let all = self.searching.iter().map(|deadline| deadline.map(left)).collect::<Option<Vec<Duration>>>()?;
        Some(all.into_iter().max().unwrap_or_default())
    }
}

/// A search under way.
struct Searching<'a>(&'a Arc<Shared>, Option<Instant>);

impl<'a> Searching<'a> {
    fn new(shared: &'a Arc<Shared>, deadline: Option<Instant>) -> Self {
        shared.state().enter(deadline);
        shared.changed.notify_all();
        Self(shared, deadline)
    }

    /// The best solver there is, after any build has ended, unless a limit is reached before. Starts the preparation of
    /// tables if nobody does it.
    fn solver(&self, control: &Control<'_>) -> Result<Arc<PieceSolver>, TableError> {
        let mut state = self.0.state();
        // A search that is over anyway does not wait.
        if state.is_building && !control.is_limited() {
            state.leave(self.1);
            self.0.changed.notify_all();
            while state.is_building && (control.is_interrupted() || !control.is_limited()) {
                if control.is_interrupted() {
                    self.0.stop.store(true, Ordering::Relaxed);
                }
                state = self.0.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner).0;
            }
            state.enter(self.1);
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
            self.0.stop.store(false, Ordering::Relaxed);
            let preparer = self.0.clone();
            // Without the thread, the search goes on without tables: slowly, but right.
            state.preparer = Builder::new().name("tables".to_owned()).spawn(move || preparer.prepare_all()).ok();
        }
        Ok(state.solver.clone())
    }
}

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.state().leave(self.1);
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
            if self.has(step.spec.bytes()) {
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

    /// Builds a table on all threads while the searches wait for it, and writes it while they go on.
    fn build(&self, step: &Choice, builders: &Threads) -> Result<(), TableError> {
        let tables_before = self.state().used.len();
        let done = builders.install(|| {
            let paused = RefCell::new(None);
            let tell = &mut |event: TableEvent<'_>| {
                // Not while another process builds the table, or has done so.
                if let TableEvent::Progress { event: Event::Started { .. }, .. } = &event {
                    paused.replace(Some(Paused::new(self)));
                }
                self.tell(event);
            };
            let built = |tables| {
                self.advance(tables);
                self.state().is_writing = true;
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
        (self.observer.lock().unwrap_or_else(PoisonError::into_inner))(event);
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
