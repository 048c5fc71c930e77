//! Move sequences that make a cube, found quickly and not always the shortest: the two phases of Kociemba (1992).
//!
//! The first phase brings the cube into the group that U, D, R2, L2, F2 and B2 generate, the second one solves it
//! there. Both are searches with iterative deepening over three coordinates, bounded by the distances of two pairs of
//! them. Longer first phases allow shorter second ones, so the search goes on for some time after it has found a
//! sequence.

mod coordinates;
mod shorter;

pub use shorter::{Shorter, first_phase_bound, shorter_solutions};

use super::moves::{FaceTurn, MoveMask};
use super::pairs::Images;
use super::{Cubies, MOVE_CUBIES};
use coordinates::{first_phase, second_phase};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::thread::{self, Builder};

/// The most moves of a sequence.
pub const LONGEST: usize = 23;
/// The most moves of a second phase: longer ones take long to find.
const LONGEST_SECOND: usize = 12;
/// The number of first phases after which a sequence that is short enough is taken.
const ENOUGH: usize = 40;

/// The turns that keep a cube in the group of the second phase.
const SECOND: MoveMask = MoveMask::of_face(0).union(MoveMask::of_face(3)).union(MoveMask::HALF_TURNS);

/// Made side by side, and not by workers of a pool: one that waits would begin other work, which may ask for them.
static PHASES: LazyLock<[Phase; 2]> = LazyLock::new(|| {
    thread::scope(|scope| {
        let second = Builder::new().spawn_scoped(scope, second_phase);
        let first = first_phase();
        let second =
            second.map_or_else(|_| second_phase(), |made| made.join().unwrap_or_else(|panic| resume_unwind(panic)));
        [first, second]
    })
});

/// Moves that make `cube` from the solved one: at most 23, in canonical order, the same ones each time.
///
/// The first call makes tables of 6 MB, in about a quarter of a second.
///
/// # Panics
/// If the cube is not reachable.
pub fn moves_to(cube: &Cubies) -> Vec<FaceTurn> {
    assert_eq!(cube.check_reachable(), Ok(()));
    let [first, _] = &*PHASES;
    // The solution of the inverse makes the cube.
    let cube = cube.inverse();
    let (mut best, mut tried): (Option<Vec<FaceTurn>>, usize) = (None, 0);
    for length in 0..=LONGEST {
        let most = |best: &Option<Vec<FaceTurn>>| best.as_ref().map_or(LONGEST, |best| best.len() - 1);
        if length > most(&best) {
            break;
        }
        let ended = first.search(first.state(&cube), length, &mut Vec::new(), &mut |path| {
            // Otherwise the first phase ended before.
            if path.last().is_some_and(|&m| SECOND.contains(m)) {
                return ControlFlow::Continue(());
            }
            tried += 1;
            if let Some(path) = completed(&cube, path, most(&best) - length) {
                best = Some(path);
            }
            let is_done = best.as_ref().is_some_and(|best| tried >= ENOUGH || best.len() <= length);
            if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if ended.is_break() {
            break;
        }
    }
    best.unwrap_or_else(|| unreachable!("every cube is solved by twenty moves"))
}

/// A first phase of a cube, and the shortest second phase that solves it from there, if that takes at most `room`
/// moves.
fn completed(cube: &Cubies, first: &[FaceTurn], room: usize) -> Option<Vec<FaceTurn>> {
    let [_, second] = &*PHASES;
    let there = first.iter().fold(*cube, |cube, m| cube.then(&MOVE_CUBIES[m.index()]));
    let state = second.state(&there);
    let mut path = first.to_vec();
    let found = (usize::from(second.bound(state))..=room.min(LONGEST_SECOND))
        .any(|length| second.search(state, length, &mut path, &mut |_| ControlFlow::Break(())).is_break());
    found.then_some(path)
}

/// The place of a cube in a phase: three coordinates.
type State = [u16; 3];

/// One of the two searches.
struct Phase {
    moves: MoveMask,
    /// The coordinates of a cube.
    state: fn(&Cubies) -> State,
    /// For each coordinate, its values after each move.
    images: [Images; 3],
    /// The least numbers of moves that solve the first and the third, and the second and the third.
    distances: [Vec<u8>; 2],
}

impl Phase {
    fn state(&self, cube: &Cubies) -> State {
        (self.state)(cube)
    }

    /// An admissible lower bound, 0 for the goals alone.
    fn bound(&self, [a, b, c]: State) -> u8 {
        let width = self.images[2].len();
        let at = |table: &[u8], first: u16| table[usize::from(first) * width + usize::from(c)];
        at(&self.distances[0], a).max(at(&self.distances[1], b))
    }

    fn after(&self, state: State, m: FaceTurn) -> State {
        std::array::from_fn(|i| self.images[i][usize::from(state[i])][m.index()])
    }

    /// Visits every canonical sequence of `left` more moves that solves the phase, until the visitor breaks off; `path`
    /// is then the sequence that it saw.
    fn search(
        &self,
        state: State,
        left: usize,
        path: &mut Vec<FaceTurn>,
        visit: &mut impl FnMut(&[FaceTurn]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if usize::from(self.bound(state)) > left {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            return visit(path);
        }
        let moves = path.last().map_or(self.moves, |last| self.moves.canonical_beside(last.face(), true));
        for m in moves {
            path.push(m);
            self.search(self.after(state, m), left - 1, path, visit)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
