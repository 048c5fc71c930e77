//! Plots, as SVG and as PNG, and the file of their values, from which they are drawn again.

mod axes;
mod values;

pub use values::{FILE, read, written};

use crate::common::chart::{COLOURS, INK, SMALLEST, Scale};
use axes::Axes;
use cubepdb::picture::{Anchor, Area, Label, Point, Rgb, Scene, Shape};
use std::f64::consts::TAU;

/// The size of a slide, half as many units as a PNG has pixels.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
/// Pixels of a PNG for each unit.
const PNG_SCALE: f64 = 2.0;
const LEFT: f64 = 80.0;
/// The right end of the axes; the names of the lines stand to the right of it.
const RIGHT: f64 = 715.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 470.0;
/// Sizes of text.
const LARGE: f64 = 21.0;
const SMALL: f64 = 15.0;
/// Radius of the dot of a measured value.
const DOT: f64 = 3.0;
/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// True for a figure of a report instead of one of ours: drawn hollow.
    pub published: bool,
}

/// Lines over common axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Name of its file without directory and extension.
    pub name: String,
    pub title: String,
    /// What the axes show, with the unit.
    pub x: String,
    pub y: String,
    /// True for each axis that is logarithmic unless a scale is asked for.
    pub log: (bool, bool),
    pub series: Vec<Series>,
}

impl Series {
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let whole = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
        Self { name: name.into(), points: points.into_iter().filter(whole).collect(), published: false }
    }

    pub fn published(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { published: true, ..Self::new(name, points) }
    }
}

impl Plot {
    /// The picture, with the scale that suits it or the one asked for; `None` without data.
    pub fn scene(&self, scale: Option<Scale>) -> Option<Scene> {
        let points: Vec<(f64, f64)> = self.series.iter().flat_map(|series| series.points.iter().copied()).collect();
        let log = scale.map_or(self.log, |scale| (scale == Scale::Log, scale == Scale::Log));
        (!points.is_empty()).then(|| self.draw(&Axes::of(&points, log)))
    }

    fn draw(&self, axes: &Axes) -> Scene {
        let [x, y] = axes.labels(&self.x, &self.y);
        let mut shapes = vec![
            Label::new([LEFT, 32.0], &self.title, LARGE, INK).bold().into(),
            Label::new([LEFT, 64.0], y, SMALL, INK).into(),
            Label::new([(LEFT + RIGHT) / 2.0, HEIGHT - 20.0], x, SMALL, INK).anchored(Anchor::Middle).into(),
        ];
        axes.draw(&mut shapes);
        let drawn = self.series.iter().filter(|series| !series.points.is_empty());
        for (number, (series, colour)) in drawn.zip(COLOURS.into_iter().cycle()).enumerate() {
            let points: Vec<Point> = series.points.iter().map(|&point| axes.place(point)).collect();
            series.draw(&points, colour, &mut shapes);
            let y = TOP + 24.0 * number as f64;
            series.draw(&[14.0, 40.0].map(|x| [RIGHT + x, y]), colour, &mut shapes);
            shapes.push(Label::new([RIGHT + 50.0, y + 5.0], &series.name, SMALL, INK).into());
        }
        Scene { width: WIDTH, height: HEIGHT, title: self.title.clone(), ground: Rgb::WHITE, shapes }
    }
}

/// The files of a picture, with the ending of each: SVG, and PNG of the size of a slide.
pub fn files(scene: &Scene) -> [(&'static str, Vec<u8>); 2] {
    let png = scene.png(PNG_SCALE).expect("a slide has few pixels");
    [("svg", scene.svg().into_bytes()), ("png", png)]
}

impl Series {
    /// Draws lines between points, and the points as dots.
    fn draw(&self, points: &[Point], colour: Rgb, shapes: &mut Vec<Shape>) {
        let width = if self.published { 1.0 } else { 2.0 };
        let lines = points.windows(2).map(|ends| line(ends[0], ends[1], width)).collect();
        shapes.push(Area::new(lines, colour).into());
        let mut dots = |radius, colour| {
            shapes.push(Area::new(points.iter().map(|&point| circle(point, radius)).collect(), colour).into());
        };
        dots(DOT, colour);
        if self.published {
            dots(DOT - 1.0, Rgb::WHITE);
        }
    }
}

/// A line as a thin polygon.
fn line([x0, y0]: Point, [x1, y1]: Point, width: f64) -> Vec<Point> {
    let half = width / 2.0 / (x1 - x0).hypot(y1 - y0).max(SMALLEST);
    let [dx, dy] = [(y0 - y1) * half, (x1 - x0) * half];
    vec![[x0 + dx, y0 + dy], [x1 + dx, y1 + dy], [x1 - dx, y1 - dy], [x0 - dx, y0 - dy]]
}

/// A circle as a polygon.
fn circle([x, y]: Point, radius: f64) -> Vec<Point> {
    let corner = |i: u8| (f64::from(i) * TAU / 16.0).sin_cos();
    (0..16).map(corner).map(|(sin, cos)| [x + radius * cos, y + radius * sin]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_axis_is_drawn() {
        for log in [(false, false), (false, true), (true, false), (true, true)] {
            let series = vec![
                Series::new("a <b> & c", [(1.0, 2.0), (2.0, 4.0), (f64::NAN, 1.0)]),
                Series::published("d", [(1.0, 1.0)]),
            ];
            let [name, title, x, y] = ["n", "t", "x", "y"].map(str::to_owned);
            let plot = Plot { name, title, x, y, log, series };
            let scene = plot.scene(None).unwrap();
            let [(_, svg), (_, png)] = files(&scene);
            let svg = String::from_utf8(svg).unwrap();
            assert!(png.starts_with(b"\x89PNG"));
            // Width and height, in the first chunk.
            assert_eq!(png[16..24], [0, 0, 7, 128, 0, 0, 4, 56]);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt;b&gt; &amp; c"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert!(Plot { series: Vec::new(), ..plot }.scene(None).is_none());
        }
    }

    #[test]
    fn a_scale_that_is_asked_for_is_that_of_both_axes() {
        let series = vec![Series::new("a", [(1.0, 2.0), (2.0, 4.0)])];
        let [name, title, x, y] = ["n", "t", "threads", "time (s)"].map(str::to_owned);
        let plot = Plot { name, title, x, y, log: (true, false), series };
        let marked = |scale: Option<Scale>| plot.scene(scale).unwrap().svg().matches("logarithmic").count();
        assert_eq!([None, Some(Scale::Linear), Some(Scale::Log)].map(marked), [1, 0, 2]);
    }
}
