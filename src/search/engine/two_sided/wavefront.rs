//! The interface between a two-sided search and a device, and the worker that drives one.

use super::space::StagedSpace;
use super::tasks::RootTask;
use super::worker::Worker;
use crate::cube::Move;
use crate::device::DeviceError;
use crate::search::report::Counters;

/// A device as it searches one cube: an iteration's tasks go in, and reports come out. It visits the nodes that the kernels of
/// this module visit, a batch at a time. Other searches may use the device at the same time.
pub trait Wavefront: Sync {
    /// The number of the device.
    fn number(&self) -> u32;

    /// Begins an iteration with so many positions.
    ///
    /// # Errors
    /// As for [`advance`](Self::advance).
    fn begin(&self, positions: usize) -> Result<(), DeviceError>;

    /// The number of tasks that are worth entering at a time.
    fn room(&self) -> usize;

    /// Enters tasks, by their positions, with so many moves left at their roots.
    ///
    /// # Errors
    /// As for [`advance`](Self::advance).
    fn enter(&self, tasks: &[(u32, &RootTask)], remaining: u8) -> Result<(), DeviceError>;

    /// Searches a batch of nodes, and returns what has become of this search's nodes since the last call. Nodes in subtrees at
    /// position `limit` and later are left out.
    ///
    /// # Errors
    /// If the device does not answer. Then nothing more comes from it.
    fn advance(&self, limit: u64) -> Result<Advance, DeviceError>;

    /// The tallies of the first positions, as in [`Iteration`](super::iteration::Iteration).
    ///
    /// # Errors
    /// As for [`advance`](Self::advance).
    fn tallies(&self, positions: usize) -> Result<Vec<u32>, DeviceError>;
}

/// The progress of a search.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// The cost.
    pub counters: Counters,
    /// True if nodes were cut off, excluded, or unsolved without moves left.
    pub cut: bool,
    /// True if nodes were left out because of the limit.
    pub left_out: bool,
    /// The position of each solution, and its moves from the root of its task on.
    pub solutions: Vec<(u32, Vec<Move>)>,
    /// Nodes that are still to be searched.
    pub waiting: u64,
}

/// Searches tasks on a device until none are left or a journal entry is due.
pub(super) fn search<S: StagedSpace>(worker: &mut Worker<'_, S>, device: &dyn Wavefront) -> Result<(), DeviceError> {
    let (iteration, room) = (worker.iteration(), device.room());
    let (mut entered, mut waiting) = (Vec::new(), 0);
    let mut tasks = Vec::new();
    device.begin(iteration.order.len())?;
    loop {
        // While enough nodes are waiting, a solution may yet make later tasks superfluous.
        if waiting < room as u64 {
            let share = worker.share(room);
            tasks.extend(std::iter::from_fn(|| worker.next_task()).take(share).map(|place| place as u32));
            let roots: Vec<_> =
                tasks.iter().map(|&place| (place, &iteration.tasks[iteration.number(place as usize)])).collect();
            device.enter(&roots, iteration.remaining)?;
            entered.append(&mut tasks);
        }
        let advance = device.advance(worker.limit())?;
        waiting = advance.waiting;
        let is_idle = waiting == 0 && !worker.may_take();
        worker.advanced(advance);
        if is_idle {
            break;
        }
    }
    let positions = entered.iter().max().map_or(0, |&last| last as usize + 1);
    let tallies = device.tallies(positions)?;
    worker.tallied(entered.into_iter().map(|place| (place as usize, tallies[place as usize])));
    Ok(())
}
