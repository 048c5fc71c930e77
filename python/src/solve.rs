//! Solving one cube.

use crate::arguments::{count, integer, maybe_integer, maybe_real, metric, number, seconds, threads, word};
use crate::cube::{CubeArg, State};
use crate::errors::{Failure, Result, reason_name};
use crate::interrupt::watched;
use crate::sources::Sources;
use crate::table::Loaded;
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, MetricKind, Move};
use cubepdb::nxn::{MoveKind, MoveSet, Size, Stickers, Turn};
use cubepdb::search::{
    Answer, Control, Goal, LayerOptions, LayerSolver, Limits, Monitor, Outcome, Solver, SolverOptions, TableSet,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Finds a shortest solution of a cube, or all of them. Other threads run meanwhile, and Ctrl-C ends the search.
///
/// Parameters
/// ----------
/// cube : Cube or str
/// metric : str, optional
///     ``htm``, the default, or ``qtm``; for ``moves="slices"``, ``qtm`` is the default.
/// pdb : Table, path, or list of them, optional
///     Tables, or directories of them. Without it, those in the user's cache directory; ``[]`` searches without tables. Open
///     tables once where there are several cubes.
/// threads : int, optional
///     Worker threads; one for each core if nothing is said.
/// max_depth : int, optional
///     Longest solutions searched for, 0 to 30.
/// all : bool
///     All shortest solutions, once each up to the order of commuting moves.
/// slack : int
///     With `all`: also solutions up to this much longer.
/// timeout : float, optional
///     Seconds for the search.
/// max_nodes : int, optional
///     About so many nodes.
/// deterministic : bool
///     The same solution whatever the number of threads and their timing.
/// format, size
///     As for `Cube`, where the cube is a text.
/// moves : str, optional
///     ``wca`` or ``slices``, for cubes that are searched by their stickers, without tables.
///
/// Returns
/// -------
/// Solution
///
/// Raises
/// ------
/// NoSolution
///     Proven: there is none within `max_depth`.
/// LimitReached
///     `timeout` or `max_nodes` came first; it has the lower bound that is proven.
#[pyfunction]
#[pyo3(signature = (cube, *, metric=None, pdb=None, threads=None, max_depth=None, all=false, slack=0, timeout=None,
    max_nodes=None, deterministic=false, format="auto", size=3, moves=None))]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
pub fn solve<'py>(
    py: Python<'py>,
    cube: CubeArg<'py>,
    metric: Option<&str>,
    pdb: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_depth: Option<i128>,
    all: bool,
    #[pyo3(from_py_with = integer)] slack: i128,
    #[pyo3(from_py_with = maybe_real)] timeout: Option<f64>,
    #[pyo3(from_py_with = maybe_integer)] max_nodes: Option<i128>,
    deterministic: bool,
    format: &str,
    #[pyo3(from_py_with = integer)] size: i128,
    moves: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let state = cube.cube(format, size)?.state;
    let kind: Option<MoveKind> = moves.map(word).transpose()?;
    let goal = Wanted { all, slack, max_depth, deterministic }.checked()?;
    let time = timeout.map(|value| seconds("timeout", value)).transpose()?;
    let limits = Limits { time, nodes: count("max_nodes", max_nodes)? };
    let workers = self::threads(threads)?;
    let found = match state {
        State::Cubies(cube) if kind.is_none() => {
            let (metric, sources) = (self::metric(metric)?, Sources::of(pdb)?);
            watched(py, |stop| solve_cube(&cube, metric, sources, &goal, limits, workers, stop))
        }
        _ if pdb.is_some() => Err(Failure::usage("tables are for the usual search of the 3x3x3")),
        state => {
            let (cube, kind) = (state.stickers(), kind.unwrap_or(MoveKind::Wca));
            let metric = metric.map_or(Ok(kind.usual_metric()), word)?;
            let set = MoveSet { size: cube.size(), kind, metric };
            watched(py, |stop| solve_stickers(&cube, set, &goal, limits, workers, stop))
        }
    }?;
    found.record(py, workers)
}

/// What is searched for, as it was asked for.
struct Wanted {
    all: bool,
    slack: i128,
    max_depth: Option<i128>,
    deterministic: bool,
}

/// What is searched for; the longest length is added by those who know the puzzle.
struct Checked {
    goal: Goal,
    max_depth: Option<u8>,
}

impl Wanted {
    fn checked(self) -> Result<Checked> {
        let slack = number("slack", self.slack, 0, 10)?;
        if slack > 0 && !self.all {
            return Err(Failure::usage("slack goes with all=True"));
        }
        let max_depth = self.max_depth.map(|depth| number("max_depth", depth, 0, 30)).transpose()?;
        let goal = Goal { all: self.all, slack, deterministic: self.deterministic, ..Goal::default() };
        Ok(Checked { goal, max_depth })
    }
}

impl Checked {
    /// With the longest length that is searched if nothing is said.
    fn up_to(&self, usual: u8) -> Goal {
        Goal { max_depth: self.max_depth.unwrap_or(usual), ..self.goal }
    }
}

fn solve_cube(
    cube: &Cubies,
    metric: MetricKind,
    sources: Sources,
    goal: &Checked,
    limits: Limits,
    workers: usize,
    stop: &AtomicBool,
) -> Result<Found> {
    let pool = Threads::new(workers)?;
    let tables: Vec<Arc<Loaded>> = pool.install(|| sources.load(metric))?;
    let parts: Vec<_> = tables.iter().map(|table| (table.spec, table.memory.clone())).collect();
    let goal = goal.up_to(metric.diameter() + goal.goal.slack);
    let options = SolverOptions { goal, ..SolverOptions::new(metric) };
    let solver = Solver::new(options, TableSet::new(&parts, TableSet::LOOKUPS_PER_TABLE));
    let solver = solver.map_err(|error| Failure::Memory(error.to_string()))?;
    let (monitor, started) = (Monitor::default(), Instant::now());
    let outcome = solver.solve(cube, &Control::new(limits, &monitor, stop), &pool);
    let time = started.elapsed();
    tables.iter().try_for_each(|table| table.refuse_if_changed())?;
    let names = tables.iter().map(|table| table.spec.name()).collect();
    Found::of(outcome, metric, |word| metric.length(word), Move::to_string, names, time)
}

fn solve_stickers(
    cube: &Stickers,
    set: MoveSet,
    goal: &Checked,
    limits: Limits,
    workers: usize,
    stop: &AtomicBool,
) -> Result<Found> {
    let pool = Threads::new(workers)?;
    let goal = goal.up_to(LayerOptions::MAX_DEPTH);
    let usual = LayerOptions::new(set.size, set.kind);
    let solver = LayerSolver::new(LayerOptions { set, goal, ..usual }, &pool);
    let (monitor, started) = (Monitor::default(), Instant::now());
    let outcome = solver.solve(cube, &Control::new(limits, &monitor, stop), &pool);
    let length = |word: &[Turn]| Turn::count(word, set.metric);
    let names = if set.size == Size::TWO { vec!["all states of the 2x2x2".to_owned()] } else { Vec::new() };
    Found::of(outcome, set.metric, length, Turn::to_string, names, started.elapsed())
}

/// A cube that was solved.
struct Found {
    solutions: Vec<Vec<String>>,
    length: usize,
    metric: MetricKind,
    lower_bound: u8,
    nodes: u64,
    lookups: u64,
    time: Duration,
    incomplete: Option<&'static str>,
    tables: Vec<String>,
}

impl Found {
    fn of<M>(
        outcome: Outcome<M>,
        metric: MetricKind,
        length: impl Fn(&[M]) -> usize,
        text: impl Fn(&M) -> String,
        tables: Vec<String>,
        time: Duration,
    ) -> Result<Self> {
        let (counters, lower_bound) = (outcome.counters(), outcome.lower_bound);
        let nodes = counters.nodes;
        match outcome.answer {
            Answer::Solved(words) => Ok(Self {
                length: words.first().map_or(0, |word| length(word)),
                solutions: words.iter().map(|word| word.iter().map(&text).collect()).collect(),
                metric,
                lower_bound,
                nodes,
                lookups: counters.lookups,
                time,
                incomplete: outcome.incomplete.map(reason_name),
                tables,
            }),
            Answer::NoSolution => Err(Failure::NoSolution { lower_bound, nodes }),
            Answer::Stopped(reason) => Err(Failure::Limit { reason, lower_bound, nodes }),
        }
    }

    /// The record that Python knows.
    fn record(self, py: Python<'_>, workers: usize) -> PyResult<Bound<'_, PyAny>> {
        let solutions: Vec<_> = self.solutions.iter().map(|word| PyTuple::new(py, word)).collect::<PyResult<_>>()?;
        let fields = PyDict::new(py);
        fields.set_item("solutions", PyTuple::new(py, solutions)?)?;
        fields.set_item("length", self.length)?;
        fields.set_item("metric", self.metric.name())?;
        fields.set_item("optimal", true)?;
        fields.set_item("incomplete", self.incomplete)?;
        fields.set_item("lower_bound", self.lower_bound)?;
        fields.set_item("nodes", self.nodes)?;
        fields.set_item("lookups", self.lookups)?;
        fields.set_item("seconds", self.time.as_secs_f64())?;
        fields.set_item("threads", workers)?;
        fields.set_item("tables", PyTuple::new(py, self.tables)?)?;
        py.import("cubepdb.solution")?.getattr("Solution")?.call((), Some(&fields))
    }
}
