//! Where workers live, and what their machine gives at the most.

pub mod random_access;
mod threads;

pub use threads::{Threads, ThreadsError};
