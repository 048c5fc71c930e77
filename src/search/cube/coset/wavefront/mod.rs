//! The cube with an H48 table on a device: the same nodes as [`CosetSpace`](super::CosetSpace), a batch of them at a
//! time.
//!
//! A device holds the table, and a stack of nodes that all searches of this process share: each has a **slot**, whose
//! number its nodes carry. The thread of any search that waits for its nodes takes a batch from the top of the stack,
//! whoever they belong to, so the device is busy as long as one search has work. A stack, because nodes near the goal
//! come first then, and few wait.
//!
//! The host decides between launches what comes next: limits, interruptions and checkpoints need nothing on the device.
//! No launch can run out of room: a batch is only as large as the room above the stack allows if no child is cut off.
//! Solutions are counted first and collected afterwards, in as many parts as the buffer for them needs.

mod fair_lock;
mod size;
mod stack;
mod tables;
#[cfg(test)]
mod tests;
mod trees;
mod trust;

pub use size::{WaveSize, largest_level};

use super::central::beside;
use super::windows::ClassOrder;
use crate::cube::{CanonicalContext, CanonicalOrder, Metric, PackedCube};
use crate::device::{Device, DeviceError};
use crate::heuristic::{CosetBound, packed_cube};
use crate::locks::{Condvar, Mutex, MutexGuard};
use crate::search::engine::two_sided::{Advance, RootTask, Wavefront, number};
use fair_lock::FairLock;
use size::{SLOTS, tallies};
use stack::{Slot, Stack, State};
use std::sync::Arc;
use tables::TableBuffers;

/// A device with an H48 table, for any number of searches at a time.
pub struct CosetDevice {
    metric: Metric,
    size: WaveSize,
    stack: Stack,
    state: FairLock<State>,
    /// The slots that no search has.
    free: Mutex<Vec<usize>>,
    /// Told when a slot becomes free.
    left: Condvar,
}

impl CosetDevice {
    /// Prepares a device: compiles the kernels, copies the table, and checks both. At most `memory` bytes of its memory
    /// are used.
    ///
    /// # Errors
    /// If the table does not fit, or the device does not compute what the processor computes.
    pub fn new(
        device: Arc<dyn Device>,
        cosets: &CosetBound,
        metric: Metric,
        memory: Option<u64>,
    ) -> Result<Self, DeviceError> {
        let size = WaveSize::of_device(device.info(), cosets.layout(), metric, memory)?;
        Self::with_size(device, cosets, metric, size)
    }

    /// The same with a stack of this size.
    pub fn with_size(
        device: Arc<dyn Device>,
        cosets: &CosetBound,
        metric: Metric,
        size: WaveSize,
    ) -> Result<Self, DeviceError> {
        let table = TableBuffers::new(&device, cosets, metric)?;
        trust::check(&device, &table, cosets)?;
        let stack = Stack::new(device, table, metric, size)?;
        let prepared = Self {
            metric,
            size,
            stack,
            state: FairLock::default(),
            free: Mutex::new((0..SLOTS).collect()),
            left: Condvar::new(),
        };
        trees::compare(&prepared, cosets)?;
        Ok(prepared)
    }

    /// Takes a slot for the search of a cube; waits for one if as many searches as there are slots use the device. If
    /// the device does not answer, the search will hear of it when it begins.
    pub fn search(&self, cube: &PackedCube) -> CosetWave<'_> {
        let is_full = |free: &mut Vec<usize>| free.is_empty();
        let slot = self.left.wait_while(self.free(), is_full).expect(POISONED).pop().expect("a slot is free");
        let mut state = self.state.lock();
        state.slots[slot] = Slot::default();
        let start: Vec<u8> = [*cube, cube.inverse()].iter().flat_map(packed_cube).flat_map(u64::to_le_bytes).collect();
        self.stack.carefully(&mut state, |stack, _| stack.starts.write((slot * start.len()) as u64, &start)).ok();
        CosetWave { device: self, slot }
    }

    /// The slots that no search has.
    fn free(&self) -> MutexGuard<'_, Vec<usize>> {
        self.free.lock().expect(POISONED)
    }
}

const POISONED: &str = "nobody panics while the slots are locked";

/// Most moves left at a root: as in [`CosetNode`](super::CosetNode), whose trail a node on the device has too.
const LONGEST: u8 = super::CosetNode::LONGEST_TRAIL;

/// The search of one cube on a device. Ends when it is dropped, with all nodes that are left of it.
pub struct CosetWave<'a> {
    device: &'a CosetDevice,
    slot: usize,
}

impl CosetWave<'_> {
    /// Searches the windows of a central cube from now on, in this order; `None` for the plain tree.
    pub fn set_windows(&self, windows: Option<&ClassOrder>) {
        let mut state = self.device.state.lock();
        let length = windows.map_or(0, ClassOrder::length);
        if let Some(windows) = windows
            && state.is_new_length(length)
        {
            self.device.stack.carefully(&mut state, |stack, _| stack.write_ranks(windows)).ok();
        }
        state.slots[self.slot].windows = length;
    }
}

impl Wavefront for CosetWave<'_> {
    fn number(&self) -> u32 {
        self.device.stack.device.info().number
    }

    fn begin(&self, positions: usize) -> Result<(), DeviceError> {
        let zeros = vec![0; 4 * positions.min(tallies(self.device.metric))];
        let place = self.device.stack.place_of_tallies(self.slot);
        let mut state = self.device.state.lock();
        state.slots[self.slot].limit = u32::MAX;
        self.device.stack.carefully(&mut state, |stack, _| stack.tallies.write(place, &zeros))
    }

    fn room(&self) -> usize {
        self.device.size.roots as usize
    }

    fn enter(&self, tasks: &[(u32, &RootTask)], remaining: u8) -> Result<(), DeviceError> {
        if tasks.is_empty() {
            return Ok(());
        }
        assert!(remaining <= LONGEST, "the moves of a subtree fit its trail");
        let mut state = self.device.state.lock();
        let orders = [CanonicalOrder::of(self.device.metric), CanonicalOrder::backwards(self.device.metric)];
        let is_central = state.slots[self.slot].windows > 0;
        let root = |&(place, task): &(u32, &RootTask)| {
            let [cube, inverse] =
                if is_central { beside(task.moves(), &orders) } else { [task.context(), CanonicalContext::START] };
            let contexts = (cube.index() as u32) << 8 | (inverse.index() as u32) << 12;
            let state = u32::from(remaining) | contexts | (self.slot as u32) << 24;
            [place, number(task.moves()) as u32, state, task.moves().len() as u32]
        };
        let roots: Vec<u32> = tasks.iter().flat_map(root).collect();
        self.device.stack.enter(&mut state, &roots)
    }

    fn advance(&self, limit: u64) -> Result<Advance, DeviceError> {
        let mut state = self.device.state.lock();
        state.slots[self.slot].limit = u32::try_from(limit).unwrap_or(u32::MAX);
        self.device.stack.advance(&mut state)?;
        Ok(state.slots[self.slot].report())
    }

    fn tallies(&self, positions: usize) -> Result<Vec<u32>, DeviceError> {
        let known = positions.min(tallies(self.device.metric));
        let place = self.device.stack.place_of_tallies(self.slot);
        let read = |stack: &Stack, _: &mut State| stack.tallies.numbers_at(place, known);
        let mut tallies = self.device.stack.carefully(&mut self.device.state.lock(), read)?;
        tallies.resize(positions, 0);
        Ok(tallies)
    }
}

impl Drop for CosetWave<'_> {
    fn drop(&mut self) {
        // After a panic nobody goes on with what is there.
        if self.device.state.is_poisoned() {
            return;
        }
        let mut state = self.device.state.lock();
        state.slots[self.slot].limit = 0;
        while state.slots[self.slot].waiting() > 0 && self.device.stack.advance(&mut state).is_ok() {}
        state.slots[self.slot] = Slot::default();
        drop(state);
        if let Ok(mut free) = self.device.free.lock() {
            free.push(self.slot);
            self.device.left.notify_one();
        }
    }
}

const _: () = assert!(SLOTS <= 256, "a node has eight bits for its slot");
