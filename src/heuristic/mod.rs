//! Lower bounds on the number of moves that a cube needs.

mod corners;
mod edges;
mod expansion;
mod h48;
mod manhattan;

pub use corners::{CornerBound, CornerCoord};
pub use edges::{CubePair, EdgeLookup};
pub use expansion::{Cut, Expansion};
#[cfg(test)]
pub(crate) use h48::tests::bound_of_small_reach;
pub use h48::{CosetBound, CosetView, DeviceTables, FlipBound, Probe, halves, packed_cube};
pub use manhattan::{Manhattan, ManhattanPieces};
