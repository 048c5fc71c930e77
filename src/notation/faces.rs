//! The format `colours`: the colours of each face, as they are seen.

use super::colour::{Colour, Token, only_one_cube, six_colours, tally, tokens};
use super::colour_error::{ColourError, ColourFault};
use super::counts::ColourCounts;
use super::facelets::{facelet_faces, stickers_of};
use super::layout::Placed;
use super::pieces::{PieceError, face_of, slot_facelets};
use super::place::Place;
use crate::cube::Cubies;
use crate::cube::geometry::FACE_LETTERS;
use crate::nxn::Size;
use crate::text::TextPosition;

const PER_FACE: usize = 9;
/// The names of the faces in messages.
const FACE_NAMES: [&str; 6] = ["face U", "face R", "face F", "face D", "face L", "face B"];
/// The names of the faces that are accepted instead of their letters.
const WORDS: [(&str, u8); 8] =
    [("up", 0), ("top", 0), ("right", 1), ("front", 2), ("down", 3), ("bottom", 3), ("left", 4), ("back", 5)];

/// A face: the position of its label, and the words of its colours.
struct Face<'a> {
    at: TextPosition,
    words: Vec<Token<'a>>,
}

/// Reads the colours of the six faces as they are seen: the format `colours`.
///
/// ```text
/// U: W W W / W W W / W W W        # nine colours, row by row
/// F=GGGGGGGGG R=RRRRRRRRR         # several faces in a line, no blanks
/// down: yellow yellow yellow      # words, over several lines
///       yellow yellow yellow
///       yellow yellow yellow
/// ...
/// ```
///
/// In words: six faces in any order, each a label, `:` or `=`, and nine colours.
///
/// * The label is `U`, `R`, `F`, `D`, `L` or `B`, or `up`, `top`, `right`, `front`, `down`, `bottom`, `left`, `back`.
/// * A colour is a word (white, yellow, red, orange, green, blue, black, purple, pink, grey, brown), a coloured square,
///   or one of the letters `W Y R O G B K P`, in either case; letters and squares may be written without blanks.
/// * Blanks, line ends, `,`, `/`, `|` and `-` only separate; `#` begins a comment.
/// * The stickers of a face are in the order of facelet strings (see [`parse_facelets`](super::parse_facelets)): row by
///   row, U seen with B on top, D with F on top, the sides with U on top.
///
/// The centres determine the face of each colour, so any six colours in any arrangement are accepted. Cubes are written
/// in the usual scheme: U white, R red, F green, D yellow, L orange, B blue.
///
/// # Errors
/// The first of these that fails: labels and colours, faces, numbers of stickers, colours, centres, edges, corners,
/// twist, flip, parity; with the line.
pub fn parse_colours(text: &str) -> Result<Cubies, ColourError> {
    let stickers = stickers_in_order(read_faces(text)?)?;
    let counts = tally(stickers.iter().copied());
    six_colours(&counts)?;
    let found = counts.iter().map(|(colour, _, count)| (colour.name().to_owned(), *count));
    let miscounted = ColourCounts::new(found, PER_FACE);
    let centres = centres(&stickers);
    let (centres, miscounted) = match (centres, miscounted) {
        (Err(_), Some(counts)) => return Err(ColourFault::ColourCount(counts).nowhere()),
        (centres, miscounted) => (centres?, miscounted),
    };
    let face = |i: usize| centres.iter().position(|&colour| colour == stickers[i].0).unwrap_or(0) as u8;
    let name = |face: u8| format!("{} ", centres[usize::from(face)].name());
    if let Some(counts) = miscounted {
        let pieces = stickers_of(face).faults(name);
        return Err(ColourFault::ColourCount(ColourCounts { pieces, ..counts }).nowhere());
    }
    stickers_of(face).assemble(name).map_err(|error| {
        let at = |place| match place {
            Some(Place::Slot(slot)) => slot_facelets(slot),
            _ => Vec::new(),
        };
        let facelets = at(error.place());
        let names: Vec<String> = facelets.iter().map(|&i| facelet_name(i)).collect();
        let detail = if names.is_empty() { String::new() } else { format!(", at the stickers {}", names.join(" ")) };
        let earlier = match &error {
            PieceError::EdgeDuplicate { first, .. } | PieceError::CornerDuplicate { first, .. } => slot_facelets(first),
            _ => Vec::new(),
        };
        ColourError {
            at: facelets.first().map(|&i| stickers[i].1),
            earlier: earlier.first().map(|&i| stickers[i].1),
            fault: Box::new(ColourFault::Piece { error, detail }),
        }
    })
}

/// The faces that the text labels, in the order `U R F D L B`.
fn read_faces(text: &str) -> Result<[Option<Face<'_>>; 6], ColourError> {
    let tokens = tokens(text);
    only_one_cube(&tokens)?;
    let mut faces: [Option<Face>; 6] = Default::default();
    let mut current = None;
    for token in &tokens {
        if token.label {
            let face = label_face(token).ok_or_else(|| {
                let expected = "a face: use U, R, F, D, L or B";
                ColourFault::UnknownPlace { word: token.shown(), expected }.at(token.at)
            })?;
            if let Some(Face { at, .. }) = faces[face] {
                let fault = ColourFault::PlaceTwice { place: FACE_NAMES[face] };
                return Err(ColourError { earlier: Some(at), ..fault.at(token.at) });
            }
            faces[face] = Some(Face { at: token.at, words: Vec::new() });
            current = Some(face);
        } else {
            let face = current.and_then(|face: usize| faces[face].as_mut());
            face.ok_or_else(|| ColourFault::NoFace.at(token.at))?.words.push(*token);
        }
    }
    Ok(faces)
}

/// All faces, which must be there.
fn complete(faces: [Option<Face<'_>>; 6]) -> Result<impl Iterator<Item = Face<'_>>, ColourError> {
    let missing: Vec<&str> = faces.iter().zip(FACE_NAMES).filter(|(f, _)| f.is_none()).map(|(_, n)| n).collect();
    if !missing.is_empty() {
        return Err(ColourFault::PlaceMissing { places: missing.join(", ") }.nowhere());
    }
    Ok(faces.into_iter().flatten())
}

/// The 54 stickers in the order of facelet strings.
fn stickers_in_order(faces: [Option<Face<'_>>; 6]) -> Result<Vec<(Colour, TextPosition)>, ColourError> {
    let mut words: Vec<&Token<'_>> = faces.iter().flatten().flat_map(|face| &face.words).collect();
    words.sort_by_key(|word| (word.at.line, word.at.column));
    words.into_iter().try_for_each(|word| word.expect_colours().map(drop))?;
    let mut stickers = Vec::new();
    for (face, place) in complete(faces)?.zip(FACE_NAMES) {
        let colours: Vec<(Colour, TextPosition)> = face.words.iter().filter_map(Token::colours).flatten().collect();
        count_stickers(place, &face, &colours, Size::THREE)?;
        stickers.extend(colours);
    }
    Ok(stickers)
}

/// The facelets of the labelled faces of a cube of any size, in the order `U R F D L B`: a letter for each colour, or
/// any other symbols as they are.
pub(super) fn facelets_of_faces(text: &str, size: Size) -> Result<Vec<Placed>, ColourError> {
    let faces: Vec<Face<'_>> = complete(read_faces(text)?)?.collect();
    let are_colours = faces.iter().flat_map(|face| &face.words).all(|word| word.colours().is_some());
    let symbols = |word: &Token<'_>| match word.colours() {
        Some(colours) if are_colours => colours.into_iter().map(|(colour, at)| (colour.sign(), at)).collect(),
        _ => word.symbols(),
    };
    let mut facelets = Vec::new();
    for (face, place) in faces.iter().zip(FACE_NAMES) {
        let of_face: Vec<Placed> = face.words.iter().flat_map(symbols).collect();
        count_stickers(place, face, &of_face, size)?;
        facelets.extend(of_face);
    }
    Ok(facelets)
}

/// Returns whether most faces of a text have symbols that are no colours.
pub(super) fn has_other_symbols(text: &str) -> bool {
    let faces = read_faces(text).unwrap_or_default();
    let has_others = |face: &Face<'_>| face.words.iter().any(|word| word.colours().is_none());
    faces.iter().flatten().filter(|face| has_others(face)).count() > 3
}

/// Refuses a face with too few or too many stickers.
fn count_stickers<T>(
    place: &'static str,
    face: &Face<'_>,
    stickers: &[(T, TextPosition)],
    size: Size,
) -> Result<(), ColourError> {
    let (expected, found) = (size.per_face(), stickers.len());
    if found == expected {
        return Ok(());
    }
    let at = stickers.get(expected).map_or(face.at, |sticker| sticker.1);
    let found = format!("{found} {}", if found == 1 { "is" } else { "are" });
    Err(ColourFault::StickerCount { place, expected: format!("{expected} stickers"), found }.at(at))
}

/// The colours of a text with six complete faces, in the order of facelet strings.
pub(super) fn colours_of_faces(text: &str) -> Option<Vec<Colour>> {
    let stickers = stickers_in_order(read_faces(text).ok()?).ok()?;
    Some(stickers.into_iter().map(|(colour, _)| colour).collect())
}

/// Returns the six centres, which must differ.
fn centres(stickers: &[(Colour, TextPosition)]) -> Result<[Colour; 6], ColourError> {
    let centres = std::array::from_fn(|face| stickers[face * PER_FACE + 4]);
    for (second, (colour, at)) in centres.iter().enumerate() {
        if let Some(first) = centres[..second].iter().position(|(c, _)| c == colour) {
            let (colour, first, second) = (colour.name(), FACE_NAMES[first], FACE_NAMES[second]);
            return Err(ColourFault::CentreTwice { colour, first, second }.at(*at));
        }
    }
    Ok(centres.map(|(colour, _)| colour))
}

fn label_face(token: &Token<'_>) -> Option<usize> {
    let word = token.word.to_ascii_lowercase();
    let by_name = || WORDS.iter().find(|(name, _)| *name == word).map(|&(_, face)| face);
    let mut letters = token.word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => face_of(letter.to_ascii_uppercase()),
        _ => by_name(),
    }
    .map(usize::from)
}

/// `U1` to `B9`.
fn facelet_name(facelet: usize) -> String {
    format!("{}{}", FACE_LETTERS[facelet / PER_FACE], facelet % PER_FACE + 1)
}

/// `cube` in colours: a line for each face, in the usual scheme.
pub fn format_colours(cube: &Cubies) -> String {
    format_faces(cube, &Colour::STANDARD)
}

/// `cube` in the colours of a scheme: a line for each face.
pub(super) fn format_faces(cube: &Cubies, scheme: &[Colour; 6]) -> String {
    let letter = |face: &u8| {
        let colour = scheme[usize::from(*face)];
        colour.letter().map_or_else(|| colour.name().to_owned(), String::from)
    };
    let row = |row: &[u8]| row.iter().map(letter).collect::<Vec<_>>().join(" ");
    let faces = facelet_faces(cube);
    let lines = faces.chunks(PER_FACE).zip(FACE_LETTERS).map(|(face, label)| {
        let rows: Vec<String> = face.chunks(3).map(row).collect();
        format!("{label}: {}", rows.join(" / "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns whether a text looks like this format: four faces with colons, which no move sequence has outside brackets.
pub(super) fn looks_like_faces(text: &str) -> bool {
    let tokens = tokens(text);
    let labels = tokens.iter().filter(|token| token.label && label_face(token).is_some());
    !text.contains('[') && labels.count() >= 4
}

/// Returns whether a line looks like part of a text in this format.
pub(super) fn looks_like_a_face(line: &str) -> bool {
    match &tokens(line)[..] {
        [label, rest @ ..] if label.label && label_face(label).is_some() => {
            let symbols = |word: &Token<'_>| Colour::named(word.word).map_or(word.word.chars().count(), |_| 1);
            rest.is_empty() || rest.iter().map(symbols).sum::<usize>() >= 3
        }
        _ => false,
    }
}

#[cfg(test)]
#[path = "faces_tests.rs"]
mod tests;
