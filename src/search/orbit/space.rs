//! Any puzzle by its definition, as the goal sees it.

use super::encoding::{ByteMove, Node, hash};
use super::perimeter::Perimeter;
use crate::heuristic::{Cut, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};
use crate::search::engine::one_sided::space::{Child, Space};
use std::collections::HashSet;

/// The moves and the goal of a question, as a search needs them.
pub(super) struct OrbitMoves<const N: usize> {
    /// What each move does.
    pub moves: Vec<ByteMove>,
    /// What each move costs.
    pub costs: Vec<u8>,
    /// Bytes, and the values that they must not have.
    pub forbidden: Vec<(usize, [bool; 256])>,
    /// The goal positions.
    pub targets: Targets<N>,
    /// The number of values of each byte, if the key of a position fits.
    pub radices: Option<Vec<usize>>,
}

/// Goal positions: often a single one.
pub(super) struct Targets<const N: usize> {
    first: Node<N>,
    all: HashSet<Node<N>>,
}

impl<const N: usize> Targets<N> {
    /// # Panics
    /// If there is none.
    pub fn new(all: HashSet<Node<N>>) -> Self {
        Self { first: *all.iter().next().expect("a goal has a position"), all }
    }

    /// Returns whether a position is one of them.
    #[inline(always)]
    pub fn contains(&self, node: &Node<N>) -> bool {
        *node == self.first || self.all.len() > 1 && self.all.contains(node)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Node<N>> {
        self.all.iter()
    }
}

/// The positions of a question with a perimeter or without any bound.
pub(super) struct OrbitSpace<'a, const N: usize> {
    pub of: &'a OrbitMoves<N>,
    pub perimeter: Option<&'a Perimeter>,
}

impl<const N: usize> OrbitSpace<'_, N> {
    #[inline(always)]
    fn is_legal(&self, node: &Node<N>) -> bool {
        self.of.forbidden.iter().all(|(byte, values)| !values[usize::from(node[*byte])])
    }

    /// The children without a perimeter: with moves left after their waits, all of them are within the budget.
    fn expand_plainly(
        &self,
        node: &Node<N>,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Node<N>>>,
    ) -> Expansion {
        let (mut cut, mut possible) = (Cut::new(budget), 0);
        for by in moves {
            let Some(child) = self.child(node, by) else { continue };
            possible += 1;
            let waits = self.cost(by) - 1;
            if cut.keeps(waits + u8::from(waits == budget && !self.of.targets.contains(&child))) {
                children.push(Child { by, node: child });
            }
        }
        Expansion { lookups: 0, impossible: moves.len() as u64 - possible, overshoot: cut.overshoot() }
    }

    #[inline(always)]
    fn bound_of_hash(&self, node: &Node<N>, hash: u64) -> u8 {
        match self.perimeter {
            Some(perimeter) => perimeter.bound(hash),
            None => u8::from(!self.of.targets.contains(node)),
        }
    }
}

impl<const N: usize> Space for OrbitSpace<'_, N> {
    type Node = Node<N>;

    #[inline(always)]
    fn child(&self, node: &Node<N>, by: MoveIndex) -> Option<Node<N>> {
        Some(self.of.moves[by.index()].apply(node)).filter(|child| self.is_legal(child))
    }

    #[inline(always)]
    fn cost(&self, by: MoveIndex) -> u8 {
        self.of.costs[by.index()]
    }

    fn bound(&self, node: &Node<N>) -> u8 {
        self.bound_of_hash(node, hash(node))
    }

    fn is_goal(&self, node: &Node<N>, _path: &[MoveIndex]) -> bool {
        self.of.targets.contains(node)
    }

    /// # Panics
    /// If the keys of positions do not fit.
    fn key(&self, node: &Node<N>, _path: &[MoveIndex]) -> Key {
        let radices = self.of.radices.as_ref().expect("transposition tables are refused where keys do not fit");
        radices.iter().zip(node).fold(0, |key, (&radix, &value)| key * radix as u128 + u128::from(value))
    }

    /// Makes all children first and asks for their lines, so that the lines are loaded at the same time.
    #[inline]
    fn expand(&self, node: &Node<N>, moves: MoveIndexSet, budget: u8, children: &mut Vec<Child<Node<N>>>) -> Expansion {
        if self.perimeter.is_none() {
            return self.expand_plainly(node, moves, budget, children);
        }
        let start = children.len();
        let mut hashes = [0; MoveIndex::LIMIT];
        let mut count = 0;
        for by in moves {
            let Some(child) = self.child(node, by) else { continue };
            hashes[count] = hash(&child);
            if let Some(perimeter) = self.perimeter {
                perimeter.ask(hashes[count]);
            }
            count += 1;
            children.push(Child { by, node: child });
        }
        let mut cut = Cut::new(budget);
        let mut kept = start;
        for (number, &hash) in hashes[..count].iter().enumerate() {
            let child = children[start + number];
            let bound = self.bound_of_hash(&child.node, hash);
            children[kept] = child;
            kept += usize::from(cut.keeps(bound.saturating_add(self.cost(child.by) - 1)));
        }
        children.truncate(kept);
        Expansion { lookups: count as u64, impossible: (moves.len() - count) as u64, overshoot: cut.overshoot() }
    }
}
