//! The interface between a two-sided search and a device.

use super::tasks::RootTask;
use crate::cube::FaceTurn;
use crate::device::DeviceError;
use crate::search::report::Counters;

/// A device as it searches one cube: an iteration's tasks go in, and reports come out. It visits the nodes that the
/// kernels of this module visit, a batch at a time. Other searches may use the device at the same time.
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

    /// Searches a batch of nodes, and returns what has become of this search's nodes since the last call. Nodes in
    /// subtrees at position `limit` and later are left out.
    ///
    /// # Errors
    /// If the device does not answer. Then nothing more comes from it.
    fn advance(&self, limit: u64) -> Result<Advance, DeviceError>;

    /// The tallies of the first positions, as in [`TaskQueue`](super::task_queue::TaskQueue).
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
    pub solutions: Vec<(u32, Vec<FaceTurn>)>,
    /// Nodes that are still to be searched.
    pub waiting: u64,
}
