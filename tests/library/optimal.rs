//! Answers: optimal lengths compared with published ones and with an oracle that shares nothing with the solver, on one
//! and many threads, with one and several tables.

use crate::common::{Class, Oracle, classes, completed, search, tables, word};
use crate::effort::or_full;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    search::TableSet,
};
use cubepdb::{
    Metric, Threads,
    plan::SearchQuery,
    search::{Answer, Executor, Outcome, Sequential},
};

const HTM: Metric = Metric::HalfTurn;
const QTM: Metric = Metric::QuarterTurn;
const KORF: &[&str] = &["UR,UF,UL,UB,FR,FL"];

fn length(outcome: &Outcome<FaceTurn>) -> u8 {
    match &outcome.answer {
        Answer::Solved(words) => words[0].len() as u8,
        other => panic!("not solved: {other:?}"),
    }
}

/// One worker, and more than there are cores: `schedulers.rs` has those between.
fn executors() -> [Box<dyn Executor>; 2] {
    [Box::new(Sequential), Box::new(Threads::new(64).unwrap())]
}

/// Every executor finds `expected` and searches the same tree on the way.
fn same_everywhere(cube: &Cubies, metric: Metric, expected: u8, tables: &TableSet, name: &str) {
    let query = SearchQuery { max_depth: metric.diameter(), ..SearchQuery::default() };
    let outcomes: Vec<Outcome<FaceTurn>> =
        executors().iter().map(|executor| search(cube, metric, tables, &query, executor.as_ref())).collect();
    for outcome in &outcomes {
        assert_eq!(length(outcome), expected, "{name}");
        let failed = |outcome: &Outcome<FaceTurn>| -> Vec<_> {
            completed(outcome).into_iter().filter(|&(bound, ..)| bound < expected).collect()
        };
        assert_eq!(failed(outcome), failed(&outcomes[0]), "{name}");
    }
}

/// Cut to twelve moves, or in the short tier to ten, which the oracle meets in the middle.
#[test]
fn random_states_cut_short_have_the_oracles_length() {
    let half = or_full(5, 6);
    let oracle = Oracle::new(HTM, half as u8);
    let corners = tables(HTM, &[]);
    let korf = tables(HTM, KORF);
    let words: Vec<Vec<FaceTurn>> = include_str!("../data/random_state_depth15.txt").lines().map(word).collect();
    assert_eq!(words.len(), 60);
    std::thread::scope(|scope| {
        for words in words.chunks(30) {
            let (oracle, korf, corners) = (&oracle, &korf, &corners);
            scope.spawn(move || {
                for (i, word) in words.iter().enumerate().step_by(or_full(5, 1)) {
                    let cube = Cubies::after(&word[..2 * half]);
                    let expected = oracle.distance(&cube).expect("so many moves make a cube of at most as many");
                    same_everywhere(&cube, HTM, expected, korf, &format!("{word:?}"));
                    if i % 6 == 0 {
                        same_everywhere(&cube, HTM, expected, corners, &format!("{word:?}, corners alone"));
                    }
                }
            });
        }
    });
}

#[test]
fn the_start_of_the_superflip_word_is_optimal() {
    // A part of an optimal sequence is optimal.
    let superflip = word("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let tables = tables(HTM, KORF);
    for moves in [0, 1, 7, 12, 13] {
        same_everywhere(&Cubies::after(&superflip[..moves]), HTM, moves as u8, &tables, "superflip");
    }
}

#[test]
fn known_quarter_turn_lengths() {
    let tables = tables(QTM, KORF);
    for line in include_str!("../data/qtm_known.txt").lines() {
        let (expected, scramble) = line.split_once('\t').unwrap();
        let expected: u8 = expected.parse().unwrap();
        if expected <= or_full(12, 14) {
            same_everywhere(&Cubies::after(&word(scramble)), QTM, expected, &tables, line);
        }
    }
}

#[test]
fn all_solutions_are_as_many_as_published() {
    let tables = tables(HTM, KORF);
    let pool = Threads::new(2).unwrap();
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    for line in include_str!("../data/all_optimal_htm.txt").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let (expected, count): (u8, usize) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        if expected <= or_full(12, 13) {
            let outcome = search(&Cubies::after(&word(fields[2])), HTM, &tables, &query, &pool);
            let Answer::Solved(words) = &outcome.answer else { panic!("{line}") };
            assert_eq!((words[0].len() as u8, words.len()), (expected, count), "{line}");
        }
    }
}

/// The classes of all solutions by brute force, compared with the solver's list: none missing, none listed twice.
fn compare_all(word_text: &str, metric: Metric, slack: u8, oracle: &Oracle, tables: &TableSet) -> usize {
    let cube = Cubies::after(&word(word_text));
    let shortest = oracle.distance(&cube).unwrap();
    let query = SearchQuery { all: true, slack, max_depth: metric.diameter(), ..SearchQuery::default() };
    let outcome = search(&cube, metric, tables, &query, &Threads::new(2).unwrap());
    let Answer::Solved(found) = outcome.answer else { panic!("{word_text}") };
    let mut listed: Vec<Vec<Class>> = found.iter().map(|word| classes(word)).collect();
    listed.sort();
    let mut expected: Vec<Vec<Class>> =
        (shortest..=shortest + slack).flat_map(|length| oracle.solutions(&cube, length)).collect();
    expected.sort();
    assert_eq!(listed, expected, "{word_text} {metric}");
    listed.len()
}

#[test]
fn all_solutions_and_slack_are_those_of_brute_force() {
    let oracle = Oracle::new(HTM, 4);
    let half = tables(HTM, KORF);
    assert_eq!(compare_all("R2 F2 R2 F2", HTM, 3, &oracle, &half), 7);
    assert_eq!(compare_all("R2 U2 R2 U2 R2", HTM, 3, &oracle, &half), 44);
    assert!(compare_all("R2 L2 U D'", HTM, 2, &oracle, &half) >= 1);
    assert!(compare_all("F B U2 D2 R", HTM, 1, &oracle, &half) >= 1);
    let oracle = Oracle::new(QTM, 4);
    let quarter = tables(QTM, KORF);
    assert!(compare_all("R2 L2", QTM, 2, &oracle, &quarter) >= 1);
    assert_eq!(compare_all("R2 F2 R2 F2", QTM, 2, &oracle, &quarter), 5);
    assert_eq!(compare_all("R2 F2 R2", QTM, 2, &oracle, &quarter), compare_all("F2 R2 F2", QTM, 2, &oracle, &quarter));
    assert!(compare_all("U D R L'", QTM, 2, &oracle, &quarter) >= 1);
    assert!(compare_all("U2 D F", QTM, 2, &oracle, &quarter) >= 1);
}

#[test]
fn deterministic_answers_do_not_depend_on_threads() {
    let tables = tables(HTM, KORF);
    let query = SearchQuery { deterministic: true, ..SearchQuery::default() };
    let cubes = ["R2 U2 R2 U2 R2 U2", "R2 L2 F2 B2 U2 D2 R", "R L' F2 B2 R L' U2 D2", "R2 F2 R2 F2 R2 F2 U D"];
    for text in or_full(&cubes[..2], &cubes) {
        let cube = Cubies::after(&word(text));
        let answers: Vec<Answer<FaceTurn>> =
            executors().iter().map(|executor| search(&cube, HTM, &tables, &query, executor.as_ref()).answer).collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{text}");
        // The first of all solutions in move order.
        let Answer::Solved(all) =
            search(&cube, HTM, &tables, &SearchQuery { all: true, ..SearchQuery::default() }, &Sequential).answer
        else {
            panic!("{text}")
        };
        assert_eq!(answers[0], Answer::Solved(vec![all.iter().min().unwrap().clone()]), "{text}");
    }
}
