//! Several searches of one solver at the same time, among them searches that workers of the caller's own pool ask for.

use cubepdb::puzzles::{Asker, PuzzleSolver, QuestionText};
use cubepdb::{Cube, Query, SearchEvent, Solver};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

/// They share the bounds that the first of them makes, and neither wait for themselves nor for each other for ever.
#[test]
fn searches_of_a_puzzle_at_the_same_time_cost_what_they_cost_alone() {
    const STARTS: [&str; 4] = [
        "R U F2 D' L B2 R' D2 F L2 U'",
        "U F2 D' L B2 R' D2 F L2 U' B",
        "F2 D' L B2 R' D2 F L2 U' B R",
        "D' L B2 R' D2 F L2 U' B R U",
    ];
    let question = QuestionText::about("3x3x3").read(Asker::Stranger).unwrap();
    let open = || PuzzleSolver::builder(question.clone()).threads(4).open().unwrap();
    let cost = |solver: &PuzzleSolver, start: &str| {
        let start = solver.questions().start(None, start).unwrap();
        solver.solve(&start).unwrap().cost()
    };
    let shared = open();
    let costs: Vec<u32> = thread::scope(|scope| {
        let searches: Vec<_> = STARTS.iter().map(|start| scope.spawn(|| cost(&shared, start))).collect();
        searches.into_iter().map(|search| search.join().unwrap()).collect()
    });
    let alone = open();
    assert_eq!(costs, STARTS.map(|start| cost(&alone, start)));
}

/// Many searches in a pool of the caller: none begins on the stack of another one that waits.
#[test]
fn searches_within_a_pool_of_the_caller_end() {
    let solver = Solver::builder().no_tables().threads(2).open().unwrap();
    let cubes: Vec<Cube> = ["R U F2 D'", "U F2 D' L", "F2 D' L B2"].map(|moves| moves.parse().unwrap()).to_vec();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let lengths = (0..1500).into_par_iter().map(|number| solver.solve(&cubes[number % cubes.len()]).unwrap().length());
    assert_eq!(pool.install(|| lengths.sum::<usize>()), 4 * 1500);
}

/// A search that is in the middle of a length for minutes keeps no other from its answer.
#[test]
fn a_long_search_keeps_no_other_waiting() {
    let solver = Solver::builder().no_tables().threads(2).open().unwrap();
    let [long, short] =
        ["U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", "R U F2 D'"].map(|moves| moves.parse::<Cube>().unwrap());
    let (stop, length) = (AtomicBool::new(false), AtomicU8::new(0));
    let observer = |event: &SearchEvent<'_>| {
        if let SearchEvent::Begun { length: begun, .. } = event {
            length.store(*begun, Ordering::Relaxed);
        }
    };
    let query = Query::new().interrupt(&stop).on_event(&observer).time_limit(Duration::from_secs(120));
    thread::scope(|scope| {
        let search = scope.spawn(|| solver.run(&long, &query).is_err());
        while length.load(Ordering::Relaxed) < 8 && !search.is_finished() {
            thread::sleep(Duration::from_millis(5));
        }
        for _ in 0..5 {
            assert_eq!(solver.solve(&short).unwrap().length(), 4);
        }
        assert!(!search.is_finished(), "the long search has ended first");
        stop.store(true, Ordering::Relaxed);
        assert!(search.join().unwrap(), "it was stopped");
    });
}
