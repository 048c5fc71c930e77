//! The last layer seen from above, as lists of algorithms show it.

use super::colour::Paint;
use super::{Area, Palette, Rgb, Scene};
use crate::notation::{Cube, UNKNOWN};

/// The width of the picture, and its height.
const WIDTH: f64 = 100.0;
/// The edge of a sticker of the top, with its border.
const STICKER: f64 = 25.0;
/// The width of the strip of a side.
const STRIP: f64 = 8.0;
/// Half the border between stickers.
const GAP: f64 = 1.0;

/// The usual colours of a cube that is held with yellow on top and green in front, as people do for its last layer.
const TURNED_OVER: Palette = Palette::of_letters(['D', 'L', 'F', 'U', 'R', 'B']);

/// Draws the top of a 3x3x3 with the row of each side beside it, 100 units wide, in the colours of a cube whose last
/// layer is yellow. With `only_top`, stickers of other colours than the top's are grey.
pub fn last_layer(cube: &Cube, only_top: bool) -> Scene {
    let (stickers, paints) = (cube.stickers(), TURNED_OVER.paints());
    let colour = |facelet: usize| match stickers.colours()[facelet] {
        0 => paints[0].colour,
        _ if only_top => Paint::of_letter(UNKNOWN).colour,
        face => paints[usize::from(face)].colour,
    };
    let first = (WIDTH - 3.0 * STICKER) / 2.0;
    let mut scene = Scene {
        width: WIDTH,
        height: WIDTH,
        title: "The last layer from above".to_owned(),
        ground: Rgb::WHITE,
        shapes: Vec::new(),
    };
    let mut tile = |left: f64, top: f64, width: f64, height: f64, facelet: usize| {
        let border = Area::rectangle([left, top], [left + width, top + height], Rgb(30, 30, 30));
        let inner = Area::rectangle([left + GAP, top + GAP], [left + width - GAP, top + height - GAP], colour(facelet));
        scene.shapes.extend([border.into(), inner.into()]);
    };
    for row in 0..3 {
        for column in 0..3 {
            let at = |index: usize| first + STICKER * index as f64;
            tile(at(column), at(row), STICKER, STICKER, 3 * row + column);
        }
    }
    for index in 0..3 {
        let at = first + STICKER * index as f64;
        let (before, behind) = (first - STRIP, first + 3.0 * STICKER);
        // The rows of B, L, R and F that touch the top.
        tile(at, before, STICKER, STRIP, 45 + 2 - index);
        tile(before, at, STRIP, STICKER, 36 + index);
        tile(behind, at, STRIP, STICKER, 9 + 2 - index);
        tile(at, behind, STICKER, STRIP, 18 + index);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colours of stickers by their places, without borders.
    fn colours(moves: &str, only_top: bool) -> Vec<Rgb> {
        let cube = Cube::SOLVED.apply(&moves.parse().unwrap()).unwrap();
        let areas = last_layer(&cube, only_top).shapes;
        let areas = areas.into_iter().skip(1).step_by(2);
        areas.map(|shape| if let super::super::Shape::Area(area) = shape { area.fill } else { panic!() }).collect()
    }

    #[test]
    fn rows_of_the_sides_are_beside_their_faces() {
        let [u, r, f, _, l, b] = TURNED_OVER.colours;
        assert_eq!([u, f], [Palette::USUAL.colours[3], Palette::USUAL.colours[2]]);
        let grey = Paint::of_letter(UNKNOWN).colour;
        // Of each place around the top: the sides B, L, R, F.
        let sides = |[at_b, at_l, at_r, at_f]: [Rgb; 4]| [[at_b, at_l, at_r, at_f]; 3].concat();
        assert_eq!(colours("", false), [vec![u; 9], sides([b, l, r, f])].concat());
        assert_eq!(colours("U", false), [vec![u; 9], sides([l, f, b, r])].concat());
        // R turns the column at the right, and brings U to B: the place of B that is first from the left of R.
        let turned = colours("R", true);
        assert_eq!(turned[..9], [u, u, grey, u, u, grey, u, u, grey]);
        assert_eq!((turned[9 + 8], turned[9]), (u, grey));
    }
}
