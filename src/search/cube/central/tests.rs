//! The search of central cubes, compared with plainly enumerated move sequences and with itself.

use crate::backend::Threads;
use crate::cube::{CubeAlphabet, FaceTurn, PackedCube, Portable, Symmetry, normal_form};
use crate::device::compiled::Compiled;
use crate::effort::or_full;
use crate::heuristic::{CosetBound, bound_of_small_reach};
use crate::plan::TwoSidedKernel;
use crate::search::cube::central::*;
use crate::search::cube::coset::CosetDevice;
use crate::search::engine::two_sided::{TwoSided, Wavefront};
use crate::search::report::TaskReport;
use crate::search::{Control, Limits, Monitor};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::AtomicBool;

fn superflip() -> Cubies {
    Cubies { flips: std::array::from_fn(|_| 1), ..Cubies::SOLVED }
}

/// The way one length is searched.
struct Way {
    kernel: TwoSidedKernel,
    threads: usize,
    is_central: bool,
    is_on_device: bool,
}

const PLAINLY: Way = Way { kernel: TwoSidedKernel::Staged, threads: 1, is_central: true, is_on_device: false };

/// All move sequences that are found when one length is searched, and the work that took.
fn search(table: &CosetBound, cube: &Cubies, length: u8, way: &Way) -> (Vec<Vec<FaceTurn>>, TaskReport) {
    let alphabet = CubeAlphabet::face_by_face(Metric::HalfTurn);
    let start = PackedCube::pack(cube);
    let space = CosetSpace::new(table.view(), Metric::HalfTurn, Portable, &start);
    let prepared = || CosetDevice::new(Compiled::device(0, 2 << 30), table, Metric::HalfTurn, None).unwrap();
    let device = way.is_on_device.then(prepared);
    let waves: Vec<CosetWave<'_>> = device.iter().map(|device| device.search(&start)).collect();
    let devices: Vec<&dyn Wavefront> = waves.iter().map(|wave| wave as &dyn Wavefront).collect();
    let (monitor, stop) = (Monitor::default(), AtomicBool::new(false));
    let control = Control::new(Limits::default(), &monitor, &stop);
    let executor = Threads::new(way.threads).unwrap();
    let search = TwoSided {
        metric: Metric::HalfTurn,
        alphabet: &alphabet,
        kernel: way.kernel,
        horizon: space.horizon(),
        symmetries: Symmetry::all().skip(1).filter(|_| !way.is_central).collect(),
        all: true,
        control: &control,
        executor: &executor,
        journal: None,
        devices: &devices,
        threads_search: !way.is_on_device,
    };
    let mut engine = TwoSidedEngine::new(&space, search, None);
    let (report, _) = if way.is_central {
        CentralEngine::new(engine, &waves).search(length, true)
    } else {
        engine.search(length, true)
    };
    assert!(report.complete);
    (report.solutions.iter().map(|sequence| alphabet.sequence(sequence)).collect(), report)
}

/// All move sequences equivalent to one up to symmetry and direction: started anywhere, in normal form. `None` if moves
/// of one of them merge.
fn rotations(sequence: &[FaceTurn]) -> Option<BTreeSet<Vec<FaceTurn>>> {
    let mut known = BTreeSet::new();
    let mut open = vec![normal_form(sequence, true)?];
    while let Some(sequence) = open.pop() {
        if !known.insert(sequence.clone()) {
            continue;
        }
        let commute = sequence[0].face() % 3 == sequence[1].face() % 3;
        for first in 0..=usize::from(commute) {
            let rest = [&sequence[..first], &sequence[first + 1..], &sequence[first..=first]].concat();
            open.push(normal_form(&rest, true)?);
        }
    }
    Some(known)
}

/// One representative of all sequences equivalent to one.
fn class(sequence: &[FaceTurn]) -> Option<Vec<FaceTurn>> {
    let backwards: Vec<FaceTurn> = sequence.iter().rev().map(|m| m.inverse()).collect();
    let images = Symmetry::all().flat_map(|s| {
        [sequence, &backwards].map(|sequence| sequence.iter().map(|&m| s.of_move(m)).collect::<Vec<_>>())
    });
    images.map(|image| rotations(&image).map(|all| all.first().cloned().expect("the sequence itself"))).min()?
}

/// All canonical move sequences of a length, with the cubes that they make.
fn sequences(length: usize) -> Vec<(Cubies, Vec<FaceTurn>)> {
    let order = crate::cube::CanonicalOrder::half_turn();
    let mut sequences = vec![(Cubies::SOLVED, crate::cube::CanonicalContext::START, Vec::new())];
    for _ in 0..length {
        let longer = |(cube, context, sequence): &(Cubies, _, Vec<FaceTurn>)| {
            let (cube, context, sequence) = (*cube, *context, sequence.clone());
            order.allowed(context).into_iter().map(move |m| {
                (cube.then(&MOVE_CUBIES[m.index()]), order.next(context, m), [&sequence[..], &[m]].concat())
            })
        };
        sequences = sequences.iter().flat_map(longer).collect();
    }
    sequences.into_iter().map(|(cube, _, sequence)| (cube, sequence)).collect()
}

/// The classes of sequences of a length that change nothing and have no moves that merge: two halves that undo each
/// other.
fn identities(length: usize) -> BTreeSet<Vec<FaceTurn>> {
    let first = sequences(length / 2);
    let mut by_cube: HashMap<Cubies, Vec<&[FaceTurn]>> = HashMap::new();
    first.iter().for_each(|(cube, sequence)| by_cube.entry(*cube).or_default().push(sequence));
    let mut known = BTreeSet::new();
    let mut classes = BTreeSet::new();
    for (cube, second) in &sequences(length - length / 2) {
        for first in by_cube.get(&cube.inverse()).into_iter().flatten() {
            let Some(all) = rotations(&[first, &second[..]].concat()) else { continue };
            if !known.contains(all.first().expect("the sequence itself")) {
                classes.extend(class(all.first().expect("the sequence itself")));
                known.extend(all);
            }
        }
    }
    classes
}

/// At least one sequence is found of each class of sequences that fix the solved cube, which is central too.
#[test]
fn all_classes_of_identities_are_found() {
    let table = bound_of_small_reach(Metric::HalfTurn);
    let mut counts = Vec::new();
    for &length in or_full(&[7, 8][..], &[7, 8, 9, 10]) {
        let expected = identities(length.into());
        let (found, _) = search(&table, &Cubies::SOLVED, length, &PLAINLY);
        let solves = |sequence: &Vec<FaceTurn>| {
            sequence.len() == usize::from(length) && Cubies::after(sequence) == Cubies::SOLVED
        };
        assert!(found.iter().all(solves));
        let (on_device, _) = search(&table, &Cubies::SOLVED, length, &Way { is_on_device: true, ..PLAINLY });
        assert_eq!(on_device.iter().collect::<BTreeSet<_>>(), found.iter().collect(), "{length} moves on a device");
        let classes: BTreeSet<_> = found.iter().filter_map(|sequence| class(sequence)).collect();
        assert_eq!(classes, expected, "{length} moves");
        counts.push(expected.len());
    }
    assert!(counts[1] > 0 && counts.get(3) != Some(&0), "{counts:?}");
}

#[test]
fn nodes_do_not_depend_on_kernel_or_threads_and_are_few() {
    let table = bound_of_small_reach(Metric::HalfTurn);
    for &(length, times) in or_full(&[(5, 0), (8, 1)][..], &[(5, 0), (8, 1), (10, 2)]) {
        let nodes = |kernel, threads, is_central| {
            search(&table, &superflip(), length, &Way { kernel, threads, is_central, is_on_device: false }).1.counters
        };
        let plainly = nodes(TwoSidedKernel::Staged, 1, true);
        for threads in [1, 2, 64] {
            assert_eq!(nodes(TwoSidedKernel::Batched, threads, true), plainly, "{length} moves, {threads} threads");
        }
        let on_device = search(&table, &superflip(), length, &Way { is_on_device: true, ..PLAINLY });
        assert_eq!(on_device.1.counters, plainly, "{length} moves on a device");
        let otherwise = nodes(TwoSidedKernel::Staged, 1, false);
        assert!(plainly.nodes * times < otherwise.nodes, "{length}: {plainly:?} {otherwise:?}");
    }
}

#[test]
fn one_scrambled_cube_is_central() {
    let sequence: Vec<FaceTurn> = FaceTurn::all().collect();
    assert!(is_central(&superflip()) && is_central(&Cubies::SOLVED));
    assert!((1..18).all(|n| !is_central(&Cubies::after(&sequence[..n]))));
    assert!(!is_central(&Cubies { flips: std::array::from_fn(|i| u8::from(i < 2)), ..Cubies::SOLVED }));
}
