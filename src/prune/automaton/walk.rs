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
    /// Keys of the positions after each letter that is allowed, for the time of one look-up.
    keys: Vec<u128>,
}

impl<'a, P: Puzzle> Walk<'a, P> {
    /// A walk over the words accepted by an automaton; `seen` holds the keys of all shorter words and has room for one
    /// more for each word of the level.
    pub fn new(puzzle: &'a P, automaton: &'a Automaton, seen: &'a mut KeySet, stop: &'a AtomicBool) -> Self {
        Self { puzzle, automaton, seen, stop, word: Vec::new(), forbidden: Vec::new(), keys: Vec::new() }
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
