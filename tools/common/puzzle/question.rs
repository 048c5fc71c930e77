//! The question that the flags ask.

use super::args::PuzzleArgs;
use crate::exit::{Failure, Status};
use anyhow::{Context, Error};
use cubepdb::Metric;
use cubepdb::puzzles::{BUILTINS, Definition, Goal, GoalError, Moves, Position, Powers, Question, builtin};
use std::fs;
use std::path::Path;

/// The most bytes of a file that is read.
const LARGEST_FILE: u64 = 64 << 20;

/// The question that the flags ask, about the puzzle named `usual` if they name none.
pub fn ask(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<Question, Failure> {
    let definition = definition(args.puzzle.as_deref().unwrap_or(usual))?;
    let moves = match moves {
        Some(list) => Moves::read(&definition, list, powers),
        None => Moves::of(&definition, powers),
    };
    let moves = moves.map_err(|error| refused("--moves", error))?;
    let moves = match &args.cost {
        Some(costs) => moves.with_costs(&text_or_file(costs)?).map_err(|error| refused("--cost", error))?,
        None => moves,
    };
    let goal = goal(args, &definition)?;
    Question::new(definition, moves, goal).map_err(|error| refused("--goal", error))
}

/// The powers of a face's turn that are moves: those of a metric of cubes.
pub fn powers(metric: Option<Metric>) -> Powers {
    match metric {
        Some(Metric::QuarterTurn) => Powers::Steps,
        Some(Metric::HalfTurn) | None => Powers::All,
    }
}

fn refused(flag: &str, error: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("{flag}: {error}"))
}

/// Returns whether the text names a file.
pub fn is_file(text: &str) -> bool {
    Path::new(text).is_file()
}

fn text_or_file(text: &str) -> Result<String, Failure> {
    if is_file(text) { read(text) } else { Ok(text.to_owned()) }
}

/// Reads a file, unless it is far larger than any definition.
fn read(path: &str) -> Result<String, Failure> {
    let failed = |error: Error| Failure::new(Status::Io, error.context(format!("cannot read {path}")));
    let size = fs::metadata(path).context("no such file").map_err(failed)?.len();
    if size > LARGEST_FILE {
        return Err(Failure::usage(format!("{path} has {size} bytes, more than any definition takes")));
    }
    let bytes = fs::read(path).map_err(|error| failed(error.into()))?;
    String::from_utf8(bytes).map_err(|_| Failure::usage(format!("{path} is no text")))
}

/// The puzzle with this name, or of this file.
pub fn definition(name: &str) -> Result<Definition, Failure> {
    if let Some(definition) = builtin(name) {
        return Ok(definition);
    }
    if !is_file(name) {
        let known: Vec<&str> = BUILTINS.iter().map(|puzzle| puzzle.name).collect();
        let hint = crate::nearest::did_you_mean(name, known);
        return Err(Failure::usage(format!(
            "there is no puzzle and no file `{}`; `solve puzzles` lists the puzzles{hint}",
            name.escape_default()
        )));
    }
    Definition::read(&read(name)?).map_err(|error| Failure::usage(format!("{name}: {error}")))
}

/// The pattern of a file.
pub fn pattern(definition: &Definition, path: &str) -> Result<Position, Failure> {
    definition.read_pattern(&read(path)?).map_err(|error| Failure::usage(format!("{path}: {error}")))
}

fn goal(args: &PuzzleArgs, definition: &Definition) -> Result<Goal, Failure> {
    let one = |text: &String| {
        if is_file(text) {
            return Ok(Goal::of(pattern(definition, text)?));
        }
        match text.as_str() {
            "solved" => Ok(Goal::solved(definition)),
            pieces => Goal::of_pieces(definition, pieces).map_err(|error| refused("--goal", error)),
        }
    };
    let mut goals = args.goal.iter().map(one);
    let mut goal = goals.next().transpose()?.unwrap_or_else(|| Goal::solved(definition));
    let wrong = |error: GoalError| refused("--goal", error);
    for other in goals {
        goal = goal.or(definition, other?.base()).map_err(wrong)?;
    }
    if let Some(text) = &args.to {
        goal = if is_file(text) {
            goal.at(definition, &pattern(definition, text)?).map_err(|error| refused("--to", error))?
        } else {
            goal.moved(&definition.transformation_of(text).map_err(|error| refused("--to", error))?)
        };
    }
    if let Some(list) = &args.up_to {
        let moves = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        let transformations = moves.map(|name| definition.transformation_of(name)).collect::<Result<Vec<_>, _>>();
        let transformations = transformations.map_err(|error| refused("--up-to", error))?;
        goal = goal.up_to(&transformations).map_err(|error| refused("--up-to", error))?;
    }
    Ok(goal)
}
