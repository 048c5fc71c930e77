//! Ranks search the same tree together under every distribution: equal answers on all of them, and equal node counts of
//! completed iterations for every number of ranks and threads. A rank that fails or has to stop stops all.

use crate::common::{WordTree, completed, search_words, table, tables, word};
use crate::effort::{is_due, or_full};
use cubepdb::internals::{
    cube::Cubies,
    search::{Control, InProcess, Limits, OrbitSolver, PieceSolver, TableSet, Team, Workers},
};
use cubepdb::{
    H48Level, Metric, TableSpec, Threads,
    plan::{Distribution, Kernel, Plan, Puzzle, Scheduler, SearchQuery, Strategy},
    puzzles::{Asker, MoveIndex, QuestionText},
    search::{Answer, Monitor, Outcome, Sequential, StopReason},
};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

/// The result of the same search on every rank of a team; `None` for one that failed.
fn together<R: Send>(
    ranks: usize,
    distribution: Distribution,
    search: impl Fn(usize, &Team<'_>) -> R + Sync,
) -> Vec<Option<R>> {
    thread::scope(|scope| {
        let team = InProcess::team(ranks).into_iter().enumerate();
        let running: Vec<_> = team
            .map(|(number, rank)| {
                let search = &search;
                scope.spawn(move || search(number, &Team::new(&rank, distribution)))
            })
            .collect();
        running.into_iter().map(|rank| rank.join().ok()).collect()
    })
}

fn distributions() -> impl Iterator<Item = Distribution> {
    Distribution::ALL.into_iter().chain([1, 30].map(|nodes| Distribution::BestFirst { nodes }))
}

/// Solves several cubes one after the other with one team, and compares with one thread.
fn same_trees(options: &Plan, tables: &TableSet, cubes: &[&str]) {
    let cubes: Vec<Cubies> = cubes.iter().map(|text| Cubies::after(&word(text))).collect();
    let solver = PieceSolver::new(options.clone(), tables.clone()).unwrap();
    let solve = |cube: &Cubies, threads: usize, team: Option<&Team<'_>>| {
        let threads = Threads::new(threads).unwrap();
        Control::unwatched(Limits::default(), |control| {
            solver.solve(cube, &Workers::new(control, &threads).with_team(team))
        })
    };
    let plain: Vec<_> = cubes.iter().map(|cube| solve(cube, 1, None)).collect();
    // From both ends, there is one way only.
    let is_two_sided = matches!(solver.strategy(), Strategy::TwoSided { .. });
    let mut number = 0;
    for distribution in distributions().take(if is_two_sided { 1 } else { usize::MAX }) {
        for (ranks, threads) in [(1, 2), (2, 1), (4, 2), (17, 1)] {
            number += 1;
            if !is_two_sided && !is_due(number, 3) {
                continue;
            }
            let outcomes = together(ranks, distribution, |_, team| {
                cubes.iter().map(|cube| solve(cube, threads, Some(team))).collect::<Vec<_>>()
            });
            for (rank, outcomes) in outcomes.iter().enumerate() {
                for (outcome, plain) in outcomes.as_ref().expect("no rank fails").iter().zip(&plain) {
                    let case = format!("{distribution}, rank {rank} of {ranks}, {threads} threads");
                    let (found, wanted) = (completed(outcome), completed(plain));
                    if options.query.all || options.query.deterministic {
                        assert_eq!(outcome.answer, plain.answer, "{case}");
                    }
                    assert_eq!(outcome.lower_bound, plain.lower_bound, "{case}");
                    let whole = options.query.all || outcome.answer == Answer::NoSolution;
                    let common = if whole { wanted.len() } else { outcome.iterations.len() - 1 };
                    assert_eq!(found[..common], wanted[..common], "{case}");
                }
            }
        }
    }
}

#[test]
fn ranks_search_the_same_tree() {
    let cubes = ["", "R", "R2 L2 U D'", "U D2 F2 D2 F' L2 U' L'", "R U F2 L B D2 R U2 F"];
    let options = Plan::new(Metric::HalfTurn);
    same_trees(&options, &tables(Metric::HalfTurn, &[]), &cubes);
    same_trees(&options, &TableSet::default(), &cubes[..3]);
    let recursive = Plan::new(Metric::QuarterTurn).with_kernel(Kernel::RECURSIVE);
    same_trees(&recursive, &tables(Metric::QuarterTurn, &[]), &["R U F L B' D", "R2 U2"]);
}

/// Ranks of machines with different memory make different tables, and must not search by them: each of them cuts the
/// tree into tasks by its own bounds.
#[test]
fn ranks_with_different_memory_search_the_same_tree() {
    let text = QuestionText { moves: Some("U,R,F".to_owned()), ..QuestionText::about("3x3x3") };
    let question = Arc::new(text.read(Asker::Stranger).unwrap());
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    let plan = Plan { query, ..Plan::of(Puzzle::Defined(question.clone())) };
    let scramble = or_full("U R F U2 R' F2 U R2 F U' R", "U R F U2 R' F2 U R2 F U' R F' U2 R'");
    let start = question.start(None, scramble).unwrap();
    let solve = |memory: u64, team: Option<&Team<'_>>| {
        let solver = OrbitSolver::within(plan.clone(), question.clone(), memory).unwrap();
        Control::unwatched(Limits::default(), |control| {
            solver.solve(&start, &query, &Workers::new(control, &Sequential).with_team(team))
        })
    };
    // One table fits, or two of the same size.
    let sizes = [3 << 18, 3 << 19];
    let alone = solve(sizes[1], None).answer;
    let mut trees = Vec::new();
    for distribution in Distribution::ALL {
        for outcome in together(2, distribution, |rank, team| solve(sizes[rank], Some(team))) {
            let outcome = outcome.expect("no rank fails");
            assert_eq!(outcome.answer, alone, "{distribution}");
            trees.push(completed(&outcome));
        }
    }
    trees.dedup();
    assert_eq!(trees.len(), 1, "trees do not depend on their distribution: {trees:?}");
}

#[test]
fn all_solutions_and_the_first_one() {
    let tables = tables(Metric::HalfTurn, &[]);
    let cubes = ["R2 F2 R2 F2", "R2 U2 R2 U2 R2", "R2 L2 U D' F"];
    let all = SearchQuery { all: true, slack: 1, ..SearchQuery::default() };
    same_trees(&Plan { query: all, ..Plan::new(Metric::HalfTurn) }, &tables, &cubes);
    let first = SearchQuery { deterministic: true, ..SearchQuery::default() };
    same_trees(&Plan { query: first, ..Plan::new(Metric::HalfTurn) }, &tables, &cubes);
}

/// The two-sided search: its tasks are distributed in the order of their scores.
#[test]
fn ranks_search_from_both_ends() {
    let level = TableSpec::new(H48Level::new(0).unwrap(), Metric::HalfTurn);
    let tables = TableSet::new(&[table(level)], 1);
    let cubes = ["", "R", "R U F2 L B D2 R U2 F", "R2 L2 U D' F", "U2 D2 L F2 U' D R2 B U'"];
    let options = Plan::new(Metric::HalfTurn);
    same_trees(&options, &tables, &cubes);
    let first = SearchQuery { deterministic: true, ..options.query };
    same_trees(&Plan { query: first, ..options.clone() }, &tables, &cubes[2..]);
    let all = SearchQuery { all: true, slack: 1, ..options.query };
    same_trees(&Plan { query: all, ..options.clone() }, &tables, &cubes[..4]);
    // The superflip, which commutes with all moves: not solved, but proven to need more.
    let superflip = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U";
    let within = SearchQuery { max_depth: 9, ..options.query };
    same_trees(&Plan { query: within, ..options }, &tables, &[superflip]);
}

/// All sequences of eight moves and more: none of them has a lower number, and no shorter one a higher.
const TRAPPED: Range<u64> = 13u64.pow(7)..u64::MAX;

/// Searches move sequences none of which is a solution.
fn walk(traps: Range<u64>, length: u8, limits: Limits, interrupt: &AtomicBool, team: &Team<'_>) -> Outcome<MoveIndex> {
    let (monitor, threads) = (Monitor::default(), Threads::new(2).unwrap());
    let control = Control::new(limits, &monitor, interrupt);
    let workers = Workers::new(&control, &threads).with_team(Some(team));
    let words = WordTree { traps, ..WordTree::default() };
    search_words(&words, length, Scheduler::default(), SearchQuery::default(), &workers)
}

/// Nothing is cut off, so that the number of nodes is known.
#[test]
fn all_words_are_counted_once() {
    let nodes = (1..=5).map(|length| 12u64.pow(length)).sum::<u64>();
    for distribution in distributions() {
        for ranks in [1, 2, 5] {
            let interrupt = AtomicBool::new(false);
            let search = |_, team: &Team<'_>| walk(0..0, 5, Limits::default(), &interrupt, team);
            for outcome in together(ranks, distribution, search) {
                let outcome = outcome.expect("no rank fails");
                assert_eq!(outcome.answer, Answer::NoSolution);
                assert_eq!(outcome.counters().nodes, nodes, "{distribution}, {ranks} ranks");
            }
        }
    }
}

/// No rank waits for ever for one that has failed, and none has an answer.
#[test]
fn a_rank_that_fails_makes_all_fail() {
    for distribution in Distribution::ALL {
        for (ranks, victims) in [(1, vec![0]), (2, vec![0, 1]), (4, vec![0, 3])] {
            for victim in victims {
                let interrupt = AtomicBool::new(false);
                // Without the trap, this would take minutes.
                let search = |rank, team: &Team<'_>| {
                    walk(if rank == victim { TRAPPED } else { 0..0 }, 9, Limits::default(), &interrupt, team)
                };
                let outcomes = together(ranks, distribution, search);
                assert!(outcomes.iter().all(Option::is_none), "{distribution}, rank {victim} of {ranks}");
            }
        }
    }
}

/// A limit reached on one rank stops all, with the same reason.
#[test]
fn limits_hold_for_all_ranks() {
    let none = Limits::default();
    let time = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let nodes = Limits { nodes: Some(300_000), ..Limits::default() };
    for distribution in distributions() {
        // The first rank counts nodes; all ranks check the clock.
        let (time, nodes) = ((time, StopReason::Time), (nodes, StopReason::Nodes));
        for (limited, (limits, reason)) in [(0, nodes), (0, time), (2, time)] {
            let interrupt = AtomicBool::new(false);
            let outcomes = together(3, distribution, |rank, team| {
                let limits = if rank == limited { limits } else { none };
                walk(0..0, 12, limits, &interrupt, team)
            });
            for outcome in outcomes {
                let outcome = outcome.expect("no rank fails");
                assert_eq!(outcome.answer, Answer::Stopped(reason), "{distribution}, rank {limited}");
                assert_eq!(outcome.lower_bound, 12);
            }
        }
        let interrupt = AtomicBool::new(true);
        for outcome in together(3, distribution, |_, team| walk(0..0, 12, none, &interrupt, team)) {
            assert_eq!(outcome.expect("no rank fails").answer, Answer::Stopped(StopReason::Interrupt));
        }
    }
}
