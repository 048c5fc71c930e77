//! The library in a browser: it answers the requests of the page of `solve serve` in the page itself, with the same records.
//!
//! There is one thread. `page/worker.js` calls it, in a worker of the browser, and keeps the tables.

mod border;
mod common {
    pub use cubepdb::internals::units;
}
#[allow(dead_code, reason = "each program uses its part")]
#[allow(unused_imports, reason = "each program uses its part")]
#[path = "../../tools/solve/protocol/mod.rs"]
mod protocol;

use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::Cube;
use cubepdb::internals::nxn::Size;
use cubepdb::internals::pdb::TableSpec;
use cubepdb::internals::pdb::choice::build_time;
use cubepdb::internals::storage::available_memory;
use cubepdb::{Query, SearchEvent, SolveError, Solver, Table};
use protocol::{About, Estimate, Search, Wrong, building, built, check, part_built, table};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// The longest solutions that are searched for without a table: of half turns, of quarter turns.
const WITHOUT_TABLE: [u8; 2] = [6, 7];

/// The largest level that is offered: above, a build takes minutes.
const LARGEST: u8 = 3;

/// How many times as long a build takes as with native code.
const SLOWNESS: f64 = 2.5;

/// Where lines of JSON go.
type Tell<'a> = &'a (dyn Fn(&Value) + Sync);

/// What is in memory: a solver for each size and metric that was asked for, with its table.
#[derive(Default)]
struct Engine {
    solvers: HashMap<(Size, MetricKind), Arc<Solver>>,
}

impl Engine {
    /// What the page is told; `kept` are the names of the files that the browser keeps.
    fn info(&self, kept: &[String]) -> Value {
        let about = About {
            threads: 1,
            memory: available_memory(),
            tables: &self.solvers.values().flat_map(|solver| solver.tables()).collect::<Vec<_>>(),
            is_kept: &|spec| kept.contains(&format!("{}.pdb", spec.name())),
            largest: Some(LARGEST),
            slowness: SLOWNESS,
        };
        about.info()
    }

    /// Solves a cube. `None` if a table has to be there first.
    fn solve(&mut self, search: &Search, tell: Tell<'_>) -> Result<Option<Value>, String> {
        let Search { question, all, timeout } = search;
        let cube = match search.cube() {
            Ok(cube) => cube,
            Err(error) => return Ok(Some(question.invalid(&error))),
        };
        let query = Query::new().time_limit(*timeout);
        let query = if *all { query.all() } else { query };
        let key = (question.size, question.metric);
        if let Some(solver) = self.solvers.get(&key) {
            return question.answered(solver, run(solver, &cube, query, tell)).map(Some);
        }
        let builder = Solver::builder().size(key.0).metric(key.1).threads(1);
        let opened = |error: cubepdb::OpenError| error.to_string();
        if key.0 != Size::THREE {
            let solver = Arc::new(builder.open().map_err(opened)?);
            self.solvers.insert(key, solver.clone());
            return question.answered(&solver, run(&solver, &cube, query, tell)).map(Some);
        }
        let solver = builder.no_tables().open().map_err(opened)?;
        let longest = WITHOUT_TABLE[usize::from(key.1 == MetricKind::QuarterTurn)];
        match run(&solver, &cube, query.max_length(longest), tell) {
            Err(SolveError::NoSolution { .. }) => Ok(None),
            answer => question.answered(&solver, answer).map(Some),
        }
    }

    /// Builds a table, which searches of its metric use from then on.
    fn build(&mut self, spec: TableSpec, tell: Tell<'_>) -> Result<Value, String> {
        // The table takes the place of the one that searches had, also in memory.
        self.solvers.remove(&(Size::THREE, spec.metric));
        let note = |note: &str| tell(&json!({ "note": note }));
        note(&building(&spec, build_time(&spec, 1).mul_f64(SLOWNESS)));
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
    fn take(&mut self, table: Table) -> Result<Value, String> {
        let (line, metric) = (built(&table), table.metric());
        let builder = Solver::builder().metric(metric).threads(1).table(Arc::new(table));
        let solver = builder.open().map_err(|error| error.to_string())?;
        self.solvers.insert((Size::THREE, metric), Arc::new(solver));
        Ok(line)
    }

    /// The table of a metric, if there is one.
    fn table(&self, metric: MetricKind) -> Option<Arc<Table>> {
        self.solvers.get(&(Size::THREE, metric))?.tables().into_iter().next()
    }
}

/// Runs a search, and tells how far it is.
fn run(solver: &Solver, cube: &Cube, query: Query<'_>, tell: Tell<'_>) -> Result<cubepdb::Solution, SolveError> {
    let estimate = Mutex::new(Estimate::new());
    let watch = |event: &SearchEvent<'_>| {
        if let Some(line) = estimate.lock().unwrap_or_else(PoisonError::into_inner).line(event) {
            tell(&line);
        }
    };
    solver.run(cube, &query.on_event(&watch))
}

/// A request that is refused, as the server words it.
fn refused((code, message): Wrong) -> Value {
    json!({ "error": { "code": code, "message": message } })
}

/// A request that has failed.
fn failed(sentence: impl ToString) -> Value {
    json!({ "failure": sentence.to_string() })
}

/// The requests, by the names of the functions that the module exports. They return the last line.
impl Engine {
    fn on_info(&self, body: &[u8]) -> Value {
        self.info(&serde_json::from_slice::<Vec<String>>(body).unwrap_or_default())
    }

    fn on_check(body: &[u8]) -> Value {
        check(body).unwrap_or_else(refused)
    }

    /// `None` if a table has to be there first.
    fn on_solve(&mut self, body: &[u8], tell: Tell<'_>) -> Option<Value> {
        match Search::read(body) {
            Ok(search) => self.solve(&search, tell).unwrap_or_else(|sentence| Some(failed(sentence))),
            Err(wrong) => Some(refused(wrong)),
        }
    }

    fn on_build(&mut self, body: &[u8], tell: Tell<'_>) -> Value {
        match table(body) {
            Ok(spec) => self.build(spec, tell).unwrap_or_else(failed),
            Err(wrong) => refused(wrong),
        }
    }

    /// Writes the file of the table of a metric. False if there is none, or it could not be written.
    fn on_keep(&self, metric: &[u8], write: impl FnMut(&[u8], u64) -> Result<(), ()>) -> bool {
        let metric = std::str::from_utf8(metric).ok().and_then(|name| name.parse().ok());
        metric.and_then(|metric| self.table(metric)).is_some_and(|table| table.write_to(write).is_ok())
    }

    /// Reads the file of a table, of `length` bytes.
    fn on_load(&mut self, name: &[u8], length: u64, read: impl FnMut(&mut [u8], u64) -> io::Result<()>) -> Value {
        let table = Table::read_from(&String::from_utf8_lossy(name), length, read).map_err(|error| error.to_string());
        table.and_then(|table| self.take(table)).unwrap_or_else(failed)
    }
}
