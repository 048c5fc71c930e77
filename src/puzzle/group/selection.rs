//! Components: places that moves connect; and puzzles of some components only.

use super::super::{Orbit, Position, Shape, Transformation};
use std::borrow::Borrow;

/// The places that transformations connect, in order of their first places.
pub(super) fn components<T: Borrow<Transformation>>(shape: &Shape, generators: &[T]) -> Vec<Vec<usize>> {
    let mut component = vec![None; shape.places()];
    let mut components: Vec<Vec<usize>> = Vec::new();
    // A cycle of each generator brings a place to where it comes from: sources alone connect all that is connected.
    for first in 0..shape.places() {
        if component[first].is_some() {
            continue;
        }
        component[first] = Some(components.len());
        let mut places = vec![first];
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            for source in generators.iter().map(|by| by.borrow().source(place)) {
                if component[source].is_none() {
                    component[source] = Some(components.len());
                    places.push(source);
                }
            }
            next += 1;
        }
        places.sort_unstable();
        components.push(places);
    }
    components
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
            name: described(of, places),
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
        let see = |what: fn(&Position, usize) -> u8| self.places.iter().map(|&place| what(position, place)).collect();
        Position::new(&self.shape, see(Position::piece), see(Position::orientation), see(Position::period))
    }
}

/// A phrase for the pieces at some places of an orbit.
pub(super) fn described(shape: &Shape, places: &[usize]) -> String {
    let orbit = shape.orbit_of(places[0]);
    let (name, range) = (&shape.orbits()[orbit].name, shape.range(orbit));
    let numbers: Vec<String> = places.iter().map(|place| (place - range.start).to_string()).collect();
    match &numbers[..] {
        all if all.len() == range.len() && all.len() > 1 => format!("the {name}"),
        [place] => format!("place {place} of {name}"),
        several => format!("the {name} at places {}", several.join(", ")),
    }
}
