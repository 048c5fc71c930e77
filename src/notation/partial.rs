//! Facelets of a 3x3x3 of which some are not known: the pieces that are, and the question about them alone.

use super::Place;
use super::pieces::{edge_with, face_of};
use crate::cube::Cubies;
use crate::cube::geometry::{
    CORNER_FACES, CORNER_NAMES, CORNERS, EDGE_FACES, EDGE_NAMES, EDGES, FACE_LETTERS, corner_with, facelet,
};
use crate::nxn::Size;
use crate::text::blank_remarks;
use thiserror::Error;

/// A 3x3x3 of which some pieces are known: in each slot the piece and how it is turned, if that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialCube {
    corners: [Option<(u8, u8)>; CORNERS],
    edges: [Option<(u8, u8)>; EDGES],
}

/// The error in facelets of which some are unknown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PartialError {
    /// Too few or too many stickers, known and unknown ones.
    #[error("these are {0} facelets, and a 3x3x3 cube has 54, unknown ones included")]
    Count(usize),
    /// No piece is known.
    #[error("no corner and no edge is known: paint all stickers of those that matter")]
    Nothing,
    /// A centre that has another colour than usual, beside one that is unknown.
    #[error(
        "the centre of {0} has another colour than usual: show all six centres, so that it is known how the cube is held"
    )]
    Centres(char),
    /// A symbol that is no colour.
    #[error("`{0}` is not a colour: the centres say which symbols are, or else write U R F D L B or W R G Y O B")]
    Symbol(char),
    /// A piece of which some stickers are known, and which may be several that are not elsewhere.
    #[error("{0} shows some of its colours, which are those of several pieces: paint all of them or none")]
    Ambiguous(&'static str),
    /// Colours that no piece has, or only pieces that are elsewhere.
    #[error("the colours at {0} are those of no piece, or of one that is elsewhere")]
    Impossible(&'static str),
    /// A piece twice.
    #[error("{0} and {1} show the same piece")]
    Twice(&'static str, &'static str),
}

impl PartialError {
    /// Stable name of the class of error, for scripts.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Count(_) => "facelet-count",
            Self::Nothing => "unknown-stickers",
            Self::Centres(_) => "centres",
            Self::Symbol(_) => "unknown-symbol",
            Self::Ambiguous(_) => "ambiguous-piece",
            Self::Impossible(_) => "impossible-piece",
            Self::Twice(..) => "duplicate-piece",
        }
    }

    /// The slot of the error, if it has one.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Ambiguous(slot) | Self::Impossible(slot) | Self::Twice(_, slot) => Some(Place::Slot(slot)),
            Self::Centres(face) => Some(Place::Centre(*face)),
            Self::Count(_) | Self::Nothing | Self::Symbol(_) => None,
        }
    }
}

/// Symbols of a sticker that is not known.
pub(super) const UNKNOWN: [char; 4] = ['.', '?', '-', '_'];
/// Of the last two, so many in a row stand for nothing else: moves have signs and blanks between them.
const IN_A_ROW: usize = 3;
/// The most stickers that are missing or too many in a text that was meant as a cube.
const SLIPS: usize = 6;

impl PartialCube {
    /// The pieces of a text with `.`, `?`, `-` or `_` for stickers that are not known; `None` if it has none of them,
    /// or is something else. Almost as many stickers are an error, and no moves.
    pub fn read(text: &str) -> Option<Result<Self, PartialError>> {
        let stickers = stickers(text);
        match stickers.len() {
            _ if are_partial(&stickers) => Some(Self::of(&stickers)),
            count if are_too_few_or_many(&stickers) => Some(Err(PartialError::Count(count))),
            _ => None,
        }
    }

    fn of(facelets: &[char]) -> Result<Self, PartialError> {
        let centres: Vec<char> = (4..).step_by(Size::THREE.per_face()).take(6).map(|place| facelets[place]).collect();
        let are_known = centres.iter().all(|centre| !UNKNOWN.contains(centre) && count(&centres, *centre) == 1);
        let face = |symbol: char| match symbol.to_ascii_uppercase() {
            _ if UNKNOWN.contains(&symbol) => Ok(None),
            _ if are_known => {
                centres.iter().position(|&centre| centre == symbol).map(|face| face as u8).map(Some).ok_or(symbol)
            }
            'W' => Ok(Some(0)),
            'G' => Ok(Some(2)),
            'Y' => Ok(Some(3)),
            'O' => Ok(Some(4)),
            other => face_of(other).map(Some).ok_or(symbol),
        };
        let faces: Vec<Option<u8>> =
            facelets.iter().map(|&symbol| face(symbol)).collect::<Result<_, _>>().map_err(PartialError::Symbol)?;
        let centre = |face: usize| faces[4 + face * Size::THREE.per_face()];
        let other = (0..FACE_LETTERS.len()).find(|&face| centre(face).is_some_and(|own| usize::from(own) != face));
        if let Some(face) = other.filter(|_| !are_known) {
            return Err(PartialError::Centres(FACE_LETTERS[face]));
        }
        let corners = slots(&faces, &CORNER_FACES, &CORNER_NAMES, corner_with)?;
        let edges = slots(&faces, &EDGE_FACES, &EDGE_NAMES, edge_with)?;
        let is_known = corners.iter().any(Option::is_some) || edges.iter().any(Option::is_some);
        is_known.then_some(Self { corners, edges }).ok_or(PartialError::Nothing)
    }

    /// A cube with these pieces, and the others anywhere; no moves need to lead there.
    pub fn completed(&self) -> Cubies {
        let (corners, twists) = completed(&self.corners);
        let (edges, flips) = completed(&self.edges);
        Cubies { corners, twists, edges, flips }
    }

    /// Returns whether each corner and each edge is known, in the order of the slots in which they are solved.
    pub fn known(&self) -> ([bool; CORNERS], [bool; EDGES]) {
        (known(&self.corners), known(&self.edges))
    }
}

/// The symbols of a text: those of labelled faces, or all that are no blanks or remarks.
fn stickers(text: &str) -> Vec<char> {
    let text = blank_remarks(text);
    labelled(&text).unwrap_or_else(|| text.chars().filter(|symbol| !symbol.is_whitespace()).collect())
}

/// Returns whether symbols seem to be too few or too many stickers for a 3x3x3, with some that are not known: letters
/// and nothing that moves have.
fn are_too_few_or_many(stickers: &[char]) -> bool {
    let slips = stickers.len().abs_diff(Size::THREE.facelets());
    let is_sticker = |symbol: &char| symbol.is_ascii_alphabetic() || UNKNOWN.contains(symbol);
    (1..=SLIPS).contains(&slips) && stickers.iter().all(is_sticker) && has_gap(stickers)
}

/// Returns whether some symbols stand for stickers that are not known, and for nothing else.
fn has_gap(stickers: &[char]) -> bool {
    let is_unknown = |symbol: &char| UNKNOWN.contains(symbol);
    stickers.contains(&'?') || stickers.windows(IN_A_ROW).any(|row| row.iter().all(is_unknown))
}

/// The symbols of the stickers of a text, of which some are not known; `None` if all are, or it is something else.
pub(super) fn stickers_with_gaps(text: &str) -> Option<Vec<char>> {
    Some(stickers(text)).filter(|stickers| are_partial(stickers))
}

/// Returns whether symbols are the stickers of a 3x3x3, of which some are not known.
fn are_partial(stickers: &[char]) -> bool {
    let is_unknown = |symbol: &char| UNKNOWN.contains(symbol);
    // No colour has more stickers than a face, as letters of a sequence of moves may.
    let are_colours = stickers
        .iter()
        .filter(|symbol| !is_unknown(symbol))
        .all(|symbol| symbol.is_ascii_alphabetic() && count(stickers, *symbol) <= Size::THREE.per_face());
    stickers.len() == Size::THREE.facelets() && (has_gap(stickers) || stickers.contains(&'.')) && are_colours
}

fn known<const N: usize>(slots: &[Option<(u8, u8)>; N]) -> [bool; N] {
    let mut known = [false; N];
    slots.iter().flatten().for_each(|&(piece, _)| known[usize::from(piece)] = true);
    known
}

/// The facelets of six faces with their letters, such as `U=.W.WWW.W.`, in the usual order.
fn labelled(text: &str) -> Option<Vec<char>> {
    let mut faces = vec![Vec::new(); FACE_LETTERS.len()];
    for word in text.split_whitespace() {
        let (face, stickers) = word.split_once(['=', ':'])?;
        let mut letters = face.chars();
        let face = face_of(letters.next()?.to_ascii_uppercase()).filter(|_| letters.next().is_none())?;
        faces[usize::from(face)] = stickers.chars().collect();
    }
    faces.iter().all(|face| face.len() == Size::THREE.per_face()).then(|| faces.concat())
}

fn count(symbols: &[char], symbol: char) -> usize {
    symbols.iter().filter(|&&other| other == symbol).count()
}

/// The piece in each slot, and how it is turned, if its stickers say so, or else those and the pieces that are
/// elsewhere.
fn slots<const N: usize, const SLOTS: usize>(
    faces: &[Option<u8>],
    slots: &[[u8; N]; SLOTS],
    names: &[&'static str; SLOTS],
    with: impl Fn([u8; N]) -> Option<(u8, u8)>,
) -> Result<[Option<(u8, u8)>; SLOTS], PartialError> {
    let mut open = Vec::new();
    for (number, slot) in slots.iter().enumerate() {
        let shown = slot.map(|face| faces[facelet(*slot, face)]);
        if shown.iter().any(Option::is_some) {
            open.push((number, colourings(shown).into_iter().filter_map(&with).collect::<Vec<_>>()));
        }
    }
    if let Some((number, _)) = open.iter().find(|(_, fitting)| fitting.is_empty()) {
        return Err(PartialError::Impossible(names[*number]));
    }
    let mut found = [None; SLOTS];
    while let Some(single) = open.iter().position(|(_, fitting)| fitting.len() == 1) {
        let (number, fitting) = open.remove(single);
        let piece = fitting[0];
        found[number] = Some(piece);
        for (other, fitting) in &mut open {
            let is_single = fitting.len() == 1;
            fitting.retain(|fit| fit.0 != piece.0);
            match fitting.is_empty() {
                true if is_single => return Err(PartialError::Twice(names[number], names[*other])),
                true => return Err(PartialError::Impossible(names[*other])),
                false => {}
            }
        }
    }
    match open.first() {
        Some((number, _)) => Err(PartialError::Ambiguous(names[*number])),
        None => Ok(found),
    }
}

/// All colours that some stickers may have.
fn colourings<const N: usize>(shown: [Option<u8>; N]) -> Vec<[u8; N]> {
    let mut all = vec![[0; N]];
    for (place, known) in shown.into_iter().enumerate() {
        let colours = known.map_or(0..FACE_LETTERS.len() as u8, |face| face..face + 1);
        let with = |colouring: [u8; N]| {
            colours.clone().map(move |face| {
                let mut colouring = colouring;
                colouring[place] = face;
                colouring
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

fn completed<const N: usize>(known: &[Option<(u8, u8)>; N]) -> ([u8; N], [u8; N]) {
    let mut free = (0..N as u8).filter(|piece| known.iter().flatten().all(|(other, _)| other != piece));
    let (mut pieces, mut turns) = ([0; N], [0; N]);
    for (slot, piece) in known.iter().enumerate() {
        (pieces[slot], turns[slot]) = piece.unwrap_or_else(|| (free.next().expect("as many as slots"), 0));
    }
    (pieces, turns)
}
