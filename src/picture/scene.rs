//! The contents of a picture, independent of its file format.

use super::{Rgb, font};

/// A point, in units to the right and downwards from the upper left corner.
pub type Point = [f64; 2];

/// A picture: shapes on a background of one colour, later ones above earlier ones. A unit is a pixel at scale one.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width, in units.
    pub width: f64,
    /// Height, in units.
    pub height: f64,
    /// A text description for those who cannot see it.
    pub title: String,
    /// Colour of the background.
    pub ground: Rgb,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Polygons of one colour.
    Area(Area),
    /// A line of text.
    Label(Label),
}

/// Polygons of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The corners of each, in either direction.
    pub polygons: Vec<Vec<Point>>,
    /// Their colour.
    pub fill: Rgb,
    /// The width by which the colour extends beyond the edges, in units; corners become round.
    pub rounding: f64,
    /// The meaning of the area: a tooltip, if the file format supports it.
    pub hint: Option<String>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// A point of the base line: its left end, its middle or its right end.
    pub at: Point,
    /// The point that `at` gives.
    pub anchor: Anchor,
    /// The text: characters beyond Latin-1 are drawn as question marks in a PNG.
    pub text: String,
    /// Height of the font in units, about one and a half times that of a capital letter.
    pub size: f64,
    /// True if the font is bold.
    pub bold: bool,
    /// Colour.
    pub fill: Rgb,
}

/// The point of its base line that positions a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

impl Area {
    /// Polygons with sharp corners.
    pub fn new(polygons: Vec<Vec<Point>>, fill: Rgb) -> Self {
        Self { polygons, fill, rounding: 0.0, hint: None }
    }

    /// A rectangle between two opposite corners.
    pub fn rectangle([left, top]: Point, [right, bottom]: Point, fill: Rgb) -> Self {
        Self::new(vec![vec![[left, top], [right, top], [right, bottom], [left, bottom]]], fill)
    }

    /// The same with round corners: the polygons stay, and their colour extends further.
    #[must_use]
    pub fn rounded(self, rounding: f64) -> Self {
        Self { rounding, ..self }
    }
}

impl Label {
    /// A line of text with its left end at a point.
    pub fn new(at: Point, text: impl Into<String>, size: f64, fill: Rgb) -> Self {
        Self { at, anchor: Anchor::Start, text: text.into(), size, bold: false, fill }
    }

    /// The same label, positioned by another point.
    #[must_use]
    pub fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same label in bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Its width in a PNG, in units; the fonts of browsers are up to a quarter wider.
    pub fn width(&self) -> f64 {
        font::width(&self.text) * self.size
    }
}

impl From<Area> for Shape {
    fn from(area: Area) -> Self {
        Self::Area(area)
    }
}

impl From<Label> for Shape {
    fn from(label: Label) -> Self {
        Self::Label(label)
    }
}
