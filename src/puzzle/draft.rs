//! A definition in the making: what the readers of all formats check.

use super::{Definition, DefinitionFault, NamedMove, Orbit, Position, Shape, Transformation};
use crate::text::is_prime;
use std::collections::HashSet;

/// The most places of all orbits together.
const MOST_PLACES: usize = 4096;
/// The most rotations, and the most other names.
pub const MOST_NAMES: usize = 1000;

/// The name of a puzzle that has none.
pub const UNNAMED: &str = "unnamed";

/// A definition in the making, whose orbits are complete.
pub struct Draft {
    /// The definition so far.
    pub definition: Definition,
    taken: HashSet<String>,
}

impl Draft {
    /// A puzzle of these orbits, without moves.
    pub fn new(name: String, orbits: Vec<Orbit>) -> Result<Self, DefinitionFault> {
        if orbits.is_empty() {
            return Err(DefinitionFault::NoOrbits);
        }
        let shape = Shape::new(orbits);
        let solved = Position::labelled(&shape);
        let (moves, rotations, names, illegal) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Self {
            definition: Definition { name, shape, solved, moves, rotations, names, illegal },
            taken: HashSet::new(),
        })
    }

    /// Adds a move, or a rotation if it is named like one.
    pub fn add_move(&mut self, name: &str, transformation: Transformation) -> Result<(), DefinitionFault> {
        self.take(name)?;
        let (list, most, fault) = if is_rotation(name) {
            (&mut self.definition.rotations, MOST_NAMES, too_many("rotations"))
        } else {
            (&mut self.definition.moves, Definition::MOST_MOVES, DefinitionFault::too_many_moves())
        };
        if list.len() == most {
            return Err(fault);
        }
        list.push(NamedMove { name: name.to_owned(), transformation });
        Ok(())
    }

    /// Adds another name.
    pub fn add_name(&mut self, name: &str, transformation: Transformation) -> Result<(), DefinitionFault> {
        self.take(name)?;
        if self.definition.names.len() == MOST_NAMES {
            return Err(too_many("other names"));
        }
        self.definition.names.push(NamedMove { name: name.to_owned(), transformation });
        Ok(())
    }

    /// Takes a name that must not be there yet.
    fn take(&mut self, name: &str) -> Result<(), DefinitionFault> {
        if !is_name(name) {
            return Err(DefinitionFault::Name(name.to_owned()));
        }
        match self.taken.insert(name.to_owned()) {
            true => Ok(()),
            false => Err(DefinitionFault::Twice(name.to_owned())),
        }
    }

    /// Returns a name that another move with an amount has too, as soon as all names are known.
    pub fn ambiguous(&self) -> Option<DefinitionFault> {
        let definition = &self.definition;
        let names = definition.moves.iter().chain(&definition.rotations).chain(&definition.names);
        names.map(|named| &named.name).find_map(|name| {
            let base = without_amount(name);
            let unsigned = name.trim_end_matches(is_prime);
            let base = [base, unsigned].into_iter().find(|&base| base != name && self.taken.contains(base))?;
            Some(DefinitionFault::Amount { name: name.clone(), base: base.to_owned() })
        })
    }
}

/// The fault of too many names of a kind.
pub fn too_many(what: &'static str) -> DefinitionFault {
    DefinitionFault::TooMany { what, most: MOST_NAMES }
}

/// A name without an amount and an apostrophe at its end.
fn without_amount(name: &str) -> &str {
    name.trim_end_matches(is_prime).trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Returns whether a sequence can have a move of this name.
pub fn is_name(name: &str) -> bool {
    let is_part = |c: char| !c.is_whitespace() && !c.is_control() && !"[]():,=#".contains(c);
    !without_amount(name).is_empty() && name.chars().all(is_part)
}

/// Returns whether a move of this name rotates the whole puzzle: `x`, `y`, `z`, and faces in capital letters with a `v`
/// behind them, as `Uv` or `F_Rv`, with or without an amount.
pub fn is_rotation(name: &str) -> bool {
    let base = without_amount(name);
    let faces = base.strip_suffix('v').unwrap_or_default();
    matches!(base, "x" | "y" | "z") || !faces.is_empty() && faces.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// Adds an orbit whose numbers are given as text.
pub fn add_orbit(orbits: &mut Vec<Orbit>, name: &str, places: &str, orientations: &str) -> Result<(), DefinitionFault> {
    let looks_like_numbers = name.chars().all(|c| c.is_ascii_digit() || "?+-".contains(c));
    if looks_like_numbers || name == "End" || name.starts_with('#') || name.contains(char::is_whitespace) {
        return Err(DefinitionFault::OrbitName(name.to_owned()));
    }
    if orbits.iter().any(|known| known.name == name) {
        return Err(DefinitionFault::Twice(name.to_owned()));
    }
    let number = |text: &str, most: usize| text.parse().ok().filter(|number| (1..=most).contains(number));
    let most_orientations = usize::from(Orbit::MOST_ORIENTATIONS);
    let found = number(places, Orbit::MOST_PLACES).ok_or_else(|| DefinitionFault::Places(places.to_owned()))?;
    let turned = number(orientations, most_orientations)
        .ok_or_else(|| DefinitionFault::Orientations(orientations.to_owned()))?;
    if orbits.iter().map(|known| known.places).sum::<usize>() + found > MOST_PLACES {
        return Err(DefinitionFault::AllPlaces(MOST_PLACES));
    }
    orbits.push(Orbit { name: name.to_owned(), places: found, orientations: turned as u8 });
    Ok(())
}

/// Checks the number of entries for an orbit.
pub fn check_count(orbit: &Orbit, found: usize) -> Result<(), DefinitionFault> {
    match found == orbit.places {
        true => Ok(()),
        false => Err(DefinitionFault::Count { found, places: orbit.places, orbit: orbit.name.clone() }),
    }
}

/// Checks that the numbers, which count from `least`, are a permutation of the places of an orbit.
pub fn check_permutation(orbit: &Orbit, numbers: &[usize], least: usize) -> Result<(), DefinitionFault> {
    let mut seen = vec![false; orbit.places];
    match numbers.iter().find(|&&number| std::mem::replace(&mut seen[number], true)) {
        None => Ok(()),
        Some(&twice) => Err(DefinitionFault::Permutation { orbit: orbit.name.clone(), twice: twice + least }),
    }
}

/// The fault of a text that is no number of a range.
pub fn out_of_range(orbit: &Orbit, what: &'static str, found: &str, least: usize, most: usize) -> DefinitionFault {
    DefinitionFault::Range { found: found.to_owned(), what, orbit: orbit.name.clone(), least, most }
}
