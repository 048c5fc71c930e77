//! The writer of definitions and patterns in KPuzzle.

use super::super::spelling::Speller;
use super::super::{Definition, NamedMove, Position, Shape};

/// A definition as KPuzzle; a sentence if that cannot say something.
pub fn write(definition: &Definition) -> Result<String, String> {
    if !definition.illegal.is_empty() {
        return Err("it has no rules that forbid pieces at places".to_owned());
    }
    let shape = &definition.shape;
    let orbits = shape.orbits().iter().map(|orbit| {
        let (name, places, turns) = (quoted(&orbit.name), orbit.places, orbit.orientations);
        format!("    {{ \"orbitName\": {name}, \"numPieces\": {places}, \"numOrientations\": {turns} }}")
    });
    let moves = definition.moves.iter().chain(&definition.rotations).map(|named| written_move(shape, named));
    let mut members = vec![
        format!("  \"name\": {}", quoted(&definition.name)),
        format!("  \"orbits\": [\n{}\n  ]", joined(orbits)),
        format!("  \"defaultPattern\": {}", indented(&write_pattern(shape, &definition.solved))),
        format!("  \"moves\": {{\n{}\n  }}", joined(moves)),
    ];
    if !definition.names.is_empty() {
        let derived = derived(definition)?;
        members.push(format!("  \"derivedMoves\": {{\n{}\n  }}", joined(derived.into_iter())));
    }
    Ok(format!("{{\n{}\n}}\n", joined(members.into_iter())))
}

/// A position as a pattern.
pub fn write_pattern(shape: &Shape, position: &Position) -> String {
    let orbits = shape.orbits().iter().enumerate().map(|(number, orbit)| {
        let list = |value: &dyn Fn(usize) -> u8| list(shape.range(number).map(|place| usize::from(value(place))));
        let mut rows = vec![
            format!("    \"pieces\": {}", list(&|place| position.piece(place))),
            format!("    \"orientation\": {}", list(&|place| position.orientation(place))),
        ];
        if shape.range(number).any(|place| position.period(place) != orbit.orientations) {
            let modulus = |place| match position.period(place) {
                period if period == orbit.orientations => 0,
                period => period,
            };
            rows.push(format!("    \"orientationMod\": {}", list(&modulus)));
        }
        format!("  {}: {{\n{}\n  }}", quoted(&orbit.name), joined(rows.into_iter()))
    });
    format!("{{\n{}\n}}", joined(orbits))
}

/// A text as JSON has it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn joined(members: impl Iterator<Item = String>) -> String {
    members.collect::<Vec<String>>().join(",\n")
}

/// All lines but the first with two more spaces.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ")
}

fn list(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    format!("[{}]", numbers.join(", "))
}

/// A move, without the orbits that it does not change.
fn written_move(shape: &Shape, named: &NamedMove) -> String {
    let by = &named.transformation;
    let is_changed = |number: usize| shape.range(number).any(|place| by.changes(place));
    let changed = (0..shape.orbits().len()).filter(|&number| is_changed(number)).map(|number| {
        let range = || shape.range(number);
        let sources = list(range().map(|place| by.source(place) - range().start));
        let turns = list(range().map(|place| usize::from(by.twist(place))));
        let name = quoted(&shape.orbits()[number].name);
        format!(
            "      {name}: {{\n        \"permutation\": {sources},\n        \"orientationDelta\": {turns}\n      }}"
        )
    });
    format!("    {}: {{\n{}\n    }}", quoted(&named.name), joined(changed))
}

/// Names with their sequences.
fn derived(definition: &Definition) -> Result<Vec<String>, String> {
    let mut speller = Speller::new(definition);
    let mut derived = Vec::new();
    for named in &definition.names {
        let spelt = speller.spell(&named.transformation);
        let spelt = spelt.ok_or_else(|| format!("no short sequence of moves does what {} does", named.name))?;
        derived.push(format!("    {}: {}", quoted(&named.name), quoted(&spelt.join(" "))));
        speller.add(named);
    }
    Ok(derived)
}
