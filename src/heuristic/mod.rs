//! Lower bounds on the number of moves that a cube needs.

mod corners;
mod edges;
mod expansion;
mod manhattan;
mod prefetch;

pub use corners::{CornerBound, CornerCoord};
pub use edges::{CubePair, EdgeLookup};
pub use expansion::{Cut, Expansion};
pub use manhattan::{Manhattan, ManhattanPieces};
