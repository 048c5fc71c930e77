//! The writer of definitions in lines.

use super::super::draft::UNNAMED;
use super::super::spelling::Speller;
use super::super::{Definition, NamedMove, Transformation};
use std::fmt::Write;

/// A definition as lines; a sentence if they cannot say something.
pub fn write(definition: &Definition) -> Result<String, String> {
    let mut text = String::new();
    if definition.name != UNNAMED {
        text += &format!("Name {}\n\n", definition.name);
    }
    for orbit in definition.shape.orbits() {
        text += &format!("Set {} {} {}\n", orbit.name, orbit.places, orbit.orientations);
    }
    text += &solved(definition)?;
    for named in definition.moves.iter().chain(&definition.rotations) {
        text += &written_move(definition, named);
    }
    text += &names(definition)?;
    text += &rules(definition);
    Ok(text)
}

/// Numbers with spaces between them.
fn row(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    numbers.join(" ") + "\n"
}

fn solved(definition: &Definition) -> Result<String, String> {
    let solved = &definition.solved;
    let mut text = "\nSolved\n".to_owned();
    for (number, orbit) in definition.shape.orbits().iter().enumerate() {
        let range = || definition.shape.range(number);
        text += &format!("{}\n{}", orbit.name, row(range().map(|place| usize::from(solved.piece(place)) + 1)));
        let turn = |place| match solved.period(place) {
            period if period == orbit.orientations => Ok(solved.orientation(place).to_string()),
            1 => Ok("?".to_owned()),
            period => Err(format!("an orientation of {} is known modulo {period}", orbit.name)),
        };
        let turns = range().map(turn).collect::<Result<Vec<String>, String>>()?;
        if turns.iter().any(|turn| turn != "0") {
            text += &(turns.join(" ") + "\n");
        }
    }
    Ok(text + "End\n")
}

/// A move, without the orbits that it does not change.
fn written_move(definition: &Definition, named: &NamedMove) -> String {
    let by = &named.transformation;
    let mut text = format!("\nMove {}\n", named.name);
    for (number, orbit) in definition.shape.orbits().iter().enumerate() {
        let range = || definition.shape.range(number);
        if !range().any(|place| by.changes(place)) {
            continue;
        }
        let first = range().start;
        text += &format!("{}\n{}", orbit.name, row(range().map(|place| by.source(place) - first + 1)));
        let turns = turns_of_pieces(by, first, orbit.places);
        if turns.iter().any(|&turn| turn != 0) {
            text += &row(turns.into_iter());
        }
    }
    text + "End\n"
}

/// The change of orientation of the piece that leaves each place.
fn turns_of_pieces(by: &Transformation, first: usize, places: usize) -> Vec<usize> {
    let mut turns = vec![0; places];
    for place in first..first + places {
        turns[by.source(place) - first] = usize::from(by.twist(place));
    }
    turns
}

fn names(definition: &Definition) -> Result<String, String> {
    let mut text = String::new();
    let mut speller = Speller::new(definition);
    for named in &definition.names {
        let spelt = speller.spell(&named.transformation);
        match spelt.ok_or_else(|| format!("no short sequence of moves does what {} does", named.name))?.as_slice() {
            [one] => writeln!(text, "\nMoveAlias {} {one}", named.name),
            more => writeln!(text, "\nMoveSequence {} {}", named.name, more.join(" ")),
        }
        .expect("memory takes all");
        speller.add(named);
    }
    Ok(text)
}

fn rules(definition: &Definition) -> String {
    let mut text = String::new();
    for rule in &definition.illegal {
        let orbit = definition.shape.orbit_of(rule.place);
        let (name, first) = (&definition.shape.orbits()[orbit].name, definition.shape.range(orbit).start);
        let pieces = row(rule.pieces.iter().map(|&piece| usize::from(piece) + 1));
        text += &format!("\nIllegal {name} {} {pieces}", rule.place - first + 1);
    }
    text
}
