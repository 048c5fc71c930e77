//! Solutions of goals that are longer than the shortest.

use super::{TURNS, questions, scramble};
use cubepdb::Query;
use cubepdb::puzzles::{MoveIndex, PuzzleSolver};
use std::collections::BTreeSet;

/// Powers of slices commute where the slices do not: turns that then follow each other are one turn.
#[test]
fn longer_solutions_turn_no_slice_twice_in_a_row() {
    for (moves, start) in [("M,E,S", "M E2 S2"), ("stm", "M E2 S2"), ("M,E,S", "M E2"), ("stm", "E S2 R")] {
        let solver = PuzzleSolver::builder(questions(&[], Some(moves), None)).threads(2).open().unwrap();
        let start = solver.questions().start(None, start).unwrap();
        let solution = solver.run(&start, &Query::new().slack(1)).unwrap();
        assert!(!solution.all().is_empty());
        for one in solution.all() {
            let text = solver.questions().moves().sequence(one.iter().copied());
            let faces: Vec<&str> = text.split(' ').map(|turn| &turn[..1]).collect();
            assert!(faces.windows(2).all(|pair| pair[0] != pair[1]), "{moves}: {text}");
        }
    }
}

/// Longer solutions are those that reach no goal before their end, in any order of turns of opposite faces.
#[test]
fn longer_solutions_go_on_after_no_goal() {
    let mut random = fastrand::Rng::with_seed(10);
    for name in ["cross", "cross:U", "cross:any", "eo", "2x2x2"] {
        let solver = PuzzleSolver::builder(questions(&[name], None, None)).threads(2).open().unwrap();
        let questions = solver.questions();
        // The faces are in the order U R F D L B.
        let face = |turn: MoveIndex| TURNS.iter().position(|face| questions.moves().sequence([turn]).starts_with(face));
        let face: Vec<usize> = (0..18).map(|turn| face(MoveIndex::new(turn)).unwrap()).collect();
        let face = |turn: MoveIndex| face[turn.index()];
        let are_swapped = |pair: &[MoveIndex]| face(pair[0]) == face(pair[1]) + 3;
        let in_order = |word: &[MoveIndex]| {
            let mut word = word.to_vec();
            while let Some(at) = word.windows(2).position(are_swapped) {
                word.swap(at, at + 1);
            }
            word
        };
        for start in ["D", "U2", "R F"].map(str::to_owned).into_iter().chain([scramble(&mut random, &TURNS, 2)]) {
            let start = questions.start(None, &start).unwrap();
            let is_reached = |word: &[MoveIndex]| questions.leads_to_goal(&start, word);
            let found: BTreeSet<_> =
                solver.run(&start, &Query::new().slack(1)).unwrap().all().iter().cloned().collect();
            let longest = found.iter().map(Vec::len).min().unwrap() + 1;
            let (mut words, mut wanted, mut early) = (vec![Vec::new()], BTreeSet::new(), BTreeSet::new());
            for _ in 0..=longest {
                for word in words.iter().filter(|word| is_reached(word)) {
                    wanted.insert(in_order(word));
                }
                let goes_on = |word: &&Vec<MoveIndex>| (0..word.len()).any(|end| is_reached(&word[..end]));
                early.extend(words.iter().filter(goes_on).map(|word| in_order(word)));
                let may_follow = |word: &[MoveIndex], turn: MoveIndex| {
                    let run = word.iter().rev().take_while(|before| face(**before) % 3 == face(turn) % 3);
                    run.into_iter().all(|before| face(*before) != face(turn))
                };
                let after = words.iter().flat_map(|word| {
                    let turns = (0..18).map(MoveIndex::new).filter(|turn| may_follow(word, *turn));
                    turns.map(|turn| [&word[..], &[turn]].concat())
                });
                words = after.collect();
            }
            assert_eq!(found, wanted.difference(&early).cloned().collect(), "{name}");
        }
    }
}
