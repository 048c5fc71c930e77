//! Arguments as Python gives them, checked.

use crate::errors::{Failure, Result, os_error_of};
use cubepdb::{LoadMode, MAX_THREADS, Metric, Query, Size};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;
use std::{fs, path};

/// Reads a word by the rules of its type.
pub fn word<T: FromStr<Err: Display>>(text: &str) -> Result<T> {
    text.parse().map_err(Failure::usage)
}

/// Stands for an integer of more than 64 bits. No argument may be so large, or so small.
const BEYOND: i128 = i128::MAX;

/// An integer of any size, so that one that is too large is refused by name as any other that is out of range.
pub fn integer(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    match value.extract::<i64>() {
        Err(error) if is_overflow(value, &error) => Ok(value.extract::<u64>().map_or(BEYOND, i128::from)),
        small => small.map(i128::from),
    }
}

/// An integer of any size, or `None`.
pub fn maybe_integer(value: &Bound<'_, PyAny>) -> PyResult<Option<i128>> {
    if value.is_none() { Ok(None) } else { integer(value).map(Some) }
}

/// A number, or `None`; an integer beyond all floating-point numbers is infinite.
pub fn maybe_real(value: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    match value.extract() {
        Err(error) if is_overflow(value, &error) => Ok(Some(f64::INFINITY)),
        real => real,
    }
}

fn is_overflow(value: &Bound<'_, PyAny>, error: &PyErr) -> bool {
    error.is_instance_of::<PyOverflowError>(value.py())
}

/// A number between two others, both of which are allowed.
pub fn number<T>(name: &str, value: i128, least: T, most: T) -> Result<T>
where
    T: TryFrom<i128> + PartialOrd + Display + Copy,
{
    let fits = T::try_from(value).ok().filter(|value| (least..=most).contains(value));
    fits.ok_or_else(|| {
        let told = if value == BEYOND { name.to_owned() } else { format!("{name}={value}") };
        Failure::usage(format!("{told} is not between {least} and {most}"))
    })
}

/// `htm` if nothing is said.
pub fn metric(name: Option<&str>) -> Result<Metric> {
    name.map_or(Ok(Metric::HalfTurn), word)
}

/// Layers of a cube.
pub fn size(layers: i128) -> Result<Size> {
    let layers = number("size", layers, Size::LEAST, Size::MOST)?;
    Size::new(layers).ok_or_else(|| Failure::usage(format!("size={layers}")))
}

/// Worker threads: one for each core if nothing is said.
pub fn threads(asked: Option<i128>) -> Result<usize> {
    match asked {
        Some(asked) => number("threads", asked, 1, MAX_THREADS),
        None => Ok(available_parallelism().map_or(1, |cores| cores.get().min(MAX_THREADS))),
    }
}

/// A time in seconds.
pub fn seconds(name: &str, value: f64) -> Result<Duration> {
    let shown = if value.abs() < 1e15 { value.to_string() } else { format!("{value:e}") };
    let refused = |_| Failure::usage(format!("{name}={shown} is not a time in seconds: 0 or more, and below 1e19"));
    Duration::try_from_secs_f64(value).map_err(refused)
}

/// Bytes or the like: a number that is not negative.
pub fn count(name: &str, value: Option<i128>) -> Result<Option<u64>> {
    value.map(|value| number(name, value, 0, u64::MAX)).transpose()
}

/// The query of a search, for cubes and puzzles alike.
pub struct QueryArgs {
    pub all: bool,
    pub slack: i128,
    /// The argument of the longest or most costly solution: its name, its value, and the most that it may be.
    pub longest: (&'static str, Option<i128>, u8),
    pub deterministic: bool,
    pub anytime: bool,
    pub timeout: Option<f64>,
    pub max_nodes: Option<i128>,
}

impl QueryArgs {
    /// The query.
    pub fn query<'a>(self) -> Result<Query<'a>> {
        let mut query = Query::new();
        match (self.all, number("slack", self.slack, 0, 10)?) {
            (true, slack) => query = query.slack(slack),
            (false, 0) => {}
            (false, _) => return Err(Failure::usage("slack goes with all=True")),
        }
        let (name, longest, most) = self.longest;
        if let Some(longest) = longest.map(|value| number(name, value, 0, most)).transpose()? {
            query = query.max_length(longest);
        }
        if self.deterministic {
            query = query.deterministic();
        }
        if self.anytime {
            query = query.anytime();
        }
        if let Some(time) = self.timeout.map(|value| seconds("timeout", value)).transpose()? {
            query = query.time_limit(time);
        }
        if let Some(nodes) = count("max_nodes", self.max_nodes)? {
            query = query.node_limit(nodes);
        }
        Ok(query)
    }
}

/// The way in which tables come into memory.
pub fn load_mode(name: &str) -> Result<LoadMode> {
    match name {
        "auto" => Ok(LoadMode::Auto),
        "copy" => Ok(LoadMode::Copy),
        "mmap" => Ok(LoadMode::Mmap),
        _ => Err(Failure::usage(format!("unknown way to load `{}`: use auto, copy or mmap", name.escape_default()))),
    }
}

/// A text, or the path of a file with it.
pub struct TextArg(pub String);

impl<'py> FromPyObject<'_, 'py> for TextArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = argument.cast::<PyString>() {
            return Ok(Self(text.to_str()?.to_owned()));
        }
        let path: PathBuf = argument.extract().map_err(|_| {
            let kind = argument.get_type().name().map(|name| name.to_string()).unwrap_or_default();
            PyTypeError::new_err(format!("a text is a str, or the path of a file, not {kind}"))
        })?;
        // What is a path by its type must be one, whatever puzzles are called.
        let found = fs::metadata(&path).and_then(|_| path::absolute(&path));
        let found = found.map_err(|error| os_error_of(&error, "read", &path))?;
        let text = found.to_str().ok_or_else(|| Failure::usage(format!("{}: a path is text", path.display())))?;
        Ok(Self(text.to_owned()))
    }
}

/// One text or several.
pub struct TextsArg(pub Vec<String>);

impl<'py> FromPyObject<'_, 'py> for TextsArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match argument.extract() {
            Ok(TextArg(text)) => Ok(Self(vec![text])),
            Err(error) => {
                let Ok(items) = argument.try_iter() else { return Err(error) };
                items.map(|item| Ok(item?.extract::<TextArg>()?.0)).collect::<PyResult<_>>().map(Self)
            }
        }
    }
}
