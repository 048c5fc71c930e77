//! The question that the flags ask.

use super::args::PuzzleArgs;
use crate::exit::{Failure, Status};
use crate::text::printable;
use cubepdb::{
    Metric,
    puzzles::{
        Asker, BUILTINS, Definition, GoalError, NAMED_GOALS, NamedGoal, Origin, Powers, Question, QuestionFault,
        QuestionText, QuestionTextError, Questions, as_place, builtin,
    },
};
use std::borrow::Cow;

/// The question that the flags ask, about the puzzle named `usual` if they name none.
pub fn ask(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<Question, Failure> {
    asked(args, moves, powers, usual)?.read(Asker::Owner).map_err(|error| refused_goal(args, error))
}

/// The question that the flags ask, or one for each goal where these are of different pieces.
pub fn ask_all(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<Questions, Failure> {
    asked(args, moves, powers, usual)?.read_all(Asker::Owner).map_err(|error| refused_goal(args, error))
}

fn asked(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<QuestionText, Failure> {
    let mut text = args.text(moves, powers, usual);
    if let Some(to) = text.to.as_mut().filter(|_| text.puzzle == "3x3x3") {
        *to = place("--to", to)?;
    }
    Ok(text)
}

fn place(flag: &str, text: &str) -> Result<String, Failure> {
    as_place(text).map(Cow::into_owned).map_err(|error| Failure::usage(format!("{flag}: {error}")))
}

/// The powers of a face's turn that are moves: those of a metric of cubes.
pub fn powers(metric: Option<Metric>) -> Powers {
    metric.map_or(Powers::All, Powers::from)
}

/// The puzzle with this name, or of this file.
pub fn definition(name: &str) -> Result<Definition, Failure> {
    QuestionText::about(name).definition(Asker::Owner).map_err(refused)
}

/// The position before the moves of a start: moves, or a file with a pattern.
pub fn origin(text: Option<&str>, definition: &Definition) -> Result<Origin, Failure> {
    let is_cube = builtin("3x3x3").as_ref() == Some(definition);
    let place = text.filter(|_| is_cube).map(|text| place("--from", text)).transpose()?;
    Origin::read(place.as_deref().or(text), definition, Asker::Owner).map_err(refused)
}

/// As [`refused`]; a goal of the 3x3x3 that is no list of pieces was meant as a name.
fn refused_goal(args: &PuzzleArgs, error: QuestionTextError) -> Failure {
    match misnamed(args.puzzle.as_deref(), &error) {
        Some(sentence) => Failure::usage(format!("--goal: {sentence}")),
        None => refused(error),
    }
}

/// A sentence about a goal that was meant as a name of one; of the 3x3x3 if no puzzle is named.
pub fn misnamed(puzzle: Option<&str>, error: &QuestionTextError) -> Option<String> {
    let has_name = |text: &str| text.split(['+', '&', ',', ' ']).any(|part| NamedGoal::named(part.trim()).is_some());
    match &*error.fault {
        QuestionFault::Goal(GoalError::Pieces(name) | GoalError::UnknownOrbit { name, .. }) if has_name(name) => Some(
            "goals with names are of the 3x3x3, and are joined with `+`: cross+pair:DFR, or eo+EDGES:4-7 with pieces by their \
             numbers (`solve puzzles show 3x3x3` lists them)"
                .to_owned(),
        ),
        QuestionFault::Goal(GoalError::Pieces(text)) if puzzle.is_none() && is_name(text) => {
            let known = NAMED_GOALS.iter().map(|known| known.name);
            let hint = match other_name(text) {
                Some(name) => format!("; did you mean `{name}`?"),
                None => crate::nearest::did_you_mean(text, known),
            };
            Some(format!(
                "there is no goal named `{}`; `solve goals` lists those of the 3x3x3, and pieces are written as \
                 ORBIT:0,2,4-7{hint}",
                printable(text)
            ))
        }
        _ => None,
    }
}

fn refused(error: QuestionTextError) -> Failure {
    match &*error.fault {
        QuestionFault::Io(_) => Failure::new(Status::Io, error),
        QuestionFault::UnknownPuzzle { name, .. } => {
            let cube = name.split_once('x').filter(|(one, other)| one == other).map(|(one, _)| format!("{name}x{one}"));
            let known = BUILTINS.iter().map(|puzzle| puzzle.name);
            let hint = crate::nearest::did_you_mean(cube.as_deref().unwrap_or(name), known);
            Failure::usage(format!("{}; `solve puzzles` lists the puzzles{hint}", error.fault))
        }
        _ if error.file.is_some() => Failure::usage(error),
        _ => Failure::usage(format!("--{error}")),
    }
}

/// The name here of a goal that people call otherwise.
fn other_name(text: &str) -> Option<&'static str> {
    let known = [
        ("xxcross", "cross+pair+pair"),
        ("xxxcross", "cross+pair+pair+pair"),
        ("fb", "1x2x3"),
        ("roux", "1x2x3"),
        ("domino", "dr"),
        ("petrus", "2x2x2"),
    ];
    known.into_iter().find(|(other, _)| text.trim().eq_ignore_ascii_case(other)).map(|(_, name)| name)
}

/// Returns whether a text may be meant as the name of a goal.
fn is_name(text: &str) -> bool {
    text.contains(|letter: char| letter.is_ascii_alphabetic()) && !text.contains(':')
}
