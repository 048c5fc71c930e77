//! Stickers as polygons, and their painting.

use super::Rgb;
use super::colour::Paint;
use super::scene::{Anchor, Area, Label, Point, Shape};

/// Colour of the plastic between the stickers.
const PLASTIC: Rgb = Rgb(28, 30, 34);
/// Height of a letter's font relative to the largest square in a sticker.
const LETTER: f64 = 0.8;

/// The arrow of a move: its radius and width, and its edge, as parts of half a face; the angle of its head; and the
/// lines that make its curve.
const ARROW_RADIUS: f64 = 0.62;
const ARROW_WIDTH: f64 = 0.16;
const ARROW_EDGE: f64 = 0.05;
const ARROW_HEAD_DEGREES: f64 = 30.0;
const ARROW_STEPS: u32 = 16;

/// A sticker on the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    /// The number of its colour: the face that has it, on a cube.
    pub colour: u8,
    /// Its corners.
    pub outline: [Point; 4],
}

/// A cube on the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tiles {
    /// The faces, below the stickers.
    pub bodies: Vec<Vec<Point>>,
    /// The stickers.
    pub stickers: Vec<Tile>,
    /// The width by which bodies extend beyond their outlines.
    pub body_rounding: f64,
    /// The width by which stickers extend beyond their outlines.
    pub sticker_rounding: f64,
    /// Approximate side of the largest upright square in each sticker.
    pub room: f64,
}

impl Tile {
    fn middle(&self) -> Point {
        [0, 1].map(|axis| self.outline.iter().map(|point| point[axis]).sum::<f64>() / 4.0)
    }
}

impl Tiles {
    /// Paints one shape for each colour, and for each letter.
    pub fn painted(&self, paints: &[Paint], letters: bool) -> Vec<Shape> {
        let mut shapes = vec![Area::new(self.bodies.clone(), PLASTIC).rounded(self.body_rounding).into()];
        for (number, paint) in (0..).zip(paints) {
            let of_colour = self.stickers.iter().filter(|tile| tile.colour == number);
            let polygons: Vec<Vec<Point>> = of_colour.map(|tile| tile.outline.to_vec()).collect();
            if !polygons.is_empty() {
                shapes.push(Area::new(polygons, paint.colour).rounded(self.sticker_rounding).into());
            }
        }
        if letters {
            shapes.extend(self.stickers.iter().map(|tile| self.letter(tile, paints[usize::from(tile.colour)]).into()));
        }
        shapes
    }

    /// Crosses over some stickers, in black on light colours and in white on dark ones.
    pub fn crosses(&self, crossed: &[usize], paints: &[Paint]) -> Vec<Shape> {
        let cross = |&i: &usize| {
            let tile = &self.stickers[i];
            let [a, b, c, d] = tile.outline;
            let bars = [bar(a, c), bar(b, d)].map(|bar| bar.to_vec()).to_vec();
            Area::new(bars, paints[usize::from(tile.colour)].colour.ink()).into()
        };
        crossed.iter().map(cross).collect()
    }

    /// An arrow on a face that turns by some quarters clockwise: black, with a white edge.
    pub fn arrow(&self, face: usize, quarters: u8) -> Vec<Shape> {
        let (from, to) = match quarters {
            1 => (-145.0, -35.0),
            2 => (-200.0, 20.0),
            _ => (-35.0, -145.0),
        };
        let (place, unit) = self.frame(face);
        let at = |degrees: f64, radius: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            place([radius * cos, radius * sin])
        };
        let neck = to - f64::signum(to - from) * ARROW_HEAD_DEGREES;
        let arc = |radius: f64, from: f64, to: f64| {
            (0..=ARROW_STEPS).map(move |i| (from + (to - from) * f64::from(i) / f64::from(ARROW_STEPS), radius))
        };
        let [inner, outer] = [-0.5, 0.5].map(|side| ARROW_RADIUS + side * ARROW_WIDTH);
        let shaft =
            arc(outer, from, neck).chain(arc(inner, neck, from)).map(|(degrees, radius)| at(degrees, radius)).collect();
        let head = [(neck, ARROW_RADIUS + ARROW_WIDTH), (to, ARROW_RADIUS), (neck, ARROW_RADIUS - ARROW_WIDTH)];
        let polygons = vec![shaft, head.map(|(degrees, radius)| at(degrees, radius)).to_vec()];
        let edge = Area::new(polygons.clone(), Rgb::WHITE).rounded(ARROW_EDGE * unit);
        vec![edge.into(), Area::new(polygons, PLASTIC).into()]
    }

    /// The places of a face on the picture, whose middle is 0 and whose edges are at -1 and 1, to the right and
    /// downwards as it is read; and half the length of its upper edge.
    fn frame(&self, face: usize) -> (impl Fn(Point) -> Point, f64) {
        let per_face = self.stickers.len() / 6;
        let n = per_face.isqrt();
        let middle = |i: usize| self.stickers[face * per_face + i].middle();
        let [first, right, below, last] = [0, n - 1, per_face - n, per_face - 1].map(middle);
        // From the middle of a sticker to that of the last one in its row are n - 1 of the n stickers of an edge.
        let half = |to: Point| [0, 1].map(|axis| (to[axis] - first[axis]) / 2.0 * n as f64 / (n - 1) as f64);
        let (along, down) = (half(right), half(below));
        let centre = [0, 1].map(|axis| f64::midpoint(first[axis], last[axis]));
        let place = move |[x, y]: Point| [0, 1].map(|axis| centre[axis] + x * along[axis] + y * down[axis]);
        (place, along[0].hypot(along[1]))
    }

    fn letter(&self, tile: &Tile, paint: Paint) -> Label {
        let ([x, y], size) = (tile.middle(), self.room * LETTER);
        // A capital is ten fourteenths as high as its font.
        let place = [x, y + size * 5.0 / 14.0];
        Label::new(place, paint.letter.to_string(), size, paint.colour.ink()).anchored(Anchor::Middle).bold()
    }
}

/// A thin strip from one point towards another.
fn bar(from: Point, to: Point) -> [Point; 4] {
    const WIDTH: f64 = 0.12;
    const INSET: f64 = 0.06;
    let along = [0, 1].map(|axis| to[axis] - from[axis]);
    let across = [-along[1] * WIDTH / 2.0, along[0] * WIDTH / 2.0];
    let at = |part: f64, side: f64| [0, 1].map(|axis| from[axis] + part * along[axis] + side * across[axis]);
    [at(INSET, 1.0), at(1.0 - INSET, 1.0), at(1.0 - INSET, -1.0), at(INSET, -1.0)]
}
