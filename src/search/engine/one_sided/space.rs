//! The interface between kernels and puzzles.

use crate::heuristic::{Cut, Expansion};
use crate::prune::table::Key;
use crate::puzzle::{MoveIndex, MoveIndexSet};

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Child<N> {
    /// The move.
    pub by: MoveIndex,
    /// The state.
    pub node: N,
}

/// The children of several states, in the order of these.
#[derive(Clone, Debug)]
pub struct Generation<N> {
    /// The children.
    pub(in crate::search) children: Vec<Child<N>>,
    /// The number of each one's parent.
    pub(in crate::search) parents: Vec<u32>,
}

impl<N> Default for Generation<N> {
    fn default() -> Self {
        Self { children: Vec::new(), parents: Vec::new() }
    }
}

impl<N> Generation<N> {
    /// Appends a child of the state with number `parent`, which is at least that of the child before.
    #[inline(always)]
    pub fn push(&mut self, parent: u32, child: Child<N>) {
        self.children.push(child);
        self.parents.push(parent);
    }

    /// Removes all children.
    pub(super) fn clear(&mut self) {
        self.children.clear();
        self.parents.clear();
    }
}

/// [`Space::expand`] by way of [`Space::expand_all`], for spaces of which only that is fast.
pub(in crate::search) fn expand_one<S: Space>(
    space: &S,
    node: &S::Node,
    moves: MoveIndexSet,
    budget: u8,
    children: &mut Vec<Child<S::Node>>,
) -> Expansion {
    let node = Child { by: MoveIndex::new(0), node: *node };
    let mut all = Generation { children: std::mem::take(children), parents: Vec::new() };
    let expansion = space.expand_all(&[node], &[moves], budget, &mut all);
    *children = all.children;
    expansion
}

/// States with moves and a lower bound. A search accesses a puzzle through this trait alone: from several threads at
/// the same time, and most often through [`expand_all`](Self::expand_all).
///
/// Answers are proven only if the bound is admissible: it never exceeds the cost of a cheapest solution. Nothing
/// notices one that is not.
///
/// The `path` that some methods get are the moves from the root to the state, for spaces whose nodes do not hold the
/// whole state. A move of cost `c` is followed there by `c - 1` *waits*, the move index after the last move.
pub trait Space: Sync {
    /// A state as the search carries it: small, and without heap memory. It is copied for each child.
    type Node: Copy + Send + Sync + 'static;

    /// Returns the state after a move; `None` if the move is not possible.
    fn child(&self, node: &Self::Node, by: MoveIndex) -> Option<Self::Node>;

    /// Returns the cost of a move, at least 1, and the same in all states.
    #[inline(always)]
    fn cost(&self, _by: MoveIndex) -> u8 {
        1
    }

    /// Returns an admissible lower bound on the cost of solving the state: 0 for a goal, and [`u8::MAX`] for a state
    /// from which no goal can be reached.
    fn bound(&self, node: &Self::Node) -> u8;

    /// Returns whether the state, reached from the root by `path`, is solved.
    fn is_goal(&self, node: &Self::Node, path: &[MoveIndex]) -> bool;

    /// Returns the number of bits of all [keys](Self::key), from 1 to 128; `None` if states have none.
    fn key_bits(&self) -> Option<u32> {
        None
    }

    /// Returns a key that no other state has, for transposition tables: a number below 2 to the power of
    /// [`key_bits`](Self::key_bits).
    ///
    /// # Panics
    /// If states have no keys.
    fn key(&self, _node: &Self::Node, _path: &[MoveIndex]) -> Key {
        panic!("this space has no keys for a transposition table")
    }

    /// The key of one of the state's symmetric images, the same for all of them, and the symmetry that leads there, as
    /// an index into the list for which the [`Contexts`](crate::prune::Contexts) of the search were made. A space
    /// without symmetries returns the state itself.
    #[doc(hidden)]
    fn class_key(&self, node: &Self::Node, path: &[MoveIndex]) -> (Key, usize) {
        (self.key(node, path), 0)
    }

    /// Appends the children that are possible under `moves` and whose bound, with the cost of the move beyond the first
    /// unit, is at most `budget`, in ascending order of the moves.
    ///
    /// A faster version, which asks for all table entries before it reads them for example, keeps exactly the children
    /// that this plain one keeps. It may find a smaller overshoot, but never 0.
    #[inline(always)]
    fn expand(
        &self,
        node: &Self::Node,
        moves: MoveIndexSet,
        budget: u8,
        children: &mut Vec<Child<Self::Node>>,
    ) -> Expansion {
        let (mut cut, mut lookups) = (Cut::new(budget), 0);
        for by in moves {
            let Some(child) = self.child(node, by) else { continue };
            lookups += 1;
            if cut.keeps(self.bound(&child).saturating_add(self.cost(by) - 1)) {
                children.push(Child { by, node: child });
            }
        }
        Expansion { lookups, overshoot: cut.overshoot(), impossible: moves.len() as u64 - lookups }
    }

    /// Appends the children of several states, each with the moves to try, that [`expand`](Self::expand) keeps, in the
    /// order of the states. Returns what the expansions add up to.
    ///
    /// A faster version asks for the table entries of all children before it reads the first: single states often have
    /// too few children to keep the memory busy.
    #[inline(always)]
    fn expand_all(
        &self,
        states: &[Child<Self::Node>],
        moves: &[MoveIndexSet],
        budget: u8,
        children: &mut Generation<Self::Node>,
    ) -> Expansion {
        let Generation { children, parents } = children;
        let mut all = Expansion::NOTHING;
        for ((state, &moves), number) in states.iter().zip(moves).zip(0..) {
            all = all.and(self.expand(&state.node, moves, budget, children));
            parents.resize(children.len(), number);
        }
        all
    }

    /// Returns the unique form of a solution among those that differ by the order of commuting moves, at the same cost;
    /// `None` if it can be shortened. Solutions of the same form count as one.
    fn normal_form(&self, solution: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        Some(solution)
    }
}
