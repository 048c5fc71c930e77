//! Solving one cube.

use crate::arguments::{count, integer, maybe_integer, maybe_real, metric, number, seconds, threads, word};
use crate::cube::CubeArg;
use crate::errors::{Failure, Result, reason_name};
use crate::interrupt::watched;
use crate::sources::Sources;
use cubepdb::{MoveKind, Query, Size, Solution, Solver};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

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
    let cube = cube.cube(format, size)?.state;
    let kind: Option<MoveKind> = moves.map(word).transpose()?;
    let mut query = Query::new();
    let slack = number("slack", slack, 0, 10)?;
    match (all, slack) {
        (true, slack) => query = query.slack(slack),
        (false, 0) => {}
        (false, _) => return Err(Failure::usage("slack goes with all=True").into()),
    }
    if let Some(depth) = max_depth.map(|depth| number("max_depth", depth, 0, 30)).transpose()? {
        query = query.max_length(depth);
    }
    if deterministic {
        query = query.deterministic();
    }
    if let Some(time) = timeout.map(|value| seconds("timeout", value)).transpose()? {
        query = query.time_limit(time);
    }
    if let Some(nodes) = count("max_nodes", max_nodes)? {
        query = query.node_limit(nodes);
    }
    let workers = self::threads(threads)?;
    let builder = Solver::builder().threads(workers).size(cube.size());
    let by_pieces = cube.size() == Size::THREE && kind.is_none();
    let open: Box<dyn FnOnce() -> Result<Solver> + Send> = if by_pieces {
        let (metric, sources) = (self::metric(metric)?, Sources::of(pdb)?);
        Box::new(move || sources.open(builder, metric))
    } else if pdb.is_some() {
        return Err(Failure::usage("tables are for the usual search of the 3x3x3").into());
    } else {
        let kind = kind.unwrap_or(MoveKind::Wca);
        let metric = metric.map_or(Ok(kind.usual_metric()), word)?;
        Box::new(move || Ok(builder.moves(kind).metric(metric).open()?))
    };
    let (solution, tables) = watched(py, |stop| {
        let solver = open()?;
        let solution = solver.run(&cube, &query.interrupt(stop))?;
        let names: Vec<String> = solver.tables().iter().map(|table| table.name()).collect();
        Ok((solution, names))
    })?;
    let tables = if cube.size() == Size::TWO { vec!["all states of the 2x2x2".to_owned()] } else { tables };
    record(py, &solution, tables, workers)
}

/// The record that Python knows.
fn record<'py>(
    py: Python<'py>,
    solution: &Solution,
    tables: Vec<String>,
    workers: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let words = solution.all().iter().map(|word| PyTuple::new(py, word.iter().map(ToString::to_string)));
    let (solutions, statistics) = (words.collect::<PyResult<Vec<_>>>()?, solution.statistics());
    let fields = PyDict::new(py);
    fields.set_item("solutions", PyTuple::new(py, solutions)?)?;
    fields.set_item("length", solution.length())?;
    fields.set_item("metric", solution.metric().name())?;
    fields.set_item("optimal", solution.is_optimal())?;
    fields.set_item("incomplete", solution.incomplete().map(reason_name))?;
    fields.set_item("lower_bound", solution.lower_bound())?;
    fields.set_item("nodes", statistics.nodes)?;
    fields.set_item("lookups", statistics.lookups)?;
    fields.set_item("seconds", statistics.time.as_secs_f64())?;
    fields.set_item("threads", workers)?;
    fields.set_item("tables", PyTuple::new(py, tables)?)?;
    py.import("cubepdb.solution")?.getattr("Solution")?.call((), Some(&fields))
}
