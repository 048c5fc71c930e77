//! The cosets near the solved one, in lists without duplicates: breadth-first search on the level with all flips.

use crate::coord::H48;
use crate::cube::Cubies;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of flip patterns.
pub(super) const FLIPS: usize = 1 << H48::FLIPS;

/// The rank of an edge part among all: its slices, then its flips. Below 2^27.
pub(super) type Rank = u32;

/// The place of an edge part within its class at a level.
#[inline(always)]
pub(super) const fn local(level: u8, rank: Rank) -> u32 {
    rank >> H48::FLIPS << level | rank & ((1 << level) - 1)
}

/// A way of computing neighbours from class to class.
pub(super) trait Neighbours: Sync {
    /// Adds the images, under one move, of the edge parts of the last depth that lie in a class.
    fn add(&self, near: &Near, class: u16, found: &mut Vec<Rank>);
}

/// The edge parts at each depth and in each class, in ascending order. A class whose corners are symmetric to themselves holds
/// all variants of an edge part.
#[derive(Debug)]
pub(super) struct Near(Vec<Vec<Box<[Rank]>>>);

impl Near {
    /// The solved coset alone.
    pub fn new() -> Self {
        let solved = H48::get().index(&Cubies::SOLVED);
        let mut lists = vec![Box::default(); H48::CLASSES];
        lists[usize::from(solved.class)] =
            [Rank::from(solved.slices) * FLIPS as Rank + Rank::from(solved.flips)].into();
        Self(vec![lists])
    }

    /// The last depth.
    pub fn depth(&self) -> u8 {
        self.0.len() as u8 - 1
    }

    /// The edge parts of a class at the last depth.
    pub fn last(&self, class: u16) -> &[Rank] {
        self.list(self.depth(), class)
    }

    /// The edge parts of a class at a depth.
    pub fn list(&self, depth: u8, class: u16) -> &[Rank] {
        &self.0[usize::from(depth)][usize::from(class)]
    }

    /// Number of edge parts at the last depth, in all classes.
    pub fn last_count(&self) -> u64 {
        self.0.last().into_iter().flatten().map(|list| list.len() as u64).sum()
    }

    /// Continues to a depth, and reports each depth when it is reached. False if `stop` was raised before.
    ///
    /// # Errors
    /// The errors of `report`.
    pub fn deepen_to<E>(
        &mut self,
        depth: u8,
        neighbours: &impl Neighbours,
        stop: &AtomicBool,
        mut report: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<bool, E> {
        while self.depth() < depth {
            if !self.deepen(neighbours, stop) {
                return Ok(false);
            }
            report(self)?;
        }
        Ok(true)
    }

    /// Goes one move deeper, on all threads of the rayon pool. Returns false and changes nothing if `stop` is raised.
    fn deepen(&mut self, neighbours: &impl Neighbours, stop: &AtomicBool) -> bool {
        let next = (0..H48::CLASSES as u16).into_par_iter().map_init(Scratch::default, |scratch, class| {
            if stop.load(Ordering::Relaxed) { Box::default() } else { self.next(neighbours, class, scratch) }
        });
        let next = next.collect();
        let finished = !stop.load(Ordering::Relaxed);
        if finished {
            self.0.push(next);
        }
        finished
    }

    /// The edge parts of a class one move deeper: all neighbours of the last depth that are neither at it nor at the one before.
    fn next(&self, neighbours: &impl Neighbours, class: u16, Scratch { found, spare }: &mut Scratch) -> Box<[Rank]> {
        found.clear();
        neighbours.add(self, class, found);
        sort(found, spare);
        found.dedup();
        let mut known = [self.depth(), self.depth().saturating_sub(1)].map(|depth| Sorted(self.list(depth, class)));
        found.retain(|&rank| known.iter_mut().all(|list| !list.contains(rank)));
        found.as_slice().into()
    }
}

#[derive(Default)]
struct Scratch {
    found: Vec<Rank>,
    spare: Vec<Rank>,
}

/// An ascending list that answers queries for ascending numbers.
struct Sorted<'a>(&'a [Rank]);

impl Sorted<'_> {
    fn contains(&mut self, rank: Rank) -> bool {
        while let [first, rest @ ..] = self.0
            && *first < rank
        {
            self.0 = rest;
        }
        self.0.first() == Some(&rank)
    }
}

/// Sorts by three digits of nine bits.
fn sort(list: &mut Vec<Rank>, spare: &mut Vec<Rank>) {
    const DIGIT: usize = 9;
    const DIGITS: usize = 3;
    const { assert!(H48::SLICES * FLIPS <= 1 << (DIGIT * DIGITS)) };
    if list.len() < 256 {
        return list.sort_unstable();
    }
    let digit = |rank: Rank, i: usize| (rank >> (DIGIT * i)) as usize % (1 << DIGIT);
    let mut starts = [[0u32; 1 << DIGIT]; DIGITS];
    for &rank in list.iter() {
        (0..DIGITS).for_each(|i| starts[i][digit(rank, i)] += 1);
    }
    spare.resize(list.len(), 0);
    for (i, starts) in starts.iter_mut().enumerate() {
        let mut sum = 0;
        starts.iter_mut().for_each(|start| sum += std::mem::replace(start, sum));
        for &rank in list.iter() {
            let place = &mut starts[digit(rank, i)];
            spare[*place as usize] = rank;
            *place += 1;
        }
        std::mem::swap(list, spare);
    }
}
