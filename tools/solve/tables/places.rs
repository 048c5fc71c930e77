//! Finding tables: those that are named, and those in a directory.

use crate::common::exit::{Failure, Status, say};
use anyhow::anyhow;
use cubepdb::cube::MetricKind;
use cubepdb::pdb::file::{TableFile, read_header};
use cubepdb::pdb::places::table_files;
use std::path::{Path, PathBuf};
use std::{env, io};

/// The variable that names tables where `--pdb` does not.
const VARIABLE: &str = "CUBEPDB_PDB";

/// Tables and directories of tables that somebody has named.
pub struct Places {
    paths: Vec<PathBuf>,
    /// Whether the variable names them: what fits is wanted of these, for whatever search.
    by_variable: bool,
}

impl Places {
    /// What the flag names or, if there is none, the variable.
    pub fn of(flag: &[PathBuf]) -> Self {
        let list = env::var_os(VARIABLE).filter(|_| flag.is_empty());
        let named = |list| env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()).collect();
        Self { by_variable: list.is_some(), paths: list.map_or_else(|| flag.to_vec(), named) }
    }

    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The tables there. One that does not fit is skipped in a directory and in the variable, but refused by the flag.
    pub fn tables(&self, metric: MetricKind) -> Result<Vec<TableFile>, Failure> {
        self.found(metric).map_err(|failure| match self.by_variable {
            true => Failure::new(failure.status, anyhow!("the environment variable {VARIABLE}: {}", failure.message())),
            false => failure,
        })
    }

    fn found(&self, metric: MetricKind) -> Result<Vec<TableFile>, Failure> {
        let mut found = Vec::new();
        for path in &self.paths {
            if path.is_dir() {
                found.extend(fitting_in(path, metric)?);
            } else if self.by_variable {
                found.extend(fitting(path, metric)?);
            } else {
                found.push(of_metric(TableFile::open(path)?, metric)?);
            }
        }
        if found.is_empty() {
            let named: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
            let error = anyhow!("no table for {metric} in {}; pdbgen builds one", named.join(", "));
            return Err(Failure::new(Status::Table, error));
        }
        Ok(found)
    }
}

fn of_metric(file: TableFile, wanted: MetricKind) -> Result<TableFile, Failure> {
    let is = file.spec().metric;
    if is == wanted {
        return Ok(file);
    }
    let error = anyhow!("{} is a table for {is}, the search is in {wanted}", file.path().display());
    Err(Failure::new(Status::Table, error))
}

/// The tables of a directory that fit. Others are named and skipped, damaged ones are an error.
pub fn fitting_in(directory: &Path, metric: MetricKind) -> Result<Vec<TableFile>, Failure> {
    let mut found = Vec::new();
    let unreadable = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot read the directory {}: {error}", directory.display()))
    };
    for path in table_files(directory).map_err(unreadable)? {
        found.extend(fitting(&path, metric)?);
    }
    Ok(found)
}

/// A table, if it fits.
fn fitting(path: &Path, metric: MetricKind) -> Result<Option<TableFile>, Failure> {
    match read_header(path)?.spec() {
        Some(spec) if spec.metric == metric => return Ok(Some(of_metric(TableFile::open(path)?, metric)?)),
        Some(spec) => say(&format!("skipping {}: a table for {}, not {metric}", path.display(), spec.metric)),
        None => say(&format!("skipping {}: a table this program does not know", path.display())),
    }
    Ok(None)
}
