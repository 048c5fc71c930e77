//! The search of a whole 3x3x3 with a table of cosets.

use super::coset_space::{CosetSpace, Held};
use super::coset_table::CosetTable;
use super::engine::OrbitEngine;
use super::turning_cube::TurningCube;
#[cfg(target_arch = "x86_64")]
use crate::cube::Avx2;
use crate::cube::{Lanes, Portable};
use crate::search::engine::one_sided;
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;

/// A search of positions of so many bytes, of which only those of a cube have one: so it is translated for no others.
pub(super) trait CosetSearch<const N: usize>: Send + Sync {
    /// Searches the tree of one length.
    fn search(&self, engine: &OrbitEngine<'_, N>, table: &CosetTable, bound: u8, unsolved: bool) -> Searched;
}

/// The bytes of a position of a cube.
pub(super) const CUBE_BYTES: usize = 32;

impl CosetSearch<CUBE_BYTES> for TurningCube {
    fn search(&self, engine: &OrbitEngine<'_, CUBE_BYTES>, table: &CosetTable, bound: u8, unsolved: bool) -> Searched {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return search_with(self, engine, table, bound, unsolved, avx2);
        }
        search_with(self, engine, table, bound, unsolved, Portable)
    }
}

fn search_with<L: Lanes>(
    cube: &TurningCube,
    engine: &OrbitEngine<'_, CUBE_BYTES>,
    table: &CosetTable,
    bound: u8,
    unsolved: bool,
    lanes: L,
) -> Searched {
    let Some((pair, frame)) = cube.locate(engine.start) else {
        // No sequence of moves leads to the goal.
        return (TaskReport::default(), SchedulerStatistics::default());
    };
    let space = CosetSpace::new(engine.of, cube, table, engine.perimeter.as_deref(), lanes);
    let root = Held { bytes: engine.root, pair, frame };
    one_sided::search_tree(&space, root, engine.method, engine.all, engine.workers, bound, unsolved)
}
