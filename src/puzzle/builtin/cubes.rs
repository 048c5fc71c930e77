//! Cubes of sizes 2 to 7, with turns of outer blocks or of single layers.

use super::generator::TurnedSolid;
use super::solid::{self, Face};
use super::stickers::Turn;
use super::vector::Vector;

/// The faces in the order of their moves.
const FACES: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

/// The cube with turns of blocks of outer layers, up to half the cube: `U`, `Uw`, `3Uw`.
///
/// Other names: single layers `2U`, blocks of more layers, `u` for `Uw` of size 3, and for odd sizes `M E S`, the
/// layers in the middle. Only these layers and the rotations `x y z` move the centres in the middle of the faces.
pub(super) fn blocks(name: &str, size: u8) -> TurnedSolid {
    let moves = (1..=size / 2).flat_map(|depth| turns(size, move |face| block(face, depth), 1, depth)).collect();
    cube(name, size, moves)
}

/// The cube with turns of single layers, without the one in the middle: `U`, `2U`, `3U`; other names as above.
pub(super) fn layers(name: &str, size: u8) -> TurnedSolid {
    let moves = (1..=size / 2).flat_map(|depth| turns(size, move |face| layer(face, depth), depth, depth)).collect();
    cube(name, size, moves)
}

/// The cube with these moves, and with all other names that are not among them.
fn cube(name: &str, size: u8, moves: Vec<Turn>) -> TurnedSolid {
    let mut names: Vec<Turn> = Vec::new();
    for depth in 2..size {
        names.extend(turns(size, |face| block(face, depth), 1, depth));
        names.extend(turns(size, |face| layer(face, depth), depth, depth));
    }
    // On larger cubes, usage differs.
    if size == 3 {
        names.extend(turns(size, str::to_lowercase, 1, 2));
    }
    if size % 2 == 1 {
        let middle = size / 2 + 1;
        names.extend([("M", "L"), ("E", "D"), ("S", "F")].map(|(name, face)| turn(size, name, face, middle, middle)));
    }
    names.retain(|turn| moves.iter().all(|other| other.name != turn.name));
    TurnedSolid { rotations: rotations(), names, ..TurnedSolid::new(name, solid::cube(), moves) }
}

/// The rotations of the cube in the directions of R, U and F.
pub(super) fn rotations() -> Vec<Turn> {
    [("x", "R"), ("y", "U"), ("z", "F")].map(|(name, face)| Turn::whole(name, normal(face), 4)).to_vec()
}

/// The name of the turn of so many outer layers.
fn block(face: &str, depth: u8) -> String {
    match depth {
        1 => face.to_owned(),
        2 => format!("{face}w"),
        _ => format!("{depth}{face}w"),
    }
}

/// The name of the turn of a layer, counted from the face.
fn layer(face: &str, depth: u8) -> String {
    if depth == 1 { face.to_owned() } else { format!("{depth}{face}") }
}

/// The turns of the layers from `first` to `last`, counted from each face.
fn turns(size: u8, name: impl Fn(&str) -> String, first: u8, last: u8) -> Vec<Turn> {
    FACES.iter().map(|face| turn(size, &name(face), face, first, last)).collect()
}

/// The turn of the layers from `first` to `last`, counted from a face.
fn turn(size: u8, name: &str, face: &str, first: u8, last: u8) -> Turn {
    let height = |layers: u8| 1.0 - 2.0 * f64::from(layers) / f64::from(size);
    let to = if first == 1 { f64::INFINITY } else { height(first - 1) };
    Turn { to, ..Turn::beyond(name, normal(face), height(last), 4) }
}

/// The direction of a face.
fn normal(face: &str) -> Vector {
    let mut faces = solid::cube().into_iter();
    faces.find(|known: &Face| known.name == face).expect("the cube has this face").normal
}
