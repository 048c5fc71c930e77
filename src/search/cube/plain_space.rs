//! The 3x3x3 without tables.

use crate::coord::state_rank;
use crate::cube::{Lanes, PackedCube};
use crate::heuristic::{Cut, Expansion, Manhattan};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::cube::move_table::MoveTable;
use crate::search::engine::one_sided::space::{Child, Space};

/// The plain cube, with the Manhattan distance or no bound at all.
pub struct PlainSpace<'a, L> {
    manhattan: Option<&'a Manhattan>,
    turns: &'a MoveTable,
    lanes: L,
}

impl<'a, L: Lanes> PlainSpace<'a, L> {
    /// The space of an alphabet.
    pub fn new(manhattan: Option<&'a Manhattan>, turns: &'a MoveTable, lanes: L) -> Self {
        Self { manhattan, turns, lanes }
    }

    /// The cube after a move.
    #[inline(always)]
    pub(crate) fn after(&self, cube: &PackedCube, by: MoveIndex) -> PackedCube {
        self.turns.then(self.lanes, cube, by)
    }
}

impl<L: Lanes> Space for PlainSpace<'_, L> {
    type Node = PackedCube;

    #[inline(always)]
    fn child(&self, node: &PackedCube, by: MoveIndex) -> Option<PackedCube> {
        Some(self.after(node, by))
    }

    /// Returns at least 1 for an unsolved cube, even without a heuristic: it needs a move.
    #[inline(always)]
    fn bound(&self, node: &PackedCube) -> u8 {
        match self.manhattan {
            Some(manhattan) => manhattan.bound(node).max(u8::from(!node.is_solved())),
            None => u8::from(!node.is_solved()),
        }
    }

    #[inline(always)]
    fn is_goal(&self, node: &PackedCube, _path: &[MoveIndex]) -> bool {
        node.is_solved()
    }

    fn key(&self, node: &PackedCube, _path: &[MoveIndex]) -> Key {
        state_rank(node)
    }

    fn class_key(&self, node: &PackedCube, _path: &[MoveIndex]) -> (Key, usize) {
        self.turns.class_key(node)
    }

    #[inline(always)]
    fn expand(
        &self,
        node: &PackedCube,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<PackedCube>>,
    ) -> Expansion {
        self.lanes.run(|| {
            let mut cut = Cut::new(budget);
            for by in moves {
                let child = self.after(node, by);
                if cut.keeps(self.bound(&child)) {
                    children.push(Child { by, node: child });
                }
            }
            Expansion { lookups: 0, impossible: 0, overshoot: cut.overshoot() }
        })
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.turns.normal_form(&solution)
    }
}
