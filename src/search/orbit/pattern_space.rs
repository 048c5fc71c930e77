//! Any puzzle by its definition, as the tables of some patterns see it.

use super::pattern_bounds::{PatternBounds, Values};
use crate::heuristic::{Cut, Expansion};
use crate::pdb::orbits::Begun;
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Space};

/// The positions of a question in which every move costs 1 and may always be made, as values in the coordinates of
/// tables. They do not tell all of a position: that is found by the moves that led to it.
pub(super) struct PatternSpace<'a> {
    pub bounds: &'a PatternBounds,
    /// Returns whether a sequence of moves from the start leads to the goal.
    pub is_goal: &'a (dyn Fn(&[MoveIndex]) -> bool + Sync),
    /// The key of the position after a sequence of moves from the start.
    pub key: &'a (dyn Fn(&[MoveIndex]) -> Key + Sync),
}

/// Children whose lines are requested before the first is read.
const AT_A_TIME: usize = 32;

/// A child, and its entry in the table that is read next.
#[derive(Clone, Copy)]
struct Asked {
    by: MoveIndex,
    values: Values,
    begun: Begun,
    entry: u64,
}

impl PatternSpace<'_> {
    /// The values after a move.
    #[inline(always)]
    fn after(&self, node: &Values, by: MoveIndex) -> Values {
        let mut values = *node;
        for table in 0..self.bounds.len() {
            self.bounds.step(table, node, &mut values, by.index());
        }
        values
    }
}

impl Space for PatternSpace<'_> {
    type Node = Values;

    #[inline(always)]
    fn child(&self, node: &Values, by: MoveIndex) -> Option<Values> {
        Some(self.after(node, by))
    }

    fn bound(&self, node: &Values) -> u8 {
        self.bounds.bound(node)
    }

    fn is_goal(&self, node: &Values, path: &[MoveIndex]) -> bool {
        self.bounds.bound(node) == 0 && (self.is_goal)(path)
    }

    fn key(&self, _node: &Values, path: &[MoveIndex]) -> Key {
        (self.key)(path)
    }

    /// Asks one table after the other, each for the children that are left.
    fn expand(&self, node: &Values, moves: MoveIndexSet, budget: u8, children: &mut Vec<Child<Values>>) -> Expansion {
        if budget >= self.bounds.most() {
            children.extend(moves.into_iter().map(|by| Child { by, node: self.after(node, by) }));
            return Expansion { lookups: 0, impossible: 0, overshoot: Expansion::NOTHING_CUT };
        }
        let (mut lookups, mut cut) = (0, Cut::new(budget));
        let mut asked = [Asked { by: MoveIndex::new(0), values: *node, begun: Begun::default(), entry: 0 }; AT_A_TIME];
        let mut moves = moves.into_iter();
        loop {
            let mut count = 0;
            for (by, asked) in moves.by_ref().take(AT_A_TIME).zip(&mut asked) {
                asked.by = by;
                count += 1;
            }
            let taken = count;
            for table in 0..self.bounds.len() {
                for asked in &mut asked[..count] {
                    asked.begun = self.bounds.begin(table, node, &mut asked.values, asked.by.index());
                }
                for asked in &mut asked[..count] {
                    asked.entry = self.bounds.finish(table, asked.begun, &mut asked.values);
                }
                lookups += count as u64;
                let mut kept = 0;
                for at in 0..count {
                    asked[kept] = asked[at];
                    kept += usize::from(cut.keeps(self.bounds.entry(table, asked[at].entry)));
                }
                count = kept;
            }
            children.extend(asked[..count].iter().map(|asked| Child { by: asked.by, node: asked.values }));
            if taken < AT_A_TIME {
                return Expansion { lookups, impossible: 0, overshoot: cut.overshoot() };
            }
        }
    }
}
