//! The canonical order of face turns as an automaton over any alphabet of the cube.

use super::Automaton;
use super::operations::Numbers;
use crate::cube::{CanonicalOrder, Context, CubeAlphabet, MetricKind};
use crate::puzzle::{Alphabet, LetterSet};

impl Automaton {
    /// The automaton of [`CanonicalOrder`] for a metric.
    pub fn canonical(metric: MetricKind, alphabet: &CubeAlphabet) -> Self {
        let order = CanonicalOrder::of(metric);
        let mut contexts = Numbers::new(Context::START);
        let mut automaton = Self { letters: alphabet.len(), allowed: Vec::new(), next: Vec::new() };
        while let Some((own, context)) = contexts.pending(automaton.states()) {
            let moves = order.allowed(context);
            let allowed: LetterSet = moves.into_iter().filter_map(|m| alphabet.letter(m)).collect();
            automaton.push_row(allowed, |letter| match allowed.contains(letter) {
                true => contexts.number(order.next(context, alphabet.turn(letter))),
                false => own,
            });
        }
        automaton.minimized()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One state for each face, in quarter turns two, and the start. In half turns a face and the higher one opposite it
    /// differ, and U, R and F allow what they allow after nothing but themselves.
    #[test]
    fn states_of_the_canonical_order() {
        for (metric, states) in [(MetricKind::HalfTurn, 7), (MetricKind::QuarterTurn, 13)] {
            let alphabet = CubeAlphabet::face_by_face(metric);
            let automaton = Automaton::canonical(metric, &alphabet);
            let order = CanonicalOrder::of(metric);
            assert_eq!(automaton.states(), states);
            let mut random = fastrand::Rng::with_seed(6);
            for _ in 0..2000 {
                let letters =
                    (0..random.usize(..8)).map(|_| crate::puzzle::Letter::new(random.usize(..alphabet.len())));
                let word: Vec<_> = letters.collect();
                assert_eq!(automaton.accepts(&word), order.accepts(&alphabet.word(&word)));
            }
        }
    }
}
