//! The library in a browser: it answers the requests of the page of `solve serve` in the page itself, with the same
//! records.
//!
//! There is one thread. `page/worker.js` calls it, in a worker of the browser, and keeps the tables.

mod border;

use cubepdb::{
    Cube, FaultKind, H48Level, Heuristic, Metric, Query, Quick, SearchEvent, Size, Solution, SolveError, Solver, Table,
    TableError, TableSpec, available_memory,
    internals::cube::first_phase_bound,
    puzzles::{PuzzleSolver, QuestionText},
    record::{
        About, Estimate, InfoRecord, QuestionRequest, Refused, Reply, SearchRequest, ServeRecord, building, check,
        part_built, read_request, scramble, table,
    },
    table_files::build_time,
};
use serde_json::from_slice;
use std::collections::HashMap;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest solutions that are searched for without a table, of half turns and of quarter turns: all lengths up to
/// there take some tenths of a second.
const WITHOUT_TABLE: [u8; 2] = [11, 12];

/// The most time without a table: cubes that half turns solve take longer.
const TIME_WITHOUT_TABLE: Duration = Duration::from_secs(1);

/// The largest level that is offered: above, a build takes minutes.
const LARGEST_OFFERED: u8 = 3;

/// Bytes of the largest table: there are 4 GiB of memory, and a build takes half a gigabyte more than its table.
const LARGEST: u64 = 2 << 30;

/// Factor by which a build takes longer than with native code.
const SLOWNESS: f64 = 2.5;

/// Lower bounds whose tables are made in a moment: the first phases of good solutions.
struct FirstPhases;

impl Heuristic for FirstPhases {
    fn lower_bound(&self, cube: &Cube) -> u8 {
        cube.pieces().map_or(0, first_phase_bound)
    }
}

/// Where lines of JSON go.
type Tell<'a> = &'a (dyn Fn(&Reply) + Sync);

/// The contents of memory: a solver for each size and metric that was asked for, with its table.
#[derive(Default)]
struct Module {
    solvers: HashMap<(Size, Metric), Arc<Solver>>,
    /// The solver of the last question about a puzzle.
    puzzle: Option<(QuestionText, PuzzleSolver)>,
    /// The cube of the last search, and what is known of its solutions: a search goes on when there is a table.
    known: Option<(CubeAsked, Estimate)>,
}

/// A cube as it is asked for, and the metric.
type CubeAsked = (String, Size, Metric);

impl Module {
    /// The record about this module, for the page; `kept` are the names of the files that the browser keeps.
    fn info(&self, kept: &[String]) -> InfoRecord {
        let about = About {
            threads: 1,
            memory: available_memory(),
            tables: &self.solvers.values().flat_map(|solver| solver.tables()).collect::<Vec<_>>(),
            is_kept: &|spec| fits(spec) && kept.contains(&format!("{}.pdb", spec.name())),
            largest: Some(LARGEST_OFFERED),
            slowness: SLOWNESS,
        };
        about.info()
    }

    /// Solves a cube. `None` if a table has to be there first: as long as one may be kept, or if there is the time to
    /// build one.
    fn solve(&mut self, search: &SearchRequest, may_be_kept: bool, tell: Tell<'_>) -> Result<Option<Reply>, String> {
        let cube = match search.cube() {
            Ok(cube) => cube,
            Err(error) => return Ok(Some(search.refused(&error).into())),
        };
        if let Some(answer) = search.quick_answer(&cube) {
            return Ok(Some(answer.into()));
        }
        let asked = (search.text.clone(), search.size, search.metric);
        let known = self.known.take().filter(|(of, _)| *of == asked);
        let estimate = Mutex::new(known.map_or_else(Estimate::new, |(_, known)| known.of_next_search()));
        let answer = self.search(search, &cube, may_be_kept, &estimate, tell);
        self.known = Some((asked, estimate.into_inner().unwrap_or_else(PoisonError::into_inner)));
        answer
    }

    fn search(
        &mut self,
        search: &SearchRequest,
        cube: &Cube,
        may_be_kept: bool,
        estimate: &Mutex<Estimate>,
        tell: Tell<'_>,
    ) -> Result<Option<Reply>, String> {
        let key = (search.size, search.metric);
        let run = |solver: &Solver, query| watched(query, estimate, tell, |query: &Query<'_>| solver.run(cube, query));
        let answered = |solver: &Solver, answer: Result<Solution, SolveError>| {
            let record = solver.record(&search.text, answer.as_ref());
            record.map(|record| Some(record.into())).map_err(|error| error.to_string())
        };
        if let Some(solver) = self.solvers.get(&key) {
            return answered(solver, run(solver, search.query()));
        }
        let builder = Solver::builder().size(key.0).metric(key.1).threads(1);
        let opened = |error: cubepdb::OpenError| error.to_string();
        if key.0 != Size::THREE {
            let solver = Arc::new(builder.open().map_err(opened)?);
            self.solvers.insert(key, solver.clone());
            return answered(&solver, run(&solver, search.query()));
        }
        if !may_be_kept && time_of_smallest_table(search.metric) <= search.timeout {
            return Ok(None);
        }
        let better = |solution: &Solution| {
            lock(estimate).better(solution.moves(), solution.moves().length(search.metric));
        };
        let tell_proven = |length| tell(&lock(estimate).progress((length, length), (0, 0), 0).into());
        // A good solution comes first.
        if let Some(good) = Quick::new().solve(cube) {
            better(&good);
            tell_proven(good.lower_bound());
        }
        let solver = builder.no_tables().heuristic(FirstPhases).open().map_err(opened)?;
        let longest = WITHOUT_TABLE[usize::from(key.1 == Metric::QuarterTurn)];
        let short = search.query().max_length(longest).time_limit(search.timeout.min(TIME_WITHOUT_TABLE));
        let query = if may_be_kept { short } else { search.query() };
        let answer = run(&solver, query);
        match &answer {
            _ if !may_be_kept => answered(&solver, answer),
            // Longer solutions may be wanted, too.
            Ok(solution)
                if solution.incomplete().is_some()
                    || solution.length() + usize::from(search.all.unwrap_or(0)) > usize::from(longest) =>
            {
                better(solution);
                tell_proven(solution.lower_bound());
                Ok(None)
            }
            Err(SolveError::NoSolution { lower_bound, .. } | SolveError::Stopped { lower_bound, .. }) => {
                tell_proven(*lower_bound);
                Ok(None)
            }
            _ => answered(&solver, answer),
        }
    }

    /// Answers a question about a puzzle.
    fn solve_puzzle(
        &mut self,
        search: &SearchRequest,
        asked: &QuestionRequest,
        tell: Tell<'_>,
    ) -> Result<Reply, String> {
        let puzzle = match search.read(asked) {
            Ok(Ok(puzzle)) => puzzle,
            Ok(Err(record)) => return Ok(Reply::Answer(record)),
            Err(refused) => return Ok(ServeRecord::from(refused).into()),
        };
        self.puzzle.take_if(|(known, _)| *known != asked.text);
        if self.puzzle.is_none() {
            let builder = PuzzleSolver::builder(puzzle.questions).threads(1);
            let cubes = builder.cube_metric().and_then(|metric| self.solvers.get(&(Size::THREE, metric)));
            let builder = match cubes {
                Some(cubes) => builder.cubes(cubes.clone()),
                None => builder,
            };
            let solver = builder.open().map_err(|error| error.to_string())?;
            self.puzzle = Some((asked.text.clone(), solver));
        }
        let (_, solver) = self.puzzle.as_ref().expect("it is there");
        let query = search.query();
        let answer = watched(query, &Mutex::default(), tell, |query| solver.run(&puzzle.start, query));
        let record = solver.record(&search.text, &asked.goal, answer.as_ref());
        record.map(Reply::from).map_err(|error| error.to_string())
    }

    /// Builds a table, which searches of its metric use from then on.
    fn build(&mut self, spec: TableSpec, tell: Tell<'_>) -> Result<ServeRecord, String> {
        // The table takes the place of the one that searches had, also in memory.
        self.puzzle = None;
        self.solvers.remove(&(Size::THREE, spec.metric));
        let note = |note: &str| tell(&ServeRecord::Note { note: note.to_owned() }.into());
        note(&building(&spec, time_of_build(&spec)));
        let mut said = String::new();
        let report = |fraction| {
            let words = part_built(&spec, fraction);
            if words != said {
                note(&words);
                said = words;
            }
        };
        let table = Table::build_reporting(spec, None, &AtomicBool::new(false), report);
        note("");
        self.take(table.map_err(|error| error.to_string())?)
    }

    /// Uses a table for searches of its metric.
    fn take(&mut self, table: Table) -> Result<ServeRecord, String> {
        let (line, metric) = (ServeRecord::built(&table), table.metric());
        self.puzzle = None;
        let builder = Solver::builder().metric(metric).threads(1).table(Arc::new(table));
        let solver = builder.open().map_err(|error| error.to_string())?;
        self.solvers.insert((Size::THREE, metric), Arc::new(solver));
        Ok(line)
    }

    /// The table of a metric, if there is one.
    fn table(&self, metric: Metric) -> Option<Arc<Table>> {
        self.solvers.get(&(Size::THREE, metric))?.tables().into_iter().next()
    }
}

/// Returns whether a table fits into the memory of WebAssembly.
fn fits(spec: &TableSpec) -> bool {
    spec.bytes() <= LARGEST
}

/// The time in which a table is built here.
fn time_of_build(spec: &TableSpec) -> Duration {
    build_time(spec, 1).mul_f64(SLOWNESS)
}

/// That of the table that is built before hard cubes are searched.
fn time_of_smallest_table(metric: Metric) -> Duration {
    let level = H48Level::new(0).expect("the lowest level");
    time_of_build(&TableSpec::new(level, metric))
}

/// Runs a query, and tells how far it is, beginning with what is known.
fn watched<T>(query: Query<'_>, estimate: &Mutex<Estimate>, tell: Tell<'_>, run: impl FnOnce(&Query<'_>) -> T) -> T {
    let watch = |event: &SearchEvent<'_>| {
        if let Some(progress) = lock(estimate).of_event(event) {
            tell(&progress.into());
        }
    };
    run(&query.on_event(&watch))
}

fn lock(estimate: &Mutex<Estimate>) -> MutexGuard<'_, Estimate> {
    estimate.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The requests, by the names of the functions that the module exports. They return the last line.
impl Module {
    fn on_info(&self, body: &[u8]) -> InfoRecord {
        self.info(&from_slice::<Vec<String>>(body).unwrap_or_default())
    }

    fn on_check(body: &[u8]) -> ServeRecord {
        check(read_request(body)).map_or_else(ServeRecord::from, ServeRecord::Check)
    }

    fn on_scramble(body: &[u8]) -> ServeRecord {
        scramble(read_request(body)).map_or_else(ServeRecord::from, ServeRecord::Scramble)
    }

    /// `None` if a table has to be there first: as long as one may be kept, or if there is the time to build one.
    fn on_solve(&mut self, body: &[u8], may_be_kept: bool, tell: Tell<'_>) -> Option<Reply> {
        match SearchRequest::new(read_request(body)) {
            Ok(search) => {
                let answer = match &search.question {
                    Some(asked) => self.solve_puzzle(&search, asked, tell).map(Some),
                    None => self.solve(&search, may_be_kept, tell),
                };
                answer.unwrap_or_else(|sentence| Some(ServeRecord::failure(sentence).into()))
            }
            Err(refused) => Some(ServeRecord::from(refused).into()),
        }
    }

    fn on_build(&mut self, body: &[u8], tell: Tell<'_>) -> ServeRecord {
        let too_large =
            || -> Refused { ("level", "the 4 GiB of memory of WebAssembly are too little: use 0 to 6".to_owned()) };
        match table(read_request(body)).and_then(|spec| fits(&spec).then_some(spec).ok_or_else(too_large)) {
            Ok(spec) => self.build(spec, tell).unwrap_or_else(ServeRecord::failure),
            Err(refused) => refused.into(),
        }
    }

    /// Writes the file of the table of a metric. False if there is none, or it could not be written.
    fn on_keep(&self, metric: &[u8], write: impl FnMut(&[u8], u64) -> Result<(), ()>) -> bool {
        let metric = std::str::from_utf8(metric).ok().and_then(|name| name.parse().ok());
        metric.and_then(|metric| self.table(metric)).is_some_and(|table| table.write_to(write).is_ok())
    }

    /// Reads the file of a table, of `length` bytes. The error has the code `table` if the file is of no use.
    fn on_load(&mut self, name: &[u8], length: u64, read: impl FnMut(&mut [u8], u64) -> io::Result<()>) -> ServeRecord {
        match Table::read_from(&String::from_utf8_lossy(name), length, read) {
            Ok(table) => self.take(table).unwrap_or_else(ServeRecord::failure),
            Err(TableError::File(error)) if error.kind() != FaultKind::Table => ServeRecord::failure(error.to_string()),
            Err(error) => ServeRecord::from(("table", error.to_string())),
        }
    }
}
