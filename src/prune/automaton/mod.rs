//! Deterministic automata over move sequences: which move may follow which.
//!
//! There are three ways to make one: write down the redundant sequences ([`Rules`]), list the forbidden words
//! ([`Automaton::avoiding`]), or let a breadth-first search find them ([`learn`]). [`learned_cached`] keeps a learned
//! automaton in a file.

mod avoiding;
mod cache;
mod canonical;
mod commuting;
mod costs;
mod first_sequences;
mod key_set;
mod learned;
mod learned_cube;
mod normal_order;
mod operations;
mod own_rules;
mod partition;
mod rules;
mod soundness;
mod symmetric;
mod walk;

#[cfg(test)]
mod learned_tests;

pub use cache::{Cached, LearnedFrom, learned_cached};
pub use commuting::CommutingClasses;
pub use learned::{LearnError, Level, learn, memory_for};
pub use learned_cube::{FaceTurns, LearnedSpec};
pub(crate) use normal_order::NormalForms;
pub use normal_order::TooManyStates;
pub use own_rules::{OwnRules, UnsoundRules};
pub use rules::{Rules, RulesError, RulesFault};
pub use soundness::lost_position;
pub use walk::ImplicitGraph;

use crate::puzzle::{MoveIndex, MoveIndexSet};

/// A state of an [`Automaton`], which decides the moves that may come next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AutomatonState(u32);

impl AutomatonState {
    /// The state before the first move.
    pub const START: Self = Self(0);

    /// The state with this number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Its number, below the automaton's number of states.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A deterministic automaton that accepts a word until it meets a move that is not allowed. The set of accepted words
/// is closed under taking prefixes and, for every automaton built here, also under taking suffixes: it is the set of
/// words that contain none of some forbidden words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Automaton {
    letters: usize,
    /// The letter that stands for a unit of cost instead of a move, if there is one: see `costs`.
    waits: MoveIndexSet,
    allowed: Vec<MoveIndexSet>,
    /// By state times the number of letters plus letter; the state itself if the letter is not allowed.
    next: Vec<AutomatonState>,
}

impl Automaton {
    /// An automaton from its rows: for each state the letters allowed and, for each letter, the state after it (ignored
    /// if the letter is not allowed). The first row is the start.
    ///
    /// # Panics
    /// If there is no row, a row has the wrong length, or a state does not exist.
    pub fn new(letters: usize, rows: impl IntoIterator<Item = (MoveIndexSet, Vec<AutomatonState>)>) -> Self {
        let mut automaton = Self::without_states(letters, MoveIndexSet::EMPTY);
        for (allowed, next) in rows {
            assert!(next.len() == letters && allowed.is_subset(MoveIndexSet::first(letters)), "a row for each letter");
            let own = AutomatonState::new(automaton.allowed.len() as u32);
            let kept =
                next.into_iter().enumerate().map(|(i, to)| if allowed.contains(MoveIndex::new(i)) { to } else { own });
            automaton.next.extend(kept);
            automaton.allowed.push(allowed);
        }
        assert!(!automaton.allowed.is_empty(), "an automaton has a start");
        assert!(automaton.next.iter().all(|state| state.index() < automaton.allowed.len()), "no state is missing");
        automaton
    }

    /// An automaton to which states are added.
    fn without_states(letters: usize, waits: MoveIndexSet) -> Self {
        Self { letters, waits, allowed: Vec::new(), next: Vec::new() }
    }

    /// The automaton that allows everything.
    pub fn free(letters: usize) -> Self {
        Self::new(letters, [(MoveIndexSet::first(letters), vec![AutomatonState::START; letters])])
    }

    /// Number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.allowed.len()
    }

    /// Memory that it takes, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.next[..]) + size_of_val(&self.allowed[..])
    }

    /// The letters that may come next.
    #[inline(always)]
    pub fn allowed(&self, state: AutomatonState) -> MoveIndexSet {
        self.allowed[state.index()]
    }

    /// The state after an allowed letter.
    #[inline(always)]
    pub fn next(&self, state: AutomatonState, letter: MoveIndex) -> AutomatonState {
        self.next[state.index() * self.letters + letter.index()]
    }

    /// The state after a word, if it is accepted.
    pub fn after(&self, word: &[MoveIndex]) -> Option<AutomatonState> {
        word.iter().try_fold(AutomatonState::START, |state, &letter| {
            self.allowed(state).contains(letter).then(|| self.next(state, letter))
        })
    }

    /// Returns whether a word is accepted.
    pub fn accepts(&self, word: &[MoveIndex]) -> bool {
        self.after(word).is_some()
    }

    /// Number of accepted words of each length from 0 to `longest`: the nodes of a search without lower bounds.
    pub fn words(&self, longest: usize) -> Vec<u128> {
        let mut ways = vec![0u128; self.states()];
        ways[0] = 1;
        let mut counts = vec![1];
        for _ in 0..longest {
            let mut after = vec![0; self.states()];
            for (state, &n) in ways.iter().enumerate().filter(|&(_, &n)| n > 0) {
                let state = AutomatonState::new(state as u32);
                for letter in self.allowed(state) {
                    after[self.next(state, letter).index()] += n;
                }
            }
            counts.push(after.iter().sum());
            ways = after;
        }
        counts
    }
}
