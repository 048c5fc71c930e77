//! Any puzzle by its definition, as the goal sees it.

use super::byte_move::{Moving, Node, hash};
use super::byte_moves::ByteMoves;
use super::encoding::{Encoding, Keys};
use super::perimeter::Perimeter;
use super::rules::Rules;
use crate::heuristic::{Cut, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet, Question};
use crate::search::engine::one_sided::space::{Child, Generation, Space, expand_one};
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
        let targets = question.goal().targets().iter().map(|target| encoding.node(target)).collect();
        let costs: Vec<u8> = moves.iter().map(|by| by.cost).collect();
        let moves: Vec<_> = moves.iter().map(|by| encoding.compiled(&by.transformation)).collect();
        Self {
            rules: Rules::new::<N>(question, encoding, &moves),
            moves: ByteMoves::new(moves),
            most_cost: costs.iter().copied().max().unwrap_or(1),
            costs,
            targets: Targets::new(targets),
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
    /// In the order of the goal.
    all: Vec<Node<N>>,
    known: HashSet<Node<N>>,
}

impl<const N: usize> Targets<N> {
    /// # Panics
    /// If there is none.
    pub fn new(all: Vec<Node<N>>) -> Self {
        assert!(!all.is_empty(), "a goal has a position");
        Self { known: all.iter().copied().collect(), all }
    }

    /// Returns whether a position is one of them.
    #[inline(always)]
    pub fn contains(&self, node: &Node<N>) -> bool {
        *node == self.all[0] || self.all.len() > 1 && self.known.contains(node)
    }

    /// All of them, in the order of the goal.
    pub fn all(&self) -> &[Node<N>] {
        &self.all
    }
}

/// The positions of a question with a perimeter or without any bound.
pub(super) struct OrbitSpace<'a, const N: usize> {
    pub of: &'a OrbitMoves<N>,
    pub perimeter: Option<&'a Perimeter>,
}

/// Most children whose lines are requested before the first is read.
const AT_A_TIME: usize = 64;

/// A child that is to be made: the number of its parent, and the move.
#[derive(Clone, Copy)]
pub(super) struct ToMake {
    pub parent: u32,
    pub by: MoveIndex,
}

/// Calls `work` with the children of some states by their moves, in this order, a few at a time; `new` makes each.
#[inline(always)]
pub(super) fn in_groups<T: Copy>(
    moves: impl Iterator<Item = MoveIndexSet>,
    new: impl Fn(ToMake) -> T,
    mut work: impl FnMut(&mut [T]),
) {
    let mut group = [new(ToMake { parent: 0, by: MoveIndex::new(0) }); AT_A_TIME];
    let (mut states, mut parent, mut left) = (moves.zip(0..), 0, MoveIndexSet::EMPTY.into_iter());
    // One call for all groups: it is translated for each length of positions, and long.
    loop {
        let mut count = 0;
        while count < AT_A_TIME {
            if let Some(by) = left.next() {
                group[count] = new(ToMake { parent, by });
                count += 1;
            } else if let Some((moves, number)) = states.next() {
                (left, parent) = (moves.into_iter(), number);
            } else {
                break;
            }
        }
        work(&mut group[..count]);
        if count < AT_A_TIME {
            return;
        }
    }
}

/// Brings those of the first items to the front that are kept; returns their number.
#[inline(always)]
pub(super) fn keep<T: Copy>(items: &mut [T], mut keeps: impl FnMut(&T) -> bool) -> usize {
    let mut kept = 0;
    for at in 0..items.len() {
        items[kept] = items[at];
        kept += usize::from(keeps(&items[at]));
    }
    kept
}

/// As [`keep`], of the items whose bounds in a perimeter are within the budget of a cut.
#[inline(always)]
pub(super) fn keep_by_perimeter<T: Copy>(
    items: &mut [T],
    perimeter: &Perimeter,
    hash: impl Fn(&T) -> u64,
    cut: &mut Cut,
) -> usize {
    let mut hashes = [0; AT_A_TIME];
    for (own, item) in hashes.iter_mut().zip(&*items) {
        *own = hash(item);
        perimeter.ask(*own);
    }
    let mut asked = hashes.iter();
    keep(items, |_| asked.next().is_some_and(|&hash| cut.keeps(perimeter.bound(hash))))
}

/// The expansion of some nodes.
struct Expanding<'a, const N: usize> {
    space: &'a OrbitSpace<'a, N>,
    nodes: &'a [Child<Node<N>>],
    moves: &'a [MoveIndexSet],
    budget: u8,
    children: &'a mut Generation<Node<N>>,
}

impl<const N: usize> Moving<N> for Expanding<'_, N> {
    type Result = Expansion;

    /// Where the perimeter cannot tell which children are within the budget, a child is cut only if no move is left
    /// after its waits.
    #[inline(always)]
    fn run(self, after: impl Fn(&Node<N>, usize) -> Node<N>) -> Expansion {
        let Self { space, nodes, moves, budget, children } = self;
        let OrbitMoves { rules, costs, targets, most_cost, .. } = space.of;
        let perimeter =
            space.perimeter.filter(|perimeter| budget < perimeter.most_bound().saturating_add(most_cost - 1));
        let (mut lookups, mut impossible, mut cut) = (0, 0, Cut::new(budget));
        let possible = nodes.iter().zip(moves).map(|(node, &moves)| {
            let possible = rules.possible(&node.node, moves);
            impossible += (moves.len() - possible.len()) as u64;
            possible
        });
        let made = |ToMake { parent, by }: ToMake| after(&nodes[parent as usize].node, by.index());
        in_groups(
            possible,
            |child| child,
            #[inline(always)]
            |group| {
                let Some(perimeter) = perimeter else {
                    for &mut child in group {
                        let (node, waits) = (made(child), costs[child.by.index()] - 1);
                        if cut.keeps(waits + u8::from(waits == budget && !targets.contains(&node))) {
                            children.push(child.parent, Child { by: child.by, node });
                        }
                    }
                    return;
                };
                let mut hashes = [0; AT_A_TIME];
                for (own, &mut child) in hashes.iter_mut().zip(group.iter_mut()) {
                    *own = hash(&made(child));
                    perimeter.ask(*own);
                }
                lookups += group.len() as u64;
                for (&mut child, &hash) in group.iter_mut().zip(&hashes) {
                    let waits = costs[child.by.index()] - 1;
                    // Few are: to make them again takes less time than to store all of them.
                    if cut.keeps(perimeter.bound(hash).saturating_add(waits)) {
                        children.push(child.parent, Child { by: child.by, node: made(child) });
                    }
                }
            },
        );
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

    fn expand(&self, node: &Node<N>, moves: MoveIndexSet, budget: u8, children: &mut Vec<Child<Node<N>>>) -> Expansion {
        expand_one(self, node, moves, budget, children)
    }

    #[inline(never)]
    fn expand_all(
        &self,
        nodes: &[Child<Node<N>>],
        moves: &[MoveIndexSet],
        budget: u8,
        children: &mut Generation<Node<N>>,
    ) -> Expansion {
        self.of.moves.run(Expanding { space: self, nodes, moves, budget, children })
    }
}
