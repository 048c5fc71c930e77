//! Costs of moves, as rules about move sequences.
//!
//! A move of cost `c` is followed by `c - 1` *waits*, a letter after the last move: so a sequence has as many letters
//! as it costs, and engines need to know nothing of costs.

use super::{Automaton, AutomatonState};
use crate::puzzle::{MoveIndex, MoveIndexSet};

impl Automaton {
    /// The minimal automaton of the same sequences of moves, each of which is followed by waits for its cost, given for
    /// each move. Itself if all moves cost 1.
    ///
    /// # Panics
    /// If the number of costs is not that of the letters, a cost is 0, or there is no letter left for the waits.
    pub fn with_costs(self, costs: &[u8]) -> Self {
        assert!(costs.len() == self.letters && !costs.contains(&0), "each move has a cost of at least 1");
        if costs.iter().all(|&cost| cost == 1) {
            return self;
        }
        let wait = MoveIndex::new(self.letters);
        let waits = MoveIndexSet::EMPTY.with(wait);
        let after = |_, &(state, pause): &(AutomatonState, u8), letter: MoveIndex| match letter == wait {
            true => (pause > 0).then(|| (state, pause - 1)),
            false if pause > 0 => None,
            false => Some((self.step(state, letter)?, costs[letter.index()] - 1)),
        };
        Self::explored(self.letters + 1, waits, (AutomatonState::START, 0), after).minimized()
    }

    /// Returns whether a letter is the wait.
    #[inline(always)]
    pub(crate) fn is_wait(&self, letter: MoveIndex) -> bool {
        self.waits.contains(letter)
    }

    /// Returns the wait if it is among the letters that may come next: then it is the only one.
    #[inline(always)]
    pub(crate) fn wait_among(&self, allowed: MoveIndexSet) -> Option<MoveIndex> {
        allowed.intersection(self.waits).into_iter().next()
    }

    /// A sequence of moves with the waits for their costs.
    pub(crate) fn with_waits(&self, moves: Vec<MoveIndex>, cost: impl Fn(MoveIndex) -> u8) -> Vec<MoveIndex> {
        let Some(wait) = self.waits.into_iter().next() else { return moves };
        let waits = |by| std::iter::repeat_n(wait, usize::from(cost(by)) - 1);
        moves.into_iter().flat_map(|by| std::iter::once(by).chain(waits(by))).collect()
    }

    /// A sequence without its waits.
    pub(crate) fn moves_alone(&self, mut sequence: Vec<MoveIndex>) -> Vec<MoveIndex> {
        sequence.retain(|&letter| !self.is_wait(letter));
        sequence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_followed_by_waits_for_its_cost() {
        let [a, b, wait] = [0, 1, 2].map(MoveIndex::new);
        let plain = Automaton::avoiding(2, [&[a, a][..]]);
        assert_eq!(plain.clone().with_costs(&[1, 1]), plain);
        let with_costs = plain.with_costs(&[3, 1]);
        for accepted in [&[][..], &[b, b], &[a, wait, wait, b, a, wait], &[b, a, wait, wait, b]] {
            assert!(with_costs.accepts(accepted), "{accepted:?}");
        }
        for refused in [&[wait][..], &[a, b], &[a, wait, b], &[a, wait, wait, wait], &[a, wait, wait, a], &[b, wait]] {
            assert!(!with_costs.accepts(refused), "{refused:?}");
        }
        let sequence = vec![b, a, wait, wait, b];
        assert_eq!(with_costs.moves_alone(sequence.clone()), [b, a, b]);
        assert_eq!(with_costs.with_waits(vec![b, a, b], |by| [3, 1][by.index()]), sequence);
        // Of three letters: aww, baw, bba and bbb.
        assert_eq!(with_costs.words(3), [1, 2, 3, 4]);
    }
}
