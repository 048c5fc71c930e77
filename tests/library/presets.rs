//! Every preset that needs no devices finds the true distance of the same ten cubes, on 1, 2 and 16
//! threads.

use crate::common::{Oracle, solve, tables, word};
use crate::effort::{is_due, is_full, or_full};
use crate::fixtures;
use cubepdb::internals::{
    cube::Cubies,
    search::{PieceSolver, TableSet},
};
use cubepdb::{
    Check, LoadMode, Metric, OpenError, Query, Size, Solver, SolverBuilder, Table, Threads,
    plan::{OwnRules, Plan, Preset, Pruning, Puzzle, Scheduler, SearchQuery, UnsoundRules},
    puzzles::{Asker, QuestionText},
    search::{Answer, LearnError, StopReason},
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// At most 6 half turns, and at most 8 quarter turns, from solved.
const CUBES: [&str; 10] = [
    "",
    "R",
    "U2 D",
    "F R2 B'",
    "R U R' U'",
    "L2 D2 F2 U",
    "R U F2 L B",
    "U2 R2 F2 L'",
    "B' D F L' U R'",
    "R' L F B' U D2",
];

/// The documents have a line for every scheduler, and name it beside every preset that uses it.
#[test]
fn schedulers_and_their_presets_are_documented() {
    let text = include_str!("../../docs/search.md");
    let row = |scheduler: &str| {
        let name = scheduler.split(':').next().unwrap();
        let is_its =
            |line: &&str| line.strip_prefix("| `").is_some_and(|rest| rest.split(['`', '[']).next() == Some(name));
        text.lines().find(is_its).unwrap_or_else(|| panic!("no line for {name}"))
    };
    for scheduler in Scheduler::ALL {
        row(&scheduler.to_string());
    }
    for preset in Preset::ALL.iter().filter(|preset| preset.distribution().is_none() && !preset.runs_on_devices()) {
        let plan = preset.plan(Size::THREE);
        let Some(scheduler) = plan.scheduler().filter(|_| !plan.is_by_stickers()) else { continue };
        assert!(row(&scheduler.to_string()).contains(&format!("`{}`", preset.name)), "{}", preset.name);
    }
}

/// A preset with the tables that its heuristic uses.
fn solver(plan: &Plan, corners: &TableSet) -> PieceSolver {
    let mut tables = if plan.bounds.needs_tables() { corners.clone() } else { TableSet::default() };
    if let Some(pieces) = plan.bounds.manhattan {
        tables = tables.with_manhattan(plan.metric(), pieces);
    }
    PieceSolver::new(plan.clone().with_memory(4 << 30), tables).unwrap()
}

#[test]
fn every_preset_finds_the_true_distances() {
    let oracles = [Metric::HalfTurn, Metric::QuarterTurn].map(|metric| Oracle::new(metric, 4));
    let corners = tables(Metric::HalfTurn, &[]);
    let pools = [1, 2, 16].map(|threads| Threads::new(threads).unwrap());
    let mut tried = 0;
    for preset in Preset::ALL.into_iter().filter(|preset| !preset.runs_on_devices()) {
        let plan = preset.plan(Size::THREE);
        if plan.is_by_stickers() {
            continue;
        }
        tried += 1;
        let oracle = &oracles[usize::from(plan.metric() == Metric::QuarterTurn)];
        for (number, text) in CUBES.into_iter().enumerate() {
            // In the short tier, each preset tries a third of the cubes, each on one of the pools.
            if !is_due(number + tried, 3) || !is_full() && number >= 8 {
                continue;
            }
            let cube = Cubies::after(&word(text));
            let distance = oracle.distance(&cube).expect("within eight moves");
            let turn = tried % pools.len();
            for pool in or_full(&pools[turn..=turn], &pools) {
                let outcome = solve(&solver(&plan, &corners), &cube, pool);
                let Answer::Solved(words) = &outcome.answer else { panic!("{} {text}: {outcome:?}", preset.name) };
                assert_eq!(words[0].len(), usize::from(distance), "{} {text}", preset.name);
                assert_eq!(outcome.lower_bound, distance, "{} {text}", preset.name);
                if let Scheduler::Siblings { .. } = plan.depth_first().scheduler {
                    let live = outcome.iterations.iter().map(|iteration| iteration.scheduler.live_peak).max();
                    let workers = cubepdb::internals::search::Executor::workers(pool) as u64;
                    assert!(live.unwrap_or(0) <= u64::from(distance) * workers + 1, "{} {text}", preset.name);
                }
            }
        }
    }
    let is_here = |preset: &&Preset| !preset.runs_on_devices() && !preset.is_for_any_size();
    assert_eq!(tried, Preset::ALL.iter().filter(is_here).count());
}

/// Tables are not used, even if they exist.
#[test]
fn breadth_first_search_beside_a_corner_table_is_right() {
    let plan = Plan { bounds: "corners".parse().unwrap(), ..Preset::find("bfs").unwrap().plan(Size::THREE) };
    let corners = tables(Metric::HalfTurn, &[]);
    let outcome = solve(&solver(&plan, &corners), &Cubies::after(&word("R U F2 L")), &Threads::new(1).unwrap());
    assert_eq!(outcome.lower_bound, 4);
    assert!(matches!(outcome.answer, Answer::Solved(_)));
}

#[test]
fn breadth_first_search_refuses_what_does_not_fit() {
    let plan = Preset::find("bfs").unwrap().plan(Size::THREE).with_memory(20 << 20);
    let solver = PieceSolver::new(plan, TableSet::default()).unwrap();
    let outcome = solve(&solver, &Cubies::after(&word("R U F2 L B D")), &Threads::new(1).unwrap());
    let Answer::Stopped(StopReason::Memory { needed, allowed }) = outcome.answer else { panic!("{outcome:?}") };
    assert!(needed > allowed && allowed == 20 << 20);
    // The completed lengths are proven.
    assert!((4..=6).contains(&outcome.lower_bound));
}

/// Plans opened by the public door: every preset in the tree that it searches elsewhere, and what a door cannot open.
#[test]
fn presets_are_opened_by_the_door() {
    let corners = Arc::new(Table::open(fixtures::table(fixtures::CORNERS), LoadMode::Mmap, Check::Full).unwrap());
    let loaded = tables(Metric::HalfTurn, &[]);
    let (text, pool) = ("R U2 F'", Threads::new(1).unwrap());
    let opened = |plan: Plan| Solver::builder().plan(plan).no_tables().threads(1).open();
    for preset in Preset::ALL.into_iter().filter(|preset| !preset.runs_on_devices()) {
        let plan = preset.plan(Size::THREE);
        if plan.is_by_stickers() || plan.scheduler().is_none() {
            continue;
        }
        let builder = Solver::builder().plan(plan.clone().with_memory(4 << 30)).threads(1);
        let needs_table = plan.bounds.needs_tables();
        let builder = if needs_table { builder.table(corners.clone()) } else { builder.no_tables() };
        let solution = builder.open().unwrap().solve(&text.parse().unwrap()).unwrap();
        let outcome = solve(&solver(&plan, &loaded), &Cubies::after(&word(text)), &pool);
        assert_eq!(solution.statistics().work.nodes, outcome.counters().nodes, "{}", preset.name);
        assert_eq!(solution.lower_bound(), outcome.lower_bound, "{}", preset.name);
    }
    let cache = tempfile::tempdir().unwrap();
    let learned = Plan { pruning: Pruning::Learned { depth: 3 }, ..Plan::new(Metric::HalfTurn) };
    let builder = || Solver::builder().plan(learned.clone()).no_tables().cache_directory(cache.path()).threads(1);
    let first = builder().open().unwrap().solve(&text.parse().unwrap()).unwrap();
    assert_eq!(std::fs::read_dir(cache.path()).unwrap().count(), 1, "the automaton is kept");
    let again = builder().open().unwrap().solve(&text.parse().unwrap()).unwrap();
    assert_eq!((first.length(), first.statistics().work.nodes), (3, again.statistics().work.nodes));
    let stop = AtomicBool::new(true);
    let deeper = Plan { pruning: Pruning::Learned { depth: 4 }, ..learned.clone() };
    let stopped = Solver::builder().plan(deeper).no_tables().cache_directory(cache.path()).interrupt(&stop).open();
    assert!(
        matches!(stopped, Err(OpenError::Automaton { source: LearnError::Interrupted { .. }, .. })),
        "{:?}",
        stopped.err()
    );
    // Rules of a user that say what the canonical ones do search the same tree; those that keep one solution alone
    // answer no query for all of them.
    let all = |rules: Option<&str>| {
        let builder = Solver::builder().no_tables().threads(1);
        let builder = rules.map(OwnRules::new).into_iter().fold(builder, SolverBuilder::rules);
        let solution = builder.open().unwrap().run(&text.parse().unwrap(), &Query::new().all()).unwrap();
        (solution.all().to_vec(), solution.statistics().work.nodes)
    };
    let canonical = "M.face M.face\nD.face U.face\nL.face R.face\nB.face F.face\n";
    assert_eq!(all(Some(canonical)), all(None));
    let one = OwnRules::new(format!("{canonical}L2 U2 D2 L2"));
    let query = SearchQuery { all: true, ..SearchQuery::default() };
    let refused = Solver::builder().plan(Plan::new(Metric::HalfTurn).with_query(query)).rules(one).no_tables().open();
    assert!(matches!(refused, Err(OpenError::Rules(UnsoundRules::LoseOrders { .. }))), "{:?}", refused.err());
    let usual = || Plan::new(Metric::HalfTurn);
    let text = QuestionText::about("pyraminx");
    let question = Arc::new(text.read(Asker::Stranger).unwrap());
    for (plan, expected) in [
        (
            Plan { pruning: Pruning::OwnRules, ..usual() },
            "the plan leaves out moves by a user's own rules, and there are none",
        ),
        (
            Plan { pruning: Pruning::QuarterTurns, ..usual() },
            "the plan leaves out moves by rules for the other metric, which would lose solutions",
        ),
        (Plan::of(Puzzle::Defined(question)), "the plan is for a puzzle by its definition: see `PuzzleSolver`"),
    ] {
        assert_eq!(opened(plan).err().unwrap().to_string(), expected);
    }
}
