//! Any puzzle by its definition, with the tables of some patterns and a perimeter.

use super::byte_move::{Moving, Node, hash};
use super::pattern_bounds::{PatternBounds, Values};
use super::perimeter::Perimeter;
use super::space::{AT_A_TIME, OrbitMoves, keep, keep_by_perimeter};
use crate::heuristic::{Cut, Expansion};
use crate::pdb::orbits::Begun;
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Space};

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
    by: MoveIndex,
    values: Values,
    begun: Begun,
    entry: u64,
}

/// The expansion of a node.
struct Expanding<'a, const N: usize> {
    space: &'a PatternSpace<'a, N>,
    node: &'a Located<N>,
    moves: MoveIndexSet,
    budget: u8,
    children: &'a mut Vec<Child<Located<N>>>,
}

impl<const N: usize> Moving<N> for Expanding<'_, N> {
    type Result = Expansion;

    /// Asks one table after the other, and then the perimeter, each for the children that are left.
    #[inline(always)]
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Expansion {
        let Self { space, node, budget, children, .. } = self;
        let reads_tables = budget < space.bounds.most();
        let perimeter = space.perimeter.filter(|perimeter| budget < perimeter.most_bound());
        let (mut lookups, mut cut) = (0, Cut::new(budget));
        let new = Asked { by: MoveIndex::new(0), values: node.values, begun: Begun::default(), entry: 0 };
        let mut asked = [new; AT_A_TIME];
        let mut moves = self.moves.into_iter();
        loop {
            let mut count = 0;
            for (by, asked) in moves.by_ref().take(AT_A_TIME).zip(&mut asked) {
                asked.by = by;
                count += 1;
            }
            let taken = count;
            for table in 0..space.bounds.len() {
                for asked in &mut asked[..count] {
                    asked.begun = space.bounds.begin(table, &node.values, &mut asked.values, asked.by.index());
                }
                for asked in &mut asked[..count] {
                    asked.entry = space.bounds.finish(table, asked.begun, &mut asked.values);
                }
                if reads_tables {
                    lookups += count as u64;
                    count = keep(&mut asked, count, |asked| cut.keeps(space.bounds.entry(table, asked.entry)));
                }
            }
            if let Some(perimeter) = perimeter {
                lookups += count as u64;
                let hash = |asked: &Asked| hash(&after(&node.bytes, asked.by.index()));
                count = keep_by_perimeter(&mut asked, count, perimeter, hash, &mut cut);
            }
            children.extend(asked[..count].iter().map(|&Asked { by, values, .. }| {
                let bytes = after(&node.bytes, by.index());
                Child { by, node: Located { values, bytes } }
            }));
            if taken < AT_A_TIME {
                return Expansion { lookups, impossible: 0, overshoot: cut.overshoot() };
            }
        }
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

    #[inline]
    fn expand(
        &self,
        node: &Located<N>,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Located<N>>>,
    ) -> Expansion {
        self.of.moves.run(Expanding { space: self, node, moves, budget, children })
    }
}
