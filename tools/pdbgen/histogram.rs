//! A distribution as a picture.

use crate::common::chart::{Axis, BLUE, FAINT, GRID, INK, RUST, Scale, TEXT, rule};
use crate::common::units;
use crate::text::grouped;
use cubepdb::picture::{Anchor, Area, Label, Rgb, Scene, Shape};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 60.0;
/// The part of a decade that a bar of height one has on the logarithmic scale, where it would otherwise vanish.
const FOOT: f64 = 0.35;
/// The part of its slot that a bar takes, and the roundness of its corners.
const BAR: f64 = 0.72;
const ROUNDING: f64 = 2.0;

/// A histogram to draw.
pub struct Histogram<'a> {
    /// Heading.
    pub title: String,
    /// The label below the depths.
    pub axis: String,
    /// The text under the heading.
    pub note: String,
    /// The height of each bar.
    pub counts: &'a [u64],
    /// The label below each bar.
    pub names: Vec<String>,
    /// The position of the mean.
    pub mean: f64,
}

impl Histogram<'_> {
    /// The picture.
    pub fn draw(&self, scale: Scale) -> Scene {
        let axis = axis(scale, self.counts.iter().copied().max().unwrap_or(0));
        let kind = if scale == Scale::Log { "logarithmic scale" } else { "linear scale" };
        let middle = [(LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10.0];
        let mut shapes = vec![
            Label::new([LEFT, 28.0], &self.title, 18.0, INK).bold().into(),
            Label::new([LEFT, 48.0], format!("{}; {kind}", self.note), TEXT, FAINT).into(),
        ];
        draw(&axis, &mut shapes);
        self.bars(&mut shapes, &axis);
        self.mean_mark(&mut shapes);
        shapes.push(Label::new(middle, &self.axis, TEXT, INK).anchored(Anchor::Middle).into());
        Scene { width: WIDTH, height: HEIGHT, title: self.title.clone(), ground: Rgb::WHITE, shapes }
    }

    fn bars(&self, shapes: &mut Vec<Shape>, axis: &Axis) {
        let half = self.slot() * BAR / 2.0;
        let values: Vec<Label> = self.values(axis);
        // Lines end before the values, and the background that hides them is below all bars.
        shapes.extend(values.iter().map(|value| {
            let (reach, [x, y]) = (value.width() * 0.65, value.at);
            Area::rectangle([x - reach, y - TEXT], [x + reach, y + 2.0], Rgb::WHITE).into()
        }));
        for (depth, &n) in self.counts.iter().enumerate() {
            let (middle, top) = (self.middle(depth as f64), y(axis, n as f64));
            let name = Label::new([middle, HEIGHT - BOTTOM + 18.0], &self.names[depth], TEXT, INK);
            shapes.push(name.anchored(Anchor::Middle).into());
            if n == 0 {
                continue;
            }
            // A bar reaches to its outline, however low it is.
            let rounding = ROUNDING.min((HEIGHT - BOTTOM - top) / 2.0);
            let corners = [[middle - half, top], [middle + half, HEIGHT - BOTTOM]];
            let [[left, upper], [right, lower]] = corners;
            let inner = [[left + rounding, upper + rounding], [right - rounding, lower - rounding]];
            let bar = Area::rectangle(inner[0], inner[1], BLUE).rounded(rounding);
            shapes.push(Area { hint: Some(format!("depth {depth}: {} entries", grouped(n))), ..bar }.into());
        }
        shapes.extend(values.into_iter().map(Shape::from));
    }

    /// The counts above the bars.
    fn values(&self, axis: &Axis) -> Vec<Label> {
        let counts = self.counts.iter().enumerate().filter(|(_, n)| **n > 0);
        let place = |depth: usize, n: u64| [self.middle(depth as f64), y(axis, n as f64) - 5.0];
        let label = |(depth, &n): (usize, &u64)| {
            Label::new(place(depth, n), units::count(n as f64), TEXT - 1.0, INK).anchored(Anchor::Middle)
        };
        counts.map(label).collect()
    }

    /// Adds a mark below the axis, where it does not touch bars and their labels.
    fn mean_mark(&self, shapes: &mut Vec<Shape>) {
        let (x, y) = (self.middle(self.mean), HEIGHT - BOTTOM + 1.0);
        let triangle = Area::new(vec![vec![[x, y], [x + 5.0, y + 7.0], [x - 5.0, y + 7.0]]], RUST);
        shapes.push(Area { hint: Some(format!("mean {:.4}", self.mean)), ..triangle }.into());
        let label = Label::new([x, HEIGHT - BOTTOM + 32.0], "mean", TEXT, RUST);
        shapes.push(label.anchored(Anchor::Middle).into());
    }

    /// The width of the slot of one bar.
    fn slot(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.counts.len().max(1) as f64
    }

    fn middle(&self, depth: f64) -> f64 {
        LEFT + self.slot() * (depth + 0.5)
    }
}

/// The axis of the counts, up to the largest and some room for its label.
fn axis(scale: Scale, largest: u64) -> Axis {
    let largest = largest.max(1) as f64;
    match scale {
        Scale::Log => {
            let end = largest.log10() + 0.3;
            let ticks = (0..=end as i32).map(|decade| 10f64.powi(decade)).collect();
            Axis { range: 10f64.powf(-FOOT)..10f64.powf(end), log: true, ticks }
        }
        Scale::Linear => {
            let (end, step) = (largest * 1.06, step(largest));
            let ticks = (0..=(end / step as f64) as u64).map(|i| (i * step) as f64).collect();
            Axis { range: 0.0..end, log: false, ticks }
        }
    }
}

/// The vertical position of a count.
fn y(axis: &Axis, n: f64) -> f64 {
    HEIGHT - BOTTOM - axis.part(n) * (HEIGHT - TOP - BOTTOM)
}

/// Adds a line for each tick, with the count to the left of it.
fn draw(axis: &Axis, shapes: &mut Vec<Shape>) {
    let across = |y: f64, colour| rule([LEFT, y], [WIDTH - RIGHT, y], colour);
    for &tick in &axis.ticks {
        let y = y(axis, tick);
        shapes.push(across(y, GRID));
        let count = Label::new([LEFT - 8.0, y + 4.0], units::count(tick).replace(".0 ", " "), TEXT, INK);
        shapes.push(count.anchored(Anchor::End).into());
    }
    shapes.push(across(HEIGHT - BOTTOM, FAINT));
}

/// A round distance between lines that gives about five of them.
fn step(largest: f64) -> u64 {
    let decade = 10f64.powf((largest / 5.0).log10().floor()).max(1.0);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * decade * 6.0 >= largest).unwrap_or(10.0);
    (step * decade) as u64
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
                let axis = axis(scale, largest);
                assert!((TOP..=HEIGHT - BOTTOM).contains(&y(&axis, largest as f64)), "{scale:?} {largest}");
                assert!(axis.ticks.iter().all(|&tick| y(&axis, tick) >= TOP - 0.5), "{scale:?} {largest}");
            }
        }
    }

    /// Each bar is as wide and as high as its slot and its count require, within half of a hundredth.
    #[test]
    fn bars_reach_to_their_outlines() {
        let (counts, names) = (&[1, 0, 50, 1000], ["0", "1", "2", "3"].map(str::to_owned).to_vec());
        let [title, below, note] = [const { String::new() }; 3];
        let histogram = Histogram { title, axis: below, note, counts, names, mean: 2.9 };
        let axis = axis(Scale::Linear, 1000);
        let scene = histogram.draw(Scale::Linear);
        let bars: Vec<&Area> = scene
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Area(area) if area.fill == BLUE => Some(area),
                _ => None,
            })
            .collect();
        assert_eq!(bars.len(), 3);
        for (bar, n) in bars.iter().zip([1.0, 50.0, 1000.0]) {
            let [upper, lower] = [bar.polygons[0][0][1] - bar.rounding, bar.polygons[0][2][1] + bar.rounding];
            assert!((upper - y(&axis, n)).abs() < 0.005 && (lower - (HEIGHT - BOTTOM)).abs() < 0.005, "{n}");
        }
    }
}
