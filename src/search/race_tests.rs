//! Several threads on one small tree: made for ThreadSanitizer, which watches what the threads share. They must find
//! what one thread finds.

use crate::cube::{Cubies, FaceTurn, Metric};
use crate::heuristic::bound_of_small_reach;
use crate::notation::{MoveOptions, parse_moves};
use crate::pdb::grid::race_tests::within_pool;
use crate::plan::{Distribution, Kernel, Plan, Scheduler, SearchQuery, TranspositionOptions};
use crate::prune::table::TranspositionKind;
use crate::search::ranks::{InProcess, Team};
use crate::search::*;
use std::thread;

/// Threads that are joined directly, which ThreadSanitizer follows; it does not follow how rayon waits.
struct Joined(usize);

impl Executor for Joined {
    fn run(&self, work: &(dyn Fn(usize) + Sync)) {
        thread::scope(|scope| {
            let handles: Vec<_> = (0..self.0).map(|number| scope.spawn(move || work(number))).collect();
            handles.into_iter().for_each(|handle| handle.join().expect("no worker panics"));
        });
    }

    fn within(&self, work: &(dyn Fn() + Sync)) {
        work();
    }

    fn workers(&self) -> usize {
        self.0
    }
}

/// Every kind, with subtrees of so few moves that there are many.
fn schedulers(height: u8) -> impl Iterator<Item = Scheduler> {
    Scheduler::ALL.into_iter().map(move |scheduler| scheduler.with_moves(height))
}

fn cube(moves: &str) -> Cubies {
    Cubies::after(&parse_moves(moves, &MoveOptions::default()).unwrap())
}

fn all_solutions() -> Plan {
    let usual = Plan::new(Metric::HalfTurn);
    Plan { query: SearchQuery { all: true, ..usual.query }, ..usual }
}

fn solve(solver: &PieceSolver, cube: &Cubies, executor: &dyn Executor, team: Option<&Team<'_>>) -> Outcome<FaceTurn> {
    Control::unwatched(Limits::default(), |control| {
        solver.solve(cube, &Workers::new(control, executor).with_team(team))
    })
}

#[test]
fn threads_of_every_scheduler_search_the_same_tree() {
    let cube = cube("R U F L2");
    let alone = solve(&PieceSolver::new(all_solutions(), TableSet::default()).unwrap(), &cube, &Sequential, None);
    for scheduler in schedulers(1) {
        let options = all_solutions().with_scheduler(scheduler);
        let found = solve(&PieceSolver::new(options, TableSet::default()).unwrap(), &cube, &Joined(4), None);
        assert_eq!(found.answer, alone.answer, "{scheduler}");
        assert_eq!(found.counters(), alone.counters(), "{scheduler}");
    }
}

#[test]
fn threads_that_share_a_table_of_states_find_the_same_solutions() {
    let cube = cube("R U F L2");
    let alone = solve(&PieceSolver::new(all_solutions(), TableSet::default()).unwrap(), &cube, &Sequential, None);
    for kind in [TranspositionKind::Packed, TranspositionKind::Epoch, TranspositionKind::Dashmap] {
        // Some store only what is in their subtrees.
        for scheduler in schedulers(2) {
            let table = Some(TranspositionOptions { kind, depth: 3, bytes: 1 << 16, symmetry: true });
            let solver = PieceSolver::new(
                all_solutions().with_scheduler(scheduler).with_transpositions(table),
                TableSet::default(),
            )
            .unwrap();
            let outcome = solve(&solver, &cube, &Joined(4), None);
            assert_eq!(outcome.answer, alone.answer, "{kind} {scheduler}");
            assert!(outcome.transpositions.unwrap().inserts > 0, "{kind} {scheduler}");
        }
    }
}

#[test]
fn threads_of_ranks_search_the_same_tree() {
    let cube = cube("R U F L2");
    let solver = PieceSolver::new(all_solutions(), TableSet::default()).unwrap();
    let alone = solve(&solver, &cube, &Sequential, None);
    for distribution in Distribution::ALL {
        let (solver, cube) = (&solver, &cube);
        let outcomes: Vec<_> = thread::scope(|scope| {
            let search = |rank: InProcess| solve(solver, cube, &Joined(2), Some(&Team::new(&rank, distribution)));
            let ranks: Vec<_> = InProcess::team(3).into_iter().map(|rank| scope.spawn(move || search(rank))).collect();
            ranks.into_iter().map(|rank| rank.join().expect("no rank fails")).collect()
        });
        for found in outcomes {
            assert_eq!(found.answer, alone.answer, "{distribution}");
            assert_eq!(found.counters(), alone.counters(), "{distribution}");
        }
    }
}

#[test]
fn threads_search_the_same_tree_from_both_ends() {
    let metric = Metric::HalfTurn;
    let bound = within_pool(1, move || bound_of_small_reach(metric));
    let cosets = TableSet::default().with_cosets(metric, bound);
    let cube = cube("R U F L2 B D R2");
    for kernel in [Kernel::STAGED, Kernel::BATCHED] {
        let solver = PieceSolver::new(all_solutions().with_kernel(kernel), cosets.clone()).unwrap();
        assert!(matches!(solver.strategy(), crate::plan::Strategy::TwoSided { .. }), "{kernel}");
        let alone = solve(&solver, &cube, &Sequential, None);
        let found = solve(&solver, &cube, &Joined(4), None);
        assert_eq!(found.answer, alone.answer, "{kernel}");
        assert_eq!(found.counters(), alone.counters(), "{kernel}");
    }
}
