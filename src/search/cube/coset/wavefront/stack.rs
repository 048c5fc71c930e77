//! The stack of nodes on a device, and what the host knows of it.

use super::super::solution_of;
use super::super::windows::ClassOrder;
use super::size::{CHILD, CHILDREN, NODE, SLOTS, WaveSize, tallies};
use super::tables::{SPREAD, TableBuffers};
use crate::clock::Instant;
use crate::cube::{FaceTurn, Metric};
use crate::device::{Argument, Buffer, Device, DeviceError, next_size};
use crate::search::engine::two_sided::{Advance, RootTask};
use crate::search::report::Counters;
use std::ops::Range;
use std::sync::Arc;

/// Counters of a slot, in the order of the kernels.
const ROW: usize = 8;
/// Counters before the first row.
const FIRST_ROW: usize = 8;
/// Room that batches leave, so that the children of one node after the other always fit: 21 levels of them.
const RESERVE: u32 = 32 * CHILDREN;
/// Most work groups of a launch.
const GROUPS: u32 = 4096;
/// Work items in a group, about: how many there are decides nothing.
const GROUP: u32 = 64;
/// Bytes of a solution.
const FOUND: usize = 32;

/// The host's view of the stack.
#[derive(Default)]
pub struct State {
    /// Nodes on the stack.
    top: u32,
    /// Most nodes in the next batch, 0 at the beginning.
    pace: u32,
    /// The counters of the slots after the last launch.
    counters: Vec<u32>,
    /// Bit `i` is set if the ranks of windows of length `i` have been written.
    lengths: u32,
    pub slots: [Slot; SLOTS],
    /// The error after which nothing more comes from the device.
    failed: Option<DeviceError>,
}

/// The host's view of one search.
#[derive(Default)]
pub struct Slot {
    /// Nodes in subtrees from this position on are not wanted.
    pub limit: u32,
    /// The length of windows, 0 without them.
    pub windows: u8,
    waiting: u64,
    since: Advance,
}

impl Slot {
    /// Nodes on the stack.
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Returns the progress since the last call.
    pub fn report(&mut self) -> Advance {
        Advance { waiting: self.waiting, ..std::mem::take(&mut self.since) }
    }

    /// Adds what the counters of a launch say.
    fn add(&mut self, [nodes, expanded, lookups, cut, left_out, taken, made, _]: [u32; ROW]) -> Option<()> {
        let [nodes, expanded, lookups] = [nodes, expanded, lookups].map(u64::from);
        self.since.counters += Counters { nodes, expanded, lookups, duplicates: 0 };
        self.since.cut |= cut > 0;
        self.since.left_out |= left_out > 0;
        self.waiting = (self.waiting + u64::from(made)).checked_sub(taken.into())?;
        Some(())
    }
}

impl State {
    /// Notes that the ranks of windows of this length are written; returns whether they were not before.
    pub fn is_new_length(&mut self, length: u8) -> bool {
        let is_new = self.lengths >> length & 1 == 0;
        self.lengths |= 1 << length;
        is_new
    }
}

/// The buffers of the stack.
pub struct Stack {
    pub device: Arc<dyn Device>,
    table: TableBuffers,
    size: WaveSize,
    tallies_of_slot: usize,
    nodes: Buffer,
    children: Buffer,
    counters: Buffer,
    searches: Buffer,
    pub tallies: Buffer,
    ranks: Buffer,
    roots: Buffer,
    /// The cube and its inverse, by slot.
    pub starts: Buffer,
    found: Buffer,
}

impl Stack {
    pub fn new(
        device: Arc<dyn Device>,
        table: TableBuffers,
        metric: Metric,
        size: WaveSize,
    ) -> Result<Self, DeviceError> {
        assert!(
            size.nodes >= 3 * RESERVE && size.roots <= size.nodes / 4 && size.found >= 2,
            "a stack that cannot overflow"
        );
        let buffer = |bytes: u64| Buffer::new(&device, bytes);
        let tallies_of_slot = tallies(metric);
        // A root is its own child; the children of a batch are at most so many.
        let children = u64::from(CHILDREN * size.batch).max(size.roots.into());
        let counters = Buffer::holding(&device, &[0u32; FIRST_ROW + SLOTS * SPREAD * ROW])?;
        Ok(Self {
            nodes: buffer(NODE * u64::from(size.nodes))?,
            children: buffer(CHILD * children)?,
            counters,
            searches: buffer(16 * SLOTS as u64)?,
            tallies: buffer((4 * SLOTS * tallies_of_slot) as u64)?,
            ranks: buffer(2 * ClassOrder::place_of_length(RootTask::LONGEST + 1) as u64)?,
            roots: buffer(16 * u64::from(size.roots))?,
            starts: buffer(64 * SLOTS as u64)?,
            found: buffer(FOUND as u64 * u64::from(size.found))?,
            tallies_of_slot,
            table,
            size,
            device,
        })
    }

    /// Where the tallies of a slot begin, in bytes.
    pub fn place_of_tallies(&self, slot: usize) -> u64 {
        (4 * slot * self.tallies_of_slot) as u64
    }

    /// Writes the ranks of the windows of one length.
    pub fn write_ranks(&self, windows: &ClassOrder) -> Result<(), DeviceError> {
        let bytes: Vec<u8> = windows.ranks().iter().flat_map(|rank| rank.to_le_bytes()).collect();
        self.ranks.write(2 * ClassOrder::place_of_length(windows.length()) as u64, &bytes)
    }

    /// Enters roots: four numbers each, as the kernels read them. Searches batches until there is room.
    pub fn enter(&self, state: &mut State, roots: &[u32]) -> Result<(), DeviceError> {
        for roots in roots.chunks(4 * self.size.roots as usize) {
            let count = roots.len() as u32 / 4;
            // Half of the stack is for the children of nodes that are there.
            while state.top > 0 && state.top + 2 * count > self.size.nodes / 2 {
                self.advance(state)?;
            }
            self.carefully(state, |stack, state| {
                stack.roots.write_numbers(roots)?;
                stack.reset(state, count)?;
                let Self { roots, starts, table, nodes, children, .. } = stack;
                let buffers = [roots, starts, &table.small, nodes, children].map(Argument::from);
                stack.launch("begin", count, &[&buffers[..], &[state.top.into(), count.into()]].concat())?;
                state.top += count;
                stack.finish(state, count, 0)
            })?;
        }
        Ok(())
    }

    /// Searches a batch, if there is a node.
    pub fn advance(&self, state: &mut State) -> Result<(), DeviceError> {
        if state.top == 0 {
            return state.failed.clone().map_or(Ok(()), Err);
        }
        self.carefully(state, |stack, state| {
            let batch = stack.batch(state);
            let began = Instant::now();
            stack.reset(state, 0)?;
            let Self { nodes, children, counters, searches, tallies, ranks, table, .. } = stack;
            let mut arguments: Vec<Argument> =
                [nodes, children, counters, searches, tallies, ranks].map(Argument::from).into();
            arguments.extend(table.arguments());
            arguments.extend([Argument::from(state.top - batch), batch.into()]);
            stack.launch("expand", batch, &arguments)?;
            stack.finish(state, batch, batch)?;
            // Only a batch as large as it was allowed to be says something about larger ones.
            if batch >= state.pace {
                state.pace = next_size(batch, began.elapsed(), WaveSize::LEAST..=stack.size.batch);
            }
            Ok(())
        })
    }

    /// The size of the next batch: its children fit above the stack, whatever becomes of them, and there is room for
    /// theirs.
    fn batch(&self, &State { top, pace, .. }: &State) -> u32 {
        let room = (self.size.nodes - top).saturating_sub(RESERVE);
        let most = pace.clamp(WaveSize::LEAST.min(self.size.batch), self.size.batch);
        (room / (2 * CHILDREN)).clamp(1, most).min(top)
    }

    /// After an error, nothing more is believed.
    pub fn carefully<T>(
        &self,
        state: &mut State,
        work: impl FnOnce(&Self, &mut State) -> Result<T, DeviceError>,
    ) -> Result<T, DeviceError> {
        if let Some(error) = &state.failed {
            return Err(error.clone());
        }
        let result = work(self, state);
        state.failed = result.as_ref().err().cloned();
        result
    }

    /// Sets the counters of a launch, and tells the device what is wanted.
    fn reset(&self, state: &State, children: u32) -> Result<(), DeviceError> {
        self.counters.write_numbers(&[children, 0, 0])?;
        let searches: Vec<u32> = state.slots.iter().flat_map(|slot| [slot.limit, slot.windows.into(), 0, 0]).collect();
        self.searches.write_numbers(&searches)
    }

    /// The second half of a step: makes nodes of the children, replaces the batch by them, and takes note of all that
    /// was counted. `taken`: how many nodes of the batch came from the stack.
    fn finish(&self, state: &mut State, batch: u32, taken: u32) -> Result<(), DeviceError> {
        let Self { nodes, children, counters, table, .. } = self;
        let mut arguments: Vec<Argument> = [nodes, children, counters].map(Argument::from).into();
        arguments.extend(table.arguments());
        arguments.push(state.top.into());
        self.launch("second", CHILDREN * batch, &arguments)?;
        let counters = counters.numbers(FIRST_ROW + SLOTS * SPREAD * ROW)?;
        let (children, made) = (counters[0], counters[1]);
        let counted = self.take_note(state, &counters);
        let fits = children <= CHILDREN * batch && made <= 2 * children && made <= self.size.nodes - state.top;
        let Some((_, _, solved)) = counted.filter(|&(all, new, _)| fits && (all, new) == (taken, made)) else {
            return Err(
                self.wrong("the nodes of a batch, and those that it has made, are not as many as they should be")
            );
        };
        if solved > 0 {
            self.collect(state, 0..children, solved)?;
        }
        // As many of the new nodes as there is a gap for, or all of them.
        let moved = made.min(batch);
        if moved > 0 {
            let [from, to] = [state.top + made - moved, state.top - batch];
            self.launch("compact", moved, &[nodes.into(), from.into(), to.into(), moved.into()])?;
        }
        state.top = state.top - batch + made;
        match state.slots.iter().map(Slot::waiting).sum::<u64>() == u64::from(state.top) {
            true => Ok(()),
            false => Err(self.wrong("the nodes of all searches are not those on the stack")),
        }
    }

    /// Adds what each slot has counted since the last launch; returns the numbers of nodes taken, of nodes made, and of
    /// solutions. `None` if a slot has taken nodes that it did not have.
    fn take_note(&self, state: &mut State, counters: &[u32]) -> Option<(u32, u32, u32)> {
        state.counters.resize(counters.len(), 0);
        let rows = |counters: &[u32]| counters[FIRST_ROW..].as_chunks::<ROW>().0.to_vec();
        let (now, before) = (rows(counters), rows(&state.counters));
        let mut all = [0u32; ROW];
        for (slot, (now, before)) in state.slots.iter_mut().zip(now.chunks(SPREAD).zip(before.chunks(SPREAD))) {
            let mut sum = [0u32; ROW];
            for (now, before) in now.iter().zip(before) {
                let more = now.iter().zip(before).map(|(now, before)| now.wrapping_sub(*before));
                sum.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.wrapping_add(more));
            }
            slot.add(sum)?;
            all.iter_mut().zip(sum).for_each(|(all, sum)| *all = all.wrapping_add(sum));
        }
        state.counters = counters.to_vec();
        let [.., taken, made, solved] = all;
        Some((taken, made, solved))
    }

    fn wrong(&self, what: &str) -> DeviceError {
        DeviceError::wrong(&*self.device, what)
    }

    /// Reads the solutions among some children, in parts that fit the buffer.
    fn collect(&self, state: &mut State, children: Range<u32>, expected: u32) -> Result<(), DeviceError> {
        let mut parts = vec![children];
        let mut all = 0;
        while let Some(part) = parts.pop() {
            let count = self.solutions(state, &part)?;
            if count <= self.size.found {
                all += count;
            } else {
                let middle = part.start + (part.end - part.start) / 2;
                assert!(middle > part.start, "there is room for the solutions of one child");
                parts.extend([part.start..middle, middle..part.end]);
            }
        }
        match all == expected {
            true => Ok(()),
            false => {
                Err(DeviceError::wrong(&*self.device, format!("{expected} solutions are counted, and {all} are there")))
            }
        }
    }

    /// The number of solutions among some children; takes note of them if the buffer has room for all.
    fn solutions(&self, state: &mut State, children: &Range<u32>) -> Result<u32, DeviceError> {
        self.counters.write_numbers(&[0, 0, 0])?;
        let count = children.end - children.start;
        let Self { nodes, counters, table, found, .. } = self;
        let buffers = [nodes, &self.children, counters, &table.small, found].map(Argument::from);
        let numbers = [self.size.found, children.start, count].map(Argument::from);
        self.launch("collect", count, &[&buffers[..], &numbers].concat())?;
        let count = counters.numbers(3)?[2];
        if count <= self.size.found {
            let mut bytes = vec![0; FOUND * count as usize];
            found.read(0, &mut bytes)?;
            for solution in bytes.as_chunks::<FOUND>().0 {
                let (slot, subtree, moves) = read_solution(solution);
                state.slots[slot].since.solutions.push((subtree, moves));
            }
        }
        Ok(count)
    }

    fn launch(&self, kernel: &'static str, items: u32, arguments: &[Argument]) -> Result<(), DeviceError> {
        let groups = items.div_ceil(GROUP).clamp(1, GROUPS);
        self.table.program.launch(kernel, groups, arguments).map(drop)
    }
}

/// The slot, the position of the task, and the moves from its root on.
fn read_solution(bytes: &[u8; FOUND]) -> (usize, u32, Vec<FaceTurn>) {
    let (trail, rest) = bytes.split_first_chunk().expect("sixteen bytes of turns");
    let number = |i: usize| u32::from_le_bytes(rest[4 * i..][..4].try_into().expect("four bytes"));
    (number(0) as usize, number(1), solution_of(u128::from_le_bytes(*trail)))
}
