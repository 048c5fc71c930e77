//! Where workers live, and what their machine gives at the most.

#[cfg(feature = "mpi")]
pub mod mpi;
pub mod random_access;
mod threads;

pub use threads::{MAX_THREADS, Threads, ThreadsError, with_threads};
