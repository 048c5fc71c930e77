//! Chains of stabilisers: a group level by level, each level leaving one place more as it is, and then its orientation.
//!
//! C. C. Sims, "Computational methods in the study of permutation groups", 1970. As in D. E. Knuth, "Efficient
//! representation of perm groups", Combinatorica 11, 1991, each level keeps an element for every image of its base.

use super::element::Element;
use super::order::Order;

/// A level: what deeper levels leave as it is, and its images.
#[derive(Clone, Debug)]
struct Level {
    base: Base,
    /// The images, the base itself first.
    orbit: Vec<usize>,
    /// For each image, the inverse of an element that makes the image of the base.
    back: Vec<Element>,
    /// The number of each possible image among them.
    number: Vec<Option<u32>>,
    /// Generators that leave what the levels above leave, but not this one; with their inverses.
    generators: Vec<(Element, Element)>,
}

/// The place or the orientation that deeper levels leave as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// The place of a piece; its images are places.
    Place(usize),
    /// The orientation of a piece that stays at its place; its images are orientations, from 0. The level above is that
    /// of the place.
    Orientation(usize),
}

impl Base {
    /// The base as an image of itself.
    fn first(self) -> usize {
        match self {
            Self::Place(place) => place,
            Self::Orientation(_) => 0,
        }
    }

    /// The image to which an element takes another; it leaves what the levels above leave.
    fn image(self, image: usize, by: &Element) -> usize {
        match self {
            Self::Place(_) => by.place(image),
            Self::Orientation(place) => (image + usize::from(by.twist(place))) % usize::from(by.orientations(place)),
        }
    }
}

impl Level {
    fn new(base: Base, images: usize, identity: &Element) -> Self {
        let mut number = vec![None; images];
        number[base.first()] = Some(0);
        Self { base, orbit: vec![base.first()], back: vec![identity.clone()], number, generators: Vec::new() }
    }

    /// The inverse of the element that makes an image of the base, if it is one.
    fn back(&self, image: usize) -> Option<&Element> {
        self.number[image].map(|number| &self.back[number as usize])
    }
}

/// A chain of stabilisers. All its elements are in the group that was generated; the group may be larger until the
/// chain is proven to be complete.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    identity: Element,
    levels: Vec<Level>,
}

impl Chain {
    /// The most steps of a proof.
    const MOST_WORK: u64 = 1 << 29;

    /// The chain of the trivial group.
    pub fn new(identity: Element) -> Self {
        Self { identity, levels: Vec::new() }
    }

    /// Number of elements that the chain holds.
    pub fn order(&self) -> Order {
        self.levels.iter().map(|level| level.orbit.len() as u64).collect()
    }

    /// Number of levels.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The base of a level.
    pub fn base(&self, level: usize) -> Base {
        self.levels[level].base
    }

    /// The images of a level's base, with the inverse of an element that makes each of them.
    pub fn images(&self, level: usize) -> impl Iterator<Item = (usize, &Element)> {
        let level = &self.levels[level];
        level.orbit.iter().copied().zip(&level.back)
    }

    /// Returns whether the chain holds an element.
    pub fn contains(&self, by: Element) -> bool {
        self.sift(by, 0, &mut 0).is_none()
    }

    /// Divides an element by those of the levels from one on: the level where that fails, and what is left. `None` if
    /// nothing is left. Adds a step for each place and each division to `work`.
    fn sift(&self, mut by: Element, from: usize, work: &mut u64) -> Option<(usize, Element)> {
        for (number, level) in self.levels.iter().enumerate().skip(from) {
            let first = level.base.first();
            let image = level.base.image(first, &by);
            if image != first {
                match level.back(image) {
                    Some(back) => {
                        by.follow(back);
                        *work += by.places() as u64;
                    }
                    None => return Some((number, by)),
                }
            }
        }
        by.first_changed().map(|_| (self.levels.len(), by))
    }

    /// Adds an element of the group unless the chain holds it. Returns whether it was added.
    pub fn insert(&mut self, by: Element) -> bool {
        self.insert_below(by, 0).is_some()
    }

    /// Adds an element of the group that leaves what the levels before one leave; the level that has it.
    fn insert_below(&mut self, by: Element, from: usize) -> Option<usize> {
        let (mut number, left) = self.sift(by, from, &mut 0)?;
        if number == self.levels.len() {
            let place = left.first_changed().expect("something is left");
            let orientations = usize::from(left.orientations(place));
            self.levels.push(Level::new(Base::Place(place), self.identity.places(), &self.identity));
            if orientations > 1 {
                self.levels.push(Level::new(Base::Orientation(place), orientations, &self.identity));
            }
            // A piece that stays is turned.
            number += usize::from(left.place(place) == place);
        }
        let inverse = left.inverse();
        self.levels[number].generators.push((left, inverse));
        (0..=number).for_each(|level| self.extend(level, number));
        Some(number)
    }

    /// Finds the images of a level's base that the last generator of another level adds.
    fn extend(&mut self, at: usize, new: usize) {
        let (above, below) = self.levels.split_at_mut(at + 1);
        let level = &mut above[at];
        let mut generators = std::mem::take(&mut level.generators);
        let known = level.orbit.len();
        let deeper = || below.iter().flat_map(|level| &level.generators);
        let last = if new == at { generators.last() } else { below[new - at - 1].generators.last() };
        let last = last.expect("a generator was added");
        (0..known).for_each(|number| add_image(level, number, last));
        let mut number = known;
        while number < level.orbit.len() {
            generators.iter().chain(deeper()).for_each(|by| add_image(level, number, by));
            number += 1;
        }
        std::mem::swap(&mut level.generators, &mut generators);
    }

    /// Makes the chain complete and proves it, level by level from the deepest: by Schreier's lemma, the elements of a
    /// level that leave its base are generated by "make an image of the base, apply a generator, bring it back".
    /// Returns false, and leaves the chain without a proof, if that takes more than a second or two.
    pub fn complete(&mut self) -> bool {
        let (mut level, mut work) = (self.levels.len(), 0);
        while level > 0 && work < Self::MOST_WORK {
            level = match self.missing(level - 1, &mut work) {
                Some(left) => self.insert_below(left, level).expect("the chain does not hold it") + 1,
                None => level - 1,
            };
        }
        work < Self::MOST_WORK
    }

    /// An element that leaves the base of a level, but that deeper levels do not hold.
    fn missing(&self, at: usize, work: &mut u64) -> Option<Element> {
        let level = &self.levels[at];
        let generators = || self.levels[at..].iter().flat_map(|level| &level.generators);
        for (&image, back) in level.orbit.iter().zip(&level.back) {
            let there = back.inverse();
            for (by, _) in generators() {
                let back = level.back(level.base.image(image, by)).expect("images of images are known");
                let mut round = there.then(by);
                round.follow(back);
                *work += 2 * round.places() as u64;
                match self.sift(round, at + 1, work) {
                    Some((_, left)) => return Some(left),
                    None if *work >= Self::MOST_WORK => return None,
                    None => {}
                }
            }
        }
        None
    }
}

/// Adds the image of a level's image under a generator, unless it is known.
fn add_image(level: &mut Level, number: usize, (by, inverse): &(Element, Element)) {
    let image = level.base.image(level.orbit[number], by);
    if level.number[image].is_none() {
        level.number[image] = Some(level.orbit.len() as u32);
        level.orbit.push(image);
        level.back.push(inverse.then(&level.back[number]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::NamedMove;
    use super::super::super::testing::cube;
    use super::*;

    #[test]
    fn generators_alone_become_a_complete_chain() {
        for (faces, order) in [("", 1), ("U", 4), ("UR", 73_483_200), ("URFDLB", 43_252_003_274_489_856_000)] {
            let puzzle = cube(faces);
            let element = |by: &NamedMove| Element::of(&puzzle.shape, &by.transformation);
            let mut chain = Chain::new(Element::identity(&puzzle.shape));
            for by in &puzzle.moves {
                chain.insert(element(by));
            }
            chain.complete();
            assert_eq!(chain.order().to_u128(), Some(order), "{faces}");
            assert!(puzzle.moves.iter().all(|by| chain.contains(element(by).inverse())));
        }
    }
}
