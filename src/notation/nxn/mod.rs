//! Facelet strings of cubes of any size.

mod pieces;
#[cfg(test)]
mod tests;

use super::facelets::{FaceletError, different_centres, facelet_faces, read_facelets, six_symbols};
use super::layout::{Placed, facelets_of};
use super::pieces::face_of;
use crate::cube::Cubies;
use crate::cube::geometry::{CORNER_FACES, CORNERS, FACE_LETTERS, opposite};
use crate::nxn::{Size, Stickers};

/// Index of the corner slot DBL.
const DBL: usize = 6;

/// Reads the facelets of a cube of any size, in the order `U R F D L B`, each face row by row, U seen with B on top, D
/// with F on top, the sides with U on top. Blanks are ignored. Any six symbols are accepted. Face letters (in either
/// case) stand for themselves, so that the cube may have any orientation; other symbols get their faces from the
/// centres or, on cubes with an even number of layers, from the corners: colours of opposite faces never meet there,
/// and the corner in the slot DBL is taken as solved.
///
/// The 3x3x3 is read by [`parse_facelets`](super::parse_facelets).
///
/// # Errors
/// The first of these that fails: count, symbols, colours, fixed centres, corners, middle edges, other edges, other
/// centres. Every cube that is accepted can be solved: a turn of an inner layer changes the parity of the edges of that
/// layer alone, apart from centres, and equal centres make up for any parity of theirs.
pub fn parse_sticker_facelets(text: &str, size: Size) -> Result<Stickers, FaceletError> {
    read_sticker_facelets(&facelets_of(text, size), size)
}

/// [`parse_sticker_facelets`] for facelets in order.
pub(super) fn read_sticker_facelets(facelets: &[Placed], size: Size) -> Result<Stickers, FaceletError> {
    if size == Size::THREE {
        return Ok(Stickers::new(size, facelet_faces(&read_facelets(facelets)?).to_vec()));
    }
    let symbols = six_symbols(facelets, size)?;
    let colours = colours_of(&symbols, size)?;
    let face = |symbol: &char| colours.iter().position(|colour| colour == symbol).unwrap_or(0) as u8;
    let cube = Stickers::new(size, symbols.iter().map(face).collect());
    pieces::check(&cube, &colours)?;
    Ok(cube)
}

/// A 3x3x3 with the corners of a 2x2x2 that was read: moves of faces that solve the one solve the other.
pub(super) fn with_edges(cube: &Stickers) -> Cubies {
    pieces::corners(cube, |face| FACE_LETTERS[usize::from(face)].to_string()).expect("it was checked when it was read")
}

/// The facelet string of a cube in face letters.
pub fn format_stickers(cube: &Stickers) -> String {
    cube.colours().iter().map(|&face| FACE_LETTERS[usize::from(face)]).collect()
}

/// The symbols of the faces `U R F D L B`.
pub(super) fn colours_of(symbols: &[char], size: Size) -> Result<[char; 6], FaceletError> {
    let centre = |face: usize| symbols[face * size.per_face() + size.per_face() / 2];
    let centres: [char; 6] = std::array::from_fn(centre);
    if size.is_odd() {
        different_centres(&centres)?;
    }
    if let Some(letters) = face_letters(symbols) {
        return Ok(letters);
    }
    if size.is_odd() { Ok(centres) } else { by_corners(symbols, size).ok_or(FaceletError::Scheme) }
}

/// The symbols in the order of the faces, if they are face letters, each in one case.
fn face_letters(symbols: &[char]) -> Option<[char; 6]> {
    let mut letters = [None; 6];
    for &symbol in symbols {
        let letter = letters.get_mut(usize::from(face_of(symbol.to_ascii_uppercase())?))?;
        if *letter.get_or_insert(symbol) != symbol {
            return None;
        }
    }
    let letters: Vec<char> = letters.into_iter().flatten().collect();
    letters.try_into().ok()
}

/// The symbols in the order of the faces, from the corners: each colour meets all others but the opposite one there.
fn by_corners(symbols: &[char], size: Size) -> Option<[char; 6]> {
    let mut sorts: Vec<char> = symbols.to_vec();
    sorts.sort_unstable();
    sorts.dedup();
    if sorts.len() != 6 {
        return None;
    }
    let number = |symbol: &char| sorts.iter().position(|sort| sort == symbol).unwrap_or(0) as u8;
    let cube = Stickers::new(size, symbols.iter().map(number).collect());
    let meets = |a: u8, b: u8| (0..CORNERS).any(|slot| [a, b].iter().all(|colour| cube.corner(slot).contains(colour)));
    let mut colours = [None; 6];
    for (colour, home) in cube.corner(DBL).into_iter().zip(CORNER_FACES[DBL]) {
        let mut strangers = (0..6).filter(|&other| other != colour && !meets(colour, other));
        let (across, None) = (strangers.next()?, strangers.next()) else { return None };
        colours[usize::from(home)] = Some(sorts[usize::from(colour)]);
        colours[usize::from(opposite(home))] = Some(sorts[usize::from(across)]);
    }
    let mut found: Vec<char> = colours.into_iter().flatten().collect();
    let colours: [char; 6] = found.clone().try_into().ok()?;
    found.sort_unstable();
    (found == sorts).then_some(colours)
}
