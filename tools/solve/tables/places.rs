//! Finding tables: those that are named, and those in a directory.

use crate::common::exit::{Failure, Status, say};
use anyhow::anyhow;
use cubepdb::cube::MetricKind;
use cubepdb::pdb::file::{TableFile, read_header};
use cubepdb::pdb::places::table_files;
use std::io;
use std::path::{Path, PathBuf};

/// The tables that `--pdb` names. A table that does not fit is skipped in a directory, but refused if named itself.
pub fn named_files(places: &[PathBuf], metric: MetricKind) -> Result<Vec<TableFile>, Failure> {
    let mut fitting = Vec::new();
    for path in places {
        if path.is_dir() {
            fitting.extend(fitting_in(path, metric)?);
        } else {
            fitting.push(of_metric(TableFile::open(path)?, metric)?);
        }
    }
    if fitting.is_empty() {
        let named: Vec<String> = places.iter().map(|path| path.display().to_string()).collect();
        let error = anyhow!("no table for {metric} in {}; pdbgen builds one", named.join(", "));
        return Err(Failure::new(Status::Table, error));
    }
    Ok(fitting)
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
    let mut fitting = Vec::new();
    let unreadable = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot read the directory {}: {error}", directory.display()))
    };
    for path in table_files(directory).map_err(unreadable)? {
        let header = read_header(&path)?;
        match header.spec() {
            Some(spec) if spec.metric == metric => fitting.push(of_metric(TableFile::open(&path)?, metric)?),
            Some(spec) => say(&format!("skipping {}: a table for {}, not {metric}", path.display(), spec.metric)),
            None => say(&format!("skipping {}: a table this program does not know", path.display())),
        }
    }
    Ok(fitting)
}
