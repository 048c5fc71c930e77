//! The 3x3x3 with any set of tables.

use crate::coord::state_rank;
use crate::cube::{Cubies, FaceTurn, Lanes, PackedCube};
use crate::heuristic::{CornerCoord, CosetBound, CosetView, CubePair, Cut, Expansion, Probe};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::cube::move_table::MoveTable;
use crate::search::cube::tables::TableSet;
use crate::search::engine::one_sided::space::{Child, Space};

/// The whole cube with any set of tables.
pub struct TableSpace<'a, L> {
    tables: &'a TableSet,
    cosets: Option<CosetView<'a>>,
    turns: &'a MoveTable,
    lanes: L,
}

/// A cube, its inverse and, where a corner table is used, its corner coordinates.
#[derive(Clone, Copy, Debug)]
pub struct TableNode {
    pair: CubePair,
    corner: CornerCoord,
}

impl TableNode {
    /// The node of a cube.
    pub fn of(cube: &Cubies) -> Self {
        Self { pair: CubePair::new(PackedCube::pack(cube)), corner: CornerCoord::of(cube) }
    }
}

impl<'a, L: Lanes> TableSpace<'a, L> {
    /// The space with these tables.
    pub fn new(tables: &'a TableSet, turns: &'a MoveTable, lanes: L) -> Self {
        Self { tables, cosets: tables.cosets.as_ref().map(CosetBound::view), turns, lanes }
    }

    #[inline(always)]
    pub(super) fn pair_child(&self, pair: &CubePair, by: MoveIndex) -> CubePair {
        CubePair {
            cube: self.turns.then(self.lanes, &pair.cube, by),
            inverse: self.turns.before(self.lanes, &pair.inverse, by),
        }
    }

    /// The cheap part of an expansion: children that the corners do not rule out.
    #[inline(always)]
    fn expand_corners(
        &self,
        node: &TableNode,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<TableNode>>,
    ) -> Expansion {
        let Some(corners) = &self.tables.corners else {
            children.extend(moves.into_iter().map(|by| Child {
                by,
                node: TableNode { pair: self.pair_child(&node.pair, by), corner: node.corner },
            }));
            return Expansion { lookups: 0, impossible: 0, overshoot: Expansion::NOTHING_CUT };
        };
        corners.expand(node.corner, moves, budget, |by, corner| {
            children.push(Child { by, node: TableNode { pair: self.pair_child(&node.pair, by), corner } });
        })
    }

    /// Drops the children from number `first` on that the Manhattan distance cuts off.
    #[inline(always)]
    fn filter_by_manhattan(&self, budget: u8, first: usize, children: &mut Vec<Child<TableNode>>) -> Expansion {
        let mut cut = Cut::new(budget);
        if let Some(manhattan) = &self.tables.manhattan {
            retain_from(children, first, |_, child| cut.keeps(manhattan.bound(&child.node.pair.cube)));
        }
        Expansion { lookups: 0, impossible: 0, overshoot: cut.overshoot() }
    }

    /// Reads one look-up after the other for all remaining children: the loads of one look-up overlap, and most
    /// children are cut off before the later look-ups.
    #[inline(always)]
    fn filter_by_edges(&self, budget: u8, first: usize, children: &mut Vec<Child<TableNode>>) -> Expansion {
        let mut lookups = 0;
        let mut indices = [0; FaceTurn::COUNT];
        let mut cut = Cut::new(budget);
        for lookup in &self.tables.edges {
            if children.len() == first {
                break;
            }
            for (index, child) in indices.iter_mut().zip(&children[first..]) {
                *index = lookup.index(self.lanes, &child.node.pair);
                lookup.prefetch(*index);
            }
            lookups += (children.len() - first) as u64;
            retain_from(children, first, |i, _| cut.keeps(lookup.bound(indices[i])));
        }
        Expansion { lookups, impossible: 0, overshoot: cut.overshoot() }
    }
}

/// The bounds other than look-ups in tables of corners and edges.
impl<L: Lanes> TableSpace<'_, L> {
    /// Drops the children from number `first` on that a user's own bounds cut off.
    fn filter_by_own(&self, budget: u8, first: usize, children: &mut Vec<Child<TableNode>>) -> Expansion {
        let mut cut = Cut::new(budget);
        if self.tables.has_own() {
            retain_from(children, first, |_, child| cut.keeps(self.own_bound(&child.node)));
        }
        Expansion { lookups: 0, impossible: 0, overshoot: cut.overshoot() }
    }

    fn own_bound(&self, node: &TableNode) -> u8 {
        if !self.tables.has_own() {
            return 0;
        }
        let cube = node.pair.cube.unpack();
        self.tables.own.iter().map(|bound| bound(&cube)).max().unwrap_or(0)
    }
}

/// Both look-ups of the H48 table.
impl<L: Lanes> TableSpace<'_, L> {
    #[inline(always)]
    fn filter_by_cosets(&self, budget: u8, first: usize, children: &mut Vec<Child<TableNode>>) -> Expansion {
        let Some(cosets) = self.cosets else {
            return Expansion { lookups: 0, impossible: 0, overshoot: Expansion::NOTHING_CUT };
        };
        let mut lookups = 0;
        let mut probes = [Probe::default(); FaceTurn::COUNT];
        let mut cut = Cut::new(budget);
        for inverse in [true, false] {
            for (probe, child) in probes.iter_mut().zip(&children[first..]) {
                let CubePair { cube, inverse: back } = &child.node.pair;
                *probe = cosets.probe(self.lanes, if inverse { back } else { cube });
                cosets.prefetch(*probe);
            }
            lookups += (children.len() - first) as u64;
            retain_from(children, first, |i, _| cut.keeps(cosets.read(probes[i])));
        }
        Expansion { lookups, impossible: 0, overshoot: cut.overshoot() }
    }
}

/// Keeps the items from number `first` on that `keep` accepts. `keep` is also given the number of items in between.
#[inline(always)]
fn retain_from<T: Copy>(items: &mut Vec<T>, first: usize, mut keep: impl FnMut(usize, &T) -> bool) {
    let mut kept = first;
    for i in first..items.len() {
        let item = items[i];
        items[kept] = item;
        kept += usize::from(keep(i - first, &item));
    }
    items.truncate(kept);
}

impl<L: Lanes> Space for TableSpace<'_, L> {
    type Node = TableNode;

    #[inline(always)]
    fn child(&self, node: &TableNode, by: MoveIndex) -> Option<TableNode> {
        let corner = self.tables.corners.as_ref().map_or(node.corner, |corners| corners.child(node.corner, by));
        Some(TableNode { pair: self.pair_child(&node.pair, by), corner })
    }

    #[inline(always)]
    fn bound(&self, node: &TableNode) -> u8 {
        let corners = self.tables.corners.as_ref().map_or(0, |corners| corners.bound(node.corner));
        let manhattan = self.tables.manhattan.as_ref().map_or(0, |manhattan| manhattan.bound(&node.pair.cube));
        let edges = self.tables.edges.iter().map(|lookup| lookup.bound(lookup.index(self.lanes, &node.pair)));
        let cosets = self.cosets.map_or(0, |cosets| {
            let read = |cube| cosets.read(cosets.probe(self.lanes, cube));
            read(&node.pair.cube).max(read(&node.pair.inverse))
        });
        edges.fold(corners.max(manhattan).max(cosets), u8::max).max(self.own_bound(node))
    }

    #[inline(always)]
    fn is_goal(&self, node: &TableNode, _path: &[MoveIndex]) -> bool {
        node.pair.cube.is_solved()
    }

    fn key(&self, node: &TableNode, _path: &[MoveIndex]) -> Key {
        state_rank(&node.pair.cube)
    }

    fn class_key(&self, node: &TableNode, _path: &[MoveIndex]) -> (Key, usize) {
        self.turns.class_key(&node.pair.cube)
    }

    #[inline(always)]
    fn expand(
        &self,
        node: &TableNode,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<TableNode>>,
    ) -> Expansion {
        self.lanes.run(|| {
            let first = children.len();
            self.expand_corners(node, moves, budget, children)
                .and(self.filter_by_manhattan(budget, first, children))
                .and(self.filter_by_edges(budget, first, children))
                .and(self.filter_by_cosets(budget, first, children))
                .and(self.filter_by_own(budget, first, children))
        })
    }

    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        self.turns.normal_form(&solution)
    }
}
