//! The bodies of requests.

use super::{ErrorRecord, Question};
use cubepdb::internals::cube::MetricKind;
use cubepdb::internals::notation::{Cube, Format, InputError, MoveOptions, TypedStickers};
use cubepdb::internals::nxn::Size;
use cubepdb::internals::pdb::TableSpec;
use cubepdb::internals::pdb::h48::H48Level;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The longest time limit, in seconds.
pub const LONGEST: u32 = 3600;

/// Why a request is refused: a code for programs, and a sentence.
pub type Wrong = (&'static str, String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckRequest {
    cube: String,
    #[serde(default = "three")]
    size: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    cube: String,
    #[serde(default = "three")]
    size: u8,
    #[serde(default)]
    metric: Option<String>,
    #[serde(default)]
    all: bool,
    /// Seconds.
    #[serde(default)]
    timeout: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableRequest {
    level: u8,
    #[serde(default)]
    metric: Option<String>,
}

fn three() -> u8 {
    3
}

/// A search that is asked for.
pub struct Search {
    /// The cube and the metric.
    pub question: Question,
    /// Whether all shortest solutions are wanted.
    pub all: bool,
    /// The time limit.
    pub timeout: Duration,
}

impl Search {
    /// Reads the request for a search.
    pub fn read(body: &[u8]) -> Result<Self, Wrong> {
        let request: SolveRequest = read(body)?;
        let (size, metric) = (size(request.size)?, metric(request.metric.as_deref())?);
        let timeout = match request.timeout.unwrap_or(LONGEST) {
            seconds @ 1..=LONGEST => Duration::from_secs(seconds.into()),
            seconds => return Err(("timeout", format!("a time limit of {seconds} s: use 1 to {LONGEST}"))),
        };
        Ok(Self { question: Question { text: request.cube, size, metric }, all: request.all, timeout })
    }

    /// The cube, in any notation that `solve` reads.
    pub fn cube(&self) -> Result<Cube, InputError> {
        cube(&self.question.text, self.question.size)
    }
}

/// Answers whether a text is a cube, and what is wrong with it.
pub fn check(body: &[u8]) -> Result<Value, Wrong> {
    let CheckRequest { cube: text, size: layers } = read(body)?;
    let size = size(layers)?;
    Ok(match cube(&text, size) {
        Ok(cube) => {
            let facelets = cube.format(Format::Facelets).expect("every size has facelets");
            json!({ "valid": true, "size": layers, "facelets": facelets })
        }
        Err(error) => {
            let typed = TypedStickers::read(text.as_bytes(), size, Format::Auto);
            let facelets: Option<String> =
                typed.as_ref().map(|typed| typed.letters.iter().map(|&letter| face_letter(letter)).collect());
            json!({
                "valid": false,
                "size": layers,
                "facelets": facelets,
                "wrong": typed.map(|typed| typed.wrong).unwrap_or_default(),
                "error": ErrorRecord::of_input(&error),
            })
        }
    })
}

/// Reads the request to build a table.
pub fn table(body: &[u8]) -> Result<TableSpec, Wrong> {
    let request: TableRequest = read(body)?;
    let level = H48Level::new(request.level);
    let level = level.ok_or_else(|| ("level", format!("there is no level {}: use 0 to 11", request.level)))?;
    Ok(TableSpec::new(level, metric(request.metric.as_deref())?))
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Wrong> {
    serde_json::from_slice(body).map_err(|error| ("json", format!("the request is not understood: {error}")))
}

fn cube(text: &str, size: Size) -> Result<Cube, InputError> {
    Cube::parse(text, size, Format::Auto, &MoveOptions::default())
}

fn size(layers: u8) -> Result<Size, Wrong> {
    Size::new(layers).ok_or_else(|| ("size", format!("a cube of {layers} layers: use 2 to 7")))
}

fn metric(name: Option<&str>) -> Result<MetricKind, Wrong> {
    let Some(name) = name else { return Ok(MetricKind::HalfTurn) };
    name.parse().map_err(|_| ("metric", format!("there is no metric {name:?}: use htm or qtm")))
}

/// The face of the usual scheme that has a colour; letters of faces stay. Red and blue are on the faces with their letters.
fn face_letter(letter: char) -> char {
    match letter {
        'W' => 'U',
        'G' => 'F',
        'Y' => 'D',
        'O' => 'L',
        letter => letter,
    }
}
