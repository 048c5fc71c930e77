//! The cube in space, twice, in parallel projection: as it is held, with U above F and R, and turned over, with D above
//! L and B. So each face is seen once. Seen from below instead of turned over, the other three would look like a corner
//! of a room.

use super::scene::Point;
use super::tiles::{Tile, Tiles};
use crate::cube::geometry::NORMALS;
use crate::nxn::{Size, reading};

/// The angles of the eye to the right of the front, and above it, in radians.
const AZIMUTH: f64 = 0.62;
const ELEVATION: f64 = 0.56;
/// The gap between the two views, as a part of the width of one.
const GAP: f64 = 0.1;
/// The plastic around a sticker and the rounding of its corners, as parts of a sticker.
const EDGE: f64 = 0.13;
const ROUNDING: f64 = 0.055;

/// A parallel projection of the cube with its corners at -1 and 1.
struct Eye {
    /// The direction to the eye.
    towards: [f64; 3],
    /// The directions to the right and upwards on the picture.
    right: [f64; 3],
    up: [f64; 3],
}

impl Eye {
    /// The view from the right above the front.
    fn front() -> Self {
        let ((sin_a, cos_a), (sin_e, cos_e)) = (AZIMUTH.sin_cos(), ELEVATION.sin_cos());
        Self {
            towards: [sin_a * cos_e, sin_e, cos_a * cos_e],
            right: [cos_a, 0.0, -sin_a],
            up: [-sin_a * sin_e, cos_e, -cos_a * sin_e],
        }
    }

    /// The view of the same eye after the cube is turned over: by half a turn about the axis from the edge FL to BR,
    /// which brings D up, L to the front and B to the right.
    fn of_turned_over(self) -> Self {
        let turned = |[x, y, z]: [f64; 3]| [-z, -y, -x];
        Self { towards: turned(self.towards), right: turned(self.right), up: turned(self.up) }
    }

    fn both() -> [Self; 2] {
        [Self::front(), Self::front().of_turned_over()]
    }

    fn sees(&self, face: usize) -> bool {
        dot(NORMALS[face].map(f64::from), self.towards) > 0.0
    }

    fn project(&self, point: [f64; 3]) -> Point {
        [dot(point, self.right), -dot(point, self.up)]
    }

    /// Half the width and half the height of the whole cube.
    fn reach(&self) -> [f64; 2] {
        [self.right, self.up].map(|direction| direction.iter().map(|part| part.abs()).sum())
    }
}

/// Height of a picture of this width.
pub(super) fn height(width: f64) -> f64 {
    let [across, upwards] = Eye::front().reach();
    view_width(width) * upwards / across
}

fn view_width(width: f64) -> f64 {
    width / (2.0 + GAP)
}

/// Both views of stickers of these colours side by side, with their upper left corner at `origin`.
pub(super) fn solid(size: Size, colours: &[u8], origin: Point, width: f64) -> Tiles {
    let n = usize::from(size.layers());
    let [across, upwards] = Eye::front().reach();
    let scale = view_width(width) / (2.0 * across);
    let cell = 2.0 * scale / n as f64;
    let (body_rounding, sticker_rounding) = (cell * 0.04, cell * ROUNDING);
    let mut tiles = Tiles { bodies: vec![], stickers: vec![], body_rounding, sticker_rounding, room: cell * 0.5 };
    for (i, eye) in Eye::both().iter().enumerate() {
        let middle_x = origin[0] + scale * across + i as f64 * (1.0 + GAP) * view_width(width);
        let middle = [middle_x, origin[1] + scale * upwards];
        let place = |point: [f64; 3]| {
            let projected = eye.project(point);
            [0, 1].map(|axis| middle[axis] + scale * projected[axis])
        };
        for face in (0..6).filter(|&face| eye.sees(face)) {
            tiles.bodies.push(square(face, [-1.0; 2], [1.0; 2]).map(place).to_vec());
            let of_face = colours[face * n * n..][..n * n].iter().enumerate();
            tiles.stickers.extend(of_face.map(|(within, &colour)| {
                let bounds =
                    |edge: f64| [within % n, within / n].map(|step| (step as f64 + edge) * 2.0 / n as f64 - 1.0);
                Tile { colour, outline: square(face, bounds(EDGE), bounds(1.0 - EDGE)).map(place) }
            }));
        }
    }
    tiles
}

/// A rectangle on a face, by the bounds of its columns and rows: -1 to 1, to the right and downwards as the face is
/// read.
fn square(face: usize, [left, top]: [f64; 2], [right, bottom]: [f64; 2]) -> [[f64; 3]; 4] {
    let [along, down] = reading(face).map(|direction| direction.map(f64::from));
    let normal = NORMALS[face].map(f64::from);
    [[left, top], [right, top], [right, bottom], [left, bottom]]
        .map(|[x, y]| std::array::from_fn(|axis| normal[axis] + x * along[axis] + y * down[axis]))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{Move, Stickers};

    #[test]
    fn each_face_is_seen_once_and_from_outside() {
        let [front, back] = Eye::both();
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|face| (front.sees(face), back.sees(face))),
            [(true, false), (true, false), (true, false), (false, true), (false, true), (false, true)]
        );
        // The corners of a sticker in reading order are clockwise on the picture; seen from inside they would not be.
        for tile in solid(Size::THREE, Stickers::solved(Size::THREE).colours(), [0.0; 2], 100.0).stickers {
            let [a, b, c, _] = tile.outline;
            assert!((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0.0);
        }
    }

    /// The stickers of a corner meet in one point, and those of an edge in two.
    #[test]
    fn neighbours_meet() {
        let size = Size::THREE;
        let cube = Stickers::after(size, &[Move::outer(1, 1)]);
        let tiles = solid(size, cube.colours(), [0.0; 2], 100.0);
        let near = |colour: u8, point: Point| {
            let close = |p: &Point| (p[0] - point[0]).hypot(p[1] - point[1]) < 4.0;
            tiles.stickers.iter().filter(|tile| tile.colour == colour && tile.outline.iter().any(close)).count()
        };
        // After R, the corner of U, R and F shows F, R and D.
        let [across, upwards] = Eye::front().reach();
        let scale = view_width(100.0) / (2.0 * across);
        let [x, y] = Eye::front().project([1.0; 3]);
        let corner = [scale * (across + x), scale * (upwards + y)];
        assert_eq!([0, 1, 2, 3, 4, 5].map(|colour| near(colour, corner)), [0, 1, 1, 1, 0, 0]);
    }
}
