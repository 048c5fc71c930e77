//! Decision procedure: does an automaton keep at least one of all words that differ only in the order of commuting
//! moves?
//!
//! Turns of opposite faces commute. So the effect of a word on a cube is determined by its *classes of turns*: each run
//! of turns about one axis is the pair of total amounts, modulo four, by which the two faces of that axis are turned,
//! and neighbouring runs are about different axes. A word is a shortest one for its sequence of classes if each run is
//! a shortest spelling of its class; every shortest solution is such a word. An automaton that accepts such a spelling
//! of **every** sequence of classes therefore loses no shortest solution of any cube, up to the order of commuting
//! moves.
//!
//! This is decided exactly, by subset construction: a sequence of classes leads from the start to the set of the states
//! after its accepted spellings, there are finitely many such sets, and a sequence is lost if its set is empty.

use super::operations::Numbers;
use super::{Automaton, AutomatonState};
use crate::cube::CubeAlphabet;
use crate::puzzle::MoveIndex;

/// The outcome of [`Automaton::commuting_classes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommutingClasses {
    /// The automaton accepts, for every word that has no shorter spelling, some order of commuting moves.
    AllKept,
    /// A word without a shorter spelling, none of whose orders is accepted; no such word has fewer runs about one axis.
    Lost(Vec<MoveIndex>),
    /// The automaton is too large to decide.
    Undecided,
}

/// The number of automaton steps after which it counts as too large: about half a second.
const MOST_STEPS: usize = 1 << 25;

/// Classes of turns about an axis: the amount of one face, and four times that of the other.
const CLASSES: usize = 16;

/// The axis before the first run.
const NO_AXIS: usize = 3;

impl Automaton {
    /// Decides whether some order of every word that has no shorter spelling is accepted, that is, whether a search
    /// with this automaton finds every shortest solution of every cube, up to the order of commuting moves.
    ///
    /// # Panics
    /// If the alphabet has a different number of letters.
    pub fn commuting_classes(&self, alphabet: &CubeAlphabet) -> CommutingClasses {
        assert_eq!(self.letters(), alphabet.moves().len(), "the automaton is one of this alphabet");
        let axes = [0, 1, 2].map(|axis| Axis::new(alphabet, axis));
        let mut sets = Numbers::new((vec![AutomatonState::START], NO_AXIS));
        // The predecessor of each set: the set before it, the axis and the class.
        let mut reached_by = vec![(0, NO_AXIS, 0)];
        let (mut done, mut steps) = (0, 0);
        while let Some((_, (states, last))) = sets.pending(done) {
            for (number, axis) in axes.iter().enumerate().filter(|&(number, _)| number != last) {
                let after = axis.after(self, &states, &mut steps);
                if steps > MOST_STEPS {
                    return CommutingClasses::Undecided;
                }
                for (class, states) in after.into_iter().enumerate().skip(1) {
                    if states.is_empty() {
                        let mut word = axis.spelling(class);
                        let mut set = done;
                        while set != 0 {
                            let (before, number, class) = reached_by[set];
                            word.splice(..0, axes[number].spelling(class));
                            set = before;
                        }
                        return CommutingClasses::Lost(word);
                    }
                    if sets.number((states, number)).index() == reached_by.len() {
                        reached_by.push((done, number, class));
                    }
                }
            }
            done += 1;
        }
        CommutingClasses::AllKept
    }
}

/// The turns about an axis.
struct Axis {
    /// The letters, with their classes.
    letters: Vec<(MoveIndex, usize)>,
    /// By class, the length of its shortest spellings.
    lengths: [usize; CLASSES],
}

impl Axis {
    fn new(alphabet: &CubeAlphabet, axis: u8) -> Self {
        let all = (0..alphabet.moves().len()).map(MoveIndex::new);
        let letters: Vec<(MoveIndex, usize)> = all
            .filter(|&letter| alphabet.turn(letter).face() % 3 == axis)
            .map(|letter| {
                let quarters = usize::from(alphabet.turn(letter).quarters());
                (letter, quarters << (2 * (alphabet.turn(letter).face() / 3)))
            })
            .collect();
        let mut lengths = [usize::MAX; CLASSES];
        lengths[0] = 0;
        for length in 0..CLASSES {
            for from in (0..CLASSES).filter(|&class| lengths[class] == length).collect::<Vec<_>>() {
                for &(_, turn) in &letters {
                    let to = sum(from, turn);
                    lengths[to] = lengths[to].min(length + 1);
                }
            }
        }
        assert!(lengths.iter().all(|&length| length < CLASSES), "the letters generate all turns about the axis");
        Self { letters, lengths }
    }

    /// By class, the states that its accepted shortest spellings lead to from some of `states`. Adds the number of
    /// tried steps to `steps`.
    fn after(
        &self,
        automaton: &Automaton,
        states: &[AutomatonState],
        steps: &mut usize,
    ) -> [Vec<AutomatonState>; CLASSES] {
        let mut sets: [Vec<AutomatonState>; CLASSES] = Default::default();
        sets[0] = states.to_vec();
        let mut classes: Vec<usize> = (1..CLASSES).collect();
        classes.sort_by_key(|&class| self.lengths[class]);
        for class in classes {
            let mut set = Vec::new();
            for (letter, before) in self.last_letters(class) {
                *steps += sets[before].len();
                let going_on = sets[before].iter().filter(|&&state| automaton.allowed(state).contains(letter));
                set.extend(going_on.map(|&state| automaton.next(state, letter)));
            }
            set.sort_unstable();
            set.dedup();
            sets[class] = set;
        }
        sets
    }

    /// The letters that a shortest spelling of a class can end with, each with the class of the rest.
    fn last_letters(&self, class: usize) -> impl Iterator<Item = (MoveIndex, usize)> {
        let before = move |turn: usize| (0..CLASSES).find(|&before| sum(before, turn) == class).expect("a group");
        let pairs = self.letters.iter().map(move |&(letter, turn)| (letter, before(turn)));
        pairs.filter(move |&(_, before)| self.lengths[before] < self.lengths[class])
    }

    /// Some shortest spelling of a class.
    fn spelling(&self, class: usize) -> Vec<MoveIndex> {
        let last = self.last_letters(class).min_by_key(|&(_, before)| before);
        let Some((letter, before)) = last else { return Vec::new() };
        let mut word = self.spelling(before);
        word.push(letter);
        word
    }
}

/// The class of two runs in sequence: the amounts are added modulo four.
fn sum(one: usize, other: usize) -> usize {
    (one % 4 + other % 4) % 4 + (one / 4 + other / 4) % 4 * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Metric, MoveSequence};
    use crate::prune::automaton::{LearnedSpec, Rules};
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

    fn lost(rules: &str, metric: Metric) -> Option<String> {
        let alphabet = CubeAlphabet::face_by_face(metric);
        match Rules::parse(rules).unwrap().compile(&alphabet).unwrap().commuting_classes(&alphabet) {
            CommutingClasses::AllKept => None,
            CommutingClasses::Lost(word) => Some(MoveSequence(&alphabet.sequence(&word)).to_string()),
            CommutingClasses::Undecided => panic!("these are small"),
        }
    }

    #[test]
    fn rules_that_come_along_keep_all_classes() {
        for metric in METRICS {
            let alphabet = CubeAlphabet::face_by_face(metric);
            for rules in [Rules::canonical(metric), Rules::quarter_turns(), Rules::face_turns()] {
                let is_for_half_turns = rules == Rules::face_turns();
                let automaton = rules.compile(&alphabet).unwrap();
                let kept = automaton.commuting_classes(&alphabet) == CommutingClasses::AllKept;
                assert_eq!(kept, !is_for_half_turns || metric == Metric::HalfTurn);
            }
            assert_eq!(Automaton::free(alphabet.moves().len()).commuting_classes(&alphabet), CommutingClasses::AllKept);
        }
    }

    #[test]
    fn what_is_lost_is_told_by_a_shortest_word() {
        let [half, quarter] = METRICS;
        assert_eq!(lost("U", half).as_deref(), Some("U"));
        assert_eq!(lost("M M", quarter).as_deref(), Some("U U"));
        // Either spelling of a half turn may be removed, but not both.
        assert_eq!(lost("U U", quarter), None);
        assert_eq!(lost("U U\nU' U'", quarter).as_deref(), Some("U U"));
        // Either order of two commuting turns may be removed, but not both, and each pair of amounts may have its own
        // choice.
        assert_eq!(lost("U D\nD U2\nD' U'", half), None);
        assert_eq!(lost("U.face D.face\nD U", half).as_deref(), Some("U D"));
        assert_eq!(lost("R U R'", half).as_deref(), Some("R U R'"));
        // Each order remains, but not beside the same neighbours.
        assert_eq!(lost("R U D\nU D R", half), None);
        assert_eq!(lost("R U D\nD U R", half).as_deref(), Some("R U D R"));
        assert_eq!(lost("R U D\nD U R\nR D U\nU D R F", half).as_deref(), Some("R U D"));
        // Sequences that have a shorter spelling need not be kept.
        assert_eq!(lost("M N* M'  where N in M.opposite\nM M M", quarter), None);
    }

    /// The second half of a solution may need another order than the first one leaves.
    #[test]
    fn orders_have_to_fit_together() {
        assert_eq!(lost("R U D\nU D F", Metric::HalfTurn), None);
        assert_eq!(lost("R U D\nD U F", Metric::HalfTurn).as_deref(), Some("R U D F"));
    }

    /// The runs of a word of half turns about one axis, with the amounts of its faces; `None` if it has a shorter
    /// spelling.
    fn runs(alphabet: &CubeAlphabet, word: &[MoveIndex]) -> Option<Vec<(u8, [u8; 2])>> {
        let mut runs: Vec<(u8, [u8; 2])> = Vec::new();
        for m in alphabet.sequence(word) {
            if runs.last().is_none_or(|run| run.0 != m.face() % 3) {
                runs.push((m.face() % 3, [0, 0]));
            }
            let amount = &mut runs.last_mut().expect("a run was begun").1[usize::from(m.face() / 3)];
            if *amount > 0 {
                return None;
            }
            *amount = m.quarters();
        }
        Some(runs)
    }

    /// All words of up to three moves, and random ones that are forbidden.
    #[test]
    fn random_automata_keep_what_plain_enumeration_says() {
        let mut random = fastrand::Rng::with_seed(16);
        let alphabet = CubeAlphabet::face_by_face(Metric::HalfTurn);
        let letters = || (0..18).map(MoveIndex::new);
        let mut words: Vec<Vec<MoveIndex>> = vec![Vec::new()];
        for from in [0, 1, 19] {
            let longer = words[from..].iter().flat_map(|word| letters().map(|letter| [&word[..], &[letter]].concat()));
            words.extend(longer.collect::<Vec<_>>());
        }
        let words: Vec<_> = words.into_iter().filter_map(|word| Some((runs(&alphabet, &word)?, word))).collect();
        let (mut kept, mut lost) = (0, 0);
        for _ in 0..300 {
            // U and D, and now and then a turn of R: orders meet often.
            let few = [0, 1, 9, 10, 0, 1, 9, 10, 3].map(MoveIndex::new);
            let forbidden: Vec<Vec<MoveIndex>> = (0..random.usize(1..12))
                .map(|_| (0..random.usize(2..4)).map(|_| few[random.usize(..few.len())]).collect())
                .collect();
            let automaton = Automaton::avoiding(18, forbidden.iter().map(Vec::as_slice));
            let accepted: HashSet<_> =
                words.iter().filter(|(_, word)| automaton.accepts(word)).map(|(runs, _)| runs).collect();
            match automaton.commuting_classes(&alphabet) {
                CommutingClasses::AllKept => {
                    kept += 1;
                    assert!(words.iter().all(|(runs, _)| accepted.contains(runs)), "{forbidden:?}");
                }
                CommutingClasses::Lost(word) => {
                    lost += 1;
                    let runs = runs(&alphabet, &word).expect("no shorter spelling");
                    assert!(word.len() > 3 || !accepted.contains(&runs), "{forbidden:?}");
                }
                CommutingClasses::Undecided => panic!("these are small"),
            }
        }
        assert!(kept > 0 && lost > 0, "{kept} {lost}");
    }

    /// A learned automaton leaves one word of every position, and so not one of every class.
    #[test]
    fn learned_automata_lose_classes() {
        for (metric, depth) in METRICS.into_iter().zip([4, 6]) {
            let alphabet = CubeAlphabet::face_by_face(metric);
            let learned = LearnedSpec::new(alphabet.clone(), depth).learn(&AtomicBool::new(false), |_| ()).unwrap();
            let CommutingClasses::Lost(word) = learned.commuting_classes(&alphabet) else { panic!("{metric}") };
            assert!(!learned.accepts(&word));
        }
    }
}
