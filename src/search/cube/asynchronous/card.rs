//! One device: what is in its memory, and its launches.

use super::LENGTHS;
use super::tables::Tables;
use super::top::{Count, Leaf};
use crate::clock::Instant;
use crate::cube::PackedCube;
use crate::device::{Argument, Buffer, Device, DeviceError, Program, next_size};
use crate::heuristic::packed_cube;
use crate::puzzle::MoveIndex;
use crate::search::cube::prepared::DeviceOptions;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

const KERNELS: &str = include_str!("subtrees.c");

/// Bytes that one slot takes: its path, its job and a solution.
const SLOT_BYTES: u64 = PATH_BYTES + 8 * LENGTHS as u64 + 12 + 4 * SOLUTION as u64;
/// Bytes of the cubes on a path.
const PATH_BYTES: u64 = 16 * LENGTHS as u64;
/// Numbers of a solution.
const SOLUTION: usize = 2 + LENGTHS / 4;
/// Numbers that all slots share, before those of the lengths.
const SHARED: usize = 4;
/// Numbers of a length.
const OF_LENGTH: usize = 6;

/// Number of subtrees that are searched at a time, and the size of the steps.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Subtrees that one device searches at a time; what its compute units need, if nothing is said.
    pub slots: Option<u32>,
    /// Most nodes that a slot expands in a launch; as many as take a fraction of a second, if nothing is said.
    pub budget: Option<u32>,
    /// Nodes that a slot expands between two looks at the best length.
    pub interval: u32,
    /// Bytes of each device's memory that may be used.
    pub memory: Option<u64>,
}

impl Pace {
    /// Slots of a compute unit.
    const SLOTS: u32 = 1024;
    /// Slots of a core of a processor.
    const SLOTS_OF_A_CORE: u32 = 256;
    /// The budgets of launches.
    const BUDGETS: RangeInclusive<u32> = 1 << 6..=1 << 20;

    /// The pace that some options ask for.
    pub fn of(options: &DeviceOptions) -> Self {
        Self { slots: None, budget: None, interval: options.check_interval.max(1), memory: options.memory }
    }

    /// The slots of a device, as many as there is memory for.
    fn slots(&self, device: &dyn Device) -> Result<u32, DeviceError> {
        let info = device.info();
        let usual = info.units.saturating_mul(if info.is_processor { Self::SLOTS_OF_A_CORE } else { Self::SLOTS });
        // The other half is for leaves, of which there may be more than slots.
        let allowed = info.usable(self.memory);
        let room = (allowed / 2 / SLOT_BYTES).min(info.largest_buffer / PATH_BYTES);
        let slots = u64::from(self.slots.unwrap_or(usual)).min(room);
        if slots == 0 {
            return Err(DeviceError::DoesNotFit {
                what: "a subtree".to_owned(),
                needed: 2 * SLOT_BYTES,
                allowed,
                info: Box::new(info.clone()),
                fitting: None,
            });
        }
        Ok(slots as u32)
    }

    /// The budget after a launch that took so long.
    fn next(&self, budget: u32, took: Duration) -> u32 {
        self.budget.unwrap_or_else(|| next_size(budget, took, Self::BUDGETS))
    }
}

/// The lengths to search, from the first to the last in steps.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    /// The first.
    pub first: u8,
    /// The distance to the next.
    pub step: u8,
    /// The last.
    pub last: u8,
}

impl Lengths {
    /// Without those that are too short for all of these leaves.
    fn of(self, leaves: &[Leaf]) -> Self {
        let least = leaves.iter().map(|leaf| leaf.f).min().unwrap_or(self.first);
        let steps = least.saturating_sub(self.first).div_ceil(self.step);
        Self { first: self.first + steps * self.step, ..self }
    }

    fn count(self) -> u32 {
        (self.first..=self.last).step_by(self.step.into()).count() as u32
    }
}

/// The state of a search after a launch.
struct Progress {
    best: u32,
    busy: u32,
    next: u32,
    done: [u32; LENGTHS],
    counts: [Count; LENGTHS],
}

impl Progress {
    const NUMBERS: usize = SHARED + OF_LENGTH * LENGTHS;

    /// Nothing has been searched; solutions are to be shorter than `best`.
    fn numbers(best: u32) -> Vec<u32> {
        let mut numbers = vec![best, 0, 0, 0];
        (0..LENGTHS).for_each(|_| numbers.extend([0, u32::MAX, 0, 0, 0, 0]));
        numbers
    }

    fn of(numbers: &[u32]) -> Self {
        let (shared, lengths) = numbers.split_at(SHARED);
        let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let (mut done, mut counts) = ([0; LENGTHS], [Count::NONE; LENGTHS]);
        for (length, numbers) in lengths.as_chunks::<OF_LENGTH>().0.iter().enumerate() {
            let &[finished, least, nodes, more_nodes, expanded, more_expanded] = numbers;
            done[length] = finished;
            counts[length] = Count { nodes: wide(nodes, more_nodes), expanded: wide(expanded, more_expanded), least };
        }
        Self { best: shared[0], busy: shared[1], next: shared[2], done, counts }
    }
}

/// The leaves that a device has of one cube, and what is known of the subtrees.
struct Share {
    cubes: Buffer,
    places: Buffer,
    leaves: u32,
    depth: u8,
    lengths: Lengths,
    budget: u32,
    progress: Progress,
}

/// The edges and the corners of a cube, as these kernels read them.
pub fn edges_first(cube: &PackedCube) -> [u64; 2] {
    let [corners, edges] = packed_cube(cube);
    [edges, corners]
}

/// A device.
pub struct Card {
    program: Program,
    device: Arc<dyn Device>,
    pace: Pace,
    slots: u32,
    letters: u32,
    /// Distances, turns, allowed moves, and the steps of the automaton.
    tables: [Buffer; 4],
    /// The cubes and the places on the path of each slot.
    paths: [Buffer; 2],
    jobs: Buffer,
    solutions: Buffer,
    /// Data that all slots share.
    pub(super) shared: Buffer,
    share: Option<Share>,
}

impl Card {
    /// Compiles the kernels, and copies the tables.
    ///
    /// # Errors
    /// If the device fails or has not enough memory.
    pub fn new(device: &Arc<dyn Device>, tables: &Tables, pace: Pace) -> Result<Self, DeviceError> {
        let slots = pace.slots(&**device)?;
        let program = Program::new(device, KERNELS)?;
        let of_slots = |bytes: u64| Buffer::new(device, bytes * u64::from(slots));
        Ok(Self {
            program,
            pace,
            slots,
            letters: tables.letters,
            tables: [
                Buffer::holding(device, &tables.distances)?,
                Buffer::holding(device, &tables.turns)?,
                Buffer::holding(device, &tables.allowed)?,
                Buffer::holding(device, &tables.steps)?,
            ],
            paths: [of_slots(PATH_BYTES)?, of_slots(8 * LENGTHS as u64)?],
            jobs: of_slots(12)?,
            solutions: of_slots(4 * SOLUTION as u64)?,
            shared: Buffer::new(device, 4 * Progress::NUMBERS as u64)?,
            share: None,
            device: device.clone(),
        })
    }

    /// The number of the device.
    pub fn number(&self) -> u32 {
        self.device.info().number
    }

    /// An error: the device does not compute what the processor computes.
    pub fn wrong(&self, what: impl Into<String>) -> DeviceError {
        DeviceError::wrong(&*self.device, what)
    }

    /// Subtrees that it searches at a time.
    pub fn slots(&self) -> u32 {
        self.slots
    }

    /// Forgets the leaves.
    pub fn clear(&mut self) {
        self.share = None;
    }

    /// Takes up leaves at a depth, for solutions shorter than `best`.
    ///
    /// # Errors
    /// If the device fails or has not enough memory.
    pub fn begin(&mut self, leaves: &[Leaf], depth: u8, lengths: Lengths, best: u32) -> Result<(), DeviceError> {
        self.share = None;
        let cubes: Vec<u64> = leaves.iter().flat_map(|leaf| edges_first(&leaf.cube)).collect();
        let places: Vec<u32> = leaves.iter().flat_map(|leaf| [leaf.state.index() as u32, u32::from(leaf.f)]).collect();
        let slots = self.slots as usize;
        self.jobs.write_numbers(&vec![0; 3 * slots])?;
        self.solutions.write_numbers(&vec![u32::MAX; SOLUTION * slots])?;
        let numbers = Progress::numbers(best);
        self.shared.write_numbers(&numbers)?;
        self.share = Some(Share {
            cubes: Buffer::holding(&self.device, &cubes)?,
            places: Buffer::holding(&self.device, &places)?,
            leaves: leaves.len() as u32,
            depth,
            lengths: lengths.of(leaves),
            budget: self.pace.budget.unwrap_or(*Pace::BUDGETS.start()),
            progress: Progress::of(&numbers),
        });
        Ok(())
    }

    /// Makes every move on the cube of every leaf: edges, corners, and the sum of the distances of the edges.
    ///
    /// # Errors
    /// If the device fails.
    pub fn turned(&self) -> Result<Vec<[u64; 3]>, DeviceError> {
        let share = self.share.as_ref().expect("leaves were taken up");
        let mut bytes = vec![0; (24 * share.leaves * self.letters) as usize];
        let turned = Buffer::new(&self.device, bytes.len() as u64)?;
        let [distances, turns, ..] = &self.tables;
        let buffers = [distances, turns, &share.cubes, &turned].map(Argument::from);
        let arguments: Vec<Argument> =
            buffers.into_iter().chain([share.leaves, self.letters].map(Argument::from)).collect();
        self.program.launch("turn_cubes", share.leaves, &arguments)?;
        turned.read(0, &mut bytes)?;
        let numbers: Vec<u64> = bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        Ok(numbers.as_chunks().0.to_vec())
    }

    /// Searches for the time of one launch, where a solution of length `best` is known. With `margin` 1, subtrees are
    /// searched to that length, too; with 0, only to shorter ones.
    ///
    /// # Errors
    /// If the device fails.
    pub fn advance(&mut self, best: u32, margin: u32) -> Result<(), DeviceError> {
        let share = self.share.as_mut().expect("leaves were taken up");
        let Lengths { first, step, .. } = share.lengths;
        let jobs = share.leaves * share.lengths.count();
        let started = Instant::now();
        // The best length, and no busy slots.
        self.shared.write_numbers(&[best, 0])?;
        let buffers = self.tables.iter().chain([&share.cubes, &share.places]).chain(&self.paths);
        let buffers = buffers.chain([&self.jobs, &self.solutions, &self.shared]).map(Argument::from);
        let numbers = [
            self.slots,
            self.letters,
            share.leaves,
            u32::from(share.depth),
            u32::from(first),
            u32::from(step),
            jobs,
            margin,
            share.budget,
            self.pace.interval,
        ];
        let arguments: Vec<Argument> = buffers.chain(numbers.map(Argument::from)).collect();
        // A group has 64 work items, or takes as many slots.
        self.program.launch("search_subtrees", self.slots.div_ceil(64), &arguments)?;
        share.progress = Progress::of(&self.shared.numbers(Progress::NUMBERS)?);
        share.budget = self.pace.next(share.budget, started.elapsed());
        Ok(())
    }

    /// The length of the best solution known to it.
    pub fn best(&self) -> u32 {
        self.share.as_ref().map_or(u32::MAX, |share| share.progress.best)
    }

    /// Returns whether no job is left, where a solution of length `best` is known.
    pub fn is_idle(&self, best: u32, margin: u32) -> bool {
        self.share.as_ref().is_none_or(|share| {
            let Share { leaves, lengths, progress, .. } = share;
            let Lengths { first, step, last } = *lengths;
            let length = u32::from(first) + progress.next.checked_div(*leaves).unwrap_or(0) * u32::from(step);
            *leaves == 0 || progress.busy == 0 && (length > u32::from(last) || length >= best + margin)
        })
    }

    /// Subtrees that have been searched to a length.
    pub fn done(&self, length: u8) -> u32 {
        self.share.as_ref().map_or(0, |share| {
            let is_too_short = length < share.lengths.first;
            if is_too_short { share.leaves } else { share.progress.done[usize::from(length)] }
        })
    }

    /// Returns whether all its subtrees have been searched to a length.
    pub fn has_finished(&self, length: u8) -> bool {
        self.share.as_ref().is_some_and(|share| self.done(length) == share.leaves)
    }

    /// The cost of a length so far.
    pub fn count(&self, length: u8) -> Count {
        self.share.as_ref().map_or(Count::NONE, |share| share.progress.counts[usize::from(length)])
    }

    /// Nodes of all lengths so far.
    pub fn nodes(&self) -> u64 {
        self.share.iter().flat_map(|share| &share.progress.counts).map(|count| count.nodes).sum()
    }

    /// The solutions of a length that it has found: the leaf, and the moves from there.
    ///
    /// # Errors
    /// If the device fails.
    pub fn solutions(&self, length: u32) -> Result<Vec<(usize, Vec<MoveIndex>)>, DeviceError> {
        let Some(share) = self.share.as_ref().filter(|share| share.progress.best <= length) else {
            return Ok(Vec::new());
        };
        let numbers = self.solutions.numbers(SOLUTION * self.slots as usize)?;
        let moves = length.saturating_sub(share.depth.into()) as usize;
        let by =
            |solution: &[u32; SOLUTION], i: usize| MoveIndex::new((solution[2 + i / 4] >> (8 * (i % 4)) & 31) as usize);
        let found = numbers.as_chunks::<SOLUTION>().0.iter().filter(|solution| solution[0] == length);
        Ok(found.map(|solution| (solution[1] as usize, (0..moves).map(|i| by(solution, i)).collect())).collect())
    }
}
