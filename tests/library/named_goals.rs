//! Goals by name: what they are by the stickers of a cube, and that a search for any of several goals finds what the
//! searches for each of them find.

use crate::effort::or_full;
use cubepdb::internals::{notation::format_stickers, nxn::Stickers as Layers};
use cubepdb::puzzles::{
    Asker, MoveIndex, NAMED_GOALS, Origin, PuzzleSolution, PuzzleSolver, QuestionText, Questions, Reachability,
    goal_of_known, read_start,
};
use cubepdb::{Algorithm, Cube, Format, Size, SolveError};
use std::collections::BTreeSet;

const FACES: &str = "URFDLB";
/// The usual colours of the faces.
const COLOURS: [char; 6] = ['W', 'R', 'G', 'Y', 'O', 'B'];

/// A cube after some moves, by its stickers.
struct Stickers {
    moves: String,
    facelets: String,
}

/// The faces of the piece of each sticker, its own first, in the order of the 54 facelets: each face row by row.
const PIECES: [[&str; 9]; 6] = [
    ["ULB", "UB", "UBR", "UL", "U", "UR", "UFL", "UF", "URF"],
    ["RFU", "RU", "RUB", "RF", "R", "RB", "RDF", "RD", "RBD"],
    ["FLU", "FU", "FUR", "FL", "F", "FR", "FDL", "FD", "FRD"],
    ["DLF", "DF", "DFR", "DL", "D", "DR", "DBL", "DB", "DRB"],
    ["LBU", "LU", "LUF", "LB", "L", "LF", "LDB", "LD", "LFD"],
    ["BRU", "BU", "BUL", "BR", "B", "BL", "BDR", "BD", "BLD"],
];

impl Stickers {
    fn after(moves: String) -> Self {
        let word: Algorithm = moves.parse().unwrap();
        let facelets = Cube::SOLVED.apply(&word).unwrap().format(Format::Facelets).unwrap();
        Self { moves, facelets }
    }

    /// The faces of the piece of each sticker, and its colour.
    fn all(&self) -> impl Iterator<Item = (&'static str, char)> {
        PIECES.iter().flatten().copied().zip(self.facelets.chars())
    }

    /// The colours of the piece at some faces: that at the first one first.
    fn colours(&self, piece: &str) -> Vec<char> {
        let at = |face: char| {
            let is_it = |(of, _): &(&str, char)| {
                of.starts_with(face) && of.len() == piece.len() && piece.chars().all(|face| of.contains(face))
            };
            self.all().find(is_it).unwrap().1
        };
        piece.chars().map(at).collect()
    }

    fn has(&self, pieces: &str) -> bool {
        pieces.split_whitespace().all(|piece| self.colours(piece).into_iter().eq(piece.chars()))
    }

    /// The usual rule for edges: quarter turns of the faces of an axis flip them, others do not. `sides` are the faces of
    /// that axis, `ends` those of another one.
    fn has_good_edges(&self, sides: &str, ends: &str) -> bool {
        let edges = PIECES.iter().flatten().filter(|piece| piece.len() == 2);
        let mut seen = edges.map(|piece| (piece, self.colours(piece)));
        // The sticker to look at: that at an end, or else at a side.
        seen.all(|(piece, colours)| {
            let first = piece.chars().next().unwrap();
            let is_looked_at =
                ends.contains(first) || sides.contains(first) && !piece.chars().any(|face| ends.contains(face));
            let is_bad = !ends.contains(colours[0]) && (!sides.contains(colours[0]) || ends.contains(colours[1]));
            !is_looked_at || !is_bad
        })
    }

    /// Returns whether opposite colours alone are on a pair of faces.
    fn has_opposite_colours(&self, faces: &str) -> bool {
        self.all().all(|(piece, colour)| !faces.contains(&piece[..1]) || faces.contains(colour))
    }
}

const CROSS: &str = "DF DR DB DL";
const F2L: &str = "DF DR DB DL FR FL BL BR DFR DFL DBL DBR";
const SLOTS: [&str; 4] = ["DFR FR", "DFL FL", "DBL BL", "DBR BR"];
const CORNERS: &str = "UFR UFL UBL UBR DFR DFL DBL DBR";
const EDGES: &str = "UF UR UB UL DF DR DB DL FR FL BL BR";

/// Returns whether the stickers of a cube are those of a goal at the place that it has without one.
fn is_goal(name: &str, cube: &Stickers) -> bool {
    let all = || cube.has(CORNERS) && cube.has(EDGES);
    match name {
        "cross" => cube.has(CROSS),
        "xcross" => cube.has(CROSS) && SLOTS.iter().any(|slot| cube.has(slot)),
        "f2l" => cube.has(F2L),
        "f2l-1" => cube.has(CROSS) && SLOTS.iter().filter(|slot| cube.has(slot)).count() >= 3,
        "pair" => SLOTS.iter().any(|slot| cube.has(slot)),
        "2x2x2" => CORNERS.split(' ').any(|corner| {
            let sides = [&corner[..2], &corner[1..], &[&corner[..1], &corner[2..]].concat()].join(" ");
            cube.has(corner) && cube.has(&sides)
        }),
        "2x2x3" => EDGES.split(' ').any(|edge| {
            let is_beside = |piece: &&str| {
                let faces = piece.chars().filter(|face| edge.contains(*face)).count();
                if piece.len() == 3 { faces == 2 } else { faces == 2 || faces == 1 && !is_opposite(piece, edge) }
            };
            let pieces: Vec<&str> = CORNERS.split(' ').chain(EDGES.split(' ')).filter(is_beside).collect();
            pieces.len() == 7 && cube.has(&pieces.join(" "))
        }),
        "1x2x3" => ["FDB", "FUB", "UFD", "UBD"].iter().any(|along| {
            let [one, middle, other] = [&along[..1], &along[1..2], &along[2..]];
            cube.has(&format!("L{middle} L{one} L{other} L{middle}{one} L{middle}{other}"))
        }),
        "eo" => cube.has_good_edges("FB", "UD"),
        "eoline" => cube.has_good_edges("FB", "UD") && cube.has("DF DB"),
        "eocross" => cube.has_good_edges("FB", "UD") && cube.has(CROSS),
        "dr" => {
            let middle = "FR FL BL BR".split(' ').all(|edge| "FB".contains(cube.colours(edge)[0]));
            cube.has_opposite_colours("UD") && middle
        }
        "htr" => {
            let text = QuestionText { moves: Some("U2,R2,F2,D2,L2,B2".into()), ..QuestionText::about("3x3x3") };
            let question = text.read(Asker::Stranger).unwrap();
            question.reachable(&question.start(None, &cube.moves).unwrap()) == Reachability::Yes
        }
        "oll" => cube.has(F2L) && cube.has_opposite_colours("U"),
        "ll-auf" => ["", "U", "U2", "U'"].iter().any(|turn| {
            let turned = Stickers::after(format!("{} {turn}", cube.moves));
            turned.has(CORNERS) && turned.has(EDGES)
        }),
        "ll" | "pll" => all(),
        "corners" => cube.has(CORNERS),
        "edges" => cube.has(EDGES),
        "cross+pair+pair" => cube.has(CROSS) && SLOTS.iter().filter(|slot| cube.has(slot)).count() >= 2,
        "eo:any+eo:any" => {
            let axes = [("FB", "UD"), ("RL", "FB"), ("UD", "RL")];
            axes.iter().filter(|(sides, ends)| cube.has_good_edges(sides, ends)).count() >= 2
        }
        "dr+eo:UD" => is_goal("dr", cube) && cube.has_good_edges("UD", "RL"),
        "eo:UD+EDGES:0-3" => cube.has_good_edges("UD", "RL") && cube.has("UF UR UB UL"),
        joined if joined.contains('+') => joined.split('+').all(|name| is_goal(name, cube)),
        other => panic!("no stickers for {other}"),
    }
}

fn is_opposite(piece: &str, edge: &str) -> bool {
    let opposite = |face: char| FACES.chars().nth((FACES.find(face).unwrap() + 3) % 6).unwrap();
    piece.chars().any(|face| edge.chars().any(|other| other == opposite(face)))
}

fn questions(goals: &[&str], moves: Option<&str>, cost: Option<&str>) -> Questions {
    let goals = goals.iter().map(|&goal| goal.to_owned()).collect();
    let [moves, cost] = [moves, cost].map(|text| text.map(str::to_owned));
    QuestionText { goals, moves, cost, ..QuestionText::about("3x3x3") }.read_all(Asker::Stranger).unwrap()
}

fn solved(solver: &PuzzleSolver, scramble: &str) -> Result<PuzzleSolution, SolveError> {
    solver.solve(solver.questions().start(None, scramble).unwrap())
}

fn scramble(random: &mut fastrand::Rng, moves: &[&str], length: usize) -> String {
    let token = |_| format!("{}{}", moves[random.usize(..moves.len())], ["", "2", "'"][random.usize(..3)]);
    (0..length).map(token).collect::<Vec<_>>().join(" ")
}

/// Goals that have to be reached together.
const JOINED: [&str; 8] = [
    "cross+pair",
    "cross+pair+pair",
    "eo+2x2x2",
    "eo:any+eo:any",
    "eo:UD+EDGES:0-3",
    "1x2x3+eo",
    "dr+corners",
    "dr+eo:UD",
];

const TURNS: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

/// No sequence of fewer moves leads to such stickers, and that of the answer does.
#[test]
fn goals_are_what_their_stickers_say() {
    let mut random = fastrand::Rng::with_seed(3);
    for name in NAMED_GOALS.iter().map(|named| named.name).chain(JOINED) {
        let solver = PuzzleSolver::builder(questions(&[name], None, None)).threads(2).open().unwrap();
        for number in 0..or_full(6, 60) {
            let length = if name == "htr" { 2 } else { 3 + number % 2 };
            let start = scramble(&mut random, &TURNS, length);
            let solution = solved(&solver, &start).unwrap();
            let end = Stickers::after(format!("{start} {solution}"));
            assert!(is_goal(name, &end), "{}: {start}: {solution}", name);
            let mut level = vec![start.clone()];
            for _ in 0..solution.cost() {
                let early = level.iter().find(|moves| is_goal(name, &Stickers::after((*moves).clone())));
                assert_eq!(early, None, "{}: {start}: {solution}", name);
                let turns = || TURNS.iter().flat_map(|turn| ["", "2", "'"].map(|amount| format!("{turn}{amount}")));
                level = level.iter().flat_map(|moves| turns().map(move |turn| format!("{moves} {turn}"))).collect();
            }
        }
    }
}

/// The same with moves of centres: the faces of a place are those of the cube as it is held after the start, and go with their
/// centres.
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

/// Where moves move centres, a whole cube is solved in any hold, whichever it was held in, from moves and from stickers; no
/// fewer moves leave each face in one colour.
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
            assert!(error.contains("some goal is a part of the others"), "{moves:?}: {goal}: {error}");
        }
    }
}

/// Powers of slices commute where the slices do not: turns that then follow each other are one turn.
#[test]
fn longer_solutions_turn_no_slice_twice_in_a_row() {
    for (moves, start) in [("M,E,S", "M E2 S2"), ("stm", "M E2 S2"), ("M,E,S", "M E2"), ("stm", "E S2 R")] {
        let solver = PuzzleSolver::builder(questions(&[], Some(moves), None)).all(1).threads(2).open().unwrap();
        let solution = solved(&solver, start).unwrap();
        assert!(!solution.all().is_empty());
        for one in solution.all() {
            let text = solver.questions().moves().sequence(one.iter().copied());
            let faces: Vec<&str> = text.split(' ').map(|turn| &turn[..1]).collect();
            assert!(faces.windows(2).all(|pair| pair[0] != pair[1]), "{moves}: {start}: {text}");
        }
    }
}

/// Longer solutions are those that reach no goal before their end, in any order of turns of opposite faces.
#[test]
fn longer_solutions_go_on_after_no_goal() {
    let mut random = fastrand::Rng::with_seed(10);
    for name in ["cross", "cross:U", "cross:any", "eo", "2x2x2"] {
        let solver = PuzzleSolver::builder(questions(&[name], None, None)).all(1).threads(2).open().unwrap();
        let questions = solver.questions();
        // The faces are in the order U R F D L B.
        let face = |turn: MoveIndex| TURNS.iter().position(|face| questions.moves().sequence([turn]).starts_with(face));
        let face: Vec<usize> = (0..18).map(|turn| face(MoveIndex::new(turn)).unwrap()).collect();
        let face = |turn: MoveIndex| face[turn.index()];
        let are_swapped = |pair: &[MoveIndex]| face(pair[0]) == face(pair[1]) + 3;
        let in_order = |word: &[MoveIndex]| {
            let mut word = word.to_vec();
            while let Some(at) = word.windows(2).position(are_swapped) {
                word.swap(at, at + 1);
            }
            word
        };
        for start in ["D", "U2", "R F"].map(str::to_owned).into_iter().chain([scramble(&mut random, &TURNS, 2)]) {
            let start = questions.start(None, &start).unwrap();
            let is_reached = |word: &[MoveIndex]| {
                let mut goals = questions.all().iter().zip(start.seen());
                goals.any(|(goal, seen)| seen.as_ref().is_some_and(|seen| goal.refute(seen, word).is_none()))
            };
            let found: BTreeSet<_> = solver.solve(start.clone()).unwrap().all().iter().cloned().collect();
            let longest = found.iter().map(Vec::len).min().unwrap() + 1;
            let (mut words, mut wanted, mut early) = (vec![Vec::new()], BTreeSet::new(), BTreeSet::new());
            for _ in 0..=longest {
                for word in words.iter().filter(|word| is_reached(word)) {
                    wanted.insert(in_order(word));
                }
                let goes_on = |word: &&Vec<MoveIndex>| (0..word.len()).any(|end| is_reached(&word[..end]));
                early.extend(words.iter().filter(goes_on).map(|word| in_order(word)));
                let may_follow = |word: &[MoveIndex], turn: MoveIndex| {
                    let run = word.iter().rev().take_while(|before| face(**before) % 3 == face(turn) % 3);
                    run.into_iter().all(|before| face(*before) != face(turn))
                };
                let after = words.iter().flat_map(|word| {
                    let turns = (0..18).map(MoveIndex::new).filter(|turn| may_follow(word, *turn));
                    turns.map(|turn| [&word[..], &[turn]].concat())
                });
                words = after.collect();
            }
            assert_eq!(found, wanted.difference(&early).cloned().collect(), "{name}");
        }
    }
}

/// The face at which a face is before a rotation of the whole, by its name.
fn before(rotation: char, face: char) -> char {
    // Each face goes where the one after it is.
    let around = match rotation {
        'x' => "FUBD",
        'y' => "FLBR",
        _ => "URDL",
    };
    around.find(face).map_or(face, |at| around.chars().nth((at + 3) % 4).unwrap())
}

/// A goal at a place is that at home of the cube that is held in another way, and the nearest of all places is the nearest
/// of them.
#[test]
fn goals_are_the_same_at_every_place() {
    let mut random = fastrand::Rng::with_seed(5);
    places_are_alike(&mut random, None);
    // Where moves move centres, these are pieces of the goal.
    places_are_alike(&mut random, Some("U,R,F,D,L,B,M,E,S"));
    for (goal, start, expected) in [("ll-auf:F", "F", 0), ("ll-auf:any", "L2", 0), ("ll-auf:any", "R U F", 2)] {
        let solver = PuzzleSolver::builder(questions(&[goal], None, None)).threads(2).open().unwrap();
        assert_eq!(solved(&solver, start).unwrap().cost(), expected, "{goal} {start}");
    }
}

fn places_are_alike(random: &mut fastrand::Rng, moves: Option<&str>) {
    let cost = |goal: &str, start: &str| {
        let solver = PuzzleSolver::builder(questions(&[goal], moves, None)).threads(2).open().unwrap();
        solved(&solver, start).unwrap().cost()
    };
    for named in NAMED_GOALS {
        let places = named.places();
        if places.len() == 1 {
            continue;
        }
        let home = &places[0].place;
        let start = scramble(random, &TURNS, 3);
        for _ in 0..or_full(if moves.is_some() { 2 } else { 4 }, 20) {
            let rotations: String = (0..3).map(|_| ['x', 'y', 'z'][random.usize(..3)]).collect();
            let held = format!("{start} {}", rotations.chars().map(String::from).collect::<Vec<_>>().join(" "));
            let place: String =
                home.chars().map(|face| rotations.chars().rev().fold(face, |face, by| before(by, face))).collect();
            let at = format!("{}:{place}", named.name);
            assert_eq!(cost(&at, &start), cost(&format!("{}:{home}", named.name), &held), "{at}: {start}, {held}");
        }
        if moves.is_some() {
            continue;
        }
        let each = places.iter().map(|placed| cost(&format!("{}:{}", named.name, placed.place), &start));
        assert_eq!(cost(&format!("{}:any", named.name), &start), each.min().unwrap(), "{}: {start}", named.name);
    }
}

/// All cheapest solutions of several goals are those of the goals that have them, each searched alone.
#[test]
fn several_goals_have_the_solutions_of_the_nearest_ones() {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut shared, mut apart) = (0, 0);
    for (goals, moves, cost) in [
        (&["cross:any"][..], None, None),
        (&["xcross:any"], None, None),
        (&["xcross:DFR", "2x2x3:any", "eo:any"], None, None),
        (&["eo:any+2x2x2:U", "cross+pair"], None, None),
        (&["2x2x2"], Some("U,R,F"), None),
        (&["cross:any", "EDGES:0-2"], Some("R2,U,F,L"), Some("U=2,F'=3")),
        (&["dr:any", "pair:U"], Some("U,R,F,D,L,B"), Some("U=2,R=2,F=2,D=2,L=2,B=2")),
        (&["1x2x3:L"], Some("M,U,R,r=R M'"), None),
    ] {
        let all = questions(goals, moves, cost);
        let number = all.all().len();
        let names: Vec<&str> = moves.map_or(TURNS.to_vec(), |_| vec!["U", "R", "F"]);
        let solver = |questions: Questions| PuzzleSolver::builder(questions).all(1).threads(2).open().unwrap();
        let one = PuzzleSolver::builder(all.clone()).threads(2).open().unwrap();
        let each: Vec<PuzzleSolver> = all.all().iter().map(|question| solver(question.clone().into())).collect();
        let any = solver(all);
        for _ in 0..or_full(5, 60) {
            let start = scramble(&mut random, &names, 5);
            let texts = |solver: &PuzzleSolver, solution: &PuzzleSolution| -> Vec<(u32, String)> {
                let moves = solver.questions().moves();
                let text = |solution: &Vec<MoveIndex>| (moves.cost(solution), moves.sequence(solution.iter().copied()));
                solution.all().iter().map(text).collect()
            };
            let seen = any.questions().start(None, &start).unwrap();
            let mut expected: Vec<(u32, String)> = Vec::new();
            for (alone, seen) in each.iter().zip(seen.seen()) {
                match alone.solve(seen.as_ref().unwrap()) {
                    Ok(found) => expected.extend(texts(alone, &found)),
                    Err(SolveError::Unreachable { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            let Some(least) = expected.iter().map(|(cost, _)| *cost).min() else {
                assert!(matches!(any.solve(seen), Err(SolveError::Unreachable { .. })), "{goals:?} {start}");
                continue;
            };
            expected.retain(|(cost, _)| *cost <= least + 1);
            let found = texts(&any, &any.solve(&seen).unwrap());
            assert_eq!(found[0].0, least, "{goals:?} {start}");
            assert_eq!(one.solve(&seen).unwrap().cost(), least, "{goals:?} {start}");
            // A longer solution of one goal may pass through another goal.
            let [found, expected] = [found, expected].map(BTreeSet::from_iter);
            assert!(found.is_subset(&expected), "{goals:?} {start}: {found:?}, {expected:?}");
            let are_missed = expected.difference(&found).any(|(cost, _)| *cost == least);
            assert!(!are_missed, "{goals:?} {start}: {found:?}, {expected:?}");
        }
        (shared, apart) = if moves.is_none() { (shared + number, apart) } else { (shared, apart + number) };
    }
    assert!(shared > 30 && apart > 20, "{shared} {apart}");
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

/// Facelets with unknown stickers ask what a list of the known pieces asks of the whole cube.
#[test]
fn cubes_are_solved_as_far_as_they_are_known() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..or_full(8, 80) {
        let start = scramble(&mut random, &TURNS, 5);
        let cube = Stickers::after(start.clone());
        let hidden: Vec<&str> = CORNERS.split(' ').chain(EDGES.split(' ')).filter(|_| random.u8(..3) > 0).collect();
        let is_same = |one: &str, other: &str| one.len() == other.len() && one.chars().all(|face| other.contains(face));
        // Pieces by their colours, not by where they are.
        let is_hidden = |place: &str| {
            let colours: String = cube.colours(place).into_iter().collect();
            place.len() > 1 && hidden.iter().any(|piece| is_same(piece, &colours))
        };
        let text: String = cube.all().map(|(place, colour)| if is_hidden(place) { '.' } else { colour }).collect();
        let Some(Ok(goal)) = goal_of_known(&text) else {
            assert!(hidden.is_empty() || hidden.len() == 20, "{text}");
            continue;
        };
        let solver = PuzzleSolver::builder(questions(&[&goal], None, None)).threads(2).open().unwrap();
        let known = read_start(&Origin::Solved, solver.questions(), &text).unwrap();
        assert_eq!(known, solver.questions().start(None, &start).unwrap(), "{text}");
        let whole = read_start(&Origin::Solved, solver.questions(), &cube.facelets).unwrap();
        assert_eq!(whole, known);
        let end = Stickers::after(format!("{start} {}", solver.solve(known).unwrap()));
        let is_right = |(place, colour): (&str, char)| {
            place.len() == 1 || hidden.iter().any(|piece| is_same(piece, place)) || place.starts_with(colour)
        };
        assert!(end.all().all(is_right), "{text}: {}", end.facelets);
        let other = PuzzleSolver::builder(questions(&["edges", "corners"], None, None)).threads(1).open().unwrap();
        let is_whole = |pieces: &str| pieces.split(' ').all(|piece| !hidden.contains(&piece));
        let told = read_start(&Origin::Solved, other.questions(), &text).is_ok();
        assert!(told || !(is_whole(CORNERS) || is_whole(EDGES)), "{text}");
    }
    // One piece that is unknown, of the solved cube, and faces with their letters.
    for text in [
        "UUUUUUU.URRRRRRRRRF.FFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
        "U.U.U.U.UR.R.R.RRRF.F.F.F.FD.DDDDDDDL.L.L.LLLB.B.B.BBB",
        "W.W.W.W.WR.RRRRRRRG.GGGGGGGYYYYYYYYYO.OOOOOOOB.BBBBBBB",
        "U=WWWWWWWWW R=RRRRRRRRR F=GGGGGG... D=...YYYYYY L=OOOOOOOO. B=BBBBBBBBB",
    ] {
        let goal = goal_of_known(text).unwrap().unwrap();
        let solver = PuzzleSolver::builder(questions(&[&goal], None, None)).threads(1).open().unwrap();
        assert_eq!(solver.solve(read_start(&Origin::Solved, solver.questions(), text).unwrap()).unwrap().cost(), 0);
    }
    // A sticker that is missing is one of a piece that is known, if it is the only one.
    let cube = Stickers::after(scramble(&mut random, &TURNS, 20));
    let all = PuzzleSolver::builder(questions(&["edges", "corners"], None, None)).threads(1).open().unwrap();
    let start = |text: &str| read_start(&Origin::Solved, all.questions(), text).unwrap();
    for place in (0..54).filter(|place| place % 9 != 4) {
        let mut text = cube.facelets.clone();
        text.replace_range(place..=place, "?");
        assert_eq!(start(&text), start(&cube.facelets), "{text}");
    }
    let yellow = "????Y???????OOOOOO???GGGGGGWWWWWWWWW???RRRRRR???BBBBBB";
    let solver = PuzzleSolver::builder(questions(&["f2l"], None, None)).threads(1).open().unwrap();
    let start = |text: &str| read_start(&Origin::Solved, solver.questions(), text);
    assert_eq!(solver.solve(start(yellow).unwrap()).unwrap().cost(), 0);
    let unknown = yellow.replace("BBBBBB", "B?BBBB");
    assert!(start(&unknown).unwrap_err().to_string().starts_with("the centre of U has another colour than usual"));
    // Nothing comes before a cube, and a remark ends with what was before the start.
    let after = |before: &str, text: &str| read_start(&Origin::Moves(before.to_owned()), solver.questions(), text);
    assert!(after("R", yellow).is_err() && after("R", &Stickers::after("U".to_owned()).facelets).is_err());
    assert_eq!(after("R U // a remark", "F").unwrap(), start("R U F").unwrap());
    for moves in ["R.U.F", "R U . F D", "...", "R-U-F-D-", &"R.".repeat(27)] {
        assert!(goal_of_known(moves).is_none(), "{moves}");
    }
    for (text, code) in [
        (".".repeat(54), "unknown-stickers"),
        (".".repeat(53), "facelet-count"),
        ("....U........R..L.....F..B..D.FDD......RL..D.....BD..".to_owned(), "facelet-count"),
        ("UUUU?UUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBBB".to_owned(), "facelet-count"),
        (format!("{}U{}", ".".repeat(5), ".".repeat(48)), "ambiguous-piece"),
        (format!("{}Q{}", ".".repeat(5), ".".repeat(48)), "unknown-symbol"),
        (format!("{}U{}D{}", ".".repeat(5), ".".repeat(4), ".".repeat(43)), "impossible-piece"),
        (format!(".U...U....F...{}{}", "F".repeat(0), ".".repeat(40)), "ambiguous-piece"),
    ] {
        let error = text.parse::<Cube>().unwrap_err();
        assert_eq!((error.code(), goal_of_known(&text).unwrap().unwrap_err().code()), (code, code), "{text}");
    }
}
