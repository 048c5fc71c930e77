//! The two-sided engine: moves are made at either end of a solution, on the cube or on its inverse, and one worker has
//! dozens of look-ups in an H48 table in flight.
//!
//! A table that is far larger than the caches costs a cache miss a look-up, and a processor that waits for one miss after the
//! other does little else. Here the line of a child is asked for, and other nodes are worked on until it is there.
//! [`StagedSpace`] describes what is searched; both kernels search the same tree, [`TwoSidedKernel::Plain`](crate::plan::TwoSidedKernel::Plain) one node after the
//! other.

mod distributed;
mod engine;
mod iteration;
mod nodes;
mod pipeline;
mod plain;
mod scores;
mod space;
mod tasks;
mod visitor;
mod wavefront;
mod worker;

pub(in crate::search) use engine::TwoSidedEngine;
pub(in crate::search) use iteration::TwoSided;
pub use plain::search as search_plainly;
pub use space::{StagedSpace, Step};
pub use tasks::{RootTask, number, root_tasks};
pub use visitor::Visitor;
pub use wavefront::{Advance, Wavefront};
pub use worker::tally_weight;
