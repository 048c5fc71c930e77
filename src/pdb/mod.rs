//! Pattern databases: what they are, how they are built, proven, stored and loaded.

pub mod build;
pub mod distribution;
pub mod file;
pub mod generate;
pub mod known;
pub mod memory;
pub mod smoke;
pub mod spec;
pub mod verify;

pub use spec::{EdgeSet, EdgeSetError, Pattern, TableSpec};
