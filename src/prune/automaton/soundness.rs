//! A search for positions that rules lose.

use super::walk::ImplicitGraph;
use super::{Automaton, AutomatonState};
use crate::puzzle::MoveIndex;
use std::collections::{HashMap, HashSet};

/// A shortest word, of at most `depth` letters, to a position that no accepted word of that length reaches: proof that
/// the automaton may cost a search its optimal solution. `None` proves the opposite for these depths alone.
///
/// Stores every position with all its automaton states, so it is for small depths: 5 for half turns of the cube takes
/// some hundred megabytes.
pub fn lost_position<P: ImplicitGraph>(puzzle: &P, automaton: &Automaton, depth: u8) -> Option<Vec<MoveIndex>> {
    let start = puzzle.start();
    let mut seen = HashSet::from([puzzle.key(&start)]);
    let mut level = vec![(start.clone(), Vec::new())];
    let mut accepted = HashMap::from([((puzzle.key(&start), AutomatonState::START), start)]);
    for _ in 0..depth {
        accepted = accepted_steps(puzzle, automaton, &accepted);
        let reached: HashSet<u128> = accepted.keys().map(|&(key, _)| key).collect();
        level = steps(puzzle, &level).filter(|(position, _)| seen.insert(puzzle.key(position))).collect();
        if let Some((_, word)) = level.iter().find(|(position, _)| !reached.contains(&puzzle.key(position))) {
            return Some(word.clone());
        }
    }
    None
}

/// Positions with their words after one more move of any kind.
fn steps<'a, P: ImplicitGraph>(
    puzzle: &'a P,
    level: &'a [(P::Position, Vec<MoveIndex>)],
) -> impl Iterator<Item = (P::Position, Vec<MoveIndex>)> + 'a {
    level.iter().flat_map(move |(position, word)| {
        let letters = (0..puzzle.letters()).map(MoveIndex::new);
        letters.map(move |letter| (puzzle.step(position, letter), [&word[..], &[letter]].concat()))
    })
}

type Visits<P> = HashMap<(u128, AutomatonState), <P as ImplicitGraph>::Position>;

/// Positions with automaton states after one more accepted move.
fn accepted_steps<P: ImplicitGraph>(puzzle: &P, automaton: &Automaton, level: &Visits<P>) -> Visits<P> {
    let steps = level.iter().flat_map(|(&(_, state), position)| {
        automaton.allowed(state).into_iter().map(move |letter| {
            let next = puzzle.step(position, letter);
            ((puzzle.key(&next), automaton.next(state, letter)), next)
        })
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{CubeAlphabet, Metric, MoveSequence};
    use crate::prune::automaton::{FaceTurns, Rules};

    fn lost(rules: &str, metric: Metric) -> Option<String> {
        let alphabet = CubeAlphabet::face_by_face(metric);
        let automaton = Rules::parse(rules).unwrap().compile(&alphabet).unwrap();
        let word = lost_position(&FaceTurns::new(&alphabet), &automaton, 4)?;
        Some(MoveSequence(&alphabet.sequence(&word)).to_string())
    }

    #[test]
    fn unsound_rules_are_told_by_a_word() {
        assert_eq!(lost("M M'\nM M", Metric::HalfTurn), None);
        assert_eq!(lost("M M", Metric::QuarterTurn).as_deref(), Some("U U"));
        assert_eq!(lost("U.face D.face\nD.face U.face", Metric::HalfTurn).as_deref(), Some("U D"));
        assert_eq!(lost("M N M' N'", Metric::HalfTurn).as_deref(), Some("U R U' R'"));
        assert_eq!(lost("U", Metric::QuarterTurn).as_deref(), Some("U"));
    }

    /// Each keeps one of the two orders of U and D; together they keep neither.
    #[test]
    fn two_sound_automata_may_be_unsound_together() {
        let alphabet = CubeAlphabet::face_by_face(Metric::HalfTurn);
        let puzzle = FaceTurns::new(&alphabet);
        let orders = [Rules::face_turns(), Rules::canonical(Metric::HalfTurn)];
        let [pairs, canonical] = orders.map(|rules| rules.compile(&alphabet).unwrap());
        assert_eq!(lost_position(&puzzle, &pairs, 3), None);
        assert_eq!(lost_position(&puzzle, &canonical, 3), None);
        assert!(lost_position(&puzzle, &pairs.intersection(&canonical), 3).is_some());
    }
}
