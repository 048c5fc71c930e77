//! The one-sided engine: depth-first search of a [`Space`](space::Space) from the position towards the goal.

pub mod kernel;
pub mod scheduler;
pub(in crate::search) mod space;
pub(in crate::search) mod worker;
