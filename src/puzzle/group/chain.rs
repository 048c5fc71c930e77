//! Chains of stabilisers: a group level by level, each level fixing one more point.
//!
//! C. C. Sims, "Computational methods in the study of permutation groups", 1970. As in D. E. Knuth, "Efficient
//! representation of perm groups", Combinatorica 11, 1991, each level keeps an element for every image of its point.

use super::order::Order;
use super::permutation::Permutation;

/// A level: the point that deeper levels fix, and the images of it.
#[derive(Clone, Debug)]
struct Level {
    base: u32,
    /// The images of the point, itself first.
    orbit: Vec<u32>,
    /// For each image, the inverse of an element that brings the point there.
    back: Vec<Permutation>,
    /// The number of each point among the images.
    number: Vec<Option<u32>>,
    /// Generators that fix the points of the levels above, but not this one; with their inverses.
    generators: Vec<(Permutation, Permutation)>,
}

impl Level {
    fn new(base: u32, points: usize) -> Self {
        let mut number = vec![None; points];
        number[base as usize] = Some(0);
        Self { base, orbit: vec![base], back: vec![Permutation::identity(points)], number, generators: Vec::new() }
    }

    /// The inverse of the element that brings the point to an image, if it is one.
    fn back(&self, image: u32) -> Option<&Permutation> {
        self.number[image as usize].map(|number| &self.back[number as usize])
    }
}

/// A chain of stabilisers. All its elements are in the group that was generated; the group may be larger until the
/// chain is proven to be complete.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    points: usize,
    levels: Vec<Level>,
}

impl Chain {
    /// The chain of the trivial group.
    pub fn new(points: usize) -> Self {
        Self { points, levels: Vec::new() }
    }

    /// Number of permutations that the chain holds.
    pub fn order(&self) -> Order {
        self.levels.iter().map(|level| level.orbit.len() as u64).collect()
    }

    /// Number of levels.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The point of a level.
    pub fn base(&self, level: usize) -> u32 {
        self.levels[level].base
    }

    /// The images of a level's point, with the inverse of an element that brings the point there.
    pub fn images(&self, level: usize) -> impl Iterator<Item = (u32, &Permutation)> {
        let level = &self.levels[level];
        level.orbit.iter().copied().zip(&level.back)
    }

    /// Returns whether the chain holds a permutation.
    pub fn contains(&self, by: Permutation) -> bool {
        self.sift(by, 0).is_none()
    }

    /// Divides a permutation by elements of the levels from one on: the level where that fails, and what is left.
    /// `None` if nothing is left.
    fn sift(&self, mut by: Permutation, from: usize) -> Option<(usize, Permutation)> {
        for (number, level) in self.levels.iter().enumerate().skip(from) {
            let image = by.image(level.base);
            if image != level.base {
                match level.back(image) {
                    Some(back) => by.follow(back),
                    None => return Some((number, by)),
                }
            }
        }
        by.first_moved().map(|_| (self.levels.len(), by))
    }

    /// Adds an element of the group unless the chain holds it. Returns whether it was added.
    pub fn insert(&mut self, by: Permutation) -> bool {
        self.insert_below(by, 0).is_some()
    }

    /// Adds an element of the group that fixes the points of the levels before one; the level that has it.
    fn insert_below(&mut self, by: Permutation, from: usize) -> Option<usize> {
        let (number, left) = self.sift(by, from)?;
        if number == self.levels.len() {
            let base = left.first_moved().expect("something is left");
            self.levels.push(Level::new(base, self.points));
        }
        let inverse = left.inverse();
        self.levels[number].generators.push((left, inverse));
        (0..=number).for_each(|level| self.extend(level, number));
        Some(number)
    }

    /// Finds the images of a level's point that the last generator of another level adds.
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
    /// level that fix its point are generated by "bring the point to an image, apply a generator, bring it back".
    pub fn complete(&mut self) {
        let mut level = self.levels.len();
        while level > 0 {
            level = match self.missing(level - 1) {
                Some(left) => self.insert_below(left, level).expect("the chain does not hold it") + 1,
                None => level - 1,
            };
        }
    }

    /// An element that fixes the point of a level, but that deeper levels do not hold.
    fn missing(&self, at: usize) -> Option<Permutation> {
        let level = &self.levels[at];
        let generators = || self.levels[at..].iter().flat_map(|level| &level.generators);
        level.orbit.iter().zip(&level.back).find_map(|(&image, back)| {
            let there = back.inverse();
            generators().find_map(|(by, _)| {
                let back = level.back(by.image(image)).expect("images of images are known");
                let mut round = there.then(by);
                round.follow(back);
                self.sift(round, at + 1).map(|(_, left)| left)
            })
        })
    }
}

/// Adds the image of a level's image under a generator, unless it is known.
fn add_image(level: &mut Level, number: usize, (by, inverse): &(Permutation, Permutation)) {
    let image = by.image(level.orbit[number]);
    if level.number[image as usize].is_none() {
        level.number[image as usize] = Some(level.orbit.len() as u32);
        level.orbit.push(image);
        level.back.push(inverse.then(&level.back[number]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::cube;
    use super::super::permutation::Points;
    use super::*;

    #[test]
    fn generators_alone_become_a_complete_chain() {
        for (faces, order) in [("", 1), ("U", 4), ("UR", 73_483_200), ("URFDLB", 43_252_003_274_489_856_000)] {
            let puzzle = cube(faces);
            let points = Points::new(&puzzle.shape);
            let mut chain = Chain::new(points.count());
            for by in &puzzle.moves {
                chain.insert(points.permutation(&by.transformation));
            }
            chain.complete();
            assert_eq!(chain.order().to_u128(), Some(order), "{faces}");
            let held = puzzle.moves.iter().map(|by| points.permutation(&by.transformation));
            assert!(held.into_iter().all(|by| chain.contains(by.inverse())));
        }
    }
}
