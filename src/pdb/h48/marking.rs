//! Marking of every coset within range of the lists, one block after the other.

use super::actions::LocalAction;
use super::block::{Block, Set};
use super::graph::Graph;
use super::layout::Layout;
use super::list::{List, Rank, local};
use super::near::Near;
use crate::coord::H48;
use crate::pdb::distribution::Distribution;
use std::sync::atomic::{AtomicBool, Ordering};

/// A way of making the blocks of a table, one after the other.
pub(super) trait Blocks: Sync {
    /// The layout of the table.
    fn layout(&self) -> Layout;

    /// Makes the block of a class and adds its entries to the counts. `None` if `stop` was raised; the block is not
    /// valid then.
    fn make(
        &self,
        class: u16,
        scratch: &mut Scratch,
        lines: &mut [u8],
        counts: &mut Distribution,
        stop: &AtomicBool,
    ) -> Option<()>;

    /// An estimate of the work on each class, in any unit.
    fn work(&self) -> Vec<f64>;
}

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
    pub block: Block,
    at_level: LocalAction,
}

impl Scratch {
    pub fn new(layout: Layout) -> Self {
        Self { block: Block::new(layout), at_level: LocalAction::new(layout.level().flips()) }
    }
}

impl Blocks for Marking<'_> {
    fn layout(&self) -> Layout {
        self.layout
    }

    fn make(
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
                let list = near.last(last.from);
                mark(list, &mut block.set(listed + 1), action.images(), at_level, |at_level| at_level.set(action));
            }
            if beyond >= 2 {
                let mut set = block.set(listed + 2);
                for first in graph.steps_before(last) {
                    if stopped() {
                        return None;
                    }
                    let (before, list) = (graph.action(first), near.last(first.from));
                    let one = before.images();
                    let image = |slices, flips| action.image(one(slices, flips));
                    mark(list, &mut set, image, at_level, |at_level| at_level.set_product(before, action));
                }
            }
        }
        block.write(lines, counts);
        (!stopped()).then_some(())
    }

    /// The number of marks at the largest depth, and of the entries that are written.
    fn work(&self) -> Vec<f64> {
        let Self { layout, graph, near } = *self;
        let classes = 0..H48::CLASSES as u16;
        let mut marks: Vec<f64> = classes.clone().map(|class| near.last(class).len() as f64).collect();
        for _ in near.depth()..layout.base() + 2 {
            let from = |class: u16| graph.steps_into(class).iter().map(|step| marks[usize::from(step.from)]).sum();
            marks = classes.clone().map(from).collect();
        }
        marks.iter().map(|marks| marks + f64::from(layout.class_entries())).collect()
    }
}

/// Marks the image of each edge part of a list: one by one if there are few, else by an action that is tabulated first.
fn mark(
    list: &List,
    set: &mut Set<'_>,
    image: impl Fn(usize, usize) -> Rank,
    at_level: &mut LocalAction,
    tabulate: impl FnOnce(&mut LocalAction),
) {
    if list.len() < H48::SLICES {
        list.for_each(|slices, flips| set.insert(local(at_level.level(), image(slices, flips))));
    } else {
        tabulate(at_level);
        at_level.mark_images(list, set);
    }
}
