//! Stickers as polygons, and their painting.

use super::Rgb;
use super::colour::Paint;
use super::scene::{Anchor, Area, Label, Point, Shape};

/// Colour of the plastic between the stickers.
const PLASTIC: Rgb = Rgb(28, 30, 34);
/// Height of a letter's font relative to the largest square in a sticker.
const LETTER: f64 = 0.8;

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
