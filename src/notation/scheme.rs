//! Inference of the colour of each face from the colours of the front, the top and all pieces.

use super::colour::{Colour, six_colours, tally};
use super::colour_error::{ColourError, ColourFault};
use crate::cube::geometry::{CORNERS, corner_with};
use crate::text::TextPosition;

/// The two centres that a piece file names.
#[derive(Clone, Copy)]
pub(super) struct Centres {
    pub front: (Colour, TextPosition),
    pub top: (Colour, TextPosition),
}

/// The colours of the piece in a slot, in the order of the slot's faces.
pub(super) struct Piece {
    pub colours: Vec<Colour>,
    pub at: TextPosition,
}

/// Infers the colours of the faces `U R F D L B`.
///
/// On a cube, colours of neighbouring faces meet on three pieces, opposite ones on none. So of the 15 ways to pair six
/// colours, the one contradicted by the fewest pieces is taken; this is right even if a few pieces are wrong. Of the
/// two ways to assign the last pair to left and right, the one in which more corners exist is taken: each corner exists
/// in one of them and is mirrored in the other.
pub(super) fn infer(centres: Centres, pieces: &[Piece]) -> Result<[Colour; 6], ColourError> {
    let (front, top) = (centres.front.0, centres.top.0);
    if front == top {
        let fault = ColourFault::CentreTwice { colour: top.name(), first: "the front", second: "the top" };
        return Err(ColourError { earlier: Some(centres.front.1), ..fault.at(centres.top.1) });
    }
    let stickers = pieces.iter().flat_map(|piece| piece.colours.iter().map(|&colour| (colour, piece.at)));
    let mut counts = tally(stickers);
    for (colour, at) in [centres.front, centres.top] {
        if !counts.iter().any(|(known, ..)| *known == colour) {
            counts.push((colour, at, 0));
        }
    }
    six_colours(&counts)?;
    let palette: Vec<Colour> = counts.iter().map(|(colour, ..)| *colour).collect();
    let pairs = opposites(&palette, pieces)
        .ok_or_else(|| ColourFault::Scheme("which colours are on opposite faces").nowhere())?;
    let opposite = |colour| {
        pairs.iter().find_map(|&[a, b]| match colour {
            _ if colour == a => Some(b),
            _ if colour == b => Some(a),
            _ => None,
        })
    };
    let (Some(bottom), Some(back)) = (opposite(top), opposite(front)) else {
        unreachable!("every colour of the palette is in a pair");
    };
    if bottom == front {
        let fault = ColourFault::CentresOpposite { front: front.name(), top: top.name() };
        return Err(ColourError { earlier: Some(centres.front.1), ..fault.at(centres.top.1) });
    }
    let [a, b] = pairs.into_iter().find(|pair| !pair.contains(&front) && !pair.contains(&top)).unwrap_or([top; 2]);
    let schemes = [[top, a, front, bottom, b, back], [top, b, front, bottom, a, back]];
    let [first, second] = schemes.map(|scheme| existing_corners(&scheme, pieces));
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Ok(schemes[0]),
        std::cmp::Ordering::Less => Ok(schemes[1]),
        std::cmp::Ordering::Equal => {
            Err(ColourFault::Scheme("which colours are on the right and on the left").nowhere())
        }
    }
}

/// The three pairs of colours that meet on the fewest pieces, if no other three pairs are as good.
fn opposites(palette: &[Colour], pieces: &[Piece]) -> Option<[[Colour; 2]; 3]> {
    let together =
        |pair: &[Colour; 2]| pieces.iter().filter(|piece| pair.iter().all(|c| piece.colours.contains(c))).count();
    let mut costs: Vec<(usize, [[Colour; 2]; 3])> =
        pairings(palette).into_iter().map(|pairs| (pairs.iter().map(together).sum(), pairs)).collect();
    costs.sort_by_key(|(cost, _)| *cost);
    match costs[..] {
        [(best, pairs), (next, _), ..] if best < next => Some(pairs),
        _ => None,
    }
}

/// The fifteen ways to make three pairs of six.
fn pairings(six: &[Colour]) -> Vec<[[Colour; 2]; 3]> {
    let mut all = Vec::new();
    for i in 1..6 {
        let rest: Vec<Colour> = (1..6).filter(|&k| k != i).map(|k| six[k]).collect();
        for j in 1..4 {
            let last: Vec<Colour> = (1..4).filter(|&k| k != j).map(|k| rest[k]).collect();
            all.push([[six[0], six[i]], [rest[0], rest[j]], [last[0], last[1]]]);
        }
    }
    all
}

/// Number of corners that exist in a scheme.
fn existing_corners(scheme: &[Colour; 6], pieces: &[Piece]) -> usize {
    let exists = |piece: &&Piece| {
        let face = |i: usize| scheme.iter().position(|&colour| colour == piece.colours[i]).unwrap_or(0) as u8;
        corner_with([face(0), face(1), face(2)]).is_some()
    };
    pieces[..CORNERS].iter().filter(exists).count()
}
