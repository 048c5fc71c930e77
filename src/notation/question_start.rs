//! Starts of questions about the 3x3x3 in any notation of cubes.

use super::competition::of_competition;
use super::exported::read_exported;
use super::input::{is_moves, parse_stickers};
use super::nxn::with_edges;
use super::partial::{PartialCube, PartialError};
use super::{Cube, Format, InputError, MoveOptions, TypedStickers, parse_turns};
use crate::cube::{CubeInDefinition, Cubies, MoveSequence, moves_to};
use crate::nxn::{Move, Size};
use crate::puzzle::{Definition, Moves, Origin, Position, Powers, QuestionError, Questions, Start, builtin, is_json};
use crate::remarks::blank_remarks;
use std::borrow::Cow;
use std::path::Path;
use thiserror::Error;

/// The error in the text of a start.
#[derive(Debug, Error)]
pub enum StartError {
    /// It is no start of the puzzle.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// It is a cube in a notation of its own, and wrong.
    #[error(transparent)]
    Cube(#[from] InputError),
    /// A cube that is no sequence of moves, after other moves.
    #[error("a cube that is no sequence of moves is a start by itself, and nothing comes before it")]
    NoMoves,
    /// Pieces are not known that the goal is about.
    #[error("the goal is about pieces that are unknown here: paint these, too")]
    Unknown,
    /// Pieces are not known, the moves move centres, and the goal cannot be reached in the hold that these show.
    #[error(
        "no moves lead to the goal as the cube is held here; other holds, which moves of centres allow, are tried where all \
         stickers are painted"
    )]
    UnknownHold,
}

/// The goal of a 3x3x3 of which some stickers are unknown: that the pieces that are known are solved, such as
/// `CORNERS:0,3;EDGES:4`. `None` for other texts.
pub fn goal_of_known(text: &str) -> Option<Result<String, PartialError>> {
    let cube = PartialCube::read(text)?;
    let definition = builtin("3x3x3").expect("it is built in");
    Some(cube.map(|cube| {
        let unknown = unknown_places(&definition, &cube);
        let orbit = |name: &str, number: usize| {
            let range = definition.shape.range(number);
            let known = range.clone().filter(|place| !unknown.contains(place));
            let known: Vec<String> = known.map(|place| (place - range.start).to_string()).collect();
            (!known.is_empty()).then(|| format!("{name}:{}", known.join(",")))
        };
        [orbit("CORNERS", 0), orbit("EDGES", 1)].into_iter().flatten().collect::<Vec<_>>().join(";")
    }))
}

/// A position of the 3x3x3 to start from or to end in, as a question has it: moves that make it where the text is a
/// cube in another notation, such as facelets. Moves, patterns and the names of files stay as they are.
///
/// # Errors
/// If the text is none of these.
pub fn as_place(text: &str) -> Result<Cow<'_, str>, InputError> {
    if is_moves(text) || is_json(text) || Path::new(text).is_file() {
        return Ok(text.into());
    }
    let cube = Cube::parse(text, Size::THREE, Format::Auto, &MoveOptions::default())?;
    Ok(MoveSequence(&moves_to(cube.pieces().expect("a 3x3x3 has pieces"))).to_string().into())
}

/// The places at which unknown pieces are solved.
fn unknown_places(definition: &Definition, cube: &PartialCube) -> Vec<usize> {
    let slots = slots(definition);
    let ((corners, edges), (of_corners, of_edges)) = (slots.places(), cube.known());
    let places = corners.iter().zip(of_corners).chain(edges.iter().zip(of_edges));
    places.filter(|(_, is_known)| !is_known).map(|(&place, _)| place).collect()
}

/// Reads a start as [`Origin::start`] does; of the 3x3x3 as it is built in, also a cube in any notation, such as
/// facelets, and sequences as cubes have them, with brackets and without blanks; of the built-in 2x2x2 also its
/// stickers, and of the megaminx, Square-1 and clock the scrambles of competitions. Nothing comes before a cube that is
/// no sequence of moves.
///
/// # Errors
/// If the text is none of these.
pub fn read_start(origin: &Origin, questions: &Questions, text: &str) -> Result<Start, StartError> {
    let is = |name: &str| builtin(name).as_ref() == Some(questions.definition());
    let is_cube = || is("3x3x3");
    if let Some(cube) = PartialCube::read(text).filter(|_| is_cube()) {
        let cube = cube.map_err(InputError::from)?;
        is_first(origin)?;
        let unknown = unknown_places(questions.definition(), &cube);
        let position = position(questions.definition(), &cube.completed());
        let start = questions.start_of_known(&position, &unknown).ok_or(StartError::Unknown)?;
        // Pieces are named by centres, which may have been moved.
        let is_clear = !questions.moves_centres() || questions.reaching(start.clone()).is_ok();
        return if is_clear { Ok(start) } else { Err(StartError::UnknownHold) };
    }
    // Letters of stickers may be moves, too.
    if is_cube() && !is_json(text) && !is_moves(text) {
        let cube = Cube::parse(text, Size::THREE, Format::Auto, &MoveOptions::default())?;
        is_first(origin)?;
        let position = position(questions.definition(), cube.pieces().expect("a 3x3x3 has pieces"));
        return Ok(questions.start_shown(&position)?);
    }
    if TypedStickers::read(text.as_bytes(), Size::TWO, Format::Auto).is_some() && is("2x2x2") {
        let cube = parse_stickers(text.as_bytes(), Size::TWO, Format::Auto, &MoveOptions::default())?;
        is_first(origin)?;
        let moves = MoveSequence(&moves_to(&with_edges(&cube))).to_string();
        return Ok(questions.start(None, &moves)?);
    }
    match origin.start(questions, text) {
        Err(error @ QuestionError::Sequence(_)) if is_cube() => {
            let turns = read_exported(text, |text| parse_turns(text, Size::THREE, &MoveOptions::default()));
            Ok(origin.start(questions, &in_layers(&turns.map_err(|_| error)?))?)
        }
        Err(error @ QuestionError::Sequence(_)) => {
            let puzzle = questions.definition();
            let is_built_in = builtin(&puzzle.name).as_ref() == Some(puzzle);
            match of_competition(&puzzle.name, &blank_remarks(text)).filter(|_| is_built_in) {
                Some(moves) => Ok(origin.start(questions, &moves)?),
                None => Err(error.into()),
            }
        }
        read => Ok(read?),
    }
}

/// Refuses an origin that is not the solved position.
fn is_first(origin: &Origin) -> Result<(), StartError> {
    if *origin == Origin::Solved { Ok(()) } else { Err(StartError::NoMoves) }
}

/// Turns as moves that the definition of the 3x3x3 has: rotations, and others a layer at a time.
fn in_layers(turns: &[Move]) -> String {
    let layer = |turn: &Move, layer: u8| {
        let name = match layer {
            2 => format!("2{}", Move::outer(turn.face, 1)),
            1 => Move::outer(turn.face, 1).to_string(),
            _ => Move::outer((turn.face + 3) % 6, 1).to_string(),
        };
        let quarters = if layer == 3 { 4 - turn.quarters % 4 } else { turn.quarters };
        format!("{name}{}", quarters % 4)
    };
    let moves = |turn: &Move| -> Vec<String> {
        match turn.is_rotation(Size::THREE) {
            true => vec![turn.rotation_name()],
            false => (turn.first..=turn.last).map(|number| layer(turn, number)).collect(),
        }
    };
    turns.iter().flat_map(moves).collect::<Vec<_>>().join(" ")
}

/// The position of a cube.
fn position(definition: &Definition, cube: &Cubies) -> Position {
    definition.solved.after(&slots(definition).transformation(&definition.shape, cube))
}

/// The slots of the 3x3x3 that is built in.
fn slots(definition: &Definition) -> CubeInDefinition {
    let moves = Moves::of(definition, Powers::All).expect("its moves are few");
    CubeInDefinition::of(&definition.shape, &moves).expect("it is the 3x3x3")
}
