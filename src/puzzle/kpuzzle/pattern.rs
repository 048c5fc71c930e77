//! Patterns of KPuzzle: the piece and the orientation at each place of each orbit.

use super::super::draft::{check_count, out_of_range};
use super::super::{DefinitionError, DefinitionFault, Look, Orbit, Position, Shape};
use super::json::parse;
use super::value::Value;

/// Reads a pattern of a puzzle with this shape. Any numbers of pieces are understood: a pattern may have others than
/// the solved position.
pub fn read_pattern(shape: &Shape, text: &str) -> Result<Position, DefinitionError> {
    pattern(shape, &Value::whole(&parse(text)?), |_| usize::from(u8::MAX))
}

/// The pattern that a value describes, in which the pieces of an orbit are numbered up to `most`.
pub fn pattern(shape: &Shape, value: &Value<'_>, most: impl Fn(&Orbit) -> usize) -> Result<Position, DefinitionError> {
    for (name, entry) in value.entries()? {
        shape.orbit_named(name).ok_or_else(|| entry.error(DefinitionFault::UnknownOrbit(name.to_owned())))?;
    }
    let mut looks = Vec::new();
    for orbit in shape.orbits() {
        let entry = value.need(&orbit.name)?;
        let pieces = numbers(orbit, &entry.need("pieces")?, "piece", most(orbit))?;
        let moduli = moduli(orbit, &entry)?;
        let turns = numbers(orbit, &entry.need("orientation")?, "orientation", usize::from(orbit.orientations) - 1)?;
        let seen = pieces.into_iter().zip(turns).zip(moduli);
        looks.extend(seen.map(|((piece, turn), period)| Look { piece, period, orientation: turn % period }));
    }
    Ok(Position::new(shape, looks).expect("numbers that were checked"))
}

/// The periods of the orientations of an orbit.
fn moduli(orbit: &Orbit, entry: &Value<'_>) -> Result<Vec<u8>, DefinitionError> {
    let Some(list) = entry.get("orientationMod")? else { return Ok(vec![orbit.orientations; orbit.places]) };
    check_count(orbit, list.length()?).map_err(|fault| list.error(fault))?;
    let modulus = |value: Value<'_>| match value.number() {
        Some(0) => Ok(orbit.orientations),
        Some(modulus) if u64::from(orbit.orientations).is_multiple_of(modulus) => Ok(modulus as u8),
        _ => Err(value.error(DefinitionFault::Modulus {
            modulus: value.written(),
            orientations: orbit.orientations,
            orbit: orbit.name.clone(),
        })),
    };
    list.list()?.into_iter().map(modulus).collect()
}

/// A list of numbers up to `most`, less than 256, for the places of an orbit.
pub fn numbers(orbit: &Orbit, list: &Value<'_>, what: &'static str, most: usize) -> Result<Vec<u8>, DefinitionError> {
    check_count(orbit, list.length()?).map_err(|fault| list.error(fault))?;
    let number = |value: Value<'_>| {
        let number = value.number().filter(|&number| number <= most as u64);
        let fault = || value.error(out_of_range(orbit, what, &value.written(), 0, most));
        number.map(|number| number as u8).ok_or_else(fault)
    };
    list.list()?.into_iter().map(number).collect()
}
