//! The corner database as a lower bound, over two small coordinates with move tables.

use super::expansion::{Cut, Expansion};
use crate::coord::Arrangements;
use crate::cube::geometry::CORNERS;
use crate::cube::{CubeAlphabet, Cubies, FaceTurn, MOVE_CUBIES};
use crate::pdb::spec::entry;
use crate::prefetch::prefetch;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::storage::TableMemory;
use std::sync::Arc;

/// Number of twist vectors.
const TWISTS: usize = 2187;

/// The corners of a cube: the row and cell of the *inverse* cube in the corner table. That is as good as the cube
/// itself, because a full corner configuration and its inverse have the same distance, and a move acts on these two
/// numbers separately: it permutes the slots that they are read from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CornerCoord {
    row: u16,
    cell: u16,
}

/// The corner database with the move tables of an alphabet.
#[derive(Clone)]
pub struct CornerBound {
    table: Arc<TableMemory>,
    /// By arrangement and move index. A row of 32: two cache lines hold all images of an arrangement.
    rows: Arc<[[u16; 32]]>,
    /// By twists and move index.
    cells: Arc<[[u16; FaceTurn::COUNT]]>,
}

impl CornerBound {
    /// Makes the move tables: 40,320 arrangements and 2,187 twists under the moves, a few milliseconds.
    pub fn new(table: Arc<TableMemory>, alphabet: &CubeAlphabet) -> Self {
        let arrangements = Arrangements::new(CORNERS, CORNERS);
        let rows = (0..arrangements.count()).map(|row| {
            let mut pieces = [0; CORNERS];
            arrangements.unrank(row, &mut pieces);
            let mut images = [0; 32];
            for (image, m) in images.iter_mut().zip(alphabet.moves()) {
                let source = MOVE_CUBIES[m.index()].corners;
                *image = arrangements.rank(&source.map(|slot| pieces[usize::from(slot)])) as u16;
            }
            images
        });
        let cells = (0..TWISTS as u16).map(|cell| {
            let cube = Cubies { twists: untwist(cell), ..Cubies::SOLVED };
            let mut images = [0; FaceTurn::COUNT];
            for (image, m) in images.iter_mut().zip(alphabet.moves()) {
                *image = CornerCoord::of(&cube.then(&MOVE_CUBIES[m.index()])).cell;
            }
            images
        });
        Self { table, rows: rows.collect(), cells: cells.collect() }
    }

    /// The coordinates after a move.
    #[inline(always)]
    pub fn child(&self, coord: CornerCoord, by: MoveIndex) -> CornerCoord {
        CornerCoord {
            row: self.rows[usize::from(coord.row)][by.index()],
            cell: self.cells[usize::from(coord.cell)][by.index()],
        }
    }

    /// Starts loading the table entry.
    #[inline(always)]
    fn prefetch(&self, coord: CornerCoord) {
        prefetch(&self.table, coord.index() / 2);
    }

    /// Returns the distance of the corners alone.
    #[inline(always)]
    pub fn bound(&self, coord: CornerCoord) -> u8 {
        entry(&self.table, coord.index() as u64)
    }

    /// Calls `keep` for each child under `letters` whose bound is at most `budget`. All entries are prefetched before
    /// the first one is read.
    #[inline(always)]
    pub fn expand(
        &self,
        coord: CornerCoord,
        letters: MoveIndexSet,
        budget: u8,
        mut keep: impl FnMut(MoveIndex, CornerCoord),
    ) -> Expansion {
        let mut children = [CornerCoord::default(); FaceTurn::COUNT];
        for (child, by) in children.iter_mut().zip(letters) {
            *child = self.child(coord, by);
            self.prefetch(*child);
        }
        let mut cut = Cut::new(budget);
        for (&child, by) in children.iter().zip(letters) {
            if cut.keeps(self.bound(child)) {
                keep(by, child);
            }
        }
        Expansion { lookups: letters.len() as u64, impossible: 0, overshoot: cut.overshoot() }
    }
}

impl CornerCoord {
    /// The coordinates of a cube.
    pub fn of(cube: &Cubies) -> Self {
        let row = Arrangements::new(CORNERS, CORNERS).rank(&cube.corners);
        let cell = cube.twists[..7].iter().rev().fold(0, |cell, &twist| cell * 3 + u16::from((3 - twist) % 3));
        Self { row: row as u16, cell }
    }

    /// A number below 8! * 3^7 that is unique to this configuration of the corners.
    #[inline(always)]
    pub fn index(self) -> usize {
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
    use crate::cube::Metric;
    use crate::storage::TableBuffer;

    #[test]
    fn coordinates_follow_moves_and_number_the_inverse_cube() {
        let grid = Grid::new(Pattern::Corners);
        let alphabet = CubeAlphabet::amount_by_amount(Metric::HalfTurn, [2, 5, 4, 1, 0, 3]);
        let bound = CornerBound::new(Arc::new(TableBuffer::zeroed(44_089_920).unwrap().freeze()), &alphabet);
        let (mut cube, mut coord) = (Cubies::SOLVED, CornerCoord::of(&Cubies::SOLVED));
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..5000 {
            let by = MoveIndex::new(random.usize(..18));
            cube = cube.then(&MOVE_CUBIES[alphabet.turn(by).index()]);
            coord = bound.child(coord, by);
            assert_eq!(coord, CornerCoord::of(&cube));
            assert_eq!(coord.index() as u64, grid.index(&cube.inverse()));
        }
    }
}
