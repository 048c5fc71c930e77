//! The compact text form of nissy: 8 corners, 12 edges and the grip, one letter each.
//!
//! Slots and pieces have nissy's numbers; a corner adds 8 for a clockwise twist and 16 for an anticlockwise one, an
//! edge adds 16 if it is flipped; 0 to 25 are `A` to `Z`, 26 to 31 are `a` to `f`. Pieces are relative to the centres,
//! so the last letter, the grip on the cube, changes nothing here. (nissy-core, README, "Cube format".)

use super::pieces::{PieceError, check, faces_of};
use super::place::Place;
use super::text::echo;
use crate::cube::Cubies;
use crate::cube::geometry::{CORNER_FACES, EDGE_FACES, locate};
use crate::text::{TextPosition, words};
use thiserror::Error;

/// Corner slots in nissy's order.
const CORNER_SLOTS: [&str; 8] = ["UFR", "UBL", "DFL", "DBR", "UFL", "UBR", "DFR", "DBL"];
/// Edge slots in nissy's order.
const EDGE_SLOTS: [&str; 12] = ["UF", "UB", "DB", "DF", "UR", "UL", "DL", "DR", "FR", "FL", "BL", "BR"];

const LENGTH: usize = 23;
/// The start of the edges; an equals sign precedes the edges and the grip.
const EDGES_AT: usize = 9;
const GRIP_AT: usize = 22;
/// Ways to hold the cube.
const GRIPS: u8 = 24;

/// An error in a cube in nissy's form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NissyError {
    /// The text does not have the shape of the form.
    #[error("the form is `cccccccc=eeeeeeeeeeee=r`: 8 corners, 12 edges and the grip, 23 characters in all")]
    Shape,
    /// A character that has no meaning in its place.
    #[error("`{}` ({at}) stands for no {kind}", echo(.symbol))]
    UnknownSymbol {
        /// The character.
        symbol: char,
        /// `corner`, `edge` or `grip`.
        kind: &'static str,
        /// Its position.
        at: TextPosition,
    },
    /// The pieces do not make a solvable cube.
    #[error(transparent)]
    Piece(#[from] PieceError),
}

impl NissyError {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Shape => "nissy-shape",
            Self::UnknownSymbol { .. } => "unknown-piece",
            Self::Piece(error) => error.code(),
        }
    }

    /// The position of the error.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Shape => None,
            Self::UnknownSymbol { at, .. } => Some(Place::Text(*at)),
            Self::Piece(error) => error.place(),
        }
    }
}

/// Reads nissy's form, such as `ABCDEFGH=ABCDEFGHIJKL=A` for the solved cube.
///
/// # Errors
/// The first of these that fails: shape, characters, duplicate pieces, twist, flip, parity.
pub fn parse_nissy(text: &str) -> Result<Cubies, NissyError> {
    let [(word, start)] = words(text)[..] else { return Err(NissyError::Shape) };
    let symbols: Vec<char> = word.chars().collect();
    if symbols.len() != LENGTH || symbols[EDGES_AT - 1] != '=' || symbols[GRIP_AT - 1] != '=' {
        return Err(NissyError::Shape);
    }
    let value = |index: usize, kind, allowed: fn(u8) -> bool| {
        let symbol = symbols[index];
        let at = TextPosition { column: start.column + index, ..start };
        value_of(symbol).filter(|&v| allowed(v)).ok_or(NissyError::UnknownSymbol { symbol, kind, at })
    };
    let mut cube = Cubies::SOLVED;
    let corners = order(CORNER_SLOTS, &CORNER_FACES);
    for (index, &slot) in corners.iter().enumerate() {
        let v = value(index, "corner", |v| v < 24)?;
        cube.corners[usize::from(slot)] = corners[usize::from(v % 8)];
        cube.twists[usize::from(slot)] = v / 8;
    }
    let edges = order(EDGE_SLOTS, &EDGE_FACES);
    for (index, &slot) in edges.iter().enumerate() {
        let v = value(EDGES_AT + index, "edge", |v| v % 16 < 12)?;
        cube.edges[usize::from(slot)] = edges[usize::from(v % 16)];
        cube.flips[usize::from(slot)] = v / 16;
    }
    value(GRIP_AT, "grip", |v| v < GRIPS)?;
    check(&cube)?;
    Ok(cube)
}

/// `cube` in nissy's form, in the standard orientation.
pub fn format_nissy(cube: &Cubies) -> String {
    let corners = order(CORNER_SLOTS, &CORNER_FACES);
    let edges = order(EDGE_SLOTS, &EDGE_FACES);
    let corner = |slot: &u8| {
        let slot = usize::from(*slot);
        symbol_of(number(&corners, cube.corners[slot]) + 8 * cube.twists[slot])
    };
    let edge = |slot: &u8| {
        let slot = usize::from(*slot);
        symbol_of(number(&edges, cube.edges[slot]) + 16 * cube.flips[slot])
    };
    let corners: String = corners.iter().map(corner).collect();
    let edges: String = edges.iter().map(edge).collect();
    format!("{corners}={edges}=A")
}

/// Our indices of the named slots.
fn order<const N: usize, const SLOTS: usize>(names: [&str; SLOTS], slots: &[[u8; N]; SLOTS]) -> [u8; SLOTS] {
    names.map(|name| locate(slots, faces_of::<N>(name).unwrap_or(slots[0])).0)
}

/// nissy's number of a piece.
fn number(order: &[u8], piece: u8) -> u8 {
    order.iter().position(|&p| p == piece).unwrap_or(0) as u8
}

fn value_of(symbol: char) -> Option<u8> {
    match symbol {
        'A'..='Z' => Some(symbol as u8 - b'A'),
        'a'..='f' => Some(symbol as u8 - b'a' + 26),
        _ => None,
    }
}

fn symbol_of(value: u8) -> char {
    char::from(if value < 26 { b'A' + value } else { b'a' + value - 26 })
}

#[cfg(test)]
mod tests {
    use super::super::{MoveOptions, parse_moves, random_cube};
    use super::*;
    use proptest::prelude::*;

    fn after(sequence: &str) -> Cubies {
        Cubies::after(&parse_moves(sequence, &MoveOptions::default()).unwrap())
    }

    /// The examples of nissy's own documentation.
    #[test]
    fn known_cubes() {
        for (sequence, text) in [
            ("", "ABCDEFGH=ABCDEFGHIJKL=A"),
            ("F", "MBODSFQH=ZBCYEFGHQTKL=A"),
            ("R U R' U'", "WFCDERQH=AECDIFGHBJKL=A"),
            ("R' U' F", "JLQWSVUH=ZLCUABGIVTKH=A"),
        ] {
            assert_eq!(format_nissy(&after(sequence)), text, "{sequence}");
            assert_eq!(parse_nissy(text), Ok(after(sequence)));
        }
        assert_eq!(parse_nissy("ANCPETGR=AbaDEFGHIJRS=L"), Ok(after("Fw")));
        assert!(parse_nissy("WDSQREVX=VBKYDUCJXWAb=A").is_ok());
    }

    #[test]
    fn errors_have_a_class_and_a_place() {
        let error = |text: &str| {
            let error = parse_nissy(text).unwrap_err();
            (error.code(), error.place())
        };
        let column = |column| Some(Place::Text(TextPosition { line: 1, column }));
        assert_eq!(error(""), ("nissy-shape", None));
        assert_eq!(error("ABCDEFGH=ABCDEFGHIJKL"), ("nissy-shape", None));
        assert_eq!(error("ABCDEFGH=ABCDEFGHIJKL=A A"), ("nissy-shape", None));
        assert_eq!(error(" YBCDEFGH=ABCDEFGHIJKL=A"), ("unknown-piece", column(2)));
        assert_eq!(error("ABCDEFGH=ABCDMFGHIJKL=A"), ("unknown-piece", column(14)));
        assert_eq!(error("ABCDEFGH=ABCDEFGHIJKL=Y"), ("unknown-piece", column(23)));
        assert_eq!(error("ABCDEFGH=QBCDEFGHIJKL=A"), ("flip-parity", Some(Place::Slot("UF"))));
        assert_eq!(error("ABCDEFGX=ABCDEFGHIJKL=A"), ("twist-parity", Some(Place::Slot("DBL"))));
        assert_eq!(error("BACDEFGH=ABCDEFGHIJKL=A"), ("permutation-parity", None));
        assert_eq!(error("AACDEFGH=ABCDEFGHIJKL=A"), ("corner-duplicate", Some(Place::Slot("ULB"))));
    }

    proptest! {
        #[test]
        fn round_trip(seed: u64) {
            let cube = random_cube(&mut fastrand::Rng::with_seed(seed));
            prop_assert_eq!(parse_nissy(&format_nissy(&cube)), Ok(cube));
        }

        #[test]
        fn no_text_panics(text in "[A-Xa-f=é]{0,25}", shaped in "[A-X]{8}=[A-La-b]{12}=A") {
            let _ = parse_nissy(&text);
            let _ = parse_nissy(&shaped);
        }
    }
}
