//! The table of level 0: breadth-first search on sets of slices.
//!
//! Without flips, the cosets are those of a subgroup that has all flips in it, so that an entry is a distance in a
//! graph of their own: a move takes the slices of a coset to the same slices whatever its flips are. Then no lists and
//! no sequences of moves are needed. A set of 34,650 slices is 4 KB, and stays in the nearest cache while it is made.

use super::graph::Graph;
use super::layout::Layout;
use super::list::ones;
use super::marking::{Blocks, Scratch};
use crate::coord::H48;
use crate::cube::Cubies;
use crate::pdb::distribution::Distribution;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a set of slices, in whole machine words.
const BYTES: usize = H48::SLICES.div_ceil(64) * 8;

/// The slices at each depth and in each class. A class whose corners are symmetric to themselves holds all variants.
#[derive(Debug)]
pub(super) struct Quotient {
    layout: Layout,
    /// For each depth the sets of all classes.
    depths: Vec<Vec<u8>>,
}

impl Quotient {
    /// Bytes of all sets of a table.
    pub const fn bytes(layout: Layout) -> u64 {
        (layout.base() as u64 + 3) * (H48::CLASSES * BYTES) as u64
    }

    /// The solved coset alone, for a table of level 0.
    pub fn new(layout: Layout) -> Self {
        let solved = H48::get().index(&Cubies::SOLVED);
        let mut first = vec![0; H48::CLASSES * BYTES];
        first[usize::from(solved.class) * BYTES..][usize::from(solved.slices / 8)] = 1 << (solved.slices % 8);
        Self { layout, depths: vec![first] }
    }

    /// The last depth.
    pub fn depth(&self) -> u8 {
        self.depths.len() as u8 - 1
    }

    /// Number of cosets at the last depth.
    pub fn last_count(&self) -> u64 {
        self.depths.last().into_iter().flat_map(|sets| words(sets)).map(|word| u64::from(word.count_ones())).sum()
    }

    /// The slices of a class at a depth.
    fn set(&self, depth: u8, class: u16) -> &[u8] {
        &self.depths[usize::from(depth)][usize::from(class) * BYTES..][..BYTES]
    }

    /// Goes one move deeper, on all threads of the rayon pool. Returns false and changes nothing if `stop` is raised.
    pub fn deepen(&mut self, graph: &Graph, stop: &AtomicBool) -> bool {
        let depth = self.depth();
        let mut next = vec![0; H48::CLASSES * BYTES];
        next.par_chunks_exact_mut(BYTES).zip((0..H48::CLASSES as u16).into_par_iter()).for_each(|(found, class)| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            for &step in graph.steps_into(class) {
                graph.action(step).mark_slices(elements(self.set(depth, step.from)), found);
            }
            // All neighbours of a coset at a depth are at this depth, at that before or at that behind it.
            for known in depth.saturating_sub(1)..=depth {
                found.iter_mut().zip(self.set(known, class)).for_each(|(found, known)| *found &= !known);
            }
        });
        let finished = !stop.load(Ordering::Relaxed);
        if finished {
            self.depths.push(next);
        }
        finished
    }
}

impl Blocks for Quotient {
    fn layout(&self) -> Layout {
        self.layout
    }

    fn make(
        &self,
        class: u16,
        Scratch { block, .. }: &mut Scratch,
        lines: &mut [u8],
        counts: &mut Distribution,
        stop: &AtomicBool,
    ) -> Option<()> {
        let base = self.layout.base();
        block.clear();
        for depth in 0..=self.depth() {
            let set = self.set(depth, class);
            if depth < base {
                elements(set).for_each(|slices| block.mark(depth, slices as u32));
            } else {
                block.set(depth).insert_set(set);
            }
        }
        block.write(lines, counts);
        (!stop.load(Ordering::Relaxed)).then_some(())
    }

    /// The same for all classes.
    fn work(&self) -> Vec<f64> {
        vec![1.0; H48::CLASSES]
    }
}

/// The words of sets.
fn words(sets: &[u8]) -> impl Iterator<Item = u64> {
    sets.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes))
}

/// The elements of a set.
#[inline(always)]
fn elements(set: &[u8]) -> impl Iterator<Item = usize> {
    words(set).enumerate().flat_map(|(number, word)| ones(word).map(move |bit| number * 64 + bit))
}
