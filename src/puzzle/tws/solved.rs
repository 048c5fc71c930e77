//! The solved position of a definition in lines.

use super::super::draft::{check_count, out_of_range};
use super::super::{DefinitionError, Orbit, Position, Shape};
use super::lines::{Entry, Line, numbers};

/// The position that the entries describe. Pieces are counted from `least`; an orbit without an entry is solved with
/// all pieces different, and one without orientations is not turned.
pub fn position(shape: &Shape, entries: &[Entry<'_>], least: usize) -> Result<Position, DefinitionError> {
    let mut looks = Position::labelled(shape).looks().to_vec();
    for entry in entries {
        let orbit = &shape.orbits()[entry.orbit];
        let range = shape.range(entry.orbit);
        let found = numbers(orbit, entry.pieces, "piece", (least, orbit.places - 1 + least))?;
        for (place, piece) in range.clone().zip(found) {
            looks[place].piece = piece as u8;
        }
        if let Some(line) = entry.orientations {
            for (place, turned) in range.zip(turns(orbit, line)?) {
                looks[place] = match turned {
                    Some(by) => looks[place].turned(by),
                    None => looks[place].known(1),
                };
            }
        }
    }
    Ok(Position::new(shape, looks).expect("numbers that were checked"))
}

/// Orientations of a line, `None` where it does not matter.
fn turns(orbit: &Orbit, line: Line<'_>) -> Result<Vec<Option<u8>>, DefinitionError> {
    let words = line.words();
    check_count(orbit, words.len()).map_err(|fault| line.error(fault))?;
    let turn = |word: &str| {
        let most = orbit.orientations - 1;
        let number = word.parse::<u8>().ok().filter(|&number| number <= most).map(Some);
        let number = if word == "?" { Some(None) } else { number };
        number.ok_or_else(|| line.error(out_of_range(orbit, "orientation", word, 0, usize::from(most))))
    };
    words.into_iter().map(turn).collect()
}
