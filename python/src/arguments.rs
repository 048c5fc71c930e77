//! Arguments as Python gives them, checked.

use crate::errors::{Failure, Result};
use cubepdb::backend::Threads;
use cubepdb::cube::MetricKind;
use cubepdb::nxn::Size;
use cubepdb::pdb::file::LoadMode;
use std::fmt::Display;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

/// Reads a word by the rules of its type.
pub fn word<T: FromStr<Err: Display>>(text: &str) -> Result<T> {
    text.parse().map_err(Failure::usage)
}

/// A number between two others, both of which are allowed.
pub fn number<T>(name: &str, value: i64, least: T, most: T) -> Result<T>
where
    T: TryFrom<i64> + PartialOrd + Display + Copy,
{
    let fits = T::try_from(value).ok().filter(|value| (least..=most).contains(value));
    fits.ok_or_else(|| Failure::usage(format!("{name}={value} is not between {least} and {most}")))
}

/// `htm` if nothing is said.
pub fn metric(name: Option<&str>) -> Result<MetricKind> {
    name.map_or(Ok(MetricKind::HalfTurn), word)
}

/// Layers of a cube.
pub fn size(layers: i64) -> Result<Size> {
    let layers = number("size", layers, Size::LEAST, Size::MOST)?;
    Size::new(layers).ok_or_else(|| Failure::usage(format!("size={layers}")))
}

/// Worker threads: one for each core if nothing is said.
pub fn threads(asked: Option<i64>) -> Result<usize> {
    match asked {
        Some(asked) => number("threads", asked, 1, Threads::MAX as i64).map(|threads| threads as usize),
        None => Ok(available_parallelism().map_or(1, |cores| cores.get().min(Threads::MAX))),
    }
}

/// A time in seconds.
pub fn seconds(name: &str, value: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(value).map_err(|error| Failure::usage(format!("{name}={value}: {error}")))
}

/// Bytes or the like: a number that is not negative.
pub fn count(name: &str, value: Option<i64>) -> Result<Option<u64>> {
    value.map(|value| number(name, value, 0, i64::MAX).map(|value| value as u64)).transpose()
}

/// How tables come into memory.
pub fn load_mode(name: &str) -> Result<LoadMode> {
    match name {
        "auto" => Ok(LoadMode::Auto),
        "copy" => Ok(LoadMode::Copy),
        "mmap" => Ok(LoadMode::Mmap),
        _ => Err(Failure::usage(format!("unknown way to load `{}`: use auto, copy or mmap", name.escape_default()))),
    }
}
