//! Solutions of a cube that become shorter: the two phases along each axis, for the cube and for its inverse.
//!
//! A cube may be close to the group of one axis and far from those of the others, and solutions of the inverse are
//! solutions read backwards, whose first phase is the other end. So six searches of each length find short solutions
//! much earlier than one (as in the solver of H. Kociemba and its successors).

use super::{Cubies, FaceTurn, LONGEST_SECOND, PHASES, SECOND, completed};
use crate::cube::Symmetry;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Where all first phases of shorter lengths have been tried, a solution below this length has a second phase that was
/// tried as well.
const PROVEN: usize = LONGEST_SECOND + 1;

/// The events of a search for shorter solutions.
#[derive(Clone, Copy, Debug)]
pub enum Shorter<'a> {
    /// A solution that is shorter than all before.
    Found(&'a [FaceTurn]),
    /// A first phase has led to no shorter solution. There are thousands of these a second.
    Tried,
    /// No solution is shorter than this: proven.
    Proven(usize),
}

/// A cube as one of the searches sees it.
struct View {
    cube: Cubies,
    /// Leads moves of the view to moves of the cube.
    back: Symmetry,
    is_inverse: bool,
}

/// The turns of a cube that bring each axis to that of U and D once.
static AXES: LazyLock<[Symmetry; 3]> = LazyLock::new(|| {
    let about_corner = Symmetry::rotations().find(|turn| {
        let face_map = turn.face_map();
        face_map[0] == 1 && face_map[1] == 2 && face_map[2] == 0
    });
    let once = about_corner.expect("a cube can be turned about a corner");
    [Symmetry::IDENTITY, once, once.then(once)]
});

impl View {
    /// The cube and its inverse, each turned in three ways, so that every axis is that of U and D once.
    fn all(cube: &Cubies) -> Vec<Self> {
        let view = |turn: Symmetry, is_inverse: bool| {
            let cube = if is_inverse { cube.inverse() } else { *cube };
            Self { cube: turn.of_cubies(&cube), back: turn.inverse(), is_inverse }
        };
        AXES.iter().flat_map(|&turn| [false, true].map(|is_inverse| view(turn, is_inverse))).collect()
    }

    /// Moves of the view as moves of the cube.
    fn moves(&self, path: &[FaceTurn]) -> Vec<FaceTurn> {
        let mut moves: Vec<FaceTurn> = path.iter().map(|&m| self.back.of_move(m)).collect();
        if self.is_inverse {
            moves = moves.into_iter().rev().map(FaceTurn::inverse).collect();
        }
        moves
    }
}

/// Looks for shorter and shorter solutions of a cube in half turns, and tells the visitor of each, until that breaks
/// off or no shorter one is left. Returns a length below which there is no solution: proven. If it is that of the last
/// one, this is a shortest. Deterministic; the first solution takes about a millisecond.
///
/// The first call makes tables of 6 MB.
///
/// # Panics
/// If the cube is not reachable.
pub fn shorter_solutions(cube: &Cubies, mut visit: impl FnMut(Shorter<'_>) -> ControlFlow<()>) -> usize {
    assert_eq!(cube.check_reachable(), Ok(()));
    let [first, _] = &*PHASES;
    let views = View::all(cube);
    // The length of the best one.
    let mut limit = usize::MAX;
    let mut length = 0;
    while length < limit {
        if length <= PROVEN && visit(Shorter::Proven(length)).is_break() {
            return length;
        }
        for view in &views {
            let state = first.state(&view.cube);
            let ended = first.search(state, length, &mut Vec::new(), &mut |path| {
                // Otherwise the first phase ended before.
                if path.last().is_some_and(|&m| SECOND.contains(m)) {
                    return ControlFlow::Continue(());
                }
                let Some(room) = limit.checked_sub(length + 1) else { return ControlFlow::Break(()) };
                let Some(path) = completed(&view.cube, path, room) else { return visit(Shorter::Tried) };
                limit = path.len();
                visit(Shorter::Found(&view.moves(&path)))
            });
            // A first phase that is as long as the best solution ends the search of its length.
            if ended.is_break() && length < limit {
                return length.min(PROVEN);
            }
        }
        length += 1;
    }
    limit.min(PROVEN)
}

/// An admissible lower bound on the half turns, and so on the quarter turns, that solve a cube: the most moves that a
/// first phase along one of the axes takes at least, of the cube or of its inverse. It is at most 9.
///
/// The first call makes tables of 6 MB.
pub fn first_phase_bound(cube: &Cubies) -> u8 {
    let [first, _] = &*PHASES;
    let bound = |cube: &Cubies| AXES.iter().map(|turn| first.bound(first.state(&turn.of_cubies(cube)))).max();
    bound(cube).max(bound(&cube.inverse())).unwrap_or(0)
}
