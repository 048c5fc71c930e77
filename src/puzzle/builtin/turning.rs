//! Puzzles whose layers turn around faces, edges or corners of regular solids.

use super::cubes;
use super::generator::TurnedSolid;
use super::solid::{self, Face};
use super::stickers::Turn;
use super::vector::Vector;

/// The name and the direction of each corner or edge of the cube: those with so many letters, one of each direction.
fn parts_of_cube(letters: usize) -> Vec<(String, Vector)> {
    let none = ("", Vector::ZERO);
    let face = |name, x, y, z| (name, Vector::new(x, y, z));
    let mut parts = Vec::new();
    for (height, up) in [face("U", 0.0, 1.0, 0.0), none, face("D", 0.0, -1.0, 0.0)] {
        for (depth, front) in [face("F", 0.0, 0.0, 1.0), none, face("B", 0.0, 0.0, -1.0)] {
            for (side, right) in [face("R", 1.0, 0.0, 0.0), none, face("L", -1.0, 0.0, 0.0)] {
                let name = format!("{height}{depth}{side}");
                parts.push((name, up.plus(front).plus(right)));
            }
        }
    }
    parts.retain(|(name, _)| name.len() == letters);
    parts.into_iter().map(|(name, sum)| (name, sum.unit())).collect()
}

/// The turns of all that is beyond a cut along each corner (three letters) or edge (two) of the cube.
fn turns_of_cube(letters: usize, cut: f64) -> Vec<Turn> {
    let order = if letters == 3 { 3 } else { 2 };
    parts_of_cube(letters).into_iter().map(|(name, axis)| Turn::beyond(name, axis, cut, order)).collect()
}

/// The turns of all that is beyond a cut along the direction of each face.
fn turns_of_faces(faces: &[Face], cut: f64, order: u8) -> Vec<Turn> {
    faces.iter().map(|face| Turn::beyond(face.name, face.normal, cut, order)).collect()
}

/// Rotations around all faces, `Uv` for example.
fn rotations(faces: &[Face], order: u8) -> Vec<Turn> {
    faces.iter().map(|face| Turn::whole(format!("{}v", face.name), face.normal, order)).collect()
}

/// The cube cut in halves at a right angle to its diagonals. All eight halves turn, named by their corners.
///
/// Other names: `R U L B`, the turns of competitions, which leave the corner UFR where it is.
pub(super) fn skewb(name: &str) -> TurnedSolid {
    let moves = turns_of_cube(3, 0.0);
    let names = [("R", "DBR"), ("U", "UBL"), ("L", "DFL"), ("B", "DBL")].map(|(name, corner)| {
        let turn = moves.iter().find(|turn| turn.name == corner).expect("the cube has this corner");
        Turn { name: name.to_owned(), ..turn.clone() }
    });
    TurnedSolid { names: names.to_vec(), ..TurnedSolid::new(name, solid::cube(), moves) }
}

/// The cube cut through the face diagonals between the neighbours of each corner, which turn around it.
pub(super) fn dino(name: &str) -> TurnedSolid {
    TurnedSolid::new(name, solid::cube(), turns_of_cube(3, 1.0 / 3.0_f64.sqrt()))
}

/// The cube cut through the middle of the faces beside each edge.
///
/// Edges make half turns only. Smaller turns after which the cuts of other edges line up are left out, so that each
/// triangle in the middle of a face stays among six of them.
pub(super) fn helicopter(name: &str) -> TurnedSolid {
    TurnedSolid::new(name, solid::cube(), turns_of_cube(2, 0.5_f64.sqrt()))
}

/// The helicopter with cuts nearer to the edges, so that edges and centres of faces are pieces.
pub(super) fn curvy_copter(name: &str) -> TurnedSolid {
    TurnedSolid::new(name, solid::cube(), turns_of_cube(2, 0.83))
}

/// The cube cut in halves, at a right angle to the directions of its edges. All twelve halves turn.
pub(super) fn little_chop(name: &str) -> TurnedSolid {
    TurnedSolid { rotations: cubes::rotations(), ..TurnedSolid::new(name, solid::cube(), turns_of_cube(2, 0.0)) }
}

/// The tetrahedron with the turns of competitions: corners with the layer below, `U L R B`, and `u l r b` without it.
///
/// The puzzle is never rotated: `U` turns the top, not the layer at the bottom. So there are fewer positions than with
/// turns of the layers of faces, for which numbers of positions by distance are published.
pub(super) fn pyraminx(name: &str) -> TurnedSolid {
    let moves = corner_turns(1.0 / 3.0, str::to_owned).into_iter().chain(tips()).collect();
    tetrahedron(name, moves, &[("CORNERS2", "TIPS")])
}

/// The tetrahedron without the tips of its corners.
pub(super) fn pyraminx_without_tips(name: &str) -> TurnedSolid {
    tetrahedron(name, corner_turns(1.0 / 3.0, str::to_owned), &[])
}

/// The tetrahedron with turns of the layers of faces, `F D L R`, and of the tips, `u l r b`.
///
/// A layer turns together with the tips on it; what stays is a corner and the layer below it.
pub(super) fn pyraminx_faces(name: &str) -> TurnedSolid {
    let layers = turns_of_faces(&solid::tetrahedron(), -1.0 / 3.0, 3);
    tetrahedron(name, layers.into_iter().chain(tips()).collect(), &[("CORNERS2", "TIPS")])
}

/// The turns of the tips of the tetrahedron.
fn tips() -> Vec<Turn> {
    corner_turns(5.0 / 3.0, str::to_lowercase)
}

/// The turns of all that is beyond a cut along each corner of the tetrahedron, opposite the faces D, R, L and F.
fn corner_turns(cut: f64, name: impl Fn(&str) -> String) -> Vec<Turn> {
    let faces = solid::tetrahedron();
    let opposite = |opposite: &str| faces.iter().find(|face| face.name == opposite).expect("a face").normal.times(-1.0);
    [("U", "D"), ("L", "R"), ("R", "L"), ("B", "F")]
        .map(|(corner, face)| Turn::beyond(name(corner), opposite(face), cut, 3))
        .to_vec()
}

/// The tetrahedron with rotations around its corners.
fn tetrahedron(name: &str, moves: Vec<Turn>, orbit_names: &'static [(&'static str, &'static str)]) -> TurnedSolid {
    let rotations = corner_turns(f64::NEG_INFINITY, |corner| format!("{corner}v"));
    TurnedSolid { rotations, orbit_names, ..TurnedSolid::new(name, solid::tetrahedron(), moves) }
}

/// The octahedron with a layer for each face.
pub(super) fn face_turning_octahedron(name: &str) -> TurnedSolid {
    let faces = solid::octahedron();
    let (moves, rotations) = (turns_of_faces(&faces, 1.0 / 3.0, 3), rotations(&faces, 3));
    TurnedSolid { rotations, ..TurnedSolid::new(name, faces, moves) }
}

/// The dodecahedron with a layer for each face.
pub(super) fn megaminx(name: &str) -> TurnedSolid {
    let faces = solid::dodecahedron();
    let (moves, rotations) = (turns_of_faces(&faces, 0.7, 5), rotations(&faces, 5));
    TurnedSolid { rotations, ..TurnedSolid::new(name, faces, moves) }
}

/// The corners of the dodecahedron.
pub(super) fn kilominx(name: &str) -> TurnedSolid {
    TurnedSolid { least_stickers: 3, ..megaminx(name) }
}
