//! Finding tables in directories and by name.

use super::{Report, SkipReason, TableError, TableEvent};
use crate::cube::Metric;
use crate::pdb::file::{TableFile, read_header};
use crate::pdb::places::table_files;
use std::path::{Path, PathBuf};

/// The fitting tables at `paths`. A named file that does not fit is an error, unless `skip_unfit` is set; in a
/// directory it is skipped.
pub fn named(
    paths: &[PathBuf],
    metric: Metric,
    skip_unfit: bool,
    report: Report<'_>,
) -> Result<Vec<TableFile>, TableError> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(in_directory(path, metric, report)?);
        } else if skip_unfit {
            found.extend(fitting(path, metric, report)?);
        } else {
            found.push(of_metric(TableFile::open(path)?, metric)?);
        }
    }
    Ok(found)
}

/// The paths of all tables of a directory.
pub fn files_in(directory: &Path) -> Result<Vec<PathBuf>, TableError> {
    table_files(directory).map_err(|source| TableError::Directory { path: directory.to_owned(), source })
}

/// The fitting tables of a directory. Others are skipped; damaged ones are an error.
pub fn in_directory(directory: &Path, metric: Metric, report: Report<'_>) -> Result<Vec<TableFile>, TableError> {
    let mut found = Vec::new();
    for path in files_in(directory)? {
        found.extend(fitting(&path, metric, report)?);
    }
    Ok(found)
}

/// A table, if it fits.
fn fitting(path: &Path, metric: Metric, report: Report<'_>) -> Result<Option<TableFile>, TableError> {
    let header = read_header(path)?;
    let reason = match header.spec() {
        Some(spec) if spec.metric == metric => return of_metric(TableFile::open(path)?, metric).map(Some),
        Some(spec) => SkipReason::OtherMetric { found: spec.metric, wanted: metric },
        None if header.has_question() => SkipReason::Question,
        None => SkipReason::Unknown,
    };
    report(TableEvent::Skipped { path, reason });
    Ok(None)
}

fn of_metric(file: TableFile, wanted: Metric) -> Result<TableFile, TableError> {
    let spec = file.spec();
    if spec.metric == wanted {
        return Ok(file);
    }
    Err(TableError::OtherMetric { path: Some(file.path().to_owned()), spec, wanted })
}
