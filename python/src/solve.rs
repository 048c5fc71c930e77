//! Solving one cube.

use crate::arguments::{QueryArgs, integer, maybe_integer, maybe_real, threads, word};
use crate::cube::{Cube, CubeArg, wrong_type};
use crate::errors::{Failure, reason_name};
use crate::interrupt::{answered, heard};
use crate::progress::{asked, listener};
use crate::sources::Sources;
use cubepdb::{Metric, MoveKind, SearchEvent, Size, Solution, Solver, Statistics, plan::Bounds, record::AnswerRecord};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// Finds a shortest solution of a cube, or all of them. Other threads run meanwhile, and Ctrl-C ends the search.
///
/// Parameters
/// ----------
/// cube : Cube or str
/// metric : str, optional
///     ``htm``, the default, or ``qtm``; for ``moves="slices"``, ``qtm`` is the default.
/// pdb : Table, path, or list of them, optional
///     Tables, or directories of them. Without it, those in the user's cache directory; ``[]`` searches without tables.
///     Open tables once where there are several cubes.
/// heuristic : str, optional
///     Lower bounds, joined by ``+`` for the maximum of them, as ``solve --heuristic`` reads them: ``auto``, the
///     default (all tables), ``zero``, ``manhattan``, ``corners``, ``edges``, ``edges6`` (the only table of six edges),
///     ``h48``, or the name of a table. Default tables that it names are made before the search.
/// threads : int, optional
///     Worker threads; one for each core if nothing is said.
/// max_depth : int, optional
///     Longest solutions searched for, 0 to 30.
/// all : bool
///     All shortest solutions, once each up to the order of commuting moves.
/// slack : int
///     With `all`: also solutions up to this much longer.
/// timeout : float, optional
///     Seconds for the search. With `max_nodes`, they begin once the table is there.
/// max_nodes : int, optional
///     About so many nodes. Without `pdb`, the largest default table is built first, if it is not there, since counts
///     depend on it.
/// deterministic : bool
///     The same solution whatever the tables, the number of threads and their timing are.
/// anytime : bool
///     Also looks for good solutions of a 3x3x3 meanwhile, which `progress` is told of. A search that a limit stops
///     before it has found any returns the best of them, with `optimal` false and the lower bound that is proven, where
///     others raise `LimitReached`. Ctrl-C raises `KeyboardInterrupt` in any case: its attribute ``solution`` is then
///     this best one.
/// format, size
///     As for `Cube`, where the cube is a text.
/// moves : str, optional
///     For cubes that are searched by their stickers, without tables: ``wca``, turns of blocks of outer layers, or
///     ``slices``, turns of single layers but the last one of each axis, by quarter turns if `metric` says nothing.
/// progress : bool or callable, optional
///     True shows a bar. A function is called on this thread while the search lasts, with a `TableProgress` where a
///     default table is being made, and with a `SearchProgress` at each length and four times a second; if it raises,
///     the search stops, and the exception is passed on.
///
/// Questions about goals, sets of moves, costs, or the way from one cube to another are for `Solver`.
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
///     `timeout` or `max_nodes` came first, and no solution is known; it has the lower bound that is proven.
#[pyfunction]
#[pyo3(signature = (cube=None, *, metric=None, pdb=None, heuristic=None, threads=None, max_depth=None, all=false, slack=0, timeout=None,
    max_nodes=None, deterministic=false, anytime=false, format="auto", size=None, moves=None, progress=None, **others),
    text_signature = "(cube, *, metric=None, pdb=None, heuristic=None, threads=None, max_depth=None, all=False, slack=0, \
    timeout=None, max_nodes=None, deterministic=False, anytime=False, format='auto', size=3, moves=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
pub fn solve<'py>(
    py: Python<'py>,
    cube: Option<CubeArg<'py>>,
    metric: Option<&str>,
    pdb: Option<&Bound<'py, PyAny>>,
    heuristic: Option<HeuristicArg>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_depth: Option<i128>,
    all: bool,
    #[pyo3(from_py_with = integer)] slack: i128,
    #[pyo3(from_py_with = maybe_real)] timeout: Option<f64>,
    #[pyo3(from_py_with = maybe_integer)] max_nodes: Option<i128>,
    deterministic: bool,
    anytime: bool,
    format: &str,
    #[pyo3(from_py_with = maybe_integer)] size: Option<i128>,
    moves: Option<&str>,
    progress: Option<Bound<'py, PyAny>>,
    others: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    refuse(others)?;
    let cube = cube.ok_or_else(|| PyTypeError::new_err("solve() missing 1 required positional argument: 'cube'"))?;
    let (cube, input) = (cube.cube(format, size)?.state, cube.input());
    let kind: Option<MoveKind> = moves.map(word).transpose()?;
    let longest = ("max_depth", max_depth, 30);
    let query = QueryArgs { all, slack, longest, deterministic, anytime, timeout, max_nodes }.query()?;
    let workers = self::threads(threads)?;
    let bounds: Bounds = heuristic.map_or(Ok(Bounds::default()), |HeuristicArg(names)| word(&names))?;
    let by_pieces = cube.size() == Size::THREE && kind.is_none();
    if pdb.is_some() && !by_pieces {
        return Err(Failure::usage("tables are for the usual search of the 3x3x3").into());
    }
    if anytime && !by_pieces {
        return Err(Failure::usage("anytime is for the usual search of the 3x3x3").into());
    }
    let kind = kind.unwrap_or(MoveKind::Wca);
    let usual = if by_pieces { Metric::HalfTurn } else { kind.usual_metric() };
    let (metric, sources) = (metric.map_or(Ok(usual), word)?, Sources::of(pdb)?);
    let progress = asked(py, progress)?;
    let is_watched = progress.is_some();
    let (reports, listener) = listener(progress)?;
    let mut answer = None;
    let ended = heard(py, listener, |stop| {
        let builder = Solver::builder().threads(workers).size(cube.size()).bounds(bounds).interrupt(stop);
        let solver = match by_pieces {
            true => sources.open(builder, metric, reports.clone())?,
            false => builder.moves(kind).metric(metric).open()?,
        };
        let observer = |event: &SearchEvent<'_>| reports.search(event);
        let query = if is_watched { query.on_event(&observer) } else { query };
        let solution = solver.run(&cube, &query.interrupt(stop))?;
        let record = solver.record(&input, Ok(&solution)).expect("it is an answer");
        answer = Some((solution, record));
        Ok(())
    });
    let answer = answer.map(|(solution, record)| found(py, cube, &solution, record)).transpose()?;
    answered(py, ended, answer)
}

/// Names of lower bounds.
pub struct HeuristicArg(String);

impl<'py> FromPyObject<'_, 'py> for HeuristicArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match argument.cast::<PyString>() {
            Ok(names) => Ok(Self(names.to_str()?.to_owned())),
            Err(_) => {
                let hint = if argument.is_callable() { "; bounds of one's own are for the Rust library" } else { "" };
                Err(wrong_type("heuristic is a str, such as \"manhattan\" or \"corners+edges\"", argument, hint))
            }
        }
    }
}

/// Refuses arguments that `solve` does not have; those of a question belong to `Solver`.
fn refuse(others: Option<Bound<'_, PyDict>>) -> PyResult<()> {
    let Some(name) = others.and_then(|others| others.keys().iter().next()) else { return Ok(()) };
    let name: String = name.extract()?;
    let hint = match &*name {
        "goal" | "costs" | "up_to" | "to" | "puzzle" => format!(": write Solver({name}=...).solve(cube)"),
        "origin" | "max_cost" => format!(": write Solver().solve(cube, {name}=...)"),
        _ => String::new(),
    };
    Err(PyTypeError::new_err(format!("solve() got an unexpected keyword argument '{name}'{hint}")))
}

/// The dictionaries, lists and numbers of a record's JSON.
pub fn plain<'py>(py: Python<'py>, record: serde_json::Result<String>) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((record.expect("records are plain data"),))
}

/// The iterations that Python knows: objects with the fields of their records.
pub fn iterations<'py>(py: Python<'py>, statistics: &Statistics) -> PyResult<Bound<'py, PyTuple>> {
    let class = py.import("cubepdb.solution")?.getattr("Iteration")?;
    let fields: Vec<Bound<'py, PyDict>> = plain(py, serde_json::to_string(&statistics.iterations))?.extract()?;
    let objects = fields.iter().map(|fields| class.call((), Some(fields)));
    PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)
}

/// The solution that Python knows.
pub fn found<'py>(
    py: Python<'py>,
    cube: cubepdb::Cube,
    solution: &Solution,
    record: AnswerRecord,
) -> PyResult<Bound<'py, PyAny>> {
    let words = solution.all().iter().map(|word| PyTuple::new(py, word.iter().map(ToString::to_string)));
    let (solutions, statistics) = (words.collect::<PyResult<Vec<_>>>()?, solution.statistics());
    let fields = PyDict::new(py);
    fields.set_item("cube", Cube { state: cube })?;
    fields.set_item("solutions", PyTuple::new(py, solutions)?)?;
    fields.set_item("length", record.length)?;
    fields.set_item("metric", record.metric.name())?;
    fields.set_item("optimal", record.optimal)?;
    fields.set_item("incomplete", solution.incomplete().map(reason_name))?;
    fields.set_item("lower_bound", record.lower_bound)?;
    fields.set_item("iterations", iterations(py, statistics)?)?;
    fields.set_item("tables", PyTuple::new(py, &record.tables)?)?;
    fields.set_item("record", plain(py, serde_json::to_string(&record))?)?;
    py.import("cubepdb.solution")?.getattr("Solution")?.call((), Some(&fields))
}
