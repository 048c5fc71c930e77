mod spaces;

use super::by_size::CUBE_BYTES;
use super::byte_move::{Moving, Node, hash};
use super::byte_moves::ByteMoves;
use super::coset_space::{Held, TurningCubeSpace};
use super::coset_table::CosetTable;
use super::encoding::Encoding;
use super::pattern_space::{Located, PatternSpace};
use super::patterns::{GrowingPatterns, MadeTables, TableBounds};
use super::perimeter::{GrowingPerimeter, Perimeters};
use super::space::{OrbitMoves, OrbitSpace};
use super::steps::InverseMoves;
use super::turning_cube::TurningCube;
use super::{AlternativeSolver, OrbitSolver};
use crate::cube::Portable;
use crate::effort::or_full;
use crate::heuristic::Expansion;
use crate::pdb::h48::{H48Level, memory_of_turns};
use crate::pdb::orbits::{DistanceLimits, DistancesEnd, PositionIndex};
use crate::plan::{Bounds, Kernel, Plan, Pruning, Puzzle, Scheduler, SearchQuery};
use crate::puzzle::testing::{cube, definition, distances};
use crate::puzzle::{Asker, QuestionText};
use crate::puzzle::{Definition, Goal, Illegal, MoveIndex, MoveIndexSet, Moves, Position, Powers, Question, builtin};
use crate::search::control::{Control, Limits, Monitor, StopReason};
use crate::search::deepening::Workers;
use crate::search::engine::one_sided::space::{Child, Generation, Space};
use crate::search::executor::Sequential;
use crate::search::outcome::{Answer, Outcome};
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) fn plan(question: &Arc<Question>) -> Plan {
    Plan::of(Puzzle::Defined(question.clone()))
}

pub(super) fn search(solver: &OrbitSolver, start: &Position) -> Outcome<MoveIndex> {
    let query = &solver.plan().query;
    Control::unwatched(Limits::default(), |control| solver.solve(start, query, &Workers::new(control, &Sequential)))
}

fn patterns(solver: &OrbitSolver) -> Vec<u64> {
    match solver.tables() {
        MadeTables::Patterns(positions) => positions,
        other => panic!("{other:?}"),
    }
}

fn cost(question: &Question, solution: &[MoveIndex]) -> u8 {
    solution.iter().map(|by| question.moves().moves()[by.index()].cost).sum()
}

/// Questions of all kinds, and the cost to which the plain search goes.
fn questions() -> Vec<(Question, u8)> {
    let three = cube("URF");
    let one_way = Moves::read(&three, "U1,R1,F2", Powers::All).unwrap();
    let costs = Moves::of(&three, Powers::All).unwrap().with_costs("U=3, R=2, R2=1").unwrap();
    // No move costs 1: there are distances without positions.
    let costly = ["U=2, R=2, F=4", "U=3, R=4, F=5"]
        .map(|costs| Moves::of(&three, Powers::All).unwrap().with_costs(costs).unwrap());
    let new = Moves::read(&three, "A=R U R' U', F", Powers::Steps).unwrap();
    let four = cube("URFL");
    let slices = Moves::read(&four, "R,L,M=R L',U", Powers::All).unwrap();
    let corners = Goal::of_pieces(&three, "CORNERS:0,1,5").unwrap();
    let orientations = Goal::of_pieces(&three, "CORNERS:all/orientation;EDGES:0-3/permutation").unwrap();
    let u = three.transformation_of("U").unwrap();
    let up_to = orientations.clone().up_to(&[u]).unwrap();
    let mut bandaged = cube("URF");
    bandaged.illegal = vec![Illegal { place: 0, pieces: vec![0, 3] }, Illegal { place: 9, pieces: vec![0] }];
    let bandaged_moves = Moves::of(&bandaged, Powers::All).unwrap();
    let free = |definition: &Definition| Goal::solved(definition);
    let elsewhere = free(&three).moved(&three.transformation_of("R F").unwrap());
    bandaged.illegal[0].pieces = vec![3, 1];
    let all = |powers| Moves::of(&three, powers).unwrap();
    [
        (Question::new(three.clone(), all(Powers::All), free(&three)), 4),
        (Question::new(three.clone(), all(Powers::Steps), free(&three)), 5),
        (Question::new(three.clone(), one_way, free(&three)), 6),
        (Question::new(three.clone(), costs, free(&three)), 7),
        (Question::new(three.clone(), costly[0].clone(), free(&three)), 8),
        (Question::new(three.clone(), costly[1].clone(), free(&three)), 12),
        (Question::new(three.clone(), new, free(&three)), 6),
        (Question::new(four.clone(), slices, free(&four)), 5),
        (Question::new(three.clone(), all(Powers::All), corners), 6),
        (Question::new(three.clone(), all(Powers::All), orientations), 4),
        (Question::new(three.clone(), all(Powers::All), up_to), 4),
        (Question::new(three.clone(), all(Powers::All), elsewhere), 4),
        (Question::new(bandaged.clone(), bandaged_moves, free(&bandaged)), 5),
    ]
    .into_iter()
    .map(|(question, most)| (question.unwrap(), most))
    .collect()
}

#[test]
fn costs_are_those_of_the_plain_search() {
    let mut random = fastrand::Rng::with_seed(7);
    for (number, (question, most)) in questions().into_iter().enumerate() {
        let question = Arc::new(question);
        let known = distances(&question, most);
        let mut starts: Vec<_> = known.iter().collect();
        starts.sort_by_key(|(position, cost)| (**cost, format!("{position:?}")));
        let usual = plan(&question);
        let plain = Plan { pruning: Pruning::None, bounds: "zero".parse::<Bounds>().unwrap(), ..usual.clone() };
        let recursive = usual.clone().with_kernel(Kernel::RECURSIVE);
        let ranges = usual.clone().with_scheduler(Scheduler::Ranges);
        let solvers = [usual, recursive, plain, ranges].map(|plan| OrbitSolver::new(plan, question.clone()).unwrap());
        for _ in 0..or_full(12, 60) {
            let (start, &least) = starts[random.usize(..starts.len())];
            for solver in &solvers {
                let outcome = search(solver, start);
                assert_eq!(outcome.lower_bound, least, "question {number}");
                let Answer::Solved(solutions) = outcome.answer else { panic!("question {number}: not solved") };
                assert_eq!(cost(&question, &solutions[0]), least);
            }
        }
    }
}

/// A puzzle with rules that forbid positions, by chance: two to four moves of at most six places, some of which
/// commute.
fn random_bandaged(random: &mut fastrand::Rng) -> Question {
    let (places, orientations) = (random.usize(4..=6), random.u8(1..=2));
    let mut moves: Vec<(Vec<u16>, Vec<u8>)> = Vec::new();
    for _ in 0..random.usize(2..=4) {
        let mut sources: Vec<u16> = (0..places as u16).collect();
        let mut some: Vec<usize> = (0..places).collect();
        random.shuffle(&mut some);
        some.truncate(random.usize(2..=4));
        (0..some.len()).for_each(|at| sources[some[at]] = some[(at + 1) % some.len()] as u16);
        if some.len() == 4 && random.bool() {
            // Two swaps.
            (0..4).for_each(|at| sources[some[at]] = some[at ^ 1] as u16);
        }
        let twists = (0..places).map(|place| if some.contains(&place) { random.u8(..orientations) } else { 0 });
        moves.push((sources, twists.collect()));
    }
    let named: Vec<(&str, &[u16], &[u8])> =
        ["X", "Y", "Z", "V"].into_iter().zip(&moves).map(|(name, (from, by))| (name, &from[..], &by[..])).collect();
    let mut definition = definition("random", &[("A", places, orientations)], &named);
    let mut rule = || {
        let (place, piece) = (random.usize(..places), random.u8(..places as u8));
        let is_solved = definition.solved.piece(place) == piece;
        (!is_solved).then(|| Illegal { place, pieces: vec![piece] })
    };
    definition.illegal = (0..3).filter_map(|_| rule()).collect();
    let powers = if random.bool() { Powers::All } else { Powers::Steps };
    let names: Vec<&str> = named.iter().map(|by| by.0).collect();
    let list = if random.bool() { format!("{},W={} {}", names.join(","), names[0], names[1]) } else { names.join(",") };
    let moves = Moves::read(&definition, &list, powers).unwrap();
    let costs = if random.bool() { "X=2,Y=3" } else { "" };
    let moves = moves.with_costs(costs).unwrap();
    let goal = Goal::solved(&definition);
    Question::new(definition, moves, goal).unwrap()
}

/// Two sequences that do the same need not both be possible.
#[test]
fn costs_with_rules_are_those_of_the_plain_search() {
    let mut random = fastrand::Rng::with_seed(11);
    for number in 0..or_full(16, 120) {
        let question = Arc::new(random_bandaged(&mut random));
        let known = distances(&question, SearchQuery::default().max_depth);
        let mut starts: Vec<_> = known.iter().collect();
        starts.sort_by_key(|(position, cost)| (**cost, format!("{position:?}")));
        let usual = plan(&question);
        let all = Plan { query: SearchQuery { all: true, ..SearchQuery::default() }, ..usual.clone() };
        let [usual, all] = [usual, all].map(|plan| OrbitSolver::new(plan, question.clone()).unwrap());
        for _ in 0..20 {
            let (start, &least) = starts[random.usize(..starts.len())];
            for solver in [&usual, &all] {
                let answer = search(solver, start).answer;
                let Answer::Solved(solutions) = answer else { panic!("puzzle {number}: {answer:?} for {least}") };
                assert!(solutions.iter().all(|one| cost(&question, one) == least), "puzzle {number}: {least}");
            }
        }
    }
}

/// All solutions in every order of commuting moves are those of a search without rules; rules keep one of each.
#[test]
fn all_solutions_are_found_once_up_to_the_order_of_commuting_moves() {
    let definition = cube("URFDLB");
    for (goal, powers) in [("CORNERS:0-3", Powers::All), ("EDGES:0-5", Powers::Steps)] {
        let goal = Goal::of_pieces(&definition, goal).unwrap();
        let moves = Moves::of(&definition, powers).unwrap();
        let question = Arc::new(Question::new(definition.clone(), moves, goal).unwrap());
        let query = SearchQuery { all: true, max_depth: 9, ..SearchQuery::default() };
        let usual = Plan { query, ..plan(&question) };
        let free = Plan { pruning: Pruning::None, ..usual.clone() };
        let [usual, free] = [usual, free].map(|plan| OrbitSolver::new(plan, question.clone()).unwrap());
        for scramble in ["R U F", "R L U'", "F B R2 L'", "U D R", ""] {
            let start = question.start(None, scramble).unwrap();
            let solutions = |solver: &OrbitSolver| match search(solver, &start).answer {
                Answer::Solved(solutions) => solutions,
                other => panic!("{other:?}"),
            };
            let [kept, all] = [&usual, &free].map(solutions);
            let effect = |solution: &Vec<MoveIndex>| {
                let sequence = question.moves().sequence(solution.iter().copied());
                definition.transformation_of(&sequence).unwrap()
            };
            assert!(kept.iter().all(|solution| usual.automaton(&query).accepts(solution)));
            let effects = |solutions: &[Vec<MoveIndex>]| solutions.iter().map(effect).collect::<HashSet<_>>();
            // No two sequences of so few moves do the same, unless they differ in the order of commuting moves.
            assert_eq!(effects(&kept), effects(&all), "{scramble}");
            assert_eq!(effects(&kept).len(), kept.len(), "{scramble}");
        }
    }
}

#[test]
fn unreachable_goals_are_proven_when_all_positions_are_known() {
    let definition = cube("UR");
    let moves = Moves::of(&definition, Powers::All).unwrap();
    let goal = Goal::of_pieces(&definition, "CORNERS:0,1").unwrap();
    let question = Arc::new(Question::new(definition.clone(), moves, goal).unwrap());
    let solver = OrbitSolver::new(plan(&question), question.clone()).unwrap();
    // A corner that is turned alone, as the goal sees it.
    let base = question.goal().base();
    let mut looks = base.looks().to_vec();
    looks.swap(0, 6);
    (looks[0].orientation, looks[6].orientation) = (base.orientation(0), 0);
    let start = Position::new(&definition.shape, looks).unwrap();
    let outcome = search(&solver, &start);
    assert_eq!(outcome.answer, Answer::NoSolution);
}

#[test]
fn distances_are_those_of_the_plain_search() {
    for (question, most) in questions() {
        let mut plain = vec![0; usize::from(most) + 1];
        distances(&question, most).values().for_each(|&cost| plain[usize::from(cost)] += 1);
        let limits = DistanceLimits { most_cost: most.into(), memory: 1 << 30, antipodes: 9 };
        let found = super::whole_distances(&question, limits, None, |_| (), &AtomicBool::new(false)).unwrap();
        assert_eq!(found.counts, plain);
        assert_eq!(found.ended, DistancesEnd::Cost);
        let known = distances(&question, most);
        assert!(!found.antipodes.is_empty());
        assert!(found.antipodes.iter().all(|position| known[position] == most));
    }
}

/// Where every move costs three, distances are three times those of unit costs, and none is the end before the last.
#[test]
fn distances_without_positions_are_no_end() {
    let definition = builtin("2x2x2").unwrap();
    let counts = |costs: &str| {
        let moves = Moves::read(&definition, "U,R", Powers::All).unwrap().with_costs(costs).unwrap();
        let question = Question::new(definition.clone(), moves, Goal::solved(&definition)).unwrap();
        let limits = DistanceLimits { most_cost: u32::MAX, memory: 1 << 30, antipodes: 3 };
        let found = super::whole_distances(&question, limits, None, |_| (), &AtomicBool::new(false)).unwrap();
        assert!(found.is_complete() && found.antipodes.len() == 3);
        found.counts
    };
    let (unit, triple) = (counts(""), counts("U=3,R=3"));
    assert_eq!(unit.iter().sum::<u64>(), 29_160);
    assert_eq!(triple.len(), 3 * (unit.len() - 1) + 1);
    let at = |distance: usize| if distance.is_multiple_of(3) { unit[distance / 3] } else { 0 };
    assert!(triple.iter().enumerate().all(|(distance, &count)| count == at(distance)));
}

/// The 2x2x2 with one corner held: published in many places.
#[test]
fn all_positions_of_the_2x2x2() {
    let definition = builtin("2x2x2").unwrap();
    let moves = Moves::read(&definition, "U,R,F", Powers::All).unwrap();
    let goal = Goal::solved(&definition);
    let question = Question::new(definition, moves, goal).unwrap();
    let limits = DistanceLimits { most_cost: u32::MAX, memory: 1 << 30, antipodes: 3 };
    let found = super::whole_distances(&question, limits, None, |_| (), &AtomicBool::new(false)).unwrap();
    let published = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    assert_eq!((found.counts.as_slice(), found.is_complete()), (published.as_slice(), true));
    let small = DistanceLimits { memory: 1 << 20, ..limits };
    let found = super::whole_distances(&question, small, None, |_| (), &AtomicBool::new(false)).unwrap();
    assert!(matches!(found.ended, DistancesEnd::Memory { .. }) && published.starts_with(&found.counts));
}

/// Every position, not a sample: a position that is not entered makes answers too long.
#[test]
fn a_perimeter_knows_all_positions_within_its_depth() {
    let go_on = || ControlFlow::Continue(());
    for (number, (question, most)) in questions().into_iter().enumerate() {
        let encoding = Encoding::new(&question).unwrap();
        let node = |position: &Position| encoding.node::<32>(position);
        let targets: Vec<Node<32>> = question.goal().targets().iter().map(node).collect();
        let known = distances(&question, most);
        let growing = GrowingPerimeter::new(&targets, InverseMoves::back(&question, &encoding), 1 << 30);
        let mut depth = None;
        while depth < Some(most) {
            let perimeter = growing.beyond(depth, &go_on).unwrap();
            depth = Some(perimeter.depth());
            let mut guessed = 0;
            for (position, &cost) in &known {
                let (bound, beyond) = (perimeter.bound(hash(&node(position))), perimeter.depth() + 1);
                assert!(bound <= cost.min(beyond), "question {number}, depth {depth:?}");
                guessed += usize::from(bound < cost.min(beyond));
            }
            // Of two positions with one fingerprint in a line, one gets the distance of the other.
            assert!(guessed * 20 <= known.len(), "question {number}: {guessed} of {}", known.len());
        }
    }
}

/// Costs that lead farther than the numbers of a table: bounds are then multiples of a unit.
#[test]
fn costly_moves_have_bounds_as_well() {
    let definition = cube("URF");
    let moves = Moves::of(&definition, Powers::All).unwrap().with_costs("R=40,R2=61,U=13,F=27").unwrap();
    let goal = Goal::solved(&definition);
    let question = Arc::new(Question::new(definition, moves, goal).unwrap());
    let encoding = Encoding::new(&question).unwrap();
    let node = |position: &Position| encoding.node::<32>(position);
    let known = distances(&question, 110);
    let growing =
        GrowingPerimeter::new(&[node(question.goal().base())], InverseMoves::back(&question, &encoding), 1 << 30);
    let (mut depth, mut made) = (None, 0);
    while depth < Some(90) {
        let perimeter = growing.beyond(depth, &|| ControlFlow::Continue(())).unwrap();
        (depth, made) = (Some(perimeter.depth()), made + 1);
        let unit = perimeter.depth().div_ceil(30);
        let mut guessed = 0;
        for (position, &cost) in &known {
            let (bound, beyond) = (perimeter.bound(hash(&node(position))), perimeter.depth() + 1);
            assert!(bound <= cost.min(beyond), "depth {depth:?}: {bound} of {cost}");
            guessed += usize::from(bound + unit <= cost.min(beyond));
        }
        assert!(guessed * 20 <= known.len(), "depth {depth:?}: {guessed} of {}", known.len());
    }
    assert!(made < 80, "most distances without positions are passed over: {made}");

    let solver = OrbitSolver::new(plan(&question), question.clone()).unwrap();
    let mut starts: Vec<_> = known.iter().collect();
    starts.sort_by_key(|(position, cost)| (**cost, format!("{position:?}")));
    for &(start, &cost) in starts.iter().rev().step_by(starts.len() / 6) {
        assert_eq!(search(&solver, start).lower_bound, cost);
    }
}

#[test]
fn a_perimeter_whose_making_was_stopped_grows_step_by_step() {
    let question = Question::usual(cube("URF")).unwrap();
    let encoding = Encoding::new(&question).unwrap();
    let target: Node<32> = encoding.node(question.goal().base());
    let go_on = || ControlFlow::Continue(());
    let mut stops = 0;
    for last in 0..5 {
        let growing = GrowingPerimeter::new(&[target], InverseMoves::back(&question, &encoding), 1 << 30);
        let first = growing.beyond(None, &go_on).unwrap().depth();
        let asked = Cell::new(0);
        let stopping = || {
            asked.set(asked.get() + 1);
            if asked.get() > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        stops += usize::from(growing.beyond(Some(first), &stopping).is_err());
        for depth in first..first + 3 {
            assert_eq!(growing.beyond(Some(depth), &go_on).unwrap().depth(), depth + 1, "stopped after {last}");
        }
        assert_eq!(growing.counts(), [1, 9, 54, 324]);
    }
    assert_eq!(stops, 4, "before the layer, for each of two distances, and before what is around them");
}

/// Each distance of a ring has two positions, so that each next one costs hardly anything.
#[test]
fn a_perimeter_does_not_grow_around_a_start_that_is_in_it() {
    let turned: Vec<u16> = (0..40).map(|place| (place + 1) % 40).collect();
    let ring = definition("ring", &[("A", 40, 1)], &[("X", &turned, &[0; 40])]);
    let moves = Moves::read(&ring, "X", Powers::Steps).unwrap();
    let question = Arc::new(Question::new(ring.clone(), moves, Goal::solved(&ring)).unwrap());
    let by = &question.moves().moves()[0].transformation;
    let mut start = question.goal().base().clone();
    for distance in 1..=9 {
        start = start.after(by);
        let solver = OrbitSolver::new(plan(&question), question.clone()).unwrap();
        let Answer::Solved(solutions) = search(&solver, &start).answer else { panic!("it is {distance} steps away") };
        assert_eq!(solutions[0].len(), distance);
        assert!(solver.perimeter().len() <= distance + 1, "{:?}", solver.perimeter());
    }
}

/// The goal after some moves.
fn scrambled(question: &Question, moves: usize, random: &mut fastrand::Rng) -> Position {
    (0..moves).fold(question.goal().base().clone(), |position, _| {
        let by = random.usize(..question.moves().len());
        position.after(&question.moves().moves()[by].transformation)
    })
}

fn solution_length(solver: &OrbitSolver, start: &Position) -> usize {
    match search(solver, start).answer {
        Answer::Solved(solutions) => solutions[0].len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn searches_by_patterns_find_the_costs_of_those_by_the_perimeter() {
    let question = Arc::new(Question::usual(cube("URF")).unwrap());
    let mut random = fastrand::Rng::with_seed(3);
    let solver = OrbitSolver::new(plan(&question), question.clone()).unwrap();
    solver.make_patterns(2);
    for number in 0..5 {
        let start = scrambled(&question, 12, &mut random);
        let length = |solver: &OrbitSolver| solution_length(solver, &start);
        let fresh = OrbitSolver::within(plan(&question), question.clone(), 3 << 12).unwrap();
        assert_eq!(length(&solver), length(&fresh), "start {number}");
        assert!(patterns(&fresh).iter().all(|&positions| positions < 10_000), "there is no memory for larger ones");
    }
    assert!(!patterns(&solver).is_empty());
}

/// Goals that rotations of the puzzle lead to each other are one search, unless the moves are others after the
/// rotation.
#[test]
fn goals_at_all_places_are_one_search() {
    for (goal, moves, goals, searches) in [
        ("cross:any", None, 6, 1),
        ("xcross:any", None, 24, 1),
        ("2x2x3:any", None, 12, 1),
        ("dr:any", None, 3, 1),
        ("eo:any", None, 3, 1),
        ("eo:any+pair:any", None, 72, 3),
        ("cross:any", Some("U,R,F,D,L,B,M,E,S"), 6, 1),
        ("cross:any", Some("U,R"), 6, 3),
    ] {
        let (goals_of, moves) = (vec![goal.to_owned()], moves.map(str::to_owned));
        let text = QuestionText { goals: goals_of, moves, ..QuestionText::about("3x3x3") };
        let questions = text.read_all(Asker::Stranger).unwrap();
        let make = |question: &Arc<Question>, _| OrbitSolver::within(plan(question), question.clone(), 1 << 20);
        let solver = AlternativeSolver::new(questions, make).unwrap();
        assert_eq!((solver.questions().all().len(), solver.solvers().len()), (goals, searches), "{goal} {text:?}");
    }
}

/// Where the time is over, the first of very many solutions are told, and that there are more.
#[test]
fn very_many_solutions_are_examined_as_long_as_there_is_time() {
    let cube = cube("URF");
    let (moves, goal) = (Moves::of(&cube, Powers::All).unwrap(), Goal::of_pieces(&cube, "CORNERS:0").unwrap());
    let question = Arc::new(Question::new(cube, moves, goal).unwrap());
    let plan = plan(&question).with_query(SearchQuery { all: true, slack: 5, ..SearchQuery::default() });
    let solver = OrbitSolver::new(plan, question.clone()).unwrap();
    let start = question.start(None, "R U F").unwrap();
    let whole = search(&solver, &start);
    let Answer::Solved(all) = &whole.answer else { panic!("it is solved") };
    assert!(all.len() > 2_000 && whole.incomplete.is_none(), "{}", all.len());
    let (monitor, interrupt) = (Monitor::default(), AtomicBool::new(true));
    let control = Control::new(Limits::default(), &monitor, &interrupt);
    let is_reached = |solution: &[MoveIndex]| question.refute(&start, solution).is_none();
    let workers = Workers::new(&control, &Sequential);
    let cut = solver.in_order(whole.clone(), &solver.plan().query, &is_reached, &workers);
    let Answer::Solved(some) = &cut.answer else { panic!("it is solved") };
    assert!(some.len() < 1_500 && all.starts_with(some), "{}", some.len());
    assert_eq!(cut.incomplete, Some(StopReason::Interrupt));
}
