//! Definitions from geometry: a solid, cut by planes, and turns of what is between them.

use super::super::{Definition, NamedMove, Orbit, Position, Shape, Transformation};
use super::kinds::{Kind, Sorting};
use super::solid::Face;
use super::stickers::{self, Turn};

/// A puzzle as a solid and its turns, which also say where it is cut.
///
/// Pieces that neither moves nor other names move are left out. Places that rotations exchange share an orbit, so
/// puzzles whose moves keep pieces of one kind apart do without rotations.
#[derive(Clone, Debug)]
pub(super) struct TurnedSolid {
    /// The name.
    pub name: String,
    /// The faces of the solid.
    pub faces: Vec<Face>,
    /// The moves.
    pub moves: Vec<Turn>,
    /// Rotations of the solid.
    pub rotations: Vec<Turn>,
    /// Further turns with names.
    pub names: Vec<Turn>,
    /// Pieces with fewer stickers are left out.
    pub least_stickers: usize,
    /// Names of orbits in place of the usual ones.
    pub orbit_names: &'static [(&'static str, &'static str)],
}

impl TurnedSolid {
    /// One without rotations and further names.
    pub fn new(name: &str, faces: Vec<Face>, moves: Vec<Turn>) -> Self {
        let (rotations, names) = (Vec::new(), Vec::new());
        Self { name: name.to_owned(), faces, moves, rotations, names, least_stickers: 1, orbit_names: &[] }
    }

    /// The definition of the puzzle.
    pub fn definition(&self) -> Definition {
        let turns = || self.moves.iter().chain(&self.names).chain(&self.rotations);
        let stickers = stickers::stickers(&self.faces, turns());
        let images: Vec<_> = turns().map(|turn| stickers::images(&stickers, turn)).collect();
        let sorting = Sorting::new(&stickers, &images);
        let mut kinds = sorting.kinds(&images[..self.moves.len() + self.names.len()]);
        kinds.retain(|kind| kind.size >= self.least_stickers);

        let shape = Shape::new(self.orbits(&kinds));
        let solved = Position::untwisted(&shape, kinds.iter().flat_map(|kind| sorting.looks(kind)));
        let layout = Layout::new(&kinds, stickers.len());
        let mut named = turns().zip(&images).map(|(turn, images)| NamedMove {
            name: turn.name.clone(),
            transformation: layout.transformation(&shape, images),
        });
        Definition {
            name: self.name.clone(),
            solved: solved.expect("nothing is turned"),
            moves: named.by_ref().take(self.moves.len()).collect(),
            names: named.by_ref().take(self.names.len()).collect(),
            rotations: named.collect(),
            illegal: Vec::new(),
            shape,
        }
    }

    /// The orbits with their names: corners have three or more stickers, edges two, centres one.
    fn orbits(&self, kinds: &[Kind]) -> Vec<Orbit> {
        let usual = |kind: &Kind| match kind.size {
            1 => "CENTERS",
            2 => "EDGES",
            _ => "CORNERS",
        };
        let orbit = |(number, kind): (usize, &Kind)| {
            let before = kinds[..number].iter().filter(|other| usual(other) == usual(kind)).count();
            let name = if before == 0 { usual(kind).to_owned() } else { format!("{}{}", usual(kind), before + 1) };
            let other = self.orbit_names.iter().find(|(usual, _)| *usual == name);
            Orbit {
                name: other.map_or(name, |&(_, other)| other.to_owned()),
                places: kind.references.len(),
                orientations: kind.references[0].len() as u8,
            }
        };
        kinds.iter().enumerate().map(orbit).collect()
    }
}

/// The reference stickers at all places.
struct Layout<'a> {
    kinds: &'a [Kind],
    /// The place, counted through all orbits, and the orientation of a piece with its reference sticker here.
    by_sticker: Vec<Option<(usize, u8)>>,
}

impl<'a> Layout<'a> {
    /// The layout of the places of these kinds.
    fn new(kinds: &'a [Kind], stickers: usize) -> Self {
        let mut by_sticker = vec![None; stickers];
        for (place, references) in kinds.iter().flat_map(|kind| &kind.references).enumerate() {
            for (orientation, &sticker) in references.iter().enumerate() {
                by_sticker[sticker] = Some((place, orientation as u8));
            }
        }
        Self { kinds, by_sticker }
    }

    /// The transformation that brings each sticker to its image.
    fn transformation(&self, shape: &Shape, images: &[usize]) -> Transformation {
        let mut sources = vec![0; shape.places()];
        let mut twists = vec![0; shape.places()];
        for (source, references) in self.kinds.iter().flat_map(|kind| &kind.references).enumerate() {
            let image = self.by_sticker[images[references[0]]];
            let (place, twist) = image.expect("reference stickers come to reference stickers");
            sources[place] = source as u16;
            twists[place] = twist;
        }
        Transformation::new(shape, sources, twists).expect("turns permute the places of each orbit")
    }
}
