//! The question that the flags ask.

use super::args::PuzzleArgs;
use crate::exit::{Failure, Status, say};
use cubepdb::{
    Metric,
    puzzles::{
        Asker, Definition, GoalError, Origin, Powers, Question, QuestionFault, QuestionText, QuestionTextError,
        Questions, as_place, builtin,
    },
};
use std::borrow::Cow;

/// The question that the flags ask, about the puzzle named `usual` if they name none.
pub fn ask(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<Question, Failure> {
    let text = asked(args, moves, powers, usual)?;
    let question = text.read(Asker::Owner).map_err(refused)?;
    explain_rotation(&text.puzzle, question.definition());
    Ok(question)
}

/// The question that the flags ask, or one for each goal where these are of different pieces.
pub fn ask_all(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<Questions, Failure> {
    let text = asked(args, moves, powers, usual)?;
    let questions = text.read_all(Asker::Owner).map_err(refused)?;
    explain_rotation(&text.puzzle, questions.definition());
    Ok(questions)
}

/// Says that a move of somebody's own puzzle is a rotation by its name, where it does not behave like one.
fn explain_rotation(puzzle: &str, definition: &Definition) {
    let odd = if builtin(puzzle).is_none() { definition.odd_rotation() } else { None };
    if let Some(odd) = odd {
        say(&format!(
            "note: by its name, {} is a rotation of the whole puzzle, which costs nothing, but it does not lead moves to others \
             as one does; if it is a move, give it another name",
            odd.name
        ));
    }
}

fn asked(args: &PuzzleArgs, moves: Option<&str>, powers: Powers, usual: &str) -> Result<QuestionText, Failure> {
    let mut text = args.text(moves, powers, usual);
    if let Some(to) = text.to.as_mut().filter(|_| text.puzzle == "3x3x3") {
        *to = place("--to", to)?;
    }
    Ok(text)
}

fn place(flag: &str, text: &str) -> Result<String, Failure> {
    as_place(text, Asker::Owner).map(Cow::into_owned).map_err(|error| Failure::usage(format!("{flag}: {error}")))
}

/// The powers of a face's turn that are moves: those of a metric of cubes.
pub fn powers(metric: Option<Metric>) -> Powers {
    metric.map_or(Powers::All, Powers::from)
}

/// The puzzle with this name, or of this file.
pub fn definition(name: &str) -> Result<Definition, Failure> {
    let definition = QuestionText::about(name).definition(Asker::Owner).map_err(refused)?;
    explain_rotation(name, &definition);
    Ok(definition)
}

/// The position before the moves of a start: moves, or a file with a pattern.
pub fn origin(text: Option<&str>, definition: &Definition) -> Result<Origin, Failure> {
    let is_cube = builtin("3x3x3").as_ref() == Some(definition);
    let place = text.filter(|_| is_cube).map(|text| place("--from", text)).transpose()?;
    Origin::read(place.as_deref().or(text), definition, Asker::Owner).map_err(refused)
}

fn refused(error: QuestionTextError) -> Failure {
    let advice = advice(&error.fault);
    match &*error.fault {
        QuestionFault::Io(_) => Failure::new(Status::Io, error),
        QuestionFault::UnknownPuzzle { .. } => Failure::usage(format!("{}{advice}", error.fault)),
        _ if error.file.is_some() => Failure::usage(error),
        _ => Failure::usage(format!("--{error}{advice}")),
    }
}

/// The command that lists what a name that is not known may be, where nothing similar is known.
pub fn advice(fault: &QuestionFault) -> &'static str {
    match fault {
        _ if fault.nearest_name().is_some() => "",
        QuestionFault::UnknownPuzzle { .. } => "; `solve puzzles` lists the puzzles",
        QuestionFault::Goal(GoalError::UnknownName { .. }) => "; `solve goals` lists the names",
        QuestionFault::Goal(GoalError::OtherNames(_)) => " (`solve puzzles show PUZZLE` lists them)",
        _ => "",
    }
}
