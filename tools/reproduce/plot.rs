//! Plots as SVG.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::*;
use std::ops::Range;

const SIZE: (u32, u32) = (960, 480);
/// Width of the axes; the names of the lines stand to the right of them.
const AXES: i32 = 750;
const FONT: &str = "sans-serif";
/// As many values of an axis have a line each.
const MOST_VALUES: usize = 14;
/// The least value on a logarithmic axis.
const SMALLEST: f64 = 1e-9;
/// About so many lines has another axis at most.
const MOST_TICKS: usize = 9;
const COLOURS: [RGBColor; 8] = [
    RGBColor(37, 99, 235),
    RGBColor(194, 65, 12),
    RGBColor(22, 128, 60),
    RGBColor(147, 51, 190),
    RGBColor(8, 130, 150),
    RGBColor(190, 24, 93),
    RGBColor(120, 113, 20),
    RGBColor(90, 90, 90),
];

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    /// A figure of a report instead of one of ours: drawn hollow.
    pub published: bool,
}

/// Lines over common axes.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Name of its file without directory and ending.
    pub name: String,
    pub title: String,
    pub x: String,
    pub y: String,
    /// Whether the axes are logarithmic.
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
    /// The picture; nothing if there is nothing to see.
    pub fn svg(&self) -> Result<Option<String>> {
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        if points().count() == 0 {
            return Ok(None);
        }
        let mut xs: Vec<f64> = points().map(|(x, _)| x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        let drawn = self.draw(&area, Axis::across(xs, self.log.0), Axis::upwards(points().map(|(_, y)| y), self.log.1));
        drawn.map_err(|error| anyhow!("cannot draw {}: {error}", self.name))?;
        drop(area);
        Ok(Some(text))
    }

    fn draw<'a>(
        &self,
        area: &DrawingArea<SVGBackend<'a>, Shift>,
        x: Axis,
        y: Axis,
    ) -> Result<(), Box<dyn std::error::Error + 'a>> {
        area.fill(&WHITE)?;
        let (axes, names) = area.split_horizontally(AXES);
        let mut chart = ChartBuilder::on(&axes)
            .caption(&self.title, (FONT, 18))
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(72)
            .build_cartesian_2d(x, y)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.x)
            .y_desc(&self.y)
            .axis_desc_style((FONT, 14))
            .label_style((FONT, 13))
            .x_label_formatter(&tick)
            .y_label_formatter(&tick)
            .bold_line_style(BLACK.mix(0.13))
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (i, (series, colour)) in self.series.iter().zip(COLOURS.into_iter().cycle()).enumerate() {
            let style = colour.stroke_width(if series.published { 1 } else { 2 });
            let dot = if series.published { colour.stroke_width(1) } else { colour.filled() };
            chart.draw_series(LineSeries::new(series.points.iter().copied(), style))?;
            chart.draw_series(series.points.iter().map(|&point| Circle::new(point, 3, dot)))?;
            let y = 56 + 22 * i as i32;
            names.draw(&PathElement::new([(6, y), (28, y)], style))?;
            names.draw(&Circle::new((17, y), 3, dot))?;
            names.draw(&Text::new(series.name.as_str(), (36, y - 7), (FONT, 14)))?;
        }
        area.present()?;
        Ok(())
    }
}

/// An axis with its lines.
struct Axis {
    range: Range<f64>,
    log: bool,
    ticks: Vec<f64>,
}

impl Axis {
    /// An axis a little longer than its sorted values. Measurements are made at few places: those have the lines.
    fn across(sorted: Vec<f64>, log: bool) -> Self {
        let (least, most) = (sorted[0], sorted[sorted.len() - 1]);
        let range = if log {
            least.max(SMALLEST) / 1.15..most.max(SMALLEST) * 1.15
        } else {
            let beyond = if most > least { (most - least) * 0.04 } else { 0.5 };
            least - beyond..most + beyond
        };
        let ticks = if sorted.len() <= MOST_VALUES { sorted } else { ticks(&range, log) };
        Self { range, log, ticks }
    }

    /// An axis that begins at zero or, if it is logarithmic, at a round number below all values.
    fn upwards(values: impl Iterator<Item = f64>, log: bool) -> Self {
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
        Self { range, log, ticks }
    }

    /// Where a value is on the axis.
    fn place(&self, value: f64) -> f64 {
        if self.log { value.max(SMALLEST).ln() } else { value }
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, &value: &f64, (first, last): (i32, i32)) -> i32 {
        let (start, end) = (self.place(self.range.start), self.place(self.range.end));
        let part = (self.place(value) - start) / (end - start);
        first + (f64::from(last - first) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
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

fn tick(value: &f64) -> String {
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
        // Times of less than a decade, below one, are told as well.
        let short = Axis::upwards([2.3e-5, 8.1e-5].into_iter(), true);
        assert!(short.ticks.len() > 3 && (short.range.start - 2e-5).abs() < 1e-12);
        assert_eq!([2.5e-5, 3.0000001e-5, 2e6, 0.25].map(|value| tick(&value)), ["2.5e-5", "3e-5", "2e6", "0.25"]);
        assert_eq!(Axis::upwards([1.0, 3.0].into_iter(), true).range.start, 1.0);
    }

    #[test]
    fn values_have_their_places() {
        let linear = Axis::upwards([10.0].into_iter(), false);
        assert_eq!([0.0, 5.4, 10.8].map(|value| linear.map(&value, (100, 300))), [100, 200, 300]);
        let log = Axis { range: 1.0..100.0, log: true, ticks: vec![] };
        assert_eq!([1.0, 10.0, 100.0].map(|value| log.map(&value, (300, 100))), [300, 200, 100]);
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
            let svg = plot.svg().unwrap().unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt;b&gt; &amp; c"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert!(Plot { series: Vec::new(), ..plot }.svg().unwrap().is_none());
        }
    }
}
