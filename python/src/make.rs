//! Building tables.

use crate::arguments::{count, maybe_integer, metric, number, threads};
use crate::cube::joined;
use crate::errors::{Failure, Result};
use crate::interrupt::heard;
use crate::progress::{asked, listener};
use crate::table::{Table, on_threads};
use cubepdb::{
    BuildEvent, BuildOptions, CheckPolicy, EdgeSet, H48Level, Pattern, TableKind, TableSelection, TableSpec,
    cache_directory,
};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// Builds a table, on all threads: seconds, and for H48 tables from level 7 on, minutes.
///
/// Parameters
/// ----------
/// kind : str
///     ``corners``, ``edges``, ``edge-permutation`` or ``h48``.
/// path : str or os.PathLike, optional
///     The file to write; without it, the table is in memory alone.
/// metric : str, optional
///     ``htm``, the default, or ``qtm``.
/// pieces : str or list of str, optional
///     For ``edges``: one to eight of them, as ``UR,UF,UL,UB,FR,FL``.
/// level : int, optional
///     For ``h48``: 0 to 11; each level takes twice the memory of the one before. 3 takes 0.24 GB.
/// threads : int, optional
///     Worker threads; one for each core if nothing is said.
/// max_memory : int, optional
///     Refuse a build that takes more bytes.
/// overwrite : bool
///     Replace an existing file.
/// resume : bool
///     Go on with a build that was interrupted; a finished table is left as it is.
/// progress : bool or callable, optional
///     True shows a bar. A function is called on this thread with a `TableProgress` after each step; if it raises, the
///     build ends with its exception.
///
/// Returns
/// -------
/// Table
///
/// Raises
/// ------
/// FileExistsError
///     If there is a file, and neither `overwrite` nor `resume` says what to do with it.
/// KeyboardInterrupt
///     Ctrl-C. With a `path`, what is finished by then is kept beside it, and a note of the exception says so: depths
///     of tables of corners and edges, blocks of H48 tables. Writing it takes seconds for a table of gigabytes. Nothing
///     is kept before the first of these is finished, or without a `path`.
#[pyfunction]
#[pyo3(signature = (kind, path=None, *, metric=None, pieces=None, level=None, threads=None, max_memory=None, overwrite=false, resume=false, progress=None))]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
pub fn build<'py>(
    py: Python<'py>,
    kind: &str,
    path: Option<PathBuf>,
    metric: Option<&str>,
    pieces: Option<PiecesArg>,
    #[pyo3(from_py_with = maybe_integer)] level: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_memory: Option<i128>,
    overwrite: bool,
    resume: bool,
    progress: Option<Bound<'py, PyAny>>,
) -> Result<Table> {
    let spec =
        TableSpec::new(table_kind(kind, pieces.as_ref().map(|pieces| &*pieces.0), level)?, self::metric(metric)?);
    let (workers, max_memory) = (self::threads(threads)?, count("max_memory", max_memory)?);
    let options = BuildOptions { overwrite, resume, max_memory, ..BuildOptions::default() };
    let (reports, listener) = listener(asked(py, progress)?)?;
    let report = |path: &Path, event: BuildEvent<'_>| reports.build(&spec, path, &event, "resume=True goes on");
    heard(py, listener, |stop| {
        on_threads(workers, || match &path {
            Some(path) => cubepdb::Table::create(spec, path, &options, stop, &mut |event| report(path, event)),
            None => cubepdb::Table::build_reporting(spec, max_memory, stop, |done| reports.in_memory(&spec, done)),
        })
    })
    .map(Table::from)
}

/// Names of pieces, with commas or one after the other.
pub struct PiecesArg(String);

impl<'py> FromPyObject<'_, 'py> for PiecesArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        joined(argument, ",", "pieces are a str, such as \"UR,UF\", or a list of str").map(Self)
    }
}

/// The kind of table that is asked for, or the arguments that do not go together.
fn table_kind(kind: &str, pieces: Option<&str>, level: Option<i128>) -> Result<TableKind> {
    Ok(match (kind, pieces, level) {
        ("corners", None, None) => Pattern::Corners.into(),
        ("edge-permutation", None, None) => Pattern::EdgePermutation.into(),
        ("edges", Some(pieces), None) => Pattern::Edges(EdgeSet::parse(pieces).map_err(Failure::usage)?).into(),
        ("h48", None, Some(level)) => {
            let flips = number("level", level, 0, 11)?;
            H48Level::new(flips).ok_or_else(|| Failure::usage(format!("level={flips}")))?.into()
        }
        ("edges", None, _) => return Err(Failure::usage("edges: which pieces?")),
        ("h48", _, None) => return Err(Failure::usage("h48: which level?")),
        ("corners" | "edge-permutation" | "edges" | "h48", ..) => {
            return Err(Failure::usage(format!("{kind}: pieces are for edges, a level is for h48")));
        }
        _ => {
            let kinds = "corners, edges, edge-permutation or h48";
            return Err(Failure::usage(format!("unknown kind of table `{}`: use {kinds}", kind.escape_default())));
        }
    })
}

/// The H48 table that suits the memory, from the user's cache directory, where it is made if there is none.
///
/// The first time takes half a minute and up to 1.9 GB of disk and memory; ``solve`` shares the table.
///
/// Parameters
/// ----------
/// metric : str, optional
///     ``htm``, the default, or ``qtm``.
/// threads : int, optional
///     Worker threads; one for each core if nothing is said.
/// max_memory : int, optional
///     Bytes that the build, or a table that is there, may take.
/// progress : bool or callable, optional
///     True shows a bar. A function is called on this thread with a `TableProgress` while the table is being made; if
///     it raises, the build stops, and the exception is passed on.
///
/// A build that is broken off keeps what it has in the cache directory, and the next one goes on from there: a note of
/// the exception says so.
#[pyfunction]
#[pyo3(signature = (metric=None, *, threads=None, max_memory=None, progress=None))]
pub fn default_table(
    py: Python<'_>,
    metric: Option<&str>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_memory: Option<i128>,
    progress: Option<Bound<'_, PyAny>>,
) -> Result<Table> {
    let (metric, workers) = (self::metric(metric)?, self::threads(threads)?);
    let max_memory = count("max_memory", max_memory)?;
    if cache_directory().is_none() {
        return Err(Failure::table("there is no home directory to keep a table in"));
    }
    let selection = TableSelection { max_memory, check: CheckPolicy::Full, ..TableSelection::new(metric) };
    let (reports, listener) = listener(asked(py, progress)?)?;
    heard(py, listener, |stop| {
        on_threads(workers, || cubepdb::Table::default_for(&selection, stop, &mut |event| reports.table(&event)))
    })
    .map(Table::from)
}
