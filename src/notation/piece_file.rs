//! The format `pieces`: a line for each piece of the cube.

use super::colour::{Colour, Token, only_one_cube, tokens};
use super::colour_error::{ColourError, ColourFault};
use super::pieces::{PieceColours, PieceError, face_of, slot_facelets};
use super::place::Place;
use super::scheme::{Centres, Piece, infer};
use crate::cube::Cubies;
use crate::cube::geometry::{CORNER_FACES, CORNER_NAMES, CORNERS, EDGE_FACES, EDGE_NAMES, EDGES};
use crate::text::TextPosition;

const SLOTS: usize = CORNERS + EDGES;
const F: usize = 2;
/// Names of the front and the top.
const FRONT: [&str; 2] = ["front", "f"];
const TOP: [&str; 3] = ["top", "up", "u"];

/// The order in which pieces are written: front, middle layer, back.
const SECTIONS: [(&str, [&str; 4]); 5] = [
    ("corners of the front", ["UFL", "URF", "DFR", "DLF"]),
    ("edges of the front", ["UF", "FR", "DF", "FL"]),
    ("edges between front and back", ["UL", "UR", "DR", "DL"]),
    ("edges of the back", ["UB", "BR", "DB", "BL"]),
    ("corners of the back", ["ULB", "UBR", "DRB", "DBL"]),
];

/// Reads a piece file, the input of the report "Parallel Rubik's Cube Solver" with labels added: the format `pieces`.
///
/// ```text
/// front: green                # the first line: the colour of the front's centre
/// top: white                  # the second line: the colour of the top's centre
/// URF: white red green        # then a line for each of the twenty pieces
/// UF: white green
/// ...
/// ```
///
/// * The words `front` and `top` may be left out. A piece's label is its place: the letters of its two or three faces
///   (`U` top, `R` right, `F` front, `D` bottom, `L` left, `B` back), in any order. Its colours follow in the order of
///   the letters: `URF` and `FUR` are one place, `URF: white red green` and `FUR: green white red` one piece.
/// * A colour is a word (white, yellow, red, orange, green, blue, black, purple, pink, grey, brown) or one of the
///   letters `W Y R O G B K P`, in either case; letters may be written without blanks: `URF WRG`.
/// * Blanks, `,`, `/`, `|` and `-` separate, `:` or `=` after the label may be left out, blank lines are ignored, `#`
///   begins a comment. The pieces may be in any order.
///
/// Any six colours in any arrangement are accepted. The other four centres follow from the pieces: opposite colours are
/// those that no piece has together, and the sense of rotation of the corners determines which of the last two is on
/// the right. A few wrong pieces are outvoted by the others, and then reported; an unclear vote is an error too.
///
/// # Errors
/// The first of these that fails: lines and colours, twenty places, six colours, centres, edges, corners, twist, flip,
/// parity; with the line.
pub fn parse_pieces(text: &str) -> Result<Cubies, ColourError> {
    let (centres, pieces) = read(text)?;
    let scheme = infer(centres, &pieces)?;
    let face = |slot: usize, i: usize| scheme.iter().position(|&c| c == pieces[slot].colours[i]).unwrap_or(0) as u8;
    let stickers = PieceColours {
        corners: std::array::from_fn(|slot| std::array::from_fn(|i| face(slot, i))),
        edges: std::array::from_fn(|slot| std::array::from_fn(|i| face(CORNERS + slot, i))),
    };
    let assembled = stickers.assemble(|face| format!("{} ", scheme[usize::from(face)].name()));
    assembled.map_err(|error| located(error, &pieces, &scheme))
}

/// The colours of all stickers of a text with twenty pieces, in the order of facelet strings.
pub(super) fn colours_of_pieces(text: &str) -> Option<Vec<Colour>> {
    let (centres, pieces) = read(text).ok()?;
    let scheme = infer(centres, &pieces).ok()?;
    let mut colours: Vec<Colour> = (0..54).map(|facelet| scheme[facelet / 9]).collect();
    for (slot, piece) in pieces.iter().enumerate() {
        for (facelet, colour) in slot_facelets(slot_name(slot)).into_iter().zip(&piece.colours) {
            colours[facelet] = *colour;
        }
    }
    Some(colours)
}

/// The two centres, and the pieces in the order of the slots.
fn read(text: &str) -> Result<(Centres, Vec<Piece>), ColourError> {
    let tokens = tokens(text);
    only_one_cube(&tokens)?;
    let mut lines = tokens.chunk_by(|a, b| a.at.line == b.at.line);
    let front = centre(lines.next(), &FRONT, "the front's colour (in the first line)")?;
    let top = centre(lines.next(), &TOP, "the top's colour (in the second line)")?;
    let mut slots: [Option<Piece>; SLOTS] = Default::default();
    for line in lines {
        let (slot, piece) = read_piece(line)?;
        if let Some(Piece { at: earlier, .. }) = slots[slot] {
            let fault = ColourFault::PlaceTwice { place: slot_name(slot) };
            return Err(ColourError { earlier: Some(earlier), ..fault.at(piece.at) });
        }
        slots[slot] = Some(piece);
    }
    let missing: Vec<&str> = (0..SLOTS).filter(|&slot| slots[slot].is_none()).map(slot_name).collect();
    if !missing.is_empty() {
        return Err(ColourFault::PlaceMissing { places: missing.join(", ") }.nowhere());
    }
    Ok((Centres { front, top }, slots.into_iter().flatten().collect()))
}

/// Reads the line with the colour of the front or the top, with or without a name before it.
fn centre(
    line: Option<&[Token<'_>]>,
    names: &[&str],
    place: &'static str,
) -> Result<(Colour, TextPosition), ColourError> {
    let missing = || ColourFault::PlaceMissing { places: place.to_owned() };
    let line = line.ok_or_else(|| missing().nowhere())?;
    let named = names.contains(&line[0].word.to_ascii_lowercase().as_str());
    let words = if named { &line[1..] } else { line };
    if !named && (line[0].label || find_slot(line[0].word).is_some()) {
        return Err(missing().at(line[0].at));
    }
    let mut colours = Vec::new();
    for word in words {
        colours.extend(word.expect_colours()?);
    }
    match colours[..] {
        [colour] => Ok(colour),
        _ => Err(ColourFault::StickerCount {
            place,
            expected: "one colour".to_owned(),
            found: format!("{} are", colours.len()),
        }
        .at(line[0].at)),
    }
}

fn read_piece(line: &[Token<'_>]) -> Result<(usize, Piece), ColourError> {
    let [label, words @ ..] = line else { unreachable!("lines have words") };
    let (slot, faces) = find_slot(label.word).ok_or_else(|| {
        let expected = "the place of a piece: use the letters of its faces, such as URF or UF";
        ColourFault::UnknownPlace { word: label.shown(), expected }.at(label.at)
    })?;
    let mut colours = Vec::new();
    for word in words {
        colours.extend(word.expect_colours()?);
    }
    if colours.len() != faces.len() {
        let at = colours.get(faces.len()).map_or(label.at, |extra| extra.1);
        let expected = format!("{} stickers", faces.len());
        let found = format!("{} {}", colours.len(), if colours.len() == 1 { "is" } else { "are" });
        return Err(ColourFault::StickerCount { place: slot_name(slot), expected, found }.at(at));
    }
    let on = |face: &u8| faces.iter().position(|f| f == face).map(|i| colours[i].0);
    let colours = slot_faces(slot).iter().filter_map(on).collect();
    Ok((slot, Piece { colours, at: label.at }))
}

/// The slot that a label names, corners before edges, and the faces in the order of the label.
fn find_slot(label: &str) -> Option<(usize, Vec<u8>)> {
    let faces: Vec<u8> = label.chars().map(|c| face_of(c.to_ascii_uppercase())).collect::<Option<_>>()?;
    let slot = (0..SLOTS).find(|&slot| {
        let home = slot_faces(slot);
        home.len() == faces.len() && home.iter().all(|face| faces.contains(face))
    })?;
    Some((slot, faces))
}

fn slot_faces(slot: usize) -> &'static [u8] {
    if slot < CORNERS { &CORNER_FACES[slot] } else { &EDGE_FACES[slot - CORNERS] }
}

fn slot_name(slot: usize) -> &'static str {
    if slot < CORNERS { CORNER_NAMES[slot] } else { EDGE_NAMES[slot - CORNERS] }
}

/// Adds the line of the piece and the names of pieces in colours to an error.
fn located(error: PieceError, pieces: &[Piece], scheme: &[Colour; 6]) -> ColourError {
    let line = |name: &str| (0..SLOTS).find(|&slot| slot_name(slot) == name).map(|slot| pieces[slot].at);
    let colours = |name: &str| {
        let faces = name.chars().filter_map(face_of);
        faces.map(|face| scheme[usize::from(face)].name()).collect::<Vec<_>>().join(" ")
    };
    let (earlier, detail) = match &error {
        PieceError::EdgeDuplicate { piece, first, missing, .. }
        | PieceError::CornerDuplicate { piece, first, missing, .. } => {
            (line(first), format!(": {piece} is {}, {missing} is {}", colours(piece), colours(missing)))
        }
        _ => (None, String::new()),
    };
    let at = match error.place() {
        Some(Place::Slot(name)) => line(name),
        _ => None,
    };
    ColourError { fault: Box::new(ColourFault::Piece { error, detail }), at, earlier }
}

/// `cube` as a piece file, in the usual scheme of colours with green in front and white on top.
pub fn format_pieces(cube: &Cubies) -> String {
    format_piece_file(cube, &Colour::STANDARD)
}

/// `cube` as a piece file in the colours of a scheme.
pub(super) fn format_piece_file(cube: &Cubies, scheme: &[Colour; 6]) -> String {
    let stickers = PieceColours::of(cube);
    let mut text = format!("front: {}\ntop: {}", scheme[F].name(), scheme[0].name());
    for (title, names) in SECTIONS {
        text.push_str(&format!("\n# {title}"));
        for name in names {
            let slot = (0..SLOTS).find(|&slot| slot_name(slot) == name).unwrap_or(0);
            let colours: &[u8] = if slot < CORNERS { &stickers.corners[slot] } else { &stickers.edges[slot - CORNERS] };
            let words: Vec<&str> = colours.iter().map(|&face| scheme[usize::from(face)].name()).collect();
            text.push_str(&format!("\n{name}: {}", words.join(" ")));
        }
    }
    text
}

/// Returns whether a line looks like part of a piece file: a place and as many colours as it has.
fn is_piece_line(line: &[Token<'_>]) -> bool {
    let colours =
        |words: &[Token<'_>]| words.iter().map(|word| word.colours().map_or(0, |list| list.len())).sum::<usize>();
    find_slot(line[0].word).is_some_and(|(_, faces)| colours(&line[1..]) == faces.len())
}

/// Returns whether a text looks like this format: half of the pieces, each in a line of its own.
pub(super) fn looks_like_pieces(text: &str) -> bool {
    let tokens = tokens(text);
    tokens.chunk_by(|a, b| a.at.line == b.at.line).filter(|line| is_piece_line(line)).count() >= SLOTS / 2
}

/// Returns whether a line looks like part of a text in this format.
pub(super) fn looks_like_a_piece(line: &str) -> bool {
    let tokens = tokens(line);
    let [first, rest @ ..] = &tokens[..] else { return false };
    let name = first.word.to_ascii_lowercase();
    let is_centre = FRONT.contains(&name.as_str()) || TOP.contains(&name.as_str());
    let one_colour = |words: &[Token<'_>]| words.len() == 1 && words[0].colours().is_some_and(|list| list.len() == 1);
    is_piece_line(&tokens) && (first.label || rest.iter().any(|word| word.word.len() > 3))
        || is_centre && one_colour(rest) && (first.label || name.len() > 1)
        || first.word.len() > 1 && one_colour(&tokens)
}

#[cfg(test)]
#[path = "piece_file_tests.rs"]
mod tests;
