//! Any puzzle by its definition, with the tables of some patterns and a perimeter.

use super::byte_move::{Moving, Node, hash};
use super::pattern_bounds::{PatternBounds, Values};
use super::perimeter::Perimeter;
use super::space::{OrbitMoves, ToMake, in_groups, keep, keep_by_perimeter};
use crate::heuristic::{Cut, Expansion};
use crate::pdb::orbits::Begun;
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Generation, Space, expand_one};

/// The positions of a question in which every move costs 1 and may always be made.
pub(super) struct PatternSpace<'a, const N: usize> {
    pub of: &'a OrbitMoves<N>,
    pub bounds: &'a PatternBounds,
    pub perimeter: Option<&'a Perimeter>,
}

/// A position: its bytes, and its values in the coordinates of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Located<const N: usize> {
    pub values: Values,
    pub bytes: Node<N>,
}

/// A child, and its entry in the table that is read next.
#[derive(Clone, Copy)]
struct Asked {
    child: ToMake,
    values: Values,
    begun: Begun,
    entry: u64,
}

/// The expansion of some nodes.
struct Expanding<'a, const N: usize> {
    space: &'a PatternSpace<'a, N>,
    nodes: &'a [Child<Located<N>>],
    moves: &'a [MoveIndexSet],
    budget: u8,
    children: &'a mut Generation<Located<N>>,
}

impl<const N: usize> Moving<N> for Expanding<'_, N> {
    type Result = Expansion;

    /// Asks one table after the other, and then the perimeter, each for the children that are left.
    #[inline(always)]
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Expansion {
        let Self { space: &PatternSpace { bounds, perimeter, .. }, nodes, moves, budget, children } = self;
        let reads_tables = budget < bounds.most();
        let perimeter = perimeter.filter(|perimeter| budget < perimeter.most_bound());
        let (mut lookups, mut cut) = (0, Cut::new(budget));
        let node = |child: ToMake| &nodes[child.parent as usize].node;
        let made = |child: ToMake| after(&node(child).bytes, child.by.index());
        in_groups(
            moves.iter().copied(),
            |child| Asked { child, values: Values::default(), begun: Begun::default(), entry: 0 },
            #[inline(always)]
            |asked| {
                let mut count = asked.len();
                for table in 0..bounds.len() {
                    for Asked { child, values, begun, .. } in &mut asked[..count] {
                        *begun = bounds.begin(table, &node(*child).values, values, child.by.index());
                    }
                    for Asked { values, begun, entry, .. } in &mut asked[..count] {
                        *entry = bounds.finish(table, *begun, values);
                    }
                    if reads_tables {
                        lookups += count as u64;
                        count = keep(&mut asked[..count], |asked| cut.keeps(bounds.entry(table, asked.entry)));
                    }
                }
                if let Some(perimeter) = perimeter {
                    lookups += count as u64;
                    let hash = |asked: &Asked| hash(&made(asked.child));
                    count = keep_by_perimeter(&mut asked[..count], perimeter, hash, &mut cut);
                }
                for &Asked { child, values, .. } in &asked[..count] {
                    children.push(child.parent, Child { by: child.by, node: Located { values, bytes: made(child) } });
                }
            },
        );
        Expansion { lookups, impossible: 0, overshoot: cut.overshoot() }
    }
}

impl<const N: usize> Space for PatternSpace<'_, N> {
    type Node = Located<N>;

    #[inline(always)]
    fn child(&self, node: &Located<N>, by: MoveIndex) -> Option<Located<N>> {
        let mut values = node.values;
        for table in 0..self.bounds.len() {
            self.bounds.step(table, &node.values, &mut values, by.index());
        }
        Some(Located { values, bytes: self.of.moves.after(&node.bytes, by.index()) })
    }

    fn bound(&self, node: &Located<N>) -> u8 {
        let perimeter = self.perimeter.map_or(0, |perimeter| perimeter.bound(hash(&node.bytes)));
        self.bounds.bound(&node.values).max(perimeter)
    }

    fn is_goal(&self, node: &Located<N>, _path: &[MoveIndex]) -> bool {
        self.of.targets.contains(&node.bytes)
    }

    fn key(&self, node: &Located<N>, _path: &[MoveIndex]) -> Key {
        self.of.key(&node.bytes)
    }

    fn expand(
        &self,
        node: &Located<N>,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Located<N>>>,
    ) -> Expansion {
        expand_one(self, node, moves, budget, children)
    }

    #[inline(never)]
    fn expand_all(
        &self,
        nodes: &[Child<Located<N>>],
        moves: &[MoveIndexSet],
        budget: u8,
        children: &mut Generation<Located<N>>,
    ) -> Expansion {
        self.of.moves.run(Expanding { space: self, nodes, moves, budget, children })
    }
}
