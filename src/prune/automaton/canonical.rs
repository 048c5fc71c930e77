//! The canonical order of moves: one of all sequences that differ in the order of commuting moves, or in the merging of
//! turns of the same generator.

use super::Automaton;
use crate::cube::{CubeAlphabet, FaceTurn, Metric};
use crate::puzzle::{MoveIndex, MoveIndexSet};

/// The properties of a move that the canonical order depends on.
pub(crate) struct CanonicalMove {
    /// Generators of one class commute: those of one axis.
    pub class: usize,
    /// The part that turns: a face, a layer, a block of layers. Within a class, lower generators turn first.
    pub generator: usize,
    /// True if two of these in a row equal no other move: a clockwise quarter turn in a move set without half turns.
    pub repeats: bool,
}

impl Automaton {
    /// The automaton of the canonical sequences of these moves: in a run of one class each generator turns once, in
    /// ascending order, by one move or by a move that repeats, made twice.
    pub(crate) fn commuting(moves: &[CanonicalMove]) -> Self {
        // The last generator, and whether its move may be repeated.
        let after = |_, context: &Option<(usize, usize, bool)>, letter: MoveIndex| {
            let CanonicalMove { class, generator, repeats } = moves[letter.index()];
            let is_second = context.is_some_and(|(_, last, _)| last == generator);
            let is_allowed = context.is_none_or(|(last_class, last, may_repeat)| match is_second {
                true => may_repeat && repeats,
                false => generator > last || class != last_class,
            });
            is_allowed.then_some(Some((class, generator, repeats && !is_second)))
        };
        Self::explored(moves.len(), MoveIndexSet::EMPTY, None, after).minimized()
    }

    /// The automaton of the canonical sequences of an alphabet; for all moves of a metric, those of
    /// [`CanonicalOrder`](crate::cube::CanonicalOrder).
    ///
    /// If the turns of some face are a set that is not closed under inverses, such as `R` alone, it accepts all
    /// sequences: `R R R` may be a shortest one.
    ///
    /// # Panics
    /// If a move of the alphabet is not one of the metric.
    pub fn canonical(metric: Metric, alphabet: &CubeAlphabet) -> Self {
        assert!(alphabet.moves().iter().all(|&m| metric.moves().contains(m)), "the moves are those of the metric");
        let has = |face: u8, by: u8| FaceTurn::turn(face, by).is_some_and(|m| alphabet.index_of(m).is_some());
        if (0..6).any(|face| has(face, 1) != has(face, 3)) {
            return Self::free(alphabet.moves().len());
        }
        let moves = alphabet.moves().iter().map(|m| CanonicalMove {
            generator: m.face().into(),
            class: (m.face() % 3).into(),
            repeats: m.quarters() == 1 && !has(m.face(), 2),
        });
        Self::commuting(&moves.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::CanonicalOrder;

    /// One state for each face, in quarter turns two, and the start. In half turns a face and the higher one opposite
    /// it differ, and after U, R and F the same moves are allowed as after no others but themselves.
    #[test]
    fn states_of_the_canonical_order() {
        for (metric, states) in [(Metric::HalfTurn, 7), (Metric::QuarterTurn, 13)] {
            let alphabet = CubeAlphabet::face_by_face(metric);
            let automaton = Automaton::canonical(metric, &alphabet);
            let order = CanonicalOrder::of(metric);
            assert_eq!(automaton.states(), states);
            let mut random = fastrand::Rng::with_seed(6);
            for _ in 0..2000 {
                let letters = (0..random.usize(..8))
                    .map(|_| crate::puzzle::MoveIndex::new(random.usize(..alphabet.moves().len())));
                let word: Vec<_> = letters.collect();
                assert_eq!(automaton.accepts(&word), order.accepts(&alphabet.sequence(&word)));
            }
        }
    }
}
