//! Pattern databases: their definition, and building, verifying, storing and loading them.

pub mod build;
pub mod choice;
mod disproof;
pub mod distribution;
mod done;
pub mod file;
pub mod generate;
pub mod h48;
pub mod known;
pub mod lookup;
pub mod places;
pub mod smoke;
pub mod spec;
pub mod verify;

pub use done::Done;
pub use lookup::Lookup;
pub use spec::{EdgeSet, EdgeSetError, Pattern, TableKind, TableSpec};
