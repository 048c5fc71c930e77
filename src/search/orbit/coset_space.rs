//! A whole 3x3x3 in a question about any puzzle, with a table of cosets and a perimeter.

use super::byte_move::{Moving, Node, hash};
use super::coset_table::CosetTable;
use super::perimeter::Perimeter;
use super::space::{OrbitMoves, ToMake, in_groups, keep, keep_by_perimeter};
use super::turning_cube::TurningCube;
use crate::cube::Lanes;
use crate::heuristic::{CosetView, CubePair, Cut, Expansion, Probe};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Generation, Space, expand_one};

/// The positions of a question about a cube.
pub(super) struct TurningCubeSpace<'a, const N: usize, L> {
    of: &'a OrbitMoves<N>,
    cube: &'a TurningCube,
    cosets: CosetView<'a>,
    perimeter: Option<&'a Perimeter>,
    lanes: L,
}

/// A position: its bytes, and the cube that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held<const N: usize> {
    pub bytes: Node<N>,
    pub pair: CubePair,
    /// The orientation in which the cube is held.
    pub frame: u8,
}

/// A child, and what is read next of it.
#[derive(Clone, Copy)]
struct Asked {
    child: ToMake,
    pair: CubePair,
    probe: Probe,
}

impl<'a, const N: usize, L: Lanes> TurningCubeSpace<'a, N, L> {
    /// The space of a question.
    pub fn new(
        of: &'a OrbitMoves<N>,
        cube: &'a TurningCube,
        table: &'a CosetTable,
        perimeter: Option<&'a Perimeter>,
        lanes: L,
    ) -> Self {
        Self { of, cube, cosets: table.bound().view(), perimeter, lanes }
    }

    #[inline(always)]
    fn child_pair(&self, node: &Held<N>, by: MoveIndex) -> (CubePair, u8) {
        let step = self.cube.step(node.frame, by.index());
        let cube = self.lanes.then(&node.pair.cube, &step.turn);
        (CubePair { cube, inverse: self.lanes.then(&step.undone, &node.pair.inverse) }, step.frame)
    }
}

/// The expansion of some nodes.
struct Expanding<'a, const N: usize, L> {
    space: &'a TurningCubeSpace<'a, N, L>,
    nodes: &'a [Child<Held<N>>],
    moves: &'a [MoveIndexSet],
    budget: u8,
    children: &'a mut Generation<Held<N>>,
}

impl<const N: usize, L: Lanes> Moving<N> for Expanding<'_, N, L> {
    type Result = Expansion;

    /// Asks the table for the inverse and for the cube, and then the perimeter, each for the children that are left.
    #[inline(always)]
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Expansion {
        let Self { space, nodes, moves, budget, children } = self;
        let TurningCubeSpace { cosets, lanes, .. } = space;
        let reads_table = budget < cosets.layout().far();
        let perimeter = space.perimeter.filter(|perimeter| budget < perimeter.most_bound());
        let (mut lookups, mut cut) = (0, Cut::new(budget));
        let node = |child: ToMake| &nodes[child.parent as usize].node;
        let made = |child: ToMake| after(&node(child).bytes, child.by.index());
        in_groups(
            moves.iter().copied(),
            |child| Asked { child, pair: space.child_pair(node(child), child.by).0, probe: Probe::default() },
            #[inline(always)]
            |asked| {
                let mut count = asked.len();
                for inverse in [true, false].into_iter().filter(|_| reads_table) {
                    for asked in &mut asked[..count] {
                        let side = if inverse { &asked.pair.inverse } else { &asked.pair.cube };
                        asked.probe = cosets.probe(*lanes, side);
                        cosets.prefetch(asked.probe);
                    }
                    lookups += count as u64;
                    count = keep(&mut asked[..count], |asked| cut.keeps(cosets.read(asked.probe)));
                }
                if let Some(perimeter) = perimeter {
                    lookups += count as u64;
                    let hash = |asked: &Asked| hash(&made(asked.child));
                    count = keep_by_perimeter(&mut asked[..count], perimeter, hash, &mut cut);
                }
                for &Asked { child, pair, .. } in &asked[..count] {
                    let frame = space.cube.step(node(child).frame, child.by.index()).frame;
                    children.push(child.parent, Child { by: child.by, node: Held { bytes: made(child), pair, frame } });
                }
            },
        );
        Expansion { lookups, impossible: 0, overshoot: cut.overshoot() }
    }
}

impl<const N: usize, L: Lanes> Space for TurningCubeSpace<'_, N, L> {
    type Node = Held<N>;

    #[inline(always)]
    fn child(&self, node: &Held<N>, by: MoveIndex) -> Option<Held<N>> {
        let (pair, frame) = self.child_pair(node, by);
        Some(Held { bytes: self.of.moves.after(&node.bytes, by.index()), pair, frame })
    }

    fn bound(&self, node: &Held<N>) -> u8 {
        let read = |cube| self.cosets.read(self.cosets.probe(self.lanes, cube));
        let cosets = read(&node.pair.cube).max(read(&node.pair.inverse));
        cosets.max(self.perimeter.map_or(0, |perimeter| perimeter.bound(hash(&node.bytes))))
    }

    fn is_goal(&self, node: &Held<N>, _path: &[MoveIndex]) -> bool {
        self.of.targets.contains(&node.bytes)
    }

    fn key(&self, node: &Held<N>, _path: &[MoveIndex]) -> Key {
        self.of.key(&node.bytes)
    }

    fn expand(&self, node: &Held<N>, moves: MoveIndexSet, budget: u8, children: &mut Vec<Child<Held<N>>>) -> Expansion {
        expand_one(self, node, moves, budget, children)
    }

    #[inline(never)]
    fn expand_all(
        &self,
        nodes: &[Child<Held<N>>],
        moves: &[MoveIndexSet],
        budget: u8,
        children: &mut Generation<Held<N>>,
    ) -> Expansion {
        self.of.moves.run(Expanding { space: self, nodes, moves, budget, children })
    }
}
