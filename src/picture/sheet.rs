//! Pictures of a cube, and of its state after each move.

use super::scene::{Anchor, Label, Point, Scene};
use super::tiles::Tiles;
use super::typed::numbered;
use super::{Palette, Rgb, net, solid};
use crate::notation::{Cube, TypedStickers};
use crate::nxn::{Move, Size};

/// The view of a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// In space, twice: as it is held, with U above F and R, and turned over, with D above L and B.
    #[default]
    Solid,
    /// Unfolded.
    Net,
}

/// The style of pictures of cubes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The view.
    pub view: View,
    /// The colours.
    pub palette: Palette,
    /// True if each sticker shows the letter of its colour, for those who cannot tell the colours apart.
    pub letters: bool,
}

/// Width of the picture of a cube alone, and of one among many, in units.
const LARGE: f64 = 420.0;
const SMALL: f64 = 200.0;
/// The margin around everything, and between two cubes.
const MARGIN: f64 = 16.0;
const GAP: [f64; 2] = [34.0, 22.0];
/// Room for the line above all cubes, and for the text above each.
const HEADING: f64 = 40.0;
const CAPTION: f64 = 26.0;
/// Room for the line below all cubes.
const NOTE: f64 = 26.0;
/// Heights of fonts.
const HEADING_FONT: f64 = 19.0;
const CAPTION_FONT: f64 = 18.0;
const NUMBER_FONT: f64 = 13.0;
/// The largest width of browsers' fonts relative to ours.
const OTHER_FONTS: f64 = 1.25;
/// The approximate ratio of width to height of a sheet.
const SHAPE: f64 = 1.5;

const INK: Rgb = Rgb(32, 36, 42);
const FAINT: Rgb = Rgb(125, 132, 142);

impl View {
    fn height(self, width: f64) -> f64 {
        match self {
            Self::Solid => solid::height(width),
            Self::Net => net::height(width),
        }
    }

    /// Stickers of these colours, in the order of facelet strings.
    pub(super) fn tiles(self, size: Size, colours: &[u8], origin: Point, width: f64) -> Tiles {
        match self {
            Self::Solid => solid::solid(size, colours, origin, width),
            Self::Net => net::net(size, colours, origin, width),
        }
    }

    /// The line below all cubes, with moves or without.
    fn note(self, with_moves: bool) -> Option<&'static str> {
        match (self, with_moves) {
            (Self::Solid, false) => {
                Some("On the right, the cube is turned over: D on top, L in front, B on the right.")
            }
            (Self::Solid, true) => Some(
                "Arrows show the move just made. On the right, the cube is turned over: D on top, L in front, B on the right.",
            ),
            (Self::Net, true) => Some("Arrows show the move just made."),
            (Self::Net, false) => None,
        }
    }
}

/// Draws a cube as it was typed, with crosses on wrong stickers. The heading is on top; an empty one takes no room.
pub fn sheet_typed(typed: &TypedStickers, heading: &str, style: &Style) -> Scene {
    let grid = Grid::new(1, heading, style.view);
    let mut scene = grid.scene(heading);
    let (numbers, paints) = numbered(typed);
    let tiles = style.view.tiles(typed.size, &numbers, grid.origin(0), grid.cube_width);
    scene.shapes.extend(tiles.painted(&paints, style.letters));
    scene.shapes.extend(tiles.crosses(&typed.wrong, &paints));
    scene
}

/// Draws the cube and, if there are moves, its state after each of them, row by row, under the move and its number,
/// with an arrow on the face that was turned (none for turns of inner layers alone). The heading is on top; an empty
/// one takes no room. The sheet is 452 units wide without moves, else as wide as its columns.
///
/// # Panics
/// If the cube does not have one of the layers.
pub fn sheet(cube: &Cube, sequence: &[Move], heading: &str, style: &Style) -> Scene {
    let grid = Grid::new(sequence.len() + 1, heading, style.view);
    let mut scene = grid.scene(heading);
    let paints = style.palette.paints();
    let mut cube = cube.stickers();
    for step in 0..=sequence.len() {
        let [x, y] = grid.origin(step);
        if step > 0 {
            cube = cube.then(&sequence[step - 1..step]);
        }
        if !sequence.is_empty() {
            let base = y - CAPTION + CAPTION_FONT * 0.72;
            let (number, text) = match step {
                0 => (String::new(), "start".to_owned()),
                _ => (step.to_string(), sequence[step - 1].to_string()),
            };
            let middle = [x + grid.cube_width / 2.0, base];
            let caption = Label::new(middle, text, CAPTION_FONT, if step == 0 { FAINT } else { INK });
            let caption = if step == 0 { caption } else { caption.bold() };
            scene.shapes.push(caption.anchored(Anchor::Middle).into());
            if step > 0 {
                scene.shapes.push(Label::new([x, base], number, NUMBER_FONT, FAINT).into());
            }
        }
        let tiles = style.view.tiles(cube.size(), cube.colours(), [x, y], grid.cube_width);
        scene.shapes.extend(tiles.painted(&paints, style.letters));
        if let Some(turn) = step.checked_sub(1).map(|last| sequence[last]).filter(|turn| turn.first == 1) {
            scene.shapes.extend(tiles.arrow(usize::from(turn.face), turn.quarters));
        }
    }
    scene
}

/// The positions of the cubes of a sheet.
struct Grid {
    columns: usize,
    cube_width: f64,
    /// The distance from one cube to the next.
    pitch: [f64; 2],
    first: Point,
    width: f64,
    height: f64,
    /// The line below all cubes.
    note: Option<&'static str>,
}

impl Grid {
    fn new(cubes: usize, heading: &str, view: View) -> Self {
        let alone = cubes == 1;
        let (cube_width, caption) = if alone { (LARGE, 0.0) } else { (SMALL, CAPTION) };
        let heading = if heading.is_empty() { 0.0 } else { HEADING };
        let note = view.note(!alone);
        let pitch = [cube_width + GAP[0], caption + view.height(cube_width) + GAP[1]];
        let size = |columns: usize| {
            let counts = [columns, cubes.div_ceil(columns)];
            let [width, height] = [0, 1].map(|axis| counts[axis] as f64 * pitch[axis] - GAP[axis] + 2.0 * MARGIN);
            [width, height + heading + note.map_or(0.0, |_| NOTE)]
        };
        let distance = |&columns: &usize| {
            let [width, height] = size(columns);
            (width / height / SHAPE).ln().abs()
        };
        let columns = (1..=cubes).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(1);
        let [width, height] = size(columns);
        Self { columns, cube_width, pitch, first: [MARGIN, MARGIN + heading + caption], width, height, note }
    }

    /// The sheet without its cubes.
    fn scene(&self, heading: &str) -> Scene {
        let room = self.width - 2.0 * MARGIN;
        let fitted = |label: Label| {
            let size = label.size * (room / (label.width() * OTHER_FONTS)).min(1.0);
            Label { size, ..label }.into()
        };
        let heading = Some(heading).filter(|heading| !heading.is_empty());
        let line =
            |heading| fitted(Label::new([MARGIN, MARGIN + HEADING_FONT * 0.8], heading, HEADING_FONT, INK).bold());
        let note = |note| fitted(Label::new([MARGIN, self.height - MARGIN], note, NUMBER_FONT, FAINT));
        Scene {
            width: self.width,
            height: self.height,
            title: heading.unwrap_or_default().to_owned(),
            ground: Rgb::WHITE,
            shapes: heading.map(line).into_iter().chain(self.note.map(note)).collect(),
        }
    }

    /// The upper left corner of a cube.
    fn origin(&self, step: usize) -> Point {
        let steps = [step % self.columns, step / self.columns];
        [0, 1].map(|axis| self.first[axis] + steps[axis] as f64 * self.pitch[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{Area, Shape};
    use super::*;
    use crate::nxn::Stickers;

    fn scrambled(size: Size) -> (Stickers, Vec<Move>) {
        let half = size.layers() / 2;
        let sequence = [Move::outer(1, 1), Move::new(0, 1, half, 3), Move::new(2, 1, half, 2), Move::outer(4, 1)];
        let solution = sequence.iter().rev().map(|turn| turn.inverse()).collect();
        (Stickers::after(size, &sequence), solution)
    }

    fn styles() -> impl Iterator<Item = Style> {
        let views = [View::Solid, View::Net].into_iter();
        views.flat_map(|view| [false, true].map(|letters| Style { view, letters, ..Style::default() }))
    }

    /// Returns whether a point is within a polygon whose corners are in clockwise order on the picture.
    fn is_inside(point: Point, outline: &[Point]) -> bool {
        (0..outline.len()).all(|i| {
            let ([x0, y0], [x1, y1]) = (outline[i], outline[(i + 1) % outline.len()]);
            (x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0) > 0.0
        })
    }

    #[test]
    fn every_sticker_is_drawn_once_in_its_colour_and_apart_from_others() {
        for size in Size::all() {
            let (cube, _) = scrambled(size);
            for view in [View::Solid, View::Net] {
                let tiles = view.tiles(size, cube.colours(), [3.0, 5.0], 100.0);
                let drawn: Vec<u8> = tiles.stickers.iter().map(|tile| tile.colour).collect();
                assert_eq!(drawn, cube.colours(), "{size} {view:?}");
                for (i, tile) in tiles.stickers.iter().enumerate() {
                    let middle = [0, 1].map(|axis| tile.outline.iter().map(|p| p[axis]).sum::<f64>() / 4.0);
                    let holds = |tile: &&super::super::tiles::Tile| is_inside(middle, &tile.outline);
                    assert_eq!(tiles.stickers.iter().filter(holds).count(), 1, "{size} {view:?} {i}");
                    let bodies = tiles.bodies.iter().filter(|body| is_inside(middle, body)).count();
                    assert_eq!(bodies, 1, "{size} {view:?} {i}");
                }
            }
        }
    }

    #[test]
    fn everything_is_within_the_picture() {
        for (size, style) in Size::all().flat_map(|size| styles().map(move |style| (size, style))) {
            let (cube, solution) = scrambled(size);
            for sequence in [&solution[..], &[]] {
                let scene = sheet(
                    &cube.clone().into(),
                    sequence,
                    "a heading that is much too long for a narrow sheet (123f)",
                    &style,
                );
                for shape in &scene.shapes {
                    let points: Vec<Point> = match shape {
                        Shape::Area(area) => area.polygons.concat(),
                        Shape::Label(label) => {
                            let before = if label.anchor == Anchor::Middle { label.width() / 2.0 } else { 0.0 };
                            let left = label.at[0] - before;
                            vec![[left, label.at[1] - label.size], [left + label.width(), label.at[1]]]
                        }
                    };
                    let within =
                        |&[x, y]: &Point| (0.0..=scene.width).contains(&x) && (0.0..=scene.height).contains(&y);
                    assert!(points.iter().all(within), "{size} {style:?} {shape:?}");
                }
            }
        }
    }

    #[test]
    fn wrong_stickers_are_crossed_out() {
        let text = "YRYYYYYYYRRRRRRRRRBBBBBBBBBWWWWWWWWWOOOOOOOOOGGGGGGGKG";
        let typed = TypedStickers::read(text.as_bytes(), Size::THREE, crate::notation::Format::Auto).unwrap();
        let crossed = |scene: &Scene| {
            let bars = |shape: &&Shape| matches!(shape, Shape::Area(area) if area.polygons.len() == 2);
            scene.shapes.iter().filter(bars).count()
        };
        for view in [View::Solid, View::Net] {
            let scene = sheet_typed(&typed, "", &Style { view, ..Style::default() });
            assert_eq!((typed.wrong.len(), crossed(&scene)), (1, 1), "{view:?}");
        }
    }

    #[test]
    fn a_cube_for_each_move() {
        let (cube, solution) = scrambled(Size::FOUR);
        let scene = sheet(&cube.clone().into(), &solution, "", &Style::default());
        let texts: Vec<&str> = scene
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Label(label) => Some(label.text.as_str()),
                Shape::Area(_) => None,
            })
            .collect();
        assert_eq!(
            texts,
            [
                "Arrows show the move just made. On the right, the cube is turned over: D on top, L in front, B on the right.",
                "start",
                "L'",
                "1",
                "Fw2",
                "2",
                "Uw",
                "3",
                "R'",
                "4"
            ]
        );
        // The last cube is solved: equal numbers of stickers of each colour in a row, below the cube's plastic.
        let areas: Vec<usize> = scene
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Area(area) => Some(area.polygons.len()),
                Shape::Label(_) => None,
            })
            .collect();
        assert_eq!(areas[areas.len() - 9..], [6, 16, 16, 16, 16, 16, 16, 2, 2]);
        assert_eq!(areas.iter().filter(|&&polygons| polygons == 6).count(), 5);
        // Four moves of outer layers, each an arrow with its edge.
        assert_eq!(areas.iter().filter(|&&polygons| polygons == 2).count(), 8);
    }

    /// The tip of the arrow is clockwise of its shaft, as the face is seen, where the move is.
    #[test]
    fn arrows_turn_as_the_move_does() {
        for (view, face) in [View::Solid, View::Net].into_iter().flat_map(|view| (0..6).map(move |face| (view, face))) {
            let cube = Stickers::solved(Size::THREE);
            let tiles = view.tiles(Size::THREE, cube.colours(), [0.0; 2], 100.0);
            let centre = &tiles.stickers[face * 9 + 4].outline;
            let centre: Point = [0, 1].map(|axis| centre.iter().map(|point| point[axis]).sum::<f64>() / 4.0);
            let sense = |quarters| {
                let shapes = tiles.arrow(face, quarters);
                let Shape::Area(Area { polygons, .. }) = &shapes[1] else { panic!("an arrow is an area") };
                let (start, tip) = (polygons[0][0], polygons[1][1]);
                let [a, b] = [start, tip].map(|point| [0, 1].map(|axis| point[axis] - centre[axis]));
                a[0] * b[1] - a[1] * b[0]
            };
            assert!(sense(1) > 0.0 && sense(3) < 0.0, "{view:?} {face}");
        }
    }
}
