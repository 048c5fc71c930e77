//! The stickers of a cube as they were typed, whether or not they make a cube: for pictures.

use super::Format;
use super::colour::Colour;
use super::detect::detect_sized;
use super::facelets::stickers_of;
use super::faces::{colours_of_faces, facelets_of_faces};
use super::input::{code_of, text_of};
use super::layout::{Placed, facelets_of};
use super::nxn::colours_of;
use super::partial::{UNKNOWN as GAPS, stickers_with_gaps};
use super::piece_file::colours_of_pieces;
use super::pieces::{PieceError, face_of, faces_of, slot_facelets};
use crate::cube::geometry::{FACE_LETTERS, facelet};
use crate::nxn::Size;
use crate::puzzle::PlacedGoal;

/// A sticker whose colour is not known.
pub const UNKNOWN: char = '?';

/// Typed stickers, in the order of facelet strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedStickers {
    /// Number of layers.
    pub size: Size,
    /// The colour of each sticker: the letter of a face or of a colour, or [`UNKNOWN`].
    pub letters: Vec<char>,
    /// The stickers that cannot be right where they are, if it is known which.
    pub wrong: Vec<usize>,
}

impl TypedStickers {
    /// The stickers of a 3x3x3 that a goal shows: each in the colour of its face, and centres; all others are unknown.
    pub fn of_goal(goal: &PlacedGoal) -> Self {
        let mut letters = vec![UNKNOWN; Size::THREE.facelets()];
        for (face, centre) in FACE_LETTERS.into_iter().zip((4..).step_by(Size::THREE.per_face())) {
            letters[centre] = face;
        }
        for (piece, face) in &goal.stickers {
            let own = face_of(*face).expect("a face");
            let corner = faces_of::<3>(piece).map(|faces| facelet(faces, own));
            let place = corner.or_else(|| faces_of::<2>(piece).map(|faces| facelet(faces, own)));
            letters[place.expect("a corner or an edge")] = *face;
        }
        Self { size: Size::THREE, letters, wrong: Vec::new() }
    }

    /// The stickers that `line` describes; `None` for moves, for notations without stickers and symbols without
    /// colours, and for text that does not have all stickers.
    pub fn read(line: &[u8], size: Size, format: Format) -> Option<Self> {
        let text = code_of(text_of(line).ok()?).ok()?;
        let is_cube = size == Size::THREE && [Format::Auto, Format::Facelets, Format::Colours].contains(&format);
        if let Some(symbols) = stickers_with_gaps(&text).filter(|_| is_cube) {
            let letter = |symbol: char| if GAPS.contains(&symbol) { UNKNOWN } else { symbol.to_ascii_uppercase() };
            let letters = symbols.into_iter().map(letter).collect();
            return Some(Self { size, letters, wrong: Vec::new() });
        }
        let signs = |colours: Vec<Colour>| colours.into_iter().map(Colour::sign).collect();
        let format = match format {
            Format::Auto => detect_sized(&text, size),
            format => format,
        };
        let letters = match format {
            Format::Facelets => letters_of(&facelets_of(&text, size)),
            Format::Colours => {
                let by_colour = colours_of_faces(&text).map(signs);
                by_colour.or_else(|| letters_of(&facelets_of_faces(&text, size).ok()?))
            }
            Format::Pieces => colours_of_pieces(&text).map(signs),
            _ => None,
        }?;
        let is_complete = letters.len() == size.facelets();
        let typed = is_complete.then_some(Self { size, letters, wrong: Vec::new() })?;
        let wrong = if size == Size::THREE { typed.wrong_stickers() } else { Vec::new() };
        Some(Self { wrong, ..typed })
    }

    /// The letters of the colours of the faces `U R F D L B`, if there are six and all are known.
    pub fn faces(&self) -> Option<[char; 6]> {
        let known = colours_of(&self.letters, self.size).ok()?;
        let is_known = !known.contains(&UNKNOWN) && self.letters.iter().all(|letter| known.contains(letter));
        is_known.then_some(known)
    }

    /// The stickers of a 3x3x3 that break the first law that is broken.
    fn wrong_stickers(&self) -> Vec<usize> {
        let per_face = self.size.per_face();
        let centres: [usize; 6] = std::array::from_fn(|face| face * per_face + per_face / 2);
        let face = |letter: char| centres.iter().position(|&centre| self.letters[centre] == letter);
        let is_twice = |&centre: &usize| face(self.letters[centre]) != Some(centre / per_face);
        let duplicates = centres.into_iter().filter(is_twice).flat_map(|second| {
            let first = face(self.letters[second]).map(|face| centres[face]);
            first.into_iter().chain([second])
        });
        let duplicates: Vec<usize> = duplicates.collect();
        let unknown = || (0..self.letters.len()).filter(|&i| face(self.letters[i]).is_none()).collect();
        let wrong = if duplicates.is_empty() { unknown() } else { duplicates };
        if !wrong.is_empty() {
            return wrong;
        }
        let stickers = stickers_of(|i| face(self.letters[i]).unwrap_or(0) as u8);
        let faults = stickers.faults(|_| String::new());
        faults.iter().flat_map(PieceError::slots).flat_map(slot_facelets).collect()
    }
}

/// The letters of symbols in a row, if nearly all of them stand for faces, or for colours.
fn letters_of(facelets: &[Placed]) -> Option<Vec<char>> {
    let of_face = |symbol: char| face_of(symbol.to_ascii_uppercase()).map(|face| FACE_LETTERS[usize::from(face)]);
    let of_colour = |symbol: char| Colour::of_symbol(symbol).map(Colour::sign);
    let all = |letter: &dyn Fn(char) -> Option<char>| -> Vec<char> {
        facelets.iter().map(|&(c, _)| letter(c).unwrap_or(UNKNOWN)).collect()
    };
    let unknown = |letters: &Vec<char>| letters.iter().filter(|&&letter| letter == UNKNOWN).count();
    let best = [all(&of_face), all(&of_colour)].into_iter().min_by_key(unknown);
    best.filter(|letters| unknown(letters) <= letters.len() / 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "YYYYYYYYYRRRRRRRRRBBBBBBBBBWWWWWWWWWOOOOOOOOOGGGGGGGGG";

    fn typed(text: &str) -> Option<TypedStickers> {
        TypedStickers::read(text.as_bytes(), Size::THREE, Format::Auto)
    }

    /// The wrong stickers after some are changed.
    fn wrong(changes: &[(usize, char)]) -> Vec<usize> {
        let mut symbols: Vec<char> = SOLVED.chars().collect();
        changes.iter().for_each(|&(i, symbol)| symbols[i] = symbol);
        let mut wrong = typed(&symbols.iter().collect::<String>()).unwrap().wrong;
        wrong.sort_unstable();
        wrong
    }

    #[test]
    fn colours_stay_where_they_were_typed() {
        let faces = ['Y', 'R', 'B', 'W', 'O', 'G'];
        let by_face = "U: YYYYYYYYY\nR: RRRRRRRRR\nF: BBBBBBBBB\nD: WWWWWWWWW\nL: OOOOOOOOO\nB: GGGGGGGGG";
        let squares = "🟨🟥🟦⬜🟧🟩".chars().map(|c| c.to_string().repeat(9)).collect::<String>();
        for text in [SOLVED, &SOLVED.to_lowercase(), by_face, &squares] {
            let typed = typed(text).unwrap();
            assert_eq!((typed.faces(), typed.wrong.len()), (Some(faces), 0), "{text}");
        }
        let pieces = super::super::format_pieces(&crate::cube::Cubies::SOLVED);
        assert_eq!(typed(&pieces).unwrap().faces(), Some(['W', 'R', 'G', 'Y', 'O', 'B']));
        let letters = super::super::format_facelets(&crate::cube::Cubies::SOLVED);
        assert_eq!(typed(&letters).unwrap().faces(), Some(FACE_LETTERS));
        for text in ["R U", "", &"012345".repeat(9)] {
            assert_eq!(typed(text), None, "{text}");
        }
        let four: String = SOLVED.chars().step_by(9).map(|c| c.to_string().repeat(16)).collect();
        let typed = TypedStickers::read(four.as_bytes(), Size::FOUR, Format::Auto).unwrap();
        assert!(typed.faces().is_some_and(|faces| faces[0] == 'Y' && faces[3] == 'W'));
    }

    /// Every rotation of the usual scheme, and colours that it does not have, with names instead of letters.
    #[test]
    fn typed_colours_are_written_and_read_back() {
        let cube: crate::Cube = "R U F2 L' D B".parse().unwrap();
        for faces in ["WRGYOB", "YRBWOG", "OWGRYB", "KPGWpb"] {
            let faces: [char; 6] = faces.chars().collect::<Vec<_>>().try_into().unwrap();
            for format in [Format::Colours, Format::Pieces] {
                let text = cube.format_as_typed(format, faces).unwrap();
                let read = crate::Cube::parse(&text, Size::THREE, format, &Default::default());
                assert_eq!(read.as_ref(), Ok(&cube), "{text}");
                assert_eq!(typed(&text).unwrap().faces(), Some(faces), "{text}");
            }
        }
        assert_eq!(cube.format_as_typed(Format::Colours, FACE_LETTERS), cube.format(Format::Colours));
    }

    #[test]
    fn wrong_stickers_are_found() {
        assert_eq!(wrong(&[(0, 'X')]), [0]);
        assert_eq!(wrong(&[(0, 'K')]), [0]);
        // Two centres of one colour.
        assert_eq!(wrong(&[(4, 'R'), (9, 'Y')]), [4, 13]);
        // An impossible corner, and an impossible edge.
        assert_eq!(wrong(&[(8, 'R')]), [8, 9, 20]);
        assert_eq!(wrong(&[(7, 'G')]), [7, 19]);
        // The flipped edge UF, and the edge UL in two places.
        assert_eq!(wrong(&[(7, 'B'), (19, 'Y')]), [7, 19]);
        assert_eq!(wrong(&[(19, 'O'), (43, 'B')]), [3, 7, 19, 37]);
        assert!(wrong(&[]).is_empty());
    }
}
