//! Cubes that are held in another way, and moves that move centres.

use super::stickers::{COLOURS, FACES, Stickers, is_goal};
use super::{TURNS, questions, scramble, solved};
use crate::effort::{is_due, or_full};
use cubepdb::internals::{
    notation::{format_stickers, parse_turns},
    nxn::Stickers as Layers,
};
use cubepdb::puzzles::{Asker, NAMED_GOALS, Origin, PuzzleSolver, QuestionText, read_start};
use cubepdb::{Algorithm, MoveOptions, Size};

/// The same with moves of centres: the faces of a place are those of the cube as it is held after the start, and go
/// with their centres.
#[test]
fn goals_in_slice_turns_are_what_their_stickers_say() {
    let mut random = fastrand::Rng::with_seed(8);
    let turns = "U,R,F,D,L,B,M,E,S";
    let holds: Vec<String> = ["", "x", "x2", "x'", "z", "z'"]
        .into_iter()
        .flat_map(|one| ["", "y", "y2", "y'"].map(|other| format!("{one} {other}")))
        .collect();
    let centres = |moves: &str| Layers::after(Size::THREE, &moves.parse::<Algorithm>().unwrap()).centres();
    let home = centres("");
    let is_reached = |name: &str, start: &str, moves: &str| {
        let before = holds.iter().find(|hold| centres(&format!("{hold} {start}")) == home).unwrap();
        let held = holds.iter().map(|hold| format!("{before} {moves} {hold}")).find(|held| centres(held) == home);
        is_goal(name, &Stickers::after(held.unwrap()))
    };
    for name in ["cross", "xcross", "f2l", "pair", "2x2x2", "1x2x3", "eo", "eoline", "dr", "oll", "eo+2x2x2"] {
        let solver = PuzzleSolver::builder(questions(&[name], Some(turns), None)).threads(2).open().unwrap();
        for _ in 0..or_full(3, 30) {
            let start = scramble(&mut random, &["U", "R", "F", "D", "L", "B", "M", "E", "S"], 2);
            let solution = solved(&solver, &start).unwrap();
            assert!(is_reached(name, &start, &format!("{start} {solution}")), "{name}: {start}: {solution}");
            let mut level = vec![start.clone()];
            for _ in 0..solution.cost() {
                let early = level.iter().find(|moves| is_reached(name, &start, moves));
                assert_eq!(early, None, "{name}: {start}: {solution}");
                let moves = || turns.split(',').flat_map(|turn| ["", "2", "'"].map(|amount| format!("{turn}{amount}")));
                level = level.iter().flat_map(|done| moves().map(move |turn| format!("{done} {turn}"))).collect();
            }
        }
    }
}

/// Where moves move centres, a whole cube is solved in any hold, whichever it was held in, from moves and from
/// stickers; no fewer moves leave each face in one colour.
#[test]
fn cubes_with_moved_centres_are_solved_in_any_hold() {
    let mut random = fastrand::Rng::with_seed(9);
    let is_solved = |moves: &str| {
        let facelets = Stickers::after(moves.to_owned()).facelets;
        facelets.as_bytes().chunks(9).all(|face| face.iter().all(|sticker| *sticker == face[0]))
    };
    let (mut from_elsewhere, mut unreachable) = (0, 0);
    for set in ["R,U,M", "M,U", "r,U", "r,R,U", "r,u,f", "M,E,S", "R,L,M", "U,R,F,D,L,B,M,E,S", "U,R,F,M"] {
        let turns: Vec<&str> = set.split(',').collect();
        let solver = PuzzleSolver::builder(questions(&[], Some(set), None)).threads(2).open().unwrap();
        for number in 0..or_full(8, 80) {
            let is_own = number % 2 == 0;
            let length = 2 + number / 2 % 2;
            let own = scramble(&mut random, if is_own { &turns } else { &TURNS }, length);
            let start = format!("{} {own}", ["", "x", "y'", "z2 x", "z y2"][random.usize(..5)]);
            let seen = format_stickers(&Layers::after(Size::THREE, &start.parse::<Algorithm>().unwrap()));
            let seen = seen.chars().map(|face| COLOURS[FACES.find(face).unwrap()]).collect::<String>();
            let [by_moves, by_stickers] = [&start, &seen].map(|text| {
                let start = read_start(&Origin::Solved, solver.questions(), text).unwrap();
                solver.solve(start).map(|solution| solution.to_string())
            });
            assert_eq!(by_moves.is_ok(), by_stickers.is_ok(), "{set}: {start}: {by_moves:?} {by_stickers:?}");
            assert!(by_moves.is_ok() || !is_own, "{set}: {start}");
            from_elsewhere += usize::from(by_moves.is_ok() && !is_own);
            unreachable += usize::from(by_moves.is_err());
            let solutions: Vec<String> = [by_moves, by_stickers].into_iter().flatten().collect();
            let cost = |solution: &String| solution.split_whitespace().count();
            for solution in &solutions {
                assert!(is_solved(&format!("{start} {solution}")), "{set}: {start}: {solution}");
                assert_eq!(cost(solution), cost(&solutions[0]), "{set}: {start}");
            }
            let mut level = vec![start.clone()];
            for _ in 0..solutions.first().map_or(3, cost).min(3) {
                let early = level.iter().find(|moves| is_solved(moves));
                assert_eq!(early, None, "{set}: {start}: {solutions:?}");
                let moves = || turns.iter().flat_map(|turn| ["", "2", "'"].map(|amount| format!("{turn}{amount}")));
                level = level.iter().flat_map(|done| moves().map(move |turn| format!("{done} {turn}"))).collect();
            }
        }
    }
    assert!(from_elsewhere > 5 && unreachable > 5, "{from_elsewhere} {unreachable}");
}

/// `x L` is `R M'`, which is no rotation for a solver of R and M.
#[test]
fn a_rotation_may_be_a_part_of_a_layer() {
    let solver = PuzzleSolver::builder(questions(&[], Some("R,U,M"), None)).threads(1).open().unwrap();
    for (start, cost) in [("x L R2", 2), ("x L", 2), ("x L R2 U", 3), ("x L R' M", 0)] {
        assert_eq!(solved(&solver, start).unwrap().cost(), cost, "{start}");
    }
}

/// Cubes without centres that stay are solved when each face shows one colour, in the fewest moves; pieces of a
/// megaminx that are turned over among its centres are not.
#[test]
fn cubes_that_layers_turn_over_are_solved_in_any_hold() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut in_one_hold = 0;
    for (puzzle, size) in [("2x2x2", Size::TWO), ("4x4x4", Size::FOUR), ("4x4x4-slices", Size::FOUR)] {
        let read = |text: QuestionText| PuzzleSolver::builder(text.read_all(Asker::Stranger).unwrap()).threads(2);
        let solver = read(QuestionText::about(puzzle)).open().unwrap();
        let held = read(QuestionText { up_to: Some(String::new()), ..QuestionText::about(puzzle) }).open().unwrap();
        let turns: Vec<&str> = solver.questions().moves().generators().iter().map(|turn| turn.name.as_str()).collect();
        let is_solved = |moves: &str| {
            let moves = parse_turns(moves, size, &MoveOptions::default()).unwrap();
            Layers::after(size, &moves).is_solved()
        };
        for number in 0..or_full(12, 120) {
            let pair = [["L", "R"], ["D", "U"], ["B", "F"]][number % 3];
            let start = format!("{} {} {}'", scramble(&mut random, &turns, 1), pair[0], pair[1]);
            let start = format!("{start} {}", ["", "x", "y'", "z2 x"][random.usize(..4)]);
            let solution = solved(&solver, &start).unwrap();
            assert!(is_solved(&format!("{start} {solution}")), "{puzzle}: {start}: {solution}");
            in_one_hold += usize::from(solved(&held, &start).unwrap().cost() > solution.cost());
            let mut level = vec![start.clone()];
            for _ in 0..solution.cost() {
                assert!(!level.iter().any(|moves| is_solved(moves)), "{puzzle}: {start}: {solution}");
                let moves = || turns.iter().flat_map(|turn| ["", "2", "'"].map(|amount| format!("{turn}{amount}")));
                level = level.iter().flat_map(|done| moves().map(move |turn| format!("{done} {turn}"))).collect();
            }
        }
    }
    assert!(in_one_hold > 5, "{in_one_hold}");
    for (puzzle, moves, holds) in [
        ("2x2x2", None, 24),
        ("2x2x2", Some("R,L"), 4),
        ("2x2x2", Some("R',L1"), 4),
        ("2x2x2", Some("R,L,U"), 24),
        ("2x2x2", Some("T=R L',U"), 24),
        ("2x2x2", Some("U2,R2,F2,D2,L2,B2"), 4),
        ("2x2x2", Some("R,U,F"), 1),
        ("6x6x6-slices", None, 24),
        ("4x4x4", Some("Rw,Lw,U"), 4),
        ("4x4x4", Some("Rw2,Lw2,U"), 2),
        ("4x4x4", Some("Rw,Lw,Uw"), 24),
        ("skewb", None, 1),
        ("little-chop", None, 24),
        ("dino", None, 1),
        ("pyraminx", None, 1),
        ("fto", None, 1),
        ("megaminx", None, 1),
    ] {
        let moves = moves.map(str::to_owned);
        let questions = QuestionText { moves, ..QuestionText::about(puzzle) }.read_all(Asker::Stranger).unwrap();
        assert_eq!(questions.all()[0].goal().targets().len(), holds, "{puzzle}");
    }
}

/// The same with some moves of a 2x2x2, of which one may turn it over and another then turn what was another face.
#[test]
fn some_moves_may_turn_a_cube_over() {
    let mut random = fastrand::Rng::with_seed(13);
    let mut in_one_hold = 0;
    for set in ["R',L1", "U2,R2,F2,D2,L2,B2", "R,L,U", "F,R,B1", "R,D,F,L", "U1,D1,F2", "R2,L,U2"] {
        let of = |up_to: Option<&str>| {
            let text = QuestionText {
                moves: Some(set.to_owned()),
                up_to: up_to.map(str::to_owned),
                ..QuestionText::about("2x2x2")
            };
            PuzzleSolver::builder(text.read_all(Asker::Stranger).unwrap()).threads(2).open().unwrap()
        };
        let (solver, held) = (of(None), of(Some("")));
        let turns: Vec<&str> = solver.questions().moves().moves().iter().map(|turn| turn.name.as_str()).collect();
        let is_solved = |moves: &str| {
            let moves = parse_turns(moves, Size::TWO, &MoveOptions::default()).unwrap();
            Layers::after(Size::TWO, &moves).is_solved()
        };
        for number in 0..or_full(24, 120) {
            let length = [3, 4, 6][number % 3];
            let own: Vec<&str> = (0..length).map(|_| turns[random.usize(..turns.len())]).collect();
            let start = own.join(" ");
            let solution = solved(&solver, &start).unwrap();
            assert!(is_solved(&format!("{start} {solution}")), "{set}: {start}: {solution}");
            in_one_hold += usize::from(solved(&held, &start).unwrap().cost() > solution.cost());
            let mut level = vec![start.clone()];
            for _ in 0..solution.cost().min(3) {
                assert!(!level.iter().any(|moves| is_solved(moves)), "{set}: {start}: {solution}");
                level = level.iter().flat_map(|done| turns.iter().map(move |turn| format!("{done} {turn}"))).collect();
            }
        }
    }
    assert!(in_one_hold > 20, "{in_one_hold}");
}

/// A part of another goal adds nothing to it, whichever centres the moves move.
#[test]
fn parts_of_other_goals_are_told_with_all_moves() {
    for moves in [None, Some("R,U"), Some("M,U"), Some("Rw,U"), Some("E,R,U"), Some("U,R,F,D,L,B,M"), Some("stm")] {
        for goal in
            ["2x2x2:DFR+pair:FDR", "1x2x3:LD+pair:DFL", "2x2x3:DL+2x2x2:DBL", "xcross:DFR+pair:FDR", "f2l:D+1x2x3:FD"]
        {
            let text = QuestionText {
                goals: vec![goal.to_owned()],
                moves: moves.map(str::to_owned),
                ..QuestionText::about("3x3x3")
            };
            let error = text.read_all(Asker::Stranger).expect_err("a part of the other").to_string();
            assert!(error.contains("one is a part of the others"), "{moves:?}: {goal}: {error}");
        }
    }
}

/// A cube that is turned over after it was scrambled is one that was scrambled in that hold.
#[test]
fn faces_are_those_of_the_cube_as_it_is_held() {
    for (turned, held) in [("R U F2 D' z2", "L D F2 U'"), ("R U F2 D' x", "R B U2 F'"), ("M U", "R L' U")] {
        for goal in ["cross", "xcross", "2x2x3:DL", "eo", "dr", "f2l-1", "corners"] {
            let solver = PuzzleSolver::builder(questions(&[goal], None, None)).threads(2).open().unwrap();
            let solver = solver;
            let [turned, held] = [turned, held].map(|start| solved(&solver, start).unwrap().cost());
            assert_eq!(turned, held, "{goal}");
        }
    }
    let solver = PuzzleSolver::builder(questions(&["cross"], Some("M,U"), None)).threads(1).open().unwrap();
    for (start, solution) in [("M2 U2 M2", "M2 U2 M2"), ("M'", "M"), ("M' x", "M"), ("x y", ""), ("U M2 U", "U' M2 U'")]
    {
        assert_eq!(solved(&solver, start).unwrap().to_string(), solution, "{start}");
    }
}

/// With a position to end in, a name means the pieces that a list names, in whatever hold that position is: a start
/// that is that position is at the goal.
#[test]
fn a_position_to_end_in_is_in_its_own_hold() {
    let mut random = fastrand::Rng::with_seed(21);
    let solver = |goal: &str, to: &str, moves: Option<&str>| {
        let text = QuestionText {
            goals: vec![goal.to_owned()],
            to: Some(to.to_owned()),
            moves: moves.map(str::to_owned),
            ..QuestionText::about("3x3x3")
        };
        PuzzleSolver::builder(text.read_all(Asker::Stranger).unwrap()).threads(2).open().unwrap()
    };
    let mut number = 0;
    for moves in [None, Some("M,U,R")] {
        for to in ["M", "x", "r", "U x", "z2", "R U' y x'"] {
            for named in NAMED_GOALS {
                number += 1;
                if is_due(number, 4) {
                    assert_eq!(solved(&solver(named.name, to, moves), to).unwrap().cost(), 0, "{}: {to}", named.name);
                }
            }
        }
    }
    let lists =
        [("cross", "EDGES:4-7"), ("corners", "CORNERS:all"), ("edges", "EDGES:all"), ("f2l", "CORNERS:4-7;EDGES:4-11")];
    for (name, list) in lists {
        for _ in 0..or_full(4, 40) {
            let held = |random: &mut fastrand::Rng| ["", " x", " y'", " z", " M", " x y"][random.usize(..6)];
            let to = format!("{}{}", scramble(&mut random, &TURNS, 2), held(&mut random));
            let start = format!("{}{}", scramble(&mut random, &TURNS, 2), held(&mut random));
            let [by_name, by_list] = [name, list].map(|goal| solved(&solver(goal, &to, None), &start).unwrap().cost());
            assert_eq!(by_name, by_list, "{name}: {start} to {to}");
        }
    }
}
