//! Reports to a Python callback while work lasts.

use crate::errors::Result;
use cubepdb::{Algorithm, BuildEvent, SearchEvent, TableEvent, TableSpec};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};
use std::cell::RefCell;
use std::path::{Path, absolute};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// One report.
#[derive(Clone)]
enum Report {
    /// A part of a default table, from 0 to 1, is built.
    Table { spec: TableSpec, done: f64 },
    /// A table is saved while it is built: the words about it if the build is broken off.
    Saved(String),
    /// Shorter lengths than this are searched.
    Search { bound: u8, lower_bound: u8, nodes: u64 },
    /// A better solution than before.
    Better(Algorithm),
    /// Positions at this distance are counted.
    Distance { distance: usize, positions: u64 },
}

impl Report {
    /// Returns whether a later report says all that this one says.
    fn is_outdated_by(&self, later: &Self) -> bool {
        match (self, later) {
            (Self::Table { spec, .. }, Self::Table { spec: other, .. }) => spec == other,
            (Self::Search { bound, .. }, Self::Search { bound: other, .. }) => bound == other,
            _ => false,
        }
    }

    /// The record that Python knows, with the best solution so far.
    fn record<'py>(&self, py: Python<'py>, best: Option<&Algorithm>) -> PyResult<Bound<'py, PyAny>> {
        let fields = PyDict::new(py);
        let name = match *self {
            Self::Better(_) | Self::Saved(_) => unreachable!("the listener keeps it"),
            Self::Table { spec, done } => {
                fields.set_item("name", spec.name())?;
                fields.set_item("bytes", spec.bytes())?;
                fields.set_item("done", done)?;
                "TableProgress"
            }
            Self::Search { bound, lower_bound, nodes } => {
                fields.set_item("bound", bound)?;
                fields.set_item("lower_bound", lower_bound)?;
                fields.set_item("nodes", nodes)?;
                let best = best.map(|moves| PyTuple::new(py, moves.iter().map(ToString::to_string))).transpose()?;
                fields.set_item("best", best)?;
                "SearchProgress"
            }
            Self::Distance { distance, positions } => {
                fields.set_item("distance", distance)?;
                fields.set_item("positions", positions)?;
                "DistanceProgress"
            }
        };
        py.import("cubepdb.progress")?.getattr(name)?.call((), Some(&fields))
    }
}

/// Takes reports from any thread, to be delivered by the one that waits for the work.
#[derive(Clone)]
pub struct Reports(Arc<Sender<Report>>);

impl Reports {
    fn tell(&self, report: Report) {
        // Nobody listens to work that goes on after its caller has left.
        let _ = self.0.send(report);
    }

    /// Returns whether these go to the same listener.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Reports what happens to tables.
    pub fn table(&self, event: &TableEvent<'_>) {
        match event {
            TableEvent::Building { spec, .. } => self.tell(Report::Table { spec: *spec, done: 0.0 }),
            TableEvent::Progress { spec, path, event } => self.build(spec, path, event, "the next build goes on"),
            _ => {}
        }
    }

    /// Reports how far the build of a table in memory is.
    pub fn in_memory(&self, spec: &TableSpec, done: f64) {
        self.tell(Report::Table { spec: *spec, done });
    }

    /// Reports how far the build of a file is; `then` says what goes on with it if it is broken off.
    pub fn build(&self, spec: &TableSpec, path: &Path, event: &BuildEvent<'_>, then: &str) {
        let done = match event {
            BuildEvent::Level { seen, .. } => *seen as f64 / spec.entries() as f64,
            BuildEvent::Blocks { fraction, .. } => *fraction,
            BuildEvent::Writing => 1.0,
            BuildEvent::CheckpointSaved { .. } | BuildEvent::Started { resumed: Some(_), .. } => {
                let path = absolute(path).unwrap_or_else(|_| path.to_owned());
                let directory = path.parent().unwrap_or(&path).display();
                let note = format!("{spec}: what is built so far is kept in {directory}, and {then} from there");
                return self.tell(Report::Saved(note));
            }
            _ => return,
        };
        self.tell(Report::Table { spec: *spec, done });
    }

    /// Reports the number of positions at the last distance.
    pub fn distance(&self, counts: &[u64]) {
        // After the last distance, an empty one is looked at.
        if let Some((&positions @ 1.., before)) = counts.split_last() {
            self.tell(Report::Distance { distance: before.len(), positions });
        }
    }

    /// Reports how far a search is.
    pub fn search(&self, event: &SearchEvent<'_>) {
        match *event {
            SearchEvent::Begun { length, lower_bound, nodes }
            | SearchEvent::Progress { length, lower_bound, nodes, .. } => {
                self.tell(Report::Search { bound: length, lower_bound, nodes });
            }
            SearchEvent::Better { solution, .. } => self.tell(Report::Better(solution.clone())),
            _ => {}
        }
    }
}

/// The callback, or nobody, and the reports that it has not been told.
pub struct Listener {
    callback: Option<Py<PyAny>>,
    /// True for a bar of this module, which is closed at the end.
    is_bar: bool,
    told: Receiver<Report>,
    best: RefCell<Option<Algorithm>>,
    /// The part of a build that is kept when it has not ended.
    saved: RefCell<Option<String>>,
}

/// The callback that is asked for: `True` stands for a bar, and `False` for nobody.
pub fn asked<'py>(py: Python<'py>, progress: Option<Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(asked) = progress.as_ref().and_then(|progress| progress.cast::<PyBool>().ok()) else {
        return Ok(progress);
    };
    asked.is_true().then(|| py.import("cubepdb.progress")?.getattr("ProgressBar")?.call0()).transpose()
}

/// Returns whether a callback is a bar of this package.
fn is_bar(callback: &Bound<'_, PyAny>) -> PyResult<bool> {
    callback.is_instance(&callback.py().import("cubepdb.progress")?.getattr("ProgressBar")?)
}

/// A listener, and what tells it.
pub fn listener(callback: Option<Bound<'_, PyAny>>) -> Result<(Reports, Listener)> {
    let is_bar = callback.as_ref().map_or(Ok(false), is_bar)?;
    if callback.as_ref().is_some_and(|callback| !callback.is_callable()) {
        return Err(PyTypeError::new_err("progress is True, or a function of one argument").into());
    }
    let (tell, told) = channel();
    let (callback, best, saved) = (callback.map(Bound::unbind), RefCell::default(), RefCell::default());
    Ok((Reports(Arc::new(tell)), Listener { callback, is_bar, told, best, saved }))
}

impl Listener {
    /// Calls the callback for each report since the last time, up to its first exception. Of reports on the same thing
    /// only the last one counts.
    pub fn deliver(&self, py: Python<'_>) -> PyResult<()> {
        let mut reports = self.told.try_iter().peekable();
        while let Some(report) = reports.next() {
            let Some(report) = self.remember(report) else { continue };
            let is_outdated = reports.peek().is_some_and(|later| report.is_outdated_by(later));
            if let Some(callback) = self.callback.as_ref().filter(|_| !is_outdated) {
                let record = report.record(py, self.best.borrow().as_ref())?;
                callback.call1(py, (record,))?;
            }
        }
        Ok(())
    }

    /// Keeps what is no report by itself, and returns others.
    fn remember(&self, report: Report) -> Option<Report> {
        match report {
            Report::Better(solution) => *self.best.borrow_mut() = Some(solution),
            Report::Saved(note) => *self.saved.borrow_mut() = Some(note),
            report => {
                if matches!(report, Report::Table { done: 1.0, .. }) {
                    self.saved.take();
                }
                return Some(report);
            }
        }
        None
    }

    /// The words about a build that was broken off, if something is kept of it.
    pub fn kept(&self) -> Option<String> {
        self.told.try_iter().for_each(|report| drop(self.remember(report)));
        self.saved.take()
    }

    /// Ends the line of a bar.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        let bar = self.callback.as_ref().filter(|_| self.is_bar);
        bar.map_or(Ok(()), |bar| bar.call_method0(py, "close").map(|_| ()))
    }
}
