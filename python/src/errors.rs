//! Errors, and the Python exceptions that report them.

use cubepdb::puzzles::{GoalError, PuzzleError, QuestionFault, QuestionTextError, StartError};
use cubepdb::record::ErrorRecord;
use cubepdb::{
    BuildError, FaultKind, FileError, InputError, OpenError, OutOfMemory, Place, SolveError, StopReason, StorageError,
    TableError, ThreadsError,
};
use pyo3::exceptions::{PyFileExistsError, PyMemoryError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A failure, by the exit status that the programs would end with.
pub enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// The input is no cube or no position of a puzzle, or moves cannot lead from it to the goal; the line with a caret
    /// below it, where there is a column.
    Cube { error: ErrorRecord, caret: Option<String> },
    /// A table is missing, damaged, unfit or proven wrong.
    Table(String),
    /// Reading or writing failed.
    File(FileError),
    /// Not enough memory or threads.
    Memory(String),
    /// Proven: nothing within the maximum depth.
    NoSolution { lower_bound: u8, nodes: u64, unit: Unit },
    /// A limit stopped the search.
    Limit { reason: StopReason, lower_bound: u8, nodes: u64, unit: Unit },
    /// A fault in the library.
    Internal(String),
    /// A failure of Python's own.
    Python(PyErr),
}

/// The unit of a lower bound.
#[derive(Clone, Copy)]
pub enum Unit {
    Move,
    Cost,
}

impl Unit {
    /// `1 move`, `2 moves` or `3 units of cost`.
    fn counted(self, number: u8) -> String {
        let plural = if number == 1 { "" } else { "s" };
        match self {
            Self::Move => format!("{number} move{plural}"),
            Self::Cost => format!("{number} unit{plural} of cost"),
        }
    }
}

pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }

    pub fn table(message: impl Display) -> Self {
        Self::Table(message.to_string())
    }

    /// The same of a search whose moves may have costs.
    pub fn in_units(mut self, is_unit: bool) -> Self {
        if let Self::NoSolution { unit, .. } | Self::Limit { unit, .. } = &mut self {
            *unit = if is_unit { Unit::Move } else { Unit::Cost };
        }
        self
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error.kind() {
            FaultKind::Table => Self::table(error),
            FaultKind::Memory => Self::Memory(error.to_string()),
            FaultKind::Io => Self::File(error),
        }
    }
}

impl From<OutOfMemory> for Failure {
    fn from(error: OutOfMemory) -> Self {
        Self::Memory(error.to_string())
    }
}

impl From<ThreadsError> for Failure {
    fn from(error: ThreadsError) -> Self {
        Self::Memory(error.to_string())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::File(error) => error.into(),
            TableError::Directory { path, source } => os_error_of(&source, "read", &path).into(),
            TableError::CreateDirectory { path, source } => os_error_of(&source, "create", &path).into(),
            TableError::Memory(error) => error.into(),
            // Ctrl-C, which is told in its own way.
            TableError::Interrupted | TableError::Build { source: BuildError::Interrupted { .. }, .. } => {
                Self::Internal(error.to_string())
            }
            TableError::Build { source, .. } => Self::Memory(source.to_string()),
            TableError::MemoryLimit { .. } => Self::Memory(error.to_string()),
            TableError::NoLevelFits { .. } => Self::Memory(error.to_string()),
            TableError::Inconsistent { ref source, .. } => Self::table(format!("{error}: {source}")),
            error => Self::table(error),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Table(error) => Self::of_default_table(error),
            OpenError::Threads(error) => error.into(),
            error => Self::usage(error),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::NoSolution { lower_bound, statistics } => {
                Self::NoSolution { lower_bound, nodes: statistics.work.nodes, unit: Unit::Move }
            }
            SolveError::Stopped { reason, lower_bound, statistics } => {
                Self::Limit { reason, lower_bound, nodes: statistics.work.nodes, unit: Unit::Move }
            }
            error @ SolveError::Unreachable { .. } => {
                Self::Cube { error: ErrorRecord::unreachable(error.to_string()), caret: None }
            }
            SolveError::TableChanged { path } => Self::table(changed(&path)),
            SolveError::Table(error) => Self::of_default_table(error),
            error => Self::usage(error),
        }
    }
}

impl Failure {
    /// The failure of a table that a search was to have.
    fn of_default_table(error: TableError) -> Self {
        match error {
            TableError::MemoryLimit { .. } => Self::Memory(format!("{error}; with pdb=[], none is built")),
            error => error.into(),
        }
    }

    /// The failure of a text that is no cube.
    pub fn of_input(error: &InputError, text: &str) -> Self {
        let mut record = ErrorRecord::of_input(error);
        if let InputError::NotWhole = error {
            record.message =
                "some stickers of this cube are unknown: Solver().solve solves it as far as it is known".to_owned();
        }
        Self::at(record, text)
    }

    /// The failure of a text that is no start.
    pub fn of_start(error: &StartError, text: &str) -> Self {
        Self::at(ErrorRecord::of_start(error), text)
    }

    fn at(error: ErrorRecord, text: &str) -> Self {
        Self::Cube { caret: error.place.and_then(|place| place.caret(text)), error }
    }
}

impl From<QuestionTextError> for Failure {
    fn from(error: QuestionTextError) -> Self {
        let has_hint = error.fault.nearest_name().is_some();
        match (&*error.fault, &error.file) {
            (QuestionFault::Io(source), Some(path)) => os_error_of(source, "read", Path::new(path)).into(),
            (fault @ QuestionFault::UnknownPuzzle { .. }, _) if has_hint => Self::usage(fault),
            (fault @ QuestionFault::UnknownPuzzle { .. }, _) => {
                Self::usage(format!("{fault}; cubepdb.puzzles() lists the puzzles"))
            }
            (QuestionFault::Goal(GoalError::UnknownName { .. } | GoalError::UnknownOrbit { .. }), _) if !has_hint => {
                Self::usage(format!("{error}; cubepdb.goals() lists the goals of the 3x3x3 that have names"))
            }
            _ => Self::usage(error),
        }
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        match error {
            PuzzleError::Threads(error) => error.into(),
            PuzzleError::Search(error) => Self::usage(error),
            PuzzleError::Tables(error) => error.into(),
        }
    }
}

/// The message about a mapped table that was changed.
pub fn changed(path: &Path) -> String {
    format!("{} was changed while in use; nothing is proven (load=\"copy\" avoids this)", path.display())
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| failure.raised(py).unwrap_or_else(|error| error))
    }
}

impl Failure {
    /// The exception.
    fn raised(self, py: Python<'_>) -> PyResult<PyErr> {
        let fields = PyDict::new(py);
        let (class, message) = match self {
            Self::Python(error) => return Ok(error),
            Self::Memory(message) => return Ok(PyMemoryError::new_err(message)),
            Self::File(error) => return os_error(py, &error),
            Self::Usage(message) => ("UsageError", message),
            Self::Table(message) => ("TableError", message),
            Self::Internal(message) => ("InternalError", message),
            Self::Cube { error, caret } => {
                let at = error.place.and_then(Place::position);
                fields.set_item("code", error.code)?;
                fields.set_item("place", error.place.map(|place| place.to_string()))?;
                fields.set_item("line", at.map(|at| at.line))?;
                fields.set_item("column", at.map(|at| at.column))?;
                fields.set_item("caret", caret)?;
                ("CubeError", error.message)
            }
            Self::NoSolution { lower_bound, nodes, unit } => {
                fields.set_item("lower_bound", lower_bound)?;
                fields.set_item("nodes", nodes)?;
                ("NoSolution", format!("no solution within {} (proven)", unit.counted(lower_bound - 1)))
            }
            Self::Limit { reason, lower_bound, nodes, unit } => {
                fields.set_item("lower_bound", lower_bound)?;
                fields.set_item("nodes", nodes)?;
                fields.set_item("reason", reason_name(reason))?;
                let are = if lower_bound == 1 { "is" } else { "are" };
                let least = unit.counted(lower_bound);
                ("LimitReached", format!("at least {least} {are} needed ({} reached)", reason_name(reason)))
            }
        };
        let class = py.import("cubepdb.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call((message,), Some(&fields))?))
    }
}

/// The name of the reason why a search stopped, for [`Failure::Limit`] and for answers that are incomplete.
pub fn reason_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time limit",
        StopReason::Nodes => "node limit",
        StopReason::Interrupt => "interrupt",
        StopReason::Device { .. } => "device",
        _ => "memory limit",
    }
}

/// An `OSError` with number and file, where the system has told them; Python makes it `PermissionError` and the like.
fn os_error(py: Python<'_>, error: &FileError) -> PyResult<PyErr> {
    Ok(match error {
        FileError::Storage(StorageError::Exists { path }) => {
            let number = py.import("errno")?.getattr("EEXIST")?.unbind();
            let advice = "exists already: overwrite=True replaces it, resume=True keeps it if it is this very table";
            PyFileExistsError::new_err((number, advice, path.as_os_str().to_owned()))
        }
        // Who asked for a table knows nothing of its lock, unless that is in the way itself.
        FileError::Storage(StorageError::Io { path, action: action @ "lock", source })
            if path.symlink_metadata().is_err() =>
        {
            os_error_of(source, action, &path.with_extension(""))
        }
        FileError::Storage(StorageError::Io { path, action, source }) => os_error_of(source, action, path),
        _ => PyOSError::new_err(error.to_string()),
    })
}

/// The `OSError` of an action on a file, or of the directory that is missing.
pub fn os_error_of(source: &io::Error, action: &str, path: &Path) -> PyErr {
    let Some(number) = source.raw_os_error() else {
        return PyOSError::new_err(format!("{}: cannot {action}: {source}", path.display()));
    };
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty() && !directory.exists());
    if let (ErrorKind::NotFound, Some(directory)) = (source.kind(), directory) {
        return PyOSError::new_err((number, "there is no such directory", directory.as_os_str().to_owned()));
    }
    // Python shows the number itself.
    let text = source.to_string();
    let reason = text.strip_suffix(&format!(" (os error {number})")).unwrap_or(&text);
    PyOSError::new_err((number, format!("cannot {action}: {reason}"), path.as_os_str().to_owned()))
}
