//! The bodies of requests.

use super::guard::Refusal;
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::{Cube, Format, InputError, MoveOptions};
use cubepdb::internals::nxn::Size;
use cubepdb::internals::pdb::TableSpec;
use cubepdb::internals::pdb::h48::H48Level;
use hyper::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The longest time limit, in seconds.
pub const LONGEST: u32 = 3600;

/// A cube, in any notation that `solve` reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    pub cube: String,
    #[serde(default = "three")]
    size: u8,
}

/// A cube to solve.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    pub cube: String,
    #[serde(default = "three")]
    size: u8,
    #[serde(default)]
    metric: Option<String>,
    #[serde(default)]
    pub all: bool,
    /// Seconds.
    #[serde(default)]
    timeout: Option<u32>,
}

/// A default table to build.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    level: u8,
    #[serde(default)]
    metric: Option<String>,
}

fn three() -> u8 {
    3
}

/// Reads a body.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| wrong("json", format!("the request is not understood: {error}")))
}

impl CheckRequest {
    /// The size of the cube.
    pub fn size(&self) -> Result<Size, Refusal> {
        size(self.size)
    }
}

impl SolveRequest {
    /// The size of the cube.
    pub fn size(&self) -> Result<Size, Refusal> {
        size(self.size)
    }

    /// The metric.
    pub fn metric(&self) -> Result<MetricKind, Refusal> {
        metric(self.metric.as_deref())
    }

    /// The time limit.
    pub fn timeout(&self) -> Result<Duration, Refusal> {
        match self.timeout.unwrap_or(LONGEST) {
            seconds @ 1..=LONGEST => Ok(Duration::from_secs(seconds.into())),
            seconds => Err(wrong("timeout", format!("a time limit of {seconds} s: use 1 to {LONGEST}"))),
        }
    }
}

impl TableRequest {
    /// The table.
    pub fn spec(&self) -> Result<TableSpec, Refusal> {
        let level = H48Level::new(self.level);
        let level = level.ok_or_else(|| wrong("level", format!("there is no level {}: use 0 to 11", self.level)))?;
        Ok(TableSpec::new(level, metric(self.metric.as_deref())?))
    }
}

/// Reads a cube.
pub fn cube(text: &str, size: Size) -> Result<Cube, InputError> {
    Cube::parse(text, size, Format::Auto, &MoveOptions::default())
}

fn size(layers: u8) -> Result<Size, Refusal> {
    Size::new(layers).ok_or_else(|| wrong("size", format!("a cube of {layers} layers: use 2 to 7")))
}

fn metric(name: Option<&str>) -> Result<MetricKind, Refusal> {
    let Some(name) = name else { return Ok(MetricKind::HalfTurn) };
    name.parse().map_err(|_| wrong("metric", format!("there is no metric {name:?}: use htm or qtm")))
}

fn wrong(code: &'static str, sentence: String) -> Refusal {
    (StatusCode::BAD_REQUEST, code, sentence)
}
