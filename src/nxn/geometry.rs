//! The positions of the stickers of a cube of any size, and their images under turns.
//!
//! Lengths are counted in half cubies, so that the middles of all cubies have whole coordinates: from `-(n-1)` to `n-1`
//! in steps of two. Everything else follows from the vectors along the rows and columns of each face.

use super::{Move, Size};
use crate::cube::geometry::{NORMALS, face_of_normal, turned_vector};

/// For each face, the directions of its rows (to the right) and columns (downwards) as the face is read: U is seen with
/// B on top, D with F on top, the sides with U on top.
const READING: [[[i8; 3]; 2]; 6] = [
    [[1, 0, 0], [0, 0, 1]],
    [[0, 0, -1], [0, -1, 0]],
    [[1, 0, 0], [0, -1, 0]],
    [[1, 0, 0], [0, 0, -1]],
    [[0, 0, 1], [0, -1, 0]],
    [[-1, 0, 0], [0, -1, 0]],
];

/// The directions of the rows of a face (to the right) and of its columns (downwards) as the face is read.
///
/// # Panics
/// If there is no such face.
pub const fn reading(face: usize) -> [[i8; 3]; 2] {
    READING[face]
}

/// A permutation of the stickers, given by the source of each sticker of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    sources: Vec<u16>,
}

impl Permutation {
    /// The effect of a turn on the stickers.
    ///
    /// # Panics
    /// If the cube has no such layer.
    pub fn of(size: Size, turn: Move) -> Self {
        assert!(turn.last <= size.layers(), "a {size} cube has no layer {}", turn.last);
        let mut sources: Vec<u16> = (0..size.facelets() as u16).collect();
        for sticker in 0..size.facelets() {
            let image = (0..turn.quarters).fold(sticker, |at, _| image_of(size, turn, at));
            sources[image] = sticker as u16;
        }
        Self { sources }
    }

    /// For each sticker, the one that comes to its place.
    pub fn sources(&self) -> &[u16] {
        &self.sources
    }

    /// This permutation, then the next one.
    #[cfg(test)]
    pub fn then(&self, next: &Self) -> Self {
        Self { sources: next.sources.iter().map(|&source| self.sources[usize::from(source)]).collect() }
    }
}

/// The middle of the cubie to which a sticker belongs, and the sticker's face.
fn place_of(size: Size, sticker: usize) -> ([i8; 3], u8) {
    let (face, within) = (sticker / size.per_face(), sticker % size.per_face());
    let n = i32::from(size.layers());
    let reach = n as i8 - 1;
    let (row, column) = (within as i32 / n, within as i32 % n);
    let [right, down] = READING[face];
    let [right_steps, down_steps] = [column, row].map(|step| 2 * step as i8 - reach);
    let position = std::array::from_fn(|i| NORMALS[face][i] * reach + right[i] * right_steps + down[i] * down_steps);
    (position, face as u8)
}

/// The index of the sticker on `face` of the cubie with its middle at `position`: its place in a facelet string, which
/// has the faces in the order `U R F D L B`, each row by row.
pub fn facelet(size: Size, position: [i8; 3], face: u8) -> usize {
    let reach = size.layers() as i8 - 1;
    let [column, row] = READING[usize::from(face)].map(|direction| ((dot(position, direction) + reach) / 2) as usize);
    usize::from(face) * size.per_face() + row * usize::from(size.layers()) + column
}

/// The image of a sticker under one clockwise quarter turn of the layers of a turn.
pub fn image_of(size: Size, turn: Move, sticker: usize) -> usize {
    let (position, face) = place_of(size, sticker);
    let reach = size.layers() as i8 - 1;
    let layer = (reach - dot(position, NORMALS[usize::from(turn.face)])) / 2 + 1;
    if !turn.moves_layer(layer as u8) {
        return sticker;
    }
    let normal = turned_vector(NORMALS[usize::from(face)], turn.face);
    facelet(size, turned_vector(position, turn.face), face_of_normal(normal))
}

fn dot(a: [i8; 3], b: [i8; 3]) -> i8 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::geometry::{CORNER_FACES, EDGE_FACES, facelet as facelet_of_slot};

    #[test]
    fn places_and_numbers_are_inverse() {
        for size in Size::all() {
            for sticker in 0..size.facelets() {
                let (position, face) = place_of(size, sticker);
                assert_eq!(facelet(size, position, face), sticker);
            }
        }
    }

    /// The facelets of a 3x3x3 have the same positions as in the other notations.
    #[test]
    fn slots_of_the_3x3x3() {
        let middle = |faces: &[u8]| -> [i8; 3] {
            std::array::from_fn(|i| faces.iter().map(|&face| 2 * NORMALS[usize::from(face)][i]).sum())
        };
        for slot in CORNER_FACES {
            slot.iter()
                .for_each(|&face| assert_eq!(facelet(Size::THREE, middle(&slot), face), facelet_of_slot(slot, face)));
        }
        for slot in EDGE_FACES {
            slot.iter()
                .for_each(|&face| assert_eq!(facelet(Size::THREE, middle(&slot), face), facelet_of_slot(slot, face)));
        }
    }

    #[test]
    fn turns_have_order_four_and_are_the_same_from_behind() {
        for size in Size::all() {
            let none = Permutation::of(size, Move::outer(0, 0));
            for (face, first) in (0..6).flat_map(|face| (1..=size.layers()).map(move |first| (face, first))) {
                let turn = Move::new(face, first, size.layers(), 1);
                let quarter = Permutation::of(size, turn);
                let half = quarter.then(&quarter);
                assert_eq!(half, Permutation::of(size, Move { quarters: 2, ..turn }));
                assert_eq!(half.then(&quarter), Permutation::of(size, turn.inverse()));
                assert_eq!(half.then(&half), none);
                assert_eq!(quarter, Permutation::of(size, turn.from_behind(size)));
                let moved = quarter.sources().iter().enumerate().filter(|&(at, &from)| at != usize::from(from)).count();
                let (n, layers) = (usize::from(size.layers()), usize::from(size.layers() - first + 1));
                let still = if size.is_odd() { 1 + usize::from(first == 1) } else { 0 };
                let ends = 1 + usize::from(first == 1);
                assert_eq!(moved, 4 * n * layers + ends * n * n - still);
            }
        }
    }
}
