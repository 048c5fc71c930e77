//! The axes of a plot.

use super::{BOTTOM, LEFT, RIGHT, SMALL, TOP};
use crate::common::chart::{Axis, FAINT, GRID, INK, SMALLEST, rule};
use cubepdb::picture::{Anchor, Label, Point, Shape};
use std::ops::Range;

/// Largest number of values for which an axis has a line each.
const MOST_VALUES: usize = 14;
/// Otherwise, the approximate maximum number of lines.
const MOST_TICKS: usize = 9;

/// Least space between two labels below an axis.
const GAP: f64 = 4.0;

/// The axes of a plot.
pub struct Axes {
    x: Axis,
    y: Axis,
}

impl Axes {
    /// The axes of some values, each logarithmic or not. A logarithmic axis of values that are not all positive is linear.
    pub fn of(points: &[(f64, f64)], log: (bool, bool)) -> Self {
        let (mut xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let log = (log.0 && is_positive(&xs), log.1 && is_positive(&ys));
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        Self { x: across(xs, log.0), y: upwards(ys.into_iter(), log.1) }
    }

    /// The labels with the kind of scale, of the horizontal axis and the vertical one.
    pub fn labels(&self, x: &str, y: &str) -> [String; 2] {
        [(x, &self.x), (y, &self.y)]
            .map(|(label, axis)| if axis.log { format!("{label}, logarithmic scale") } else { label.to_owned() })
    }

    /// The place of a point in the picture.
    pub fn place(&self, (x, y): (f64, f64)) -> Point {
        [LEFT + self.x.part(x) * (RIGHT - LEFT), BOTTOM - self.y.part(y) * (BOTTOM - TOP)]
    }

    /// Draws lines at the ticks, with their values.
    pub fn draw(&self, shapes: &mut Vec<Shape>) {
        let mut free = f64::NEG_INFINITY;
        for (&value, text) in self.x.ticks.iter().zip(texts(&self.x.ticks)) {
            let [x, _] = self.place((value, 0.0));
            shapes.push(rule([x, TOP], [x, BOTTOM], GRID));
            let label = Label::new([x, BOTTOM + 20.0], text, SMALL, INK).anchored(Anchor::Middle);
            // Fonts of browsers are wider.
            let half = label.width() * 1.25 / 2.0;
            if x - half >= free {
                free = x + half + GAP;
                shapes.push(label.into());
            }
        }
        for (&value, text) in self.y.ticks.iter().zip(texts(&self.y.ticks)) {
            let [_, y] = self.place((0.0, value));
            shapes.push(rule([LEFT, y], [RIGHT, y], GRID));
            shapes.push(Label::new([LEFT - 8.0, y + 5.0], text, SMALL, INK).anchored(Anchor::End).into());
        }
        shapes.extend([rule([LEFT, BOTTOM], [RIGHT, BOTTOM], FAINT), rule([LEFT, TOP], [LEFT, BOTTOM], FAINT)]);
    }
}

fn is_positive(values: &[f64]) -> bool {
    values.iter().all(|&value| value > 0.0)
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

/// The texts of ticks, all in one format: with exponents if one of them would be long without.
fn texts(ticks: &[f64]) -> Vec<String> {
    let is_long = |tick: &f64| tick.abs() >= 1e5 || (*tick != 0.0 && tick.abs() < 1e-3);
    let has_exponents = ticks.iter().any(is_long);
    let text = |&tick: &f64| match has_exponents && tick != 0.0 {
        true => format!("{tick:.1e}").replace(".0e", "e"),
        false => format!("{}", (tick * 1e4).round() / 1e4),
    };
    ticks.iter().map(text).collect()
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
        assert_eq!(texts(&[2.5e-5, 3.0000001e-5, 2.0]), ["2.5e-5", "3e-5", "2e0"]);
        assert_eq!(texts(&[0.0, 5e4, 1e5]), ["0", "5e4", "1e5"]);
        assert_eq!(texts(&[0.25, 44.0, 5e4]), ["0.25", "44", "50000"]);
        assert_eq!(upwards([1.0, 3.0].into_iter(), true).range.start, 1.0);
    }

    /// The sizes of a corner table alone and with a small one of edges.
    #[test]
    fn labels_that_would_overlap_are_left_out() {
        let axes = Axes::of(&[(44.0, 1.0), (46.0, 2.0), (3700.0, 3.0)], (true, false));
        let mut shapes = Vec::new();
        axes.draw(&mut shapes);
        let below = shapes.iter().filter_map(|shape| match shape {
            Shape::Label(label) if label.at[1] > BOTTOM + 10.0 => Some(label.text.as_str()),
            _ => None,
        });
        assert_eq!(below.collect::<Vec<_>>(), ["44", "3700"]);
    }

    #[test]
    fn logarithmic_axes_need_positive_values() {
        let labels = |points: &[(f64, f64)]| Axes::of(points, (true, true)).labels("ranks", "time (s)");
        assert_eq!(
            labels(&[(1.0, 2.0), (8.0, 1.0)]),
            ["ranks", "time (s)"].map(|name| format!("{name}, logarithmic scale"))
        );
        assert_eq!(labels(&[(0.0, 2.0), (8.0, 0.0)]), ["ranks", "time (s)"]);
    }
}
