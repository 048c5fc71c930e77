//! Lines of a definition, without comments and blank ones, and the parts that they make.

use super::super::draft::{check_count, out_of_range};
use super::super::{DefinitionError, DefinitionFault, Orbit, Shape, TextPlace};
use std::iter::Peekable;

/// A line that is not empty.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// The text, without white space around it.
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// The words.
    pub fn words(self) -> Vec<&'a str> {
        self.text.split_whitespace().collect()
    }

    /// The error with this fault at the line.
    pub fn error(self, fault: DefinitionFault) -> DefinitionError {
        fault.at(TextPlace::Line(self.number))
    }
}

/// The lines of a text, in order.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text: text.trim() });
    numbered.filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
}

/// The lines of a part for an orbit.
pub struct Entry<'a> {
    /// The orbit's number.
    pub orbit: usize,
    /// The line with the pieces.
    pub pieces: Line<'a>,
    /// The line with the orientations, if there is one.
    pub orientations: Option<Line<'a>>,
}

/// Reads entries up to `End`; `what` opened them, in the line `opening`.
pub fn entries<'a>(
    shape: &Shape,
    lines: &mut Peekable<impl Iterator<Item = Line<'a>>>,
    opening: Line<'_>,
    what: &str,
) -> Result<Vec<Entry<'a>>, DefinitionError> {
    let no_end = || opening.error(DefinitionFault::NoEnd(what.to_owned()));
    let mut entries: Vec<Entry<'a>> = Vec::new();
    loop {
        let line = lines.next().ok_or_else(no_end)?;
        if line.text == "End" {
            return Ok(entries);
        }
        let Some(orbit) = shape.orbit_named(line.text) else {
            // The next part has begun.
            let is_opening = line.text.split_whitespace().next().is_some_and(|word| OPENINGS.contains(&word));
            return Err(if is_opening { no_end() } else { line.error(unknown_orbit(line)) });
        };
        if entries.iter().any(|entry| entry.orbit == orbit) {
            return Err(line.error(DefinitionFault::Twice(line.text.to_owned())));
        }
        let pieces = lines.next().ok_or_else(no_end)?;
        if pieces.text == "End" {
            let orbit = &shape.orbits()[orbit];
            return Err(pieces.error(DefinitionFault::Count {
                found: 0,
                places: orbit.places,
                orbit: orbit.name.clone(),
            }));
        }
        let orientations = lines.next_if(|line| is_numbers(line.text) && shape.orbit_named(line.text).is_none());
        entries.push(Entry { orbit, pieces, orientations });
    }
}

/// The words that open something else.
const OPENINGS: [&str; 9] =
    ["Name", "Set", "Solved", "StartState", "Move", "MoveTransformation", "MoveAlias", "MoveSequence", "Illegal"];

fn unknown_orbit(line: Line<'_>) -> DefinitionFault {
    DefinitionFault::UnknownOrbit(line.text.to_owned())
}

/// Returns whether a line looks like one of numbers, with `?` for what is not known.
fn is_numbers(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "?+-".contains(c))
}

/// Numbers of a line for the places of an orbit, less `least`: each is to be `least` to `most`.
pub fn numbers(
    orbit: &Orbit,
    line: Line<'_>,
    what: &'static str,
    (least, most): (usize, usize),
) -> Result<Vec<usize>, DefinitionError> {
    let words = line.words();
    check_count(orbit, words.len()).map_err(|fault| line.error(fault))?;
    let number = |word: &str| {
        let number = word.parse::<usize>().ok().filter(|number| (least..=most).contains(number));
        number.map(|number| number - least).ok_or_else(|| line.error(out_of_range(orbit, what, word, least, most)))
    };
    words.into_iter().map(number).collect()
}
