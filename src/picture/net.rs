//! The unfolded cube.

use super::scene::Point;
use super::tiles::{Tile, Tiles};
use crate::nxn::Size;

/// Column and row of each face on the net, in the order `U R F D L B`.
const PLACES: [[f64; 2]; 6] = [[1.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 1.0], [3.0, 1.0]];
/// The gap between two faces, as a part of a face.
const GAP: f64 = 0.05;
/// Width and height, in faces.
const EXTENT: [f64; 2] = [4.0 + 3.0 * GAP, 3.0 + 2.0 * GAP];
/// The plastic around a sticker and the rounding of its corners, as parts of a sticker.
const EDGE: f64 = 0.045;
const ROUNDING: f64 = 0.1;

/// Height of a net of this width.
pub(super) fn height(width: f64) -> f64 {
    width * EXTENT[1] / EXTENT[0]
}

/// The net of stickers of these colours, with its upper left corner at `origin`.
pub(super) fn net(size: Size, colours: &[u8], origin: Point, width: f64) -> Tiles {
    let (n, per_face) = (usize::from(size.layers()), size.per_face());
    let face_side = width / EXTENT[0];
    let cell = face_side / n as f64;
    let body_rounding = cell * EDGE;
    let corner = |face: usize| [0, 1].map(|axis| origin[axis] + PLACES[face][axis] * (1.0 + GAP) * face_side);
    let square = |[x, y]: Point, side: f64, inset: f64| {
        let ([left, top], [right, bottom]) = ([x + inset, y + inset], [x + side - inset, y + side - inset]);
        [[left, top], [right, top], [right, bottom], [left, bottom]]
    };
    let tile = |(at, &colour): (usize, &u8)| {
        let ([x, y], within) = (corner(at / per_face), at % per_face);
        let place = [x + (within % n) as f64 * cell, y + (within / n) as f64 * cell];
        Tile { colour, outline: square(place, cell, cell * (EDGE + ROUNDING)) }
    };
    Tiles {
        bodies: (0..6).map(|face| square(corner(face), face_side, body_rounding).to_vec()).collect(),
        stickers: colours.iter().enumerate().map(tile).collect(),
        body_rounding,
        sticker_rounding: cell * ROUNDING,
        room: cell * (1.0 - 2.0 * EDGE),
    }
}
