//! Any puzzle by its definition, as the goal sees it.

use super::byte_move::{ByteMoves, Moving, Node, hash};
use super::encoding::{Encoding, Keys};
use super::perimeter::Perimeter;
use super::rules::Rules;
use crate::heuristic::{Cut, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet, Question};
use crate::search::engine::one_sided::space::{Child, Space};
use std::collections::HashSet;

/// The moves and the goal of a question, as a search needs them.
pub(super) struct OrbitMoves<const N: usize> {
    /// The moves.
    pub moves: ByteMoves<N>,
    /// The cost of each move.
    pub costs: Vec<u8>,
    /// The greatest cost.
    pub most_cost: u8,
    /// Rules that forbid positions.
    pub rules: Rules,
    /// The goal positions.
    pub targets: Targets<N>,
    /// The keys of positions, if they fit.
    pub keys: Option<Keys>,
}

impl<const N: usize> OrbitMoves<N> {
    /// Those of a question.
    pub fn new(question: &Question, encoding: &Encoding) -> Self {
        let moves = question.moves().moves();
        let targets = question.goal().targets().iter().map(|target| encoding.node(target));
        let costs: Vec<u8> = moves.iter().map(|by| by.cost).collect();
        let moves: Vec<_> = moves.iter().map(|by| encoding.compiled(&by.transformation)).collect();
        Self {
            rules: Rules::new::<N>(question, encoding, &moves),
            moves: ByteMoves::new(moves),
            most_cost: costs.iter().copied().max().unwrap_or(1),
            costs,
            targets: Targets::new(targets.collect()),
            keys: encoding.keys(),
        }
    }

    /// The key of a position.
    ///
    /// # Panics
    /// If the keys of positions do not fit.
    pub fn key(&self, node: &Node<N>) -> Key {
        self.keys.as_ref().expect("transposition tables are refused where keys do not fit").key(node)
    }
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
    /// The children by possible moves where the perimeter cannot tell which are within the budget: without one, a child is
    /// cut only if no move is left after its waits.
    #[inline(always)]
    fn keep_all(
        &self,
        child: impl Fn(MoveIndex) -> Node<N>,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Node<N>>>,
    ) -> Cut {
        let mut cut = Cut::new(budget);
        for by in moves {
            let node = child(by);
            let waits = self.of.costs[by.index()] - 1;
            if cut.keeps(waits + u8::from(waits == budget && !self.of.targets.contains(&node))) {
                children.push(Child { by, node });
            }
        }
        cut
    }
}

/// Children whose lines are requested before the first is read.
pub(super) const AT_A_TIME: usize = 32;

/// Brings those of the first items to the front that are kept; returns their number.
#[inline(always)]
pub(super) fn keep<T: Copy>(items: &mut [T], count: usize, mut keeps: impl FnMut(&T) -> bool) -> usize {
    let mut kept = 0;
    for at in 0..count {
        items[kept] = items[at];
        kept += usize::from(keeps(&items[at]));
    }
    kept
}

/// As [`keep`], of the items whose bounds in a perimeter are within the budget of a cut.
#[inline(always)]
pub(super) fn keep_by_perimeter<T: Copy>(
    items: &mut [T; AT_A_TIME],
    count: usize,
    perimeter: &Perimeter,
    hash: impl Fn(&T) -> u64,
    cut: &mut Cut,
) -> usize {
    let mut hashes = [0; AT_A_TIME];
    for (own, item) in hashes.iter_mut().zip(&items[..count]) {
        *own = hash(item);
        perimeter.ask(*own);
    }
    let mut asked = hashes.iter();
    keep(items, count, |_| asked.next().is_some_and(|&hash| cut.keeps(perimeter.bound(hash))))
}

/// The expansion of a node.
struct Expanding<'a, const N: usize> {
    space: &'a OrbitSpace<'a, N>,
    node: &'a Node<N>,
    moves: MoveIndexSet,
    budget: u8,
    children: &'a mut Vec<Child<Node<N>>>,
}

impl<const N: usize> Moving<N> for Expanding<'_, N> {
    type Result = Expansion;

    #[inline(always)]
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Expansion {
        let (space, node, children) = (self.space, self.node, self.children);
        let child = |by: MoveIndex| after(node, by.index());
        let possible = space.of.rules.possible(node, self.moves);
        let impossible = (self.moves.len() - possible.len()) as u64;
        let Some(perimeter) = space.perimeter.filter(|perimeter| {
            let most = perimeter.most_bound().saturating_add(space.of.most_cost - 1);
            self.budget < most
        }) else {
            let overshoot = space.keep_all(child, possible, self.budget, children).overshoot();
            return Expansion { lookups: 0, impossible, overshoot };
        };
        let (mut lookups, mut cut) = (0, Cut::new(self.budget));
        let mut moves = possible.into_iter();
        loop {
            // Some children first, and requests for their lines, so that the lines are loaded at the same time.
            let (mut asked, mut hashes) = ([MoveIndex::new(0); AT_A_TIME], [0; AT_A_TIME]);
            let mut count = 0;
            for (by, (asked, own)) in moves.by_ref().take(AT_A_TIME).zip(asked.iter_mut().zip(&mut hashes)) {
                (*asked, *own) = (by, hash(&child(by)));
                perimeter.ask(*own);
                count += 1;
            }
            for (&by, &hash) in asked.iter().zip(&hashes).take(count) {
                let waits = space.of.costs[by.index()] - 1;
                // Few are: to make them again takes less time than to store all of them.
                if cut.keeps(perimeter.bound(hash).saturating_add(waits)) {
                    children.push(Child { by, node: child(by) });
                }
            }
            lookups += count as u64;
            if count < AT_A_TIME {
                break;
            }
        }
        Expansion { lookups, impossible, overshoot: cut.overshoot() }
    }
}

impl<const N: usize> Space for OrbitSpace<'_, N> {
    type Node = Node<N>;

    #[inline(always)]
    fn child(&self, node: &Node<N>, by: MoveIndex) -> Option<Node<N>> {
        Some(self.of.moves.after(node, by.index())).filter(|child| self.of.rules.is_legal(child))
    }

    #[inline(always)]
    fn cost(&self, by: MoveIndex) -> u8 {
        self.of.costs[by.index()]
    }

    fn bound(&self, node: &Node<N>) -> u8 {
        match self.perimeter {
            Some(perimeter) => perimeter.bound(hash(node)),
            None => u8::from(!self.of.targets.contains(node)),
        }
    }

    fn is_goal(&self, node: &Node<N>, _path: &[MoveIndex]) -> bool {
        self.of.targets.contains(node)
    }

    fn key(&self, node: &Node<N>, _path: &[MoveIndex]) -> Key {
        self.of.key(node)
    }

    #[inline]
    fn expand(&self, node: &Node<N>, moves: MoveIndexSet, budget: u8, children: &mut Vec<Child<Node<N>>>) -> Expansion {
        self.of.moves.run(Expanding { space: self, node, moves, budget, children })
    }
}
