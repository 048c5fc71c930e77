//! All optimal solutions and no others, with every combination of options: compared with brute force over plain cubies.

use crate::common::{Class, Oracle, classes, solve, tables, word};
use crate::effort::or_full;
use cubepdb::internals::{
    cube::{Cubies, FaceTurn},
    heuristic::ManhattanPieces,
    search::{PieceSolver, Prepared, TableSet},
};
use cubepdb::{
    Metric, Threads,
    plan::{
        DepthFirst, Engine, Kernel, MoveOrder, OneSidedKernel, Plan, Pruning, Puzzle, Scheduler, SearchQuery,
        TranspositionOptions,
    },
    search::{Answer, TranspositionKind},
};
use std::sync::atomic::AtomicBool;

/// Cubes of at most seven moves, many of them symmetric, with several optimal solutions.
const CUBES: [&str; 20] = [
    "R2 F2 R2 F2",
    "R2 L2 U D'",
    "R2 L2 U2 D2",
    "R2 L2 U2 D2 F2",
    "R2 L2 F2 B2 U D",
    "R L' F2 B2 R L'",
    "R2 U2 R2 U2 R2",
    "R2 U2 R2 U2 R2 U2",
    "U2 D2 R2 L2 F2 B2",
    "R L F2 B2 R L",
    "R L F2 B2 R L U2",
    "F B U2 D2 R",
    "U D' R L' F B'",
    "R2 U2 F2 R2 U2 F2",
    "U R2 F2 R2 U'",
    "L2 F2 L2 R2 F2 R2",
    "R U R' U'",
    "F2 L2 B2 R2 F2 L2 B2",
    "U2 R2 U2 L2 U2 R2",
    "R L U D F B",
];

/// All solutions as classes of move sequences, sorted.
fn listed(plan: &Plan, tables: &TableSet, cube: &Cubies, pool: &Threads) -> Vec<Vec<Class>> {
    let Puzzle::Pieces { metric, order } = plan.puzzle else { panic!("{plan}") };
    let automaton = plan.pruning.automaton(metric, &order.alphabet(metric));
    let never = AtomicBool::new(false);
    let automaton = automaton.unwrap_or_else(|spec| spec.learn(&never, |_| ()).unwrap());
    let query = SearchQuery { all: true, ..plan.query };
    let options = plan.clone().with_query(query).with_memory(64 << 20);
    let options = Prepared::with_automaton(options, automaton, plan.pruning.keeps_all());
    let tables = if plan.bounds.needs_tables() { tables.clone() } else { TableSet::default() };
    let tables = match plan.bounds.manhattan {
        Some(pieces) => tables.with_manhattan(metric, pieces),
        None => tables,
    };
    let outcome = solve(&PieceSolver::new(options, tables).unwrap(), cube, pool);
    let Answer::Solved(words) = outcome.answer else { panic!("{plan}: {outcome:?}") };
    let mut listed: Vec<Vec<Class>> = words.iter().map(|word: &Vec<FaceTurn>| classes(word)).collect();
    listed.sort();
    listed
}

/// A plan for each number: the parts change at different rates, so that many combinations occur.
fn plan(metric: Metric, number: usize) -> Plan {
    let rules = match metric {
        Metric::HalfTurn => Pruning::FaceTurns,
        Metric::QuarterTurn => Pruning::QuarterTurns,
    };
    let prunings = [Pruning::Canonical, Pruning::None, rules, Pruning::Learned { depth: 4 }];
    let heuristic = ["corners", "corners+manhattan", "corners+edges"][number % 3];
    let table = TranspositionOptions::new(TranspositionKind::ALL[(number / 2) % TranspositionKind::ALL.len()]);
    let parts = DepthFirst {
        transpositions: table.map(|table| TranspositionOptions { depth: 1 + (number % 6) as u8, ..table }),
        kernel: Kernel::OneSided(OneSidedKernel::ALL[(number / 3) % 2]),
        scheduler: Scheduler::ALL[number % Scheduler::ALL.len()],
        ..DepthFirst::default()
    };
    Plan {
        puzzle: Puzzle::Pieces { metric, order: [MoveOrder::FaceByFace, MoveOrder::AmountByAmount][number % 2] },
        bounds: heuristic.parse().unwrap(),
        pruning: prunings[number % prunings.len()],
        engine: Engine::DepthFirst(parts),
        ..Plan::new(metric)
    }
}

fn compare(metric: Metric, cubes: &[&str], configs: usize) {
    let oracle = Oracle::new(metric, 4);
    let tables = tables(metric, &["UR,UF,UL,UB"]).with_manhattan(metric, ManhattanPieces::Both);
    let pools = [1, 2, 16].map(|threads| Threads::new(threads).unwrap());
    for (i, text) in cubes.iter().enumerate() {
        let cube = Cubies::after(&word(text));
        let expected = oracle.solutions(&cube, oracle.distance(&cube).unwrap());
        // In the short tier a third, a different one for each cube.
        for number in (0..configs).map(|j| i * configs + j).skip(or_full(i % 3, 0)).step_by(or_full(3, 1)) {
            let plan = plan(metric, number);
            let pool = &pools[number % pools.len()];
            assert_eq!(listed(&plan, &tables, &cube, pool), expected, "{text}: {plan}");
        }
    }
}

#[test]
fn twenty_cubes_with_many_combinations_of_parts() {
    compare(Metric::HalfTurn, &CUBES, 12);
}

#[test]
fn quarter_turns_too() {
    compare(Metric::QuarterTurn, &["R2 L2", "U D R L'", "R2 F2", "U2 D F", "R U R' U'", "R L U D F B"], 12);
}
