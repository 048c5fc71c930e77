//! A record of each iteration: a row of `--iterations FILE`, a line of `--stats=json`.

use crate::args::SolveArgs;
use crate::columns::fields;
use crate::common::csv::line;
use crate::common::exit::Failure;
use crate::common::output::check_target;
use crate::common::text::to_json;
use cubepdb::{StorageError, record::IterationRow, search::Monitor};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The object of `--stats=json`.
pub fn json(row: &IterationRow) -> String {
    to_json(row)
}

/// The columns of the file.
fn columns() -> Vec<String> {
    fields(&IterationRow::default()).into_iter().map(|(name, _)| name).collect()
}

/// The file of `--iterations`: complete after each cube and, where cubes are solved one after the other, after each
/// iteration.
pub struct IterationFile {
    path: PathBuf,
    rows: Mutex<Rows>,
}

/// The rows that are written, in the order of the cubes.
struct Rows {
    /// Made with the first rows.
    file: Option<File>,
    /// Rows of the current cube that were written during its search.
    written: usize,
    /// The error of that writing, if there was one.
    failure: Option<Failure>,
}

impl IterationFile {
    /// Checks, before tables are loaded, that the file can be written if the flags name one. A search that `resumes`
    /// from a checkpoint replaces the rows of the run before it: it writes all iterations again.
    pub fn check(args: &SolveArgs, resumes: bool) -> Result<(), Failure> {
        match args.iterations.as_deref() {
            Some(path) if path == Path::new("-") => Err(Failure::usage("iterations are written to a file, not to `-`")),
            Some(path) => {
                let replace = args.pictures.force || resumes && has_heading(path);
                check_target(path, replace).map_err(Failure::of_output)
            }
            None => Ok(()),
        }
    }

    /// Creates the file that the flags name, if they name one; when a search resumes, not before its checkpoint has
    /// been accepted and rows are written.
    pub fn of(args: &SolveArgs, resumes: bool) -> Result<Option<Arc<Self>>, Failure> {
        Self::check(args, resumes)?;
        let create = |path: &Path| {
            let mut rows = Rows { file: None, written: 0, failure: None };
            if !resumes {
                rows.write(&[], path)?;
            }
            Ok(Arc::new(Self { path: path.to_owned(), rows: Mutex::new(rows) }))
        };
        args.iterations.as_deref().map(create).transpose()
    }

    /// The monitor of the search for cube `id`, which writes each iteration when it ends. Only for the search whose
    /// rows are [written](Self::write) next.
    pub fn monitor(self: &Arc<Self>, id: u64) -> Monitor {
        let this = self.clone();
        Monitor::observed_by(move |iteration| {
            let mut rows = this.lock();
            let result = rows.write(&[IterationRow::new(id, iteration)], &this.path);
            rows.written += 1;
            rows.failure = rows.failure.take().or(result.err());
        })
    }

    /// Writes the rows of a cube, except those that its search has written.
    pub fn write(&self, of_cube: &[IterationRow]) -> Result<(), Failure> {
        let mut rows = self.lock();
        if let Some(failure) = rows.failure.take() {
            return Err(failure);
        }
        let written = mem::take(&mut rows.written);
        match of_cube.get(written..) {
            Some(more @ [_, ..]) => rows.write(more, &self.path),
            _ => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rows {
    fn write(&mut self, rows: &[IterationRow], path: &Path) -> Result<(), Failure> {
        let is_new = self.file.is_none();
        let rows = rows.iter().map(|row| line(fields(row).into_iter().map(|(_, cell)| cell)));
        let (file, text) = match &mut self.file {
            Some(file) => (file, rows.collect()),
            none => {
                let file = none.insert(File::create(path).map_err(failed(path, "create"))?);
                (file, std::iter::once(line(columns())).chain(rows).collect::<String>())
            }
        };
        let written = file.write_all(text.as_bytes()).map_err(failed(path, "write"));
        if written.is_err() && is_new {
            // A file without rows would only be in the way of the next run.
            fs::remove_file(path).ok();
        }
        written
    }
}

/// Returns whether a file begins as those of `--iterations` do.
fn has_heading(path: &Path) -> bool {
    let heading = columns().join(",");
    let mut start = String::new();
    let bytes = heading.len() as u64 + 1;
    let read = File::open(path).and_then(|file| file.take(bytes).read_to_string(&mut start));
    read.is_ok() && start.trim_end() == heading
}

fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Failure {
    move |source| StorageError::Io { path: path.to_owned(), action, source }.into()
}
