//! A histogram as SVG.

use crate::args::Scale;
use crate::common::units;
use crate::text::grouped;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 60.0;
/// Part of a decade that a bar of height one has on the logarithmic scale, where it would otherwise vanish.
const FOOT: f64 = 0.35;

const STYLE: &str = "\
text{font-family:system-ui,sans-serif;font-size:12px;fill:#333}.title{font-size:18px;font-weight:600}\
.note{fill:#666}.grid{stroke:#ddd}.axis{stroke:#666}.mean{fill:#c2410c}.bar{fill:#2563eb}\
.value{font-size:11px}.mid{text-anchor:middle}.end{text-anchor:end}";

/// What to draw. The texts are escaped.
pub struct Histogram<'a> {
    /// Heading.
    pub title: String,
    /// Below the depths.
    pub axis: String,
    /// Under the heading.
    pub note: String,
    /// A bar for each.
    pub counts: &'a [u64],
    /// What stands below each bar.
    pub names: Vec<String>,
    /// Where to mark the mean.
    pub mean: f64,
}

impl Histogram<'_> {
    /// The picture.
    pub fn draw(&self, scale: Scale) -> String {
        let axis = Axis::new(scale, self.counts.iter().copied().max().unwrap_or(0));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            self.title
        );
        label(&mut svg, (LEFT, 28.0), "title", &self.title);
        let kind = if scale == Scale::Log { "logarithmic scale" } else { "linear scale" };
        label(&mut svg, (LEFT, 48.0), "note", &format!("{}; {kind}", self.note));
        axis.draw(&mut svg);
        self.bars(&mut svg, &axis);
        self.mean_mark(&mut svg);
        label(&mut svg, ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0), "mid", &self.axis);
        svg + "</svg>\n"
    }

    fn bars(&self, svg: &mut String, axis: &Axis) {
        let width = self.slot() * 0.72;
        for (depth, &n) in self.counts.iter().enumerate() {
            let (middle, top) = (self.middle(depth as f64), axis.y(n));
            label(svg, (middle, HEIGHT - BOTTOM + 18.0), "mid", &self.names[depth]);
            if n == 0 {
                continue;
            }
            // Writing to a string does not fail, here and below.
            let _ = writeln!(
                svg,
                "<rect class=\"bar\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" rx=\"2\">\
                 <title>depth {depth}: {} entries</title></rect>",
                middle - width / 2.0,
                HEIGHT - BOTTOM - top,
                grouped(n),
            );
            label(svg, (middle, top - 5.0), "mid value", &units::count(n as f64));
        }
    }

    /// A mark below the axis, where it does not touch bars and their labels.
    fn mean_mark(&self, svg: &mut String) {
        let (x, y, mean) = (self.middle(self.mean), HEIGHT - BOTTOM + 1.0, self.mean);
        let _ = writeln!(svg, "<path class=\"mean\" d=\"M{x:.1} {y}l-5 7h10z\"><title>mean {mean:.4}</title></path>");
        label(svg, (x, HEIGHT - BOTTOM + 32.0), "mid mean", "mean");
    }

    /// Room for one bar.
    fn slot(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.counts.len().max(1) as f64
    }

    fn middle(&self, depth: f64) -> f64 {
        LEFT + self.slot() * (depth + 0.5)
    }
}

/// The axis of the counts.
struct Axis {
    scale: Scale,
    /// Count, or its logarithm, at the upper end.
    end: f64,
    /// Counts with a line.
    ticks: Vec<u64>,
}

impl Axis {
    fn new(scale: Scale, largest: u64) -> Self {
        // Some room for the label of the highest bar.
        let largest = largest.max(1) as f64;
        match scale {
            Scale::Log => {
                let end = largest.log10() + 0.3;
                Self { scale, end, ticks: (0..=end as u32).map(|decade| 10u64.pow(decade)).collect() }
            }
            Scale::Linear => {
                let (end, step) = (largest * 1.06, step(largest));
                Self { scale, end, ticks: (0..=(end / step as f64) as u64).map(|i| i * step).collect() }
            }
        }
    }

    fn y(&self, n: u64) -> f64 {
        let part = match self.scale {
            Scale::Log if n == 0 => 0.0,
            Scale::Log => ((n as f64).log10() + FOOT) / (self.end + FOOT),
            Scale::Linear => n as f64 / self.end,
        };
        HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self, svg: &mut String) {
        let right = WIDTH - RIGHT;
        for &tick in &self.ticks {
            let y = self.y(tick);
            let _ = writeln!(svg, "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>");
            label(svg, (LEFT - 8.0, y + 4.0), "end", &units::count(tick as f64));
        }
        let y = HEIGHT - BOTTOM;
        let _ = writeln!(svg, "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{y}\" x2=\"{right}\" y2=\"{y}\"/>");
    }
}

/// A round distance of lines, so that there are about five.
fn step(largest: f64) -> u64 {
    let decade = 10f64.powf((largest / 5.0).log10().floor()).max(1.0);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * decade * 6.0 >= largest).unwrap_or(10.0);
    (step * decade) as u64
}

fn label(svg: &mut String, (x, y): (f64, f64), class: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{text}</text>");
}

/// Text as it may stand between tags.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_at_round_counts() {
        assert_eq!([1.0, 7.0, 100.0, 45e6, 9e9].map(step), [1, 2, 20, 10_000_000, 2_000_000_000]);
    }

    #[test]
    fn bars_stay_within_the_picture() {
        for scale in [Scale::Log, Scale::Linear] {
            for largest in [0, 1, 9, 10, u64::MAX] {
                let axis = Axis::new(scale, largest);
                assert!((TOP..=HEIGHT - BOTTOM).contains(&axis.y(largest)), "{scale:?} {largest}");
                assert!(axis.ticks.iter().all(|&tick| axis.y(tick) >= TOP - 0.5), "{scale:?} {largest}");
            }
        }
    }
}
