//! Tables of the H48 coordinate: cosets of a subgroup, two bits each.

mod actions;
mod block;
mod build;
mod graph;
mod layout;
mod list;
mod marking;
mod near;
mod planes;
mod quotient;
mod smoke;
mod turns;
mod verify;

pub(super) use build::{build, memory_needed};
pub use build::{memory_of_turns, table_of_turns};
pub use layout::{H48Level, Layout};
pub(super) use smoke::smoke_test;
pub use turns::TurnSet;
pub(super) use verify::{memory_beside, verify};

#[cfg(test)]
pub(crate) mod tests;
