//! Execution backends: threads and MPI ranks, and the memory speed of their machine.

#[cfg(feature = "mpi")]
pub mod mpi;
pub mod random_access;
mod threads;

pub use threads::{MAX_THREADS, Threads, ThreadsError, with_threads};
