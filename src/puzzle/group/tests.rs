use super::super::testing::{cube, definition};
use super::super::{
    Definition, Goal, Illegal, Look, Moves, NamedMove, Orbit, Position, Powers, Question, Shape, Transformation,
    builtin,
};
use super::backtrack::elements_between;
use super::order::Order;
use super::seen::Seen;
use super::{Group, Reachability};
use fastrand::Rng;
use std::collections::HashSet;

/// The built-in puzzle with this name.
fn puzzle(name: &str) -> Definition {
    builtin(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The order of the group of some moves.
fn order(puzzle: &Definition, moves: &[&str]) -> String {
    let moves = moves.iter().map(|name| puzzle.named(name).expect("a move").transformation.clone());
    Group::generated(&puzzle.shape, &moves.collect::<Vec<_>>()).unwrap().order().to_string()
}

/// A question about some moves and a goal.
fn question(puzzle: &Definition, moves: &str, goal: Goal) -> Question {
    let moves = Moves::read(puzzle, moves, Powers::All).expect("moves");
    Question::new(puzzle.clone(), moves, goal).expect("a question")
}

/// All positions that moves reach from the base of the goal, if they are few.
fn all_positions(question: &Question, most: usize) -> Option<HashSet<Position>> {
    let mut open = question.goal().targets().to_vec();
    let mut known: HashSet<Position> = open.iter().cloned().collect();
    while let Some(position) = open.pop() {
        for by in question.moves().moves() {
            let next = position.after(&by.transformation);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
        if known.len() > most {
            return None;
        }
    }
    Some(known)
}

#[test]
fn orders_of_puzzles_are_those_published() {
    for (name, order) in [
        ("3x3x3", "43252003274489856000"),
        ("megaminx", "100669616553523347122516032313645505168688116411019768627200000000000"),
        ("pyraminx-tipless", "933120"),
        ("pyraminx", "75582720"),
        ("skewb", "37791360"),
        ("dino", "239500800"),
        ("topspin", "2432902008176640000"),
        ("loopover-3x3", "181440"),
    ] {
        assert_eq!(puzzle(name).group().unwrap().order().to_string(), order, "{name}");
    }
}

#[test]
fn orders_of_groups_of_some_moves_are_those_published() {
    assert_eq!(order(&puzzle("2x2x2"), &["U", "R", "F"]), "3674160");
    assert_eq!(order(&cube("UR"), &["U", "R"]), "73483200");
    assert_eq!(order(&puzzle("skewb"), &["UFR", "UFL", "UBR", "DFR"]), "3149280");
    assert_eq!(order(&cube("U"), &["U"]), "4");
    assert_eq!(order(&cube("U"), &[]), "1");
}

/// The generators of J. H. Conway's game on the projective line of 23 elements.
#[test]
fn the_group_of_mathieu_is_proven_without_the_order_of_all_even_permutations() {
    let turn: Vec<u16> = (0..24).map(|place| if place == 23 { 23 } else { (place + 1) % 23 }).collect();
    let swap = [23, 22, 3, 2, 21, 10, 7, 6, 9, 8, 5, 20, 13, 12, 19, 16, 15, 18, 17, 14, 11, 4, 1, 0];
    let mathieu = definition("M24", &[("PIECES", 24, 1)], &[("S", &swap, &[0; 24]), ("R", &turn, &[0; 24])]);
    assert_eq!(mathieu.group().unwrap().order().to_u128(), Some(244_823_040));
}

/// A cycle of all places, and one of three that turns all pieces: the alternating group, and as often each orientation
/// of all pieces together.
fn wide(places: u16) -> Definition {
    let ring: Vec<u16> = (0..places).map(|place| (place + 1) % places).collect();
    let three: Vec<u16> =
        (0..places).map(|place| [1, 2, 0].get(usize::from(place)).copied().unwrap_or(place)).collect();
    let (zeros, ones) = (vec![0; places.into()], vec![1; places.into()]);
    definition("wide", &[("A", places.into(), 127)], &[("R", &ring, &zeros), ("F", &three, &ones)])
}

#[test]
fn many_orientations_take_no_more_than_one_orientation_of_each_place() {
    let half = (3..=41_u64).fold(Order::one(), |product, factor| product.times(factor));
    assert_eq!(wide(41).group().unwrap().order(), &half.times(127));
}

#[test]
fn groups_whose_proof_takes_too_long_leave_the_answer_open() {
    let puzzle = wide(255);
    let moves = Moves::of(&puzzle, Powers::Steps).unwrap();
    let question = Question::new(puzzle.clone(), moves, Goal::solved(&puzzle)).unwrap();
    let start = question.definition().transformation_of("R F").unwrap();
    let start = question.definition().solved.after(&start);
    assert_eq!(question.reachable(&start), Reachability::Unknown);
    assert_eq!(question.positions_upper_bound(), None);
}

#[test]
fn groups_contain_products_of_moves_and_nothing_else() {
    let puzzle = cube("URFDLB");
    let group = puzzle.group().unwrap();
    let mut product = Transformation::identity(&puzzle.shape);
    let mut random = Rng::with_seed(1);
    for _ in 0..20 {
        product = product.then(&puzzle.shape, &puzzle.moves[random.usize(..6)].transformation);
        assert!(group.contains(&product));
    }
    let sources = || (0..20).collect::<Vec<u16>>();
    let (mut exchanged, mut both) = (sources(), sources());
    exchanged.swap(0, 1);
    both.swap(0, 1);
    both.swap(8, 9);
    let made = |sources, twists| Transformation::new(&puzzle.shape, sources, twists).expect("a transformation");
    assert!(!group.contains(&made(exchanged, vec![0; 20])));
    assert!(group.contains(&made(both, vec![0; 20])));
    for (twists, is_contained) in [([1, 2], true), ([1, 1], false), ([1, 0], false)] {
        let twists = [&twists[..], &[0; 18]].concat();
        assert_eq!(group.contains(&made(sources(), twists)), is_contained);
    }
}

/// The number of positions of the 4x4x4 is that of all places of pieces, with a corner's orientation given by others.
#[test]
fn numbers_of_positions_count_identical_pieces_once() {
    for (name, positions) in [
        ("2x2x2", "88179840"),
        ("pyraminx", "75582720"),
        ("skewb", "37791360"),
        ("4x4x4", "177628724197557644876978255387965784064000000000"),
    ] {
        let question = Question::usual(puzzle(name)).expect("a question");
        assert_eq!(question.positions_upper_bound().expect("known").to_string(), positions, "{name}");
    }
}

/// A random transformation that moves few pieces, or all of them.
fn random_transformation(shape: &Shape, random: &mut Rng) -> Transformation {
    let mut sources: Vec<u16> = (0..shape.places() as u16).collect();
    let mut twists = vec![0; shape.places()];
    for (number, orbit) in shape.orbits().iter().enumerate() {
        let range = shape.range(number);
        for _ in 0..random.usize(..3) {
            sources.swap(random.usize(range.clone()), random.usize(range.clone()));
        }
        if random.bool() {
            for _ in 0..random.usize(..3) {
                twists[random.usize(range.clone())] = random.u8(..orbit.orientations);
            }
        }
    }
    Transformation::new(shape, sources, twists).expect("a transformation")
}

/// A random puzzle of two orbits with a few moves.
fn random_puzzle(random: &mut Rng) -> Definition {
    let mut orbit = |name: &str| Orbit {
        name: name.into(),
        places: random.usize(1..5),
        orientations: [1, 1, 2, 3, 4][random.usize(..5)],
    };
    let shape = Shape::new(vec![orbit("ONES"), orbit("OTHERS")]);
    let mut moves: Vec<NamedMove> = Vec::new();
    for name in ["A", "B", "C"].into_iter().take(random.usize(1..4)) {
        let transformation = random_transformation(&shape, random);
        if !transformation.is_identity() {
            moves.push(NamedMove { name: name.into(), transformation });
        }
    }
    let solved = Position::labelled(&shape);
    Definition { shape, solved, moves, ..definition("random", &[], &[]) }
}

/// A goal that makes some pieces identical and hides some orientations.
fn random_goal(puzzle: &Definition, random: &mut Rng) -> Goal {
    let shape = &puzzle.shape;
    let kinds = random.u8(1..6);
    let looks = shape.orientations().enumerate().map(|(place, orientations)| {
        let piece = puzzle.solved.piece(place);
        let piece = if random.bool() { piece } else { piece % kinds };
        let divisors: Vec<u8> = (1..=orientations).filter(|divisor| orientations % divisor == 0).collect();
        let period = if random.bool() { orientations } else { divisors[random.usize(..divisors.len())] };
        Look { piece, period, orientation: random.u8(..period) }
    });
    Goal::of(Position::new(shape, looks).expect("a position"))
}

#[test]
fn answers_are_those_of_all_positions_of_random_puzzles() {
    let mut random = Rng::with_seed(2);
    let (mut yes, mut no, mut in_group, mut reasons) = (0, 0, 0, HashSet::new());
    let (mut counted, mut apart) = (0, 0);
    for _ in 0..700 {
        let puzzle = random_puzzle(&mut random);
        if puzzle.moves.is_empty() {
            continue;
        }
        let goal = if random.u8(..4) == 0 { Goal::solved(&puzzle) } else { random_goal(&puzzle, &mut random) };
        let goal =
            if random.u8(..4) == 0 { goal.moved(&random_transformation(&puzzle.shape, &mut random)) } else { goal };
        let goal = match random.u8(..4) {
            0 => goal.up_to(&[random_transformation(&puzzle.shape, &mut random)]).expect("few positions"),
            _ => goal,
        };
        let moves = Moves::of(&puzzle, Powers::All).expect("moves");
        let question = Question::new(puzzle.clone(), moves, goal).expect("a question");
        let Some(all) = all_positions(&question, 1500) else { continue };
        match question.positions_upper_bound() {
            Some(positions) => assert_eq!(positions.to_u128(), Some(all.len() as u128)),
            // Sets of targets with different numbers of positions.
            None => assert!(question.goal().targets().len() > 1),
        }
        counted += u32::from(question.positions_upper_bound().is_some());
        apart += u32::from(question.sets_of_targets().is_some_and(|sets| sets.len() > 1));
        for _ in 0..8 {
            let by = random_transformation(&puzzle.shape, &mut random);
            let start = question.goal().targets()[0].after(&by);
            match question.reachable(&start) {
                Reachability::Yes => {
                    assert!(all.contains(&start));
                    yes += 1;
                }
                Reachability::No(reason) => {
                    assert!(!all.contains(&start), "{reason}");
                    in_group += u32::from(reason.contains("a group of order"));
                    reasons.insert(reason);
                    no += 1;
                }
                Reachability::Unknown => panic!("a small puzzle takes few steps"),
            }
        }
    }
    assert!(yes > 500 && no > 500 && in_group > 10 && reasons.len() > 50, "{yes} {no} {in_group} {}", reasons.len());
    assert!(counted > 200 && apart > 20, "{counted} {apart}");
}

#[test]
fn answers_are_those_of_all_positions_of_known_puzzles() {
    let mut random = Rng::with_seed(3);
    for (puzzle, moves, pieces) in [
        (puzzle("2x2x2"), "U,R2", "CORNERS:0-7"),
        (puzzle("2x2x2"), "U,R", "CORNERS:0-3/permutation"),
        (puzzle("pyraminx-tipless"), "U,L", "CORNERS:all;EDGES:all"),
        (puzzle("pyraminx-tipless"), "U,L,R", "CORNERS:0;EDGES:0-2"),
        (cube("UR"), "U2,R2", "CORNERS:all;EDGES:all"),
        (cube("UR"), "U,R", "CORNERS:0-1;EDGES:0/permutation"),
    ] {
        let goal = Goal::of_pieces(&puzzle, pieces).expect("a goal");
        let question = question(&puzzle, moves, goal);
        let all = all_positions(&question, 30_000).expect("few positions");
        if let Some(positions) = question.positions_upper_bound() {
            assert_eq!(positions.to_u128(), Some(all.len() as u128), "{moves} {pieces}");
        }
        let mut answers = HashSet::new();
        for _ in 0..60 {
            let mut start = question.goal().base().clone();
            for _ in 0..random.usize(..8) {
                let known = question.moves().moves();
                start = start.after(&known[random.usize(..known.len())].transformation);
            }
            if random.bool() {
                start = start.after(&random_transformation(&puzzle.shape, &mut random));
            }
            let is_reached = match question.reachable(&start) {
                Reachability::Yes => true,
                Reachability::No(_) => false,
                Reachability::Unknown => continue,
            };
            assert_eq!(is_reached, all.contains(&start), "{moves} {pieces}");
            answers.insert(is_reached);
        }
        assert_eq!(answers.len(), 2, "{moves} {pieces}");
    }
}

/// The start after exchanges of pieces and changes of orientation.
fn changed(question: &Question, exchanges: &[(usize, usize)], twists: &[(usize, u8)]) -> Reachability {
    let shape = &question.definition().shape;
    let mut sources: Vec<u16> = (0..shape.places() as u16).collect();
    exchanges.iter().for_each(|&(one, other)| sources.swap(one, other));
    let mut all = vec![0; shape.places()];
    twists.iter().for_each(|&(place, twist)| all[place] = twist);
    let by = Transformation::new(shape, sources, all).expect("a transformation");
    question.reachable(&question.goal().base().after(&by))
}

#[test]
fn reasons_name_what_is_wrong() {
    let puzzle = cube("URFDLB");
    let all = Question::usual(puzzle.clone()).expect("a question");
    let no = |reason: &str| Reachability::No(reason.to_owned());
    assert_eq!(changed(&all, &[(0, 1), (8, 9)], &[]), Reachability::Yes);
    assert_eq!(
        changed(&all, &[(8, 9)], &[]),
        no("an odd permutation of the EDGES needs an odd permutation of the CORNERS, \
           but the goal needs an even permutation of the CORNERS")
    );
    assert_eq!(
        changed(&all, &[], &[(2, 1)]),
        no("the orientations of the CORNERS add up to 1 more than in the goal, modulo 3, and no move changes that")
    );
    let half = question(&puzzle, "U2,D2,R2,L2,F2,B2", Goal::solved(&puzzle));
    assert_eq!(
        changed(&half, &[(0, 2)], &[]),
        no(
            "an odd permutation of the CORNERS at UFR, UBL, DFL, DBR needs an odd permutation of the CORNERS at UFL, UBR, \
           DFR, DBL, but the goal needs an even permutation of the CORNERS at UFL, UBR, DFR, DBL"
        )
    );
    let dino = Question::usual(self::puzzle("dino")).expect("a question");
    assert_eq!(
        changed(&dino, &[(0, 1)], &[]),
        no("the goal needs an odd permutation of the EDGES, and every move makes an even one")
    );
    let few = question(&puzzle, "U,R", Goal::solved(&puzzle));
    assert_eq!(
        changed(&few, &[], &[(5, 1)]),
        no("the orientation at the place DFL is 1 more than in the goal, modulo 3, and no move changes that")
    );
    assert_eq!(
        changed(&few, &[(13, 14)], &[]),
        no("the place DF is never moved and holds another piece than in the goal")
    );
    assert_eq!(
        changed(&few, &[(0, 1), (1, 2)], &[]),
        no("the moves generate a group of order 73483200, and none of its elements leads from the start to the goal")
    );
}

#[test]
fn relations_of_several_invariants_are_reasons() {
    let moves = [("A", &[1, 0, 2, 3, 4][..], &[0, 0, 0, 1, 1][..]), ("B", &[0, 1, 2, 3, 4], &[0, 0, 1, 1, 0])];
    let turned = definition("turned", &[("PAIR", 2, 1), ("DIALS", 3, 2)], &moves);
    let all = Question::usual(turned).expect("a question");
    assert_eq!(changed(&all, &[(0, 1)], &[(3, 1), (4, 1)]), Reachability::Yes);
    let reason = "moves change the permutation of the PAIR and the orientation at place 2 of DIALS only in ways that go \
                  together, and none of these leads to the goal";
    assert_eq!(changed(&all, &[(0, 1)], &[(3, 1)]), Reachability::No(reason.to_owned()));
}

#[test]
fn rules_leave_a_proven_no_alone() {
    let square = Question::usual(puzzle("square-1")).expect("a question");
    assert_eq!(square.reachable(square.goal().base()), Reachability::Yes);
    let start = square.start(None, "U /").expect("a start");
    assert_eq!(square.reachable(&start), Reachability::Unknown);

    let mut puzzle = cube("URFDLB");
    puzzle.illegal = vec![Illegal { place: 0, pieces: vec![6] }];
    let cube = Question::usual(puzzle).expect("a question");
    assert_eq!(changed(&cube, &[(0, 1), (1, 2)], &[]), Reachability::Unknown);
    assert!(matches!(changed(&cube, &[(0, 1)], &[]), Reachability::No(_)));
}

#[test]
fn a_goal_of_several_positions_is_reached_if_one_is() {
    let puzzle = cube("URFDLB");
    let exchange = |one: usize, other: usize| {
        let mut sources: Vec<u16> = (0..20).collect();
        sources.swap(one, other);
        Transformation::new(&puzzle.shape, sources, vec![0; 20]).expect("a transformation")
    };
    let goal = Goal::solved(&puzzle).up_to(&[exchange(0, 1)]).expect("a goal");
    let question = Question::new(puzzle.clone(), Moves::of(&puzzle, Powers::All).expect("moves"), goal).expect("one");
    assert_eq!(changed(&question, &[(8, 9)], &[]), Reachability::Yes);
    assert!(matches!(changed(&question, &[(8, 9)], &[(0, 1)]), Reachability::No(_)));
}

#[test]
fn too_many_steps_leave_the_answer_open() {
    let puzzle = puzzle("skewb");
    let position = Position::labelled(&puzzle.shape);
    let moves: Vec<&Transformation> = puzzle.moves.iter().map(|by| &by.transformation).collect();
    let seen = Seen::new(&puzzle.shape, &moves, &position);
    let (group, position) = (seen.group().unwrap(), seen.position());
    let count = |mut steps: u64| elements_between(&group, position, position, 2, &mut steps);
    assert_eq!(count(1000), Some(1));
    assert_eq!(count(10), None);
}
