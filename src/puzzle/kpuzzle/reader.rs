//! The reader of definitions in KPuzzle.

use super::super::draft::{Draft, UNNAMED, add_orbit, check_permutation};
use super::super::{Definition, DefinitionError, DefinitionFault, Shape, TextPlace, Transformation};
use super::derived::add_derived;
use super::json::parse;
use super::pattern::{numbers, pattern};
use super::value::Value;

/// Reads a definition.
///
/// Places and pieces are counted from 0; `permutation` says where the piece at each place comes from, and
/// `orientationDelta` turns the piece that comes to the place. Keys that say nothing about the puzzle are skipped.
pub fn read(text: &str) -> Result<Definition, DefinitionError> {
    let json = parse(text)?;
    let whole = Value::whole(&json);
    let name = match whole.get("name")? {
        Some(name) => name.text()?,
        None => UNNAMED,
    };
    let mut draft = shape(&whole, name)?;
    let shape = draft.definition.shape.clone();
    draft.definition.solved = pattern(&shape, &whole.need("defaultPattern")?, |orbit| orbit.places - 1)?;
    for (name, value) in whole.need("moves")?.entries()? {
        let transformation = transformation(&shape, &value)?;
        draft.add_move(name, transformation).map_err(|fault| value.error(fault))?;
    }
    for key in ["derivedMoves", "experimentalDerivedMoves"] {
        if let Some(derived) = whole.get(key)? {
            add_derived(&mut draft, &derived)?;
        }
    }
    match draft.ambiguous() {
        None => Ok(draft.definition),
        Some(fault) => Err(fault.at(TextPlace::Whole)),
    }
}

/// A puzzle with the orbits that are defined.
fn shape(whole: &Value<'_>, name: &str) -> Result<Draft, DefinitionError> {
    let list = whole.need("orbits")?;
    let mut orbits = Vec::new();
    for value in list.list()? {
        let name = value.need("orbitName")?;
        let (places, orientations) = (value.need("numPieces")?, value.need("numOrientations")?);
        add_orbit(&mut orbits, name.text()?, &places.written(), &orientations.written())
            .map_err(|fault| value.error(fault))?;
    }
    Draft::new(name.to_owned(), orbits).map_err(|fault| list.error(fault))
}

/// The transformation that a value describes. Orbits that are missing are not changed.
fn transformation(shape: &Shape, value: &Value<'_>) -> Result<Transformation, DefinitionError> {
    let mut sources: Vec<u16> = (0..shape.places() as u16).collect();
    let mut twists = vec![0; shape.places()];
    for (name, entry) in value.entries()? {
        let unknown = || entry.error(DefinitionFault::UnknownOrbit(name.to_owned()));
        let number = shape.orbit_named(name).ok_or_else(unknown)?;
        let (orbit, range) = (&shape.orbits()[number], shape.range(number));
        let list = entry.need("permutation")?;
        let from: Vec<usize> = numbers(orbit, &list, "place", orbit.places - 1)?.into_iter().map(usize::from).collect();
        check_permutation(orbit, &from, 0).map_err(|fault| list.error(fault))?;
        for (place, &from) in range.clone().zip(&from) {
            sources[place] = (range.start + from) as u16;
        }
        let turns =
            numbers(orbit, &entry.need("orientationDelta")?, "orientation", usize::from(orbit.orientations) - 1)?;
        twists[range].copy_from_slice(&turns);
    }
    Ok(Transformation::new(shape, sources, twists).expect("a permutation that was checked"))
}
