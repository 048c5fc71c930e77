//! Pattern databases: their definition, and building, verifying, storing and loading them.

pub mod build;
pub mod choice;
mod disproof;
pub mod distribution;
mod done;
pub mod file;
pub mod generate;
pub(crate) mod grid;
pub mod h48;
pub mod known;
pub mod lookup;
pub mod orbits;
pub mod places;
pub mod smoke;
mod smoke_error;
pub mod snapshot;
pub mod spec;
pub mod verify;

pub use done::Done;
pub use lookup::Lookup;
pub use spec::{EdgeSet, EdgeSetError, Pattern, TableKind, TableSpec};
