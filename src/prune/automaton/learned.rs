//! Learning from a puzzle which words are redundant.
//!
//! After L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in depth-first search" (AAAI 1993): a breadth-first
//! search finds all words up to some length that lead to the same position as an earlier word, and a finite automaton
//! then rejects every word that contains one of them.
//!
//! Earlier means shortlex: shorter, or of the same length and before it in the order of the letters. Call a word
//! *first* if no earlier word leads to the same position. The forbidden words are the shortest redundant ones: those
//! that are not first though all their proper factors are.
//!
//! **No position is lost.** Let `w` be the first word of a position, and `w = x u y`. If some `v` earlier than `u` led
//! to the same position as `u`, `x v y` would lead to the same position as `w` and be earlier than `w`. So every factor
//! of a first word is first, no first word is rejected, and every position is still reached at its true depth, wherever
//! a search starts. All its other words are lost: a search for *all* optimal solutions needs another automaton. The
//! argument requires that words that are the same from the start are the same from everywhere ([`ImplicitGraph`]), and
//! that no two positions are confused: keys are compared whole, never by a hash alone.
//!
//! The search visits only words that the automaton of the previous levels accepts, in order, so that the first word
//! that leads to a new position is its first word: on each level, `words` of the automaton is the number of positions.
//!
//! Measured on the 3x3x3, letters face by face (the test `figures`):
//!
//! | moves, length | processor time | memory | forbidden words | states | bytes |
//! |---|---|---|---|---|---|
//! | half turns, 4 | < 0.01 s | 1 MB | 96 | 28 | 2 kB |
//! | half turns, 5 | 0.04 s | 12 MB | 2151 | 1933 | 155 kB |
//! | half turns, 6 | 0.8 s | 170 MB | 27 770 | 14 014 | 1.1 MB |
//! | half turns, 7 | 14.5 s | 2.2 GB | 229 148 | 123 602 | 9.9 MB |
//! | quarter turns, 6 | 0.07 s | 20 MB | 780 | 1344 | 75 kB |
//! | quarter turns, 7 | 0.9 s | 190 MB | 10 588 | 14 464 | 0.8 MB |
//! | quarter turns, 8 | 8.4 s | 1.7 GB | 78 652 | 101 645 | 5.7 MB |

use super::Automaton;
use super::key_set::KeySet;
use super::walk::{ImplicitGraph, Walk};
use crate::puzzle::MoveIndex;
use crate::storage::OutOfMemory;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The reason why learning ended early.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum LearnError {
    /// The positions do not fit into memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The stop flag was raised.
    #[error("interrupted after level {depth}")]
    Interrupted {
        /// Last finished level.
        depth: u8,
    },
}

/// A finished level of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Length of the words.
    pub depth: u8,
    /// Positions first reached by them.
    pub positions: u64,
    /// Forbidden words of this length.
    pub forbidden: u64,
    /// States of the automaton that rejects all forbidden words so far.
    pub states: usize,
}

/// Learns the automaton that rejects all words of at most `depth` letters that are not the first of their position, and
/// all words that contain one. `report` is called for each level.
///
/// # Errors
/// If the positions do not fit into memory, or `stop` is raised.
pub fn learn<P: ImplicitGraph>(
    puzzle: &P,
    depth: u8,
    stop: &AtomicBool,
    mut report: impl FnMut(Level),
) -> Result<Automaton, LearnError> {
    let letters = puzzle.letters();
    let mut automaton = Automaton::free(letters);
    let mut seen = KeySet::with_room(1)?;
    seen.insert(puzzle.key(&puzzle.start()));
    // By length, one after the other in one vector each.
    let mut forbidden: Vec<Vec<MoveIndex>> = Vec::new();
    for depth in 1..=depth {
        let candidates = candidates(&automaton, depth);
        seen.reserve(candidates)?;
        let words = Walk::new(puzzle, &automaton, &mut seen, stop).level(depth);
        let words = words.ok_or(LearnError::Interrupted { depth: depth - 1 })?;
        let found = (words.len() / usize::from(depth)) as u64;
        forbidden.push(words);
        if found > 0 {
            automaton = Automaton::avoiding(letters, by_length(&forbidden));
        }
        report(Level { depth, positions: candidates - found, forbidden: found, states: automaton.states() });
    }
    Ok(automaton)
}

/// Approximate peak memory of learning with this many positions up to the last level: the memory of their keys, which
/// is most of it.
pub fn memory_for(positions: u64) -> u64 {
    KeySet::bytes_for(positions)
}

/// Number of words of a level that must be examined.
fn candidates(automaton: &Automaton, depth: u8) -> u64 {
    let words = automaton.words(usize::from(depth));
    u64::try_from(words[usize::from(depth)]).unwrap_or(u64::MAX)
}

/// The words of all lengths, one by one.
fn by_length(words: &[Vec<MoveIndex>]) -> impl Iterator<Item = &[MoveIndex]> {
    words.iter().enumerate().flat_map(|(i, words)| words.chunks_exact(i + 1))
}
