//! Building tables.

use crate::arguments::{count, maybe_integer, metric, number, threads};
use crate::errors::{Failure, Result, os_error_of};
use crate::interrupt::watched;
use crate::table::{Loaded, Table};
use cubepdb::backend::Threads;
use cubepdb::pdb::build::{BuildError, build as build_in_memory, memory_needed};
use cubepdb::pdb::choice::{choose_level, kept_h48};
use cubepdb::pdb::file::{LoadMode, TableFile};
use cubepdb::pdb::generate::{GenerateError, GenerateOptions, generate};
use cubepdb::pdb::h48::H48Level;
use cubepdb::storage::available_memory;
use cubepdb::pdb::places::{cache_directory, table_path};
use cubepdb::pdb::{EdgeSet, Pattern, TableKind, TableSpec};
use pyo3::prelude::*;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

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
/// pieces : str, optional
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
///
/// Returns
/// -------
/// Table
///
/// Raises
/// ------
/// FileExistsError
///     If there is a file, and neither `overwrite` nor `resume` says what to do with it.
#[pyfunction]
#[pyo3(signature = (kind, path=None, *, metric=None, pieces=None, level=None, threads=None, max_memory=None, overwrite=false, resume=false))]
#[expect(clippy::too_many_arguments, reason = "all but one have names and defaults where it is called")]
pub fn build(
    py: Python<'_>,
    kind: &str,
    path: Option<PathBuf>,
    metric: Option<&str>,
    pieces: Option<&str>,
    #[pyo3(from_py_with = maybe_integer)] level: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_memory: Option<i128>,
    overwrite: bool,
    resume: bool,
) -> Result<Table> {
    let spec = TableSpec::new(table_kind(kind, pieces, level)?, self::metric(metric)?);
    let (workers, max_memory) = (self::threads(threads)?, count("max_memory", max_memory)?);
    let options = GenerateOptions { overwrite, resume, max_memory, ..GenerateOptions::default() };
    watched(py, |stop| {
        Threads::new(workers)?.install(|| match &path {
            Some(path) => make_file(&spec, path, &options, stop),
            None => make_in_memory(&spec, max_memory, stop),
        })
    })
    .map(Table::from)
}

/// What is asked for, or which arguments do not go together.
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

fn make_file(spec: &TableSpec, path: &Path, options: &GenerateOptions, stop: &AtomicBool) -> Result<Loaded> {
    generate(spec, path, options, stop, &mut |_| ()).map_err(|error| match error {
        GenerateError::File(error) => error.into(),
        // Ctrl-C, which is told in its own way.
        GenerateError::Interrupted { .. } => Failure::Internal(error.to_string()),
        error => Failure::Memory(error.to_string()),
    })?;
    Loaded::of_file(TableFile::open(path)?, LoadMode::Auto, true)
}

fn make_in_memory(spec: &TableSpec, limit: Option<u64>, stop: &AtomicBool) -> Result<Loaded> {
    let (needed, available) = (memory_needed(spec), available_memory());
    let most = limit.map_or(available, |limit| limit.min(available));
    if needed > most {
        return Err(Failure::Memory(format!("the build takes {needed} bytes of memory, it may take {most}")));
    }
    let built = build_in_memory(spec, None, stop, |_| Ok::<(), Infallible>(()));
    let (table, distribution) = built.map_err(|error| match error {
        BuildError::Memory(error) => error.into(),
        BuildError::Interrupted { .. } => Failure::Internal(error.to_string()),
        BuildError::Report(never) => match never {},
    })?;
    Ok(Loaded::built(*spec, table.freeze(), distribution))
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
#[pyfunction]
#[pyo3(signature = (metric=None, *, threads=None, max_memory=None))]
pub fn default_table(
    py: Python<'_>,
    metric: Option<&str>,
    #[pyo3(from_py_with = maybe_integer)] threads: Option<i128>,
    #[pyo3(from_py_with = maybe_integer)] max_memory: Option<i128>,
) -> Result<Table> {
    let (metric, workers) = (self::metric(metric)?, self::threads(threads)?);
    let limit = count("max_memory", max_memory)?;
    let directory = cache_directory().ok_or_else(|| Failure::table("there is no home directory to keep a table in"))?;
    watched(py, |stop| {
        Threads::new(workers)?.install(|| {
            let available = available_memory();
            let most = limit.map_or(available, |limit| limit.min(available));
            if let Some(spec) = kept_h48(metric, &directory, most) {
                return kept(&spec, &table_path(&spec, &directory));
            }
            let level = choose_level(metric, available, limit);
            let level =
                level.ok_or_else(|| Failure::Memory(format!("{most} bytes are too little for an H48 table")))?;
            fs::create_dir_all(&directory).map_err(|error| os_error_of(&error, "create", &directory))?;
            let (spec, options) =
                (TableSpec::new(level, metric), GenerateOptions { resume: true, wait: true, ..Default::default() });
            make_file(&spec, &table_path(&spec, &directory), &options, stop)
        })
    })
    .map(Table::from)
}

/// A table that was made before. It counts for what its header says, not for what its name says.
fn kept(spec: &TableSpec, path: &Path) -> Result<Loaded> {
    let file = TableFile::open(path)?;
    if file.spec() != *spec {
        let (path, found) = (path.display(), file.spec());
        return Err(Failure::table(format!(
            "{path} is the table {found}, not {spec}; delete it, and it is built again"
        )));
    }
    Loaded::of_file(file, LoadMode::Auto, true)
}
