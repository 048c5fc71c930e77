//! Static partitions: the figures of the report that describes them, and answers of more workers than threads.

use crate::common::word;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    search::{
        Control, Limits, Method, PieceSolver, TableSet, Workers,
        scheduler::static_partition::{Partition, imbalance},
        solve,
    },
};
use cubepdb::{
    Metric, Threads,
    plan::{Kernel, OneSidedKernel, Plan, Pruning, Scheduler, SearchQuery},
    puzzles::MoveIndex,
    search::{Answer, Automaton, IterationReport, Key, Monitor, Outcome, Space},
};
use std::sync::atomic::AtomicBool;

/// Searches the tree of all quarter turns: nothing is pruned, and there is no lower bound.
fn run(cube: &str, scheduler: Scheduler, query: SearchQuery, threads: usize) -> Outcome<FaceTurn> {
    let metric = Metric::QuarterTurn;
    let kernel = Kernel::ITERATIVE;
    let options =
        Plan { pruning: Pruning::None, query, ..Plan::new(metric) }.with_kernel(kernel).with_scheduler(scheduler);
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    let solver = PieceSolver::new(options, TableSet::default()).unwrap();
    solver.solve(&Cubies::after(&word(cube)), &Workers::new(&control, &Threads::new(threads).unwrap()))
}

fn static_partition(workers: u16) -> Scheduler {
    Scheduler::StaticPartition { workers: Some(workers) }
}

/// More than seven quarter turns from solved, and an odd number of them.
const FAR: &str = "R U F L B' D R U' F D' L' B R";

/// The last iteration of a search to `bound` that finds nothing.
fn whole_tree(workers: u16, bound: u8, threads: usize) -> IterationReport {
    let query = SearchQuery { max_depth: bound, ..SearchQuery::default() };
    let mut outcome = run(FAR, static_partition(workers), query, threads);
    assert_eq!(outcome.answer, Answer::NoSolution);
    outcome.iterations.pop().unwrap()
}

/// Cubes evaluated by each worker, in ascending order.
fn evaluated(iteration: &IterationReport) -> Vec<u64> {
    let mut evaluated: Vec<u64> = iteration.scheduler.shares.iter().map(|share| share.evaluated).collect();
    evaluated.sort_unstable();
    evaluated
}

fn imbalance_of(evaluated: &[u64]) -> u128 {
    imbalance(evaluated.iter().copied().map(u128::from)).unwrap()
}

/// Workers, their cubes (and the number of workers that have as many), expanded cubes, imbalance.
type Row = (u16, &'static [(u64, usize)], u64, u128);

/// Every evaluated cube is counted here: the imbalances are hundredths of a percent, truncated.
#[test]
fn table_4_of_the_report_as_searched() {
    let rows: [Row; 6] = [
        (2, &[(19_544_622, 2)], 1, 0),
        (4, &[(9_772_311, 4)], 1, 0),
        (5, &[(7_804_273, 2), (7_826_894, 3)], 17, 28),
        (8, &[(4_886_154, 8)], 13, 0),
        (11, &[(3_551_510, 10), (3_574_131, 1)], 14, 63),
        (13, &[(3_006_718, 12), (3_008_603, 1)], 26, 6),
    ];
    for (workers, groups, expanded, percent) in rows {
        let iteration = whole_tree(workers, 7, 2);
        let evaluated = evaluated(&iteration);
        assert_eq!(imbalance_of(&evaluated), percent, "{workers}");
        assert_eq!((iteration.scheduler.unassigned.expanded, iteration.scheduler.unassigned.cut_off), (expanded, 0));
        assert_eq!(evaluated.iter().sum::<u64>() + expanded, 39_089_245, "{workers}");
        // The root is not a node made by a move.
        assert_eq!(iteration.counters.nodes + 1, 39_089_245, "{workers}");
        assert!(evaluated.into_iter().eq(groups.iter().flat_map(|&(cubes, count)| vec![cubes; count])), "{workers}");
    }
}

/// Tables 1 to 3, of which the second prints 14 for each of 16 workers and 144 in all: the parts are 9.
#[test]
fn tables_1_to_3_of_the_report_as_searched() {
    for (workers, first, others) in [
        (11, vec![0, 0, 13, 2], vec![0, 0, 13, 1]),
        (16, vec![0, 0, 9], vec![0, 0, 9]),
        (13, vec![0, 0, 11, 0, 12], vec![0, 0, 11, 0, 11]),
    ] {
        let shares = whole_tree(workers, 5, 2).scheduler.shares;
        assert_eq!(shares.len(), usize::from(workers));
        assert_eq!(shares[0].assigned, first, "{workers}");
        assert!(shares[1..].iter().all(|share| share.assigned == others), "{workers}");
    }
}

/// Move sequences over twelve moves, some of which are solutions. There is no bound: sequences without moves left are
/// leaves.
struct Words {
    solutions: Vec<u64>,
}

/// A sequence as a number, which is the node that it leads to.
fn number(word: &[u64]) -> u64 {
    word.iter().fold(0, |node, letter| node * 13 + letter + 1)
}

impl Space for Words {
    type Node = u64;

    fn child(&self, node: &u64, by: MoveIndex) -> Option<u64> {
        Some(node * 13 + by.index() as u64 + 1)
    }

    fn bound(&self, _node: &u64) -> u8 {
        0
    }

    fn is_goal(&self, node: &u64, _path: &[MoveIndex]) -> bool {
        self.solutions.contains(node)
    }

    fn key(&self, node: &u64, _path: &[MoveIndex]) -> Key {
        Key::from(*node)
    }
}

/// Searches all sequences of a length for the given ones.
fn run_words(solutions: &[&[u64]], length: u8, workers: u16, threads: usize) -> Outcome<MoveIndex> {
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    let automaton = Automaton::free(12);
    let (kernel, scheduler, lengths) = (OneSidedKernel::Iterative, static_partition(workers), (length, 1));
    let method = Method { automaton: &automaton, duplicates: None, kernel, scheduler, lengths };
    let query = SearchQuery { all: true, max_depth: length, ..SearchQuery::default() };
    let space = Words { solutions: solutions.iter().map(|word| number(word)).collect() };
    solve(&space, 0, &method, &query, &Workers::new(&control, &Threads::new(threads).unwrap()))
}

/// For every number of workers and threads, and for every height of the tree.
#[test]
fn a_search_without_pruning_keeps_to_the_plan() {
    for workers in [1, 2, 3, 5, 7, 13, 16, 40, 236, 3000] {
        for bound in 0..=5 {
            let plan = Partition::new(12, workers, bound);
            for threads in [1, 3] {
                let case = format!("{workers} workers, {threads} threads, bound {bound}");
                let iteration = run_words(&[], bound, workers, threads).iterations.pop().unwrap();
                let unassigned = iteration.scheduler.unassigned;
                assert_eq!((unassigned.expanded, unassigned.cut_off), (plan.expanded() as u64, 0), "{case}");
                for (worker, share) in (0..workers).zip(&iteration.scheduler.shares) {
                    assert_eq!(Some(u128::from(share.evaluated)), plan.evaluated(worker), "{case}");
                    let planned = plan.levels().iter().map(|deal| deal.share(worker).len() as u64);
                    assert!(share.assigned.iter().copied().eq(planned), "{case}");
                }
            }
        }
    }
}

/// Sequences without moves left that are assigned: the only one, the last of all, one of each part, and those below the
/// nodes left over.
#[test]
fn words_that_end_where_the_tree_is_divided_are_looked_at() {
    let all: [&[&[u64]]; 5] = [
        &[&[]],
        &[&[0], &[11]],
        &[&[0, 0], &[5, 7], &[11, 10]],
        &[&[0, 0, 0], &[11, 11, 0], &[11, 11, 11]],
        &[&[11; 4]],
    ];
    for solutions in all {
        let length = solutions[0].len() as u8;
        for workers in [1, 2, 5, 11, 13, 50, 144, 2000, 10_000] {
            let answer = run_words(solutions, length, workers, 2).answer;
            let wanted =
                solutions.iter().map(|word| word.iter().map(|&letter| MoveIndex::new(letter as usize)).collect());
            assert_eq!(answer, Answer::Solved(wanted.collect()), "{workers} workers");
        }
    }
}

/// Solutions among the cubes made while the tree is divided: there are fewer moves than levels to divide, or the last
/// moves are those of cubes left over.
#[test]
fn solutions_among_expanded_cubes_are_found() {
    let query = SearchQuery { all: true, max_depth: 5, slack: 0, deterministic: false };
    for cube in ["", "R", "B'", "R U", "B B", "L' B'", "B' U B", "B2 L'", "L B L' B", "R2 U2"] {
        let wanted = run(cube, Scheduler::Sequential, query, 1);
        assert!(matches!(&wanted.answer, Answer::Solved(words) if !words.is_empty()));
        for workers in [1, 5, 11, 13, 50, 2000, 10_000] {
            let found = run(cube, static_partition(workers), query, 2);
            assert_eq!(found.answer, wanted.answer, "{cube}: {workers} workers");
            let nodes = |outcome: &Outcome<FaceTurn>| outcome.iterations.iter().map(|i| i.counters).collect::<Vec<_>>();
            assert_eq!(nodes(&found), nodes(&wanted), "{cube}: {workers} workers");
        }
    }
}

/// With rules, some children are missing, and solutions may be anywhere.
#[test]
fn shares_of_a_pruned_tree_add_up_to_it() {
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    let metric = Metric::HalfTurn;
    let tables = crate::common::tables(metric, &[]);
    for workers in [1, 3, 7, 18, 100, 1000] {
        let options = Plan { query, ..Plan::new(metric) }.with_scheduler(static_partition(workers));
        let solver = PieceSolver::new(options, tables.clone()).unwrap();
        for cube in ["R2 F2 R2 F2", "R2 L2 U D' F", "R U F2 L B D2 R U2"] {
            let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
            let control = Control::new(Limits::default(), &monitor, &interrupt);
            let outcome = solver.solve(&Cubies::after(&word(cube)), &Workers::new(&control, &Threads::new(3).unwrap()));
            assert!(matches!(outcome.answer, Answer::Solved(_)));
            for iteration in outcome.iterations.iter().filter(|iteration| iteration.bound > 0) {
                let unassigned = iteration.scheduler.unassigned;
                let cubes = evaluated(iteration).iter().sum::<u64>() + unassigned.expanded + unassigned.cut_off;
                assert_eq!(cubes, iteration.counters.nodes + 1, "{cube}: {workers} workers, {}", iteration.bound);
            }
        }
    }
}
