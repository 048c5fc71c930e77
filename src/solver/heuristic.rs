//! Lower bounds that users supply.

use crate::notation::Cube;

/// An admissible lower bound, to be used together with the tables: the search takes the maximum of all its bounds.
///
/// Solutions are proven to be shortest only if the bound is admissible: it never exceeds the number of moves, in the metric of the
/// search, that the cube really takes. Nothing checks that.
///
/// A solver with own heuristics searches from one end, and asks each of them for every child that the tables have not cut off. See
/// `examples/own_heuristic.rs`.
///
/// ```
/// use cubepdb::{Cube, Heuristic};
///
/// /// A half or quarter turn moves four corners: so many misplaced corners take at least a fourth of so many moves.
/// struct MisplacedCorners;
///
/// impl Heuristic for MisplacedCorners {
///     fn lower_bound(&self, cube: &Cube) -> u8 {
///         let misplaced = (0..8).filter(|&slot| cube.corner(slot) != Some((slot, 0))).count();
///         misplaced.div_ceil(4) as u8
///     }
/// }
/// ```
pub trait Heuristic: Send + Sync {
    /// Returns a number of moves that this 3x3x3 cannot be solved in fewer than.
    fn lower_bound(&self, cube: &Cube) -> u8;
}
