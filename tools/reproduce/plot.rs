//! Plots as SVG.

use anyhow::{Result, anyhow};
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

const SIZE: (u32, u32) = (820, 480);
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
        let x = limits(points().map(|(x, _)| x), self.log.0);
        let y = limits(points().map(|(_, y)| y), self.log.1);
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        let drawn = match self.log {
            (false, false) => self.draw(&area, x, y),
            (true, false) => self.draw(&area, x.log_scale(), y),
            (false, true) => self.draw(&area, x, y.log_scale()),
            (true, true) => self.draw(&area, x.log_scale(), y.log_scale()),
        };
        drawn.map_err(|error| anyhow!("cannot draw {}: {error}", self.name))?;
        drop(area);
        Ok(Some(text))
    }

    /// Whether all lines begin where a legend usually is.
    fn begins_high(&self) -> bool {
        let ys = || self.series.iter().flat_map(|series| series.points.iter().map(|&(_, y)| y));
        let most = ys().fold(0.0, f64::max);
        !self.log.1 && self.series.iter().filter_map(|series| series.points.first()).all(|&(_, y)| y > most / 2.0)
    }

    fn draw<'a, X, Y>(
        &self,
        area: &DrawingArea<SVGBackend<'a>, plotters::coord::Shift>,
        x: X,
        y: Y,
    ) -> Result<(), Box<dyn std::error::Error + 'a>>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(68)
            .build_cartesian_2d(x, y)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.x)
            .y_desc(&self.y)
            .x_label_formatter(&tick)
            .y_label_formatter(&tick)
            .max_light_lines(4)
            .draw()?;
        for (series, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            let style = colour.stroke_width(if series.published { 1 } else { 2 });
            let line = chart.draw_series(LineSeries::new(series.points.iter().copied(), style))?;
            line.label(&series.name).legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
            let dot = if series.published { colour.stroke_width(1) } else { colour.filled() };
            chart.draw_series(series.points.iter().map(|&point| Circle::new(point, 3, dot)))?;
        }
        let place = if self.begins_high() { SeriesLabelPosition::LowerLeft } else { SeriesLabelPosition::UpperLeft };
        chart
            .configure_series_labels()
            .position(place)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

/// The ends of an axis, a little beyond the values.
fn limits(values: impl Iterator<Item = f64>, log: bool) -> std::ops::Range<f64> {
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)));
    match log {
        true => least.max(1e-9) / 1.1..most.max(1e-9) * 1.3,
        false => least.min(0.0)..if most > 0.0 { most * 1.1 } else { 1.0 },
    }
}

fn tick(value: &f64) -> String {
    match value.abs() {
        v if v >= 1e5 || (v > 0.0 && v < 1e-3) => format!("{value:.0e}"),
        _ => format!("{}", (value * 1e4).round() / 1e4),
    }
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
            let svg = plot.svg().unwrap().unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(svg.contains("a &lt;b&gt; &amp; c"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert!(Plot { series: Vec::new(), ..plot }.svg().unwrap().is_none());
        }
    }
}
