//! Regular solids around a sphere of radius 1, and the polygons that planes cut out of their faces.

use super::vector::Vector;

/// A face of a solid that touches a sphere of radius 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// The name.
    pub name: &'static str,
    /// The direction that the face looks to, of length 1.
    pub normal: Vector,
}

/// The points at a distance from the origin along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// The direction, of length 1.
    pub axis: Vector,
    /// The distance.
    pub distance: f64,
}

impl Plane {
    /// The height of a point above the plane, negative below it.
    pub fn height(&self, point: Vector) -> f64 {
        self.axis.dot(point) - self.distance
    }

    /// Returns whether both are the same plane, perhaps seen from the other side.
    pub fn is_same(&self, other: &Self) -> bool {
        let side = self.axis.dot(other.axis).signum();
        self.axis.is_near(other.axis.times(side)) && (self.distance - side * other.distance).abs() < Vector::TOLERANCE
    }
}

/// The corners of a convex polygon.
pub(super) type Polygon = Vec<Vector>;

/// The part of a polygon on one side of a plane, `side` is 1 or -1; empty if it is only a line.
pub(super) fn part(polygon: &[Vector], plane: &Plane, side: f64) -> Polygon {
    let height = |point: Vector| side * plane.height(point);
    if polygon.iter().all(|&corner| height(corner) < Vector::TOLERANCE) {
        return Vec::new();
    }
    let mut part = Vec::new();
    for (place, &from) in polygon.iter().enumerate() {
        let to = polygon[(place + 1) % polygon.len()];
        let (low, high) = (height(from), height(to));
        if low > -Vector::TOLERANCE {
            part.push(from);
        }
        if low.abs() > Vector::TOLERANCE && high.abs() > Vector::TOLERANCE && (low < 0.0) != (high < 0.0) {
            part.push(from.plus(to.minus(from).times(low / (low - high))));
        }
    }
    part
}

/// The middle of the corners of a polygon.
pub(super) fn middle(points: &[Vector]) -> Vector {
    points.iter().fold(Vector::ZERO, |sum, &point| sum.plus(point)).times(1.0 / points.len() as f64)
}

/// The polygon of a face: a large square, cut by the planes of the other faces.
pub(super) fn polygon(faces: &[Face], face: usize) -> Polygon {
    const SIZE: f64 = 10.0;
    let normal = faces[face].normal;
    let right = normal.perpendicular().times(SIZE);
    let up = normal.cross(right);
    let square = [right, up, right.times(-1.0), up.times(-1.0)].map(|corner| normal.plus(corner)).to_vec();
    let others = faces.iter().enumerate().filter(|&(other, _)| other != face);
    others.fold(square, |left, (_, other)| part(&left, &Plane { axis: other.normal, distance: 1.0 }, -1.0))
}

/// The faces with these names and directions.
fn faces<const N: usize>(named: [(&'static str, Vector); N]) -> Vec<Face> {
    named.into_iter().map(|(name, normal)| Face { name, normal }).collect()
}

/// The cube: a reference sticker is on top or at the bottom if possible, then at the front or at the back.
pub(super) fn cube() -> Vec<Face> {
    faces([
        ("U", Vector::new(0.0, 1.0, 0.0)),
        ("D", Vector::new(0.0, -1.0, 0.0)),
        ("F", Vector::new(0.0, 0.0, 1.0)),
        ("B", Vector::new(0.0, 0.0, -1.0)),
        ("R", Vector::new(1.0, 0.0, 0.0)),
        ("L", Vector::new(-1.0, 0.0, 0.0)),
    ])
}

/// The tetrahedron that stands on its face D and shows its face F.
pub(super) fn tetrahedron() -> Vec<Face> {
    let upper = |degrees| Vector::at(1.0 / 3.0, degrees);
    faces([("D", Vector::new(0.0, -1.0, 0.0)), ("F", upper(0.0)), ("R", upper(120.0)), ("L", upper(240.0))])
}

/// The octahedron that lies on its face D, with a corner of the upper face U at the front.
pub(super) fn octahedron() -> Vec<Face> {
    let upper = |degrees| Vector::at(1.0 / 3.0, degrees);
    let lower = |degrees| Vector::at(-1.0 / 3.0, degrees);
    faces([
        ("U", Vector::new(0.0, 1.0, 0.0)),
        ("F", lower(0.0)),
        ("R", upper(60.0)),
        ("L", upper(300.0)),
        ("B", upper(180.0)),
        ("BR", lower(120.0)),
        ("BL", lower(240.0)),
        ("D", Vector::new(0.0, -1.0, 0.0)),
    ])
}

/// The dodecahedron that lies on its face D and shows its face F below the upper face U.
pub(super) fn dodecahedron() -> Vec<Face> {
    let upper = |degrees| Vector::at(0.2_f64.sqrt(), degrees);
    let lower = |degrees| Vector::at(-(0.2_f64.sqrt()), degrees);
    faces([
        ("U", Vector::new(0.0, 1.0, 0.0)),
        ("R", upper(72.0)),
        ("F", upper(0.0)),
        ("L", upper(288.0)),
        ("BL", upper(216.0)),
        ("BR", upper(144.0)),
        ("DR", lower(36.0)),
        ("DL", lower(324.0)),
        ("DBR", lower(108.0)),
        ("B", lower(180.0)),
        ("DBL", lower(252.0)),
        ("D", Vector::new(0.0, -1.0, 0.0)),
    ])
}
