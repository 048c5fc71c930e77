//! Which tables a search asks: those that are named, or the ones in the cache directory.

use crate::errors::{Failure, Result, os_error_of};
use crate::table::{Loaded, Table};
use cubepdb::cube::MetricKind;
use cubepdb::pdb::TableSpec;
use cubepdb::pdb::choice::best_h48;
use cubepdb::pdb::file::{LoadMode, TableFile, read_header};
use cubepdb::storage::available_memory;
use cubepdb::pdb::places::{cache_directory, table_files};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The argument `pdb`.
pub enum Sources {
    /// Nothing is said.
    Cache,
    /// These, perhaps none.
    Named(Vec<Source>),
}

/// A table, or a place of tables.
pub enum Source {
    Table(Arc<Loaded>),
    Place(PathBuf),
}

impl Sources {
    /// `None`, a table, a path, or several of either kind.
    pub fn of(argument: Option<&Bound<'_, PyAny>>) -> Result<Self> {
        let Some(argument) = argument else { return Ok(Self::Cache) };
        if let Some(one) = Source::of(argument) {
            return Ok(Self::Named(vec![one]));
        }
        let mut named = Vec::new();
        for item in argument.try_iter().map_err(|_| wrong_type())? {
            named.push(Source::of(&item?).ok_or_else(wrong_type)?);
        }
        Ok(Self::Named(named))
    }

    /// Loads what a search in this metric asks, on the threads of the current pool: of H48 tables the largest that fits, and
    /// with one of them no other table.
    pub fn load(self, metric: MetricKind) -> Result<Vec<Arc<Loaded>>> {
        let (loaded, files) = match self {
            Self::Cache => (Vec::new(), cached(metric)?),
            Self::Named(sources) => named(sources, metric)?,
        };
        let in_memory = best_h48(loaded.iter().map(|table| table.spec), u64::MAX);
        let best = in_memory.or_else(|| best_h48(files.iter().map(TableFile::spec), available_memory()));
        let mut tables: Vec<Arc<Loaded>> = Vec::new();
        let is_asked = |spec: TableSpec, tables: &[Arc<Loaded>]| {
            best.is_none_or(|best| best == spec) && tables.iter().all(|known| known.spec != spec)
        };
        for table in loaded {
            if is_asked(table.spec, &tables) {
                tables.push(table);
            }
        }
        for file in files {
            if is_asked(file.spec(), &tables) {
                tables.push(Arc::new(Loaded::of_file(file, LoadMode::Auto, true)?));
            }
        }
        Ok(tables)
    }
}

impl Source {
    fn of(argument: &Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(table) = argument.cast::<Table>() {
            return Some(Self::Table(table.get().loaded.clone()));
        }
        argument.extract().ok().map(Self::Place)
    }
}

fn wrong_type() -> Failure {
    PyTypeError::new_err("pdb is a Table, a path, or a list of them").into()
}

fn named(sources: Vec<Source>, metric: MetricKind) -> Result<(Vec<Arc<Loaded>>, Vec<TableFile>)> {
    let (mut loaded, mut files, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for source in sources {
        match source {
            Source::Table(table) => {
                check_metric(&table.spec, metric)?;
                loaded.push(table);
            }
            Source::Place(place) if place.is_dir() => {
                files.extend(fitting_in(&place, metric)?);
                places.push(place.display().to_string());
            }
            Source::Place(path) => {
                let file = TableFile::open(&path)?;
                check_metric(&file.spec(), metric)?;
                files.push(file);
            }
        }
    }
    if loaded.is_empty() && files.is_empty() && !places.is_empty() {
        return Err(Failure::table(format!("no table for {metric} in {}; cubepdb.build makes one", places.join(", "))));
    }
    Ok((loaded, files))
}

fn check_metric(spec: &TableSpec, wanted: MetricKind) -> Result<()> {
    if spec.metric == wanted {
        return Ok(());
    }
    Err(Failure::table(format!("{spec} is a table for {}, the search is in {wanted}", spec.metric)))
}

/// The tables of a directory for this metric; those for another one, and unknown ones, are passed over.
fn fitting_in(directory: &Path, metric: MetricKind) -> Result<Vec<TableFile>> {
    let mut fitting = Vec::new();
    for path in table_files(directory).map_err(|error| os_error_of(&error, "read", directory))? {
        if read_header(&path)?.spec().is_some_and(|spec| spec.metric == metric) {
            fitting.push(TableFile::open(&path)?);
        }
    }
    Ok(fitting)
}

fn cached(metric: MetricKind) -> Result<Vec<TableFile>> {
    let missing = |place: &str| {
        let advice = "name one with pdb=, or let cubepdb.default_table() make it once; pdb=[] searches without tables";
        Failure::table(format!("no table for {metric} in {place}: {advice}"))
    };
    let directory = cache_directory().ok_or_else(|| missing("a cache directory, as there is no home"))?;
    let found = if directory.is_dir() { fitting_in(&directory, metric)? } else { Vec::new() };
    if found.is_empty() { Err(missing(&directory.display().to_string())) } else { Ok(found) }
}
