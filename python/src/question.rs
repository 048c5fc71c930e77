//! Questions about any puzzle, as Python asks them.

use crate::arguments::{TextArg, TextsArg, metric};
use crate::cube::{Cube, MovesArg, wrong_type};
use crate::errors::{Failure, Result};
use cubepdb::puzzles::{Asker, Question, QuestionText, as_place};
use cubepdb::{Format, Size};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::path::PathBuf;

/// A position of a puzzle: a cube, or moves.
pub enum PositionArg {
    Cube(cubepdb::Cube),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for PositionArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match argument.cast::<Cube>() {
            Ok(cube) => Ok(Self::Cube(cube.get().state.clone())),
            Err(_) => match argument.extract() {
                Ok(MovesArg(moves)) => Ok(Self::Text(moves)),
                Err(_) => {
                    let expected = "a position is a Cube, or moves as a str, a Solution or a list of str";
                    Err(wrong_type(expected, argument, ""))
                }
            },
        }
    }
}

impl PositionArg {
    /// The position as text, a cube in this notation.
    pub fn text(self, is_cube: bool, format: Format) -> Result<String> {
        match self {
            Self::Text(text) if is_cube && format == Format::Moves => match as_place(&text, Asker::Owner) {
                Ok(place) => Ok(place.into_owned()),
                Err(error) => Err(Failure::of_input(&error, &text)),
            },
            // A start is read as what it is.
            Self::Text(text) => Ok(text),
            Self::Cube(cube) if is_cube && cube.size() == Size::THREE => cube.format(format).map_err(Failure::usage),
            Self::Cube(_) => Err(Failure::usage("a Cube is a position of the 3x3x3; those of other puzzles are moves")),
        }
    }
}

/// A position of a puzzle, or the path of a file with its pattern.
pub struct PlaceArg(pub PositionArg);

impl<'py> FromPyObject<'_, 'py> for PlaceArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match argument.extract::<PathBuf>() {
            Ok(_) => argument.extract().map(|TextArg(text)| Self(PositionArg::Text(text))),
            Err(_) => argument.extract().map(Self),
        }
    }
}

/// Costs of moves: a text, or numbers by the names of moves.
pub struct CostsArg(String);

impl<'py> FromPyObject<'_, 'py> for CostsArg {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(costs) = argument.cast::<PyMapping>() else { return argument.extract().map(|TextArg(text)| Self(text)) };
        let cost = |pair: Bound<'py, PyAny>| {
            let (name, cost): (String, Bound<'py, PyAny>) = pair.extract()?;
            Ok(format!("{name}={}", cost.str()?))
        };
        let items = costs.items()?;
        let costs = items.iter().map(cost).collect::<PyResult<Vec<_>>>()?;
        Ok(Self(costs.join(",")))
    }
}

/// The arguments that make a question.
pub struct QuestionArgs<'a> {
    pub puzzle: TextArg,
    pub goal: Option<TextsArg>,
    pub moves: Option<TextsArg>,
    pub costs: Option<CostsArg>,
    pub metric: Option<&'a str>,
    pub up_to: Option<TextsArg>,
    pub to: Option<PlaceArg>,
}

impl QuestionArgs<'_> {
    /// The question as text.
    pub fn text(self) -> Result<QuestionText> {
        let powers = metric(self.metric)?.into();
        let list = |texts: Option<TextsArg>| texts.map(|TextsArg(texts)| texts.join(","));
        let is_cube = self.puzzle.0 == "3x3x3";
        let to = self.to.map(|PlaceArg(to)| to.text(is_cube, Format::Moves)).transpose()?;
        Ok(QuestionText {
            puzzle: self.puzzle.0,
            goals: self.goal.map(|TextsArg(goals)| goals).unwrap_or_default(),
            up_to: list(self.up_to),
            to,
            moves: list(self.moves),
            powers,
            cost: self.costs.map(|CostsArg(costs)| costs),
        })
    }
}

/// Reads a question.
pub fn read(text: &QuestionText) -> Result<Question> {
    Ok(text.read(Asker::Owner)?)
}
