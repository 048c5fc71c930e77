//! Pattern databases: what they are, how they are built, proven, stored and loaded.

pub mod build;
pub mod memory;
pub mod spec;

pub use spec::{EdgeSet, EdgeSetError, Pattern, TableSpec};
