//! Ranks, processes that search together: the distribution of an iteration's tree among them.
//!
//! All *ranks* run the same program on the same input and go through the same iterations. They differ in the part of
//! each tree that they search, on their own threads. One thread of each rank communicates with the others.

mod in_process;
pub(super) mod iteration;
pub(super) mod message;
pub(super) mod policy;
pub(super) mod pool;
mod team;

pub use in_process::InProcess;
pub(super) use iteration::{TaskSource, run as iteration};
pub(super) use policy::WorkPolicy;
pub(super) use pool::Pool;
pub use team::Team;

/// Processes that search together, each with a number: the interface of a backend that spans machines.
pub trait Ranks {
    /// The number of this process, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn count(&self) -> usize;

    /// Sends a message, and returns without waiting until it is received. Messages from one rank to another arrive in
    /// order.
    fn send(&self, to: usize, message: &[u8]);

    /// The next message that has arrived, with its sender; `None` if there is none yet. An empty message says that the
    /// sender has failed.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;
}
