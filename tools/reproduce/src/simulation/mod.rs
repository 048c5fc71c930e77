//! Ranks in simulated time: the scaling of each way of distributing a tree on machines that are not available.
//!
//! The tree is that of a real iteration, recorded once: its top node by node, and below it the sizes of subtrees. The
//! work distribution is not modelled but run: the [distribution](cubepdb::plan::Distribution) of the top,
//! and the policies of all ranks, are the code that searches. Only the [`Machine`] is modelled. Each rank has one
//! worker. Only completed iterations are simulated: none in which a solution lets ranks leave early.

mod record;
mod run;
#[cfg(test)]
mod tests;
mod tree;

pub use record::{Detail, record};
pub use run::{Machine, Simulated, simulate};
pub use tree::RecordedTree;
