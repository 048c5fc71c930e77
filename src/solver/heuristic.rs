//! Lower bounds that users supply.

use crate::notation::Cube;

/// An admissible lower bound, used together with the tables: the search takes the maximum of all its bounds.
///
/// Solutions and lower bounds are proven only if the heuristic is admissible: it never exceeds the number of moves, in
/// the metric of the search, that the cube really takes. Otherwise a solution may be too long, and a lower bound too
/// high. Only two errors are noticed: a bound above 0 for the solved cube, and a cube without any solution.
///
/// A solver with user-supplied heuristics searches from one end, and applies each of them to every child that the
/// tables have not cut off, and to the position itself. That takes about six times as long per node as the search
/// without them. Several threads call a heuristic at the same time, and its bound must depend on the cube alone. See
/// `examples/own_heuristic.rs`.
///
/// ```
/// use cubepdb::{Cube, Heuristic};
///
/// /// A half or quarter turn moves four corners: `n` misplaced corners take at least `n / 4` moves.
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
    /// Returns an admissible lower bound on the number of moves that solve this 3x3x3.
    fn lower_bound(&self, cube: &Cube) -> u8;
}
