//! Searches and their solvers, which all requests share.

use super::ServeCommand;
use super::guard::Refusal;
use super::lines::{Lines, line, watched};
use super::puzzles::KeptSolvers;
use super::queue::{Place, Queue};
use crate::common::bus::Announcer;
use crate::common::exit::Failure;
use crate::common::units;
use crate::thread_pools::threads;
use cubepdb::{
    BuildEvent, Cube, FileError, H48Level, Metric, Size, SolveError, Solver, SolverBuilder, Table, TableEvent,
    TableSpec, available_memory,
    record::{About, InfoRecord, PuzzleSearch, Refused, Reply, SearchRequest, ServeRecord, building, part_built},
    table_files::table_path,
};
use hyper::StatusCode;
use hyper::body::Bytes;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver};
use tokio::sync::watch;

/// Lines on their way to someone who reads slowly; more of progress are left out.
const LINES: usize = 64;
/// The time in which the last line has to be taken.
const PATIENCE: Duration = Duration::from_secs(30);
/// Whoever waits is told so again after this time: a connection that has ended is noticed when something is sent.
const AGAIN: Duration = Duration::from_secs(2);
/// When the program ends, the time in which a search has to tell what it has found.
const LAST: Duration = Duration::from_millis(1500);

/// All searches.
pub struct Searches {
    pdb: Vec<PathBuf>,
    cache: Option<PathBuf>,
    max_memory: Option<u64>,
    /// Threads of a search.
    threads: usize,
    /// One solver for each size and metric, with its tables.
    solvers: Mutex<HashMap<(Size, Metric), Arc<Solver>>>,
    /// The solvers of the last questions about puzzles.
    puzzles: Mutex<KeptSolvers>,
    /// Locked while a question is read, so that those that take long only delay each other.
    reading: Arc<tokio::sync::Mutex<()>>,
    queue: Arc<Queue>,
    /// Where news of tables go while someone waits for an answer.
    listener: Arc<Mutex<Option<Listener>>>,
    /// True as soon as the program ends.
    is_ending: watch::Sender<bool>,
}

/// Someone who waits, and the last note that they were sent.
struct Listener {
    lines: Lines,
    note: String,
}

/// Ends a search when nobody waits for it any more.
struct Ending(Arc<AtomicBool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Searches {
    pub fn new(args: &ServeCommand) -> Result<Arc<Self>, Failure> {
        let threads = threads(args.threads, 1)?;
        for path in &args.pdb {
            if !path.exists() {
                return Err(FileError::Missing { path: path.clone() }.into());
            }
        }
        Ok(Arc::new(Self {
            pdb: args.pdb.clone(),
            cache: args.cache.directory(),
            max_memory: args.max_memory,
            threads,
            solvers: Mutex::default(),
            puzzles: Mutex::new(KeptSolvers::new(threads, args.max_memory)),
            reading: Arc::default(),
            queue: Queue::new(),
            listener: Arc::default(),
            is_ending: watch::Sender::new(false),
        }))
    }

    /// Ends all searches: whoever waits for one gets what it has found so far.
    pub fn end(&self) {
        self.is_ending.send_replace(true);
    }

    /// Waits until all searches are ended.
    pub async fn ending(&self) {
        // The sender is here as long as this one waits.
        self.is_ending.subscribe().wait_for(|&is_ending| is_ending).await.ok();
    }

    /// The record about this program, for the page.
    pub fn info(&self) -> InfoRecord {
        let mut tables: Vec<Arc<Table>> = lock(&self.solvers).values().flat_map(|solver| solver.tables()).collect();
        tables.sort_by_key(|table| (table.metric() != Metric::HalfTurn, table.name()));
        let cache = self.cache.as_deref().filter(|_| self.pdb.is_empty());
        let about = About {
            threads: self.threads,
            memory: self.max_memory.unwrap_or(u64::MAX).min(available_memory()),
            tables: &tables,
            is_kept: &|spec| cache.is_some_and(|cache| table_path(spec, cache).exists()),
            largest: cache.and(H48Level::all().last()).map(H48Level::flips),
            slowness: 1.0,
        };
        about.info()
    }

    /// Begins a search; its lines come one by one. It ends when the receiver is dropped.
    pub async fn begin(self: &Arc<Self>, search: SearchRequest) -> Result<Receiver<Bytes>, Refusal> {
        if search.question.is_some() {
            return self.begin_question(search).await;
        }
        let (lines, receiver) = mpsc::channel(LINES);
        let cube = match search.cube() {
            Ok(cube) => cube,
            Err(error) => {
                lines.try_send(line(&search.refused(&error))).expect("the channel is empty");
                return Ok(receiver);
            }
        };
        if search.quick {
            // It takes milliseconds: nobody waits for a search to end.
            let alone = self.reading.clone().lock_owned().await;
            let found = tokio::task::spawn_blocking(move || {
                let _alone = alone;
                search.quick_answer(&cube)
            });
            let answer = found.await.ok().flatten().ok_or_else(fault)?;
            lines.try_send(line(&answer)).expect("the channel is empty");
            return Ok(receiver);
        }
        let place = self.place()?;
        let work =
            move |searches: &Self, flag: &AtomicBool, lines: &Lines| searches.search((&search, &cube), flag, lines);
        tokio::task::spawn_local(self.clone().drive(place, work, lines));
        Ok(receiver)
    }

    /// Begins a search for a puzzle, whose question is read on another thread.
    async fn begin_question(self: &Arc<Self>, search: SearchRequest) -> Result<Receiver<Bytes>, Refusal> {
        let search = Arc::new(search);
        // The lock is held until it is read, also if nobody waits for that any more.
        let (asked, alone) = (search.clone(), self.reading.clone().lock_owned().await);
        let read = tokio::task::spawn_blocking(move || {
            let _alone = alone;
            asked.read(asked.question.as_ref().expect("a question"))
        });
        let bad = |(code, sentence): Refused| (StatusCode::BAD_REQUEST, code, sentence);
        let (lines, receiver) = mpsc::channel(LINES);
        let puzzle = match read.await.map_err(|_| fault())?.map_err(bad)? {
            Ok(puzzle) => puzzle,
            Err(refused) => {
                lines.try_send(line(&refused)).expect("the channel is empty");
                return Ok(receiver);
            }
        };
        let place = self.place()?;
        let work = move |searches: &Self, flag: &AtomicBool, lines: &Lines| {
            searches.search_puzzle((&search, &puzzle), flag, lines)
        };
        tokio::task::spawn_local(self.clone().drive(place, work, lines));
        Ok(receiver)
    }

    /// Begins to build a default table, as [`begin`](Self::begin) begins a search.
    pub fn begin_table(self: &Arc<Self>, spec: TableSpec) -> Result<Receiver<Bytes>, Refusal> {
        if !self.pdb.is_empty() {
            let sentence = "the program was started with tables of its own (--pdb)";
            return Err((StatusCode::CONFLICT, "pdb", sentence.to_owned()));
        }
        let place = self.place()?;
        let (lines, receiver) = mpsc::channel(LINES);
        let work = move |searches: &Self, flag: &AtomicBool, lines: &Lines| searches.build(spec, flag, lines);
        tokio::task::spawn_local(self.clone().drive(place, work, lines));
        Ok(receiver)
    }

    fn place(&self) -> Result<Place, Refusal> {
        self.queue.enter().ok_or_else(|| {
            let sentence = "too many searches are waiting: try again later";
            (StatusCode::SERVICE_UNAVAILABLE, "busy", sentence.to_owned())
        })
    }

    /// Waits until this is the first one, and does its work on another thread: its result is the last line, or why
    /// there is none.
    async fn drive(
        self: Arc<Self>,
        mut place: Place,
        work: impl FnOnce(&Self, &AtomicBool, &Lines) -> Result<Reply, String> + Send + 'static,
        lines: Lines,
    ) {
        while let ahead @ 1.. = place.ahead() {
            if let Err(TrySendError::Closed(_)) = lines.try_send(line(&ServeRecord::Waiting { waiting: ahead })) {
                return;
            }
            tokio::select! {
                () = place.moved() => (),
                () = tokio::time::sleep(AGAIN) => (),
                () = lines.closed() => return,
                () = self.ending() => {
                    lines.send(line(&ServeRecord::failure("the program was ended before this search began"))).await.ok();
                    return;
                }
            }
        }
        let ending = Ending(Arc::default());
        let (searches, flag, sender) = (self.clone(), ending.0.clone(), lines.clone());
        let mut answer = tokio::task::spawn_blocking(move || work(&searches, &flag, &sender));
        let answer = tokio::select! {
            answer = &mut answer => answer,
            () = async { tokio::select! { () = lines.closed() => (), () = self.ending() => () } } => {
                drop(ending);
                let late = async {
                    self.ending().await;
                    tokio::time::sleep(LAST).await;
                };
                // The next search begins when the threads are free.
                tokio::select! {
                    answer = &mut answer => answer,
                    () = late => Ok(Err("the program was ended before there was an answer".to_owned())),
                }
            }
        };
        let fault =
            |_| Err("the search has ended with a fault of this program; its words are in the terminal".to_owned());
        let last = answer.unwrap_or_else(fault).unwrap_or_else(|sentence| ServeRecord::failure(sentence).into());
        // Who is next does not wait until this one has read it.
        drop(place);
        tokio::time::timeout(PATIENCE, lines.send(line(&last))).await.ok();
    }

    /// Searches a cube.
    fn search(
        &self,
        (search, cube): (&SearchRequest, &Cube),
        flag: &AtomicBool,
        lines: &Lines,
    ) -> Result<Reply, String> {
        let _listening = Listening::new(&self.listener, lines);
        let solver = self.solver((search.size, search.metric), flag)?;
        let answer = watched(search, flag, lines, |query| solver.run(cube, query));
        self.forget_changed(answer.as_ref().err());
        let record = solver.record(&search.text, answer.as_ref());
        record.map(Reply::from).map_err(|error| error.to_string())
    }

    /// Searches a start of a puzzle.
    fn search_puzzle(
        &self,
        (search, puzzle): (&SearchRequest, &PuzzleSearch),
        flag: &AtomicBool,
        lines: &Lines,
    ) -> Result<Reply, String> {
        let asked = search.question.as_ref().expect("a question");
        let _listening = Listening::new(&self.listener, lines);
        let solver = lock(&self.puzzles).solver(&asked.text, &puzzle.questions, |metric| {
            match self.solver((Size::THREE, metric), flag) {
                Ok(solver) => Ok(Some(solver)),
                // Those that were named may be of another metric: the puzzle's own search needs none.
                Err(_) if !self.pdb.is_empty() && !flag.load(Ordering::Relaxed) => Ok(None),
                Err(sentence) => Err(sentence),
            }
        })?;
        let answer = watched(search, flag, lines, |query| solver.run(&puzzle.start, query));
        self.forget_changed(answer.as_ref().err());
        let record = solver.record(&search.text, &asked.goal, answer.as_ref());
        record.map(Reply::from).map_err(|error| error.to_string())
    }

    /// Forgets all solvers if the file of a table was changed: the next search loads it anew.
    fn forget_changed(&self, error: Option<&SolveError>) {
        if matches!(error, Some(SolveError::TableChanged { .. })) {
            lock(&self.puzzles).clear();
            let before = std::mem::take(&mut *lock(&self.solvers));
            drop(before);
        }
    }

    /// Builds a default table; searches of its metric find it from then on.
    fn build(&self, spec: TableSpec, flag: &AtomicBool, lines: &Lines) -> Result<Reply, String> {
        let _listening = Listening::new(&self.listener, lines);
        // The table takes the place of the one that searches had, also in memory.
        lock(&self.puzzles).clear();
        let before = lock(&self.solvers).remove(&(Size::THREE, spec.metric));
        drop(before);
        let builder = Solver::builder().metric(spec.metric).bounds(spec.name().parse().expect("the name of a table"));
        let opened = self.open(builder, flag)?;
        let table = opened.tables().into_iter().next().ok_or("the table is not there")?;
        Ok(ServeRecord::built(&table).into())
    }

    /// Opens a solver with the threads and the places of this server. Whoever waits hears of its tables, now and later.
    fn open(&self, mut builder: SolverBuilder<'_>, flag: &AtomicBool) -> Result<Solver, String> {
        if let Some(cache) = &self.cache {
            builder = builder.cache_directory(cache);
        }
        if let Some(bytes) = self.max_memory {
            builder = builder.max_memory(bytes);
        }
        let [now, later] = [(); 2].map(|()| {
            let (listener, mut announcer) = (self.listener.clone(), Announcer::default());
            move |event: TableEvent<'_>| {
                announcer.tell(&event);
                if let (Some(listener), Some(note)) = (&mut *lock(&listener), note_of(&event))
                    && listener.note != note
                {
                    listener.lines.try_send(line(&ServeRecord::Note { note: note.clone() })).ok();
                    listener.note = note;
                }
            }
        });
        let builder = builder.threads(self.threads).on_event(now).gradual(later).interrupt(flag);
        builder.open().map_err(|error| error.to_string())
    }

    /// The solver for a size and a metric. Only the first of the queue opens one, which may take long: nobody else
    /// waits for it.
    fn solver(&self, key: (Size, Metric), flag: &AtomicBool) -> Result<Arc<Solver>, String> {
        if let Some(solver) = lock(&self.solvers).get(&key) {
            return Ok(solver.clone());
        }
        let builder = Solver::builder().size(key.0).metric(key.1);
        let paths = self.pdb.iter().filter(|_| key.0 == Size::THREE);
        let solver = Arc::new(self.open(paths.fold(builder, |builder, path| builder.table_path(path)), flag)?);
        lock(&self.solvers).insert(key, solver.clone());
        Ok(solver)
    }
}

fn fault() -> Refusal {
    (StatusCode::INTERNAL_SERVER_ERROR, "fault", "a fault of this program".to_owned())
}

/// While it is there, news of tables go to someone.
struct Listening<'a>(&'a Mutex<Option<Listener>>);

impl<'a> Listening<'a> {
    fn new(listener: &'a Mutex<Option<Listener>>, lines: &Lines) -> Self {
        *lock(listener) = Some(Listener { lines: lines.clone(), note: String::new() });
        Self(listener)
    }
}

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        *lock(self.0) = None;
    }
}

/// The note about tables for a person, if there is one.
fn note_of(event: &TableEvent<'_>) -> Option<String> {
    match event {
        TableEvent::Building { spec, estimate, .. } => Some(building(spec, *estimate)),
        TableEvent::Progress { spec, event: BuildEvent::Blocks { fraction, .. }, .. } => {
            Some(part_built(spec, *fraction))
        }
        TableEvent::NotKept { spec, error } => {
            Some(format!("the table of {} cannot be kept: {error}", units::size(spec.bytes())))
        }
        TableEvent::Loading { .. } => Some("loading the table".to_owned()),
        TableEvent::BuildEnded | TableEvent::LoadEnded { .. } => Some(String::new()),
        _ => None,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
