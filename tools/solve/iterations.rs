//! A record of each iteration: a row of `--iterations FILE`, a line of `--stats=json`.

use crate::args::SolveArgs;
use crate::common::csv::Csv;
use crate::common::exit::Failure;
use cubepdb::internals::search::{Iteration, Outcome};
use cubepdb::internals::storage::{StorageError, check_target};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// One iteration of the search for a cube.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct IterationRow {
    id: u64,
    bound: u8,
    nodes: u64,
    expanded: u64,
    lookups: u64,
    duplicates: u64,
    completed: bool,
    seconds: f64,
}

impl IterationRow {
    /// The iterations of the search for cube `id`.
    pub fn of_search<M>(id: u64, outcome: &Outcome<M>) -> Vec<Self> {
        outcome.iterations.iter().map(|iteration| Self::new(id, iteration)).collect()
    }

    fn new(id: u64, iteration: &Iteration) -> Self {
        let Iteration { bound, counters, completed, time, .. } = iteration;
        Self {
            id,
            bound: *bound,
            nodes: counters.nodes,
            expanded: counters.expanded,
            lookups: counters.lookups,
            duplicates: counters.duplicates,
            completed: *completed,
            seconds: time.as_secs_f64(),
        }
    }

    /// The object of `--stats=json`.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("numbers can be written")
    }
}

/// The file of `--iterations`: complete after each cube.
pub struct IterationFile {
    path: PathBuf,
    file: File,
    csv: Csv,
}

impl IterationFile {
    /// Checks, before tables are loaded, that the file can be written if the flags name one.
    pub fn check(args: &SolveArgs) -> Result<(), Failure> {
        match args.iterations.as_deref() {
            Some(path) if path == Path::new("-") => Err(Failure::usage("iterations are written to a file, not to `-`")),
            Some(path) => check_target(path, args.pictures.force).map_err(Failure::of_output),
            None => Ok(()),
        }
    }

    /// Creates the file that the flags name, if they name one.
    pub fn of(args: &SolveArgs) -> Result<Option<Self>, Failure> {
        Self::check(args)?;
        args.iterations.as_deref().map(Self::create).transpose()
    }

    fn create(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(failed(path, "create"))?;
        let heading = ["id", "bound", "nodes", "expanded", "lookups", "duplicates", "completed", "seconds"];
        let mut created = Self { path: path.to_owned(), file, csv: Csv::new(&heading) };
        created.write(&[])?;
        Ok(created)
    }

    /// Writes the rows of a cube.
    pub fn write(&mut self, rows: &[IterationRow]) -> Result<(), Failure> {
        for row in rows {
            let IterationRow { id, bound, nodes, expanded, lookups, duplicates, completed, seconds } = row;
            let seconds = format_args!("{seconds:.6}");
            self.csv.row(&[id, bound, nodes, expanded, lookups, duplicates, completed, &seconds]);
        }
        self.file.write_all(self.csv.take().as_bytes()).map_err(failed(&self.path, "write"))
    }
}

fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> Failure {
    move |source| StorageError::Io { path: path.to_owned(), action, source }.into()
}
