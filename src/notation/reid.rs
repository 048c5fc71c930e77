//! Michael Reid's notation: the piece in each of twenty slots.

use super::pieces::{PieceColours, PieceError, faces_of};
use super::place::Place;
use super::text::printable;
use crate::cube::Cubies;
use crate::cube::geometry::{CORNER_FACES, EDGE_FACES, FACE_LETTERS, locate};
use crate::text::{TextPosition, words};
use thiserror::Error;

/// Edge slots in Reid's order.
const EDGE_SLOTS: [&str; 12] = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];
/// Corner slots in Reid's order, their faces named anticlockwise.
const CORNER_SLOTS: [&str; 8] = ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"];

/// Number of pieces that are named.
pub(super) const TOKENS: usize = EDGE_SLOTS.len() + CORNER_SLOTS.len();
/// A word that some programs write in front.
pub(super) const PREFIX: &str = "SING";

/// An error in a cube in Reid's notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReidError {
    /// Not twenty pieces.
    #[error("a cube has 20 pieces, 12 edges and then 8 corners, but this names {found}")]
    Count {
        /// Pieces named.
        found: usize,
    },
    /// A word that is not an edge or not a corner.
    #[error("`{token}` ({at}) does not name the {kind} in slot {slot}: it takes {letters} of the letters U R F D L B")]
    UnknownToken {
        /// The word, safe to show.
        token: String,
        /// `edge` or `corner`.
        kind: &'static str,
        /// The number of letters of such a piece.
        letters: usize,
        /// The slot.
        slot: &'static str,
        /// The position of the word.
        at: TextPosition,
    },
    /// The pieces do not make a solvable cube.
    #[error(transparent)]
    Piece(#[from] PieceError),
}

impl ReidError {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Count { .. } => "piece-count",
            Self::UnknownToken { .. } => "unknown-piece",
            Self::Piece(error) => error.code(),
        }
    }

    /// The position of the error.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Count { .. } => None,
            Self::UnknownToken { at, .. } => Some(Place::Text(*at)),
            Self::Piece(error) => error.place(),
        }
    }
}

/// Reads twenty pieces, optionally after the word `SING`: the piece now in each of the slots `UF UR UB UL DF DR DB DL
/// FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`, its letters in the order of the letters of the slot.
///
/// # Errors
/// The first of these that fails: count, words, edges, corners, twist, flip, parity.
pub fn parse_reid(text: &str) -> Result<Cubies, ReidError> {
    let mut tokens = words(text);
    if tokens.first().is_some_and(|(word, _)| *word == PREFIX) {
        tokens.remove(0);
    }
    if tokens.len() != TOKENS {
        return Err(ReidError::Count { found: tokens.len() });
    }
    let (edges, corners) = tokens.split_at(EDGE_SLOTS.len());
    let mut stickers = PieceColours::SOLVED;
    place_pieces("edge", &EDGE_SLOTS, edges, &EDGE_FACES, &mut stickers.edges)?;
    place_pieces("corner", &CORNER_SLOTS, corners, &CORNER_FACES, &mut stickers.corners)?;
    Ok(stickers.assemble(|face| FACE_LETTERS[usize::from(face)].to_string())?)
}

/// Puts the colours that each token names on the stickers of its slot.
fn place_pieces<const N: usize, const SLOTS: usize>(
    kind: &'static str,
    names: &[&'static str; SLOTS],
    tokens: &[(&str, TextPosition)],
    slots: &[[u8; N]; SLOTS],
    stickers: &mut [[u8; N]; SLOTS],
) -> Result<(), ReidError> {
    for (&slot, &(token, at)) in names.iter().zip(tokens) {
        let Some(colours) = faces_of::<N>(token) else {
            let token = printable(&token.chars().take(12).collect::<String>());
            return Err(ReidError::UnknownToken { token, kind, letters: N, slot, at });
        };
        for ((slot, sticker), colour) in reading_order(slot, slots).into_iter().zip(colours) {
            stickers[slot][sticker] = colour;
        }
    }
    Ok(())
}

/// Our slot and our sticker for each letter of a slot's name.
fn reading_order<const N: usize, const SLOTS: usize>(name: &str, slots: &[[u8; N]; SLOTS]) -> [(usize, usize); N] {
    let faces = faces_of::<N>(name).unwrap_or(slots[0]);
    let slot = usize::from(locate(slots, faces).0);
    faces.map(|face| (slot, slots[slot].iter().position(|&f| f == face).unwrap_or(0)))
}

/// `cube` in Reid's notation.
pub fn format_reid(cube: &Cubies) -> String {
    let stickers = PieceColours::of(cube);
    let edges = EDGE_SLOTS.map(|name| named(name, &EDGE_FACES, &stickers.edges));
    let corners = CORNER_SLOTS.map(|name| named(name, &CORNER_FACES, &stickers.corners));
    [&edges[..], &corners[..]].concat().join(" ")
}

fn named<const N: usize, const SLOTS: usize>(
    name: &str,
    slots: &[[u8; N]; SLOTS],
    stickers: &[[u8; N]; SLOTS],
) -> String {
    reading_order(name, slots)
        .map(|(slot, sticker)| FACE_LETTERS[usize::from(stickers[slot][sticker])])
        .iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{MoveOptions, parse_moves, random_cube};
    use super::*;
    use proptest::prelude::*;

    const SOLVED: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

    fn after(sequence: &str) -> Cubies {
        Cubies::after(&parse_moves(sequence, &MoveOptions::default()).unwrap())
    }

    fn error(text: &str) -> (&'static str, Option<Place>) {
        let error = parse_reid(text).unwrap_err();
        (error.code(), error.place())
    }

    #[test]
    fn known_cubes() {
        for (sequence, pieces) in [
            ("", SOLVED),
            ("R", "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR"),
            ("U", "UR UB UL UF DF DR DB DL FR FL BR BL URB UBL ULF UFR DRF DFL DLB DBR"),
            (
                "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U",
                "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR",
            ),
            (
                "(F L F U' R U F2 L2 U' L' B D' B' L2 U)'",
                "UF UR RD RB LU LF DB DL FR UB DF BL UFR RFD RDB RBU LFU LUB DLB LDF",
            ),
            (
                "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'",
                "BU LU FU RU BD LD FD RD LB RB LF RF UBL ULF UFR URB DLB DBR DRF DFL",
            ),
        ] {
            assert_eq!(format_reid(&after(sequence)), pieces, "{sequence}");
            assert_eq!(parse_reid(pieces), Ok(after(sequence)));
            assert_eq!(parse_reid(&format!("SING {pieces}")), Ok(after(sequence)));
        }
    }

    #[test]
    fn broken_laws_have_their_own_class() {
        let slot = |name| Some(Place::Slot(name));
        assert_eq!(error(&SOLVED.replace("UF UR ", "FU UR ")), ("flip-parity", slot("UF")));
        assert_eq!(error(&SOLVED.replace("UFR URB", "FRU URB")), ("twist-parity", slot("URF")));
        assert_eq!(error(&SOLVED.replace("UF UR ", "UR UF ")), ("permutation-parity", None));
        assert_eq!(error(&SOLVED.replace("UFR", "URF")), ("corner-mirrored", slot("URF")));
        assert_eq!(error(&SOLVED.replace("UL DF", "UF DF")), ("edge-duplicate", slot("UL")));
        assert_eq!(error(&SOLVED.replace("UL DF", "UD DF")), ("edge-impossible", slot("UL")));
        assert_eq!(error(&SOLVED.replace("DLB", "DLF")), ("corner-mirrored", slot("DBL")));
        assert_eq!(error(&SOLVED.replace("DLB", "DFL")), ("corner-duplicate", slot("DBL")));
        assert_eq!(error(&SOLVED.replace("DLB", "DLL")), ("corner-impossible", slot("DBL")));
    }

    #[test]
    fn words_that_name_no_piece() {
        let column = |column| Some(Place::Text(TextPosition { line: 1, column }));
        assert_eq!(error(""), ("piece-count", None));
        assert_eq!(error(&SOLVED[3..]), ("piece-count", None));
        assert_eq!(error(&SOLVED.replace(" UB ", " UX ")), ("unknown-piece", column(7)));
        assert_eq!(error(&SOLVED.replace(" UB ", " UBL ")), ("unknown-piece", column(7)));
        assert_eq!(error(&SOLVED.replace("DBR", "DB")), ("unknown-piece", column(65)));
    }

    proptest! {
        #[test]
        fn round_trip(seed: u64) {
            let cube = random_cube(&mut fastrand::Rng::with_seed(seed));
            prop_assert_eq!(parse_reid(&format_reid(&cube)), Ok(cube));
        }

        #[test]
        fn no_words_panic(text in "([URFDLBX]{2,3} ){18,22}") {
            let _ = parse_reid(&text);
        }
    }
}
