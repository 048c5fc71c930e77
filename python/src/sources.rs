//! Which tables a search asks: those that are named, or the ones in the cache directory.

use crate::errors::{Failure, Result};
use crate::progress::Reports;
use crate::table::Table;
use cubepdb::{CheckPolicy, Metric, OpenError, Solver, SolverBuilder, TableError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The argument `pdb`.
pub enum Sources {
    /// Nothing is said: default tables, which are made when they are needed.
    Cache,
    /// These, perhaps none.
    Named(Vec<Source>),
}

/// A table, or a place of tables.
pub enum Source {
    Table(Arc<cubepdb::Table>),
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

    /// A solver with these tables.
    pub fn open(self, builder: SolverBuilder<'_>, metric: Metric, reports: Reports) -> Result<Solver> {
        let gradual = reports.clone();
        let builder = builder.metric(metric).on_event(move |event| reports.table(&event));
        match self {
            Self::Cache => Ok(builder.gradual(move |event| gradual.table(&event)).open()?),
            Self::Named(sources) if sources.is_empty() => Ok(builder.no_tables().open()?),
            Self::Named(sources) => {
                let builder = builder.check(CheckPolicy::Full);
                let with_all = sources.into_iter().fold(builder, |builder, source| match source {
                    Source::Table(table) => builder.table(table),
                    Source::Place(path) => builder.table_path(path),
                });
                with_all.open().map_err(|error| match error {
                    OpenError::Table(error @ TableError::NoneFound { .. }) => {
                        Failure::table(format!("{error}; cubepdb.build makes one"))
                    }
                    error => error.into(),
                })
            }
        }
    }
}

impl Source {
    fn of(argument: &Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(table) = argument.cast::<Table>() {
            return Some(Self::Table(table.get().table.clone()));
        }
        argument.extract().ok().map(Self::Place)
    }
}

fn wrong_type() -> Failure {
    PyTypeError::new_err("pdb is a Table, a path, or a list of them").into()
}
