use super::card::Lengths;
use super::top::{Count, Leaf};
use super::*;
use crate::cube::{FaceTurn, Metric};
use crate::device::compiled::Compiled;
use crate::device::{Device, DeviceFault};
use crate::heuristic::ManhattanPieces;
use crate::plan::{DepthFirst, Plan, SearchQuery};
use crate::plan::{Kernel, Scheduler};
use crate::prune::AutomatonState;
use crate::search::control::{Control, Limits, Monitor, StopReason};
use crate::search::cube::solver::PieceSolver;
use crate::search::engine::one_sided::space::Space;
use crate::search::executor::Sequential;
use crate::search::outcome::Answer;
use crate::search::report::{Counters, IterationReport};
use crate::search::solver_error::SolverError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];
const MEMORY: u64 = 1 << 30;
const QUICK: Pace = Pace { slots: Some(40), budget: None, interval: 100, memory: None };

fn compiled(count: u32) -> Vec<Arc<dyn Device>> {
    (0..count).map(|number| Compiled::device(number, MEMORY)).collect()
}

fn manhattan(metric: Metric) -> TableSet {
    TableSet::default().with_manhattan(metric, ManhattanPieces::Edges)
}

/// A cube some random moves from solved.
fn scrambled(random: &mut fastrand::Rng, metric: Metric, moves: usize) -> Cubies {
    let all: Vec<FaceTurn> = metric.moves().into_iter().collect();
    let sequence: Vec<FaceTurn> = (0..moves).map(|_| all[random.usize(..all.len())]).collect();
    Cubies::after(&sequence)
}

/// A search on devices with sizes of its own, and its twin on this machine.
struct Pair {
    prepared: Prepared,
    tables: TableSet,
    turns: MoveTable,
    devices: Asynchronous,
}

impl Pair {
    fn new(metric: Metric, devices: Vec<Arc<dyn Device>>, pace: Pace) -> Self {
        Self::prepare(metric, devices, pace).unwrap()
    }

    fn prepare(metric: Metric, devices: Vec<Arc<dyn Device>>, pace: Pace) -> Result<Self, SolverError> {
        let prepared = Prepared::new(Plan::new(metric)).on_devices(DeviceOptions::new(devices));
        let (tables, turns) = (manhattan(metric), MoveTable::new(prepared.alphabet.clone()));
        let devices = Asynchronous::with_pace(&prepared, &tables, &turns, pace)?;
        Ok(Self { prepared, tables, turns, devices })
    }

    fn query(&mut self) -> &mut SearchQuery {
        &mut self.prepared.plan.query
    }

    fn twin(&self) -> PieceSolver {
        let (kernel, scheduler) = (Kernel::RECURSIVE, Scheduler::Sequential);
        let on_threads = |parts: &mut DepthFirst| *parts = DepthFirst { kernel, scheduler, ..DepthFirst::default() };
        PieceSolver::new(self.prepared.plan.clone().with_parts(on_threads), self.tables.clone()).unwrap()
    }

    fn solve_under(&self, cube: &Cubies, control: &Control<'_>) -> Outcome<MoveIndex> {
        let space = PlainSpace::new(self.tables.manhattan.as_ref(), &self.turns, Portable);
        let lengths = self.twin().lengths(cube, self.tables.manhattan.as_ref().unwrap().bound(&PackedCube::pack(cube)));
        // As the space has it: an unsolved cube needs a move.
        let first = if *cube == Cubies::SOLVED { 0 } else { lengths.0.max(1) };
        self.devices.solve(cube, &space, &self.prepared, (first, lengths.1), &Workers::new(control, &Sequential))
    }

    fn solve(&self, cube: &Cubies) -> Outcome<MoveIndex> {
        Control::unwatched(Limits::default(), |control| self.solve_under(cube, control))
    }

    /// Solves a cube in both ways, and compares lengths and counts.
    fn compare(&self, cube: &Cubies) -> Outcome<MoveIndex> {
        let twin = |control: &Control<'_>| self.twin().solve(cube, &Workers::new(control, &Sequential));
        let expected = Control::unwatched(Limits::default(), twin);
        let found = self.solve(cube);
        assert_eq!(counts(&found), counts(&expected), "{cube:?}");
        assert_eq!(found.lower_bound, expected.lower_bound, "{cube:?}");
        assert_eq!(found.incomplete, None);
        match (&found.answer, &expected.answer) {
            (Answer::Solved(sequences), Answer::Solved(others)) => {
                let moves = self.prepared.alphabet.sequence(&sequences[0]);
                assert_eq!((sequences.len(), sequences[0].len()), (1, others[0].len()), "{cube:?}");
                assert_eq!(cube.then(&Cubies::after(&moves)), Cubies::SOLVED);
                if self.prepared.plan.query.deterministic {
                    assert_eq!(moves, others[0]);
                }
            }
            (found, expected) => assert_eq!((found, expected), (&Answer::NoSolution, &Answer::NoSolution)),
        }
        found
    }
}

/// The nodes of every length, where it was refuted.
fn counts<M>(outcome: &Outcome<M>) -> Vec<(u8, Option<(u64, u64)>)> {
    let count = |iteration: &IterationReport| {
        let Counters { nodes, expanded, .. } = iteration.counters;
        (iteration.bound, iteration.completed.then_some((nodes, expanded)))
    };
    outcome.iterations.iter().map(count).collect()
}

#[test]
fn lengths_and_counts_are_those_of_the_search_on_one_thread() {
    for (metric, devices) in METRICS.into_iter().flat_map(|metric| [1, 2, 3].map(|devices| (metric, devices))) {
        let mut pair = Pair::new(metric, compiled(devices), QUICK);
        let mut random = fastrand::Rng::with_seed(devices.into());
        for moves in 0..=7 {
            for deterministic in [false, true] {
                pair.query().deterministic = deterministic;
                pair.compare(&scrambled(&mut random, metric, moves));
            }
        }
    }
}

/// From one leaf to more than there are nodes; launches of one node, looks at every node and at none.
#[test]
fn counts_do_not_depend_on_the_sizes() {
    let paces = [(1, None, 1), (1, Some(1), 100), (7, Some(3), 1), (100, Some(1000), 10_000), (3000, None, 100)];
    for (slots, budget, interval) in paces {
        for metric in METRICS {
            let pace = Pace { slots: Some(slots), budget, interval, memory: None };
            let mut pair = Pair::new(metric, compiled(2), pace);
            let mut random = fastrand::Rng::with_seed(slots.into());
            let moves = if budget == Some(1) { 4 } else { 6 };
            for deterministic in [false, true] {
                pair.query().deterministic = deterministic;
                pair.compare(&scrambled(&mut random, metric, moves));
            }
        }
    }
}

/// Nothing longer than the bound is looked for, and that there is nothing shorter is proven.
#[test]
fn the_upper_bound_is_the_last_length() {
    let cube = Cubies::after(&[0, 4, 7, 12, 3].map(|m| FaceTurn::new(m).unwrap()));
    for metric in METRICS {
        let mut pair = Pair::new(metric, compiled(2), QUICK);
        let length = pair.compare(&cube).lower_bound;
        for bound in 0..=length + 1 {
            pair.query().max_depth = bound;
            let outcome = pair.compare(&cube);
            assert_eq!(matches!(outcome.answer, Answer::Solved(_)), bound >= length);
            assert_eq!(outcome.lower_bound, length.min(bound + 1));
        }
    }
    let options = |upper_bound| {
        let devices = DeviceOptions { upper_bound, ..DeviceOptions::new(compiled(1)) };
        Prepared::new(Plan::new(Metric::HalfTurn)).on_devices(devices)
    };
    for (upper_bound, max_depth) in [(None, 20), (Some(4), 4), (Some(30), 20)] {
        let solver = PieceSolver::new(options(upper_bound), manhattan(Metric::HalfTurn)).unwrap();
        assert_eq!(solver.prepared().plan.query.max_depth, max_depth);
        let search = |control: &Control<'_>| solver.solve(&cube, &Workers::new(control, &Sequential));
        let outcome = Control::unwatched(Limits::default(), search);
        assert_eq!(matches!(outcome.answer, Answer::Solved(_)), max_depth > 4, "{outcome:?}");
    }
}

#[test]
fn what_is_refuted_before_a_limit_stays_refuted() {
    let pair = Pair::new(Metric::HalfTurn, compiled(2), Pace { budget: Some(200), ..QUICK });
    let cube = crate::notation::random_cube(&mut fastrand::Rng::with_seed(5));
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(false));
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let outcome = pair.solve_under(&cube, &Control::new(limits, &monitor, &interrupt));
    assert_eq!(outcome.answer, Answer::Stopped(StopReason::Nodes));
    let (last, refuted) = outcome.iterations.split_last().unwrap();
    assert!(!last.completed && outcome.lower_bound == last.bound && refuted.len() > 1);
    // The devices were ahead, and so was the first launch after the limit.
    assert!(outcome.counters().nodes >= 1_000_000 && outcome.counters().nodes < 2_000_000);
    let mut bounded = Pair::new(Metric::HalfTurn, compiled(1), QUICK);
    bounded.query().max_depth = last.bound - 1;
    assert_eq!(counts(&bounded.compare(&cube))[..], counts(&outcome)[..refuted.len()]);
    interrupt.store(true, Ordering::Relaxed);
    let outcome = pair.solve_under(&cube, &Control::new(Limits::default(), &monitor, &interrupt));
    assert_eq!(outcome.answer, Answer::Stopped(StopReason::Interrupt));
    interrupt.store(false, Ordering::Relaxed);
    let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
    let outcome = pair.solve_under(&cube, &Control::new(limits, &monitor, &interrupt));
    assert_eq!(outcome.answer, Answer::Stopped(StopReason::Time));
}

#[test]
fn a_lost_device_stops_the_search_and_nothing_else() {
    let cube = crate::notation::random_cube(&mut fastrand::Rng::with_seed(6));
    let prepare = |launches| {
        let devices = vec![Compiled::device(0, MEMORY), Compiled::lost_after(1, MEMORY, launches)];
        Pair::prepare(Metric::HalfTurn, devices, Pace { budget: Some(100), ..QUICK })
    };
    // Devices that are lost while they are prepared, then others.
    let needed = (0..).step_by(50).find(|&launches| prepare(launches).is_ok()).unwrap();
    let mut lower_bounds = Vec::new();
    for more in [0, 20, 100, 500] {
        let pair = prepare(needed + more).unwrap();
        let outcome = pair.solve(&cube);
        assert_eq!(outcome.answer, Answer::Stopped(StopReason::Device { number: 1 }));
        assert!(outcome.iterations.iter().rev().skip(1).all(|iteration| iteration.completed));
        assert_eq!(outcome.lower_bound, outcome.iterations.last().unwrap().bound);
        lower_bounds.push(outcome.lower_bound);
        let again = pair.solve(&cube);
        assert_eq!(again.answer, Answer::Stopped(StopReason::Device { number: 1 }));
    }
    assert!(lower_bounds.is_sorted() && lower_bounds[0] < lower_bounds[3], "{lower_bounds:?}");
    let lost = DeviceOptions::new(vec![Compiled::lost_after(0, MEMORY, 1)]);
    let options = Prepared::new(Plan::new(Metric::HalfTurn)).on_devices(lost);
    let error = PieceSolver::new(options, manhattan(Metric::HalfTurn)).map(drop).unwrap_err();
    let SolverError::Device(DeviceError::Failed { fault, .. }) = error else { panic!("{error}") };
    assert!(matches!(fault, DeviceFault::Lost { .. }));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let options = |query| {
        let plan = Plan::new(Metric::HalfTurn).with_query(query);
        Prepared::new(plan).on_devices(DeviceOptions::new(compiled(1)))
    };
    let refused = |options, tables| match PieceSolver::new(options, tables).map(drop) {
        Err(SolverError::Strategy(error)) => error,
        other => panic!("{other:?}"),
    };
    let usual = SearchQuery::default();
    let all = SearchQuery { all: true, ..usual };
    assert_eq!(refused(options(all), manhattan(Metric::HalfTurn)), StrategyError::AsynchronousAll);
    let no_table = StrategyError::Devices(OneSidedReason::NoTable);
    assert_eq!(refused(options(usual), TableSet::default()), no_table);
    let corners = TableSet::default().with_manhattan(Metric::HalfTurn, ManhattanPieces::Both);
    assert_eq!(refused(options(usual), corners), no_table);
    let own = manhattan(Metric::HalfTurn).with_own(Arc::new(|_| 0));
    assert_eq!(refused(options(usual), own), no_table);
    let little = DeviceOptions { memory: Some(100), ..DeviceOptions::new(compiled(1)) };
    let options = Prepared::new(options(usual).plan).on_devices(little);
    let error = PieceSolver::new(options, manhattan(Metric::HalfTurn)).map(drop).unwrap_err();
    assert!(matches!(error, SolverError::Device(DeviceError::DoesNotFit { .. })), "{error}");
}

/// A device with a wrong table does not compute what the processor computes.
#[test]
fn wrong_tables_are_noticed() {
    let options = Prepared::new(Plan::new(Metric::HalfTurn));
    let tables = manhattan(Metric::HalfTurn);
    let manhattan = tables.only_manhattan_edges().unwrap();
    let turns = MoveTable::new(options.alphabet.clone());
    let space = PlainSpace::new(Some(manhattan), &turns, Portable);
    let compare = |change: &dyn Fn(&mut Tables)| {
        let mut tables = Tables::new(manhattan, &options.alphabet, &options.automaton);
        change(&mut tables);
        let mut card = Card::new(&compiled(1)[0], &tables, QUICK).unwrap();
        check::compare(&mut card, manhattan, &space, &options.automaton)
    };
    compare(&|_| ()).unwrap();
    for slot in 0..12 {
        let place = [slot, (slot + 5) % 12, 16 + (slot + 7) % 12][slot % 3];
        let error = compare(&|tables| tables.distances[32 * slot + place] ^= 1).unwrap_err();
        assert!(
            error.to_string().ends_with("computes wrongly: moves on random cubes, and the distances of their edges")
        );
    }
    let turned = compare(&|tables| tables.turns[8 * 5 + 6] ^= 1 << 8).unwrap_err();
    assert!(turned.to_string().contains("moves on random cubes"), "{turned}");
    // Moves that are missing after some others.
    let left_out = compare(&|tables| tables.allowed[3] -= 1).unwrap_err();
    assert!(left_out.to_string().contains(" nodes in trees of length "), "{left_out}");
}

/// Counts begin just below 32 bits.
#[test]
fn counts_beyond_32_bits_are_right() {
    let pair = Pair::new(Metric::HalfTurn, compiled(1), QUICK);
    let space = PlainSpace::new(pair.tables.manhattan.as_ref(), &pair.turns, Portable);
    let cube = PackedCube::pack(&Cubies::after(&[0, 4, 7, 12, 3, 8, 0, 16].map(|m| FaceTurn::new(m).unwrap())));
    let leaf = Leaf { cube, state: AutomatonState::START, f: space.bound(&cube) };
    let lengths = Lengths { first: leaf.f, step: 1, last: 7 };
    let mut cards = pair.devices.cards.lock().unwrap();
    let mut count = |before: u32| {
        cards[0].begin(&[leaf], 0, lengths, 8).unwrap();
        let low = before.to_le_bytes();
        // The nodes and the expanded nodes of length 7.
        for place in [2, 4] {
            cards[0].shared.write(4 * (4 + 6 * 7 + place), &low).unwrap();
        }
        while !cards[0].is_idle(8, 0) {
            cards[0].advance(8, 0).unwrap();
        }
        cards[0].count(7)
    };
    let Count { nodes, expanded, least } = count(0);
    assert!(nodes > 10 && expanded > 10);
    let before = u32::MAX - 9;
    let sums = Count { nodes: nodes + u64::from(before), expanded: expanded + u64::from(before), least };
    assert_eq!(count(before), sums);
}

/// Every device of this machine, if there is one.
#[test]
fn real_devices_count_what_one_thread_counts() {
    let Ok(devices) = crate::device::devices() else { return };
    for metric in METRICS {
        for pace in [QUICK, Pace { slots: None, interval: 1000, ..QUICK }] {
            let pair = Pair::new(metric, devices.clone(), pace);
            let mut random = fastrand::Rng::with_seed(8);
            for moves in [0, 1, 3, 5, 6, 7] {
                pair.compare(&scrambled(&mut random, metric, moves));
            }
        }
    }
}
