//! The reader of definitions in lines.

use super::super::draft::{Draft, UNNAMED, add_orbit, check_permutation, out_of_range};
use super::super::{Definition, DefinitionError, DefinitionFault, Illegal, Orbit, TextPlace, Transformation};
use super::lines::{Entry, Line, entries, lines, numbers};
use super::solved::position;
use crate::units::shown;
use std::iter::Peekable;

/// Reads a definition.
///
/// Pieces, places and permutations are counted from 1 in `Solved`, `Move` and `Illegal`, and from 0 in `StartState` and
/// `MoveTransformation`. The orientations of `Move` turn the piece that *was* at the place, those of
/// `MoveTransformation` the piece that comes to it.
pub fn read(text: &str) -> Result<Definition, DefinitionError> {
    let mut reader =
        Reader { lines: lines(text).peekable(), name: None, orbits: Vec::new(), draft: None, solved: None };
    while let Some(line) = reader.lines.next() {
        reader.part(line)?;
    }
    reader.finish()
}

struct Reader<'a, L: Iterator<Item = Line<'a>>> {
    lines: Peekable<L>,
    name: Option<String>,
    orbits: Vec<Orbit>,
    /// There as soon as the sets are complete.
    draft: Option<Draft>,
    /// The line with the solved position.
    solved: Option<Line<'a>>,
}

impl<'a, L: Iterator<Item = Line<'a>>> Reader<'a, L> {
    /// Reads what a line opens.
    fn part(&mut self, line: Line<'a>) -> Result<(), DefinitionError> {
        let words = line.words();
        match words[0] {
            "Name" => self.name(line),
            "Set" => self.set(line, &words[1..]),
            "Solved" => self.solved(line, "Solved", 1),
            "StartState" => self.solved(line, "StartState", 0),
            "Move" => self.transformation(line, &words[1..], Dialect::Piece),
            "MoveTransformation" => self.transformation(line, &words[1..], Dialect::Place),
            "MoveAlias" => self.alias(line, &words[1..]),
            "MoveSequence" => self.sequence(line, &words[1..]),
            "Illegal" => self.illegal(line, &words[1..]),
            unknown => Err(line.error(DefinitionFault::UnknownLine(unknown.to_owned()))),
        }
    }

    fn name(&mut self, line: Line<'a>) -> Result<(), DefinitionError> {
        let name = line.text["Name".len()..].trim();
        if name.is_empty() {
            return Err(line.error(DefinitionFault::Form("Name NAME")));
        }
        match self.name.replace(name.to_owned()) {
            None => Ok(()),
            Some(_) => Err(line.error(DefinitionFault::Twice("Name".to_owned()))),
        }
    }

    fn set(&mut self, line: Line<'a>, words: &[&str]) -> Result<(), DefinitionError> {
        let &[name, places, orientations] = words else {
            return Err(line.error(DefinitionFault::Form("Set NAME PLACES ORIENTATIONS")));
        };
        if self.draft.is_some() {
            return Err(line.error(DefinitionFault::LateSet));
        }
        add_orbit(&mut self.orbits, name, places, orientations).map_err(|fault| line.error(fault))
    }

    /// The definition so far, with all sets.
    fn draft(&mut self, line: Line<'a>) -> Result<&mut Draft, DefinitionError> {
        if self.draft.is_none() {
            let name = self.name.clone().unwrap_or_else(|| UNNAMED.to_owned());
            let draft = Draft::new(name, self.orbits.clone()).map_err(|fault| line.error(fault))?;
            self.draft = Some(draft);
        }
        Ok(self.draft.as_mut().expect("it is there now"))
    }

    fn entries(&mut self, line: Line<'a>, what: &str) -> Result<Vec<Entry<'a>>, DefinitionError> {
        let shape = self.draft(line)?.definition.shape.clone();
        entries(&shape, &mut self.lines, line, what)
    }

    fn solved(&mut self, line: Line<'a>, what: &'static str, least: usize) -> Result<(), DefinitionError> {
        if line.text != what {
            return Err(line.error(DefinitionFault::Form(what)));
        }
        if self.solved.replace(line).is_some() {
            return Err(line.error(DefinitionFault::Twice("the solved position".to_owned())));
        }
        let entries = self.entries(line, what)?;
        let definition = &mut self.draft(line)?.definition;
        definition.solved = position(&definition.shape, &entries, least)?;
        Ok(())
    }

    fn transformation(&mut self, line: Line<'a>, words: &[&str], dialect: Dialect) -> Result<(), DefinitionError> {
        let &[name] = words else { return Err(line.error(DefinitionFault::Form(dialect.form()))) };
        let entries = self.entries(line, &format!("the move {}", shown(name)))?;
        let draft = self.draft(line)?;
        let transformation = dialect.transformation(&draft.definition, &entries)?;
        draft.add_move(name, transformation).map_err(|fault| line.error(fault))
    }

    fn alias(&mut self, line: Line<'a>, words: &[&str]) -> Result<(), DefinitionError> {
        let &[name, of] = words else { return Err(line.error(DefinitionFault::Form("MoveAlias NEW OLD"))) };
        self.named(line, name, of)
    }

    fn sequence(&mut self, line: Line<'a>, words: &[&str]) -> Result<(), DefinitionError> {
        let [name, sequence @ ..] = words else {
            return Err(line.error(DefinitionFault::Form("MoveSequence NEW MOVE MOVE …")));
        };
        self.named(line, name, &sequence.join(" "))
    }

    /// Adds a name for a sequence of moves.
    fn named(&mut self, line: Line<'a>, name: &str, sequence: &str) -> Result<(), DefinitionError> {
        let draft = self.draft(line)?;
        let transformation = draft.definition.transformation_of(sequence);
        let transformation = transformation.map_err(|error| line.error(error.fault.into()))?;
        draft.add_name(name, transformation).map_err(|fault| line.error(fault))
    }

    fn illegal(&mut self, line: Line<'a>, words: &[&str]) -> Result<(), DefinitionError> {
        let [set, place, pieces @ ..] = words else { return Err(line.error(ILLEGAL)) };
        if pieces.is_empty() {
            return Err(line.error(ILLEGAL));
        }
        let definition = &mut self.draft(line)?.definition;
        let shape = &definition.shape;
        let unknown = || line.error(DefinitionFault::UnknownOrbit((*set).to_owned()));
        let number = shape.orbit_named(set).ok_or_else(unknown)?;
        let orbit = &shape.orbits()[number];
        let below = |word: &str, what| {
            let number = word.parse::<usize>().ok().filter(|number| (1..=orbit.places).contains(number));
            number.map(|number| number - 1).ok_or_else(|| line.error(out_of_range(orbit, what, word, 1, orbit.places)))
        };
        let place = shape.range(number).start + below(place, "place")?;
        let pieces = pieces.iter().map(|word| Ok(below(word, "piece")? as u8)).collect::<Result<_, _>>()?;
        definition.illegal.push(Illegal { place, pieces });
        Ok(())
    }

    /// The definition, at the end of the text.
    fn finish(self) -> Result<Definition, DefinitionError> {
        let whole = |fault: DefinitionFault| fault.at(TextPlace::Whole);
        let solved = match (self.solved, self.orbits.is_empty()) {
            (Some(line), _) => line,
            (None, true) => return Err(whole(DefinitionFault::NoOrbits)),
            (None, false) => return Err(whole(DefinitionFault::NoSolved)),
        };
        let draft = self.draft.expect("a solved position needs the sets");
        if let Some(fault) = draft.ambiguous() {
            return Err(whole(fault));
        }
        let mut definition = draft.definition;
        definition.name = self.name.unwrap_or_else(|| UNNAMED.to_owned());
        match definition.is_legal(&definition.solved) {
            true => Ok(definition),
            false => Err(solved.error(DefinitionFault::SolvedIllegal)),
        }
    }
}

const ILLEGAL: DefinitionFault = DefinitionFault::Form("Illegal SET PLACE PIECE PIECE …");

/// The two ways to write a move.
#[derive(Clone, Copy)]
enum Dialect {
    /// `Move`: counted from 1, turned by the place that a piece leaves.
    Piece,
    /// `MoveTransformation`: counted from 0, turned by the place that a piece comes to.
    Place,
}

impl Dialect {
    fn form(self) -> &'static str {
        match self {
            Self::Piece => "Move NAME",
            Self::Place => "MoveTransformation NAME",
        }
    }

    fn transformation(self, definition: &Definition, entries: &[Entry<'_>]) -> Result<Transformation, DefinitionError> {
        let least = usize::from(matches!(self, Self::Piece));
        let shape = &definition.shape;
        let mut sources: Vec<u16> = (0..shape.places() as u16).collect();
        let mut twists = vec![0; shape.places()];
        for entry in entries {
            let orbit = &shape.orbits()[entry.orbit];
            let first = shape.range(entry.orbit).start;
            let from = numbers(orbit, entry.pieces, "place", (least, orbit.places - 1 + least))?;
            check_permutation(orbit, &from, least).map_err(|fault| entry.pieces.error(fault))?;
            let turns = match entry.orientations {
                Some(line) => numbers(orbit, line, "orientation", (0, usize::from(orbit.orientations) - 1))?,
                None => vec![0; orbit.places],
            };
            for (place, &from) in from.iter().enumerate() {
                sources[first + place] = (first + from) as u16;
                twists[first + place] = turns[if least == 1 { from } else { place }] as u8;
            }
        }
        Ok(Transformation::new(shape, sources, twists).expect("a permutation that was checked"))
    }
}
