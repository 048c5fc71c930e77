//! Many processes that search together: how the tree of an iteration is distributed among them.
//!
//! All of them, the *ranks*, run the same program on the same input and go through the same iterations. What differs is the part
//! of each tree that a rank searches, on threads of its own. One thread of each rank talks to the others.

mod distribution;
mod in_process;
mod iteration;
mod message;
mod pool;
mod steward;
mod team;
mod tops;
mod trees;

/// The work-distribution policies, for programs that run them on something else than ranks, such as a simulated machine.
///
/// Hidden, because it shows how ranks work inside: it follows the search and promises nothing to other users.
#[doc(hidden)]
pub mod work_distribution {
    pub use super::iteration::{BETWEEN_REPORTS, PAUSES};
    pub use super::message::Work;
    pub use super::pool::Supply;
    pub use super::steward::{Desk as Environment, Nanos, Steward as WorkPolicy};
    pub use super::tops::{Top as TreeTop, distribute};
    pub use super::trees::{LEAST_HEIGHT, split_depth};
}

pub use distribution::Distribution;
pub use in_process::InProcess;
pub(super) use iteration::{Field, run as iteration};
pub(super) use pool::Pool;
pub(super) use steward::Steward;
pub use team::Team;
pub(super) use trees::run;

use serde::{Deserialize, Serialize};

/// Processes that search together, each with a number: what a backend that spans machines has to offer to a search.
pub trait Ranks {
    /// The number of this process, from 0.
    fn rank(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Sends a message, and returns without waiting until it is received. What one rank sends to another arrives in the same
    /// order.
    fn send(&self, to: usize, message: &[u8]);

    /// The next message that has arrived, with its sender; `None` if there is none by now. An empty one says that the sender
    /// has failed.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;
}

/// What one rank did in an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankStatistics {
    /// Nodes that it generated; those at the top of the tree, which all ranks may have expanded, are the first rank's.
    pub nodes: u64,
    /// Subtrees that it searched.
    pub subtrees: u64,
    /// Pieces of the tree that it was given by other ranks.
    pub received: u64,
    /// Messages that it sent.
    pub messages: u64,
    /// Time that its workers waited for work, in nanoseconds, summed over the workers.
    pub waited_ns: u64,
}

impl std::ops::AddAssign for RankStatistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.subtrees += other.subtrees;
        self.received += other.received;
        self.messages += other.messages;
        self.waited_ns += other.waited_ns;
    }
}
