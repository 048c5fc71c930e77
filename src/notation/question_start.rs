//! Starts of questions about the 3x3x3 in any notation of cubes.

use super::competition::of_competition;
use super::exported::read_exported;
use super::input::{is_moves, parse_stickers};
use super::nxn::with_edges;
use super::partial::{PartialCube, PartialError};
use super::{Cube, Format, InputError, MoveOptions, TypedStickers, parse_turns};
use crate::cube::geometry::opposite;
use crate::cube::{CubeInDefinition, Cubies, MoveSequence, moves_to};
use crate::nxn::{Move, Size};
use crate::puzzle::{
    Asker, Definition, Moves, Origin, Position, Powers, QuestionError, Questions, Start, builtin, is_json,
};
use crate::text::blank_remarks;
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
/// cube in another notation, such as facelets, or has moves as cubes have them. Other moves, patterns and, if the
/// owner of the machine asks, the names of files stay as they are.
///
/// # Errors
/// If the text is none of these.
pub fn as_place(text: &str, asker: Asker) -> Result<Cow<'_, str>, InputError> {
    if is_json(text) || asker == Asker::Owner && Path::new(text).is_file() {
        return Ok(text.into());
    }
    if is_moves(text) {
        let definition = builtin("3x3x3").expect("it is built in");
        if definition.transformation_of(text).is_ok() {
            return Ok(text.into());
        }
        let turns = parse_turns(text, Size::THREE, &MoveOptions::default());
        return Ok(turns.map_or(text.into(), |turns| in_layers(&turns, Size::THREE).into()));
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

/// Reads a start as [`Origin::start`] does; of a cube as it is built in, also sequences as cubes have them, without
/// blanks and with layers; of the 3x3x3 also a cube in any notation, such as facelets, and of the 2x2x2 its stickers;
/// of the megaminx, Square-1 and clock the scrambles of competitions. Nothing comes before a cube that is no sequence
/// of moves.
///
/// # Errors
/// If the text is none of these.
pub fn read_start(origin: &Origin, questions: &Questions, text: &str) -> Result<Start, StartError> {
    let puzzle = questions.definition();
    let size = cube_size(puzzle);
    if let Some(cube) = PartialCube::read(text).filter(|_| size == Some(Size::THREE)) {
        let cube = cube.map_err(InputError::from)?;
        is_first(origin)?;
        let unknown = unknown_places(puzzle, &cube);
        let position = position(puzzle, &cube.completed());
        let start = questions.start_of_known(&position, &unknown).ok_or(StartError::Unknown)?;
        // Pieces are named by centres, which may have been moved.
        let is_clear = !questions.moves_centres() || questions.reaching(start.clone()).is_ok();
        return if is_clear { Ok(start) } else { Err(StartError::UnknownHold) };
    }
    // Letters of stickers may be moves, too.
    if size == Some(Size::THREE) && !is_json(text) && !is_moves(text) {
        let cube = Cube::parse(text, Size::THREE, Format::Auto, &MoveOptions::default())?;
        is_first(origin)?;
        let position = position(puzzle, cube.pieces().expect("a 3x3x3 has pieces"));
        return Ok(questions.start_shown(&position)?);
    }
    if size == Some(Size::TWO) && TypedStickers::read(text.as_bytes(), Size::TWO, Format::Auto).is_some() {
        let cube = parse_stickers(text.as_bytes(), Size::TWO, Format::Auto, &MoveOptions::default())?;
        is_first(origin)?;
        let moves = MoveSequence(&moves_to(&with_edges(&cube))).to_string();
        return Ok(questions.start(None, &moves)?);
    }
    match (origin.start(questions, text), size) {
        (Err(QuestionError::Sequence(error)), Some(size)) => {
            match read_exported(text, |text| parse_turns(text, size, &MoveOptions::default())) {
                Ok(turns) => Ok(origin.start(questions, &in_layers(&turns, size))?),
                // New moves of the question are none of a cube.
                Err(other) if other.at() < error.at => Err(QuestionError::Sequence(error).into()),
                Err(other) => Err(InputError::from(other).into()),
            }
        }
        (Err(QuestionError::Sequence(error)), None) => {
            let is_built_in = builtin(&puzzle.name).as_ref() == Some(puzzle);
            match of_competition(&puzzle.name, &blank_remarks(text)).filter(|_| is_built_in) {
                Some(moves) => Ok(origin.start(questions, &moves)?),
                None => Err(QuestionError::Sequence(error).into()),
            }
        }
        (read, _) => Ok(read?),
    }
}

/// The size of the cube whose built-in definition this is, if it is one.
fn cube_size(definition: &Definition) -> Option<Size> {
    let name = definition.name.trim_end_matches("-slices");
    let size = Size::all().find(|size| size.to_string() == name)?;
    (builtin(&definition.name).as_ref() == Some(definition)).then_some(size)
}

/// Refuses an origin that is not the solved position.
fn is_first(origin: &Origin) -> Result<(), StartError> {
    if *origin == Origin::Solved { Ok(()) } else { Err(StartError::NoMoves) }
}

/// Turns as moves that the definition of a cube has: rotations, and others a layer at a time.
fn in_layers(turns: &[Move], size: Size) -> String {
    let layer = |turn: &Move, layer: u8| match layer == size.layers() {
        true => Move::outer(opposite(turn.face), turn.inverse().quarters),
        false => Move::new(turn.face, layer, layer, turn.quarters),
    };
    let moves = |turn: &Move| -> Vec<String> {
        match turn.is_rotation(size) {
            true => vec![turn.rotation_name()],
            false => (turn.first..=turn.last).map(|number| layer(turn, number).to_string()).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Question;

    #[test]
    fn moves_of_cubes_are_read_as_cubes_have_them() {
        for (puzzle, text, plain) in [
            ("2x2x2", "RU'(FR)2", "R U' F R F R"),
            ("3x3x3", "2-3RwMiE2", "2R L' M' E2"),
            ("4x4x4", "2-3Rw' 3Uwx2", "2R' 3R' U 2U 3U x2"),
            ("5x5x5-slices", "2-5FwS y", "2F 3F 4F B' 3F y"),
        ] {
            let questions: Questions = Question::usual(builtin(puzzle).unwrap()).unwrap().into();
            let read = |text| read_start(&Origin::Solved, &questions, text);
            assert_eq!(read(text).unwrap(), read(plain).unwrap(), "{puzzle}: {text}");
            let wrong = read("R U$").unwrap_err().to_string();
            assert_eq!(wrong, "`$` is not a move (column 4)");
        }
        let four: Questions = Question::usual(builtin("4x4x4").unwrap()).unwrap().into();
        let ambiguous = read_start(&Origin::Solved, &four, "R r").unwrap_err().to_string();
        assert!(ambiguous.contains("what `r` turns on a 4x4x4 cube is not agreed on (column 3)"), "{ambiguous}");
    }

    #[test]
    fn places_are_moves_as_the_definition_has_them() {
        assert_eq!(as_place("R U", Asker::Owner).unwrap(), "R U");
        assert_eq!(as_place("RUi 2-3Fw", Asker::Owner).unwrap(), "R U' 2F B'");
        assert_eq!(as_place("R Q", Asker::Owner).unwrap(), "R Q", "the question's own moves are not known yet");
    }
}
