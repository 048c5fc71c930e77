//! Random elements of a group.

use super::element::Element;
use fastrand::Rng;

/// Makes elements of a group that are nearly random: "product replacement", with an accumulator.
///
/// F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer and E. A. O'Brien, "Generating random elements of a
/// finite group", Communications in Algebra 23, 1995; the accumulator is the "rattle" of Leedham-Green and Murray,
/// 2002.
pub(super) struct RandomElements {
    elements: Vec<Element>,
    sum: Element,
    random: Rng,
}

impl RandomElements {
    /// The least number of elements that replace each other.
    const FEWEST: usize = 11;
    /// Number of replacements before the first element is used.
    const WARM_UP: usize = 60;

    /// Random elements of the group that some elements generate; always the same ones.
    ///
    /// # Panics
    /// If there are no generators.
    pub fn new(generators: &[Element]) -> Self {
        let count = generators.len().max(Self::FEWEST);
        let elements: Vec<Element> = generators.iter().cycle().take(count).cloned().collect();
        let mut new = Self { sum: elements[0].clone(), elements, random: Rng::with_seed(0) };
        for _ in 0..Self::WARM_UP {
            new.step();
        }
        new
    }

    /// The next element.
    pub fn next(&mut self) -> Element {
        self.step();
        self.sum.clone()
    }

    fn step(&mut self) {
        let count = self.elements.len();
        let one = self.random.usize(..count);
        let other = (one + self.random.usize(1..count)) % count;
        let by = if self.random.bool() { self.elements[other].clone() } else { self.elements[other].inverse() };
        self.elements[one] =
            if self.random.bool() { self.elements[one].then(&by) } else { by.then(&self.elements[one]) };
        self.sum.follow(&self.elements[one]);
    }
}
