//! The 3x3x3 with pattern databases, as a space to search.

use super::space::{Child, Space};
use crate::cube::geometry::EDGES;
use crate::cube::{CanonicalOrder, Cube, Cubies, Lanes, MOVE_CUBES, MOVE_CUBIES, Metric, MetricKind, Move, MoveSet};
use crate::heuristic::{CornerBound, CornerCoord, CubePair, EdgeLookup};
use crate::pdb::memory::TableMemory;
use crate::pdb::spec::{Pattern, TableSpec};
use std::marker::PhantomData;
use std::sync::Arc;

/// The tables that a solver uses together: its bound is the maximum of theirs.
#[derive(Clone, Default)]
pub struct TableSet {
    metric: Option<MetricKind>,
    corners: Option<CornerBound>,
    edges: Vec<EdgeLookup>,
}

impl TableSet {
    /// Most look-ups taken from one edge table. More cut off more nodes, but each costs a cache miss; measured, see
    /// `docs/performance.md`.
    pub const LOOKUPS_PER_TABLE: usize = 4;

    /// Combines tables, all for one metric, with at most `per_table` look-ups of each edge table.
    ///
    /// # Panics
    /// If the tables are for different metrics: one of them would be no lower bound.
    pub fn new<'t>(tables: impl IntoIterator<Item = &'t (TableSpec, Arc<TableMemory>)>, per_table: usize) -> Self {
        let mut set = Self::default();
        let mut edges: Vec<(u64, EdgeLookup)> = Vec::new();
        for (spec, table) in tables {
            let metric = *set.metric.get_or_insert(spec.metric);
            assert_eq!(spec.metric, metric, "tables of one set are for one metric");
            if spec.pattern == Pattern::Corners {
                set.corners = Some(CornerBound::new(table.clone()));
            }
            let lookups = EdgeLookup::of_table(spec, table);
            edges.extend(lookups.into_iter().take(per_table).map(|lookup| (spec.entries(), lookup)));
        }
        // The larger a table, the higher its bounds: the first look-ups cut off most.
        edges.sort_by_key(|&(entries, _)| std::cmp::Reverse(entries));
        set.edges = edges.into_iter().map(|(_, lookup)| lookup).collect();
        set
    }

    /// The metric of the tables; `None` without tables.
    pub fn metric(&self) -> Option<MetricKind> {
        self.metric
    }

    /// Whether the corner table is the only one.
    pub fn only_corners(&self) -> Option<&CornerBound> {
        self.corners.as_ref().filter(|_| self.edges.is_empty())
    }
}

/// The corners alone: the edges are looked at only where the corners are solved at the right depth.
pub struct CornerSpace<'a, M> {
    bound: &'a CornerBound,
    root: Cubies,
    /// Place of each edge of the root: twice the slot, plus the flip.
    edge_places: [u8; EDGES],
    order: CanonicalOrder,
    metric: PhantomData<M>,
}

impl<'a, M: Metric> CornerSpace<'a, M> {
    /// The space around one cube.
    pub fn new(bound: &'a CornerBound, root: Cubies) -> Self {
        let inverse = root.inverse();
        let edge_places = std::array::from_fn(|piece| inverse.edges[piece] * 2 + inverse.flips[piece]);
        Self { bound, root, edge_places, order: M::ORDER, metric: PhantomData }
    }

    /// Whether `path` brings all edges home. Follows one edge after the other: most paths miss with the first.
    fn solves_edges(&self, path: &[Move]) -> bool {
        self.edge_places.iter().enumerate().all(|(piece, &start)| {
            let place = path.iter().fold(start, |place, m| EDGE_STEPS[m.index()][usize::from(place)]);
            usize::from(place) == 2 * piece
        })
    }

    /// The cube that the space was made for.
    pub fn root(&self) -> CornerCoord {
        CornerCoord::of(&self.root)
    }
}

impl<M: Metric> Space for CornerSpace<'_, M> {
    type Node = CornerCoord;

    #[inline(always)]
    fn order(&self) -> &CanonicalOrder {
        &self.order
    }

    #[inline(always)]
    fn child(&self, node: &CornerCoord, m: Move) -> CornerCoord {
        self.bound.child(*node, m)
    }

    #[inline(always)]
    fn bound(&self, node: &CornerCoord) -> u8 {
        self.bound.bound(*node)
    }

    fn is_goal(&self, node: &CornerCoord, path: &[Move]) -> bool {
        self.bound.bound(*node) == 0 && self.solves_edges(path)
    }

    #[inline(always)]
    fn expand(&self, node: &CornerCoord, moves: MoveSet, budget: u8, children: &mut Vec<Child<CornerCoord>>) -> u64 {
        self.bound.expand(*node, moves, budget, |by, node| children.push(Child { by, node }))
    }
}

/// Where each move takes an edge place (twice the slot, plus the flip).
static EDGE_STEPS: [[u8; 2 * EDGES]; Move::COUNT] = {
    let mut steps = [[0; 2 * EDGES]; Move::COUNT];
    let mut m = 0;
    while m < Move::COUNT {
        let mut target = 0;
        while target < EDGES {
            let (from, flip) = (MOVE_CUBIES[m].edges[target] as usize, MOVE_CUBIES[m].flips[target]);
            steps[m][2 * from] = 2 * target as u8 + flip;
            steps[m][2 * from + 1] = 2 * target as u8 + (1 - flip);
            target += 1;
        }
        m += 1;
    }
    steps
};

/// The whole cube with any set of tables.
pub struct TableSpace<'a, M, L> {
    tables: &'a TableSet,
    lanes: L,
    order: CanonicalOrder,
    metric: PhantomData<M>,
}

/// A cube, its inverse and, where a corner table is used, its corner coordinates.
#[derive(Clone, Copy, Debug)]
pub struct TableNode {
    pair: CubePair,
    corner: CornerCoord,
}

impl<'a, M: Metric, L: Lanes> TableSpace<'a, M, L> {
    /// The space with these tables.
    pub fn new(tables: &'a TableSet, lanes: L) -> Self {
        Self { tables, lanes, order: M::ORDER, metric: PhantomData }
    }

    /// The node of a cube.
    pub fn root(cube: &Cubies) -> TableNode {
        TableNode { pair: CubePair::new(Cube::pack(cube)), corner: CornerCoord::of(cube) }
    }

    #[inline(always)]
    fn pair_child(&self, pair: &CubePair, m: Move) -> CubePair {
        CubePair {
            cube: self.lanes.then(&pair.cube, &MOVE_CUBES[m.index()]),
            inverse: self.lanes.then(&MOVE_CUBES[m.inverse().index()], &pair.inverse),
        }
    }

    /// The cheap part of an expansion: children that the corners do not rule out.
    #[inline(always)]
    fn expand_corners(
        &self,
        node: &TableNode,
        moves: MoveSet,
        budget: u8,
        children: &mut Vec<Child<TableNode>>,
    ) -> u64 {
        let Some(corners) = &self.tables.corners else {
            children.extend(moves.into_iter().map(|by| Child {
                by,
                node: TableNode { pair: self.pair_child(&node.pair, by), corner: node.corner },
            }));
            return 0;
        };
        corners.expand(node.corner, moves, budget, |by, corner| {
            children.push(Child { by, node: TableNode { pair: self.pair_child(&node.pair, by), corner } });
        })
    }

    /// One look-up after the other for all children that are left: the loads of one look-up overlap, and most children
    /// are gone before the later ones are asked.
    #[inline(always)]
    fn filter_by_edges(&self, budget: u8, children: &mut Vec<Child<TableNode>>) -> u64 {
        let mut lookups = 0;
        let mut indices = [0; Move::COUNT];
        for lookup in &self.tables.edges {
            if children.is_empty() {
                break;
            }
            for (index, child) in indices.iter_mut().zip(children.iter()) {
                *index = lookup.index(self.lanes, &child.node.pair);
                lookup.prefetch(*index);
            }
            lookups += children.len() as u64;
            let mut index = indices.iter();
            children.retain(|_| index.next().is_some_and(|&index| lookup.bound(index) <= budget));
        }
        lookups
    }
}

impl<M: Metric, L: Lanes> Space for TableSpace<'_, M, L> {
    type Node = TableNode;

    #[inline(always)]
    fn order(&self) -> &CanonicalOrder {
        &self.order
    }

    #[inline(always)]
    fn child(&self, node: &TableNode, m: Move) -> TableNode {
        let corner = self.tables.corners.as_ref().map_or(node.corner, |corners| corners.child(node.corner, m));
        TableNode { pair: self.pair_child(&node.pair, m), corner }
    }

    #[inline(always)]
    fn bound(&self, node: &TableNode) -> u8 {
        let corners = self.tables.corners.as_ref().map_or(0, |corners| corners.bound(node.corner));
        let edges = self.tables.edges.iter().map(|lookup| lookup.bound(lookup.index(self.lanes, &node.pair)));
        edges.fold(corners, u8::max)
    }

    #[inline(always)]
    fn is_goal(&self, node: &TableNode, _path: &[Move]) -> bool {
        node.pair.cube.is_solved()
    }

    #[inline(always)]
    fn expand(&self, node: &TableNode, moves: MoveSet, budget: u8, children: &mut Vec<Child<TableNode>>) -> u64 {
        self.lanes.run(|| {
            let lookups = self.expand_corners(node, moves, budget, children);
            lookups + self.filter_by_edges(budget, children)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Avx2, Context, HalfTurn, Portable, QuarterTurn};
    use crate::pdb::build::build;
    use crate::pdb::spec::EdgeSet;
    use std::convert::Infallible;
    use std::sync::atomic::AtomicBool;

    fn tables(metric: MetricKind) -> TableSet {
        let edges = |names| Pattern::Edges(EdgeSet::parse(names).unwrap());
        let patterns = [Pattern::Corners, edges("UR,UF,UL,UB,FR"), edges("DR,DF,BL")];
        let built = patterns.map(|pattern| {
            let spec = TableSpec { pattern, metric };
            let (table, _) = build(&spec, None, &AtomicBool::new(false), |_| Ok::<(), Infallible>(())).unwrap();
            (spec, Arc::new(table.freeze()))
        });
        TableSet::new(&built, 3)
    }

    /// The plain expansion that `Space` defines, whatever a space has in its place.
    struct Plain<'a, S>(&'a S);

    impl<S: Space> Space for Plain<'_, S> {
        type Node = S::Node;
        fn order(&self) -> &CanonicalOrder {
            self.0.order()
        }
        fn child(&self, node: &S::Node, m: Move) -> S::Node {
            self.0.child(node, m)
        }
        fn bound(&self, node: &S::Node) -> u8 {
            self.0.bound(node)
        }
        fn is_goal(&self, node: &S::Node, path: &[Move]) -> bool {
            self.0.is_goal(node, path)
        }
    }

    /// Walks at random and compares, at every node and for every budget, the children kept.
    fn same_children<S: Space>(space: &S, root: S::Node) {
        let mut random = fastrand::Rng::with_seed(9);
        let (mut node, mut context) = (root, Context::START);
        for _ in 0..300 {
            let moves = space.order().allowed(context);
            for budget in 0..14 {
                let (mut fast, mut plain) = (Vec::new(), Vec::new());
                space.expand(&node, moves, budget, &mut fast);
                Plain(space).expand(&node, moves, budget, &mut plain);
                let kept =
                    |children: &[Child<S::Node>]| -> Vec<Move> { children.iter().map(|child| child.by).collect() };
                assert_eq!(kept(&fast), kept(&plain));
            }
            let m = moves.into_iter().nth(random.usize(..moves.len())).unwrap();
            node = space.child(&node, m);
            context = space.order().next(context, m);
        }
    }

    fn compare<M: Metric>() {
        let tables = tables(M::KIND);
        let cube = Cubies::SOLVED;
        let corners = CornerSpace::<M>::new(tables.corners.as_ref().unwrap(), cube);
        same_children(&corners, corners.root());
        same_children(&TableSpace::<M, _>::new(&tables, Portable), TableSpace::<M, Portable>::root(&cube));
        if let Some(avx2) = Avx2::detect() {
            same_children(&TableSpace::<M, _>::new(&tables, avx2), TableSpace::<M, Avx2>::root(&cube));
        }
    }

    #[test]
    fn fast_expansions_keep_the_children_of_the_plain_one() {
        compare::<HalfTurn>();
        compare::<QuarterTurn>();
    }

    #[test]
    fn edges_are_followed_home() {
        let tables = tables(MetricKind::HalfTurn);
        let mut random = fastrand::Rng::with_seed(10);
        for _ in 0..100 {
            let word: Vec<Move> = (0..20).filter_map(|_| Move::new(random.u8(..18))).collect();
            let cube = Cubies::after(&word);
            let space = CornerSpace::<HalfTurn>::new(tables.corners.as_ref().unwrap(), cube);
            let back: Vec<Move> = word.iter().rev().map(|m| m.inverse()).collect();
            for length in 0..=back.len() {
                let edges = cube.then(&Cubies::after(&back[..length]));
                let home = edges.edges == Cubies::SOLVED.edges && edges.flips == Cubies::SOLVED.flips;
                assert_eq!(space.solves_edges(&back[..length]), home);
            }
        }
    }
}
