//! The first of all short sequences of moves that do the same.
//!
//! Slice turns and turns of faces have products in common, and so have moves that a user makes of others: `R L` does
//! what `M' L2` does. The normal order does not know of it.

use super::Automaton;
use super::learned::learn;
use super::walk::ImplicitGraph;
use crate::puzzle::{MoveIndex, Moves, Shape, Transformation};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// The most sequences of a length that are compared: 128 moves have so many pairs, and it takes milliseconds.
const MOST_COMPARED: u128 = 1 << 14;

/// The longest sequences that are compared.
const LONGEST: usize = 6;

impl Automaton {
    /// The automaton of the sequences that are in this normal order of moves, and contain no short one that does what a
    /// shorter one does, or one of the same length that is before it in the order of the moves. Every position is still
    /// reached by as few moves, and by fewer sequences: a search for one solution needs no others.
    ///
    /// Moves have to cost 1 each, and to be possible everywhere. The first of all sequences that do the same is in
    /// normal order: of two sequences that differ in the order of commuting moves, that one begins with the earlier
    /// move, since moves are numbered generator by generator; and powers are spelled with as few moves as possible. So
    /// both rules keep it.
    ///
    /// # Panics
    /// If a move does not cost 1.
    pub(crate) fn of_first_sequences(self, moves: &Moves, shape: &Shape) -> Self {
        assert!(moves.is_unit(), "sequences are compared by their length");
        let counts = self.words(LONGEST).into_iter();
        let longest = counts.skip(1).take_while(|&count| count <= MOST_COMPARED).count() as u8;
        let puzzle = Transforming { moves, shape, numbers: RefCell::default() };
        match learn(&puzzle, longest, &AtomicBool::new(false), |_| ()) {
            Ok(learned) => self.intersection(&learned),
            // For want of some kilobytes: these sequences are not lost, and not saved.
            Err(_) => self,
        }
    }
}

/// The effects of sequences of moves.
struct Transforming<'a> {
    moves: &'a Moves,
    shape: &'a Shape,
    /// The number of each transformation so far.
    numbers: RefCell<HashMap<Transformation, u128>>,
}

impl ImplicitGraph for Transforming<'_> {
    type Position = Transformation;

    fn letters(&self) -> usize {
        self.moves.len()
    }

    fn start(&self) -> Transformation {
        Transformation::identity(self.shape)
    }

    fn step(&self, position: &Transformation, letter: MoveIndex) -> Transformation {
        position.then(self.shape, &self.moves.moves()[letter.index()].transformation)
    }

    fn key(&self, position: &Transformation) -> u128 {
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len() as u128;
        *numbers.entry(position.clone()).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::or_full;
    use crate::prune::automaton::AutomatonState;
    use crate::puzzle::{Asker, Question, QuestionText};
    use std::collections::HashSet;

    fn question(puzzle: &str, moves: Option<&str>) -> Question {
        let text = QuestionText { moves: moves.map(str::to_owned), ..QuestionText::about(puzzle) };
        text.read(Asker::Stranger).unwrap()
    }

    fn automata(question: &Question) -> [Automaton; 2] {
        let (moves, shape) = (question.moves(), &question.definition().shape);
        let normal = Automaton::in_normal_order(question).unwrap();
        [normal.clone(), normal.of_first_sequences(moves, shape)]
    }

    /// The effects of the accepted sequences of each length.
    fn reached(question: &Question, automaton: &Automaton, longest: usize) -> Vec<HashSet<Transformation>> {
        let (moves, shape) = (question.moves(), &question.definition().shape);
        let mut level = HashSet::from([(Transformation::identity(shape), AutomatonState::START)]);
        let mut all = Vec::new();
        for _ in 0..=longest {
            all.push(level.iter().map(|(position, _)| position.clone()).collect());
            let after = level.iter().flat_map(|(position, state)| {
                automaton.allowed(*state).into_iter().map(|letter| {
                    let by = &moves.moves()[letter.index()].transformation;
                    (position.then(shape, by), automaton.next(*state, letter))
                })
            });
            level = after.collect();
        }
        all
    }

    /// Each one that sequences without rules reach, at its distance; and once, if sequences of this length were
    /// compared.
    #[test]
    fn nothing_is_lost_at_its_distance() {
        for (puzzle, moves, longest) in [
            ("2x2x2", None, or_full(4, 5)),
            ("3x3x3", Some("U,R,F,D,L,B,M=R L',E=U D',S=F B'"), 3),
            ("3x3x3", Some("M=R L',R,L,U2,D2,E=U D'"), or_full(4, 5)),
            ("3x3x3", Some("A=R U R',B=U R U',R,U"), or_full(4, 5)),
            ("pyraminx", None, 4),
        ] {
            let question = question(puzzle, moves);
            let [normal, first] = automata(&question);
            let (before, after) = (normal.words(longest), first.words(longest));
            let free = reached(&question, &Automaton::free(question.moves().len()), longest);
            let mut seen = HashSet::new();
            for (length, (all, own)) in free.iter().zip(reached(&question, &first, longest)).enumerate() {
                let new: HashSet<_> = all.difference(&seen).cloned().collect();
                assert!(new.is_subset(&own), "{puzzle} {moves:?}: {length} moves");
                if length <= LONGEST && before[length] <= MOST_COMPARED {
                    assert_eq!(after[length], new.len() as u128, "{puzzle} {moves:?}: {length} moves");
                }
                seen.extend(new);
            }
        }
    }

    #[test]
    fn slice_turns_have_products_in_common_and_face_turns_only_those_of_the_normal_order() {
        let [normal, first] = automata(&question("3x3x3", Some("U,R,F,D,L,B,M=R L',E=U D',S=F B'")));
        assert_eq!(normal.words(2)[2], 27 * 18 + 3 * 27);
        // Turns of the layers of an axis do 15 things, nine of them in one move; and M2 E2 = E2 M2 and the like.
        assert_eq!(first.words(2)[2], 27 * 18 + 3 * 6 - 3);
        let [normal, first] = automata(&question("3x3x3", None));
        assert!(first.same_language(&normal));
    }
}
