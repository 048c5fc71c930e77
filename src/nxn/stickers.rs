//! The visible state of a cube.

use super::geometry::Permutation;
use super::{Move, Size};
use crate::cube::Symmetry;
use crate::cube::geometry::{CORNER_FACES, FaceMap, IDENTITY_FACES, NORMALS};
use std::collections::HashMap;

/// The colour of every facelet, given as the face that has this colour on the solved cube in the standard orientation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stickers {
    size: Size,
    colours: Vec<u8>,
}

impl Stickers {
    /// The solved cube.
    pub fn solved(size: Size) -> Self {
        Self { size, colours: (0..size.facelets()).map(|sticker| (sticker / size.per_face()) as u8).collect() }
    }

    /// A cube with these colours, in the order of [`facelet`](super::facelet). The cube need not be reachable:
    /// `notation` checks user input.
    ///
    /// # Panics
    /// If there are too few colours or too many, or a colour that no face has.
    pub fn new(size: Size, colours: Vec<u8>) -> Self {
        assert!(colours.len() == size.facelets() && colours.iter().all(|&colour| colour < 6));
        Self { size, colours }
    }

    /// The solved cube after a move sequence.
    ///
    /// # Panics
    /// If the cube does not have one of the layers.
    pub fn after(size: Size, sequence: &[Move]) -> Self {
        Self::solved(size).then(sequence)
    }

    /// Number of layers.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The colour of each facelet.
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The cube after a move sequence.
    ///
    /// # Panics
    /// If the cube does not have one of the layers.
    #[must_use]
    pub fn then(&self, sequence: &[Move]) -> Self {
        let mut permutations: HashMap<Move, Permutation> = HashMap::new();
        sequence.iter().fold(self.clone(), |cube, &turn| {
            cube.permuted(permutations.entry(turn).or_insert_with(|| Permutation::of(self.size, turn)))
        })
    }

    /// The cube with its stickers moved.
    #[must_use]
    pub fn permuted(&self, permutation: &Permutation) -> Self {
        let colours = permutation.sources().iter().map(|&source| self.colours[usize::from(source)]).collect();
        Self { size: self.size, colours }
    }

    /// Returns whether every face has one colour.
    pub fn is_solved(&self) -> bool {
        self.colours.chunks(self.size.per_face()).all(|face| face.iter().all(|&colour| colour == face[0]))
    }

    /// The colours of a corner slot, in the order of [`CORNER_FACES`].
    pub fn corner(&self, slot: usize) -> [u8; 3] {
        let faces = CORNER_FACES[slot];
        let reach = self.size.layers() as i8 - 1;
        let position: [i8; 3] =
            std::array::from_fn(|i| faces.iter().map(|&face| reach * NORMALS[usize::from(face)][i]).sum());
        faces.map(|face| self.colours[super::facelet(self.size, position, face)])
    }

    /// The colours of the six centres, on cubes that have them.
    pub fn centres(&self) -> Option<[u8; 6]> {
        let per_face = self.size.per_face();
        self.size.is_odd().then(|| std::array::from_fn(|face| self.colours[face * per_face + per_face / 2]))
    }

    /// The cube with other colours: `map[c]` instead of `c`.
    #[must_use]
    pub fn recoloured(&self, map: FaceMap) -> Self {
        Self { size: self.size, colours: self.colours.iter().map(|&colour| map[usize::from(colour)]).collect() }
    }

    /// The same cube with its colours renamed by a rotation, so that a fixed part of it looks solved: the centres if
    /// there are any and `by_centres` is set, else the corner DBL. Turns mean the same before and after, and two cubes
    /// that differ only in the names of their colours become equal. `None` if no rotation does this, which happens only
    /// with stickers that no cube has.
    pub fn in_normal_frame(&self, by_centres: bool) -> Option<Self> {
        const DBL: usize = 6;
        let centres = self.centres().filter(|_| by_centres);
        let is_home = |map: &FaceMap| match centres {
            Some(centres) => centres.map(|colour| map[usize::from(colour)]) == IDENTITY_FACES,
            None => self.corner(DBL).map(|colour| map[usize::from(colour)]) == CORNER_FACES[DBL],
        };
        Symmetry::rotations().map(Symmetry::face_map).find(is_home).map(|map| self.recoloured(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cubies, FaceTurn};
    use crate::notation::facelet_faces;

    /// Face turns of the 3x3x3 agree with those of the cubies.
    #[test]
    fn the_3x3x3_is_the_same_as_its_cubies() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let sequence: Vec<FaceTurn> = (0..20).filter_map(|_| FaceTurn::new(random.u8(..18))).collect();
            let turns: Vec<Move> = sequence.iter().map(|m| Move::outer(m.face(), m.quarters())).collect();
            let stickers = Stickers::after(Size::THREE, &turns);
            assert_eq!(stickers.colours(), facelet_faces(&Cubies::after(&sequence)));
        }
    }

    #[test]
    fn rotations_are_undone_by_the_normal_frame() {
        let mut random = fastrand::Rng::with_seed(6);
        for size in Size::all() {
            let n = size.layers();
            for _ in 0..50 {
                let sequence: Vec<Move> = (0..10).map(|_| Move::new(random.u8(..3), 1, random.u8(1..n), 1)).collect();
                let cube = Stickers::after(size, &sequence);
                let rotation = Move::new(random.u8(..6), 1, n, random.u8(..4));
                assert!(Stickers::after(size, &[rotation]).is_solved() && rotation.is_rotation(size));
                // Turns after a rotation differ from those before it only by the names of the colours.
                let held_otherwise = Stickers::after(size, &[rotation]).then(&sequence);
                for by_centres in [false, true] {
                    let normal = cube.in_normal_frame(by_centres).unwrap();
                    assert_eq!(held_otherwise.in_normal_frame(by_centres), Some(normal.clone()));
                    assert_eq!(normal.in_normal_frame(by_centres), Some(normal));
                }
            }
        }
    }
}
