//! Ranks in simulated time: how well each way of distributing a tree scales, on machines that nobody has at hand.
//!
//! The tree is that of a real iteration, recorded once: its top node by node, and below it the sizes of subtrees. What decides
//! who searches what is not modelled but run: the [distribution](cubepdb::internals::search::Distribution) of the top, and the policies of all
//! ranks, are the code that searches. Modelled is what they run on, a [`Machine`]: how long a node, a message, a nap and waking
//! up take. Only completed iterations are simulated: none in which a solution lets ranks leave early.

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
