//! A static partition as a picture: the first levels of the tree, coloured by worker.

use crate::common::chart::{COLOURS, FAINT, GRID, INK, TEXT, rule};
use crate::common::units::counted;
use cubepdb::internals::search::scheduler::static_partition::{Deal, Partition};
use cubepdb::picture::{Anchor, Area, Label, Point, Rgb, Scene, Shape};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 120.0;
const RIGHT: f64 = 930.0;
const TOP: f64 = 90.0;
/// Height of a level, and the gap below it.
const ROW: f64 = 56.0;
const GAP: f64 = 40.0;
/// The least width of a block that has a label, and of a cube that has a border.
const LABELLED: f64 = 24.0;
const BORDERED: f64 = 4.0;
/// Cubes that nobody gets.
const GREY: Rgb = Rgb(170, 170, 170);

/// Draws the partition of a tree among workers or ranks; `who` says which.
pub fn draw(plan: &Partition, workers: u16, who: &str, moves: usize, bound: u8) -> Scene {
    let title = format!("Static partition among {}", counted(workers, who));
    let about = format!("{moves} moves at each cube, at most {bound} deep, if nothing is cut off");
    let height = TOP + plan.levels().len() as f64 * (ROW + GAP) + 30.0;
    let mut shapes = vec![
        Label::new([LEFT, 34.0], &title, 21.0, INK).bold().into(),
        Label::new([LEFT, 62.0], about, 15.0, FAINT).into(),
    ];
    for (level, deal) in plan.levels().iter().enumerate() {
        let top = TOP + level as f64 * (ROW + GAP);
        draw_level(&Row { deal, workers, top }, level, &mut shapes);
    }
    let legend = [
        format!("Colour and number: a {who}; below, the number of its cubes, each with all cubes under it."),
        "Grey: cubes that are expanded before the search; the level below shows their children.".to_owned(),
    ];
    for (line, text) in legend.into_iter().enumerate() {
        let y = height - 38.0 + 20.0 * line as f64;
        shapes.push(Label::new([LEFT, y], text, TEXT + 2.0, INK).into());
    }
    Scene { width: WIDTH, height, title, ground: Rgb::WHITE, shapes }
}

/// A level of the tree.
struct Row<'p> {
    deal: &'p Deal,
    workers: u16,
    top: f64,
}

impl Row<'_> {
    fn count(&self) -> usize {
        self.deal.rest().end
    }

    /// The place of the border before a cube.
    fn x(&self, cube: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * cube as f64 / self.count() as f64
    }

    /// A block of cubes, with two lines of text where there is room for them.
    fn block(&self, cubes: std::ops::Range<usize>, fill: Rgb, text: [String; 2], shapes: &mut Vec<Shape>) {
        if cubes.is_empty() {
            return;
        }
        let (left, right) = (self.x(cubes.start), self.x(cubes.end));
        let mut area = Area::rectangle([left, self.top], [right, self.top + ROW], fill);
        area.hint = Some(text.join(": "));
        shapes.push(area.into());
        let middle = (left + right) / 2.0;
        let [name, count] = text.map(|text| Label::new([middle, 0.0], text, 15.0, Rgb::WHITE).anchored(Anchor::Middle));
        if right - left >= LABELLED && name.width().max(count.width()) < (right - left) * 0.9 {
            shapes.push(Label { at: [middle, self.top + 24.0], ..name.bold() }.into());
            shapes.push(Label { at: [middle, self.top + 44.0], ..count }.into());
        }
    }
}

fn draw_level(row: &Row<'_>, level: usize, shapes: &mut Vec<Shape>) {
    let (count, rest, bottom) = (row.count(), row.deal.rest(), row.top + ROW);
    for (down, text) in [(24.0, format!("level {level}")), (44.0, counted(count as u128, "cube"))] {
        shapes.push(Label::new([LEFT - 12.0, row.top + down], text, 15.0, INK).anchored(Anchor::End).into());
    }
    if !rest.is_empty() {
        let corners: [Point; 4] =
            [[row.x(rest.start), bottom], [row.x(rest.end), bottom], [RIGHT, bottom + GAP], [LEFT, bottom + GAP]];
        shapes.push(Area::new(vec![corners.to_vec()], GRID).into());
    }
    for (worker, colour) in (0..row.workers).zip(COLOURS.into_iter().cycle()) {
        let share = row.deal.share(worker);
        let text = [worker.to_string(), share.len().to_string()];
        row.block(share, colour, text, shapes);
    }
    row.block(rest.clone(), GREY, ["expanded".to_owned(), rest.len().to_string()], shapes);
    // Borders are shorter than the cubes, so that labels stay legible.
    if (RIGHT - LEFT) / count as f64 >= BORDERED {
        let border = |cube| rule([row.x(cube), bottom - 6.0], [row.x(cube), bottom], Rgb::WHITE);
        shapes.extend((1..count).map(border));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(scene: &Scene) -> Vec<(String, f64)> {
        let areas = scene.shapes.iter().filter_map(|shape| match shape {
            Shape::Area(area) => Some((area.hint.clone()?, area.polygons[0][1][0] - area.polygons[0][0][0])),
            Shape::Label(_) => None,
        });
        areas.collect()
    }

    /// Table 3 of the report: 13 workers get 11 cubes of level 2 each; the one left over is divided two levels below.
    #[test]
    fn every_cube_is_in_one_block() {
        let scene = draw(&Partition::new(12, 13, 7), 13, "worker", 12, 7);
        let blocks = blocks(&scene);
        let named = |name: &str| blocks.iter().filter(|(hint, _)| hint == name).count();
        assert_eq!((named("0: 11"), named("0: 12"), named("12: 11")), (1, 1, 2));
        assert_eq!(["expanded: 1", "expanded: 12"].map(named), [2, 2]);
        let width: f64 = blocks.iter().map(|(_, width)| width).sum();
        assert!((width - 5.0 * (RIGHT - LEFT)).abs() < 1e-6, "five levels are filled: {width}");
        let svg = scene.svg();
        assert!(["level 4", "144 cubes", "Static partition among 13 workers"].iter().all(|text| svg.contains(text)));
    }

    #[test]
    fn trees_of_one_cube_and_of_many_workers_are_drawn() {
        for (moves, workers, bound) in [(0, 1, 0), (18, 500, 20), (1, 2, 3), (250, 7, 9)] {
            let svg = draw(&Partition::new(moves, workers, bound), workers, "rank", moves, bound).svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{moves} {workers} {bound}");
        }
    }
}
