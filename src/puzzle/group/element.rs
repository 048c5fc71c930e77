//! Elements of groups of transformations: where each place goes, and by how much it is turned.

use super::super::{Shape, Transformation};

/// The effect of an element of a group on the piece at each place.
///
/// Products are written from left to right, and an element is as small as a transformation: a permutation of all places
/// in all orientations would have as many numbers as the places have orientations together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element(Box<[Step]>);

/// The effect on the piece at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// The place that it goes to.
    to: u16,
    /// The orientations that it gains, below their number.
    twist: u8,
    /// The number of orientations at the place.
    orientations: u8,
}

impl Step {
    fn then(self, next: Self) -> Self {
        let sum = u16::from(self.twist) + u16::from(next.twist);
        Self { to: next.to, twist: (sum % u16::from(self.orientations)) as u8, ..self }
    }
}

impl Element {
    /// The element that changes nothing.
    pub fn identity(shape: &Shape) -> Self {
        let step = |(place, orientations): (usize, u8)| Step { to: place as u16, twist: 0, orientations };
        Self(shape.orientations().enumerate().map(step).collect())
    }

    /// A transformation of a shape.
    pub fn of(shape: &Shape, by: &Transformation) -> Self {
        let mut element = Self::identity(shape);
        for place in 0..by.places() {
            let step = &mut element.0[by.source(place)];
            (step.to, step.twist) = (place as u16, by.twist(place));
        }
        element
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.0.len()
    }

    /// The place that the piece at a place goes to.
    pub fn place(&self, place: usize) -> usize {
        usize::from(self.0[place].to)
    }

    /// The orientations that the piece at a place gains.
    pub fn twist(&self, place: usize) -> u8 {
        self.0[place].twist
    }

    /// The number of orientations at a place.
    pub fn orientations(&self, place: usize) -> u8 {
        self.0[place].orientations
    }

    /// The first place that it does not leave as it is.
    pub fn first_changed(&self) -> Option<usize> {
        self.0.iter().enumerate().position(|(place, step)| usize::from(step.to) != place || step.twist != 0)
    }

    /// This element, then another one.
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|step| step.then(next.0[usize::from(step.to)])).collect())
    }

    /// Replaces this element by itself, then another one.
    pub fn follow(&mut self, next: &Self) {
        self.0.iter_mut().for_each(|step| *step = step.then(next.0[usize::from(step.to)]));
    }

    /// The element that undoes this one.
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        for (place, step) in self.0.iter().enumerate() {
            let back = &mut inverse.0[usize::from(step.to)];
            (back.to, back.twist) = (place as u16, (step.orientations - step.twist) % step.orientations);
        }
        inverse
    }
}
