//! All optimal solutions and no others, whatever is switched on: against brute force over plain cubies.

mod common;

use common::{Class, Oracle, classes, tables, word};
use cubepdb::backend::Threads;
use cubepdb::cube::{Cubies, MetricKind, Move};
use cubepdb::heuristic::ManhattanPieces;
use cubepdb::prune::table::TranspositionKind;
use cubepdb::search::{
    Answer, Control, Goal, Kernel, Limits, Monitor, MoveOrder, Pruning, Recipe, Scheduler, Solver, SolverOptions,
    TableSet,
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

/// All solutions as classes of words, sorted.
fn listed(recipe: &Recipe, tables: &TableSet, cube: &Cubies, pool: &Threads) -> Vec<Vec<Class>> {
    let alphabet = recipe.order.alphabet(recipe.metric);
    let goal = Goal { all: true, max_depth: recipe.metric.diameter(), ..Goal::default() };
    let automaton = recipe.pruning.automaton(recipe.metric, &alphabet);
    let never = AtomicBool::new(false);
    let automaton = automaton.unwrap_or_else(|spec| spec.learn(&never, |_| ()).unwrap());
    let options = SolverOptions::of_recipe(recipe, goal, automaton, 64 << 20);
    let tables = if recipe.heuristic.needs_tables() { tables.clone() } else { TableSet::default() };
    let tables = match recipe.heuristic.manhattan {
        Some(pieces) => tables.with_manhattan(recipe.metric, pieces),
        None => tables,
    };
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    let outcome = Solver::new(options, tables).unwrap().solve(cube, &control, pool);
    let Answer::Solved(words) = outcome.answer else { panic!("{recipe}: {outcome:?}") };
    let mut listed: Vec<Vec<Class>> = words.iter().map(|word: &Vec<Move>| classes(word)).collect();
    listed.sort();
    listed
}

/// A recipe for each number: the parts change at different paces, so that many combinations come up.
fn recipe(metric: MetricKind, number: usize) -> Recipe {
    let rules = match metric {
        MetricKind::HalfTurn => Pruning::FaceTurns,
        MetricKind::QuarterTurn => Pruning::QuarterTurns,
    };
    let prunings = [Pruning::Canonical, Pruning::None, rules, Pruning::Learned { depth: 4 }];
    let heuristic = ["corners", "corners+manhattan", "corners+edges"][number % 3];
    Recipe {
        order: [MoveOrder::FaceByFace, MoveOrder::AmountByAmount][number % 2],
        heuristic: heuristic.parse().unwrap(),
        pruning: prunings[number % prunings.len()],
        table: TranspositionKind::ALL[(number / 2) % TranspositionKind::ALL.len()],
        table_depth: 1 + (number % 6) as u8,
        kernel: Kernel::ALL[(number / 3) % 2],
        scheduler: Scheduler::ALL[number % Scheduler::ALL.len()],
        ..Recipe::new(metric)
    }
}

fn compare(metric: MetricKind, cubes: &[&str], recipes: usize) {
    let oracle = Oracle::new(metric, 4);
    let tables = tables(metric, &["UR,UF,UL,UB"]).with_manhattan(metric, ManhattanPieces::Both);
    let pools = [1, 2, 16].map(|threads| Threads::new(threads).unwrap());
    for (i, text) in cubes.iter().enumerate() {
        let cube = Cubies::after(&word(text));
        let expected = oracle.solutions(&cube, oracle.distance(&cube).unwrap());
        for number in (0..recipes).map(|j| i * recipes + j) {
            let recipe = recipe(metric, number);
            let pool = &pools[number % pools.len()];
            assert_eq!(listed(&recipe, &tables, &cube, pool), expected, "{text}: {recipe}");
        }
    }
}

#[test]
fn twenty_cubes_with_many_combinations_of_parts() {
    compare(MetricKind::HalfTurn, &CUBES, 12);
}

#[test]
fn quarter_turns_too() {
    compare(MetricKind::QuarterTurn, &["R2 L2", "U D R L'", "R2 F2", "U2 D F", "R U R' U'", "R L U D F B"], 12);
}
