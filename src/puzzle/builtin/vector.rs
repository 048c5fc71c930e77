//! Vectors in space: x to the right, y up, z to the front.

/// A vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vector {
    /// The part to the right.
    pub x: f64,
    /// The part upwards.
    pub y: f64,
    /// The part to the front.
    pub z: f64,
}

impl Vector {
    /// Lengths below this one count as nothing.
    pub const TOLERANCE: f64 = 1e-6;
    /// The vector without length.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);

    /// The vector with these parts.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// The unit vector at a height, seen from above in the direction of an angle that goes from the front to the right.
    pub fn at(height: f64, degrees: f64) -> Self {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let radius = (1.0 - height * height).sqrt();
        Self::new(radius * sine, height, radius * cosine)
    }

    /// The sum of two vectors.
    pub fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// The vector with its length multiplied.
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }

    /// The difference of two vectors.
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.times(-1.0))
    }

    /// The scalar product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    pub fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    /// The length.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector of length 1 in the same direction.
    pub fn unit(self) -> Self {
        self.times(1.0 / self.length())
    }

    /// A unit vector at a right angle to this one.
    pub fn perpendicular(self) -> Self {
        let other = if self.x.abs() < 0.5 { Self::new(1.0, 0.0, 0.0) } else { Self::new(0.0, 1.0, 0.0) };
        self.cross(other).unit()
    }

    /// The vector turned clockwise around an axis of length 1, as seen by an observer at whom the axis points.
    pub fn turned(self, axis: Self, angle: f64) -> Self {
        let (sine, cosine) = (-angle).sin_cos();
        let along = axis.times(self.dot(axis) * (1.0 - cosine));
        self.times(cosine).plus(axis.cross(self).times(sine)).plus(along)
    }

    /// The clockwise angle from one vector to another around an axis, from 0 to a full turn.
    pub fn clockwise_angle(axis: Self, from: Self, to: Self) -> f64 {
        let angle = axis.dot(to.cross(from)).atan2(from.dot(to) - axis.dot(from) * axis.dot(to));
        if angle < -Self::TOLERANCE { angle + std::f64::consts::TAU } else { angle }
    }

    /// Returns whether two vectors are equal but for rounding.
    pub fn is_near(self, other: Self) -> bool {
        self.minus(other).length() < Self::TOLERANCE
    }
}
