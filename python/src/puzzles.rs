//! Puzzles that are built in, definitions, and numbers of positions.

use crate::arguments::{TextArg, TextsArg, count, maybe_integer, number, threads};
use crate::errors::{Failure, Result};
use crate::interrupt::{heard, watched};
use crate::progress::{asked, listener};
use crate::question::{CostsArg, PlaceArg, QuestionArgs, read};
use cubepdb::puzzles::{
    Asker, BUILTINS, Builtin, DistanceLimits, DistancesEnd, DistancesError, Goal, Moves, NAMED_GOALS, NamedGoal, Order,
    Powers, Question, QuestionText, distances as count_distances,
};
use cubepdb::with_threads;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Memory that counting may take if nothing is said, in bytes.
const MEMORY: u64 = 4 << 30;

/// Lists the puzzles that are built in.
///
/// Returns
/// -------
/// list of Puzzle
#[pyfunction]
pub fn puzzles(py: Python<'_>) -> Result<Vec<Bound<'_, PyAny>>> {
    let states = |known: &Builtin| solving(known).as_ref().and_then(states);
    let states = watched(py, |_| Ok(BUILTINS.iter().map(states).collect::<Vec<_>>()))?;
    let class = py.import("cubepdb.puzzle")?;
    let orbit_class = class.getattr("Orbit")?;
    let puzzle = |(known, states): (&Builtin, Option<String>)| {
        let definition = known.definition();
        let orbits = definition.shape.orbits().iter().map(|orbit| {
            let fields = PyDict::new(py);
            fields.set_item("name", &orbit.name)?;
            fields.set_item("places", orbit.places)?;
            fields.set_item("orientations", orbit.orientations)?;
            orbit_class.call((), Some(&fields))
        });
        let states = states.map(|digits| py.import("builtins")?.getattr("int")?.call1((digits,))).transpose()?;
        let fields = PyDict::new(py);
        fields.set_item("name", known.name)?;
        fields.set_item("description", known.description)?;
        fields.set_item("orbits", PyTuple::new(py, orbits.collect::<PyResult<Vec<_>>>()?)?)?;
        fields.set_item("moves", PyTuple::new(py, definition.moves.iter().map(|by| &by.name))?)?;
        fields.set_item("states", states)?;
        Ok(class.getattr("Puzzle")?.call((), Some(&fields))?)
    };
    BUILTINS.iter().zip(states).map(puzzle).collect()
}

/// Lists the goals of the 3x3x3 that have names, for the argument `goal` of `Solver` and `distances`.
///
/// A name may be followed by a place, as in ``cross:U``, or by ``any``: then the nearest of all places is found.
///
/// Returns
/// -------
/// list of Goal
#[pyfunction]
pub fn goals(py: Python<'_>) -> Result<Vec<Bound<'_, PyAny>>> {
    let places = |goal: &NamedGoal| goal.places().into_iter().map(|placed| placed.place).collect();
    let places: Vec<Vec<String>> = watched(py, |_| Ok(NAMED_GOALS.iter().map(places).collect()))?;
    let class = py.import("cubepdb.puzzle")?.getattr("Goal")?;
    let goal = |(known, places): (&NamedGoal, Vec<String>)| {
        let fields = PyDict::new(py);
        fields.set_item("name", known.name)?;
        fields.set_item("description", known.description)?;
        let usual = places.iter().filter(|place| known.is_usual(place) && !place.is_empty());
        fields.set_item("usual", PyTuple::new(py, usual.collect::<Vec<_>>())?)?;
        let places = places.iter().filter(|place| !place.is_empty());
        fields.set_item("places", PyTuple::new(py, places.collect::<Vec<_>>())?)?;
        Ok(class.call((), Some(&fields))?)
    };
    NAMED_GOALS.iter().zip(places).map(goal).collect()
}

/// The number of positions that moves reach, unless rules forbid some of them.
fn states(question: &Question) -> Option<String> {
    question.illegal().is_empty().then(|| question.positions_upper_bound())?.as_ref().map(Order::to_string)
}

/// The question how a built-in puzzle is solved.
fn solving(known: &Builtin) -> Option<Question> {
    let definition = known.definition();
    let (moves, goal) = (Moves::of(&definition, Powers::Steps).ok()?, Goal::solved(&definition));
    Question::new(definition, moves, goal).ok()
}

/// Returns the definition of a puzzle as text, to start another one from.
///
/// Parameters
/// ----------
/// puzzle : str or path
///     As for `Solver`.
/// format : str
///     ``tws``, or ``kpuzzle`` for JSON.
///
/// Raises
/// ------
/// UsageError
///     If there is no such puzzle, or the format cannot express it.
#[pyfunction]
#[pyo3(signature = (puzzle, *, format="tws"))]
pub fn definition(py: Python<'_>, puzzle: TextArg, format: &str) -> Result<String> {
    let is_tws = match format {
        "tws" => true,
        "kpuzzle" => false,
        _ => return Err(Failure::usage(format!("unknown format `{}`: use tws or kpuzzle", format.escape_default()))),
    };
    watched(py, |_| {
        let definition = QuestionText::about(puzzle.0).definition(Asker::Owner)?;
        let text = if is_tws { definition.to_tws() } else { definition.to_kpuzzle() };
        text.map_err(Failure::usage)
    })
}

/// Counts the positions at each distance from a goal. Other threads run meanwhile, and Ctrl-C ends it.
///
/// A position takes two bits of memory where all of them can be numbered and these bits fit: where no rules forbid
/// moves, all moves cost 1, and the arrangements of each kind of pieces can be listed. Otherwise it takes 24 to 72
/// bytes.
///
/// A cube that looks the same in another hold is a position of its own. The 2x2x2, which has no centers, is counted in
/// all 24 holds; ``moves="R,U,F"`` keeps one corner where it is, and counts the 3,674,160 positions that are published:
/// up to 11 moves, or 14 with ``metric="qtm"``.
///
/// Parameters
/// ----------
/// puzzle, goal, moves, costs, metric, up_to, to
///     As for `Solver`. Several goals have to be of the same pieces, so ``any`` is no place of a goal here.
/// max_cost : int, optional
///     The greatest distance of interest.
/// max_memory : int, optional
///     Bytes that it may take: 4 GiB if nothing is said. What was counted by then is returned.
/// threads : int, optional
///     Worker threads; one for each core if nothing is said.
/// progress : bool or callable, optional
///     True shows a bar. A function is called on this thread after each distance with a `DistanceProgress`; if it
///     raises, counting stops, and the exception is passed on.
///
/// Returns
/// -------
/// Distances
#[pyfunction]
#[pyo3(signature = (puzzle, *, goal=None, moves=None, costs=None, metric=None, up_to=None, to=None, max_cost=None, max_memory=None,
    threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
pub fn distances<'py>(
    py: Python<'py>,
    puzzle: TextArg,
    goal: Option<TextsArg>,
    moves: Option<TextsArg>,
    costs: Option<CostsArg>,
    metric: Option<&str>,
    up_to: Option<TextsArg>,
    to: Option<PlaceArg>,
    #[pyo3(from_py_with = maybe_integer)] max_cost: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_memory: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = QuestionArgs { puzzle, goal, moves, costs, metric, up_to, to }.text()?;
    let most_cost = max_cost.map(|cost| number("max_cost", cost, 0, u32::MAX)).transpose()?.unwrap_or(u32::MAX);
    let (workers, memory) = (self::threads(threads)?, count("max_memory", max_memory)?.unwrap_or(MEMORY));
    let limits = DistanceLimits { most_cost, memory, antipodes: 20 };
    let (reports, listener) = listener(asked(py, progress)?)?;
    let (found, states, patterns, name) = heard(py, listener, |stop| {
        let question = read(&text)?;
        let report = |counts: &[u64]| reports.distance(counts);
        let found = with_threads(workers, || count_distances(&question, limits, report, stop))?;
        let found = found.map_err(|error| match error {
            DistancesError::Memory(error) => error.into(),
            DistancesError::TooLarge(error) => Failure::usage(error),
        })?;
        let definition = question.definition();
        let patterns: Vec<String> = found.antipodes.iter().map(|position| definition.write_pattern(position)).collect();
        let name = definition.name.clone();
        Ok((found, states(&question), patterns, name))
    })?;
    let states = states.map(|digits| py.import("builtins")?.getattr("int")?.call1((digits,))).transpose()?;
    let ended = match found.ended {
        DistancesEnd::Complete => "complete",
        DistancesEnd::Cost => "max_cost",
        DistancesEnd::Memory { .. } => "memory",
        DistancesEnd::Stopped => "interrupt",
    };
    let fields = PyDict::new(py);
    fields.set_item("puzzle", name)?;
    fields.set_item("goal", text.goal_text())?;
    fields.set_item("counts", PyTuple::new(py, found.counts)?)?;
    fields.set_item("ended", ended)?;
    fields.set_item("states", states)?;
    fields.set_item("antipodes", PyTuple::new(py, patterns)?)?;
    py.import("cubepdb.puzzle")?.getattr("Distances")?.call((), Some(&fields))
}
