//! Plots as SVG.

use crate::common::chart::{Axis, BLUE, FAINT, GRID, INK, RUST, SMALLEST, TEXT, rule};
use cubepdb::picture::{Anchor, Area, Label, Point, Rgb, Scene, Shape};
use std::f64::consts::TAU;
use std::ops::Range;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
/// The right end of the axes; the names of the lines stand to the right of it.
const RIGHT: f64 = 750.0;
const TOP: f64 = 70.0;
const BOTTOM: f64 = 430.0;
/// Radius of the dot of a measured value.
const DOT: f64 = 3.0;
/// Largest number of values for which an axis has a line each.
const MOST_VALUES: usize = 14;
/// Otherwise, the approximate maximum number of lines.
const MOST_TICKS: usize = 9;
const COLOURS: [Rgb; 8] = [
    BLUE,
    RUST,
    Rgb(22, 128, 60),
    Rgb(147, 51, 190),
    Rgb(8, 130, 150),
    Rgb(190, 24, 93),
    Rgb(120, 113, 20),
    Rgb(90, 90, 90),
];

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// True for a figure of a report instead of one of ours: drawn hollow.
    pub published: bool,
}

/// Lines over common axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Name of its file without directory and extension.
    pub name: String,
    pub title: String,
    pub x: String,
    pub y: String,
    /// True for each axis that is logarithmic.
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
    /// The picture; `None` without data.
    pub fn svg(&self) -> Option<String> {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let mut xs: Vec<f64> = points().map(|(x, _)| x).collect();
        if xs.is_empty() {
            return None;
        }
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        let axes = Axes { x: across(xs, self.log.0), y: upwards(points().map(|(_, y)| y), self.log.1) };
        Some(self.draw(&axes).svg())
    }

    fn draw(&self, axes: &Axes) -> Scene {
        let mut shapes = vec![
            Label::new([LEFT, 28.0], &self.title, 18.0, INK).bold().into(),
            Label::new([LEFT, 52.0], &self.y, TEXT, FAINT).into(),
            Label::new([(LEFT + RIGHT) / 2.0, HEIGHT - 12.0], &self.x, TEXT, FAINT).anchored(Anchor::Middle).into(),
        ];
        axes.draw(&mut shapes);
        for (number, (series, colour)) in self.series.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
            let points: Vec<Point> = series.points.iter().map(|&point| axes.place(point)).collect();
            series.draw(&points, colour, &mut shapes);
            let y = TOP + 22.0 * number as f64;
            series.draw(&[6.0, 28.0].map(|x| [RIGHT + x, y]), colour, &mut shapes);
            shapes.push(Label::new([RIGHT + 36.0, y + 4.0], &series.name, TEXT, INK).into());
        }
        Scene { width: WIDTH, height: HEIGHT, title: self.title.clone(), ground: Rgb::WHITE, shapes }
    }
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

/// The axes of a plot.
struct Axes {
    x: Axis,
    y: Axis,
}

impl Axes {
    fn place(&self, (x, y): (f64, f64)) -> Point {
        [LEFT + self.x.part(x) * (RIGHT - LEFT), BOTTOM - self.y.part(y) * (BOTTOM - TOP)]
    }

    fn draw(&self, shapes: &mut Vec<Shape>) {
        for &value in &self.x.ticks {
            let [x, _] = self.place((value, 0.0));
            shapes.push(rule([x, TOP], [x, BOTTOM], GRID));
            shapes.push(Label::new([x, BOTTOM + 18.0], tick(value), TEXT, INK).anchored(Anchor::Middle).into());
        }
        for &value in &self.y.ticks {
            let [_, y] = self.place((0.0, value));
            shapes.push(rule([LEFT, y], [RIGHT, y], GRID));
            shapes.push(Label::new([LEFT - 8.0, y + 4.0], tick(value), TEXT, INK).anchored(Anchor::End).into());
        }
        shapes.extend([rule([LEFT, BOTTOM], [RIGHT, BOTTOM], FAINT), rule([LEFT, TOP], [LEFT, BOTTOM], FAINT)]);
    }
}

/// A horizontal axis a little longer than its sorted values. Measurements are made at few values, which have the lines.
fn across(sorted: Vec<f64>, log: bool) -> Axis {
    let (least, most) = (sorted[0], sorted[sorted.len() - 1]);
    let range = if log {
        least.max(SMALLEST) / 1.15..most.max(SMALLEST) * 1.15
    } else {
        let beyond = if most > least { (most - least) * 0.04 } else { 0.5 };
        least - beyond..most + beyond
    };
    let ticks = if sorted.len() <= MOST_VALUES { sorted } else { ticks(&range, log) };
    Axis { range, log, ticks }
}

/// A vertical axis that begins at zero or, if it is logarithmic, at a round number below all values.
fn upwards(values: impl Iterator<Item = f64>, log: bool) -> Axis {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) = values.fold(ends, |(least, most), value| (least.min(value), most.max(value)));
    let range = if log {
        let [least, most] = [least, most].map(|value| value.max(SMALLEST));
        let decade = 10f64.powf(least.log10().floor());
        let starts = [5.0, 2.0].map(|step| step * decade);
        let start = starts.into_iter().find(|&start| start <= least * 1.0001).unwrap_or(decade);
        start..most.max(least * 1.5) * 1.2
    } else {
        least.min(0.0)..if most > 0.0 { most * 1.08 } else { 1.0 }
    };
    let ticks = ticks(&range, log);
    Axis { range, log, ticks }
}

/// Round numbers within the ends of an axis: as close together as possible without being too many.
fn ticks(range: &Range<f64>, log: bool) -> Vec<f64> {
    const STEPS: [&[f64]; 4] = [
        &[1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
        &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
        &[1.0, 2.0, 5.0],
        &[1.0],
    ];
    let within = |value: &f64| (range.start * 0.9999..=range.end).contains(value);
    if log {
        let decades = range.start.log10().floor() as i32..=range.end.log10().ceil() as i32;
        let of = |steps: &[f64]| -> Vec<f64> {
            let values = decades.clone().flat_map(|decade| steps.iter().map(move |step| step * 10f64.powi(decade)));
            values.filter(within).collect()
        };
        let candidates = STEPS.map(of);
        let [.., widest] = &candidates;
        return candidates.iter().find(|values| values.len() <= MOST_TICKS).unwrap_or(widest).clone();
    }
    let decade = 10f64.powf(((range.end - range.start) / MOST_TICKS as f64).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade);
    let step =
        steps.into_iter().find(|step| (range.end - range.start) / step <= MOST_TICKS as f64).unwrap_or(decade * 10.0);
    let first = (range.start / step).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|&value| value <= range.end).collect()
}

fn tick(value: f64) -> String {
    match value.abs() {
        v if v >= 1e5 || (v > 0.0 && v < 1e-3) => format!("{value:.1e}").replace(".0e", "e"),
        _ => format!("{}", (value * 1e4).round() / 1e4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_at_round_numbers() {
        assert_eq!(ticks(&(0.0..1.08), false), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|v: f64| (v * 5.0).round() * 0.2));
        assert_eq!(ticks(&(1.0..2.1), true), [1.0, 1.2, 1.5, 2.0]);
        assert_eq!(ticks(&(1.0..110.0), true), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        assert_eq!(ticks(&(1.0..2e6), true).len(), 7);
        // Times that span less than a decade, below one, have several ticks as well.
        let short = upwards([2.3e-5, 8.1e-5].into_iter(), true);
        assert!(short.ticks.len() > 3 && (short.range.start - 2e-5).abs() < 1e-12);
        assert_eq!([2.5e-5, 3.0000001e-5, 2e6, 0.25].map(tick), ["2.5e-5", "3e-5", "2e6", "0.25"]);
        assert_eq!(upwards([1.0, 3.0].into_iter(), true).range.start, 1.0);
    }

    #[test]
    fn every_kind_of_axis_is_drawn() {
        for log in [(false, false), (false, true), (true, false), (true, true)] {
            let series = vec![
                Series::new("a <b> & c", [(1.0, 2.0), (2.0, 4.0), (f64::NAN, 1.0)]),
                Series::published("d", [(1.0, 1.0)]),
            ];
            let [name, title, x, y] = ["n", "t", "x", "y"].map(str::to_owned);
            let plot = Plot { name, title, x, y, log, series };
            let svg = plot.svg().unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt;b&gt; &amp; c"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert!(Plot { series: Vec::new(), ..plot }.svg().is_none());
        }
    }
}
