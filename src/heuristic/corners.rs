//! The corner database as a lower bound, over two small coordinates that moves act on by look-up.

use super::prefetch::prefetch;
use crate::coord::Arrangements;
use crate::cube::geometry::CORNERS;
use crate::cube::{Cubies, MOVE_CUBIES, Move, MoveSet};
use crate::pdb::memory::TableMemory;
use crate::pdb::spec::entry;
use std::sync::Arc;

/// Number of twist vectors.
const TWISTS: usize = 2187;

/// The corners of a cube: the row and cell of the *inverse* cube in the corner table. That is as good as the cube itself,
/// because a full corner configuration and its inverse are equally far from solved, and a move acts on these two numbers
/// separately: it permutes the slots that they are read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CornerCoord {
    row: u16,
    cell: u16,
}

/// The corner database with its move tables.
#[derive(Clone)]
pub struct CornerBound {
    table: Arc<TableMemory>,
    /// A row of 32 for each arrangement: two cache lines hold all its images.
    rows: Arc<[[u16; 32]]>,
    cells: Arc<[[u16; Move::COUNT]]>,
}

impl CornerBound {
    /// Makes the move tables: 40,320 arrangements and 2,187 twists under 18 moves, a few milliseconds.
    pub fn new(table: Arc<TableMemory>) -> Self {
        let arrangements = Arrangements::new(CORNERS, CORNERS);
        let rows = (0..arrangements.count()).map(|row| {
            let mut pieces = [0; CORNERS];
            arrangements.unrank(row, &mut pieces);
            let mut images = [0; 32];
            for m in Move::all() {
                let source = MOVE_CUBIES[m.index()].corners;
                images[m.index()] = arrangements.rank(&source.map(|slot| pieces[usize::from(slot)])) as u16;
            }
            images
        });
        let cells = (0..TWISTS as u16).map(|cell| {
            let cube = Cubies { twists: untwist(cell), ..Cubies::SOLVED };
            std::array::from_fn(|m| CornerCoord::of(&cube.then(&MOVE_CUBIES[m])).cell)
        });
        Self { table, rows: rows.collect(), cells: cells.collect() }
    }

    /// The coordinates after a move.
    #[inline(always)]
    pub fn child(&self, coord: CornerCoord, m: Move) -> CornerCoord {
        CornerCoord {
            row: self.rows[usize::from(coord.row)][m.index()],
            cell: self.cells[usize::from(coord.cell)][m.index()],
        }
    }

    /// Starts loading the table entry.
    #[inline(always)]
    fn prefetch(&self, coord: CornerCoord) {
        prefetch(&self.table, coord.index() / 2);
    }

    /// Moves that the corners alone need.
    #[inline(always)]
    pub fn bound(&self, coord: CornerCoord) -> u8 {
        entry(&self.table, coord.index() as u64)
    }

    /// Calls `keep` for each child under `moves` whose bound is at most `budget`, and returns the number of entries read.
    /// All entries are asked for before the first one is read.
    #[inline(always)]
    pub fn expand(
        &self,
        coord: CornerCoord,
        moves: MoveSet,
        budget: u8,
        mut keep: impl FnMut(Move, CornerCoord),
    ) -> u64 {
        let mut children = [CornerCoord::default(); Move::COUNT];
        for (child, m) in children.iter_mut().zip(moves) {
            *child = self.child(coord, m);
            self.prefetch(*child);
        }
        for (&child, m) in children.iter().zip(moves) {
            if self.bound(child) <= budget {
                keep(m, child);
            }
        }
        moves.len() as u64
    }
}

impl CornerCoord {
    /// The coordinates of a cube.
    pub fn of(cube: &Cubies) -> Self {
        let row = Arrangements::new(CORNERS, CORNERS).rank(&cube.corners);
        let cell = cube.twists[..7].iter().rev().fold(0, |cell, &twist| cell * 3 + u16::from((3 - twist) % 3));
        Self { row: row as u16, cell }
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.row) * TWISTS + usize::from(self.cell)
    }
}

/// The twists that a cell stands for; the eighth makes the sum a multiple of three.
fn untwist(cell: u16) -> [u8; CORNERS] {
    let mut twists = [0; CORNERS];
    let mut rest = cell;
    for twist in &mut twists[..7] {
        *twist = (3 - (rest % 3) as u8) % 3;
        rest /= 3;
    }
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    twists
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Grid, Pattern};
    use crate::pdb::memory::TableBuffer;

    #[test]
    fn coordinates_follow_moves_and_number_the_inverse_cube() {
        let grid = Grid::new(Pattern::Corners);
        let bound = CornerBound::new(Arc::new(TableBuffer::zeroed(44_089_920).unwrap().freeze()));
        let (mut cube, mut coord) = (Cubies::SOLVED, CornerCoord::of(&Cubies::SOLVED));
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..5000 {
            let m = Move::new(random.u8(..18)).unwrap();
            cube = cube.then(&MOVE_CUBIES[m.index()]);
            coord = bound.child(coord, m);
            assert_eq!(coord, CornerCoord::of(&cube));
            assert_eq!(coord.index() as u64, grid.index(&cube.inverse()));
        }
    }
}
