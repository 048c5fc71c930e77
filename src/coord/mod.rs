//! Coordinates: numbering of arrangements and orientations, and the action of moves on the numbers.
//!
//! Every table of exact distances is a grid. A **row** is an arrangement of the pieces (the slot of each one); a
//! **cell** within the row is the rest of their state: their orientations or, for the permutation of the twelve edges,
//! the order of the last four. A move takes whole rows to whole rows, and its effect on the cells depends on the row
//! and the move alone: it adds a constant vector to the orientations, or reorders the last four pieces. All fast paths
//! rest on this. Cosets of H48 are numbered in another way, see [`H48`].

mod arrangement;
mod grid;
mod h48;
mod packed_rank;
mod pattern;
mod state;
mod walk;

pub use arrangement::Arrangements;
pub use grid::{CellAction, Grid, SlotMap, order_rank};
pub(crate) use h48::Orbit;
pub use h48::{CornerClasses, CornerCoset, CosetIndex, EdgeCoset, EdgeRank, H48};
pub use packed_rank::PackedRank;
pub use pattern::{EdgeSet, EdgeSetError, Pattern};
pub use state::{STATE_BITS, state_class, state_rank};
pub(crate) use walk::{Image, Leaders, RowWalk};
