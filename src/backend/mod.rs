//! Where workers live.

mod threads;

pub use threads::{Threads, ThreadsError};
