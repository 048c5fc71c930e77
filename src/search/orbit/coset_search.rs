//! The search of a whole 3x3x3 with a table of cosets.

use super::byte_move::Node;
use super::coset_space::{Held, TurningCubeSpace};
use super::coset_table::CosetTable;
use super::perimeter::Perimeter;
use super::space::OrbitMoves;
use super::turning_cube::TurningCube;
#[cfg(target_arch = "x86_64")]
use crate::cube::Avx2;
use crate::cube::{Lanes, Portable};
use crate::puzzle::Position;
use crate::search::deepening::Workers;
use crate::search::engine::one_sided::{self, Method};
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;

/// The tree of one length, and those who search it.
pub(super) struct CosetTree<'a, const N: usize> {
    pub of: &'a OrbitMoves<N>,
    pub start: &'a Position,
    pub root: Node<N>,
    pub perimeter: Option<&'a Perimeter>,
    pub method: &'a Method<'a>,
    pub all: bool,
    pub workers: &'a Workers<'a>,
    pub bound: u8,
    pub unsolved: bool,
}

/// A search of positions of so many bytes, of which only those of a cube have one: so it is translated for no others.
pub(super) trait CosetSearch<const N: usize>: Send + Sync {
    /// Searches a tree.
    fn search(&self, tree: &CosetTree<'_, N>, table: &CosetTable) -> Searched;
}

/// The bytes of a position of a cube.
pub(super) const CUBE_BYTES: usize = 32;

impl CosetSearch<CUBE_BYTES> for TurningCube {
    fn search(&self, tree: &CosetTree<'_, CUBE_BYTES>, table: &CosetTable) -> Searched {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return search_with(self, tree, table, avx2);
        }
        search_with(self, tree, table, Portable)
    }
}

fn search_with<L: Lanes>(
    cube: &TurningCube,
    tree: &CosetTree<'_, CUBE_BYTES>,
    table: &CosetTable,
    lanes: L,
) -> Searched {
    let Some((pair, frame)) = cube.locate(tree.start) else {
        // No sequence of moves leads to the goal.
        return (TaskReport::default(), SchedulerStatistics::default());
    };
    let space = TurningCubeSpace::new(tree.of, cube, table, tree.perimeter, lanes);
    let root = Held { bytes: tree.root, pair, frame };
    one_sided::search_tree(&space, root, tree.method, tree.all, tree.workers, tree.bound, tree.unsolved)
}
