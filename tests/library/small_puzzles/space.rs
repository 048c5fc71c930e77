//! The puzzles as search spaces, and helpers to search them.

use super::puzzle::{Puzzle, Turns};
use cubepdb::internals::{
    heuristic::Expansion,
    prune::{Context, Contexts, table::TranspositionTable},
    puzzle::MoveIndexSet,
};
use cubepdb::{
    puzzles::MoveIndex,
    search::{Automaton, Child, Key, Space, TableStatistics},
};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The keys of states in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Each state by its number.
    Exact,
    /// Symmetric states by the least number among them.
    Classes,
    /// By the lowest bits of its number: wrong.
    Truncated(u32),
}

/// A puzzle with a lower bound.
pub struct Small<'a> {
    pub puzzle: &'a Puzzle,
    pub bound: &'a [u8],
    pub names: Names,
    /// Visits children in an order of its own, as some scheduler with enough workers might.
    pub shuffled: Option<u64>,
    /// The automaton that puts solutions into canonical order, if they are.
    pub canonical: Option<&'a Automaton>,
}

/// A number that looks random.
pub fn mix(seed: u64, value: u64) -> u64 {
    let mixed = (seed ^ value.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 16
}

impl Space for Small<'_> {
    type Node = u16;

    fn child(&self, node: &u16, by: MoveIndex) -> Option<u16> {
        Some(self.puzzle.after(*node, by))
    }

    fn bound(&self, node: &u16) -> u8 {
        self.bound[usize::from(*node)]
    }

    fn is_goal(&self, node: &u16, _path: &[MoveIndex]) -> bool {
        *node == 0
    }

    fn key(&self, node: &u16, _path: &[MoveIndex]) -> Key {
        match self.names {
            Names::Truncated(bits) => Key::from(*node & ((1 << bits) - 1)),
            _ => Key::from(*node),
        }
    }

    fn class_key(&self, node: &u16, path: &[MoveIndex]) -> (Key, usize) {
        match self.names {
            Names::Classes => {
                let (least, symmetry) = self.puzzle.class[usize::from(*node)];
                (Key::from(least), symmetry)
            }
            _ => (self.key(node, path), 0),
        }
    }

    fn expand(&self, node: &u16, letters: MoveIndexSet, budget: u8, children: &mut Vec<Child<u16>>) -> Expansion {
        let before = children.len();
        let expansion = Plain(self).expand(node, letters, budget, children);
        if let Some(seed) = self.shuffled {
            let place = mix(seed, u64::from(*node) << 8 | u64::from(budget)) ^ letters.bits() as u64;
            children[before..].sort_by_key(|child| mix(place, child.by.index() as u64));
        }
        expansion
    }

    fn normal_form(&self, word: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
        match self.canonical {
            Some(automaton) => canonical(self.puzzle, automaton, word),
            None => Some(word),
        }
    }
}

/// The same puzzle with the default expansion of a space.
struct Plain<'a, 'b>(&'a Small<'b>);

impl Space for Plain<'_, '_> {
    type Node = u16;

    fn child(&self, node: &u16, by: MoveIndex) -> Option<u16> {
        self.0.child(node, by)
    }

    fn bound(&self, node: &u16) -> u8 {
        self.0.bound(node)
    }

    fn is_goal(&self, node: &u16, path: &[MoveIndex]) -> bool {
        self.0.is_goal(node, path)
    }

    fn key(&self, node: &u16, path: &[MoveIndex]) -> Key {
        self.0.key(node, path)
    }
}

/// The canonical sequence among those that differ by the order of commuting moves and the form of turns: sorted and
/// merged until it is canonical. `None` if it has become shorter.
pub fn canonical(puzzle: &Puzzle, automaton: &Automaton, mut word: Vec<MoveIndex>) -> Option<Vec<MoveIndex>> {
    let length = word.len();
    while !automaton.accepts(&word) {
        let mut turns: Vec<(usize, usize)> = Vec::new();
        for &letter in &word {
            let (face, exponent) = (puzzle.face(letter), puzzle.exponent(letter));
            let place = turns.iter().rposition(|&(other, _)| !puzzle.commute(face, other)).map_or(0, |place| place + 1);
            match turns[place..].iter().position(|&(other, _)| other >= face) {
                Some(at) if turns[place + at].0 == face => turns[place + at].1 += exponent,
                Some(at) => turns.insert(place + at, (face, exponent)),
                None => turns.push((face, exponent)),
            }
        }
        word = turns.into_iter().flat_map(|(face, exponent)| write_turn(puzzle, face, exponent)).collect();
        if word.len() < length {
            return None;
        }
    }
    Some(word)
}

/// The canonical moves of a power of a generator.
fn write_turn(puzzle: &Puzzle, face: usize, exponent: usize) -> Vec<MoveIndex> {
    let face = &puzzle.faces[face];
    let exponent = exponent % face.order;
    match puzzle.turns {
        _ if exponent == 0 => Vec::new(),
        Turns::Powers => vec![face.letters[exponent - 1]],
        Turns::Quarters if exponent > face.order / 2 => vec![face.letters[1]; face.order - exponent],
        Turns::Quarters | Turns::OneWay => vec![face.letters[0]; exponent],
    }
}

/// A plain table that forgets nothing: the reference for the library's tables.
pub struct WholeTable {
    entries: Mutex<HashMap<Key, Vec<(Context, u8)>>>,
    contexts: Arc<Contexts>,
}

impl WholeTable {
    pub fn new(contexts: Arc<Contexts>) -> Self {
        Self { entries: Mutex::default(), contexts }
    }
}

impl TranspositionTable for WholeTable {
    fn failed(&self, key: Key, context: Context, remaining: u8) -> Option<u8> {
        let entries = self.entries.lock().expect("nobody panics while holding it");
        let speaking = entries.get(&key)?.iter().filter(|&&(stored, _)| self.contexts.covers(stored, context));
        speaking.map(|&(_, failed)| failed).max().filter(|&failed| failed >= remaining)
    }

    fn store(&self, key: Key, context: Context, remaining: u8) {
        self.entries.lock().expect("as above").entry(key).or_default().push((context, remaining));
    }

    fn statistics(&self) -> TableStatistics {
        TableStatistics::default()
    }

    fn clear(&mut self) {
        self.entries.get_mut().expect("as above").clear();
    }
}

/// A table that marks a state as failed when it is first looked up, before its subtree was searched: wrong.
pub struct MarksEarly<'a>(pub &'a dyn TranspositionTable);

impl TranspositionTable for MarksEarly<'_> {
    fn failed(&self, key: Key, context: Context, remaining: u8) -> Option<u8> {
        let failed = self.0.failed(key, context, remaining);
        if failed.is_none() {
            self.0.store(key, context, remaining);
        }
        failed
    }

    fn store(&self, key: Key, context: Context, remaining: u8) {
        self.0.store(key, context, remaining);
    }

    fn statistics(&self) -> TableStatistics {
        self.0.statistics()
    }

    fn clear(&mut self) {
        panic!("each test has a table of its own");
    }
}

/// The solutions that a search for all of them has to find: every accepted sequence of the given lengths that does not
/// pass through a shorter one, in the form and order of the search.
pub fn all_solutions(space: &Small<'_>, automaton: &Automaton, start: u16, lengths: (u8, u8)) -> Vec<Vec<MoveIndex>> {
    let mut known: Vec<Vec<MoveIndex>> = Vec::new();
    for length in lengths.0..=lengths.1 {
        let mut new = Vec::new();
        let flow = super::puzzle::solutions(space.puzzle, automaton, start, length, &mut |word| {
            new.extend(space.normal_form(word.to_vec()));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        new.retain(|word| !known.iter().any(|shorter| shorter.len() < word.len() && word.starts_with(shorter)));
        new.sort();
        new.dedup();
        known.extend(new);
    }
    known
}

/// The first accepted solution of a length in move order.
pub fn first_solution(puzzle: &Puzzle, automaton: &Automaton, start: u16, length: u8) -> Option<Vec<MoveIndex>> {
    let mut first = None;
    let _ = super::puzzle::solutions(puzzle, automaton, start, length, &mut |word| {
        first = Some(word.to_vec());
        ControlFlow::Break(())
    });
    first
}
