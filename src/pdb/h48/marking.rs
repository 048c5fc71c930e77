//! Marking of every coset within range of the lists, one block after the other.

use super::actions::LocalAction;
use super::block::Block;
use super::graph::Graph;
use super::layout::Layout;
use super::list::local;
use super::near::Near;
use crate::coord::H48;
use crate::pdb::distribution::Distribution;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes blocks from complete lists of the near cosets.
///
/// An entry is the least distance of the cosets that differ from it only in flips that the level drops. Those up to the
/// last listed depth are in the lists. Those of the one or two depths beyond are ends of one or two moves that begin at
/// the last listed depth; duplicates, sequences that end in the same coset, are not removed. A block belongs to one
/// worker, its marks to a near cache.
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
    at_level: LocalAction,
}

impl Scratch {
    pub fn new(layout: Layout) -> Self {
        Self { block: Block::new(layout), at_level: LocalAction::new(layout.level().flips()) }
    }
}

impl Marking<'_> {
    /// Makes the block of a class and adds its entries to the counts. `None` if `stop` was raised; the block is not
    /// valid then.
    pub fn make(
        &self,
        class: u16,
        scratch: &mut Scratch,
        lines: &mut [u8],
        counts: &mut Distribution,
        stop: &AtomicBool,
    ) -> Option<()> {
        let Scratch { block, at_level } = scratch;
        let Self { layout, graph, near } = *self;
        let (level, listed) = (layout.level().flips(), near.depth());
        let stopped = || stop.load(Ordering::Relaxed);
        block.clear();
        for depth in 0..=listed.min(layout.base() + 2) {
            near.list(depth, class).for_each_rank(|rank| block.mark(depth, local(level, rank)));
        }
        let beyond = (layout.base() + 2).saturating_sub(listed);
        for &last in graph.steps_into(class) {
            let action = graph.action(last);
            if beyond >= 1 {
                let mut set = block.set(listed + 1);
                let list = near.last(last.from);
                if list.len() < H48::SLICES {
                    let image = action.images();
                    list.for_each(|slices, flips| set.insert(local(level, image(slices, flips))));
                } else {
                    at_level.set(action);
                    at_level.mark_images(list, &mut set);
                }
            }
            if beyond >= 2 {
                let mut set = block.set(listed + 2);
                for first in graph.steps_before(last) {
                    if stopped() {
                        return None;
                    }
                    let (before, list) = (graph.action(first), near.last(first.from));
                    if list.len() < H48::SLICES {
                        let image = before.images();
                        list.for_each(|slices, flips| set.insert(local(level, action.image(image(slices, flips)))));
                    } else {
                        at_level.set_product(before, action);
                        at_level.mark_images(list, &mut set);
                    }
                }
            }
        }
        block.write(lines, counts);
        (!stopped()).then_some(())
    }
}
