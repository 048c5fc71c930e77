//! Operations on automata, and their comparison.

use super::partition::partition;
use super::{Automaton, AutomatonState};
use crate::puzzle::{MoveIndex, MoveIndexSet};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

impl Automaton {
    /// The smallest automaton that accepts the same words. Its states are numbered in breadth-first order from the
    /// start, letters in order, so that automata with the same language become equal.
    pub fn minimized(&self) -> Self {
        let reached = self.numbered_from_start();
        let class = partition(&reached);
        let mut first = vec![None; class.iter().max().map_or(0, |&last| last as usize + 1)];
        for (state, &class) in class.iter().enumerate() {
            first[class as usize].get_or_insert(state);
        }
        let mut quotient = Self::without_states(self.letters, self.waits);
        // The start has class 0: classes are numbered by their first members.
        for state in first.into_iter().flatten().map(|state| AutomatonState::new(state as u32)) {
            let own = AutomatonState::new(class[state.index()]);
            quotient.push_row(reached.allowed(state), |letter| {
                reached.step(state, letter).map_or(own, |next| AutomatonState::new(class[next.index()]))
            });
        }
        quotient.numbered_from_start()
    }

    /// The automaton that accepts the words accepted by both, minimal.
    ///
    /// Two automata that each keep a shortest word of every position may keep different ones, and lose the position
    /// together: intersect only automata that prefer the same words.
    ///
    /// # Panics
    /// If the automata have different numbers of letters.
    pub fn intersection(&self, other: &Self) -> Self {
        assert_eq!(self.letters, other.letters, "automata over one alphabet");
        let first = (AutomatonState::START, AutomatonState::START);
        let after = |_, &(left, right): &(AutomatonState, AutomatonState), letter| {
            Some((self.step(left, letter)?, other.step(right, letter)?))
        };
        Self::explored(self.letters, self.waits, first, after).minimized()
    }

    /// Returns whether both accept the same words.
    pub fn same_language(&self, other: &Self) -> bool {
        let is_within = |one: &Self, other: &Self| one.word_beyond(other).is_none();
        self.letters == other.letters && is_within(self, other) && is_within(other, self)
    }

    /// A shortest word that this automaton accepts and the other rejects; `None` if the other accepts all words of this
    /// one. Walks both at once: takes some dozen bytes for each pair of states, at most as many as the product of their
    /// numbers.
    ///
    /// # Panics
    /// If the automata have different numbers of letters.
    pub fn word_beyond(&self, other: &Self) -> Option<Vec<MoveIndex>> {
        assert_eq!(self.letters, other.letters, "automata over one alphabet");
        let mut pairs = Numbers::new((AutomatonState::START, AutomatonState::START));
        // The predecessor of each pair: the pair before it, and the letter.
        let mut reached_by = vec![(AutomatonState::START, MoveIndex::new(0))];
        let mut done = 0;
        while let Some((own, (left, right))) = pairs.pending(done) {
            for letter in self.allowed(left) {
                if !other.allowed(right).contains(letter) {
                    let mut word = vec![letter];
                    let mut pair = own;
                    while pair != AutomatonState::START {
                        let (before, letter) = reached_by[pair.index()];
                        word.push(letter);
                        pair = before;
                    }
                    word.reverse();
                    return Some(word);
                }
                if pairs.number((self.next(left, letter), other.next(right, letter))).index() == reached_by.len() {
                    reached_by.push((own, letter));
                }
            }
            done += 1;
        }
        None
    }

    /// The states reachable from the start, numbered in breadth-first order.
    fn numbered_from_start(&self) -> Self {
        let after = |_, &state: &AutomatonState, letter| self.step(state, letter);
        Self::explored(self.letters, self.waits, AutomatonState::START, after)
    }

    /// The automaton whose states are all values that can be reached from `first`, in breadth-first order. `after` has
    /// the value behind a letter, `None` if the letter is not accepted after this state, which has a number and a
    /// value.
    pub(super) fn explored<T: Clone + Eq + Hash>(
        letters: usize,
        waits: MoveIndexSet,
        first: T,
        mut after: impl FnMut(AutomatonState, &T, MoveIndex) -> Option<T>,
    ) -> Self {
        let mut values = Numbers::new(first);
        let mut automaton = Self::without_states(letters, waits);
        while let Some((own, value)) = values.pending(automaton.states()) {
            let mut allowed = MoveIndexSet::EMPTY;
            for letter in (0..letters).map(MoveIndex::new) {
                let next = after(own, &value, letter).map(|next| values.number(next));
                allowed = if next.is_some() { allowed.with(letter) } else { allowed };
                automaton.next.push(next.unwrap_or(own));
            }
            automaton.allowed.push(allowed);
        }
        automaton
    }

    /// The state after a letter, if it is accepted.
    pub(super) fn step(&self, state: AutomatonState, letter: MoveIndex) -> Option<AutomatonState> {
        self.allowed(state).contains(letter).then(|| self.next(state, letter))
    }

    /// Adds a state. The caller must add the states after it.
    pub(super) fn push_row(&mut self, allowed: MoveIndexSet, next: impl FnMut(MoveIndex) -> AutomatonState) {
        self.allowed.push(allowed);
        self.next.extend((0..self.letters).map(MoveIndex::new).map(next));
    }
}

/// Numbers values in the order in which they are first met.
pub(super) struct Numbers<T> {
    numbers: HashMap<T, AutomatonState>,
    met: Vec<T>,
}

impl<T: Clone + Eq + Hash> Numbers<T> {
    /// Only `first`, as number 0.
    pub fn new(first: T) -> Self {
        Self { numbers: HashMap::from([(first.clone(), AutomatonState::START)]), met: vec![first] }
    }

    /// The number of a value, a new one if it has none.
    pub fn number(&mut self, thing: T) -> AutomatonState {
        let new = AutomatonState::new(self.met.len() as u32);
        match self.numbers.entry(thing) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(entry) => {
                self.met.push(entry.key().clone());
                *entry.insert(new)
            }
        }
    }

    /// The value after the first `done` ones, with its number.
    pub fn pending(&self, done: usize) -> Option<(AutomatonState, T)> {
        self.met.get(done).map(|thing| (AutomatonState::new(done as u32), thing.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_automaton(random: &mut fastrand::Rng, letters: usize, states: u32) -> Automaton {
        let rows: Vec<_> = (0..states)
            .map(|_| {
                let allowed = MoveIndexSet::from_bits(random.u128(..1 << letters));
                (allowed, (0..letters).map(|_| AutomatonState::new(random.u32(..states))).collect())
            })
            .collect();
        Automaton::new(letters, rows)
    }

    fn words(letters: usize, longest: usize) -> Vec<Vec<MoveIndex>> {
        let mut all = vec![vec![]];
        let mut from = 0;
        for _ in 0..longest {
            let until = all.len();
            for word in from..until {
                for letter in 0..letters {
                    all.push([&all[word][..], &[MoveIndex::new(letter)]].concat());
                }
            }
            from = until;
        }
        all
    }

    /// Two states are distinguished by words shorter than the number of states, so short words decide.
    #[test]
    fn operations_agree_with_the_words() {
        let mut random = fastrand::Rng::with_seed(1);
        let words = words(2, 10);
        for _ in 0..300 {
            let [a, b] = [3, 4].map(|states| random_automaton(&mut random, 2, states));
            let (small, both) = (a.minimized(), a.intersection(&b));
            let same = words.iter().all(|word| a.accepts(word) == b.accepts(word));
            assert_eq!(a.same_language(&b), same);
            assert_eq!(small == b.minimized(), same, "equal languages have equal minimal automata");
            let beyond = words.iter().find(|word| a.accepts(word) && !b.accepts(word));
            assert_eq!(a.word_beyond(&b), beyond.cloned());
            assert!(small.states() <= a.states() && a.same_language(&small) && small.minimized() == small);
            for word in &words {
                assert_eq!(both.accepts(word), a.accepts(word) && b.accepts(word));
            }
        }
    }

    /// Any two states of a minimal automaton accept different words.
    #[test]
    fn minimal_automata_have_no_two_alike() {
        let mut random = fastrand::Rng::with_seed(2);
        let words = words(2, 5);
        for _ in 0..100 {
            let small = random_automaton(&mut random, 2, 5).minimized();
            let accepted: std::collections::HashSet<Vec<bool>> = (0..small.states())
                .map(|state| {
                    words.iter().map(|word| accepts_from(&small, AutomatonState::new(state as u32), word)).collect()
                })
                .collect();
            assert_eq!(accepted.len(), small.states());
        }
    }

    fn accepts_from(automaton: &Automaton, state: AutomatonState, word: &[MoveIndex]) -> bool {
        let end = word.iter().try_fold(state, |state, &letter| {
            automaton.allowed(state).contains(letter).then(|| automaton.next(state, letter))
        });
        end.is_some()
    }

    #[test]
    fn different_alphabets_are_different_languages() {
        assert!(!Automaton::free(2).same_language(&Automaton::free(3)));
        assert_eq!(Automaton::free(3).minimized(), Automaton::free(3));
    }
}
