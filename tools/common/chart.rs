//! Axes and colours of charts, which are drawn as scenes.

use clap::ValueEnum;
use cubepdb::picture::{Area, Point, Rgb, Shape};
use std::ops::Range;

/// The size of text.
pub const TEXT: f64 = 12.0;
/// The colour of text.
pub const INK: Rgb = Rgb(51, 51, 51);
/// The colour of text of less weight.
pub const FAINT: Rgb = Rgb(102, 102, 102);
/// The colour of grid lines.
pub const GRID: Rgb = Rgb(221, 221, 221);
/// The colour of the first kind of things in a chart.
pub const BLUE: Rgb = Rgb(37, 99, 235);
/// The colour of the second kind of things in a chart.
pub const RUST: Rgb = Rgb(194, 65, 12);

/// Colours that tell things apart, dark enough for white text.
pub const COLOURS: [Rgb; 8] = [
    BLUE,
    RUST,
    Rgb(22, 128, 60),
    Rgb(147, 51, 190),
    Rgb(8, 130, 150),
    Rgb(190, 24, 93),
    Rgb(120, 113, 20),
    Rgb(90, 90, 90),
];

/// Scale of axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Scale {
    /// Each step is several times the last: makes small values visible.
    Log,
    /// Lengths in proportion to the values.
    Linear,
}

/// The least value that a logarithmic axis distinguishes from zero.
pub const SMALLEST: f64 = 1e-9;

/// An axis with its ticks.
pub struct Axis {
    /// Values at its ends.
    pub range: Range<f64>,
    /// True if it is logarithmic.
    pub log: bool,
    /// Values marked with a line.
    pub ticks: Vec<f64>,
}

impl Axis {
    /// The position of a value: 0 at the start of the axis and below, 1 at its end.
    pub fn part(&self, value: f64) -> f64 {
        let place = |value: f64| if self.log { value.max(SMALLEST).ln() } else { value };
        let [start, end] = [self.range.start, self.range.end].map(place);
        ((place(value) - start) / (end - start)).max(0.0)
    }
}

/// A line of width one, horizontal or vertical.
pub fn rule([left, top]: Point, [right, bottom]: Point, colour: Rgb) -> Shape {
    let half = |from: f64, to: f64| if from == to { 0.5 } else { 0.0 };
    let (x, y) = (half(left, right), half(top, bottom));
    Area::rectangle([left - x, top - y], [right + x, bottom + y], colour).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places() {
        let axis = |range, log| Axis { range, log, ticks: Vec::new() };
        assert_eq!([-1.0, 0.0, 5.0, 10.0].map(|value| axis(0.0..10.0, false).part(value)), [0.0, 0.0, 0.5, 1.0]);
        assert_eq!([0.0, 1.0, 10.0, 100.0].map(|value| axis(1.0..100.0, true).part(value)), [0.0, 0.0, 0.5, 1.0]);
    }
}
