//! Building an H48 table.
//!
//! Levels between the first and the last are not graphs: an entry is the least distance of many cosets, and its
//! neighbours imply nothing about it. So the search is done on cosets with all flips: in lists as long as they are
//! short, and from there on by marking the ends of move sequences, block by block. The first level is a graph
//! ([`quotient`](super::quotient)).

use super::actions::Actions;
use super::block::Block;
use super::graph::Graph;
use super::layout::{H48Level, Layout};
use super::list::Found;
use super::marking::{Blocks, Marking, Scratch};
use super::near::Near;
use super::quotient::Quotient;
use super::turns::TurnSet;
use crate::clock::Instant;
use crate::coord::H48;
use crate::cube::Metric;
use crate::locks::Mutex;

use crate::pdb::distribution::Distribution;
use crate::pdb::done::{Done, blocks};
use crate::pdb::file::Checkpoint;
use crate::pdb::snapshot::{Snapshot, Unfinished};
use crate::pdb::spec::UNSEEN;
use crate::storage::{OutOfMemory, TableBuffer};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The approximate time of a batch of blocks. Between batches the caller is notified; an interrupted build loses one
/// batch.
const BATCH: Duration = Duration::from_millis(200);

/// The depth up to which cosets are listed, at most two below the depths that a table tells apart.
fn listed(layout: Layout, metric: Metric) -> u8 {
    match metric {
        Metric::HalfTurn => layout.base().max(9),
        Metric::QuarterTurn => layout.base().max(10),
    }
}

/// About how many bytes the lists up to a depth take that is the base of a table, or one more.
pub(super) fn list_bytes(metric: Metric, depth: u8) -> u64 {
    match (metric, depth) {
        (Metric::HalfTurn, ..=8) => 30 << 20,
        (Metric::HalfTurn, 9) => 340 << 20,
        (Metric::HalfTurn, _) => 2_600 << 20,
        (Metric::QuarterTurn, ..=10) => 260 << 20,
        (Metric::QuarterTurn, _) => 2_000 << 20,
    }
}

/// Peak memory in bytes for building a table.
pub(in crate::pdb) fn memory_needed(layout: Layout, metric: Metric) -> u64 {
    let near = match layout.level().flips() {
        0 => Quotient::bytes(layout),
        _ => with_sets(list_bytes(metric, listed(layout, metric))),
    };
    memory_with(layout, metric.moves().len(), near)
}

/// Lists of so many bytes, and the sets of the workers that make them.
fn with_sets(lists: u64) -> u64 {
    lists + rayon::current_num_threads() as u64 * Found::BYTES
}

/// Peak memory in bytes for a table of so many moves, with so many bytes of near cosets.
fn memory_with(layout: Layout, moves: usize, near: u64) -> u64 {
    let workers = rayon::current_num_threads() as u64;
    layout.bytes() + Actions::bytes(moves) + near + workers * (Block::bytes(layout) + (3 << 20))
}

/// Builds a table; see [`build`](crate::pdb::build::build).
pub(in crate::pdb) fn build(
    layout: Layout,
    metric: Metric,
    resume: Option<Checkpoint>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Snapshot<'_>),
) -> Result<(TableBuffer, Distribution), Unfinished> {
    let mut state = State::new(layout, resume)?;
    let graph = Graph::new(&TurnSet::of(metric));
    if layout.level().flips() == 0 {
        let mut quotient = Quotient::new(layout);
        while quotient.depth() < layout.base() + 2 {
            let finished = quotient.deepen(&graph, stop);
            let done = Done::Listed { depth: quotient.depth(), cosets: quotient.last_count() };
            if !finished {
                return Err(Unfinished::Interrupted { done });
            }
            report(state.snapshot(done, 0.0));
        }
        return make_blocks(state, &quotient, stop, report);
    }
    let mut near = Near::new();
    let listed_so_far = |near: &Near| Done::Listed { depth: near.depth(), cosets: near.last_count() };
    let finished = near.deepen_to(listed(layout, metric), &graph, stop, |near| {
        report(state.snapshot(listed_so_far(near), 0.0));
    });
    if !finished {
        return Err(Unfinished::Interrupted { done: listed_so_far(&near) });
    }
    make_blocks(state, &Marking { layout, graph: &graph, near: &near }, stop, report)
}

/// The largest number of cosets in the last list of a table of any moves, about: two bytes each.
const MOST_LISTED: u64 = 1 << 26;

/// Builds the table of any symmetric set of moves at a level. Its base follows from the numbers of cosets that are
/// near. Cost: for the 27 moves of faces and slices, at level 3, some three seconds on two cores and 600 MB.
///
/// # Errors
/// If the table does not fit into memory, or `stop` is raised; `progress` is called several times a second.
pub fn table_of_turns(
    turns: &TurnSet,
    level: H48Level,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(),
) -> Result<(Layout, TableBuffer, Distribution), Unfinished> {
    let graph = Graph::new(turns);
    let mut near = Near::new();
    let mut before = 1;
    loop {
        let last = near.last_count();
        // The next list is as much longer than this one as this one than that before, about.
        let next = if last < before { last } else { last.saturating_mul(last) / before };
        if last == 0 || next > MOST_LISTED {
            break;
        }
        let finished = near.deepen_to(near.depth() + 1, &graph, stop, |_| ());
        if !finished {
            return Err(Unfinished::Interrupted { done: Done::Listed { depth: near.depth(), cosets: last } });
        }
        progress();
        before = last;
    }
    let layout = Layout::with_base(level, near.depth().saturating_sub(1));
    let marking = Marking { layout, graph: &graph, near: &near };
    let mut report = |_: Snapshot<'_>| progress();
    let (table, distribution) = make_blocks(State::new(layout, None)?, &marking, stop, &mut report)?;
    Ok((layout, table, distribution))
}

/// Memory in bytes for [`table_of_turns`].
pub fn memory_of_turns(turns: &TurnSet, level: H48Level) -> u64 {
    memory_with(Layout::with_base(level, 0), turns.turns().len(), with_sets(3 * MOST_LISTED))
}

/// Makes the blocks of a table that are not made yet.
fn make_blocks(
    mut state: State,
    source: &dyn Blocks,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Snapshot<'_>),
) -> Result<(TableBuffer, Distribution), Unfinished> {
    let work = source.work();
    let all: f64 = work.iter().sum();
    let mut scratches: Vec<Scratch> =
        (0..rayon::current_num_threads()).map(|_| Scratch::new(source.layout())).collect();
    let mut batch = scratches.len();
    while usize::from(state.blocks) < H48::CLASSES {
        let start = Instant::now();
        let finished = state.make(source, &mut scratches, batch, stop);
        let fraction = work[..usize::from(state.blocks)].iter().fold(0.0, |sum, work| sum + work) / all;
        report(state.snapshot(Done::Blocks(state.blocks), fraction));
        if !finished {
            return Err(Unfinished::Interrupted { done: Done::Blocks(state.blocks) });
        }
        if start.elapsed() < BATCH {
            batch = (2 * batch).min(H48::CLASSES);
        }
    }
    Ok((state.table, state.distribution))
}

/// A table whose first blocks are finished.
struct State {
    layout: Layout,
    table: TableBuffer,
    distribution: Distribution,
    blocks: u16,
}

impl State {
    fn new(layout: Layout, resume: Option<Checkpoint>) -> Result<Self, OutOfMemory> {
        let (table, distribution) = match resume {
            Some(Checkpoint { table, distribution, .. }) => (table, distribution),
            None => {
                let mut distribution = [0; 16];
                distribution[usize::from(UNSEEN)] = layout.entries();
                (TableBuffer::zeroed(layout.bytes())?, distribution)
            }
        };
        Ok(Self { layout, table, distribution, blocks: blocks(layout, &distribution) })
    }

    fn snapshot(&mut self, done: Done, fraction: f64) -> Snapshot<'_> {
        Snapshot::of_table(done, fraction, &self.distribution, &self.table)
    }

    /// Makes some more blocks; returns false and changes nothing if `stop` was raised.
    fn make(&mut self, source: &dyn Blocks, scratches: &mut [Scratch], batch: usize, stop: &AtomicBool) -> bool {
        let first = usize::from(self.blocks);
        let batch = batch.min(H48::CLASSES - first);
        let block_bytes = self.layout.class_bytes();
        let unmade = &mut self.table[first * block_bytes..][..batch * block_bytes];
        let unmade = Mutex::new(unmade.chunks_exact_mut(block_bytes).zip(self.blocks..));
        let next = || unmade.lock().expect("nobody panics between two blocks").next();
        let worker = |scratch: &mut Scratch| {
            let mut counts = [0; 16];
            while let Some((lines, class)) = next() {
                source.make(class, scratch, lines, &mut counts, stop);
            }
            counts
        };
        let sum = |a: Distribution, b: Distribution| std::array::from_fn(|depth| a[depth] + b[depth]);
        let counts = scratches.par_iter_mut().map(worker).reduce(|| [0; 16], sum);
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        self.distribution = sum(self.distribution, counts);
        self.distribution[usize::from(UNSEEN)] -= batch as u64 * u64::from(self.layout.class_entries());
        self.blocks += batch as u16;
        true
    }
}
