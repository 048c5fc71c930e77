//! Learning which move sequences are redundant, from a space.

use crate::prune::Automaton;
use crate::prune::automaton::{self, ImplicitGraph, LearnError, Level};
use crate::puzzle::MoveIndex;
use crate::search::engine::one_sided::space::Space;
use std::sync::atomic::AtomicBool;

/// Learns the automaton that rejects every sequence of at most `depth` moves that leads to the same state as an earlier
/// one, and all sequences that contain one: with one solution asked for, a search by it finds a cheapest one (L. A.
/// Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search", 1993). It loses others.
///
/// This is sound where moves are permutations, all of them always possible, and a state holds the whole permutation
/// that the moves have made: sequences that do the same from `start` must do the same from everywhere. It keeps the
/// keys of all states within `depth` moves in memory, 16 bytes each and more. `report` is called for each level.
///
/// # Errors
/// If the states do not fit into memory, or `stop` is raised.
///
/// # Panics
/// If a move is not possible or costs more than 1, or states have no keys.
pub fn learn<S: Space>(
    space: &S,
    moves: usize,
    start: S::Node,
    depth: u8,
    stop: &AtomicBool,
    report: impl FnMut(Level),
) -> Result<Automaton, LearnError> {
    assert!((0..moves).all(|by| space.cost(MoveIndex::new(by)) == 1), "each move costs 1");
    automaton::learn(&Walked { space, moves, start }, depth, stop, report)
}

/// A space around a state, as the walk of the learner sees it.
struct Walked<'a, S: Space> {
    space: &'a S,
    moves: usize,
    start: S::Node,
}

impl<S: Space> ImplicitGraph for Walked<'_, S> {
    type Position = S::Node;

    fn letters(&self) -> usize {
        self.moves
    }

    fn start(&self) -> S::Node {
        self.start
    }

    fn step(&self, node: &S::Node, by: MoveIndex) -> S::Node {
        self.space.child(node, by).expect("moves are always possible")
    }

    fn key(&self, node: &S::Node) -> u128 {
        self.space.key(node, &[])
    }
}
