//! The 3x3x3 with tables and user-supplied lower bounds.

use super::Heuristic;
use crate::cube::Portable;
use crate::heuristic::{Cut, Expansion};
use crate::notation::Cube;
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::{Child, Space, TableNode, TableSet, TableSpace, Turns};
use std::sync::Arc;

/// [`TableSpace`] with more bounds: each heuristic is applied to the children that the tables have not cut off.
pub struct BoundedSpace<'a> {
    inner: TableSpace<'a, Portable>,
    own: &'a [Arc<dyn Heuristic>],
}

impl<'a> BoundedSpace<'a> {
    /// The space with these tables and heuristics.
    pub fn new(tables: &'a TableSet, turns: &'a Turns, own: &'a [Arc<dyn Heuristic>]) -> Self {
        Self { inner: TableSpace::new(tables, turns, Portable), own }
    }

    fn own_bound(&self, node: &TableNode) -> u8 {
        let cube = Cube::from(node.pair().cube.unpack());
        self.own.iter().map(|heuristic| heuristic.lower_bound(&cube)).max().unwrap_or(0)
    }
}

impl Space for BoundedSpace<'_> {
    type Node = TableNode;

    fn child(&self, node: &TableNode, by: MoveIndex) -> TableNode {
        self.inner.child(node, by)
    }

    fn bound(&self, node: &TableNode) -> u8 {
        self.inner.bound(node).max(self.own_bound(node))
    }

    fn is_goal(&self, node: &TableNode, path: &[MoveIndex]) -> bool {
        self.inner.is_goal(node, path)
    }

    fn key(&self, node: &TableNode, path: &[MoveIndex]) -> Key {
        self.inner.key(node, path)
    }

    fn class_key(&self, node: &TableNode, path: &[MoveIndex]) -> (Key, usize) {
        self.inner.class_key(node, path)
    }

    fn expand(
        &self,
        node: &TableNode,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<TableNode>>,
    ) -> Expansion {
        let first = children.len();
        let of_tables = self.inner.expand(node, moves, budget, children);
        let mut cut = Cut::new(budget);
        let mut number = 0;
        children.retain(|child| {
            number += 1;
            number <= first || cut.keeps(self.own_bound(&child.node))
        });
        of_tables.and(Expansion { lookups: 0, overshoot: cut.overshoot() })
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.inner.normal_form(solution)
    }
}
