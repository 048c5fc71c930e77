//! Plots as SVG, and the file of their values, from which they are drawn again.

mod values;

pub use values::{FILE, read, written};

use crate::common::chart::{COLOURS, Scale};
use crate::runs::{Spread, every};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::error::Error;
use std::ops::Range;

/// The size of a slide.
const SIZE: (u32, u32) = (960, 540);
/// The right end of the axes. The names of the lines stand to the right of it.
const LEGEND: i32 = 720;
/// The height of the first name, and the step to the next.
const FIRST_NAME: i32 = 64;
const NEXT_NAME: i32 = 24;
const FONT: &str = "sans-serif";
/// Sizes of text.
const LARGE: u32 = 24;
const SMALL: u32 = 18;
/// Radius of the dot of a measured value.
const DOT: i32 = 3;
/// Largest number of values for which a horizontal axis has a line each.
const MOST_VALUES: usize = 14;
/// Otherwise, the approximate maximum number of lines.
const MOST_TICKS: usize = 9;
/// The part of a horizontal axis that the label of a line takes.
const LABEL: f64 = 0.07;

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    /// Lines with the same group, such as a search method, have one colour.
    pub group: String,
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
    /// The quantities on the axes, with their units.
    pub x: String,
    pub y: String,
    /// True for each axis that is logarithmic unless a scale is asked for.
    pub log: (bool, bool),
    pub series: Vec<Series>,
}

impl Series {
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let whole = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
        let name = name.into();
        Self { group: name.clone(), name, points: points.into_iter().filter(whole).collect(), published: false }
    }

    #[must_use]
    pub fn of(self, group: impl Into<String>) -> Self {
        Self { group: group.into(), ..self }
    }

    pub fn published(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { published: true, ..Self::new(name, points) }
    }
}

impl Plot {
    /// A plot of these lines, with its file name and title, and the labels of the horizontal and the vertical axis.
    pub fn new(
        [name, title]: [&str; 2],
        [x, y]: [&str; 2],
        log: (bool, bool),
        series: impl IntoIterator<Item = Series>,
    ) -> Self {
        let [name, title, x, y] = [name, title, x, y].map(str::to_owned);
        Self { name, title, x, y, log, series: series.into_iter().collect() }
    }

    /// The picture as SVG, with the scale that suits it or the one asked for; `None` without data.
    pub fn svg(&self, scale: Option<Scale>) -> Option<String> {
        let (xs, ys): (Vec<f64>, Vec<f64>) = self.series.iter().flat_map(|series| &series.points).copied().unzip();
        if xs.is_empty() {
            return None;
        }
        let log = scale.map_or(self.log, |scale| (scale == Scale::Log, scale == Scale::Log));
        let mut svg = String::new();
        self.draw(&Axis::across(xs, log.0), &Axis::upwards(&ys, log.1), &mut svg).expect("a string takes any text");
        Some(svg)
    }

    fn draw(&self, x: &Axis, y: &Axis, svg: &mut String) -> Result<(), Box<dyn Error>> {
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (left, right) = root.split_horizontally(LEGEND);
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, (FONT, LARGE))
            .margin(12)
            .x_label_area_size(50)
            .y_label_area_size(78)
            .build_cartesian_2d(x.clone(), y.clone())?;
        chart
            .configure_mesh()
            .x_desc(x.label(&self.x))
            .y_desc(y.label(&self.y))
            .x_label_formatter(&|&value| x.text(value))
            .y_label_formatter(&|&value| y.text(value))
            .label_style((FONT, SMALL))
            .draw()?;
        let drawn: Vec<&Series> = self.series.iter().filter(|series| !series.points.is_empty()).collect();
        let groups = every(&drawn, |series| series.group.clone());
        for (row, series) in (0..).zip(drawn) {
            let group = groups.iter().position(|group| *group == series.group).expect("it is one of all");
            let colour = COLOURS[group % COLOURS.len()];
            let colour = RGBColor(colour.0, colour.1, colour.2);
            let (width, fill) = if series.published { (1, WHITE) } else { (2, colour) };
            let (line, rim) = (colour.stroke_width(width), ShapeStyle::from(colour));
            chart.draw_series(LineSeries::new(series.points.iter().copied(), line))?;
            let dots = |&at| [Circle::new(at, DOT, fill.filled()), Circle::new(at, DOT, rim)];
            chart.draw_series(series.points.iter().flat_map(dots))?;
            let at = FIRST_NAME + NEXT_NAME * row;
            right.draw(&PathElement::new([(4, at), (30, at)], line))?;
            right.draw(&Circle::new((17, at), DOT, fill.filled()))?;
            right.draw(&Circle::new((17, at), DOT, rim))?;
            right.draw(&Text::new(series.name.as_str(), (38, at - 8), (FONT, SMALL)))?;
        }
        Ok(root.present()?)
    }
}

/// An axis. A logarithmic one has the decimal logarithms of values as places, a linear one the values.
#[derive(Clone)]
struct Axis {
    /// Places of its ends.
    range: Range<f64>,
    log: bool,
    /// The values that have lines.
    ticks: Vec<f64>,
}

impl Axis {
    /// A horizontal axis a little longer than its values. Measurements are made at few values, which have the lines.
    fn across(mut values: Vec<f64>, log: bool) -> Self {
        values.sort_by(f64::total_cmp);
        values.dedup();
        let mut axis = Self::between(values[0], values[values.len() - 1], log);
        let Range { start, end } = axis.range;
        let beyond = if end > start { 0.04 * (end - start) } else { 0.5 };
        axis.range = start - beyond..end + beyond;
        if values.len() > MOST_VALUES {
            axis.ticks = axis.round();
            return axis;
        }
        for value in values {
            let free = |last: &f64| axis.place(value) - axis.place(*last) > LABEL * (end - start + 2.0 * beyond);
            if axis.ticks.last().is_none_or(free) {
                axis.ticks.push(value);
            }
        }
        axis
    }

    /// A vertical axis that begins at zero or, if it is logarithmic, a little below all values.
    fn upwards(values: &[f64], log: bool) -> Self {
        let Spread { least, most, .. } = Spread::of(values.iter().copied()).expect("there are values");
        let mut axis = Self::between(least, most, log);
        axis.range = if axis.log {
            axis.range.start - 0.05..axis.range.end.max(axis.range.start + 0.2) + 0.08
        } else {
            least.min(0.0)..if most > 0.0 { most * 1.08 } else { 1.0 }
        };
        axis.ticks = axis.round();
        axis
    }

    /// An axis between two values, without lines. It is linear if they are not both positive.
    fn between(least: f64, most: f64, log: bool) -> Self {
        let axis = Self { range: 0.0..0.0, log: log && least > 0.0, ticks: Vec::new() };
        Self { range: axis.place(least)..axis.place(most), ..axis }
    }

    /// Round numbers on the axis.
    fn round(&self) -> Vec<f64> {
        let Range { start, end } = self.range;
        let linear = |start: f64, end: f64| RangedCoordf64::from(start..end).key_points(MOST_TICKS);
        let steps: &[f64] = if end - start < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let decades = start.floor() as i32..=end.ceil() as i32;
        let numbers = match (self.log, end - start < 1.0) {
            (false, _) => linear(start, end),
            // Less than a decade, or several.
            (true, true) => linear(self.value(start), self.value(end)),
            (true, false) => decades.flat_map(|n| steps.iter().map(move |step| step * 10f64.powi(n))).collect(),
        };
        numbers.into_iter().filter(|&number| (start..=end).contains(&self.place(number))).collect()
    }

    fn place(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }

    fn value(&self, place: f64) -> f64 {
        if self.log { 10f64.powf(place) } else { place }
    }

    /// The label with the kind of scale.
    fn label(&self, text: &str) -> String {
        if self.log { format!("{text}, logarithmic scale") } else { text.to_owned() }
    }

    /// A value in the format of all labels: with an exponent if one of them would be long without.
    fn text(&self, value: f64) -> String {
        let is_long = |value: &f64| value.abs() >= 1e5 || (*value != 0.0 && value.abs() < 1e-3);
        match value != 0.0 && self.ticks.iter().any(is_long) {
            true => format!("{value:.1e}").replace(".0e", "e"),
            false => format!("{}", (value * 1e4).round() / 1e4),
        }
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(&self.place(*value), limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.value(self.range.start)..self.value(self.range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|&value| axis.text(value)).collect()
    }

    #[test]
    fn lines_are_at_round_numbers() {
        assert_eq!(texts(&Axis::upwards(&[0.3, 1.0], false)), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(texts(&Axis::upwards(&[1.0, 110.0], true)), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(texts(&Axis::upwards(&[1.0, 2e6], true)), ["1e0", "1e1", "1e2", "1e3", "1e4", "1e5", "1e6"]);
        // Times that span less than a decade, below one, have several lines as well.
        let short = texts(&Axis::upwards(&[2.3e-5, 8.1e-5], true));
        assert!(short.len() > 3 && short.iter().all(|text| text.ends_with("e-5")), "{short:?}");
        assert_eq!(texts(&Axis::upwards(&[0.0, 1.2e5], false))[..2], ["0", "2e4"]);
    }

    /// The sizes of a corner table alone and with a small one of edges.
    #[test]
    fn labels_that_would_overlap_are_left_out() {
        assert_eq!(texts(&Axis::across(vec![46.0, 44.0, 3700.0], true)), ["44", "3700"]);
        assert_eq!(texts(&Axis::across(vec![1.0, 2.0, 4.0, 8.0, 16.0], true)), ["1", "2", "4", "8", "16"]);
        assert!(texts(&Axis::across((0..100).map(f64::from).collect(), false)).len() <= MOST_TICKS + 2);
    }

    #[test]
    fn logarithmic_axes_need_positive_values() {
        let is_log =
            |values: [f64; 2]| [Axis::across(values.to_vec(), true), Axis::upwards(&values, true)].map(|a| a.log);
        assert_eq!([is_log([1.0, 8.0]), is_log([0.0, 8.0])], [[true; 2], [false; 2]]);
    }

    #[test]
    fn every_kind_of_axis_is_drawn() {
        for log in [(false, false), (false, true), (true, false), (true, true)] {
            let series = [
                Series::new("a <b> & c", [(1.0, 2.0), (2.0, 4.0), (f64::NAN, 1.0)]),
                Series::published("d", [(1.0, 1.0)]),
            ];
            let plot = Plot::new(["n", "t"], ["threads", "time (s)"], log, series);
            let svg = plot.svg(None).unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt;b&gt; &amp; c"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            let marked = |scale: Option<Scale>| plot.svg(scale).unwrap().matches("logarithmic").count();
            let both = usize::from(log.0) + usize::from(log.1);
            assert_eq!([None, Some(Scale::Linear), Some(Scale::Log)].map(marked), [both, 0, 2]);
            assert!(Plot { series: Vec::new(), ..plot }.svg(None).is_none());
        }
    }
}
