//! What is learned against brute force: whole small groups, and the known numbers of positions of the cube.

use super::learned::{Level, learn};
use super::walk::Puzzle;
use super::{Automaton, LearnedSpec, State};
use crate::cube::{CubeAlphabet, MetricKind};
use crate::effort::or_full;
use crate::puzzle::MoveIndex;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::atomic::AtomicBool;

static GOING: AtomicBool = AtomicBool::new(false);

/// Positions at each depth, HTM (OEIS A080601) and QTM (OEIS A080602).
const POSITIONS: [(MetricKind, &[u128]); 2] = [
    (MetricKind::HalfTurn, &[1, 18, 243, 3240, 43239, 574_908, 7_618_438, 100_803_036, 1_332_343_288]),
    (MetricKind::QuarterTurn, &[1, 12, 114, 1068, 10011, 93840, 878_880, 8_221_632, 76_843_595]),
];

/// The permutations of a few points that some generators make.
struct Permutations(Vec<[u8; 7]>);

impl Permutations {
    fn random(random: &mut fastrand::Rng) -> Self {
        let generators = (0..random.usize(1..5)).map(|_| {
            let mut generator = std::array::from_fn(|i| i as u8);
            let points = random.usize(..8);
            random.shuffle(&mut generator[..points]);
            generator
        });
        Self(generators.collect())
    }

    /// Every position and its depth.
    fn depths(&self) -> BTreeMap<u128, usize> {
        let mut depths = BTreeMap::from([(self.key(&self.start()), 0)]);
        let mut level = vec![self.start()];
        for depth in 1.. {
            let after =
                level.iter().flat_map(|position| (0..self.letters()).map(|i| self.step(position, MoveIndex::new(i))));
            let new = |next: &[u8; 7]| match depths.entry(self.key(next)) {
                Entry::Vacant(entry) => *entry.insert(depth) == depth,
                Entry::Occupied(_) => false,
            };
            level = after.filter(new).collect();
            if level.is_empty() {
                break;
            }
        }
        depths
    }
}

impl Puzzle for Permutations {
    type Position = [u8; 7];

    fn letters(&self) -> usize {
        self.0.len()
    }

    fn start(&self) -> [u8; 7] {
        std::array::from_fn(|i| i as u8)
    }

    fn step(&self, position: &[u8; 7], letter: MoveIndex) -> [u8; 7] {
        self.0[letter.index()].map(|from| position[usize::from(from)])
    }

    fn key(&self, position: &[u8; 7]) -> u128 {
        position.iter().fold(0, |key, &point| key << 8 | u128::from(point))
    }
}

/// Where all accepted words of each length lead, with the number of words.
fn reached(puzzle: &Permutations, automaton: &Automaton, longest: usize) -> Vec<BTreeMap<u128, u64>> {
    let mut level = BTreeMap::from([((puzzle.start(), State::START), 1)]);
    let mut all = Vec::new();
    for _ in 0..=longest {
        let mut ends = BTreeMap::new();
        let mut after = BTreeMap::new();
        for ((position, state), words) in level {
            *ends.entry(puzzle.key(&position)).or_insert(0) += words;
            for letter in automaton.allowed(state) {
                let next = (puzzle.step(&position, letter), automaton.next(state, letter));
                *after.entry(next).or_insert(0) += words;
            }
        }
        all.push(ends);
        level = after;
    }
    all
}

#[test]
fn every_position_is_reached_at_its_depth_and_once_as_far_as_was_learned() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..or_full(30, 150) {
        let puzzle = Permutations::random(&mut random);
        let depths = puzzle.depths();
        let deepest = *depths.values().max().unwrap();
        for depth in 0..6 {
            let automaton = learn(&puzzle, depth, &GOING, |_| ()).unwrap();
            let words = reached(&puzzle, &automaton, deepest.min(12));
            for (length, ends) in words.iter().enumerate() {
                let exact: BTreeSet<u128> = depths.iter().filter(|&(_, &d)| d == length).map(|(&key, _)| key).collect();
                assert!(exact.iter().all(|key| ends.contains_key(key)), "a position of depth {length} was lost");
                if length <= usize::from(depth) {
                    assert!(ends.values().all(|&words| words == 1) && ends.len() == exact.len());
                }
            }
        }
    }
}

/// The automaton of a whole group accepts one word for each position and no others.
#[test]
fn learning_past_the_last_level_leaves_nothing() {
    let puzzle = Permutations(vec![[1, 0, 2, 3, 4, 5, 6], [0, 2, 1, 3, 4, 5, 6], [0, 1, 3, 2, 4, 5, 6]]);
    let automaton = learn(&puzzle, 8, &GOING, |_| ()).unwrap();
    // Permutations of four points by their number of inversions.
    assert_eq!(automaton.words(8), [1, 3, 5, 6, 5, 3, 1, 0, 0]);
}

#[test]
fn useless_letters_are_forbidden() {
    let still = std::array::from_fn(|i| i as u8);
    let swap = [1, 0, 2, 3, 4, 5, 6];
    let automaton = learn(&Permutations(vec![still, swap, swap]), 3, &GOING, |_| ()).unwrap();
    assert_eq!(automaton.words(3), [1, 1, 0, 0]);
    let words = [[0], [1], [2]].map(|[i]| automaton.accepts(&[MoveIndex::new(i)]));
    assert_eq!(words, [false, true, false]);
}

#[test]
fn words_of_the_cube_are_its_positions_as_far_as_was_learned() {
    let faces = [2, 5, 4, 1, 0, 3];
    for ((metric, positions), deepest) in POSITIONS.into_iter().zip([5, 6]) {
        for alphabet in [CubeAlphabet::face_by_face(metric), CubeAlphabet::amount_by_amount(metric, faces)] {
            let canonical = Automaton::canonical(metric, &alphabet).words(8);
            for depth in 0..=deepest {
                let mut found = vec![1];
                let spec = LearnedSpec::new(alphabet.clone(), depth as u8);
                let automaton = spec.learn(&GOING, |level| found.push(u128::from(level.positions))).unwrap();
                let words = automaton.words(8);
                assert_eq!(words[..=depth], positions[..=depth]);
                assert_eq!(found, positions[..=depth]);
                for length in depth..=8 {
                    assert!(words[length] >= positions[length]);
                    // In some orders `F B B F'` shows only at length 4 what the canonical order knows.
                    assert!(depth < 4 || words[length] <= canonical[length]);
                }
            }
        }
    }
}

/// All relations of at most six half turns or ten quarter turns come from commuting opposite faces and from the turns of one face.
#[test]
fn the_canonical_order_can_be_learned() {
    for (metric, depth) in [(MetricKind::HalfTurn, 3), (MetricKind::QuarterTurn, 5)] {
        let alphabet = CubeAlphabet::face_by_face(metric);
        let canonical = Automaton::canonical(metric, &alphabet);
        assert_eq!(LearnedSpec::new(alphabet, depth).learn(&GOING, |_| ()).unwrap(), canonical);
    }
}

/// Eight million positions each, in two seconds; in the short tier one move less.
#[test]
fn longer_words_of_the_cube_are_its_positions_too() {
    for ((metric, positions), depth) in POSITIONS.into_iter().zip(or_full([5, 6], [6, 7])) {
        let spec = LearnedSpec::new(CubeAlphabet::face_by_face(metric), depth as u8);
        let automaton = spec.learn(&GOING, |_| ()).unwrap();
        assert_eq!(automaton.words(depth), positions[..=depth]);
    }
}

#[test]
fn memory_is_told_in_advance() {
    let spec = |depth| LearnedSpec::new(CubeAlphabet::face_by_face(MetricKind::HalfTurn), depth);
    let positions: u128 = POSITIONS[0].1[..=6].iter().sum();
    let least = 16 * positions as u64;
    assert!((least..2 * least).contains(&spec(6).memory()));
    assert!(spec(200).memory() > 1 << 60);
}

#[test]
fn a_raised_flag_stops() {
    let spec = LearnedSpec::new(CubeAlphabet::face_by_face(MetricKind::HalfTurn), 3);
    let error = spec.learn(&AtomicBool::new(true), |_: Level| panic!("no level is finished")).unwrap_err();
    assert_eq!(error.to_string(), "interrupted after level 0");
}

/// Time that this thread has had on a processor, so that other work on the machine does not count.
fn processor_seconds() -> f64 {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

/// Figures for the documentation; run with `--ignored --nocapture`.
#[test]
#[ignore = "takes minutes and prints what it measured"]
fn figures() {
    for (metric, deepest) in [(MetricKind::HalfTurn, 7), (MetricKind::QuarterTurn, 8)] {
        for depth in 2..=deepest {
            let spec = LearnedSpec::new(CubeAlphabet::face_by_face(metric), depth);
            let start = processor_seconds();
            let mut forbidden = 0;
            let automaton = spec.learn(&GOING, |level| forbidden += level.forbidden).unwrap();
            let time = processor_seconds() - start;
            let (states, bytes, memory) = (automaton.states(), automaton.bytes(), spec.memory());
            println!(
                "{metric} {depth}: {time:.2} s, {memory} bytes to learn, {forbidden} words, {states} states, {bytes} bytes"
            );
            println!("    {:?}", automaton.words(10));
        }
    }
}
