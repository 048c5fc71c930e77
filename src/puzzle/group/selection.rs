//! Components: places that moves connect; and puzzles of some components only.

use super::super::classes::Classes;
use super::super::{Definition, NamedMove, Orbit, Position, Shape, Transformation};
use std::borrow::Borrow;

/// The places that transformations connect, in order of their first places.
pub(super) fn components<T: Borrow<Transformation>>(shape: &Shape, generators: &[T]) -> Vec<Vec<usize>> {
    let mut classes = Classes::new(shape.places());
    for by in generators {
        (0..shape.places()).for_each(|place| classes.join(place, by.borrow().source(place)));
    }
    classes.members()
}

/// A puzzle of some components of another one, each an orbit of its own.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    shape: Shape,
    /// For each place the one in the other puzzle.
    places: Vec<usize>,
    /// For each place of the other puzzle the one here.
    chosen: Vec<Option<u16>>,
}

impl Selection {
    /// The puzzle of components, each with the number of orientations that its pieces have here: a divisor of what they
    /// have in the other puzzle.
    pub fn new(of: &Shape, components: &[(Vec<usize>, u8)]) -> Self {
        let orbits = components.iter().map(|(places, orientations)| Orbit {
            name: described(of, places, &numbers(of)),
            places: places.len(),
            orientations: *orientations,
        });
        let places: Vec<usize> = components.iter().flat_map(|(places, _)| places).copied().collect();
        let mut chosen = vec![None; of.places()];
        places.iter().zip(0..).for_each(|(&place, number)| chosen[place] = Some(number));
        Self { shape: Shape::new(orbits.collect()), places, chosen }
    }

    /// The puzzle of all components with all orientations.
    pub fn all(of: &Shape, components: Vec<Vec<usize>>) -> Self {
        let orientations = |places: &[usize]| of.orbits()[of.orbit_of(places[0])].orientations;
        let components = components.into_iter().map(|places| {
            let orientations = orientations(&places);
            (places, orientations)
        });
        Self::new(of, &components.collect::<Vec<_>>())
    }

    /// The shape; an orbit's name is a phrase, `the EDGES` for example.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The shape, with names of the places of the other puzzle in the phrases.
    pub fn described(&self, of: &Shape, names: &[String]) -> Shape {
        let orbits = self.shape.orbits().iter().enumerate().map(|(number, orbit)| {
            let places: Vec<usize> = self.shape.range(number).map(|place| self.places[place]).collect();
            Orbit { name: described(of, &places, names), ..orbit.clone() }
        });
        Shape::new(orbits.collect())
    }

    /// A transformation of the other puzzle here; `None` if a piece leaves its component.
    pub fn transformation(&self, by: &Transformation) -> Option<Transformation> {
        if by.places() != self.chosen.len() {
            return None;
        }
        let sources: Option<Vec<u16>> = self.places.iter().map(|&place| self.chosen[by.source(place)]).collect();
        let twists = self.places.iter().zip(self.shape.orientations());
        let twists = twists.map(|(&place, orientations)| by.twist(place) % orientations).collect();
        Transformation::new(&self.shape, sources?, twists)
    }

    /// A position of the other puzzle here; `None` if a period does not divide the number of orientations.
    pub fn position(&self, position: &Position) -> Option<Position> {
        Position::new(&self.shape, self.places.iter().map(|&place| position.look(place)))
    }
}

/// A phrase for the pieces at some places of an orbit, which have names.
pub(super) fn described(shape: &Shape, places: &[usize], names: &[String]) -> String {
    let orbit = shape.orbit_of(places[0]);
    let (name, range) = (&shape.orbits()[orbit].name, shape.range(orbit));
    let are_numbers = names[places[0]].starts_with(|c: char| c.is_ascii_digit());
    let listed: Vec<&str> = places.iter().map(|&place| &*names[place]).collect();
    match &listed[..] {
        all if all.len() == range.len() && all.len() > 1 => format!("the {name}"),
        [place] if are_numbers => format!("place {place} of {name}"),
        [place] => format!("the place {place}"),
        several if are_numbers => format!("the {name} at places {}", several.join(", ")),
        several => format!("the {name} at {}", several.join(", ")),
    }
}

/// The number of each place in its orbit.
fn numbers(shape: &Shape) -> Vec<String> {
    (0..shape.orbits().len()).flat_map(|orbit| (0..shape.range(orbit).len()).map(|number| number.to_string())).collect()
}

/// A name for each place of a puzzle: that of the faces whose turns move it, such as `UFR`, where each place of its
/// orbit has its own; else its number.
pub(super) fn place_names(definition: &Definition) -> Vec<String> {
    let (shape, mut names) = (&definition.shape, numbers(&definition.shape));
    let is_face = |by: &&NamedMove| matches!(by.name.as_bytes(), [letter] if letter.is_ascii_uppercase());
    let mut faces: Vec<&NamedMove> = definition.moves.iter().filter(is_face).collect();
    // The usual order: `UFR`.
    faces.sort_by_key(|face| "UDFBRL".find(&*face.name).unwrap_or(usize::MAX));
    for orbit in 0..shape.orbits().len() {
        let of = |place: usize| -> String {
            faces.iter().filter(|face| face.transformation.changes(place)).map(|face| &*face.name).collect()
        };
        let own: Vec<String> = shape.range(orbit).map(of).collect();
        let is_clear = |(number, name): (usize, &String)| name.len() > 1 && !own[..number].contains(name);
        if own.iter().enumerate().all(is_clear) {
            names.splice(shape.range(orbit), own);
        }
    }
    names
}
