//! Facelets with their faces in another order than `U R F D L B`, or turned.

use super::Format;
use super::detect::detect;
use super::facelets::parse_facelets;
use super::faces::facelets_of_faces;
use super::input::code_of;
use super::layout::facelets_of;
use crate::cube::geometry::FACE_LETTERS;
use crate::nxn::Size;

/// Orders that other programs use, that of an unfolded net first.
const ORDERS: [&str; 4] = ["ULFRBD", "UFRBLD", "UDLRFB", "UDFBLR"];

/// The order of the faces in which the 54 facelets of a text make a cube that can be solved, among usual ones besides
/// the order of [`parse_facelets`].
pub fn face_order(text: &str) -> Option<&'static str> {
    let code = code_of(text).ok()?;
    let symbols: Vec<char> = facelets_of(&code, Size::THREE).into_iter().map(|(symbol, _)| symbol).collect();
    let faces: Vec<&[char]> = symbols.chunks(Size::THREE.per_face()).collect();
    let is_cube = |order: &&str| {
        let ordered = FACE_LETTERS.iter().filter_map(|&face| Some(faces[order.find(face)?]));
        parse_facelets(&ordered.flatten().collect::<String>()).is_ok()
    };
    ORDERS.into_iter().filter(|_| symbols.len() == Size::THREE.facelets()).find(is_cube)
}

/// The faces that have to be turned so that the stickers of a text, facelets or faces in colours, make a cube that can
/// be solved, each with its quarter turns clockwise. The fewest faces that will do; `None` if there is no choice of
/// them, or more than one.
///
/// Tries up to 4^6 cubes: some milliseconds.
pub fn turned_faces(text: &str) -> Option<Vec<(char, u8)>> {
    let code = code_of(text).ok()?;
    let facelets = match detect(&code) {
        Format::Colours => facelets_of_faces(&code, Size::THREE).ok()?,
        _ => facelets_of(&code, Size::THREE),
    };
    let symbols: Vec<char> = facelets.into_iter().map(|(symbol, _)| symbol).collect();
    if symbols.len() != Size::THREE.facelets() {
        return None;
    }
    let mut choices: Vec<[u8; 6]> =
        (1..4_u16.pow(6)).map(|choice| std::array::from_fn(|face| (choice >> (2 * face)) as u8 % 4)).collect();
    let number_of = |turns: &[u8; 6]| turns.iter().filter(|&&turns| turns > 0).count();
    choices.sort_by_key(number_of);
    choices.chunk_by(|a, b| number_of(a) == number_of(b)).find_map(|choices| {
        let mut cubes = choices.iter().filter(|turns| parse_facelets(&with_turned(&symbols, turns)).is_ok());
        let turns = cubes.next()?;
        let turned = FACE_LETTERS.into_iter().zip(*turns).filter(|(_, turns)| *turns > 0).collect();
        Some(cubes.next().is_none().then_some(turned))
    })?
}

/// The facelets with the stickers of each face turned clockwise, those of no other face with them.
fn with_turned(symbols: &[char], turns: &[u8; 6]) -> String {
    let place = |place: usize, turns: u8| (0..turns).fold(place, |place, _| 3 * (2 - place % 3) + place / 3);
    let face = |(face, turns): (&[char], u8)| -> String { (0..9).map(|i| face[place(i, turns)]).collect() };
    symbols.chunks(9).zip(*turns).map(face).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{MoveOptions, format_facelets, parse_moves};
    use super::*;
    use crate::cube::Cubies;

    #[test]
    fn turned_faces_are_found() {
        let cube = Cubies::after(&parse_moves("R U2 F' L D B2 U R", &MoveOptions::default()).unwrap());
        let symbols: Vec<char> = format_facelets(&cube).chars().collect();
        assert_eq!(turned_faces(&format_facelets(&cube)), None, "no turned faces make another cube");
        for (typed, turned) in [
            ([0, 0, 0, 2, 0, 0], vec![('D', 2)]),
            ([1, 0, 0, 0, 0, 0], vec![('U', 3)]),
            ([0, 0, 0, 1, 0, 2], vec![('D', 3), ('B', 2)]),
        ] {
            let text = with_turned(&symbols, &typed);
            assert_eq!(turned_faces(&text), Some(turned.clone()), "{text}");
            let faces = text.as_bytes().chunks(9).zip(FACE_LETTERS);
            let labelled: Vec<String> =
                faces.map(|(face, label)| format!("{label}={}", String::from_utf8_lossy(face))).collect();
            assert_eq!(turned_faces(&labelled.join(" ")), Some(turned));
        }
        // A quarter turn clockwise brings the first sticker to the third place.
        assert!(with_turned(&symbols, &[1, 0, 0, 0, 0, 0]).chars().nth(2) == Some(symbols[0]));
        assert_eq!(turned_faces("R U"), None);
    }

    #[test]
    fn other_orders_are_recognised() {
        let cube = Cubies::after(&parse_moves("R U2 F' L D B2", &MoveOptions::default()).unwrap());
        let letters = format_facelets(&cube);
        let colours: String = letters
            .chars()
            .map(|c| FACE_LETTERS.iter().zip("WRGYOB".chars()).find(|(f, _)| **f == c).unwrap().1)
            .collect();
        for order in ORDERS {
            for facelets in [&letters, &colours] {
                let face = |face: char| &facelets[FACE_LETTERS.iter().position(|&f| f == face).unwrap() * 9..][..9];
                let text: String = order.chars().map(|f| face(f).to_owned() + " ").collect();
                assert_eq!(face_order(&text), Some(order));
            }
        }
        assert_eq!(face_order(&letters[1..]), None);
        assert_eq!(face_order(&letters.replacen("UR", "RU", 1)), None);
    }
}
