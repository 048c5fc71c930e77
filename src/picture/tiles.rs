//! Stickers as polygons, and their painting.

use super::scene::{Anchor, Area, Label, Point, Shape};
use super::{Palette, Rgb};
use crate::cube::geometry::FACE_LETTERS;

/// Colour of the plastic between the stickers.
const PLASTIC: Rgb = Rgb(28, 30, 34);
/// Height of a letter's font relative to the largest square in a sticker.
const LETTER: f64 = 0.8;

/// A sticker on the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    /// The face that has its colour.
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
    pub fn painted(&self, palette: &Palette, letters: bool) -> Vec<Shape> {
        let mut shapes = vec![Area::new(self.bodies.clone(), PLASTIC).rounded(self.body_rounding).into()];
        for colour in 0..6 {
            let of_colour = self.stickers.iter().filter(|tile| tile.colour == colour);
            let polygons: Vec<Vec<Point>> = of_colour.map(|tile| tile.outline.to_vec()).collect();
            if !polygons.is_empty() {
                shapes.push(Area::new(polygons, palette.of(colour)).rounded(self.sticker_rounding).into());
            }
        }
        if letters {
            shapes.extend(self.stickers.iter().map(|tile| self.letter(tile, palette).into()));
        }
        shapes
    }

    fn letter(&self, tile: &Tile, palette: &Palette) -> Label {
        let ([x, y], size) = (tile.middle(), self.room * LETTER);
        // A capital is ten fourteenths as high as its font.
        let place = [x, y + size * 5.0 / 14.0];
        let letter = FACE_LETTERS[usize::from(tile.colour)].to_string();
        Label::new(place, letter, size, palette.of(tile.colour).ink()).anchored(Anchor::Middle).bold()
    }
}
