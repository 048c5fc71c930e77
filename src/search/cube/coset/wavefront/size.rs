//! The division of a device's memory.

use crate::cube::Metric;
use crate::device::{DeviceError, DeviceInfo};
use crate::pdb::h48::{H48Level, Layout};
use crate::search::cube::prepared::DeviceOptions;

/// Searches that a device carries out at a time.
pub const SLOTS: usize = DeviceOptions::SEARCHES;
/// Bytes of a node and of a child.
pub const NODE: u64 = 64;
pub const CHILD: u64 = 8;
/// Most children of a node.
pub const CHILDREN: u32 = 18;
/// Parts that a table may have: devices allow buffers of a quarter of their memory, some of them no larger ones.
pub const PARTS: u64 = 4;

/// Positions of an iteration that have tallies: as many as there are root tasks with the longest paths.
pub fn tallies(metric: Metric) -> usize {
    match metric {
        Metric::HalfTurn => 600_000,
        Metric::QuarterTurn => 120_000,
    }
}

/// The size of a stack of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaveSize {
    /// Nodes that there is room for.
    pub nodes: u32,
    /// Most nodes in a batch.
    pub batch: u32,
    /// Tasks that are entered at a time.
    pub roots: u32,
    /// Solutions that are read at a time.
    pub found: u32,
}

impl WaveSize {
    /// Most nodes in a batch of a card, and of a processor.
    const CARD: u32 = 1 << 20;
    const PROCESSOR: u32 = 1 << 13;
    /// The smallest batch that is of use.
    pub const LEAST: u32 = 1 << 8;
    /// Nodes of the stack for each of a batch: twice the room that its children may take.
    const NODES: u32 = 40;

    /// The size for batches of so many nodes.
    pub fn of_batch(batch: u32) -> Self {
        // Nodes near the goal come first, so few tasks are under way at a time; a tree has many nodes above the table's
        // horizon.
        Self { nodes: Self::NODES * batch, batch, roots: (batch / 16).max(64), found: 1 << 10 }
    }

    /// Bytes that the stack takes, with the buffers around it.
    pub fn bytes(&self, metric: Metric) -> u64 {
        let children = CHILD * u64::from(CHILDREN) * u64::from(self.batch);
        // Tallies; corner classes, small tables and windows take 5 MB.
        let others = (4 * SLOTS * tallies(metric)) as u64 + (5 << 20);
        NODE * u64::from(self.nodes) + children + 16 * u64::from(self.roots) + others
    }

    /// Returns whether there is room for the stack and a table.
    fn fits(&self, info: &DeviceInfo, layout: Layout, metric: Metric, allowed: u64) -> bool {
        let is_divisible = layout.bytes() <= PARTS * info.largest_buffer;
        let in_one = NODE * u64::from(self.nodes) <= info.largest_buffer;
        is_divisible && in_one && layout.bytes() + self.bytes(metric) <= allowed
    }

    /// The size for a device that also holds a table: at most nine tenths of a card's memory are used, of a processor's
    /// half.
    ///
    /// # Errors
    /// If there is no room for the table and the smallest stack.
    pub fn of_device(
        info: &DeviceInfo,
        layout: Layout,
        metric: Metric,
        memory: Option<u64>,
    ) -> Result<Self, DeviceError> {
        let allowed = info.usable(memory);
        let most = if info.is_processor { Self::PROCESSOR } else { Self::CARD };
        let mut size = Self::of_batch(most);
        while size.batch > Self::LEAST && !size.fits(info, layout, metric, allowed) {
            size = Self::of_batch(size.batch / 2);
        }
        if size.fits(info, layout, metric, allowed) {
            return Ok(size);
        }
        Err(DeviceError::DoesNotFit {
            what: format!("the table h48-{} with the nodes of a search", layout.level()),
            needed: layout.bytes() + size.bytes(metric),
            allowed,
            info: Box::new(info.clone()),
            fitting: largest_level(info, metric, memory).map(|level| format!("h48-{level}")),
        })
    }
}

/// The largest level whose table fits a device; `None` if there is no room for any.
pub fn largest_level(info: &DeviceInfo, metric: Metric, memory: Option<u64>) -> Option<H48Level> {
    let (least, allowed) = (WaveSize::of_batch(WaveSize::LEAST), info.usable(memory));
    let fits = |level: &H48Level| least.fits(info, Layout::new(*level, metric), metric, allowed);
    H48Level::all().filter(fits).last()
}
