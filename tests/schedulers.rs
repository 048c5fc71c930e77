//! Every scheduler and every kernel search the same tree: equal answers, equal node counts of completed iterations,
//! whatever the number of workers.

mod common;

use common::{tables, word};
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, MetricKind, Move};
use cubepdb::prune::table::TableKind;
use cubepdb::search::{
    Answer, Control, Executor, Goal, Kernel, Limits, Monitor, Outcome, Scheduler, Solver, SolverOptions, TableOptions,
    TableSet,
};
use std::sync::atomic::AtomicBool;

fn run(options: SolverOptions, tables: &TableSet, cube: &Cubies, executor: &dyn Executor) -> Outcome<Move> {
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    Solver::new(options, tables.clone()).unwrap().solve(cube, &control, executor)
}

/// The lengths and costs of the iterations that were searched to their ends.
fn completed(outcome: &Outcome<Move>) -> Vec<(u8, u64, u64)> {
    let whole = outcome.iterations.iter().filter(|iteration| iteration.completed);
    whole.map(|iteration| (iteration.bound, iteration.counters.nodes, iteration.counters.expanded)).collect()
}

fn length(outcome: &Outcome<Move>) -> usize {
    match &outcome.answer {
        Answer::Solved(words) => words[0].len(),
        other => panic!("{other:?}"),
    }
}

fn same_trees(metric: MetricKind, tables: &TableSet, cubes: &[&str]) {
    let pools = [1, 2, 8, 236].map(|threads| Threads::new(threads).unwrap());
    for text in cubes {
        let cube = Cubies::after(&word(text));
        let options = |kernel, scheduler| SolverOptions { kernel, scheduler, ..SolverOptions::new(metric) };
        let plain = run(options(Kernel::Recursive, Scheduler::Sequential), tables, &cube, &pools[0]);
        for scheduler in Scheduler::ALL {
            for kernel in Kernel::ALL {
                for pool in &pools {
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
    same_trees(MetricKind::HalfTurn, &tables(MetricKind::HalfTurn, &["UR,UF,UL,UB,FR"]), &cubes);
    same_trees(MetricKind::HalfTurn, &tables(MetricKind::HalfTurn, &[]), &cubes);
    same_trees(MetricKind::HalfTurn, &TableSet::default(), &cubes[..4]);
    same_trees(MetricKind::QuarterTurn, &tables(MetricKind::QuarterTurn, &[]), &["R U F L B' D", "R2 U2"]);
}

/// With the whole last iteration searched, all counts are equal, and all solutions are found once.
#[test]
fn all_solutions_whatever_is_switched_on() {
    let metric = MetricKind::HalfTurn;
    let tables = tables(metric, &[]);
    let pools = [1, 2, 16].map(|threads| Threads::new(threads).unwrap());
    let tables_of_states = [TableKind::Packed, TableKind::Epoch, TableKind::Dashmap]
        .map(|kind| Some(TableOptions { kind, depth: 5, bytes: 64 << 20, symmetry: kind == TableKind::Packed }));
    for text in ["R2 F2 R2 F2", "R2 U2 R2 U2 R2", "R2 L2 U D' F"] {
        let cube = Cubies::after(&word(text));
        let goal = Goal { all: true, slack: 1, ..Goal::default() };
        let options =
            |kernel, scheduler, table| SolverOptions { goal, kernel, scheduler, table, ..SolverOptions::new(metric) };
        let plain = run(options(Kernel::Recursive, Scheduler::Sequential, None), &tables, &cube, &pools[0]);
        for scheduler in Scheduler::ALL {
            for pool in &pools {
                let outcome = run(options(Kernel::Iterative, scheduler, None), &tables, &cube, pool);
                assert_eq!(outcome.answer, plain.answer, "{text} {scheduler}");
                assert_eq!(completed(&outcome), completed(&plain), "{text} {scheduler}");
                for table in tables_of_states {
                    for kernel in Kernel::ALL {
                        let outcome = run(options(kernel, scheduler, table), &tables, &cube, pool);
                        assert_eq!(outcome.answer, plain.answer, "{text} {scheduler} {kernel} {table:?}");
                    }
                }
            }
        }
    }
}
