//! Static partitions: searches keep to the plan, which the report that describes them has figures of, and answers of
//! more workers than threads.

use crate::common::{WordTree, search_words, solve, word};
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    search::{Control, Limits, PieceSolver, TableSet, Workers, scheduler::static_partition::Partition},
};
use cubepdb::{
    Metric, Threads,
    plan::{Kernel, Plan, Pruning, Scheduler, SearchQuery},
    puzzles::MoveIndex,
    search::{Answer, IterationReport, Outcome},
};

/// Searches the tree of all quarter turns: nothing is pruned, and there is no lower bound.
fn run(cube: &str, scheduler: Scheduler, query: SearchQuery, threads: usize) -> Outcome<FaceTurn> {
    let metric = Metric::QuarterTurn;
    let kernel = Kernel::ITERATIVE;
    let options =
        Plan { pruning: Pruning::None, query, ..Plan::new(metric) }.with_kernel(kernel).with_scheduler(scheduler);
    let solver = PieceSolver::new(options, TableSet::default()).unwrap();
    solve(&solver, &Cubies::after(&word(cube)), &Threads::new(threads).unwrap())
}

fn static_partition(workers: u16) -> Scheduler {
    Scheduler::StaticPartition { workers: Some(workers) }
}

/// Cubes evaluated by each worker, in ascending order.
fn evaluated(iteration: &IterationReport) -> Vec<u64> {
    let mut evaluated: Vec<u64> = iteration.scheduler.shares.iter().map(|share| share.evaluated).collect();
    evaluated.sort_unstable();
    evaluated
}

/// Searches all sequences of a length for the given ones.
fn run_words(solutions: &[&[u64]], length: u8, workers: u16, threads: usize) -> Outcome<MoveIndex> {
    let words = WordTree { solutions: solutions.iter().map(|word| WordTree::node_of(word)).collect(), traps: 0..0 };
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    let threads = Threads::new(threads).unwrap();
    Control::unwatched(Limits::default(), |control| {
        search_words(&words, length, static_partition(workers), query, &Workers::new(control, &threads))
    })
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
            let outcome = solve(&solver, &Cubies::after(&word(cube)), &Threads::new(3).unwrap());
            assert!(matches!(outcome.answer, Answer::Solved(_)));
            for iteration in outcome.iterations.iter().filter(|iteration| iteration.bound > 0) {
                let unassigned = iteration.scheduler.unassigned;
                let cubes = evaluated(iteration).iter().sum::<u64>() + unassigned.expanded + unassigned.cut_off;
                assert_eq!(cubes, iteration.counters.nodes + 1, "{cube}: {workers} workers, {}", iteration.bound);
            }
        }
    }
}
