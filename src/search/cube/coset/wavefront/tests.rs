//! Searches on devices, compared with the same ones on a thread.

use super::*;
use crate::backend::Threads;
use crate::cube::{Cubies, FaceTurn};
use crate::device::compiled::Compiled;
use crate::effort::or_full;
use crate::heuristic::bound_of_small_reach;
use crate::plan::{Kernel, Plan, SearchPlace, SearchQuery};
use crate::search::checkpoint::tests::Memory;
use crate::search::{
    Answer, Control, Counters, DeviceOptions, IterationReport, Limits, Monitor, Outcome, PieceSolver, Prepared, Saving,
    Sequential, StopReason, TableSet, Workers,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];
/// Enough for the small table and the tallies.
const MEMORY: u64 = 2 << 30;

fn options(metric: Metric, all: bool) -> Plan {
    let usual = Plan::new(metric);
    Plan { query: SearchQuery { all, ..usual.query }, ..usual }
}

fn tables(metric: Metric) -> TableSet {
    TableSet::default().with_cosets(metric, bound_of_small_reach(metric))
}

fn on_thread(metric: Metric, all: bool) -> PieceSolver {
    PieceSolver::new(options(metric, all).with_kernel(Kernel::STAGED), tables(metric)).unwrap()
}

fn on_devices(metric: Metric, all: bool, sizes: &[WaveSize]) -> PieceSolver {
    with_devices(metric, all, sizes, false)
}

fn with_devices(metric: Metric, all: bool, sizes: &[WaveSize], beside_threads: bool) -> PieceSolver {
    let devices: Vec<_> = (0..sizes.len() as u32).map(|number| Compiled::device(number, MEMORY)).collect();
    let place = if beside_threads { SearchPlace::DevicesAndThreads } else { SearchPlace::Devices };
    let plan = options(metric, all).with_parts(|parts| parts.place = place);
    let prepared = Prepared::new(plan).on_devices(DeviceOptions::new(devices.clone()));
    let mut solver = PieceSolver::new(prepared, tables(metric)).unwrap();
    let sized = |(device, size): (Arc<dyn Device>, &WaveSize)| {
        CosetDevice::with_size(device, &bound_of_small_reach(metric), metric, *size).unwrap()
    };
    solver.devices = devices.into_iter().zip(sizes).map(sized).collect();
    solver
}

fn scramble(random: &mut fastrand::Rng, metric: Metric, length: usize) -> Cubies {
    let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
    Cubies::after(&std::iter::repeat_with(|| moves[random.usize(..moves.len())]).take(length).collect::<Vec<_>>())
}

fn solve(solver: &PieceSolver, cube: &Cubies, threads: usize) -> Outcome<FaceTurn> {
    let threads = Threads::new(threads).unwrap();
    Control::unwatched(Limits::default(), |control| solver.solve(cube, &Workers::new(control, &threads)))
}

/// The counters of the lengths that were searched to their ends.
fn counts<M>(outcome: &Outcome<M>) -> Vec<(u8, Counters)> {
    let completed = |i: &&IterationReport| i.completed;
    outcome.iterations.iter().filter(completed).map(|i| (i.bound, i.counters)).collect()
}

fn compare(cube: &Cubies, expected: &Outcome<FaceTurn>, found: &Outcome<FaceTurn>, all: bool) {
    let (Answer::Solved(expected_sequences), Answer::Solved(sequences)) = (&expected.answer, &found.answer) else {
        panic!("{cube:?} {:?} {:?}", expected.answer, found.answer)
    };
    assert_eq!(sequences[0].len(), expected_sequences[0].len(), "{cube:?}");
    let (expected, found) = (counts(expected), counts(found));
    if all {
        assert_eq!(sequences, expected_sequences);
        assert_eq!(found, expected, "{cube:?}");
    } else {
        // The last length may be completed by one and not by the other.
        let refuted = sequences[0].len() as u8;
        let refuted =
            |counts: Vec<(u8, Counters)>| counts.into_iter().filter(|(bound, _)| *bound < refuted).collect::<Vec<_>>();
        assert_eq!(refuted(found), refuted(expected), "{cube:?}");
    }
}

const SMALLEST: WaveSize = WaveSize { nodes: 1728, batch: 1, roots: 1, found: 2 };
const SIZES: [WaveSize; 3] = [
    WaveSize { nodes: 1728, batch: 5, roots: 3, found: 2 },
    WaveSize { nodes: 5000, batch: 100, roots: 50, found: 3 },
    WaveSize { nodes: 100_000, batch: 2000, roots: 1000, found: 1000 },
];

#[test]
fn counts_and_solutions_are_those_of_one_thread() {
    let mut random = fastrand::Rng::with_seed(1);
    let questions = METRICS.into_iter().flat_map(|metric| [(metric, false), (metric, true)]);
    for (number, (metric, all)) in questions.enumerate() {
        let plain = on_thread(metric, all);
        let turn = number % SIZES.len();
        for &size in or_full(&SIZES[turn..=turn], &SIZES) {
            let solver = on_devices(metric, all, &[size]);
            for length in 0..=or_full(4, 6) {
                let cube = scramble(&mut random, metric, length);
                compare(&cube, &solve(&plain, &cube, 1), &solve(&solver, &cube, 1), all);
            }
        }
    }
}

#[test]
fn one_node_at_a_time() {
    let metric = Metric::HalfTurn;
    let (plain, solver) = (on_thread(metric, true), on_devices(metric, true, &[SMALLEST]));
    let cube = scramble(&mut fastrand::Rng::with_seed(2), metric, 4);
    compare(&cube, &solve(&plain, &cube, 1), &solve(&solver, &cube, 1), true);
}

#[test]
fn several_devices_and_threads_share_the_tasks() {
    let mut random = fastrand::Rng::with_seed(3);
    for metric in METRICS {
        let plain = on_thread(metric, true);
        let devices = on_devices(metric, true, &[SIZES[0], SIZES[2]]);
        let beside = with_devices(metric, true, &[SIZES[1]], true);
        for length in [4, 5] {
            let cube = scramble(&mut random, metric, length);
            let expected = solve(&plain, &cube, 1);
            compare(&cube, &expected, &solve(&devices, &cube, 2), true);
            compare(&cube, &expected, &solve(&beside, &cube, 3), true);
        }
    }
}

/// Searches that use a device at the same time get their own counts and solutions.
#[test]
fn several_cubes_share_a_wavefront() {
    let mut random = fastrand::Rng::with_seed(4);
    let metric = Metric::HalfTurn;
    let (plain, solver) = (on_thread(metric, true), on_devices(metric, true, &[SIZES[1]]));
    // More cubes than slots.
    let cubes: Vec<Cubies> = (0..SLOTS + 4).map(|i| scramble(&mut random, metric, 3 + i % 2)).collect();
    std::thread::scope(|scope| {
        for cube in &cubes {
            let (plain, solver) = (&plain, &solver);
            scope.spawn(move || compare(cube, &solve(plain, cube, 1), &solve(solver, cube, 1), true));
        }
    });
}

/// A cube with more solutions of one length than the buffer has room for.
#[test]
fn no_solution_is_lost_where_there_are_many() {
    let metric = Metric::HalfTurn;
    // Half turns of three axes, which have many orders and equivalents.
    let cube = Cubies::after(&[0, 3, 1, 4, 2, 5].map(FaceTurn::half));
    let plain = solve(&on_thread(metric, true), &cube, 1);
    let Answer::Solved(solutions) = &plain.answer else { panic!() };
    assert!(solutions.len() >= 6, "{}", solutions.len());
    for size in [SMALLEST, SIZES[2], WaveSize { found: 2, ..SIZES[2] }] {
        compare(&cube, &plain, &solve(&on_devices(metric, true, &[size]), &cube, 1), true);
    }
}

#[test]
fn limits_and_interruptions_end_a_search_between_launches() {
    let metric = Metric::HalfTurn;
    let solver = on_devices(metric, false, &[SIZES[1]]);
    let cube = scramble(&mut fastrand::Rng::with_seed(5), metric, 20);
    for (nodes, interrupted, reason) in [(Some(3000), false, StopReason::Nodes), (None, true, StopReason::Interrupt)] {
        let (monitor, stop) = (Monitor::default(), AtomicBool::new(interrupted));
        let control = Control::new(Limits { nodes, ..Limits::default() }, &monitor, &stop);
        let outcome = solver.solve(&cube, &Workers::new(&control, &Sequential));
        assert_eq!(outcome.answer, Answer::Stopped(reason));
        assert!(outcome.lower_bound > 0);
    }
    // Nothing of it is left on the device.
    let near = scramble(&mut fastrand::Rng::with_seed(6), metric, 4);
    compare(&near, &solve(&on_thread(metric, false), &near, 1), &solve(&solver, &near, 1), false);
}

fn solve_saved(solver: &PieceSolver, cube: &Cubies, resume: Option<&[u8]>) -> (Outcome<FaceTurn>, Vec<Vec<u8>>) {
    let states = Memory::default();
    let saving = Saving { sink: &states, every: Duration::ZERO, resume, failed: &|error| panic!("{error}") };
    let search = |control: &Control<'_>| solver.solve_saved(cube, &Workers::new(control, &Sequential), &saving);
    let outcome = Control::unwatched(Limits::default(), search).unwrap();
    (outcome, states.states.into_inner().unwrap())
}

/// An entry in the journal comes due while tasks that were taken still wait to be entered.
#[test]
fn a_search_is_saved_in_the_middle_of_a_length_and_resumed() {
    let metric = Metric::HalfTurn;
    let cube = scramble(&mut fastrand::Rng::with_seed(4), metric, 11);
    let expected = solve(&on_thread(metric, true), &cube, 1);
    // Few tasks at a time, so that the tree is far from its end when the first entry is due.
    let solver = on_devices(metric, true, &[WaveSize { nodes: 40_000, batch: 2000, roots: 500, found: 100 }]);
    let (outcome, states) = solve_saved(&solver, &cube, None);
    compare(&cube, &expected, &outcome, true);
    let entries = states.len() - outcome.iterations.len();
    assert!(entries > 2, "{} states, {} lengths", states.len(), outcome.iterations.len());
    for state in states.iter().skip(1).step_by(states.len() / 3) {
        let (resumed, _) = solve_saved(&solver, &cube, Some(state));
        compare(&cube, &expected, &resumed, true);
    }
}

#[test]
fn a_lost_device_refutes_nothing() {
    let metric = Metric::HalfTurn;
    let cube = scramble(&mut fastrand::Rng::with_seed(7), metric, 7);
    let expected = counts(&solve(&on_thread(metric, false), &cube, 1));
    let prepared = |device| CosetDevice::with_size(device, &bound_of_small_reach(metric), metric, SIZES[1]);
    let before = Compiled::launches_of(MEMORY, |device| drop(prepared(device).unwrap()));
    assert!(prepared(Compiled::lost_after(3, MEMORY, before / 2)).is_err());
    for launches in [0, 1, 10, 20] {
        let mut solver = on_devices(metric, false, &[SIZES[1]]);
        solver.devices = vec![prepared(Compiled::lost_after(3, MEMORY, before + launches)).unwrap()];
        let outcome = solve(&solver, &cube, 1);
        assert_eq!(outcome.answer, Answer::Stopped(StopReason::Device { number: 3 }), "{launches}");
        let refuted = counts(&outcome);
        assert_eq!(refuted, expected[..refuted.len()]);
        assert!(refuted.iter().all(|(bound, _)| *bound < outcome.lower_bound));
        // Nor does it come back.
        let again = solve(&solver, &Cubies::after(&[FaceTurn::half(1)]), 1);
        assert_eq!(again.answer, Answer::Stopped(StopReason::Device { number: 3 }));
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let metric = Metric::HalfTurn;
    let bound = bound_of_small_reach(metric);
    let info = Compiled::device(0, 1 << 30).info().clone();
    let layout = crate::pdb::h48::Layout::new(crate::pdb::h48::H48Level::new(8).unwrap(), metric);
    let refused = WaveSize::of_device(&info, layout, metric, None).unwrap_err();
    assert!(refused.to_string().contains("h48-8") && refused.to_string().contains("h48-4 does"), "{refused}");
    let refused = CosetDevice::new(Compiled::device(0, 1 << 30), &bound, metric, Some(1 << 20)).err().unwrap();
    assert!(matches!(refused, DeviceError::DoesNotFit { fitting: None, .. }), "{refused}");
    // A device that has less than it says.
    let refused = CosetDevice::with_size(Compiled::device(0, 80 << 20), &bound, metric, SIZES[2]).err().unwrap();
    assert!(refused.to_string().contains("no room for a buffer"), "{refused}");
}

#[test]
fn larger_devices_take_larger_levels() {
    let card = |memory: u64| crate::device::DeviceInfo {
        is_processor: false,
        memory,
        largest_buffer: memory / 4,
        ..Compiled::device(0, 1).info().clone()
    };
    let level =
        |gigabytes: u64| largest_level(&card(gigabytes << 30), Metric::HalfTurn, None).map(|level| level.flips());
    assert_eq!([0, 1, 8, 24, 80, 141].map(level), [None, Some(4), Some(8), Some(9), Some(11), Some(11)]);
}
