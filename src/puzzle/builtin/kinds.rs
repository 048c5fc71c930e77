//! Kinds of pieces: which pieces can come to each other's places, and in which orientations.

use super::super::classes::Classes;
use super::solid;
use super::stickers::Sticker;
use super::vector::Vector;
use std::cmp::Ordering;

/// The pieces of an orbit.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The stickers of the piece at each place that are on its reference corner in one orientation each, clockwise from
    /// the one that is there when the piece is not turned.
    pub references: Vec<Vec<usize>>,
    /// All stickers at each place, sorted by where turns can bring them.
    pub stickers: Vec<Vec<usize>>,
    /// Number of stickers of a piece.
    pub size: usize,
}

/// The pieces that turns move.
pub(super) struct Sorting<'a> {
    stickers: &'a [Sticker],
    /// The stickers of each piece.
    pieces: Vec<Vec<usize>>,
    /// Stickers that turns bring to each other's places.
    classes: Classes,
}

impl<'a> Sorting<'a> {
    /// Sorts stickers by where they go.
    pub fn new(stickers: &'a [Sticker], images: &[Vec<usize>]) -> Self {
        let count = stickers.iter().map(|sticker| sticker.piece + 1).max().unwrap_or(0);
        let mut pieces = vec![Vec::new(); count];
        let mut classes = Classes::new(stickers.len());
        for (number, sticker) in stickers.iter().enumerate() {
            pieces[sticker.piece].push(number);
            images.iter().for_each(|image| classes.join(number, image[number]));
        }
        Self { stickers, pieces, classes }
    }

    /// The kinds of pieces that `moves` move: those with most stickers first, of these the ones nearest to the middle.
    pub fn kinds(&self, moves: &[Vec<usize>]) -> Vec<Kind> {
        let is_moved = |piece: usize| {
            let mut stickers = self.pieces[piece].iter();
            stickers.any(|&sticker| moves.iter().any(|image| image[sticker] != sticker))
        };
        let mut kinds = self.orbits();
        kinds.retain(|places| places.iter().any(|&piece| is_moved(piece)));
        kinds.iter_mut().for_each(|places| places.sort_by(|&one, &other| self.order(one, other)));
        kinds.sort_by(|one, other| self.order_of_kinds(one[0], other[0]));
        kinds.iter().map(|places| self.kind(places)).collect()
    }

    /// The pieces that come to each other's places; pieces that never leave theirs are together if they look alike.
    fn orbits(&self) -> Vec<Vec<usize>> {
        let mut orbits = Classes::new(self.pieces.len());
        let piece = |sticker: usize| self.stickers[sticker].piece;
        (0..self.stickers.len()).for_each(|number| orbits.join(piece(number), piece(self.classes.lowest(number))));
        let staying: Vec<usize> =
            orbits.members().iter().filter(|orbit| orbit.len() == 1).map(|orbit| orbit[0]).collect();
        for &piece in &staying {
            let first = staying.iter().find(|&&other| self.is_alike(piece, other));
            orbits.join(piece, *first.expect("a piece is like itself"));
        }
        orbits.members()
    }

    /// Returns whether pieces have as many stickers, as far from the middle of the solid.
    fn is_alike(&self, one: usize, other: usize) -> bool {
        self.pieces[one].len() == self.pieces[other].len()
            && (self.distance(one) - self.distance(other)).abs() < Vector::TOLERANCE
    }

    /// The middle of a piece's stickers.
    fn middle(&self, stickers: &[usize]) -> Vector {
        solid::middle(&stickers.iter().map(|&sticker| self.stickers[sticker].middle).collect::<Vec<_>>())
    }

    /// The distance of a piece from the middle of the solid.
    fn distance(&self, piece: usize) -> f64 {
        self.middle(&self.pieces[piece]).length()
    }

    /// The order of places: from the top and the bottom to the middle, clockwise from the right as seen from above. On
    /// cubes this is the usual order: the corner URF is first and DRB last, the edge UR first and BR last.
    fn order(&self, one: usize, other: usize) -> Ordering {
        let [one, other] = [one, other].map(|piece| self.middle(&self.pieces[piece]));
        let angle = |point| Vector::clockwise_angle(Vector::new(0.0, 1.0, 0.0), Vector::new(1.0, 0.0, 0.0), point);
        let outer = compare(other.y.abs(), one.y.abs());
        outer.then(compare(other.y, one.y)).then(compare(angle(one), angle(other)))
    }

    /// The order of kinds, by a piece of each.
    fn order_of_kinds(&self, one: usize, other: usize) -> Ordering {
        let sizes = self.pieces[other].len().cmp(&self.pieces[one].len());
        sizes.then(compare(self.distance(one), self.distance(other))).then(self.order(one, other))
    }

    /// The kind of pieces with these places.
    fn kind(&self, places: &[usize]) -> Kind {
        let mut stickers: Vec<Vec<usize>> = places.iter().map(|&piece| self.pieces[piece].clone()).collect();
        let class = |sticker: usize| self.classes.lowest(sticker);
        stickers.iter_mut().for_each(|stickers| stickers.sort_by_key(|&sticker| (class(sticker), sticker)));
        let reference = self.reference(&stickers[0]);
        let size = stickers[0].len();
        let references = stickers.iter().map(|stickers| {
            let is_shared = stickers.iter().any(|&sticker| class(sticker) == reference);
            self.clockwise(stickers, if is_shared { reference } else { self.reference(stickers) })
        });
        Kind { references: references.collect(), stickers, size }
    }

    /// The class of stickers with most of them on a piece; of several, the one on the first face.
    fn reference(&self, stickers: &[usize]) -> usize {
        let class = |sticker: usize| self.classes.lowest(sticker);
        let count = |sticker: usize| stickers.iter().filter(|&&other| class(other) == class(sticker)).count();
        let first =
            stickers.iter().min_by_key(|&&sticker| (stickers.len() - count(sticker), self.stickers[sticker].face));
        class(*first.expect("a piece has stickers"))
    }

    /// The stickers of a class on a piece, clockwise from the one on the first face.
    fn clockwise(&self, stickers: &[usize], class: usize) -> Vec<usize> {
        let outward = self.middle(stickers).unit();
        let mut chosen: Vec<usize> = stickers.to_vec();
        chosen.retain(|&sticker| self.classes.lowest(sticker) == class);
        chosen.sort_by_key(|&sticker| self.stickers[sticker].face);
        let first = self.stickers[chosen[0]].middle;
        let angle = |sticker: usize| Vector::clockwise_angle(outward, first, self.stickers[sticker].middle);
        chosen[1..].sort_by(|&one, &other| compare(angle(one), angle(other)));
        chosen
    }

    /// A number for each piece of a kind; those that look alike in every place have equal ones.
    pub fn looks(&self, kind: &Kind) -> Vec<u8> {
        let mut seen = Vec::new();
        let looks = kind.stickers.iter().zip(&kind.references).enumerate().map(|(place, (stickers, references))| {
            let colours = stickers.iter().map(|&sticker| (self.classes.lowest(sticker), self.stickers[sticker].face));
            let own = if references.len() > 1 { Some(place) } else { None };
            let look = (own, colours.collect::<Vec<_>>());
            let known = seen.iter().position(|known| *known == look);
            known.unwrap_or_else(|| {
                seen.push(look);
                seen.len() - 1
            }) as u8
        });
        looks.collect()
    }
}

/// The order of two numbers; they are equal if they differ by rounding only.
fn compare(one: f64, other: f64) -> Ordering {
    if (one - other).abs() < Vector::TOLERANCE { Ordering::Equal } else { one.total_cmp(&other) }
}
