//! Many processes that search together: how the tree of an iteration is distributed among them.
//!
//! All of them, the *ranks*, run the same program on the same input and go through the same iterations. What differs is the part
//! of each tree that a rank searches, on threads of its own. One thread of each rank talks to the others.

mod distribution;
mod in_process;
pub(super) mod iteration;
pub(super) mod message;
pub(super) mod policy;
pub(super) mod pool;
mod team;

pub use distribution::{Distribution, DistributionError};
pub use in_process::InProcess;
pub(super) use iteration::{TaskSource, run as iteration};
pub(super) use policy::WorkPolicy;
pub(super) use pool::Pool;
pub use team::Team;

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
