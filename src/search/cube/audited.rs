//! A search that does not trust its tables.

use crate::cube::Portable;
use crate::heuristic::{CubePair, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::cube::{MoveTable, TableNode, TableSet, TableSpace};
use crate::search::engine::one_sided::space::{Child, Space};

/// [`TableSpace`] with checks: every entry that an expansion reads is compared with those of all its neighbours. The
/// exact distances of two states one move apart differ by at most one, and an entry that is too high by more than that
/// contradicts all of them.
pub struct AuditedSpace<'a> {
    inner: TableSpace<'a, Portable>,
    tables: &'a TableSet,
    moves: MoveIndexSet,
}

impl<'a> AuditedSpace<'a> {
    /// The space with these tables.
    pub fn new(tables: &'a TableSet, turns: &'a MoveTable, moves: MoveIndexSet) -> Self {
        Self { inner: TableSpace::new(tables, turns, Portable), tables, moves }
    }

    /// Compares the entries of a node, in all tables of corners and edges, with those of its neighbours.
    fn audit(&self, node: &TableNode) {
        for by in self.moves {
            let next = self.inner.child(node, by);
            if let Some(corners) = &self.tables.corners {
                let of = |node: &TableNode| (node.corner().index(), corners.bound(node.corner()));
                compare("corners", of(node), of(&next));
            }
            for (name, lookup) in self.tables.edge_names.iter().zip(&self.tables.edges) {
                let of = |pair: &CubePair| {
                    let index = lookup.index(Portable, pair);
                    (index, lookup.bound(index))
                };
                // An entry that belongs to the inverse cube has the neighbours of the inverse.
                let next = if lookup.is_of_inverse() {
                    self.inner.pair_child(&node.pair().swapped(), by).swapped()
                } else {
                    *next.pair()
                };
                compare(name, of(node.pair()), of(&next));
            }
        }
    }
}

/// # Panics
/// If two neighbouring entries differ by more than one.
fn compare(table: &str, (index, value): (usize, u8), (neighbour, next): (usize, u8)) {
    assert!(
        value.abs_diff(next) <= 1,
        "the table {table} contradicts itself: entry {index} holds {value}, and entry {neighbour}, one move away, {next}"
    );
}

impl Space for AuditedSpace<'_> {
    type Node = TableNode;

    fn child(&self, node: &TableNode, by: MoveIndex) -> TableNode {
        self.inner.child(node, by)
    }

    fn bound(&self, node: &TableNode) -> u8 {
        self.audit(node);
        self.inner.bound(node)
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

    /// Returns and counts the same children as the space without an audit.
    fn expand(
        &self,
        node: &TableNode,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<TableNode>>,
    ) -> Expansion {
        moves.into_iter().for_each(|by| self.audit(&self.inner.child(node, by)));
        self.inner.expand(node, moves, budget, children)
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.inner.normal_form(solution)
    }
}
