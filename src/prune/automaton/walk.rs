//! One level of the breadth-first search for learning, as a depth-first walk.

use super::key_set::KeySet;
use super::{Automaton, AutomatonState};
use crate::puzzle::MoveIndex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The graph of a puzzle from which an automaton can be learned, given by its start and its steps.
///
/// Two words that lead from the start to the same position must lead to the same position from everywhere else. This
/// holds if moves are permutations and a position gives the whole permutation made so far, of corners alone for
/// example; it does not hold if a position gives the places of some edges and nothing of the others.
pub trait ImplicitGraph {
    /// The result of a word.
    type Position: Clone;

    /// Number of letters.
    fn letters(&self) -> usize;

    /// The position after the empty word.
    fn start(&self) -> Self::Position;

    /// The position after one more move.
    fn step(&self, position: &Self::Position, letter: MoveIndex) -> Self::Position;

    /// The whole identity of a position: different positions have different keys.
    fn key(&self, position: &Self::Position) -> u128;
}

/// A walk over the accepted words of one length in the order of the letters. It stores only the forbidden words: making
/// the positions again costs little beside looking up the last ones.
pub(super) struct Walk<'a, P: ImplicitGraph> {
    puzzle: &'a P,
    automaton: &'a Automaton,
    seen: &'a mut KeySet,
    stop: &'a AtomicBool,
    word: Vec<MoveIndex>,
    forbidden: Vec<MoveIndex>,
    /// Keys of the positions after each allowed letter, for the time of one look-up.
    keys: Vec<u128>,
}

impl<'a, P: ImplicitGraph> Walk<'a, P> {
    /// A walk over the words accepted by an automaton; `seen` holds the keys of all shorter words and has room for one
    /// more for each word of the level.
    pub fn new(puzzle: &'a P, automaton: &'a Automaton, seen: &'a mut KeySet, stop: &'a AtomicBool) -> Self {
        Self { puzzle, automaton, seen, stop, word: Vec::new(), forbidden: Vec::new(), keys: Vec::new() }
    }

    /// The words of this length that lead to the same position as an earlier word, one after the other; adds all new
    /// keys to those seen. `None` if stopped.
    pub fn level(mut self, depth: u8) -> Option<Vec<MoveIndex>> {
        let start = self.puzzle.start();
        self.below(&start, AutomatonState::START, depth)?;
        Some(self.forbidden)
    }

    fn below(&mut self, position: &P::Position, state: AutomatonState, remaining: u8) -> Option<()> {
        if remaining == 1 {
            return self.last(position, state);
        }
        for letter in self.automaton.allowed(state) {
            self.word.push(letter);
            let next = self.puzzle.step(position, letter);
            self.below(&next, self.automaton.next(state, letter), remaining - 1)?;
            self.word.pop();
        }
        Some(())
    }

    fn last(&mut self, position: &P::Position, state: AutomatonState) -> Option<()> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let letters = self.automaton.allowed(state);
        self.keys.clear();
        self.keys.extend(letters.into_iter().map(|letter| self.puzzle.key(&self.puzzle.step(position, letter))));
        self.seen.touch(&self.keys);
        for (letter, &key) in letters.into_iter().zip(&self.keys) {
            if !self.seen.insert(key) {
                self.forbidden.extend_from_slice(&self.word);
                self.forbidden.push(letter);
            }
        }
        Some(())
    }
}
