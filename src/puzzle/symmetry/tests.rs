use super::super::testing::{cube, definition, distances};
use super::super::{Asker, Definition, Goal, Illegal, Moves, Position, Powers, Question, QuestionText, Transformation};
use super::super::{below, builtin};
use super::{Symmetries, SymmetryClasses};
use std::collections::{HashMap, HashSet};

fn usual(name: &str) -> Question {
    Question::usual(builtin(name).unwrap()).unwrap()
}

fn with_moves(definition: Definition, moves: &str) -> Question {
    let (moves, goal) = (Moves::read(&definition, moves, Powers::All).unwrap(), Goal::solved(&definition));
    Question::new(definition, moves, goal).unwrap()
}

fn with_goal(definition: Definition, list: &str) -> Question {
    let (moves, goal) = (Moves::of(&definition, Powers::All).unwrap(), Goal::of_pieces(&definition, list).unwrap());
    Question::new(definition, moves, goal).unwrap()
}

fn order(question: &Question) -> usize {
    Symmetries::of(question).unwrap().order()
}

/// Every symmetry leads the positions of random walks to such, moves to moves of the same cost, and distances to equal
/// ones.
fn check(question: &Question, depth: u8) -> Symmetries {
    let symmetries = Symmetries::of(question).unwrap();
    let moves = question.moves().moves();
    let known = distances(question, depth);
    let mut random = fastrand::Rng::with_seed(5);
    let mut some: Vec<(&Position, &u8)> = known.iter().collect();
    some.sort_by_key(|(position, distance)| (*distance, position.identity()));
    let mut walk = question.goal().targets()[0].clone();
    for symmetry in 0..symmetries.order() {
        let mapped: Vec<usize> = (0..moves.len()).map(|by| symmetries.move_image(symmetry, by)).collect();
        assert_eq!(mapped.iter().collect::<HashSet<_>>().len(), moves.len());
        for _ in 0..8 {
            let image = symmetries.image(symmetry, &walk).unwrap();
            for (by, &to) in moves.iter().zip(&mapped) {
                assert_eq!(by.cost, moves[to].cost);
                let next = walk.after(&by.transformation);
                let expected = image.after(&moves[to].transformation);
                assert_eq!(symmetries.image(symmetry, &next).unwrap(), expected);
                assert_eq!(question.is_legal(&next), question.is_legal(&expected));
            }
            walk = walk.after(&moves[below(moves.len() as u64, &mut random) as usize].transformation);
        }
        for _ in 0..200 {
            let (position, distance) = some[below(some.len() as u64, &mut random) as usize];
            assert_eq!(known.get(&symmetries.image(symmetry, position).unwrap()), Some(distance));
        }
    }
    symmetries
}

#[test]
fn symmetries_are_those_of_the_solids() {
    for (name, expected) in [
        ("2x2x2", 48),
        ("3x3x3", 48),
        ("4x4x4", 48),
        ("7x7x7", 48),
        ("pyraminx", 24),
        ("pyraminx-tipless", 24),
        ("skewb", 48),
        ("dino", 48),
        ("helicopter", 48),
        ("fto", 48),
        ("megaminx", 120),
        ("kilominx", 120),
    ] {
        assert_eq!(order(&usual(name)), expected, "{name}");
    }
}

/// Rows and columns of tiles may be exchanged with each other, shifted, and multiplied by any number that has an
/// inverse.
#[test]
fn symmetries_need_no_solid() {
    assert_eq!(order(&usual("loopover-4x4")), 2 * (4 * 2) * (4 * 2));
    assert_eq!(order(&usual("loopover-5x5")), 2 * (5 * 4) * (5 * 4));
    assert_eq!(order(&usual("topspin")), 2);
}

#[test]
fn every_symmetry_keeps_moves_and_distances() {
    check(&usual("2x2x2"), 3);
    check(&usual("3x3x3"), 2);
    check(&usual("pyraminx"), 3);
    check(&usual("skewb"), 3);
    check(&usual("fto"), 2);
    check(&usual("kilominx"), 1);
    check(&usual("megaminx"), 1);
    check(&usual("square-1"), 2);
    check(&usual("4x4x4-slices"), 1);
    check(&usual("loopover-3x3"), 3);
}

#[test]
fn moves_costs_and_goals_are_kept() {
    let cube = || builtin("3x3x3").unwrap();
    let clockwise = "U1,R1,F1,D1,L1,B1";
    for (moves, expected) in [("R,U", 4), ("R,U,F", 6), (clockwise, 24), ("U,R,F,D,L", 8)] {
        assert_eq!(check(&with_moves(cube(), moves), 2).order(), expected, "{moves}");
    }
    let costs = Moves::of(&cube(), Powers::All).unwrap().with_costs("U=2").unwrap();
    let question = Question::new(cube(), costs, Goal::solved(&cube())).unwrap();
    assert_eq!(check(&question, 2).order(), 8);
    for (goal, expected) in [("CORNERS:0", 6), ("EDGES:4-7", 8), ("CORNERS:all", 48), ("EDGES:all/permutation", 48)] {
        assert_eq!(check(&with_goal(cube(), goal), 2).order(), expected, "{goal}");
    }
    // Up to a turn of a layer there are four targets, which may be led to each other.
    let turn = cube().transformation_of("U").unwrap();
    let goal = Goal::solved(&cube()).up_to(&[turn]).unwrap();
    let question = Question::new(cube(), Moves::of(&cube(), Powers::All).unwrap(), goal).unwrap();
    assert_eq!(check(&question, 2).order(), 8 * 4);
}

/// Of the cube up to its rotations, each symmetry may be followed by a rotation.
#[test]
fn several_targets_are_led_to_each_other() {
    let cube = builtin("2x2x2").unwrap();
    let rotations: Vec<Transformation> = ["x", "y"].map(|name| cube.transformation_of(name).unwrap()).into();
    let goal = Goal::solved(&cube).up_to(&rotations).unwrap();
    assert_eq!(goal.targets().len(), 24);
    let question = Question::new(cube.clone(), Moves::of(&cube, Powers::All).unwrap(), goal).unwrap();
    assert_eq!(check(&question, 2).order(), 48 * 24);
}

#[test]
fn rules_and_identical_pieces_are_respected() {
    let ring: &[u16] = &[1, 2, 3, 0];
    let swap: &[u16] = &[1, 0, 2, 3];
    let other: &[u16] = &[0, 1, 3, 2];
    let zeros = &[0; 4][..];
    let mut square =
        definition("square", &[("A", 4, 1)], &[("R", ring, zeros), ("S", swap, zeros), ("T", other, zeros)]);
    let usual = |square: &Definition| Question::usual(square.clone()).unwrap();
    assert_eq!(check(&usual(&square), 9).order(), 4);
    // A symmetry may exchange two kinds of pieces, of as many each.
    square.solved = Position::untwisted(&square.shape, [1, 1, 0, 0]).unwrap();
    assert_eq!(check(&usual(&square), 9).order(), 4);
    square.illegal.push(Illegal { place: 2, pieces: vec![1] });
    assert_eq!(check(&usual(&square), 9).order(), 1);
    square.illegal.push(Illegal { place: 3, pieces: vec![1] });
    assert_eq!(check(&usual(&square), 9).order(), 2);
    // One piece that is unlike the others stays where it is.
    square.illegal.clear();
    square.solved = Position::untwisted(&square.shape, [1, 0, 0, 0]).unwrap();
    assert_eq!(check(&usual(&square), 9).order(), 1);
}

/// No bijection of moves is missing: those that keep the orders of all products of up to three moves are as many.
#[test]
fn a_plain_search_finds_no_more_symmetries() {
    for (question, expected) in
        [(with_moves(builtin("2x2x2").unwrap(), "U,R,F"), 6), (with_moves(cube("UR"), "U,R"), 4)]
    {
        let symmetries = check(&question, 3);
        assert_eq!((symmetries.order(), plain(&question)), (expected, expected));
    }
}

/// The number of bijections of generators and of their powers that keep the orders of all short products.
fn plain(question: &Question) -> usize {
    let (shape, moves) = (&question.definition().shape, question.moves());
    let count = moves.generators().len();
    let mut orders: HashMap<Vec<usize>, u64> = HashMap::new();
    let mut order = |word: &[usize]| {
        *orders.entry(word.to_vec()).or_insert_with(|| {
            let by = word.iter().map(|&by| &moves.moves()[by].transformation);
            by.fold(Transformation::identity(shape), |done, next| done.then(shape, next)).order(shape)
        })
    };
    let mut number = 0;
    // Generators of four moves each: `(image, is inverse)` of each one, as digits.
    for code in 0..(2 * count).pow(count as u32) {
        let digit = |at: usize| code / (2 * count).pow(at as u32) % (2 * count);
        let images: HashSet<usize> = (0..count).map(|at| digit(at) / 2).collect();
        if images.len() < count {
            continue;
        }
        let image = |by: usize| {
            let (generator, power) = (by / 3, by % 3);
            let digit = digit(generator);
            3 * (digit / 2) + if digit % 2 == 1 { 2 - power } else { power }
        };
        let all = moves.len();
        let mut words = (1..=3u32).flat_map(|length| {
            (0..all.pow(length)).map(move |code| (0..length).map(|at| code / all.pow(at) % all).collect::<Vec<_>>())
        });
        let keeps = words.all(|word| {
            let to: Vec<usize> = word.iter().map(|&by| image(by)).collect();
            order(&word) == order(&to)
        });
        number += usize::from(keeps);
    }
    number
}

/// As published at cube20.org for positions up to symmetry, to some depth.
#[test]
fn classes_of_positions_are_the_published_ones() {
    for (powers, expected) in [(Powers::All, vec![1, 2, 9, 75, 934]), (Powers::Steps, vec![1, 1, 5, 25, 219, 1978])] {
        let cube = builtin("3x3x3").unwrap();
        let moves = Moves::of(&cube, powers).unwrap();
        let question = Question::new(cube.clone(), moves, Goal::solved(&cube)).unwrap();
        let classes = SymmetryClasses::of(&question).unwrap();
        let depth = expected.len() as u8 - 1;
        let mut weights = vec![0; expected.len()];
        for (position, distance) in distances(&question, depth) {
            weights[usize::from(distance)] += classes.weight(&position);
        }
        let found: Vec<u64> = weights.into_iter().map(|weights| classes.number(weights)).collect();
        assert_eq!(found, expected);
    }
}

/// Burnside's lemma counts what listing the images of each position does.
#[test]
fn classes_are_those_of_listed_images() {
    for question in [with_moves(builtin("2x2x2").unwrap(), "U,R,F"), usual("pyraminx"), usual("loopover-3x3")] {
        let (symmetries, classes) = (Symmetries::of(&question).unwrap(), SymmetryClasses::of(&question).unwrap());
        let known = distances(&question, 3);
        for depth in 0..=3 {
            let level = || known.iter().filter(|&(_, &distance)| distance == depth).map(|(position, _)| position);
            let least = |position: &Position| {
                let images = (0..symmetries.order()).map(|symmetry| symmetries.image(symmetry, position).unwrap());
                images.map(|image| image.identity()).min().unwrap()
            };
            let listed: HashSet<String> = level().map(least).collect();
            let weights = level().map(|position| classes.weight(position)).sum();
            assert_eq!(classes.number(weights), listed.len() as u64);
        }
    }
}

/// Goals up to a turn that the moves do not make have no symmetries: each position is a class.
#[test]
fn goals_that_moves_do_not_lead_to_each_other_have_the_identity_alone() {
    let text = |text: &str| Some(text.to_owned());
    let about = QuestionText {
        goals: vec!["EDGES:0-3".to_owned()],
        moves: text("U2,R2"),
        up_to: text("U"),
        ..QuestionText::about("3x3x3")
    };
    let question = about.read(Asker::Stranger).unwrap();
    let classes = SymmetryClasses::of(&question).unwrap();
    let known = distances(&question, 9);
    assert_eq!((known.len(), classes.order()), (24, 1));
    assert_eq!(classes.number(known.keys().map(|position| classes.weight(position)).sum()), 24);
}
