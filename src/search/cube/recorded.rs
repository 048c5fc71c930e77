//! Recording the tree of one iteration for simulations.

use crate::cube::{Cube, Cubies, Portable};
use crate::search::control::Control;
use crate::search::cube::solver::Solver;
use crate::search::cube::{CornerSpace, PlainSpace, TableNode, TableSpace};
use crate::search::engine::one_sided::Method;
use crate::search::engine::one_sided::space::Space;
use crate::search::executor::Executor;
use crate::search::simulation::{Detail, Recording, record};

impl Solver {
    /// Records the tree of words of exactly `length` moves, as the search from one end goes through it, without a table of
    /// states: see [`record`]. `None` if it was stopped.
    ///
    /// # Panics
    /// If no word of this length can solve the cube, by its bound alone.
    pub fn record(
        &self,
        cube: &Cubies,
        length: u8,
        detail: Detail,
        control: &Control<'_>,
        executor: &dyn Executor,
    ) -> Option<Recording> {
        let record = Record { solver: self, length, detail, control, executor };
        if let Some(corners) = self.tables.only_corners() {
            let space = CornerSpace::new(corners, &self.turns, cube);
            return record.of(&space, space.root());
        }
        if self.tables.is_empty() {
            let space = PlainSpace::new(self.tables.manhattan.as_ref(), &self.turns, Portable);
            return record.of(&space, Cube::pack(cube));
        }
        record.of(&TableSpace::new(&self.tables, &self.turns, Portable), TableNode::of(cube))
    }
}

struct Record<'a> {
    solver: &'a Solver,
    length: u8,
    detail: Detail,
    control: &'a Control<'a>,
    executor: &'a dyn Executor,
}

impl Record<'_> {
    fn of<S: Space>(&self, space: &S, root: S::Node) -> Option<Recording> {
        let options = self.solver.options();
        let method = Method {
            automaton: &options.automaton,
            duplicates: None,
            kernel: options.kernel,
            scheduler: options.scheduler,
            lengths: (self.length, 1),
        };
        record(space, root, &method, self.length, self.detail, self.control, self.executor)
    }
}
