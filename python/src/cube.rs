//! Cubes: reading, writing, turning, drawing at random.

use crate::arguments::{TextsArg, count, integer, maybe_integer, number, size, word};
use crate::errors::{Failure, Result};
use crate::interrupt::watched;
use cubepdb::picture::{Style, sheet};
use cubepdb::puzzles::{Asker, QuestionText};
use cubepdb::{Algorithm, Format, MoveOptions, Parentheses, Size};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySequence, PyString};
use std::sync::atomic::Ordering;

/// A cube that can be solved.
///
/// Parameters
/// ----------
/// text : str or list of str
///     The cube as moves, facelets, Reid's list, nissy's form, or by its colours; nothing is the solved cube. A list is
///     one of moves.
/// format : str
///     ``auto``, ``moves``, ``facelets``, ``reid``, ``nissy``, ``pieces`` or ``colours``.
/// size : int
///     Layers, 2 to 7.
/// lowercase : str, optional
///     What a bare lower-case letter means: ``wide``, ``slice`` or ``face``.
/// niss : bool
///     Read parentheses as moves on the inverse.
///
/// Raises
/// ------
/// CubeError
///     If the text is no cube, or one that cannot be solved.
#[pyclass(frozen, eq, hash, module = "cubepdb")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cube {
    pub(crate) state: cubepdb::Cube,
}

/// A cube, or the text of one.
pub enum CubeArg<'py> {
    Cube(Bound<'py, Cube>),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for CubeArg<'py> {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(cube) = argument.cast::<Cube>() {
            return Ok(Self::Cube(cube.to_owned()));
        }
        if let Ok(text) = argument.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        let hint = match first(argument) {
            Some(first) if first.is_instance_of::<PyString>() => OF_SOLUTION,
            _ => "",
        };
        Err(wrong_type("a cube is a Cube or a str", argument, hint))
    }
}

/// The text of a cube, or moves one after the other.
pub struct CubeTextArg(String);

impl<'py> FromPyObject<'_, 'py> for CubeTextArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = argument.cast::<PyString>() {
            return Ok(Self(text.to_str()?.to_owned()));
        }
        if let Some(moves) = argument.cast::<PySequence>().ok().and_then(|moves| moves.extract::<Vec<String>>().ok()) {
            return Ok(Self(moves.join(" ")));
        }
        let hint = if argument.is_instance_of::<Cube>() {
            "; it never changes, so it can be used as it is"
        } else {
            OF_SOLUTION
        };
        let is_hint = argument.is_instance_of::<Cube>()
            || first(argument).is_some_and(|first| first.is_instance_of::<PyString>());
        Err(wrong_type("a Cube is made from a str or a list of moves", argument, if is_hint { hint } else { "" }))
    }
}

/// The message where a solution is given in place of a cube.
const OF_SOLUTION: &str = "; solution.cube is the cube of a solution, and Cube().apply(moves) the one that moves make";

/// The first item of what can be iterated over.
fn first<'py>(argument: Borrowed<'_, 'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    argument.try_iter().ok()?.next()?.ok()
}

/// The error about an argument of a wrong type; many cubes in place of one are a mistake of their own.
pub fn wrong_type(expected: &str, argument: Borrowed<'_, '_, PyAny>, hint: &str) -> PyErr {
    let is_several = first(argument).is_some_and(|first| first.is_instance_of::<Cube>());
    let hint = if is_several { "; give one at a time, as in [solve(cube) for cube in cubes]" } else { hint };
    let told = |kind| PyTypeError::new_err(format!("{expected}, not {kind}{hint}"));
    argument.get_type().name().map_or_else(|error| error, told)
}

/// Moves as a text, or one after the other, as a solution has them.
pub struct MovesArg(pub String);

impl<'py> FromPyObject<'_, 'py> for MovesArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        joined(argument, " ", "moves are a str, a Solution or a list of str").map(Self)
    }
}

/// A text, or texts one after the other with `separator` between them; `expected` says what the argument has to be.
pub fn joined(argument: Borrowed<'_, '_, PyAny>, separator: &str, expected: &str) -> PyResult<String> {
    if let Ok(text) = argument.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    let texts = argument.try_iter().and_then(|texts| texts.map(|text| text?.extract()).collect());
    let texts: PyResult<Vec<String>> = texts;
    texts.map(|texts| texts.join(separator)).map_err(|_| wrong_type(expected, argument, ""))
}

impl Cube {
    fn read_moves(&self, moves: &str) -> Result<Algorithm> {
        Algorithm::parse(moves, self.state.size(), &MoveOptions::default())
            .map_err(|error| Failure::of_input(&error.into(), moves))
    }
}

impl CubeArg<'_> {
    /// The cube; `format` and `layers` are for texts.
    pub fn cube(&self, format: &str, layers: Option<i128>) -> Result<Cube> {
        match self {
            Self::Cube(cube) => given(cube.get(), format, layers),
            Self::Text(text) => read(text, format, layers, MoveOptions::default()),
        }
    }

    /// The text that was given, or the facelets of the cube.
    pub fn input(self) -> String {
        match self {
            Self::Cube(cube) => cube.get().facelets(),
            Self::Text(text) => text,
        }
    }
}

/// A cube that is one already, unless it is said to be read in some way.
fn given(cube: &Cube, format: &str, layers: Option<i128>) -> Result<Cube> {
    let (format, layers): (Format, Option<Size>) = (word(format)?, layers.map(size).transpose()?);
    let own = cube.state.size();
    match layers.filter(|&layers| layers != own) {
        _ if format != Format::Auto => Err(Failure::usage("format is for texts, and this is a Cube")),
        Some(layers) => Err(Failure::usage(format!("size={}: the Cube has {} layers", layers.layers(), own.layers()))),
        None => Ok(cube.clone()),
    }
}

/// Reads a cube.
pub fn read(text: &str, format: &str, layers: Option<i128>, options: MoveOptions) -> Result<Cube> {
    let (format, layers): (Format, Size) = (word(format)?, layers.map_or(Ok(Size::THREE), size)?);
    let cube = |state| Cube { state };
    let read = cubepdb::Cube::parse(text, layers, format, &options);
    read.map(cube).map_err(|error| Failure::of_input(&error, text))
}

fn move_options(lowercase: Option<&str>, niss: bool) -> Result<MoveOptions> {
    let parentheses = if niss { Parentheses::Niss } else { Parentheses::Group };
    Ok(MoveOptions { lowercase: lowercase.map(word).transpose()?, parentheses })
}

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (text=CubeTextArg(String::new()), *, format="auto", size=3, lowercase=None, niss=false),
        text_signature = "(text='', *, format='auto', size=3, lowercase=None, niss=False)")]
    fn new(
        text: CubeTextArg,
        format: &str,
        #[pyo3(from_py_with = integer)] size: i128,
        lowercase: Option<&str>,
        niss: bool,
    ) -> Result<Self> {
        read(&text.0, format, Some(size), move_options(lowercase, niss)?)
    }

    /// Layers.
    #[getter]
    fn size(&self) -> u8 {
        self.state.size().layers()
    }

    /// The faces of all facelets, in the order U R F D L B, row by row.
    #[getter]
    fn facelets(&self) -> String {
        self.state.to_string()
    }

    /// Returns whether each face has one colour.
    #[getter]
    fn is_solved(&self) -> bool {
        self.state.is_solved()
    }

    /// The cube in another notation.
    ///
    /// Parameters
    /// ----------
    /// format : str
    ///     ``moves`` (about 20, which make the cube from the solved one), ``facelets``, ``reid``, ``nissy``, ``pieces``
    ///     or ``colours``; other sizes have ``facelets`` alone.
    fn to(&self, format: &str) -> Result<String> {
        let target: Format = word(format)?;
        self.state.format(target).map_err(|error| match self.state.size() {
            Size::THREE => Failure::usage(error),
            size => Failure::usage(format!("a {size} cube can be written as facelets, not as `{target}`")),
        })
    }

    /// The cube after some moves.
    ///
    /// A 3x3x3 comes back in the usual hold: moves that turn it as a whole, as ``x`` and ``Rw`` do, count for the moves
    /// behind them in the same call alone. So ``apply("x U")`` is not ``apply("x").apply("U")``.
    ///
    /// Parameters
    /// ----------
    /// moves : str, Solution, or list of str
    fn apply(&self, moves: MovesArg) -> Result<Self> {
        Ok(Self { state: self.state.apply(&self.read_moves(&moves.0)?).map_err(Failure::usage)? })
    }

    /// A picture of the cube, and of its state after each of some moves, as an SVG.
    ///
    /// Parameters
    /// ----------
    /// moves : str, Solution, or list of str, optional
    #[pyo3(signature = (moves=None))]
    fn svg(&self, py: Python<'_>, moves: Option<MovesArg>) -> Result<String> {
        let moves = self.read_moves(&moves.map(|MovesArg(moves)| moves).unwrap_or_default())?;
        // Refuses layers that the cube does not have.
        self.state.apply(&moves).map_err(Failure::usage)?;
        // Many moves take long: other threads run meanwhile.
        Ok(py.detach(|| sheet(&self.state, &moves, "", &Style::default()).svg()))
    }

    /// The picture in a notebook.
    fn _repr_svg_(&self, py: Python<'_>) -> Result<String> {
        self.svg(py, None)
    }

    /// The cube whose solutions are the inverses of those of this one; for a 3x3x3.
    fn inverse(&self) -> Result<Self> {
        let inverse = self.state.inverse();
        let state =
            inverse.ok_or_else(|| Failure::usage("only a 3x3x3 has an inverse: pieces of others look alike"))?;
        Ok(Self { state })
    }

    fn __str__(&self) -> String {
        self.facelets()
    }

    fn __repr__(&self) -> String {
        match self.size() {
            3 => format!("Cube('{}')", self.facelets()),
            size => format!("Cube('{}', size={size})", self.facelets()),
        }
    }

    /// For copies and pickles.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("format", "facelets")?;
        named.set_item("size", self.size())?;
        Ok(((self.facelets(),), named))
    }
}

/// Reads a cube and says what is wrong with it if it is none.
///
/// Parameters
/// ----------
/// text : str or Cube
///     As for `Cube`; a `Cube` is returned as it is.
/// format, size, lowercase, niss
///     As for `Cube`, where the cube is a text.
///
/// Returns
/// -------
/// Cube
///
/// Raises
/// ------
/// CubeError
///     With a code, a place (``line`` and ``column`` where there are such) and a sentence.
#[pyfunction]
#[pyo3(signature = (text, *, format="auto", size=None, lowercase=None, niss=false),
    text_signature = "(text, *, format='auto', size=3, lowercase=None, niss=False)")]
pub fn check(
    text: CubeArg<'_>,
    format: &str,
    #[pyo3(from_py_with = maybe_integer)] size: Option<i128>,
    lowercase: Option<&str>,
    niss: bool,
) -> Result<Cube> {
    let options = move_options(lowercase, niss)?;
    match text {
        CubeArg::Cube(_) if lowercase.is_some() || niss => {
            Err(Failure::usage("lowercase and niss are for texts, and this is a Cube"))
        }
        CubeArg::Cube(cube) => given(cube.get(), format, size),
        CubeArg::Text(text) => read(&text, format, size, options),
    }
}

/// Writes a cube in another notation.
///
/// Parameters
/// ----------
/// cube : Cube or str
/// to : str
///     ``moves``, ``facelets``, ``reid``, ``nissy``, ``pieces`` or ``colours``, see `Cube.to`.
/// format, size
///     As for `Cube`, where the cube is a text.
#[pyfunction]
#[pyo3(signature = (cube, to, *, format="auto", size=None), text_signature = "(cube, to, *, format='auto', size=3)")]
pub fn convert(
    cube: CubeArg<'_>,
    to: &str,
    format: &str,
    #[pyo3(from_py_with = maybe_integer)] size: Option<i128>,
) -> Result<String> {
    cube.cube(format, size)?.to(to)
}

/// Draws cubes uniformly from all states of the 3x3x3, or from those in which a goal is reached.
///
/// Parameters
/// ----------
/// count : int
/// seed : int, optional
///     Not negative, of at most 64 bits. The same seed gives the same cubes, those of ``solve scramble --seed``.
/// keep : str, path, or list of them, optional
///     A goal as for `Solver`, such as ``f2l``, that is reached: only the last layer is mixed then. Of several, any
///     one.
///
/// Returns
/// -------
/// list of Cube
///     Printed, it is a line of moves for each, which make it from the solved cube; so is a slice of it. A single cube
///     is printed as facelets: ``cube.to("moves")`` are its moves.
#[pyfunction]
#[pyo3(signature = (count=1, seed=None, *, keep=None))]
pub fn scramble<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = integer)] count: i128,
    #[pyo3(from_py_with = maybe_integer)] seed: Option<i128>,
    keep: Option<TextsArg>,
) -> PyResult<Bound<'py, PyAny>> {
    let (cubes, seed) = (number("count", count, 0, 10_000_000_usize)?, self::count("seed", seed)?);
    let seed = seed.unwrap_or_else(|| fastrand::u64(..));
    let cubes = watched(py, |stop| {
        let random: Box<dyn Iterator<Item = cubepdb::Cube>> = match keep {
            None => Box::new(cubepdb::Cube::random(seed)),
            Some(TextsArg(goals)) if goals.is_empty() => {
                return Err(Failure::usage("keep=[]: name what is kept, or leave it out"));
            }
            Some(TextsArg(goals)) => {
                let text = QuestionText { goals, ..QuestionText::about("3x3x3") };
                let random = cubepdb::Cube::random_keeping(text.read_all(Asker::Owner)?, seed);
                Box::new(random.ok_or_else(|| Failure::usage("keep: no cube reaches this goal"))?)
            }
        };
        let wanted = random.take(cubes).take_while(|_| !stop.load(Ordering::Relaxed));
        Ok(wanted.map(|state| Cube { state }).collect::<Vec<_>>())
    })?;
    py.import("cubepdb.scrambles")?.getattr("Scrambles")?.call1((cubes,))
}
