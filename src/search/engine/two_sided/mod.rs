//! The batched search: one worker has dozens of look-ups in flight, on both sides of the cube.
//!
//! A table that is far larger than the caches costs a cache miss a look-up, and a processor that waits for one miss after the
//! other does little else. Here the line of a child is asked for, and other nodes are worked on until it is there. What is
//! searched is described by [`StagedSpace`]; [`Kernel::Staged`](super::Kernel) and [`Kernel::Batched`](super::Kernel) search
//! the same tree, the former plainly.

mod nodes;
mod pipeline;
mod plain;
mod run;
mod space;
mod starts;
mod visitor;

pub(in crate::search) use run::{Batched, BatchedKernel, BatchedLengths};
pub use space::{StagedSpace, Step};
pub use starts::{Start, number, starts};
