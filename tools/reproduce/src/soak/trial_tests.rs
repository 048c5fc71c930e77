//! Faults that the comparison of answers must detect.

use super::super::shelf::Assortment;
use super::super::words::inverse;
use super::*;
use cubepdb::search::{Counters, IterationReport};
use fastrand::Rng;

const METRIC: Metric = Metric::HalfTurn;

fn trial(scramble: &[FaceTurn], all: Option<u8>) -> Trial {
    let mut random = Rng::with_seed(3);
    let configurations =
        [(); 2].map(|()| Configuration::draw(Assortment { metric: METRIC, small: true }, 3, &mut random));
    let twin = Some(configurations[0].clone());
    let guise = Guise::draw(&mut random);
    Trial { metric: METRIC, scramble: scramble.to_vec(), all, deterministic: true, configurations, guise, twin }
}

fn solved(words: &[&[FaceTurn]], lower_bound: u8, nodes: u64) -> Outcome<FaceTurn> {
    let counters = Counters { nodes, ..Counters::default() };
    let (scheduler, time) = Default::default();
    let iteration = IterationReport { bound: lower_bound, counters, scheduler, completed: true, time };
    let answer = Answer::Solved(words.iter().map(|word| word.to_vec()).collect());
    Outcome { answer, lower_bound, iterations: vec![iteration], incomplete: None, transpositions: None }
}

fn face(face: u8) -> FaceTurn {
    FaceTurn::clockwise(face)
}

/// Correct answers pass, and each mistake that the soak is meant to detect fails.
#[test]
fn wrong_answers_are_noticed() {
    let scramble = [face(1), face(0), face(2)];
    let right = inverse(&scramble);
    let (trial, distance) = (trial(&scramble, None), Distance::Exactly(3));
    let check = |outcome: Outcome<FaceTurn>| trial.check(&scramble, distance, &outcome);
    assert_eq!(check(solved(&[&right], 3, 1)), Ok(()));
    let longer = [&[face(5)], &[face(5).inverse()], right.as_slice()].concat();
    let parity = [&right[..2], &[face(1), FaceTurn::half(1)]].concat();
    for (wrong, why) in [
        (solved(&[&scramble], 3, 1), "does not solve it"),
        (solved(&[&longer], 5, 1), "scrambled by 3"),
        (solved(&[&parity], 4, 1), "scrambled by 3"),
        (solved(&[&right], 2, 1), "none shorter than 2"),
        (solved(&[&right], 4, 1), "none shorter than 4"),
        (solved(&[&right, &right], 3, 1), "1 different ones"),
        (Outcome { answer: Answer::NoSolution, ..solved(&[], 3, 1) }, "no solution"),
        (Outcome { answer: Answer::Stopped(StopReason::Nodes), ..solved(&[], 4, 1) }, "but 3 solve it"),
    ] {
        assert!(check(wrong).unwrap_err().contains(why), "{why}");
    }
    assert!(trial.check(&scramble, Distance::Beyond(3), &solved(&[&right], 3, 1)).is_err());
}

#[test]
fn answers_that_differ_are_noticed() {
    let (up, down) = (face(0), face(3));
    let (one, other): (&[FaceTurn], &[FaceTurn]) = (&[up, down], &[down, up]);
    let compare = |all, outcomes: &[Outcome<FaceTurn>; 3]| trial(&[], all).compare(outcomes, &mut Agreed::default());
    let same = || [solved(&[one], 2, 5), solved(&[one], 2, 7), solved(&[one], 2, 5)];
    assert_eq!(compare(None, &same()), Ok(()));
    assert_eq!(compare(Some(0), &same()), Ok(()));
    let [first, second, twin] = same();
    let stopped = |bound| Outcome { answer: Answer::Stopped(StopReason::Nodes), ..solved(&[], bound, 5) };
    let three: &[FaceTurn] = &[up, down, face(1)];
    for (all, outcomes, why) in [
        (None, [first.clone(), solved(&[three], 3, 7), twin.clone()], "proven bounds"),
        (None, [first.clone(), stopped(3), twin.clone()], "proven bounds"),
        (None, [first.clone(), second.clone(), solved(&[one], 2, 6)], "nodes of whole iterations"),
        (None, [first.clone(), second.clone(), solved(&[other], 2, 5)], "first solutions"),
        (Some(0), [first.clone(), solved(&[one, &[face(1), face(4)]], 2, 7), twin.clone()], "[1, 2, 1] solutions"),
        (Some(0), [first.clone(), second.clone(), solved(&[&[face(1), face(4)]], 2, 5)], "solutions"),
    ] {
        assert!(compare(all, &outcomes).unwrap_err().contains(why), "{why}");
    }
}
