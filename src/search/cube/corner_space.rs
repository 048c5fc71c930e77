//! The 3x3x3 with the corner database alone.

use crate::coord::state_rank;
use crate::cube::geometry::EDGES;
use crate::cube::{Cubies, PackedCube};
use crate::heuristic::{CornerBound, CornerCoord, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::cube::move_table::MoveTable;
use crate::search::engine::one_sided::space::{Child, Space};

/// The corners alone: the edges are examined only where the corners are solved at the right depth, or where a
/// transposition table needs the identity of the state.
pub struct CornerSpace<'a> {
    bound: &'a CornerBound,
    turns: &'a MoveTable,
    root: PackedCube,
    corners: CornerCoord,
    /// Place of each edge of the root: twice the slot, plus the flip.
    edge_places: [u8; EDGES],
}

impl<'a> CornerSpace<'a> {
    /// The space around one cube.
    pub fn new(bound: &'a CornerBound, turns: &'a MoveTable, root: &Cubies) -> Self {
        let inverse = root.inverse();
        let edge_places = std::array::from_fn(|piece| inverse.edges[piece] * 2 + inverse.flips[piece]);
        Self { bound, turns, root: PackedCube::pack(root), corners: CornerCoord::of(root), edge_places }
    }

    /// Returns whether `path` solves all edges. Follows one edge after the other: most paths miss with the first.
    pub(super) fn solves_edges(&self, path: &[MoveIndex]) -> bool {
        self.edge_places.iter().enumerate().all(|(piece, &start)| {
            let place = path.iter().fold(start, |place, &by| self.turns.edge_step(place, by));
            usize::from(place) == 2 * piece
        })
    }

    /// The cube for which the space was made.
    pub fn root(&self) -> CornerCoord {
        self.corners
    }
}

impl Space for CornerSpace<'_> {
    type Node = CornerCoord;

    #[inline(always)]
    fn child(&self, node: &CornerCoord, by: MoveIndex) -> Option<CornerCoord> {
        Some(self.bound.child(*node, by))
    }

    #[inline(always)]
    fn bound(&self, node: &CornerCoord) -> u8 {
        self.bound.bound(*node)
    }

    fn is_goal(&self, node: &CornerCoord, path: &[MoveIndex]) -> bool {
        self.bound.bound(*node) == 0 && self.solves_edges(path)
    }

    fn key(&self, _node: &CornerCoord, path: &[MoveIndex]) -> Key {
        state_rank(&self.turns.after(&self.root, path))
    }

    fn class_key(&self, _node: &CornerCoord, path: &[MoveIndex]) -> (Key, usize) {
        self.turns.class_key(&self.turns.after(&self.root, path))
    }

    #[inline(always)]
    fn expand(
        &self,
        node: &CornerCoord,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<CornerCoord>>,
    ) -> Expansion {
        self.bound.expand(*node, moves, budget, |by, node| children.push(Child { by, node }))
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.turns.normal_form(&solution)
    }
}
