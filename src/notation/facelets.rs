//! Facelet strings: 54 symbols of a 3x3x3, and the parts common to all sizes.

use super::colour::Colour;
use super::counts::ColourCounts;
use super::layout::{Placed, facelets_of};
use super::pieces::{PieceColours, PieceError, face_of};
use super::place::Place;
use super::text::echo;
use crate::cube::geometry::{CORNER_FACES, EDGE_FACES, FACE_LETTERS, facelet, opposite};
use crate::cube::{Cubies, Symmetry};
use crate::nxn::Size;
use crate::text::TextPosition;
use thiserror::Error;

const FACELETS: usize = Size::THREE.facelets();
const PER_FACE: usize = Size::THREE.per_face();

/// Number of the centre facelet of a face.
const fn centre(face: usize) -> usize {
    face * PER_FACE + 4
}

/// An error in a facelet string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaceletError {
    /// Too few symbols, or too many.
    #[error("{}; a {size} has {}", counted(*.found), .size.facelets())]
    Count {
        /// The cube.
        size: Size,
        /// Symbols that are not blank.
        found: usize,
    },
    /// More than six different symbols.
    #[error("`{}` is a seventh symbol ({at}): a cube has six colours", echo(.symbol))]
    UnknownSymbol {
        /// The least frequent symbol.
        symbol: char,
        /// Its first position.
        at: TextPosition,
    },
    /// A colour that does not occur as often as a face has facelets.
    #[error("{0}")]
    ColourCount(ColourCounts),
    /// Two centres of one colour.
    #[error("the centres of faces {first} and {second} are both `{}`", echo(.symbol))]
    CentreDuplicate {
        /// The colour.
        symbol: char,
        /// The first face with this centre.
        first: char,
        /// The second one.
        second: char,
    },
    /// Face letters, but not every face has its own letter in its centre.
    #[error(
        "the centre of face {face} is `{found}`: in face letters each centre carries the letter of its own face; turn \
         the cube as a whole until it does"
    )]
    CentreOrientation {
        /// The first face with another letter.
        face: char,
        /// That letter.
        found: char,
    },
    /// Centres on opposite faces whose colours are on neighbouring faces of a solved cube.
    #[error("the centres `{}` and `{}` are on opposite faces, but on neighbouring ones of a solved cube", echo(.0), echo(.1))]
    CentresOpposite(char, char),
    /// Centres in the wrong sense of rotation.
    #[error("the centres are the mirror image of those of a cube")]
    CentresMirrored,
    /// The colours of an even cube cannot be told from its corners.
    #[error(
        "which colour belongs to which face does not follow from the corners: every colour meets four of the others there"
    )]
    Scheme,
    /// Centre pieces that can change places among themselves, with too many of a colour.
    #[error(
        "of the 24 centre pieces that can come to row {row} and column {column} of a face, {found} are `{}` and not 4",
        echo(.symbol)
    )]
    CentrePieces {
        /// The colour.
        symbol: char,
        /// The number of them.
        found: usize,
        /// Row of one of the places on its face, counted from 1.
        row: usize,
        /// Column of the same place.
        column: usize,
        /// The first face that has one of them.
        face: char,
    },
    /// One of the two edge pieces of a colour pair occurs in two places.
    #[error("the edge piece `{shown}` in slot {second} is in slot {first} too, the same way round")]
    WingDuplicate {
        /// Its colours.
        shown: String,
        /// The first slot.
        first: &'static str,
        /// The second slot.
        second: &'static str,
    },
    /// The stickers do not make a solvable cube.
    #[error(transparent)]
    Piece(#[from] PieceError),
}

/// The number of facelets, with the size of the cubes that have as many.
fn counted(found: usize) -> String {
    let those = Size::with_facelets(found).map_or_else(String::new, |size| format!(", those of a {size}"));
    match found {
        0 => "there are no facelets".to_owned(),
        1 => "this is one facelet".to_owned(),
        _ => format!("these are {found} facelets{those}"),
    }
}

impl FaceletError {
    /// Stable name of the class of error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Count { .. } => "facelet-count",
            Self::UnknownSymbol { .. } => "unknown-symbol",
            Self::ColourCount(_) => "colour-count",
            Self::CentreDuplicate { .. } => "centre-duplicate",
            Self::CentreOrientation { .. } => "centre-orientation",
            Self::CentresOpposite(..) | Self::CentresMirrored => "centre-arrangement",
            Self::Scheme => "colour-scheme",
            Self::CentrePieces { .. } => "centre-pieces",
            Self::WingDuplicate { .. } => "edge-duplicate",
            Self::Piece(error) => error.code(),
        }
    }

    /// The position of the error.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Count { .. }
            | Self::ColourCount(_)
            | Self::CentresOpposite(..)
            | Self::CentresMirrored
            | Self::Scheme => None,
            Self::UnknownSymbol { at, .. } => Some(Place::Text(*at)),
            Self::CentreDuplicate { second: face, .. }
            | Self::CentreOrientation { face, .. }
            | Self::CentrePieces { face, .. } => Some(Place::Centre(*face)),
            Self::WingDuplicate { second, .. } => Some(Place::Slot(second)),
            Self::Piece(error) => error.place(),
        }
    }
}

/// Reads 54 facelets in the order `U1..U9 R1..R9 F1..F9 D1..D9 L1..L9 B1..B9`, each face row by row, U seen with B on
/// top, D with F on top, the sides with U on top; or as an unfolded net, three lines with U, three with L, F, R, B,
/// three with D. Blanks are ignored, and so are marks such as `/` between faces. Any six symbols are accepted, and the
/// centres determine the face of each colour; only if the symbols are the face letters (in either case), each must be
/// in the centre of its own face.
///
/// # Errors
/// The first of these that fails: count, symbols, colours, centres, edges, corners, twist, flip, parity.
pub fn parse_facelets(text: &str) -> Result<Cubies, FaceletError> {
    read_facelets(&facelets_of(text, Size::THREE))
}

/// [`parse_facelets`] for facelets in order.
pub(super) fn read_facelets(facelets: &[Placed]) -> Result<Cubies, FaceletError> {
    let (symbols, miscounted) = counted_symbols(facelets, Size::THREE)?;
    let colours: [char; 6] = std::array::from_fn(|face| symbols[centre(face)]);
    let colour = |facelet: usize| colours.iter().position(|&c| c == symbols[facelet]).unwrap_or(0) as u8;
    let name = |face: u8| match names(&colours) {
        Some(names) => format!("{} ", names[usize::from(face)]),
        None => echo(&colours[usize::from(face)]),
    };
    let centres = check_centres(&colours, &symbols);
    if let Some(counts) = miscounted {
        let pieces = if centres.is_ok() { stickers_of(colour).faults(name) } else { Vec::new() };
        return Err(FaceletError::ColourCount(ColourCounts { pieces, ..counts }));
    }
    centres?;
    Ok(stickers_of(colour).assemble(name)?)
}

/// The stickers of every slot, where `colour` returns the face whose colour a facelet has.
pub(super) fn stickers_of(colour: impl Fn(usize) -> u8) -> PieceColours {
    PieceColours {
        corners: CORNER_FACES.map(|slot| slot.map(|face| colour(facelet(slot, face)))),
        edges: EDGE_FACES.map(|slot| slot.map(|face| colour(facelet(slot, face)))),
    }
}

/// The symbols of facelets of the right number: six different ones, as many of each as a face has facelets.
pub(super) fn six_symbols(facelets: &[Placed], size: Size) -> Result<Vec<char>, FaceletError> {
    match counted_symbols(facelets, size)? {
        (symbols, None) => Ok(symbols),
        (_, Some(counts)) => Err(FaceletError::ColourCount(counts)),
    }
}

/// The symbols of facelets of the right number, and those that do not occur as often as a face has facelets.
fn counted_symbols(facelets: &[Placed], size: Size) -> Result<(Vec<char>, Option<ColourCounts>), FaceletError> {
    if facelets.len() != size.facelets() {
        return Err(FaceletError::Count { size, found: facelets.len() });
    }
    let counts = miscounted(facelets, size.per_face())?;
    Ok((facelets.iter().map(|&(c, _)| c).collect(), counts))
}

/// The names of symbols, if all of them are letters or squares of colours.
fn names(symbols: &[char]) -> Option<Vec<&'static str>> {
    symbols.iter().map(|&symbol| Colour::of_symbol(symbol).map(Colour::name)).collect()
}

/// Checks that there are six colours at most, and returns those that do not occur `wanted` times.
fn miscounted(placed: &[(char, TextPosition)], wanted: usize) -> Result<Option<ColourCounts>, FaceletError> {
    // The colours in order of appearance: first place and number of facelets.
    let mut counts: Vec<(char, TextPosition, usize)> = Vec::new();
    for &(symbol, at) in placed {
        match counts.iter_mut().find(|(known, ..)| *known == symbol) {
            Some((.., count)) => *count += 1,
            None => counts.push((symbol, at, 1)),
        }
    }
    let rarest = counts.iter().rev().min_by_key(|(.., count)| *count);
    match rarest {
        Some(&(symbol, at, _)) if counts.len() > 6 => return Err(FaceletError::UnknownSymbol { symbol, at }),
        _ => {}
    }
    let symbols: Vec<char> = counts.iter().map(|&(symbol, ..)| symbol).collect();
    let names = names(&symbols);
    let name =
        |i: usize| names.as_ref().map_or_else(|| format!("`{}`", echo(&symbols[i])), |names| names[i].to_owned());
    Ok(ColourCounts::new(counts.iter().enumerate().map(|(i, &(.., count))| (name(i), count)), wanted))
}

/// Checks that the six centres differ and, if the colours are face letters, that each is in its place.
fn check_centres(colours: &[char; 6], symbols: &[char]) -> Result<(), FaceletError> {
    different_centres(colours)?;
    let letters = symbols.iter().all(|c| face_of(c.to_ascii_uppercase()).is_some());
    match FACE_LETTERS.iter().zip(colours).find(|(face, colour)| **face != colour.to_ascii_uppercase()) {
        Some((&face, &found)) if letters => {
            check_arrangement(colours)?;
            Err(FaceletError::CentreOrientation { face, found })
        }
        _ => Ok(()),
    }
}

/// Checks that some rotation of a solved cube has its centres so: face letters, each of which is there.
fn check_arrangement(colours: &[char; 6]) -> Result<(), FaceletError> {
    let centres = colours.map(|colour| face_of(colour.to_ascii_uppercase()).unwrap_or_default());
    if Symmetry::rotations().any(|rotation| rotation.face_map() == centres) {
        return Ok(());
    }
    let mut symbols = *colours;
    centres.iter().zip(colours).for_each(|(&colour, &symbol)| symbols[usize::from(colour)] = symbol);
    Err(misplaced(centres, &symbols))
}

/// The reason why no rotation brings all centres to their faces.
pub(super) fn misplaced(centres: [u8; 6], colours: &[char; 6]) -> FaceletError {
    let pairs = (0..3).map(|face| [centres[usize::from(face)], centres[usize::from(opposite(face))]]);
    let symbol = |colour: u8| colours[usize::from(colour)];
    match pairs.into_iter().find(|&[a, b]| b != opposite(a)) {
        Some([a, b]) => FaceletError::CentresOpposite(symbol(a), symbol(b)),
        None => FaceletError::CentresMirrored,
    }
}

/// Checks that the six centres differ.
pub(super) fn different_centres(colours: &[char; 6]) -> Result<(), FaceletError> {
    for (second, symbol) in colours.iter().enumerate() {
        if let Some(first) = colours[..second].iter().position(|c| c == symbol) {
            let (first, second) = (FACE_LETTERS[first], FACE_LETTERS[second]);
            return Err(FaceletError::CentreDuplicate { symbol: *symbol, first, second });
        }
    }
    Ok(())
}

/// The face whose colour each facelet of `cube` has, in the order of [`parse_facelets`].
pub fn facelet_faces(cube: &Cubies) -> [u8; FACELETS] {
    let stickers = PieceColours::of(cube);
    let mut faces = std::array::from_fn(|facelet| (facelet / PER_FACE) as u8);
    for (slot, colours) in CORNER_FACES.iter().zip(stickers.corners) {
        for (&face, colour) in slot.iter().zip(colours) {
            faces[facelet(*slot, face)] = colour;
        }
    }
    for (slot, colours) in EDGE_FACES.iter().zip(stickers.edges) {
        for (&face, colour) in slot.iter().zip(colours) {
            faces[facelet(*slot, face)] = colour;
        }
    }
    faces
}

/// The facelet string of `cube` in face letters.
pub fn format_facelets(cube: &Cubies) -> String {
    facelet_faces(cube).iter().map(|&face| FACE_LETTERS[usize::from(face)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{MoveOptions, parse_moves, random_cube};
    use super::*;
    use proptest::prelude::*;

    const SUPERFLIP: &str = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U";

    fn after(sequence: &str) -> String {
        format_facelets(&Cubies::after(&parse_moves(sequence, &MoveOptions::default()).unwrap()))
    }

    /// Parses the string with the solved faces D, L and B added, and returns the error.
    fn error(upper: &str) -> (&'static str, Option<Place>) {
        let error = parse_facelets(&format!("{upper}DDDDDDDDDLLLLLLLLLBBBBBBBBB")).unwrap_err();
        (error.code(), error.place())
    }

    #[test]
    fn known_strings() {
        for (sequence, facelets) in [
            ("", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"),
            ("R", "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"),
            ("R U R' U'", "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB"),
            (SUPERFLIP, "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"),
            (
                "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'",
                "UFURULUBULULBRFLDLBUBRFLBDBDBDRDLDFDRURFLBRDRFUFLBRFDF",
            ),
        ] {
            assert_eq!(after(sequence), facelets, "{sequence}");
            let cube = parse_facelets(facelets).unwrap();
            assert_eq!(format_facelets(&cube), facelets);
        }
    }

    #[test]
    fn broken_laws_have_their_own_class() {
        let slot = |name| Some(Place::Slot(name));
        assert_eq!(error("UUUUUUUFURRRRRRRRRFUFFFFFFF"), ("flip-parity", slot("UF")));
        assert_eq!(error("UUUUUUUUFURRRRRRRRFFRFFFFFF"), ("twist-parity", slot("URF")));
        assert_eq!(error("UUUUUUUUURFRRRRRRRFRFFFFFFF"), ("permutation-parity", None));
        assert_eq!(error("UUUUUUUUUFRRRRRRRRFFRFFFFFF"), ("corner-mirrored", slot("URF")));
        assert_eq!(error("UUUUUFUUURRRRRRRRRFUFFFFFFF"), ("edge-impossible", slot("UF")));
        assert_eq!(error("UUUURUUUURRRRURRRRFFFFFFFFF"), ("centre-arrangement", None));
    }

    #[test]
    fn recoloured_pieces_are_found() {
        let swapped = |a: usize, b: usize| {
            let mut symbols: Vec<char> = after("").chars().collect();
            symbols.swap(a, b);
            let error = parse_facelets(&symbols.iter().collect::<String>()).unwrap_err();
            (error.code(), error.to_string())
        };
        // Swaps F2 of the edge UF with L8 of the edge DL.
        let (code, text) = swapped(19, 43);
        assert_eq!(code, "edge-duplicate");
        assert_eq!(text, "edge UL appears twice, in slots UF and UL, and edge UF is missing");
        // Swaps U9 of the corner URF with D9 of the corner DRB: D R F has the wrong sense of rotation.
        assert_eq!(swapped(8, 35).0, "corner-mirrored");
        // Swaps U9 of the corner URF with R3 of the corner UBR.
        assert_eq!(swapped(8, 11).1, "no corner is coloured `RRF`, as the one in slot URF: R occurs twice");
    }

    #[test]
    fn counts_and_symbols() {
        let solved = after("");
        let code = |text: &str| {
            let error = parse_facelets(text).unwrap_err();
            (error.code(), error.place())
        };
        assert_eq!(code(""), ("facelet-count", None));
        assert_eq!(code(&solved[1..]), ("facelet-count", None));
        assert_eq!(code(&format!("{solved}B")), ("facelet-count", None));
        assert_eq!(code(&solved.replacen("UUU", "UUR", 1)), ("colour-count", None));
        assert_eq!(code(&solved.replace('U', "R")), ("colour-count", None));
        let position = Some(Place::Text(TextPosition { line: 1, column: 3 }));
        assert_eq!(code(&solved.replacen("UUU", "UUX", 1)), ("unknown-symbol", position));
        let mut twice: Vec<char> = solved.chars().collect();
        twice.swap(4, 9);
        assert_eq!(code(&twice.iter().collect::<String>()), ("centre-duplicate", Some(Place::Centre('R'))));
    }

    #[test]
    fn any_six_symbols_and_any_grip() {
        let text = after("R U2 F' L D");
        let cube = parse_facelets(&text).unwrap();
        let recoloured = |symbols: &str| -> String {
            text.chars().map(|c| symbols.chars().nth(usize::from(face_of(c).unwrap())).unwrap()).collect()
        };
        for symbols in ["WRGYOB", "012345", "urfdlb", "RUFDLX", "🟨🟥🟩⬜🟧🟦"] {
            assert_eq!(parse_facelets(&recoloured(symbols)).as_ref(), Ok(&cube), "{symbols}");
        }
        for (symbols, code) in
            [("UFLDBR", "centre-orientation"), ("RBUDLF", "centre-arrangement"), ("DRFULB", "centre-arrangement")]
        {
            assert_eq!(parse_facelets(&recoloured(symbols)).unwrap_err().code(), code, "{symbols}");
        }
        let spread: String = text.chars().flat_map(|c| [c, '\n', ' ']).collect();
        assert_eq!(parse_facelets(&spread), Ok(cube));
    }

    proptest! {
        #[test]
        fn round_trip(seed: u64) {
            let cube = random_cube(&mut fastrand::Rng::with_seed(seed));
            prop_assert_eq!(parse_facelets(&format_facelets(&cube)), Ok(cube));
        }

        #[test]
        fn no_text_panics(text in ".{0,80}", shuffled in Just(after("").chars().collect::<Vec<_>>()).prop_shuffle()) {
            let _ = parse_facelets(&text);
            let _ = parse_facelets(&shuffled.iter().collect::<String>());
        }
    }
}
