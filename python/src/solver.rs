//! Solving any puzzle.

use crate::arguments::{QueryArgs, TextArg, TextsArg, count, integer, maybe_integer, maybe_real, threads};
use crate::cube::{Cube, wrong_type};
use crate::errors::{Failure, Result, reason_name};
use crate::interrupt::{answered, heard, watched};
use crate::progress::{Reports, asked, listener};
use crate::question::{CostsArg, PlaceArg, PositionArg, QuestionArgs};
use crate::solve::{iterations, plain};
use crate::table::Table;
use cubepdb::puzzles::{
    Asker, Definition, MoveIndex, Origin, PuzzleSolution, PuzzleSolver, PuzzleSolverBuilder, QuestionText, SearchMove,
    Start, builtin, goal_of_known, read_start,
};
use cubepdb::record::AnswerRecord;
use cubepdb::{Algorithm, Format, Metric, MoveOptions, SearchEvent, Size};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Finds the cheapest ways from positions of any puzzle to a goal.
///
/// A question about a whole 3x3x3, by all its face turns, goes on with the tables of `solve` from 13 moves on, or from
/// 7 once one is in memory: those of the user's cache directory, or of `cache`, which are made while searches last.
/// With `pdb`, it does not.
///
/// Parameters
/// ----------
/// puzzle : str or path, optional
///     The name of a built-in puzzle, see `puzzles`, or a definition: the text or the path of a file, in the format
///     ``.tws`` of ksolve and twsearch or KPuzzle JSON. ``3x3x3`` if nothing is said.
/// goal : str, path, or list of them, optional
///     A name for the 3x3x3, ``cross`` or ``cross:any``, see `goals`; pieces that have to be solved, as in
///     ``CORNERS:0-3;EDGES:all/orientation``; or a KPuzzle pattern: its text or the path of a file. ``eo+2x2x2`` are
///     two to be reached together; one of several goals has to be reached. All pieces if nothing is said.
/// moves : str or list of str, optional
///     The moves that may be made: ``R,U``, or ``M=R L' x'`` for a new one. All of the puzzle if nothing is said.
/// costs : str, path or dict, optional
///     What moves cost, ``R2=2,U=3`` for example, or a file of such lines: 1 to 100. Others cost 1. ``U`` is for all
///     turns of U, ``U1`` for one of them.
/// metric : str, optional
///     With ``qtm``, only one step of a move in either direction is a move.
/// up_to : str or list of str, optional
///     The goal may also be reached up to these moves or rotations, and all that they generate: ``U``, or ``x,y``.
/// to : str, Cube, Solution, or path, optional
///     A position to end in, instead of the solved one: moves, a pattern, or a cube. Answers are for the hold of this
///     position.
/// threads : int, optional
///     Worker threads; one for each core if nothing is said.
/// max_memory : int, optional
///     Bytes that tables may take: 3 GiB if nothing is said, and never more than half of the free memory. The tables
///     of whole 3x3x3 cubes count apart, and need 136 MB at least while they are built; ``pdb=[]`` builds none.
/// pdb : path or list of paths, optional
///     Tables of ``pdbgen pattern`` and directories of them, to begin with. A file that is named has to fit the
///     question.
/// cache : path, optional
///     A directory that keeps the tables that searches make, and from which they are read instead of being made again.
///     In memory alone if nothing is said.
///
/// Raises
/// ------
/// UsageError
///     If there is no such puzzle, or a definition, the goal, moves or costs are wrong.
/// TableError
///     If a table of `pdb` is missing, damaged, or of another question.
#[pyclass(frozen, module = "cubepdb")]
pub struct Solver {
    solver: PuzzleSolver,
    question: QuestionText,
    workers: usize,
    memory: Option<u64>,
    cache: Option<PathBuf>,
    /// The size of the cube that is the puzzle.
    size: Option<Size>,
    /// The process with its threads, which a copy of it does not have.
    process: u32,
    /// True if moves were defined for the question: a cube does not have these.
    has_own_moves: bool,
    /// Where the tables of cubes are reported: to the last search.
    tables: SharedReports,
}

/// Those of all searches that are watched now.
type SharedReports = Arc<Mutex<Vec<Reports>>>;

/// A search that is told of tables, until this is dropped.
struct Watched<'a> {
    all: &'a SharedReports,
    own: Reports,
}

impl<'a> Watched<'a> {
    fn new(all: &'a SharedReports, own: &Reports) -> Self {
        all.lock().unwrap_or_else(PoisonError::into_inner).push(own.clone());
        Self { all, own: own.clone() }
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).retain(|reports| !reports.is_same(&self.own));
    }
}

/// One path or several.
#[derive(Default)]
struct PathsArg(Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for PathsArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(path) = argument.extract() {
            return Ok(Self(vec![path]));
        }
        let told = |wrong: Borrowed<'_, 'py, PyAny>| {
            let is_table = wrong.is_instance_of::<Table>();
            let hint = if is_table { "; a Table is for solve(cube, pdb=table)" } else { "" };
            wrong_type(
                "pdb of a Solver is a path of tables that `pdbgen pattern` makes, or a list of paths",
                wrong,
                hint,
            )
        };
        let paths = argument.try_iter().map_err(|_| told(argument))?;
        let path = |item: PyResult<Bound<'py, PyAny>>| {
            let item = item?;
            item.extract().map_err(|_| told(item.as_borrowed()))
        };
        paths.map(path).collect::<PyResult<_>>().map(Self)
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (puzzle=None, *, goal=None, moves=None, costs=None, metric=None, up_to=None, to=None,
        threads=None, max_memory=None, pdb=None, cache=None))]
    #[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
    fn new(
        py: Python<'_>,
        puzzle: Option<TextArg>,
        goal: Option<TextsArg>,
        moves: Option<TextsArg>,
        costs: Option<CostsArg>,
        metric: Option<&str>,
        up_to: Option<TextsArg>,
        to: Option<PlaceArg>,
        #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
        #[pyo3(from_py_with = maybe_integer)] max_memory: Option<i128>,
        pdb: Option<PathsArg>,
        cache: Option<PathBuf>,
    ) -> Result<Self> {
        let puzzle = puzzle.unwrap_or_else(|| TextArg("3x3x3".to_owned()));
        let text = QuestionArgs { puzzle, goal, moves, costs, metric, up_to, to }.text()?;
        let (workers, memory) = (self::threads(threads)?, count("max_memory", max_memory)?);
        let (has_own_moves, tables) =
            (text.moves.as_ref().is_some_and(|moves| moves.contains('=')), SharedReports::default());
        watched(py, |_| {
            let mut builder = builder(&text, workers, memory, cache.as_deref())?;
            if let Some(metric) = builder.cube_metric().filter(|_| pdb.is_none()) {
                builder = builder.cubes(Arc::new(cubes(metric, workers, memory, cache.as_deref(), &tables)?));
            }
            let solver = pdb.unwrap_or_default().0.into_iter().fold(builder, PuzzleSolverBuilder::tables).open()?;
            let size = size_of(solver.questions().definition());
            let process = std::process::id();
            Ok(Self { solver, question: text, workers, memory, cache, size, process, has_own_moves, tables })
        })
    }

    /// The name of the puzzle.
    #[getter]
    fn puzzle(&self) -> &str {
        &self.solver.questions().definition().name
    }

    /// The goal, as it was asked for.
    #[getter]
    fn goal(&self) -> String {
        self.question.goal_text()
    }

    /// The names of the moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.all_moves().iter().map(|by| &by.name))
    }

    /// The cost of each move.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let costs = PyDict::new(py);
        self.all_moves().iter().try_for_each(|by| costs.set_item(&by.name, by.cost))?;
        Ok(costs)
    }

    /// Finds a cheapest way from a position to the goal, or all of them. Other threads run meanwhile, and Ctrl-C ends
    /// the search. Tables are kept for the next position.
    ///
    /// Parameters
    /// ----------
    /// scramble : str, Cube, Solution, or list of str
    ///     Moves of the puzzle, made from its solved position; of the 3x3x3, also a cube in any notation. After wide
    ///     moves or rotations, the answer is for the hold after them; that of ``Cube(moves)`` is for the hold before.
    ///     If stickers are unknown, ``.`` or ``?``, the pieces that are known are solved, unless there is a goal.
    /// origin : str, Cube, Solution, or path, optional
    ///     A position before these moves, instead of the solved one: moves, a KPuzzle pattern, or a cube.
    /// max_cost : int, optional
    ///     Most costly solutions searched for, 0 to 254.
    /// all : bool
    ///     All cheapest solutions, once each up to the order of commuting moves.
    /// slack : int
    ///     With `all`: also solutions that cost up to this much more.
    /// timeout : float, optional
    ///     Seconds for the search.
    /// max_nodes : int, optional
    ///     About so many nodes.
    /// deterministic : bool
    ///     The same solution whatever the number of threads and their timing.
    /// anytime : bool
    ///     As for `solve`, where the moves are all face turns of the 3x3x3 and a solved cube reaches the goal.
    /// progress : bool or callable, optional
    ///     As for `solve`: True shows a bar, and a function is called with a `SearchProgress`, or with a
    ///     `TableProgress` while a table of cubes is being made.
    ///
    /// Returns
    /// -------
    /// PuzzleSolution
    ///
    /// Raises
    /// ------
    /// CubeError
    ///     If a move is none of the puzzle or not possible, or the moves cannot lead to the goal: `code` is then
    ///     ``unreachable``.
    /// NoSolution
    ///     Proven: there is none within `max_cost`.
    /// LimitReached
    ///     `timeout` or `max_nodes` came first; it has the lower bound that is proven.
    #[pyo3(signature = (scramble=None, *, origin=None, max_cost=None, all=false, slack=0, timeout=None, max_nodes=None, deterministic=false,
        anytime=false, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        scramble: Option<PositionArg>,
        origin: Option<PlaceArg>,
        #[pyo3(from_py_with = maybe_integer)] max_cost: Option<i128>,
        all: bool,
        #[pyo3(from_py_with = integer)] slack: i128,
        #[pyo3(from_py_with = maybe_real)] timeout: Option<f64>,
        #[pyo3(from_py_with = maybe_integer)] max_nodes: Option<i128>,
        deterministic: bool,
        anytime: bool,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if std::process::id() != self.process {
            let sentence =
                "this Solver was made before a fork, which left its threads behind: make one in each process";
            return Err(Failure::usage(sentence).into());
        }
        let longest = ("max_cost", max_cost, 254);
        let query = QueryArgs { all, slack, longest, deterministic, anytime, timeout, max_nodes }.query()?;
        let progress = asked(py, progress)?;
        let (solver, is_watched) = (&self.solver, progress.is_some());
        let (reports, listener) = listener(progress)?;
        let _watched = is_watched.then(|| Watched::new(&self.tables, &reports));
        let mut answer = None;
        let is_cube = self.size == Some(Size::THREE);
        let origin = origin.map(|PlaceArg(origin)| origin.text(is_cube, Format::Moves)).transpose()?;
        let scramble = scramble.map(|start| start.text(is_cube, Format::Facelets)).transpose()?.unwrap_or_default();
        let ended = heard(py, listener, |stop| {
            let of_known = self.of_known(&scramble)?;
            let (solver, goal) =
                of_known.as_ref().map_or((solver, self.goal()), |(solver, goal)| (solver, goal.clone()));
            let questions = solver.questions();
            let origin = Origin::read(origin.as_deref(), questions.definition(), Asker::Owner)?;
            let start = read_start(&origin, questions, &scramble);
            let start = start.map_err(|error| Failure::of_start(&error, &scramble))?;
            let observer = |event: &SearchEvent<'_>| reports.search(event);
            let query = if is_watched { query.on_event(&observer) } else { query };
            let is_unit = questions.moves().is_unit();
            let found = solver.run(&start, &query.interrupt(stop));
            let solution = found.map_err(|error| Failure::from(error).in_units(is_unit))?;
            let record = solver.record(&scramble, &goal, Ok(&solution)).expect("it is an answer");
            answer = Some((self.cube(&origin, &scramble, &start, &solution), solution, record));
            Ok(())
        });
        let answer = answer.map(|(cube, solution, record)| self.found(py, cube, &solution, record)).transpose()?;
        answered(py, ended, answer)
    }

    fn __repr__(&self) -> String {
        format!("<cubepdb.Solver of {}, {} moves>", self.puzzle(), self.all_moves().len())
    }
}

/// The size of a cube that is built in.
fn size_of(definition: &Definition) -> Option<Size> {
    let is_it =
        |size: &Size| definition.name == format!("{size}") && builtin(&definition.name).as_ref() == Some(definition);
    (Size::LEAST..=Size::MOST).filter_map(Size::new).find(is_it)
}

/// A solver of a question, before it is opened.
fn builder(
    question: &QuestionText,
    threads: usize,
    memory: Option<u64>,
    cache: Option<&Path>,
) -> Result<PuzzleSolverBuilder> {
    let mut builder = PuzzleSolver::builder(question.read_all(Asker::Owner)?).threads(threads);
    if let Some(memory) = memory {
        builder = builder.max_memory(memory);
    }
    Ok(match cache {
        Some(directory) => builder.cache_directory(directory),
        None => builder,
    })
}

/// A solver of cubes with default tables, which come while searches last.
fn cubes(
    metric: Metric,
    threads: usize,
    memory: Option<u64>,
    cache: Option<&Path>,
    tables: &SharedReports,
) -> Result<cubepdb::Solver> {
    let tables = tables.clone();
    let mut builder = cubepdb::Solver::builder().metric(metric).threads(threads).gradual(move |event| {
        tables.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|reports| reports.table(&event));
    });
    if let Some(memory) = memory {
        builder = builder.max_memory(memory);
    }
    if let Some(directory) = cache {
        builder = builder.cache_directory(directory);
    }
    Ok(builder.open()?)
}

impl Solver {
    /// For a cube of which some stickers are unknown, where no goal was asked for: a solver of the pieces that are
    /// known, and their goal.
    fn of_known(&self, scramble: &str) -> Result<Option<(PuzzleSolver, String)>> {
        let QuestionText { goals, to, .. } = &self.question;
        let is_usual = self.size == Some(Size::THREE) && goals.is_empty() && to.is_none();
        let Some(Ok(goal)) = goal_of_known(scramble).filter(|_| is_usual) else { return Ok(None) };
        let question = QuestionText { goals: vec![goal.clone()], ..self.question.clone() };
        let solver = builder(&question, self.workers, self.memory, self.cache.as_deref())?.open()?;
        Ok(Some((solver, goal)))
    }

    fn all_moves(&self) -> &[SearchMove] {
        self.solver.questions().moves().moves()
    }

    /// The start as a cube that can be drawn with the moves of the solution: where the puzzle is a cube, by moves of
    /// its own, and held as cubes are drawn.
    fn cube(&self, origin: &Origin, scramble: &str, start: &Start, solution: &PuzzleSolution) -> Option<Cube> {
        let questions = self.solver.questions();
        let size = self.size.filter(|_| !self.has_own_moves)?;
        let text = match origin {
            Origin::Solved => scramble.to_owned(),
            Origin::Moves(before) => format!("{before}\n{scramble}"),
            Origin::Pattern(_) => return None,
        };
        let options = MoveOptions::default();
        let state = cubepdb::Cube::parse(&text, size, Format::Auto, &options).ok()?;
        let is_same = match size {
            Size::THREE => read_start(&Origin::Solved, questions, &state.to_string()).ok().as_ref() == Some(start),
            _ => !text.contains(['x', 'y', 'z']),
        };
        let moves = Algorithm::parse(&solution.to_string(), size, &options).ok()?;
        (is_same && state.apply(&moves).is_ok()).then_some(Cube { state })
    }

    /// The solution that Python knows.
    fn found<'py>(
        &self,
        py: Python<'py>,
        cube: Option<Cube>,
        solution: &PuzzleSolution,
        record: AnswerRecord,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.all_moves();
        let names = |sequence: &Vec<_>| PyTuple::new(py, sequence.iter().map(|by: &MoveIndex| &moves[by.index()].name));
        let solutions = solution.all().iter().map(names).collect::<PyResult<Vec<_>>>()?;
        let fields = PyDict::new(py);
        fields.set_item("puzzle", self.puzzle())?;
        fields.set_item("cube", cube)?;
        fields.set_item("solutions", PyTuple::new(py, solutions)?)?;
        fields.set_item("cost", solution.cost())?;
        fields.set_item("optimal", record.optimal)?;
        fields.set_item("incomplete", solution.incomplete().map(reason_name))?;
        fields.set_item("lower_bound", record.lower_bound)?;
        fields.set_item("iterations", iterations(py, solution.statistics())?)?;
        fields.set_item("record", plain(py, serde_json::to_string(&record))?)?;
        py.import("cubepdb.puzzle")?.getattr("PuzzleSolution")?.call((), Some(&fields))
    }
}
