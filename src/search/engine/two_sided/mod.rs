//! The two-sided engine: moves are made at either end of a solution, on the cube or on its inverse, and one worker has
//! dozens of look-ups in an H48 table in flight.
//!
//! A table that is far larger than the caches costs a cache miss a look-up, and a processor that waits for one miss
//! after the other does little else. Here the line of a child is asked for, and other nodes are worked on until it is
//! there. [`DeferredSpace`] describes what is searched. Both kernels search the same tree, [`staged`] one node after
//! the other.

mod batched;
mod distributed;
mod engine;
mod nodes;
mod scores;
mod search;
mod space;
mod staged;
mod task_queue;
mod tasks;
mod threads;
mod visitor;
mod wavefront;
mod worker;

pub(in crate::search) use engine::TwoSidedEngine;
pub(in crate::search) use search::TwoSided;
pub use space::{DeferredSpace, Step};
pub use staged::search as search_staged;
pub use tasks::{RootTask, number, root_tasks};
pub use visitor::Visitor;
pub use wavefront::{Advance, Wavefront};
pub use worker::tally_weight;
