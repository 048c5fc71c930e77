//! Searches and their solvers, which all requests share.

use super::ServeCommand;
use super::answer::Question;
use super::guard::Refusal;
use super::queue::{Place, Queue};
use super::requests::{SolveRequest, cube};
use crate::common::units;
use crate::progress::Estimate;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::Cube;
use cubepdb::internals::nxn::Size;
use cubepdb::internals::pdb::generate::Event;
use cubepdb::internals::tables::TableEvent;
use cubepdb::{Query, SearchEvent, Solver, Table};
use hyper::StatusCode;
use hyper::body::Bytes;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};

/// Lines on their way to someone who reads slowly; more of progress are left out.
const LINES: usize = 64;

/// All searches.
pub struct Searches {
    pdb: Vec<PathBuf>,
    cache: Option<PathBuf>,
    max_memory: Option<u64>,
    threads: Option<usize>,
    /// One solver for each size and metric, with its tables.
    solvers: Mutex<HashMap<(Size, MetricKind), Arc<Solver>>>,
    queue: Arc<Queue>,
    /// Where news of tables go while someone waits for an answer.
    listener: Arc<Mutex<Option<Lines>>>,
}

/// Lines of JSON to someone who waits.
type Lines = Sender<Bytes>;

/// Ends a search when nobody waits for it any more.
struct Ending(Arc<AtomicBool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Searches {
    pub fn new(args: &ServeCommand) -> Arc<Self> {
        Arc::new(Self {
            pdb: args.pdb.clone(),
            cache: args.cache.directory(),
            max_memory: args.max_memory,
            threads: args.threads.map(|threads| threads as usize),
            solvers: Mutex::default(),
            queue: Queue::new(),
            listener: Arc::default(),
        })
    }

    /// The number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// The tables in memory.
    pub fn tables(&self) -> Vec<Arc<Table>> {
        let mut tables: Vec<_> = lock(&self.solvers).values().flat_map(|solver| solver.tables()).collect();
        tables.sort_by_key(|table| (table.metric() != MetricKind::HalfTurn, table.name()));
        tables
    }

    /// Begins a search; its lines come one by one. It ends when the receiver is dropped.
    pub fn begin(self: &Arc<Self>, request: SolveRequest) -> Result<Receiver<Bytes>, Refusal> {
        let question = Question { size: request.size()?, metric: request.metric()?, text: request.cube.clone() };
        let timeout = request.timeout()?;
        let (lines, receiver) = mpsc::channel(LINES);
        let cube = match cube(&question.text, question.size) {
            Ok(cube) => cube,
            Err(error) => {
                lines.try_send(line(&question.invalid(&error))).expect("the channel is empty");
                return Ok(receiver);
            }
        };
        let place = self.queue.enter().ok_or_else(|| {
            let sentence = "too many searches are waiting: try again later";
            (StatusCode::SERVICE_UNAVAILABLE, "busy", sentence.to_owned())
        })?;
        let search = Search { question, cube, all: request.all, timeout };
        tokio::task::spawn_local(self.clone().drive(place, search, lines));
        Ok(receiver)
    }

    /// Waits until the search is the first one, and carries it out on another thread.
    async fn drive(self: Arc<Self>, mut place: Place, search: Search, lines: Lines) {
        let mut told = 0;
        while let ahead @ 1.. = place.ahead() {
            if ahead != told && lines.send(line(&json!({ "waiting": ahead }))).await.is_err() {
                return;
            }
            told = ahead;
            tokio::select! {
                () = place.moved() => (),
                () = lines.closed() => return,
            }
        }
        let ending = Ending(Arc::default());
        let (searches, flag, sender) = (self.clone(), ending.0.clone(), lines.clone());
        let mut answer = tokio::task::spawn_blocking(move || searches.carry_out(&search, &flag, &sender));
        let answer = tokio::select! {
            answer = &mut answer => answer,
            () = lines.closed() => {
                drop(ending);
                // The next search begins when the threads are free.
                answer.await
            }
        };
        let failed = |sentence: String| json!({ "failure": sentence });
        let last = match answer {
            Ok(answer) => answer.unwrap_or_else(failed),
            Err(_) => {
                failed("the search has ended with a fault of this program; its words are in the terminal".to_owned())
            }
        };
        lines.send(line(&last)).await.ok();
    }

    /// The last line, or why there is no answer.
    fn carry_out(&self, search: &Search, flag: &AtomicBool, lines: &Lines) -> Result<Value, String> {
        let Search { question, cube, all, timeout } = search;
        *lock(&self.listener) = Some(lines.clone());
        let solver = self.solver(question.size, question.metric)?;
        let estimate = Mutex::new(Estimate::new());
        let watch = |event: &SearchEvent<'_>| {
            let (length, tasks, nodes) = match *event {
                SearchEvent::Begun { length, nodes } => (length, (0, 0), nodes),
                SearchEvent::Progress { length, nodes, tasks_done, tasks } => (length, (tasks_done, tasks), nodes),
                _ => return,
            };
            let stand = lock(&estimate).stand(length, tasks, nodes);
            lines.try_send(line(&stand.json())).ok();
        };
        let query = Query::new().time_limit(*timeout).interrupt(flag).on_event(&watch);
        let answer = solver.run(cube, &if *all { query.all() } else { query });
        *lock(&self.listener) = None;
        question.answered(&solver, answer)
    }

    /// The solver for a size and a metric.
    fn solver(&self, size: Size, metric: MetricKind) -> Result<Arc<Solver>, String> {
        let mut solvers = lock(&self.solvers);
        if let Some(solver) = solvers.get(&(size, metric)) {
            return Ok(solver.clone());
        }
        let listener = self.listener.clone();
        let mut builder = Solver::builder().size(size).metric(metric).gradual(move |event| {
            if let (Some(lines), Some(note)) = (&*lock(&listener), note_of(&event)) {
                lines.try_send(line(&json!({ "note": note }))).ok();
            }
        });
        if size == Size::THREE {
            builder = self.pdb.iter().fold(builder, |builder, path| builder.table_path(path));
        }
        if let Some(cache) = &self.cache {
            builder = builder.cache_directory(cache);
        }
        if let Some(bytes) = self.max_memory {
            builder = builder.max_memory(bytes);
        }
        let solver = builder.threads(self.threads()).open().map_err(|error| error.to_string())?;
        let solver = Arc::new(solver);
        solvers.insert((size, metric), solver.clone());
        Ok(solver)
    }
}

/// A search to carry out.
struct Search {
    question: Question,
    cube: Cube,
    all: bool,
    timeout: Duration,
}

/// What a person is told about tables.
fn note_of(event: &TableEvent<'_>) -> Option<String> {
    match event {
        TableEvent::Building { spec, estimate, .. } => {
            let (size, time) = (units::size(spec.bytes()), units::about(*estimate));
            Some(format!("building the table {} ({size}), once: about {time}", spec.name()))
        }
        TableEvent::Progress { spec, event: Event::Blocks { fraction, .. }, .. } => {
            Some(format!("building the table {}: {:.0} %", spec.name(), 100.0 * fraction))
        }
        TableEvent::NotKept { spec, error } => Some(format!("there will be no {} in the cache: {error}", spec.name())),
        TableEvent::Loading { path } => {
            Some(format!("loading the table {}", path.file_stem().unwrap_or_default().to_string_lossy()))
        }
        TableEvent::BuildEnded | TableEvent::LoadEnded { .. } => Some(String::new()),
        _ => None,
    }
}

/// A line of JSON.
fn line(value: &Value) -> Bytes {
    Bytes::from(format!("{value}\n"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
