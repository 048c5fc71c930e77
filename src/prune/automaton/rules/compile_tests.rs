//! Compares compiled rules with the canonical order, with matchers written by hand, and with the positions of the cube.

use super::{Rules, RulesFault};
use crate::cube::{CubeAlphabet, FaceTurn, Metric, PackedCube};
use crate::notation::{MoveOptions, parse_moves};
use crate::prune::automaton::{Automaton, AutomatonState};
use crate::puzzle::MoveIndex;
use std::collections::HashSet;

const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

fn compiled(text: &str, metric: Metric) -> Automaton {
    Rules::parse(text).unwrap().compile(&CubeAlphabet::face_by_face(metric)).unwrap()
}

#[track_caller]
fn accepts(automaton: &Automaton, metric: Metric, moves: &str) -> bool {
    let alphabet = CubeAlphabet::face_by_face(metric);
    let moves = parse_moves(moves, &MoveOptions::default()).unwrap();
    automaton.accepts(&moves.iter().map(|&m| alphabet.index_of(m).unwrap()).collect::<Vec<_>>())
}

#[test]
fn canonical_rules_are_the_canonical_order() {
    for (metric, states) in METRICS.into_iter().zip([7, 13]) {
        for alphabet in [CubeAlphabet::face_by_face(metric), CubeAlphabet::amount_by_amount(metric, [2, 5, 4, 1, 0, 3])]
        {
            let rules = Rules::canonical(metric).compile(&alphabet).unwrap();
            let order = Automaton::canonical(metric, &alphabet);
            assert!(rules.same_language(&order) && rules == order);
            assert_eq!(rules.states(), states);
        }
    }
}

/// Korf 1997, appendix B.1. The numbers do not depend on which of two opposite faces is first.
#[test]
fn face_turn_words_follow_korf() {
    let published = [1, 18, 243, 3240, 43254, 577_368, 7_706_988, 102_876_480, 1_373_243_544];
    let alphabet = CubeAlphabet::face_by_face(Metric::HalfTurn);
    for rules in [Rules::canonical(Metric::HalfTurn), Rules::face_turns()] {
        assert_eq!(rules.compile(&alphabet).unwrap().words(8), published);
    }
    assert_ne!(Rules::face_turns().compile(&alphabet), Rules::canonical(Metric::HalfTurn).compile(&alphabet));
}

/// Returns whether the word ends with a redundant pattern of quarter turns, examined from its end.
fn ends_wastefully(word: &[FaceTurn]) -> bool {
    let Some((&last, before)) = word.split_last() else { return false };
    if before.ends_with(&[last.inverse()]) || before.ends_with(&[last, last]) {
        return true;
    }
    let Some(&between) = before.last() else { return false };
    let run = before.iter().rev().take_while(|&&m| m == between).count();
    let opposite = (between.face() + 3) % 6 == last.face();
    let across = before[..before.len() - run].last();
    opposite && across.is_some_and(|&m| m == last || m == last.inverse())
}

/// Counts by length the words that begin with `word` and never end with a redundant pattern.
fn count_words(word: &mut Vec<FaceTurn>, moves: &[FaceTurn], counts: &mut [u128]) {
    counts[word.len()] += 1;
    if word.len() + 1 < counts.len() {
        for &m in moves {
            word.push(m);
            if !ends_wastefully(word) {
                count_words(word, moves, counts);
            }
            word.pop();
        }
    }
}

#[test]
fn quarter_turn_words_are_those_that_a_plain_matcher_leaves() {
    let alphabet = CubeAlphabet::face_by_face(Metric::QuarterTurn);
    let automaton = Rules::quarter_turns().compile(&alphabet).unwrap();
    let mut counts = vec![0; 7];
    count_words(&mut Vec::new(), alphabet.moves(), &mut counts);
    assert_eq!(automaton.words(6), counts);
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..20_000 {
        // Uses few faces, so that words live long enough to meet every pattern.
        let word: Vec<MoveIndex> = (0..8).map(|_| MoveIndex::new(random.usize(..2) + 6 * random.usize(..2))).collect();
        let plain = alphabet.sequence(&word);
        assert_eq!(automaton.accepts(&word), !(1..=8).any(|n| ends_wastefully(&plain[..n])));
    }
}

#[test]
fn words_of_the_rules_that_come_along_reach_every_position_at_its_depth() {
    let positions = [vec![1, 18, 243, 3240, 43239], vec![1, 12, 114, 1068, 10011]];
    for (metric, positions) in METRICS.into_iter().zip(positions) {
        let alphabet = CubeAlphabet::face_by_face(metric);
        for rules in [Rules::canonical(metric), Rules::face_turns(), Rules::quarter_turns()] {
            // Turns of a face are not merged in quarter turns.
            if metric == Metric::QuarterTurn && rules == Rules::face_turns() {
                continue;
            }
            let automaton = rules.compile(&alphabet).unwrap();
            let mut seen = HashSet::new();
            let mut level = HashSet::from([(PackedCube::SOLVED, AutomatonState::START)]);
            for &expected in &positions {
                let new: HashSet<PackedCube> =
                    level.iter().map(|&(cube, _)| cube).filter(|cube| !seen.contains(cube)).collect();
                assert_eq!(new.len(), expected);
                seen.extend(new);
                let steps = |&(cube, state): &(PackedCube, AutomatonState)| {
                    let letters = automaton.allowed(state).into_iter();
                    let turn = |letter| (cube.apply(alphabet.turn(letter)), automaton.next(state, letter));
                    letters.map(turn).collect::<Vec<_>>()
                };
                level = level.iter().flat_map(steps).collect();
            }
        }
    }
}

#[test]
fn every_part_of_the_language_means_what_it_says() {
    let cases = [
        ("R2 (U | D') R2", "R2 U R2, R2 D' R2, F R2 U R2 F", "R2 D R2, R2 U D' R2, R2 R2"),
        ("R U* R'", "R R', R U R', R U U R'", "R U2 R', R U D R'"),
        ("R U+ R'", "R U R', R U U R'", "R R'"),
        ("R (U F)+ R", "R U F R, R U F U F R", "R R, R U R, R U F U R"),
        ("M N M' N'", "R U R' U', F2 B F2 B', U U U' U'", "R U R' U, R U R U'"),
        ("M.face M.face", "R R, R R2, R' R2", "R L, R U R"),
        ("M M.opposite", "R L, L' R2, U D", "R R, R U, D2 F"),
        ("M N where N in R.face and M in N.opposite", "L R, L2 R'", "R L, L U, U D"),
        ("F.opposite F.face", "B F, B2 F'", "F B, F F"),
        ("M (N | P) M where N in M.opposite and P in M.face", "R L R, R R2 R", "R U R, R L R2"),
    ];
    for (rule, refused, accepted) in cases {
        let automaton = compiled(rule, Metric::HalfTurn);
        for moves in refused.split(", ") {
            assert!(!accepts(&automaton, Metric::HalfTurn, moves), "{rule}: {moves}");
        }
        for moves in accepted.split(", ") {
            assert!(accepts(&automaton, Metric::HalfTurn, moves), "{rule}: {moves}");
        }
    }
}

#[test]
fn rules_add_up() {
    let both = compiled("M M\nR U", Metric::HalfTurn);
    let [first, second] = ["M M", "R U"].map(|rule| compiled(rule, Metric::HalfTurn));
    assert_eq!(both, first.intersection(&second));
    assert_eq!(compiled("# nothing\n", Metric::HalfTurn), Automaton::free(18));
}

#[test]
fn what_an_alphabet_cannot_tell_is_refused() {
    let fault = |rule: &str| {
        let error = Rules::parse(rule).unwrap().compile(&CubeAlphabet::face_by_face(Metric::QuarterTurn)).unwrap_err();
        (error.line, error.column, error.fault)
    };
    assert_eq!(fault("M M\nR R2"), (2, 3, RulesFault::UnknownMove("R2".to_owned())));
    assert_eq!(fault("M M2"), (1, 3, RulesFault::UnknownMove("M2".to_owned())));
    assert_eq!(fault("M N where P in M.face"), (1, 11, RulesFault::UnknownVariable('P')));
    assert_eq!(fault("M N where N in P.face"), (1, 16, RulesFault::UnknownVariable('P')));
    assert_eq!(fault("M R where R in M.face"), (1, 11, RulesFault::NotAVariable('R')));
    assert_eq!(fault("M M\n M*"), (2, 2, RulesFault::Empty));
    assert_eq!(fault("M N P Q"), (1, 1, RulesFault::TooManyVariables(4)));
    let states = format!("R {}U", "R.face ".repeat(18));
    assert_eq!(fault(&states), (1, 1, RulesFault::TooManyStates));
    let long = "R ".repeat(1001);
    assert_eq!(fault(&format!("U U\n{long}")), (2, 1, RulesFault::TooComplex));
    let all_after_all = format!("M {}U", "N* ".repeat(700));
    assert_eq!(fault(&all_after_all), (1, 1, RulesFault::TooComplex));
    let many_subsets = format!("M N{} M' N'", "C".repeat(72));
    assert_eq!(fault(&many_subsets), (1, 1, RulesFault::TooComplex));
}
