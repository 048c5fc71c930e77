use crate::backend::Threads;
use crate::cube::Metric;
use crate::nxn::{Move, MoveKind, MoveSet, Permutation, Size, Stickers};
use crate::plan::Scheduler;
use crate::plan::{Bounds, Kernel, OneSidedKernel, Plan, Pruning, Puzzle, SearchQuery};
use crate::puzzle::MoveIndex;
use crate::search::control::{Control, Limits};
use crate::search::deepening::Workers;
use crate::search::executor::{Executor, Sequential};
use crate::search::nxn::*;
use crate::search::outcome::{Answer, Outcome};
use fastrand::Rng;
use std::collections::{HashMap, HashSet};

const KINDS: [MoveKind; 2] = [MoveKind::Slices, MoveKind::Wca];
const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];

fn sets(size: Size) -> impl Iterator<Item = MoveSet> {
    KINDS.into_iter().flat_map(move |kind| METRICS.map(|metric| MoveSet { size, kind, metric }))
}

/// Options that ask for all solutions, without a table.
fn all_of(set: MoveSet, pruning: Pruning) -> Plan {
    let usual = Plan::of(Puzzle::Stickers(set));
    let query = SearchQuery { all: true, ..usual.query };
    Plan { query, pruning, bounds: "zero".parse().unwrap(), ..usual }
}

fn solve(solver: &StickerSolver, cube: &Stickers, executor: &dyn Executor) -> Outcome<Move> {
    Control::unwatched(Limits::default(), |control| solver.solve(cube, &Workers::new(control, executor)))
}

fn solutions(options: Plan, cube: &Stickers) -> Vec<Vec<Move>> {
    match solve(&StickerSolver::new(options).unwrap(), cube, &Sequential).answer {
        Answer::Solved(sequences) => sequences,
        other => panic!("not solved: {other:?}"),
    }
}

/// Number of move sequences of each successive length that lead to each state from a cube, under any colour names.
struct Words {
    moves: Vec<Permutation>,
    ends: HashMap<Stickers, u64>,
}

impl Words {
    fn new(set: MoveSet, cube: &Stickers) -> Self {
        let moves = set.moves().into_iter().map(|turn| Permutation::of(set.size, turn)).collect();
        Self { moves, ends: HashMap::from([(cube.in_normal_frame(false).unwrap(), 1)]) }
    }

    /// Extends all sequences by one move.
    fn lengthen(&mut self) {
        let mut longer = HashMap::new();
        for (cube, count) in &self.ends {
            for turn in &self.moves {
                *longer.entry(cube.permuted(turn).in_normal_frame(false).unwrap()).or_insert(0) += count;
            }
        }
        self.ends = longer;
    }
}

/// Length and number of the shortest solutions, from both ends: the inverse of a move is a move.
fn by_brute_force(set: MoveSet, cube: &Stickers) -> (usize, u64) {
    let (mut from_cube, mut from_solved) = (Words::new(set, cube), Words::new(set, &Stickers::solved(set.size)));
    for length in 0.. {
        let meeting: u64 =
            from_cube.ends.iter().map(|(state, n)| n * from_solved.ends.get(state).copied().unwrap_or(0)).sum();
        if meeting > 0 {
            return (length, meeting);
        }
        if length % 2 == 0 { from_cube.lengthen() } else { from_solved.lengthen() }
    }
    unreachable!("lengths go on for ever")
}

#[test]
fn lengths_and_numbers_of_solutions_agree_with_brute_force() {
    let mut random = Rng::with_seed(11);
    for (layers, longest) in [(2, 6), (3, 5), (4, 5), (5, 3)] {
        for set in sets(Size::new(layers).unwrap()) {
            let longest = if set.metric == Metric::HalfTurn { longest - 1 } else { longest };
            for twists in 0..=longest {
                let cube = Stickers::after(set.size, &set.random_sequence(twists, &mut random));
                let expected = by_brute_force(set, &cube);
                let found = solutions(all_of(set, Pruning::None), &cube);
                assert_eq!((found[0].len(), found.len() as u64), expected, "{set}, {twists} twists");
                assert!(found.iter().all(|sequence| cube.then(sequence).is_solved()));
            }
        }
    }
}

/// Nodes of an iteration with nothing pruned: all move sequences, and with the root the sum of the powers of 12.
#[test]
fn nodes_of_the_3x3x3_in_single_layers() {
    let set = MoveSet { size: Size::THREE, kind: MoveKind::Slices, metric: Metric::QuarterTurn };
    assert_eq!(set.moves().len(), 12);
    let sequence = (0..).map(|seed| set.random_sequence(5, &mut Rng::with_seed(seed)));
    let cube = sequence
        .map(|sequence| Stickers::after(set.size, &sequence))
        .find(|cube| by_brute_force(set, cube).0 == 5)
        .unwrap();
    let solver = StickerSolver::new(all_of(set, Pruning::None)).unwrap();
    for executor in [&Sequential as &dyn Executor, &Threads::new(3).unwrap()] {
        let outcome = solve(&solver, &cube, executor);
        for iteration in &outcome.iterations {
            let nodes: u64 = (0..=u32::from(iteration.bound)).map(|level| 12u64.pow(level)).sum();
            assert_eq!((iteration.counters.nodes + 1, iteration.completed), (nodes, true));
        }
        assert_eq!(outcome.iterations.last().unwrap().bound, 5);
        assert_eq!(outcome.lower_bound, 5);
    }
}

/// The class of a sequence: the moves of each run about one axis, added up by generator; `None` if fewer moves would
/// do.
fn class_of(set: &MoveSet, sequence: &[usize]) -> Option<Vec<(usize, u8)>> {
    let (generators, amounts) = (set.generators(), set.amounts());
    let axis = |letter: usize| generators[letter / amounts.len()].face % 3;
    let mut class = Vec::new();
    for run in sequence.chunk_by(|&a, &b| axis(a) == axis(b)) {
        let mut quarters: std::collections::BTreeMap<usize, u8> = std::collections::BTreeMap::new();
        for &letter in run {
            *quarters.entry(letter / amounts.len()).or_default() += amounts[letter % amounts.len()];
        }
        quarters.retain(|_, amount| *amount % 4 != 0);
        class.extend(quarters.into_iter().map(|(generator, amount)| (generator, amount % 4)));
    }
    let cost = |amount: u8| if set.metric == Metric::QuarterTurn && amount == 2 { 2 } else { 1 };
    (class.iter().map(|&(_, amount)| cost(amount)).sum::<usize>() == sequence.len()).then_some(class)
}

#[test]
fn canonical_sequences_are_one_of_each_class() {
    for (layers, longest) in [(2, 4), (3, 3), (4, 3), (7, 2)] {
        for set in sets(Size::new(layers).unwrap()) {
            // A search for one solution leaves out more.
            let query = SearchQuery { all: true, ..SearchQuery::default() };
            let solver = StickerSolver::new(Plan { query, ..Plan::of(Puzzle::Stickers(set)) }).unwrap();
            let automaton = solver.automaton();
            let letters = set.moves().len();
            for length in 1..=longest {
                let mut accepted: HashMap<Vec<(usize, u8)>, usize> = HashMap::new();
                for number in 0..letters.pow(length) {
                    let sequence: Vec<usize> = (0..length).map(|place| number / letters.pow(place) % letters).collect();
                    let accepts =
                        automaton.accepts(&sequence.iter().map(|&letter| MoveIndex::new(letter)).collect::<Vec<_>>());
                    match class_of(&set, &sequence) {
                        Some(class) => *accepted.entry(class).or_default() += usize::from(accepts),
                        None => assert!(!accepts, "{set}: {sequence:?}"),
                    }
                }
                assert!(accepted.values().all(|&count| count == 1), "{set}");
            }
        }
    }
}

/// The canonical solutions are those of the unpruned search, one of each class.
#[test]
fn pruning_keeps_the_length_and_every_class() {
    let mut random = Rng::with_seed(13);
    for (layers, twists) in [(2, 5), (3, 4), (4, 4), (5, 3), (6, 2)] {
        for set in sets(Size::new(layers).unwrap()) {
            let cube = Stickers::after(set.size, &set.random_sequence(twists, &mut random));
            let moves = set.moves();
            let letters = |sequence: &Vec<Move>| -> Vec<usize> {
                sequence.iter().map(|turn| moves.iter().position(|m| m == turn).unwrap()).collect()
            };
            let every = solutions(all_of(set, Pruning::None), &cube);
            let canonical = solutions(all_of(set, Pruning::Canonical), &cube);
            let class = |sequence: &Vec<Move>| class_of(&set, &letters(sequence)).expect("a shortest sequence");
            let classes: HashSet<_> = every.iter().map(class).collect();
            assert_eq!(canonical.iter().map(class).collect::<HashSet<_>>(), classes);
            assert_eq!(canonical.len(), classes.len(), "{set}");
        }
    }
}

#[test]
fn every_scheduler_and_kernel_searches_the_same_tree() {
    let set = MoveSet { size: Size::FOUR, kind: MoveKind::Slices, metric: Metric::QuarterTurn };
    let cube = Stickers::after(set.size, &set.random_sequence(4, &mut Rng::with_seed(4)));
    let threads = Threads::new(3).unwrap();
    let expected = solve(&StickerSolver::new(all_of(set, Pruning::None)).unwrap(), &cube, &Sequential);
    for scheduler in Scheduler::ALL {
        for kernel in OneSidedKernel::ALL {
            let options = all_of(set, Pruning::None).with_scheduler(scheduler).with_kernel(Kernel::OneSided(kernel));
            let found = solve(&StickerSolver::new(options).unwrap(), &cube, &threads);
            assert_eq!(found.answer, expected.answer, "{scheduler}");
            assert_eq!(found.counters(), expected.counters(), "{scheduler}");
        }
    }
}

/// With a perimeter, and without any bound.
#[test]
fn the_2x2x2_has_the_same_solutions_either_way() {
    let mut random = Rng::with_seed(14);
    for metric in METRICS {
        let set = MoveSet { size: Size::TWO, kind: MoveKind::Wca, metric };
        let by_table =
            StickerSolver::new(Plan { bounds: Bounds::default(), ..all_of(set, Pruning::Canonical) }).unwrap();
        for twists in 0..8 {
            let held = Move::new(random.u8(..6), 1, 2, random.u8(..4));
            let cube =
                Stickers::after(Size::TWO, &[held]).then(&set.random_sequence(twists, &mut random)).then(&[held]);
            let Answer::Solved(found) = solve(&by_table, &cube, &Sequential).answer else { panic!("not solved") };
            assert_eq!(found, solutions(all_of(set, Pruning::Canonical), &cube));
        }
    }
}

#[test]
fn limits_and_depths() {
    let set = MoveSet { size: Size::FOUR, kind: MoveKind::Wca, metric: Metric::HalfTurn };
    let cube = Stickers::after(set.size, &set.random_sequence(30, &mut Rng::with_seed(9)));
    let query = SearchQuery { max_depth: 3, ..Plan::of(Puzzle::Stickers(set)).query };
    let options = Plan { query, ..Plan::of(Puzzle::Stickers(set)) };
    let outcome = solve(&StickerSolver::new(options).unwrap(), &cube, &Sequential);
    assert_eq!((outcome.answer, outcome.lower_bound), (Answer::NoSolution, 4));
    let solved =
        solve(&StickerSolver::new(Plan::of(Puzzle::Stickers(set))).unwrap(), &Stickers::solved(set.size), &Sequential);
    assert_eq!(solved.answer, Answer::Solved(vec![vec![]]));
}
