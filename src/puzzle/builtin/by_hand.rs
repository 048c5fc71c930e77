//! Definitions written down place by place.

use super::super::{Definition, NamedMove, Orbit, Position, Shape, Transformation};

/// A shape of orbits with these names, numbers of places and numbers of orientations.
pub(super) fn shape(orbits: &[(&str, usize, u8)]) -> Shape {
    let orbit =
        |&(name, places, orientations): &(&str, usize, u8)| Orbit { name: name.to_owned(), places, orientations };
    Shape::new(orbits.iter().map(orbit).collect())
}

/// A puzzle without rotations and other names in which all pieces are different.
pub(super) fn labelled(name: &str, shape: Shape, moves: Vec<NamedMove>) -> Definition {
    let solved = Position::labelled(&shape);
    let (rotations, names, illegal) = (Vec::new(), Vec::new(), Vec::new());
    Definition { name: name.to_owned(), shape, solved, moves, rotations, names, illegal }
}

/// A move that brings the piece of each place of a cycle to the next one, and the one of the last place to the first.
///
/// # Panics
/// If a place is in several cycles, or a cycle leaves its orbit.
pub(super) fn cycles(name: impl Into<String>, shape: &Shape, cycles: &[Vec<usize>]) -> NamedMove {
    let mut sources: Vec<u16> = (0..shape.places() as u16).collect();
    for cycle in cycles {
        for (place, &from) in cycle.iter().enumerate() {
            sources[cycle[(place + 1) % cycle.len()]] = from as u16;
        }
    }
    let transformation = Transformation::new(shape, sources, vec![0; shape.places()]);
    NamedMove { name: name.into(), transformation: transformation.expect("cycles are apart and in an orbit") }
}

/// The move with some pieces turned where they come to: pairs of a place and a change of orientation.
///
/// # Panics
/// If the change of orientation is none of the orbit.
pub(super) fn twisted(shape: &Shape, by: &NamedMove, twists: &[(usize, u8)]) -> NamedMove {
    let mut all = vec![0; shape.places()];
    twists.iter().for_each(|&(place, twist)| all[place] = twist);
    let sources = (0..shape.places()).map(|place| by.transformation.source(place) as u16).collect();
    let transformation = Transformation::new(shape, sources, all).expect("twists are orientations of the orbit");
    NamedMove { name: by.name.clone(), transformation }
}
