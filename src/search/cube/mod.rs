//! The 3x3x3 as a search space: with the corner table alone, with any tables, or without tables.

mod asynchronous;
mod audited;
mod central;
mod config;
mod corner_space;
pub(super) mod coset;
mod move_table;
mod options;
mod plain_space;
mod preset;
mod saved;
mod solver;
mod table_space;
mod tables;
#[cfg(test)]
mod tests;
mod transpositions;

pub use audited::AuditedSpace;
pub use config::{Bounds, MoveOrder, Pruning, SearchConfig, UnknownBounds};
pub use corner_space::CornerSpace;
pub use coset::largest_level;
pub use move_table::MoveTable;
pub use options::{DeviceOptions, PieceOptions};
pub use plain_space::PlainSpace;
pub use preset::{Parts, PieceParts, Preset, Source, StickerParts};
pub use solver::{PieceSolver, SolverError};
pub use table_space::{TableNode, TableSpace};
pub use tables::TableSet;
