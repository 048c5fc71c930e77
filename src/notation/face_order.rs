//! Facelets with their faces in another order than `U R F D L B`.

use super::facelets::parse_facelets;
use super::input::code_of;
use super::layout::facelets_of;
use crate::cube::geometry::FACE_LETTERS;
use crate::nxn::Size;

/// Orders that other programs use, that of an unfolded net first.
const ORDERS: [&str; 4] = ["ULFRBD", "UFRBLD", "UDLRFB", "UDFBLR"];

/// The order of the faces in which the 54 facelets of a text make a cube that can be solved, among usual ones besides the order of
/// [`parse_facelets`].
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

#[cfg(test)]
mod tests {
    use super::super::{MoveOptions, format_facelets, parse_moves};
    use super::*;
    use crate::cube::Cubies;

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
