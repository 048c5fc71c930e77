//! Detection of stickers that no cube has: piece by piece, each kind within its orbit.

use super::super::facelets::{FaceletError, misplaced, stickers_of};
use super::super::pieces::{PieceError, check as check_cubies, corners_with, edge_in, shown};
use super::super::text::echo;
use crate::closure::closure;
use crate::cube::Cubies;
use crate::cube::geometry::{CORNERS, EDGE_FACES, EDGE_NAMES, FACE_LETTERS, locate};
use crate::nxn::{Move, Size, Stickers, image_of};

const U: usize = 0;
const F: usize = 2;

/// Checks all pieces. `colours` are the symbols of the faces in the input.
pub(super) fn check(cube: &Stickers, colours: &[char; 6]) -> Result<(), FaceletError> {
    let symbol = |face: u8| echo(&colours[usize::from(face)]);
    match cube.centres() {
        Some(centres) => check_as_3x3x3(cube, centres, symbol, colours)?,
        None => drop(corners(cube, symbol)?),
    }
    let half = usize::from(cube.size().layers()) / 2;
    for column in 1..half {
        check_wings(cube, column, symbol)?;
    }
    check_centres(cube, colours)
}

/// Checks the corners, middle edges and fixed centres of a cube with an odd number of layers as a 3x3x3.
fn check_as_3x3x3(
    cube: &Stickers,
    centres: [u8; 6],
    symbol: impl Fn(u8) -> String,
    colours: &[char; 6],
) -> Result<(), FaceletError> {
    let normal = cube.in_normal_frame(true).ok_or_else(|| misplaced(centres, colours))?;
    // The colours of the normal frame are the faces where their centres are.
    let n = usize::from(cube.size().layers());
    let line = |third: usize| third * (n / 2);
    let colour = |facelet: usize| {
        let (face, row, column) = (facelet / 9, facelet % 9 / 3, facelet % 3);
        normal.colours()[face * n * n + line(row) * n + line(column)]
    };
    stickers_of(colour).assemble(|face| symbol(centres[usize::from(face)]))?;
    Ok(())
}

/// The corners of a cube without middle layers, beside edges that make the parity even: eight different ones, none of
/// them mirrored, with twists that turns can make. Any permutation of them is possible: a turn of an inner layer
/// changes the parity of other pieces alone, and a 2x2x2 has no others.
pub(super) fn corners(cube: &Stickers, symbol: impl Fn(u8) -> String) -> Result<Cubies, FaceletError> {
    let stickers: [[u8; 3]; CORNERS] = std::array::from_fn(|slot| cube.corner(slot));
    let (corners, twists) = corners_with(&stickers, symbol)?;
    let mut cube = Cubies { corners, twists, ..Cubies::SOLVED };
    match check_cubies(&cube) {
        Err(PieceError::Parity) => cube.edges.swap(0, 1),
        checked => checked?,
    }
    Ok(cube)
}

/// Checks the edge pieces in the orbit of the one of UF in this column, other than the middle ones. A piece fits each
/// of the 24 places in one orientation only, so that its two colours in the order of the place identify it.
fn check_wings(cube: &Stickers, column: usize, symbol: impl Fn(u8) -> String) -> Result<(), FaceletError> {
    let size = cube.size();
    let (n, face) = (usize::from(size.layers()), size.per_face());
    let mut first_slots: [[Option<&'static str>; 6]; 6] = [[None; 6]; 6];
    for places in orbit(size, [U * face + (n - 1) * n + column, F * face + column]) {
        let faces = places.map(|place| (place / face) as u8);
        let slot = EDGE_NAMES[usize::from(locate(&EDGE_FACES, faces).0)];
        let colours = places.map(|place| cube.colours()[place]);
        let shown = shown(&colours, &symbol);
        edge_in(slot, colours, &symbol)?;
        let [a, b] = colours.map(usize::from);
        match first_slots[a][b].replace(slot) {
            Some(first) => return Err(FaceletError::WingDuplicate { shown, first, second: slot }),
            None => continue,
        }
    }
    Ok(())
}

/// Checks for four of each colour in every orbit of centre pieces.
fn check_centres(cube: &Stickers, colours: &[char; 6]) -> Result<(), FaceletError> {
    let size = cube.size();
    let n = usize::from(size.layers());
    // One place of each orbit: the upper left quarter of a face, in odd cubes with one of the arms of the cross.
    for (row, column) in (1..n.div_ceil(2)).flat_map(|row| (1..=n / 2).map(move |column| (row, column))) {
        if (row, column) == (n / 2, n / 2) && size.is_odd() {
            continue;
        }
        let orbit = orbit(size, [row * n + column]);
        for (colour, &symbol) in colours.iter().enumerate() {
            let is_of_colour = |&&[place]: &&[usize; 1]| usize::from(cube.colours()[place]) == colour;
            let found = orbit.iter().filter(is_of_colour).count();
            if found > 4 {
                let first = orbit.iter().filter(is_of_colour).map(|[place]| place / size.per_face()).min();
                let face = FACE_LETTERS[first.unwrap_or(0)];
                return Err(FaceletError::CentrePieces { symbol, found, row: row + 1, column: column + 1, face });
            }
        }
    }
    Ok(())
}

/// All images of some stickers under rotations of the cube.
fn orbit<const N: usize>(size: Size, places: [usize; N]) -> Vec<[usize; N]> {
    let turned =
        |places: &[usize; N], axis| places.map(|place| image_of(size, Move::new(axis, 1, size.layers(), 1), place));
    let images = |places: &[usize; N]| [0, 1, 2].map(|axis| turned(places, axis));
    closure(vec![places], usize::MAX, images).expect("there is no limit")
}
