//! One level of the breadth-first search that learns, as a depth-first walk.

use super::key_set::KeySet;
use super::learned::Puzzle;
use super::{Automaton, State};
use crate::puzzle::Letter;
use std::sync::atomic::{AtomicBool, Ordering};

/// A walk over the accepted words of one length in the order of the letters. Nothing is stored of the words but those that
/// turn out to be forbidden: making the positions again costs little beside looking up the last ones.
pub(super) struct Walk<'a, P: Puzzle> {
    puzzle: &'a P,
    automaton: &'a Automaton,
    seen: &'a mut KeySet,
    stop: &'a AtomicBool,
    word: Vec<Letter>,
    forbidden: Vec<Letter>,
}

impl<'a, P: Puzzle> Walk<'a, P> {
    /// A walk over the words accepted by an automaton; `seen` holds the keys of all shorter words and has room for one
    /// more for each word of the level.
    pub fn new(puzzle: &'a P, automaton: &'a Automaton, seen: &'a mut KeySet, stop: &'a AtomicBool) -> Self {
        Self { puzzle, automaton, seen, stop, word: Vec::new(), forbidden: Vec::new() }
    }

    /// The words of this length that lead where an earlier word leads, one after the other, and all new keys added to
    /// those seen; `None` if stopped.
    pub fn level(mut self, depth: u8) -> Option<Vec<Letter>> {
        let start = self.puzzle.start();
        self.below(&start, State::START, depth)?;
        Some(self.forbidden)
    }

    fn below(&mut self, position: &P::Position, state: State, remaining: u8) -> Option<()> {
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

    fn last(&mut self, position: &P::Position, state: State) -> Option<()> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        for letter in self.automaton.allowed(state) {
            if !self.seen.insert(self.puzzle.key(&self.puzzle.step(position, letter))) {
                self.forbidden.extend_from_slice(&self.word);
                self.forbidden.push(letter);
            }
        }
        Some(())
    }
}
