//! The partition of an automaton's states into classes that accept the same words.

use super::{Automaton, AutomatonState};
use crate::puzzle::MoveIndexSet;

/// The class of each state; classes are numbered by their first members.
///
/// Moore's refinement ("Gedanken-experiments on sequential machines", 1956): states are equivalent at first if they
/// allow the same letters, and are separated as long as some letter leads to separated states. A round is one pass over
/// the states with a hash table of representatives; there are at most as many rounds as letters needed to distinguish
/// two states, which is few for automata made from short forbidden words.
pub(super) fn partition(automaton: &Automaton) -> Vec<u32> {
    let mut class = vec![0; automaton.states()];
    let mut classes = 0;
    loop {
        let (refined, count) = refine(automaton, &class);
        class = refined;
        if count == classes {
            return class;
        }
        classes = count;
    }
}

/// Splits classes by the classes of the next states; returns the new classes and their number.
fn refine(automaton: &Automaton, class: &[u32]) -> (Vec<u32>, u32) {
    let mut refined = vec![0; class.len()];
    let mut table = vec![NOBODY; (class.len() * 2).next_power_of_two()];
    let mut count = 0;
    for state in (0..class.len() as u32).map(AutomatonState::new) {
        let view = View { automaton, class, state };
        let mut slot = view.hash() as usize & (table.len() - 1);
        refined[state.index()] = loop {
            match table[slot] {
                NOBODY => {
                    table[slot] = state.index() as u32;
                    count += 1;
                    break count - 1;
                }
                other if view.is_like(AutomatonState::new(other)) => break refined[other as usize],
                _ => slot = (slot + 1) & (table.len() - 1),
            }
        };
    }
    (refined, count)
}

/// An empty place in the table of representatives.
const NOBODY: u32 = u32::MAX;

/// The properties that distinguish a state from others in one round.
struct View<'a> {
    automaton: &'a Automaton,
    class: &'a [u32],
    state: AutomatonState,
}

impl View<'_> {
    fn hash(&self) -> u64 {
        let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(29);
        let allowed = self.allowed().bits();
        let start = mix(mix(mix(0, allowed as u64), (allowed >> 64) as u64), u64::from(self.class[self.state.index()]));
        let hash = self.next(self.state).fold(start, |hash, class| mix(hash, u64::from(class)));
        mix(hash, 0)
    }

    fn allowed(&self) -> MoveIndexSet {
        self.automaton.allowed(self.state)
    }

    /// Classes of the states after a state.
    fn next(&self, state: AutomatonState) -> impl Iterator<Item = u32> {
        self.automaton
            .allowed(state)
            .into_iter()
            .map(move |letter| self.class[self.automaton.next(state, letter).index()])
    }

    fn is_like(&self, other: AutomatonState) -> bool {
        self.class[self.state.index()] == self.class[other.index()]
            && self.allowed() == self.automaton.allowed(other)
            && self.next(self.state).eq(self.next(other))
    }
}
