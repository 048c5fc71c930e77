//! Every scheduler and every kernel search the same tree: equal answers, and equal node counts of completed iterations
//! for every number of workers.

use crate::common::{WordTree, completed, search_words, solve, tables, word};
use crate::effort::{is_due, or_full};
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    search::{Control, Limits, PieceSolver, TableSet, Workers},
};
use cubepdb::{
    Metric, Size, Threads,
    plan::{Kernel, OneSidedKernel, Plan, Preset, Scheduler, SearchQuery, StealingOrder, TranspositionOptions},
    puzzles::MoveIndex,
    search::{Answer, Executor, Key, Outcome, Space, StopReason, TranspositionKind},
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn run(options: Plan, tables: &TableSet, cube: &Cubies, executor: &dyn Executor) -> Outcome<FaceTurn> {
    solve(&PieceSolver::new(options, tables.clone()).unwrap(), cube, executor)
}

/// The length of the first solution.
fn length(outcome: &Outcome<FaceTurn>) -> usize {
    match &outcome.answer {
        Answer::Solved(words) => words[0].len(),
        other => panic!("{other:?}"),
    }
}

/// All pools; in the short tier one, another for each number.
fn on_some(pools: &[Threads], number: usize) -> &[Threads] {
    let turn = number % pools.len();
    or_full(&pools[turn..=turn], pools)
}

fn same_trees(metric: Metric, tables: &TableSet, cubes: &[&str]) {
    let pools = [1, 2, 8, 236].map(|threads| Threads::new(threads).unwrap());
    let mut number = 0;
    for text in cubes {
        let cube = Cubies::after(&word(text));
        // Cubes of ten moves and more take most of the time.
        let every = if word(text).len() < 10 { 11 } else { 33 };
        let options = |kernel, scheduler| Plan::new(metric).with_kernel(kernel).with_scheduler(scheduler);
        let plain = run(options(Kernel::RECURSIVE, Scheduler::Sequential), tables, &cube, &pools[0]);
        for scheduler in Scheduler::ALL {
            for kernel in OneSidedKernel::ALL.map(Kernel::OneSided) {
                for pool in &pools {
                    number += 1;
                    if !is_due(number, every) {
                        continue;
                    }
                    let outcome = run(options(kernel, scheduler), tables, &cube, pool);
                    let case = format!("{text} {scheduler} {kernel} {}", pool.workers());
                    assert_eq!(length(&outcome), length(&plain), "{case}");
                    let (found, wanted) = (completed(&outcome), completed(&plain));
                    // The last iteration may have been completed by one and not by the other.
                    let common = outcome.iterations.len() - 1;
                    assert_eq!(found[..common], wanted[..common], "{case}");
                }
            }
        }
    }
}

#[test]
fn schedulers_and_kernels_search_the_same_tree() {
    let cubes = ["", "R", "R U F", "R2 L2 U D'", "U D2 F2 D2 F' L2 U' L'", "R U F2 L B D2 R U2 F L' D"];
    same_trees(Metric::HalfTurn, &tables(Metric::HalfTurn, &["UR,UF,UL,UB,FR"]), &cubes);
    same_trees(Metric::HalfTurn, &tables(Metric::HalfTurn, &[]), &cubes);
    same_trees(Metric::HalfTurn, &TableSet::default(), &cubes[..4]);
    same_trees(Metric::QuarterTurn, &tables(Metric::QuarterTurn, &[]), &["R U F L B' D", "R2 U2"]);
}

/// With the whole last iteration searched, all counts are equal, and each solution is found once.
#[test]
fn all_solutions_whatever_is_switched_on() {
    let metric = Metric::HalfTurn;
    let tables = tables(metric, &[]);
    let pools = [1, 2, 16].map(|threads| Threads::new(threads).unwrap());
    let tables_of_states =
        [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap].map(|kind| {
            Some(TranspositionOptions { kind, depth: 5, bytes: 64 << 20, symmetry: kind == TranspositionKind::Packed })
        });
    let (mut number, mut case) = (0, 0);
    for text in ["R2 F2 R2 F2", "R2 U2 R2 U2 R2", "R2 L2 U D' F"] {
        let cube = Cubies::after(&word(text));
        let query = SearchQuery { all: true, slack: 1, ..SearchQuery::default() };
        let options = |kernel, scheduler, table| {
            Plan { query, ..Plan::new(metric) }.with_kernel(kernel).with_scheduler(scheduler).with_transpositions(table)
        };
        let plain = run(options(Kernel::RECURSIVE, Scheduler::Sequential, None), &tables, &cube, &pools[0]);
        for scheduler in Scheduler::ALL {
            for pool in &pools {
                number += 1;
                if !is_due(number, 4) {
                    continue;
                }
                let outcome = run(options(Kernel::ITERATIVE, scheduler, None), &tables, &cube, pool);
                assert_eq!(outcome.answer, plain.answer, "{text} {scheduler}");
                assert_eq!(completed(&outcome), completed(&plain), "{text} {scheduler}");
                for table in tables_of_states {
                    for kernel in OneSidedKernel::ALL.map(Kernel::OneSided) {
                        case += 1;
                        if !is_due(case, 5) {
                            continue;
                        }
                        let outcome = run(options(kernel, scheduler, table), &tables, &cube, pool);
                        assert_eq!(outcome.answer, plain.answer, "{text} {scheduler} {kernel} {table:?}");
                    }
                }
            }
        }
    }
}

/// Searches move sequences none of which is a solution; one of them is a trap.
fn trapped(scheduler: Scheduler, sprung_at: u64, limits: Limits, threads: usize) -> Outcome<MoveIndex> {
    let words = WordTree { traps: sprung_at..sprung_at.saturating_add(1), ..WordTree::default() };
    let threads = Threads::new(threads).unwrap();
    Control::unwatched(limits, |control| {
        search_words(&words, 6, scheduler, SearchQuery::default(), &Workers::new(control, &threads))
    })
}

#[test]
fn a_worker_that_panics_ends_the_search_and_there_is_no_answer() {
    for scheduler in Scheduler::ALL {
        for threads in [1, 2, 8] {
            for word in [[0; 6], [5, 1, 7, 0, 2, 11], [11; 6]] {
                let result = std::panic::catch_unwind(|| {
                    trapped(scheduler, WordTree::node_of(&word), Limits::default(), threads)
                });
                assert!(result.is_err(), "{scheduler} with {threads} threads: {word:?}");
            }
        }
    }
    // The sequences themselves are valid.
    assert_eq!(trapped(Scheduler::default(), u64::MAX, Limits::default(), 2).answer, Answer::NoSolution);
}

#[test]
fn limits_stop_every_scheduler_and_nothing_is_concluded() {
    for scheduler in Scheduler::ALL {
        for threads in [1, 2, 8] {
            let outcome = trapped(scheduler, u64::MAX, Limits { nodes: Some(200_000), ..Limits::default() }, threads);
            assert_eq!(outcome.answer, Answer::Stopped(StopReason::Nodes), "{scheduler} {threads}");
            assert_eq!(outcome.lower_bound, 6, "{scheduler} {threads}");
            assert!(!outcome.iterations[0].completed, "{scheduler} {threads}");
        }
    }
}

/// In ParaCube's move order, the first sequence that its rules accept need not have the first normal form.
#[test]
fn deterministic_answers_are_the_first_words_that_the_rules_accept() {
    let plan = Preset::find("ida-iter-omp").unwrap().plan(Size::THREE);
    let tables = tables(plan.metric(), &[]);
    let pools = [1, 2, 8].map(|threads| Threads::new(threads).unwrap());
    let query = SearchQuery { deterministic: true, ..SearchQuery::default() };
    for text in ["U' D2 D' L2 D L2", "U2 L2 D2 R2 B2", "F2 U2 D2 R2 L2 B"] {
        let cube = Cubies::after(&word(text));
        let mut answers = Scheduler::ALL.iter().enumerate().flat_map(|(number, &scheduler)| {
            let options = plan.clone().with_query(query).with_scheduler(scheduler);
            let run = |pool: &Threads| run(options.clone(), &tables, &cube, pool).answer;
            on_some(&pools, number).iter().map(run).collect::<Vec<_>>()
        });
        let first = answers.next().unwrap();
        assert!(answers.all(|answer| answer == first), "{text}");
    }
}

/// A table that is kept after interrupted searches contains nothing false.
#[test]
fn tables_of_states_outlive_searches_that_were_cut_off() {
    let metric = Metric::HalfTurn;
    let tables = tables(metric, &[]);
    let pools = [1, 2, 5].map(|threads| Threads::new(threads).unwrap());
    let cubes =
        ["R U F2 L B D2 R U2", "U D2 F2 D2 F' L2 U' L' U2", "R2 L2 U D' F B' R"].map(|text| Cubies::after(&word(text)));
    let lengths = cubes.each_ref().map(|cube| length(&run(Plan::new(metric), &tables, cube, &pools[0])));
    for (number, scheduler) in Scheduler::ALL.into_iter().enumerate() {
        let kinds = [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap];
        let turn = number % kinds.len();
        for &kind in or_full(&kinds[turn..=turn], &kinds) {
            let table = Some(TranspositionOptions { kind, depth: 7, bytes: 64 << 20, symmetry: number % 2 == 0 });
            let options = Plan::new(metric).with_scheduler(scheduler).with_transpositions(table);
            let solver = PieceSolver::new(options, tables.clone()).unwrap();
            for (cube, &expected) in cubes.iter().zip(&lengths) {
                for nodes in [Some(200), Some(3_000), Some(20_000), None] {
                    let pool = &pools[number % pools.len()];
                    let search = |control: &Control<'_>| solver.solve(cube, &Workers::new(control, pool));
                    let outcome = Control::unwatched(Limits { nodes, ..Limits::default() }, search);
                    match &outcome.answer {
                        Answer::Solved(words) => assert_eq!(words[0].len(), expected, "{scheduler} {kind}"),
                        Answer::Stopped(_) if nodes.is_some() => assert!(usize::from(outcome.lower_bound) <= expected),
                        other => panic!("{scheduler} {kind} {other:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn deterministic_answers_do_not_depend_on_the_scheduler() {
    let metric = Metric::HalfTurn;
    let tables = tables(metric, &[]);
    let pools = [1, 2, 8].map(|threads| Threads::new(threads).unwrap());
    let query = SearchQuery { deterministic: true, ..SearchQuery::default() };
    for text in ["R2 U2 R2 U2 R2 U2", "R2 L2 F2 B2 U2 D2 R", "R L' F2 B2 R L' U2 D2"] {
        let cube = Cubies::after(&word(text));
        let first = run(Plan { query, ..Plan::new(metric) }, &tables, &cube, &pools[0]).answer;
        for (number, scheduler) in Scheduler::ALL.into_iter().enumerate() {
            for pool in on_some(&pools, number) {
                let options = Plan { query, ..Plan::new(metric) }.with_scheduler(scheduler);
                assert_eq!(run(options, &tables, &cube, pool).answer, first, "{text} {scheduler}");
            }
        }
    }
}

/// A worker that has searched late subtrees and then takes an early part of the tree is still wanted, however many
/// nodes it makes without beginning a subtree.
struct Late {
    slept: AtomicUsize,
}

/// The moves that led to a node.
fn letters_of(mut node: u64) -> Vec<u64> {
    let mut letters = Vec::new();
    while node > 0 {
        letters.push(node % 13 - 1);
        node /= 13;
    }
    letters.reverse();
    letters
}

const FIRST_SOLUTION: [u64; 6] = [0, 1, 11, 11, 11, 11];

impl Space for Late {
    type Node = u64;

    fn child(&self, node: &u64, by: MoveIndex) -> Option<u64> {
        let letters = letters_of(*node);
        if letters.len() == 2 && letters[0] == 0 && letters[1] >= 2 && by.index() == 0 {
            std::thread::sleep(Duration::from_millis(60));
        }
        Some(node * 13 + by.index() as u64 + 1)
    }

    /// Below every first move but the first there is one sequence each; below the first nothing is cut off before its
    /// end.
    fn bound(&self, node: &u64) -> u8 {
        let letters = letters_of(*node);
        let Some((first, rest)) = letters.split_first() else { return 0 };
        let is_straight = rest.iter().all(|&letter| letter == 0);
        match (first, is_straight, letters.len()) {
            (1.., false, _) => 99,
            (0, false, 6) => u8::from(letters != FIRST_SOLUTION),
            _ => 0,
        }
    }

    fn is_goal(&self, node: &u64, _path: &[MoveIndex]) -> bool {
        let letters = letters_of(*node);
        if letters == [0; 6] && self.slept.fetch_add(1, Ordering::Relaxed) == 0 {
            std::thread::sleep(Duration::from_millis(300));
        }
        if letters[0] > 1 {
            std::thread::sleep(Duration::from_millis(40));
        }
        letters == FIRST_SOLUTION || letters == [1, 0, 0, 0, 0, 0]
    }

    fn key(&self, node: &u64, _path: &[MoveIndex]) -> Key {
        Key::from(*node)
    }
}

#[test]
fn the_first_solution_is_found_by_whoever_takes_its_part_of_the_tree() {
    let stealing = |order| Scheduler::Stealing { limit: 0, order };
    for scheduler in
        [stealing(StealingOrder::Ascending), stealing(StealingOrder::Xor), Scheduler::Siblings { grain: 0 }]
    {
        for _ in 0..3 {
            let space = Late { slept: AtomicUsize::new(0) };
            let query = SearchQuery { deterministic: true, ..SearchQuery::default() };
            let threads = Threads::new(6).unwrap();
            let outcome = Control::unwatched(Limits::default(), |control| {
                search_words(&space, 6, scheduler, query, &Workers::new(control, &threads))
            });
            let expected = FIRST_SOLUTION.map(|letter| MoveIndex::new(letter as usize)).to_vec();
            assert_eq!(outcome.answer, Answer::Solved(vec![expected]), "{scheduler}");
        }
    }
}
