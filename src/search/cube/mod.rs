//! The 3x3x3 as a search space: with the corner table alone, with any tables, or without tables.

mod asynchronous;
mod central;
mod corner_space;
pub(super) mod coset;
mod move_table;
mod plain_space;
mod prepared;
mod saved;
mod solver;
mod table_space;
mod tables;
#[cfg(test)]
mod tests;

pub use corner_space::CornerSpace;
pub use coset::largest_level;
pub use move_table::MoveTable;
pub use plain_space::PlainSpace;
pub use prepared::{DeviceOptions, Prepared};
pub use solver::PieceSolver;
pub use table_space::{TableNode, TableSpace};
pub use tables::{OwnBound, TableSet};
