//! Transformations as permutations of points: a point is a place and an orientation.

use super::super::{Shape, Transformation};

/// A permutation of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Permutation(Box<[u32]>);

impl Permutation {
    /// The permutation that changes nothing.
    pub fn identity(points: usize) -> Self {
        Self((0..points as u32).collect())
    }

    /// The image of a point.
    pub fn image(&self, point: u32) -> u32 {
        self.0[point as usize]
    }

    /// The first point that it moves.
    pub fn first_moved(&self) -> Option<u32> {
        self.0.iter().zip(0..).find(|&(&image, point)| image != point).map(|(_, point)| point)
    }

    /// This permutation, then another one.
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|&image| next.0[image as usize]).collect())
    }

    /// Replaces this permutation by itself, then another one.
    pub fn follow(&mut self, next: &Self) {
        self.0.iter_mut().for_each(|image| *image = next.0[*image as usize]);
    }

    /// The permutation that undoes this one.
    pub fn inverse(&self) -> Self {
        let mut inverse = vec![0; self.0.len()];
        self.0.iter().zip(0..).for_each(|(&image, point)| inverse[image as usize] = point);
        Self(inverse.into())
    }
}

/// The points of a shape, place by place.
#[derive(Clone, Debug)]
pub(super) struct Points {
    /// The first point of each place, and the number of all points.
    first: Vec<u32>,
}

impl Points {
    /// The points of a shape.
    pub fn new(shape: &Shape) -> Self {
        let mut first = vec![0];
        first.extend(shape.orientations().scan(0, |sum, orientations| {
            *sum += u32::from(orientations);
            Some(*sum)
        }));
        Self { first }
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// The point of a place and the orientation 0.
    pub fn first(&self, place: usize) -> u32 {
        self.first[place]
    }

    /// The place and the orientation of a point.
    pub fn place(&self, point: u32) -> (usize, u8) {
        let place = self.first.partition_point(|&first| first <= point) - 1;
        (place, (point - self.first[place]) as u8)
    }

    /// A transformation as a permutation: a piece at a place in some orientation goes to another point.
    pub fn permutation(&self, by: &Transformation) -> Permutation {
        let mut images = vec![0; self.count()];
        for place in 0..by.places() {
            let (from, to) = (self.first[by.source(place)], self.first[place]);
            let orientations = self.first[place + 1] - to;
            for orientation in 0..orientations {
                images[(from + orientation) as usize] = to + (orientation + u32::from(by.twist(place))) % orientations;
            }
        }
        Permutation(images.into())
    }
}
