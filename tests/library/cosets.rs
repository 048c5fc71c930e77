//! The two-sided search with tables of H48 cosets: the same answers as all other searches, and the same nodes for every
//! kernel and number of threads.

use crate::common::{solve, table};
use crate::effort::or_full;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    notation::{MoveOptions, parse_moves, random_cube},
    search::{Control, Limits, PieceSolver, TableSet, Workers},
};
use cubepdb::{
    H48Level, Metric, Pattern, TableSpec, Threads,
    plan::{Kernel, Plan, SearchQuery},
    search::{Answer, Outcome, StopReason},
};

fn cosets(metric: Metric) -> TableSet {
    TableSet::new(&[table(TableSpec::new(H48Level::new(0).unwrap(), metric))], 1)
}

fn corners(metric: Metric) -> TableSet {
    TableSet::new(&[table(TableSpec::new(Pattern::Corners, metric))], 1)
}

struct Case {
    metric: Metric,
    query: SearchQuery,
    kernel: Kernel,
    threads: usize,
}

impl Case {
    fn solve(&self, tables: &TableSet, cube: &Cubies) -> Outcome<FaceTurn> {
        let query = SearchQuery { max_depth: self.query.max_depth.min(self.metric.diameter()), ..self.query };
        let options = Plan { query, ..Plan::new(self.metric) }.with_kernel(self.kernel);
        let solver = PieceSolver::new(options, tables.clone()).unwrap();
        solve(&solver, cube, &Threads::new(self.threads).unwrap())
    }
}

fn words(outcome: &Outcome<FaceTurn>) -> Vec<Vec<FaceTurn>> {
    match &outcome.answer {
        Answer::Solved(words) => {
            let mut words = words.clone();
            words.sort();
            words
        }
        other => panic!("{other:?}"),
    }
}

fn random_words(metric: Metric, lengths: std::ops::Range<usize>, count: usize) -> Vec<Cubies> {
    let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
    let mut random = fastrand::Rng::with_seed(metric.diameter().into());
    (0..count)
        .map(|_| {
            let word: Vec<FaceTurn> =
                (0..random.usize(lengths.clone())).map(|_| moves[random.usize(..moves.len())]).collect();
            Cubies::after(&word)
        })
        .collect()
}

const BOTH: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

#[test]
fn all_solutions_are_those_that_the_corner_table_finds() {
    for metric in BOTH {
        let query = SearchQuery { all: true, ..SearchQuery::default() };
        for cube in random_words(metric, 0..11, or_full(20, 60)) {
            let plain = Case { metric, query, kernel: Kernel::ITERATIVE, threads: 2 }.solve(&corners(metric), &cube);
            for kernel in [Kernel::STAGED, Kernel::BATCHED, Kernel::ITERATIVE] {
                let found = Case { metric, query, kernel, threads: 2 }.solve(&cosets(metric), &cube);
                assert_eq!(words(&found), words(&plain), "{kernel} {metric}");
                assert_eq!(found.lower_bound, plain.lower_bound);
            }
        }
    }
}

#[test]
fn longer_solutions_are_found_too() {
    for metric in BOTH {
        let query = SearchQuery { all: true, slack: 2, max_depth: 30, ..SearchQuery::default() };
        for cube in random_words(metric, 0..8, or_full(7, 20)) {
            let plain = Case { metric, query, kernel: Kernel::ITERATIVE, threads: 2 }.solve(&corners(metric), &cube);
            let found = Case { metric, query, kernel: Kernel::BATCHED, threads: 2 }.solve(&cosets(metric), &cube);
            assert_eq!(words(&found), words(&plain), "{metric}");
        }
    }
}

/// The counts of completed iterations depend only on the cube and the table.
#[test]
fn nodes_do_not_depend_on_kernel_or_threads() {
    for metric in BOTH {
        for cube in random_words(metric, 30..31, or_full(1, 4)) {
            let query =
                SearchQuery { max_depth: if metric == Metric::HalfTurn { 14 } else { 16 }, ..SearchQuery::default() };
            let counts = |kernel, threads| {
                let outcome = Case { metric, query, kernel, threads }.solve(&cosets(metric), &cube);
                let complete = outcome.iterations.iter().filter(|i| i.completed);
                complete.map(|i| (i.bound, i.counters)).collect::<Vec<_>>()
            };
            let plain = counts(Kernel::STAGED, 1);
            assert!(plain.len() > 2, "{plain:?}");
            for threads in [1, 2, 64] {
                assert_eq!(counts(Kernel::BATCHED, threads), plain, "{metric} {threads}");
            }
        }
    }
}

/// One of each class of symmetric first moves is searched, and all solutions are still found.
#[test]
fn symmetric_cubes_have_all_their_solutions() {
    let metric = Metric::HalfTurn;
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    for word in [
        "U2 D2 R2 L2 F2 B2",
        "U D' R L' F B' U D'",
        "R2 L2 U2 D2",
        "U R2 L2 U R2 L2",
        "R L U2 R L U2",
        "U D",
        "F2 B2 U2",
    ] {
        let cube = Cubies::after(&parse_moves(word, &MoveOptions::default()).unwrap());
        let plain = Case { metric, query, kernel: Kernel::ITERATIVE, threads: 2 }.solve(&corners(metric), &cube);
        for kernel in [Kernel::STAGED, Kernel::BATCHED] {
            let found = Case { metric, query, kernel, threads: 2 }.solve(&cosets(metric), &cube);
            assert_eq!(words(&found), words(&plain), "{word} {kernel}");
        }
    }
}

/// A cube of 13 moves, so that its root tasks are longer than those of all trees.
#[test]
fn a_symmetric_cube_of_thirteen_moves() {
    let metric = Metric::HalfTurn;
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    let word = "F' B' D' R L F2 B2 F B U R2 L2 D F2 B2 U";
    let cube = Cubies::after(&parse_moves(word, &MoveOptions::default()).unwrap());
    let plain = Case { metric, query, kernel: Kernel::ITERATIVE, threads: 2 }.solve(&cosets(metric), &cube);
    assert_eq!(plain.lower_bound, 13);
    for kernel in [Kernel::STAGED, Kernel::BATCHED] {
        let found = Case { metric, query, kernel, threads: 2 }.solve(&cosets(metric), &cube);
        assert_eq!(words(&found), words(&plain), "{kernel}");
    }
}

/// Conjugates of short sequences by symmetric ones have symmetric cubes with longer solutions.
#[test]
fn symmetric_cubes_with_long_solutions() {
    let metric = Metric::HalfTurn;
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    let mut random = fastrand::Rng::with_seed(96);
    let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
    let mut tried = 0;
    while tried < or_full(8, 25) {
        let symmetry = cubepdb::internals::cube::Symmetry::new(random.u8(1..48)).unwrap();
        // A sequence followed by its image under a symmetry of order two gives a symmetric cube if the two commute.
        let word: Vec<FaceTurn> = (0..random.usize(2..6)).map(|_| moves[random.usize(..moves.len())]).collect();
        let cube = Cubies::after(&word);
        let cube = cube.then(&symmetry.of_cubies(&cube));
        if symmetry.of_cubies(&cube) != cube || cube == Cubies::SOLVED {
            continue;
        }
        tried += 1;
        let plain = Case { metric, query, kernel: Kernel::ITERATIVE, threads: 2 }.solve(&corners(metric), &cube);
        let found = Case { metric, query, kernel: Kernel::BATCHED, threads: 2 }.solve(&cosets(metric), &cube);
        assert_eq!(words(&found), words(&plain), "{word:?} {symmetry:?}");
    }
}

#[test]
fn a_deterministic_answer_does_not_depend_on_threads() {
    for metric in BOTH {
        let query = SearchQuery { deterministic: true, ..SearchQuery::default() };
        for cube in random_words(metric, 10..13, or_full(1, 8)) {
            let first = Case { metric, query, kernel: Kernel::STAGED, threads: 1 }.solve(&cosets(metric), &cube);
            for threads in [1, 2, 16] {
                let again = Case { metric, query, kernel: Kernel::BATCHED, threads }.solve(&cosets(metric), &cube);
                assert_eq!(words(&again), words(&first), "{metric} {threads}");
            }
        }
    }
}

#[test]
fn a_limit_leaves_a_proven_bound() {
    let metric = Metric::HalfTurn;
    let solver = PieceSolver::new(Plan::new(metric), cosets(metric)).unwrap();
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let (cube, threads) = (random_cube(&mut fastrand::Rng::with_seed(1)), Threads::new(2).unwrap());
    let outcome = Control::unwatched(limits, |control| solver.solve(&cube, &Workers::new(control, &threads)));
    assert_eq!(outcome.answer, Answer::Stopped(StopReason::Nodes));
    assert!((11..17).contains(&outcome.lower_bound), "{}", outcome.lower_bound);
    assert!(outcome.counters().nodes < 2_000_000);
}
