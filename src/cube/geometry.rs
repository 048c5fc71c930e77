//! The positions of the stickers, and the effect of a turn on them.
//!
//! Everything else about the cube (move tables, symmetries, facelet strings) is derived from this module, so that there
//! is a single place where a convention can be wrong. The conventions are Kociemba's: faces in the order `U R F D L B`;
//! a corner slot lists its stickers clockwise from its U or D sticker; an edge slot starts with its U or D sticker or,
//! in the middle layer, with its F or B sticker.

/// Number of corner cubies.
pub const CORNERS: usize = 8;
/// Number of edge cubies.
pub const EDGES: usize = 12;

const U: u8 = 0;
const R: u8 = 1;
const F: u8 = 2;
const D: u8 = 3;
const L: u8 = 4;
const B: u8 = 5;

/// The face letters in face order.
pub const FACE_LETTERS: [char; 6] = ['U', 'R', 'F', 'D', 'L', 'B'];

/// Faces of each corner slot, clockwise from the U or D sticker.
pub const CORNER_FACES: [[u8; 3]; CORNERS] =
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]];

/// Faces of each edge slot, the reference sticker first.
pub const EDGE_FACES: [[u8; 2]; EDGES] =
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]];

/// Names of the corner slots, and of the pieces that are solved there.
pub const CORNER_NAMES: [&str; CORNERS] = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];

/// Names of the edge slots, and of the pieces that are solved there.
pub const EDGE_NAMES: [&str; EDGES] = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"];

/// Outward normals of the faces: x to the right, y up, z to the viewer.
pub const NORMALS: [[i8; 3]; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// The image of each face: `map[f]` is the face on which the stickers of face `f` end up.
pub type FaceMap = [u8; 6];

/// The face map that moves nothing.
pub const IDENTITY_FACES: FaceMap = [0, 1, 2, 3, 4, 5];

/// The reflection that swaps left and right.
pub const MIRROR_LR: FaceMap = [U, L, F, D, R, B];

/// The face opposite to `face`.
pub const fn opposite(face: u8) -> u8 {
    (face + 3) % 6
}

/// A vector after a clockwise quarter turn about `axis`, seen from outside.
pub const fn turned_vector(v: [i8; 3], axis: u8) -> [i8; 3] {
    let n = NORMALS[axis as usize];
    // Rodrigues' rotation by -90 degrees: v x n + n (n . v).
    let dot = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
    [
        v[1] * n[2] - v[2] * n[1] + n[0] * dot,
        v[2] * n[0] - v[0] * n[2] + n[1] * dot,
        v[0] * n[1] - v[1] * n[0] + n[2] * dot,
    ]
}

/// The effect on the faces of a clockwise quarter turn about `axis`, seen from outside.
pub const fn quarter_turn(axis: u8) -> FaceMap {
    let mut map = [0; 6];
    let mut face = 0;
    while face < 6 {
        map[face] = face_of_normal(turned_vector(NORMALS[face], axis));
        face += 1;
    }
    map
}

/// The face with this outward normal.
///
/// # Panics
/// If no face has it.
pub const fn face_of_normal(v: [i8; 3]) -> u8 {
    let mut face = 0;
    while face < 6 {
        let n = NORMALS[face as usize];
        if n[0] == v[0] && n[1] == v[1] && n[2] == v[2] {
            return face;
        }
        face += 1;
    }
    panic!("not the normal of a face")
}

/// `second` after `first`.
pub const fn compose_faces(first: FaceMap, second: FaceMap) -> FaceMap {
    let mut map = [0; 6];
    let mut face = 0;
    while face < 6 {
        map[face] = second[first[face] as usize];
        face += 1;
    }
    map
}

/// The slot of the sticker group `faces`, and the place within it: `faces` may be any rotation (or, for a mirrored
/// corner, any order) of the slot's own list; the place is the position of `faces[0]` in that list.
pub const fn locate<const N: usize, const SLOTS: usize>(slots: &[[u8; N]; SLOTS], faces: [u8; N]) -> (u8, u8) {
    let mut wanted = 0u8;
    let mut i = 0;
    while i < N {
        wanted |= 1 << faces[i];
        i += 1;
    }
    let mut slot = 0;
    while slot < SLOTS {
        let mut have = 0u8;
        let mut place = 0;
        let mut i = 0;
        while i < N {
            have |= 1 << slots[slot][i];
            if slots[slot][i] == faces[0] {
                place = i;
            }
            i += 1;
        }
        if have == wanted {
            return (slot as u8, place as u8);
        }
        slot += 1;
    }
    panic!("these faces do not meet in one slot")
}

/// Number of the sticker on `face` of the slot whose faces are `slot`, in the order of a 54-facelet string
/// (`U1..U9 R1..R9 F1..F9 D1..D9 L1..L9 B1..B9`, each face row by row).
pub const fn facelet<const N: usize>(slot: [u8; N], face: u8) -> usize {
    let mut position = [0i8; 3];
    let mut i = 0;
    while i < N {
        let n = NORMALS[slot[i] as usize];
        position = [position[0] + n[0], position[1] + n[1], position[2] + n[2]];
        i += 1;
    }
    let [x, y, z] = position;
    // Row and column, -1 to 1: U is seen with B on top, D with F on top, the sides with U on top.
    let (row, column) = match face {
        U => (z, x),
        R => (-y, -z),
        F => (-y, x),
        D => (-z, x),
        L => (-y, z),
        _ => (-y, -x),
    };
    (face as i8 * 9 + (row + 1) * 3 + column + 1) as usize
}

/// The corner with stickers of these faces, listed clockwise from the first face of its slot, and its twist; `None` if
/// there is no such corner, or it is the mirror image of one.
pub fn corner_with(colours: [u8; 3]) -> Option<(u8, u8)> {
    for (piece, home) in (0..).zip(CORNER_FACES) {
        for twist in 0..3 {
            let mut turned = home;
            turned.rotate_right(usize::from(twist));
            if turned == colours {
                return Some((piece, twist));
            }
        }
    }
    None
}
