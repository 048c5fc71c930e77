//! Stickers: the parts of the faces of a solid between cuts, and where turns bring them.

use super::solid::{self, Face, Plane, Polygon};
use super::vector::Vector;
use std::collections::HashMap;
use std::f64::consts::TAU;

/// A turn of the pieces between two planes.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// The name.
    pub name: String,
    /// The direction, of length 1; the turn is clockwise for an observer at whom it points.
    pub axis: Vector,
    /// The lower plane's distance along the axis.
    pub from: f64,
    /// The upper plane's distance along the axis.
    pub to: f64,
    /// Number of turns that change nothing.
    pub order: u8,
}

impl Turn {
    /// A turn of all that is farther along the axis than a cut.
    pub fn beyond(name: impl Into<String>, axis: Vector, cut: f64, order: u8) -> Self {
        Self { name: name.into(), axis, from: cut, to: f64::INFINITY, order }
    }

    /// A rotation of the whole solid.
    pub fn whole(name: impl Into<String>, axis: Vector, order: u8) -> Self {
        Self::beyond(name, axis, f64::NEG_INFINITY, order)
    }

    /// The planes that separate what turns from the rest.
    fn cuts(&self) -> impl Iterator<Item = Plane> {
        let cuts = [self.from, self.to].into_iter().filter(|distance| distance.is_finite());
        cuts.map(|distance| Plane { axis: self.axis, distance })
    }

    /// The point to which the turn brings a point inside a piece.
    fn image(&self, point: Vector) -> Vector {
        let height = self.axis.dot(point);
        let is_turned = self.from < height && height < self.to;
        if is_turned { point.turned(self.axis, TAU / f64::from(self.order)) } else { point }
    }
}

/// A part of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sticker {
    /// The face.
    pub face: usize,
    /// The middle.
    pub middle: Vector,
    /// The piece that it is on.
    pub piece: usize,
}

/// The stickers of a solid with all cuts of some turns.
pub(super) fn stickers<'a>(faces: &[Face], turns: impl Iterator<Item = &'a Turn>) -> Vec<Sticker> {
    let planes = planes(turns);
    let mut pieces = HashMap::new();
    let mut stickers = Vec::new();
    for face in 0..faces.len() {
        for polygon in cut(solid::polygon(faces, face), &planes) {
            let middle = solid::middle(&polygon);
            let sides: Vec<bool> = planes.iter().map(|plane| plane.height(middle) > 0.0).collect();
            let next = pieces.len();
            let piece = *pieces.entry(sides).or_insert(next);
            stickers.push(Sticker { face, middle, piece });
        }
    }
    stickers
}

/// The different planes of the cuts of turns.
fn planes<'a>(turns: impl Iterator<Item = &'a Turn>) -> Vec<Plane> {
    let mut planes: Vec<Plane> = Vec::new();
    for plane in turns.flat_map(Turn::cuts) {
        if !planes.iter().any(|known| known.is_same(&plane)) {
            planes.push(plane);
        }
    }
    planes
}

/// The parts of a polygon between planes.
fn cut(polygon: Polygon, planes: &[Plane]) -> Vec<Polygon> {
    planes.iter().fold(vec![polygon], |parts, plane| {
        let halves = parts.iter().flat_map(|polygon| [1.0, -1.0].map(|side| solid::part(polygon, plane, side)));
        halves.filter(|half| !half.is_empty()).collect()
    })
}

/// The number of the sticker to whose place a turn brings each sticker.
///
/// # Panics
/// If a sticker comes to a place where none is: the solid with its cuts does not allow the turn.
pub(super) fn images(stickers: &[Sticker], turn: &Turn) -> Vec<usize> {
    let find = |point: Vector| stickers.iter().position(|sticker| sticker.middle.is_near(point));
    stickers
        .iter()
        .map(|sticker| find(turn.image(sticker.middle)).expect("a turn brings stickers to stickers"))
        .collect()
}
