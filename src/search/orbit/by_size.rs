//! The part of the search of any puzzle that depends on the number of bytes of a position, and is translated for each.

use super::coset_space::{Held, TurningCubeSpace};
use super::coset_table::CosetTable;
use super::encoding::Encoding;
use super::pattern_space::{Located, PatternSpace};
use super::patterns::TableBounds;
use super::perimeter::{GrowingPerimeter, Perimeter, Perimeters};
use super::space::{OrbitMoves, OrbitSpace};
use super::steps::InverseMoves;
use super::turning_cube::TurningCube;
#[cfg(target_arch = "x86_64")]
use crate::cube::Avx2;
use crate::cube::{Lanes, Portable};
use crate::puzzle::{Position, Question, Shape};
use crate::search::deepening::Workers;
use crate::search::engine::one_sided::space::Space;
use crate::search::engine::one_sided::{self, Method};
use crate::search::report::{Searched, TaskReport};
use crate::search::statistics::SchedulerStatistics;
use std::sync::Arc;

/// The tree of one length, and those who search it.
pub(super) struct LengthTree<'a> {
    pub shape: &'a Shape,
    pub start: &'a Position,
    pub perimeter: Option<&'a Perimeter>,
    pub tables: Option<TableBounds>,
    pub method: &'a Method<'a>,
    pub all: bool,
    pub workers: &'a Workers<'a>,
    pub bound: u8,
    pub unsolved: bool,
}

/// Searches of positions of some number of bytes.
pub(super) trait BySize: Send + Sync {
    /// The perimeters that all searches share; `None` where there are no bounds.
    fn perimeters(&self) -> Option<&dyn Perimeters>;

    /// The bound of a position by a perimeter.
    fn bound(&self, position: &Position, perimeter: Option<&Perimeter>) -> u8;

    /// Searches a tree.
    fn search(&self, tree: &LengthTree<'_>) -> Searched;
}

/// The bytes of a position of a cube.
pub(super) const CUBE_BYTES: usize = 32;

/// The searches of a question.
pub(super) fn by_size(
    question: &Question,
    encoding: Encoding,
    memory: Option<u64>,
    cube: Option<Arc<TurningCube>>,
) -> Box<dyn BySize> {
    // Each of these is a search of its own, and makes the module for browsers larger: there, some do for more lengths.
    let length = match encoding.len() {
        length if !cfg!(target_family = "wasm") => length,
        0..=CUBE_BYTES => CUBE_BYTES,
        33..=64 => 64,
        _ => Encoding::MOST_BYTES,
    };
    match length {
        0..=16 => Box::new(OrbitSearch::<16>::new(question, encoding, memory)),
        17..=CUBE_BYTES => {
            let search = OrbitSearch::new(question, encoding, memory);
            let with_cosets = |cube: Arc<TurningCube>| -> CosetSearch<CUBE_BYTES> {
                Box::new(move |search, tree, table| search_cosets(search, &cube, tree, table))
            };
            Box::new(OrbitSearch { with_cosets: cube.map(with_cosets), ..search })
        }
        33..=64 => Box::new(OrbitSearch::<64>::new(question, encoding, memory)),
        65..=128 => Box::new(OrbitSearch::<128>::new(question, encoding, memory)),
        129..=256 => Box::new(OrbitSearch::<256>::new(question, encoding, memory)),
        _ => Box::new(OrbitSearch::<{ Encoding::MOST_BYTES }>::new(question, encoding, memory)),
    }
}

/// A search with a table of cosets: only positions of a cube have one, so that it is translated for no others.
type CosetSearch<const N: usize> = Box<dyn Fn(&OrbitSearch<N>, &LengthTree<'_>, &CosetTable) -> Searched + Send + Sync>;

/// The search of positions of at most so many bytes.
struct OrbitSearch<const N: usize> {
    encoding: Encoding,
    of: OrbitMoves<N>,
    growing: Option<GrowingPerimeter<N>>,
    with_cosets: Option<CosetSearch<N>>,
}

impl<const N: usize> OrbitSearch<N> {
    fn new(question: &Question, encoding: Encoding, memory: Option<u64>) -> Self {
        let of = OrbitMoves::new(question, &encoding);
        let growing = memory.map(|memory| {
            let steps = InverseMoves::back(question, &encoding);
            GrowingPerimeter::new(of.targets.all(), steps, memory)
        });
        Self { encoding, of, growing, with_cosets: None }
    }
}

impl<const N: usize> BySize for OrbitSearch<N> {
    fn perimeters(&self) -> Option<&dyn Perimeters> {
        self.growing.as_ref().map(|growing| growing as _)
    }

    fn bound(&self, position: &Position, perimeter: Option<&Perimeter>) -> u8 {
        OrbitSpace { of: &self.of, perimeter }.bound(&self.encoding.node(position))
    }

    fn search(&self, tree: &LengthTree<'_>) -> Searched {
        let &LengthTree { perimeter, method, all, workers, bound, unsolved, .. } = tree;
        let (of, root) = (&self.of, self.encoding.node(tree.start));
        match &tree.tables {
            Some(TableBounds::Cosets(table)) => {
                let search = self.with_cosets.as_ref().expect("tables of cosets are made for cubes alone");
                search(self, tree, table)
            }
            Some(TableBounds::Patterns(bounds)) => {
                let Some(values) = bounds.values(tree.shape, tree.start) else { return unreachable() };
                let space = PatternSpace { of, bounds, perimeter };
                one_sided::search_tree(&space, Located { values, bytes: root }, method, all, workers, bound, unsolved)
            }
            None => one_sided::search_tree(&OrbitSpace { of, perimeter }, root, method, all, workers, bound, unsolved),
        }
    }
}

/// The result where no sequence of moves leads to the goal.
fn unreachable() -> Searched {
    (TaskReport::default(), SchedulerStatistics::default())
}

fn search_cosets(
    search: &OrbitSearch<CUBE_BYTES>,
    cube: &TurningCube,
    tree: &LengthTree<'_>,
    table: &CosetTable,
) -> Searched {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Avx2::detect() {
        return search_with(search, cube, tree, table, avx2);
    }
    search_with(search, cube, tree, table, Portable)
}

fn search_with<L: Lanes>(
    search: &OrbitSearch<CUBE_BYTES>,
    cube: &TurningCube,
    tree: &LengthTree<'_>,
    table: &CosetTable,
    lanes: L,
) -> Searched {
    let Some((pair, frame)) = cube.locate(tree.start) else { return unreachable() };
    let space = TurningCubeSpace::new(&search.of, cube, table, tree.perimeter, lanes);
    let root = Held { bytes: search.encoding.node(tree.start), pair, frame };
    one_sided::search_tree(&space, root, tree.method, tree.all, tree.workers, tree.bound, tree.unsolved)
}
