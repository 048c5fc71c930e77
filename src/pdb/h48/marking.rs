//! Marking of every coset within range of the lists, one block after the other.

use super::actions::LocalAction;
use super::block::Block;
use super::graph::{Graph, Step};
use super::layout::Layout;
use super::near::{Near, local};
use crate::pdb::distribution::Distribution;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes blocks from complete lists of the near cosets.
///
/// An entry is the least distance of the cosets that differ from it only in flips that the level drops. Those up to the last
/// listed depth are in the lists, those beyond are ends of move sequences that begin at the last listed depth; duplicates,
/// sequences that end in the same coset, are not removed. A block belongs to one worker, its marks to a near cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marking<'a> {
    pub layout: Layout,
    pub graph: &'a Graph,
    pub near: &'a Near,
}

/// The private buffers of a worker.
#[derive(Debug)]
pub(super) struct Scratch {
    block: Block,
    last: LocalAction,
}

impl Scratch {
    pub fn new(layout: Layout) -> Self {
        Self { block: Block::new(layout), last: LocalAction::new() }
    }
}

impl Marking<'_> {
    /// Makes the block of a class and adds its entries to the counts. `None` if `stop` was raised; the block is not valid then.
    pub fn make(
        &self,
        class: u16,
        scratch: &mut Scratch,
        lines: &mut [u8],
        counts: &mut Distribution,
        stop: &AtomicBool,
    ) -> Option<()> {
        let Scratch { block, last } = scratch;
        let (level, deepest) = (self.layout.level().flips(), self.layout.base() + 2);
        block.clear();
        for depth in 0..=self.near.depth().min(deepest) {
            block.mark(depth, self.near.list(depth, class).iter().map(|&rank| local(level, rank)));
        }
        for length in 1..=usize::from(deepest.saturating_sub(self.near.depth())) {
            self.mark_words(class, length, block, last, stop);
        }
        block.write(lines, counts);
        (!stop.load(Ordering::Relaxed)).then_some(())
    }

    /// Marks the ends of all move sequences of a length that begin at the last listed depth.
    fn mark_words(&self, class: u16, length: usize, block: &mut Block, last: &mut LocalAction, stop: &AtomicBool) {
        let level = self.layout.level().flips();
        let depth = self.near.depth() + length as u8;
        self.graph.ways(class, length, &mut |firsts: &[Step], then: &[Step]| {
            let (at_once, later) = then.split_first().map_or((None, then), |(step, later)| (Some(*step), later));
            if let Some(step) = at_once {
                // Steps shared by many paths are combined into one.
                last.set(level, self.graph.action(step), later.iter().map(|&step| self.graph.action(step)));
            }
            for &step in firsts {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let (list, first) = (self.near.last(step.from), self.graph.action(step));
                match at_once {
                    Some(_) => block.mark(depth, list.iter().map(|&rank| last.image(first.image(rank)))),
                    None => block.mark(depth, list.iter().map(|&rank| local(level, first.image(rank)))),
                }
            }
        });
    }
}
