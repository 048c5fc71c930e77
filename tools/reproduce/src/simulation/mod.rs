//! Ranks in simulated time: the scaling of each way of distributing a tree on machines that are not available.
//!
//! The tree is that of a real iteration, recorded once: its top node by node, and below it the sizes of subtrees. The
//! work distribution is not modelled but run: the [distribution](cubepdb::internals::search::Distribution) of the top,
//! and the policies of all ranks, are the code that searches. Only the [`Machine`] is modelled: the time of a node, a
//! message, a nap and waking up. Only completed iterations are simulated: none in which a solution lets ranks leave
//! early.

mod communicator;
mod environment;
mod machine;
mod queue;
mod record;
mod run;
#[cfg(test)]
mod tests;
mod tree;

pub use machine::Machine;
pub use record::{Detail, Recording, record};
pub use run::{Simulated, simulate};
pub use tree::RecordedTree;
