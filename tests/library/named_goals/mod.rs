//! Goals by name: what they are by the stickers of a cube, and that a search for any of several goals finds what the
//! searches for each of them find.

mod held;
mod longer;
mod stickers;

use crate::effort::or_full;
use cubepdb::puzzles::{
    Asker, MoveIndex, NAMED_GOALS, Origin, Powers, PuzzleSolution, PuzzleSolver, QuestionText, Questions,
    goal_of_known, read_start,
};
use cubepdb::{Cube, Query, SolveError};
use std::collections::BTreeSet;
use stickers::{CORNERS, EDGES, Stickers, is_goal};

const TURNS: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

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

fn questions(goals: &[&str], moves: Option<&str>, cost: Option<&str>) -> Questions {
    questions_in(Powers::All, goals, moves, cost)
}

fn questions_in(powers: Powers, goals: &[&str], moves: Option<&str>, cost: Option<&str>) -> Questions {
    let goals = goals.iter().map(|&goal| goal.to_owned()).collect();
    let [moves, cost] = [moves, cost].map(|text| text.map(str::to_owned));
    QuestionText { goals, moves, cost, powers, ..QuestionText::about("3x3x3") }.read_all(Asker::Stranger).unwrap()
}

fn solved(solver: &PuzzleSolver, scramble: &str) -> Result<PuzzleSolution, SolveError> {
    solver.solve(solver.questions().start(None, scramble).unwrap())
}

fn scramble(random: &mut fastrand::Rng, moves: &[&str], length: usize) -> String {
    let token = |_| format!("{}{}", moves[random.usize(..moves.len())], ["", "2", "'"][random.usize(..3)]);
    (0..length).map(token).collect::<Vec<_>>().join(" ")
}

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

/// Good solutions beside a search lead to a goal, and are no shorter than the shortest: the search ends with the same
/// cost.
#[test]
fn good_solutions_lead_to_goals() {
    let mut random = fastrand::Rng::with_seed(11);
    let good = Query::new().anytime();
    let mut unproven = 0;
    for goals in [&["oll"][..], &["f2l"], &["htr"], &["cross", "pll"], &["2x2x3:any"], &["edges"], &["dr+corners"], &[]]
    {
        for (powers, most) in [(Powers::All, 22), (Powers::Steps, 44)] {
            let goals = goals.iter().map(|&goal| goal.to_owned()).collect();
            let questions = QuestionText { goals, powers, ..QuestionText::about("3x3x3") };
            let questions = questions.read_all(Asker::Stranger).unwrap();
            let solver = PuzzleSolver::builder(questions).threads(2).open().unwrap();
            let questions = solver.questions();
            for number in 0..or_full(2, 20) {
                let hold = ["", "x y ", "z2 "][random.usize(..3)];
                let start = format!("{hold}{}", scramble(&mut random, &TURNS, if number % 2 == 0 { 25 } else { 4 }));
                let start = questions.start(None, &start).unwrap();
                let found = solver.run(&start, &good.clone().node_limit(20_000)).unwrap();
                assert!(questions.leads_to_goal(&start, found.moves()));
                assert!(found.cost() >= u32::from(found.lower_bound()) && found.cost() <= most, "{found}");
                assert_eq!(found.incomplete().is_none(), found.is_optimal(), "{found}");
                unproven += usize::from(found.incomplete().is_some());
                if number % 2 == 1 {
                    let [beside, alone] = [&good, &Query::new()].map(|query| solver.run(&start, query).unwrap().cost());
                    assert_eq!(beside, alone);
                }
            }
        }
    }
    assert!(unproven > 5, "{unproven}");
    // No solution of the whole cube is one of other moves, of other ends, or of a cube that is not known.
    for (moves, to) in [(Some("R,U,F,D,L"), None), (Some("stm"), None), (None, Some("R U F"))] {
        let [moves, to] = [moves, to].map(|text| text.map(str::to_owned));
        let text = QuestionText { moves, to, goals: vec!["f2l".to_owned()], ..QuestionText::about("3x3x3") };
        let solver = PuzzleSolver::builder(text.read_all(Asker::Stranger).unwrap()).threads(2).open().unwrap();
        let start = solver.questions().start(None, "R U F D L R2 U2 F2 D2 L2 R U F D L").unwrap();
        let found = solver.run(&start, &good.clone().node_limit(1000));
        assert!(matches!(found, Err(SolveError::Stopped { .. })), "{found:?}");
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

/// A goal at a place is that at home of the cube that is held in another way, and the nearest of all places is the
/// nearest of them.
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
        for _ in 0..or_full(if moves.is_some() { 1 } else { 2 }, 20) {
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
    let all = Powers::All;
    for (goals, moves, cost, powers) in [
        (&["cross:any"][..], None, None, all),
        (&["xcross:any"], None, None, all),
        (&["xcross:DFR", "2x2x3:any", "eo:any"], None, None, all),
        (&["eo:any+2x2x2:U", "cross+pair"], None, None, all),
        (&["2x2x2"], Some("U,R,F"), None, all),
        (&["cross:any", "EDGES:0-2"], Some("R2,U,F,L"), Some("U=2,F'=3"), all),
        (&["dr:any", "pair:U"], Some("U,R,F,D,L,B"), Some("U=2,R=2,F=2,D=2,L=2,B=2"), all),
        (&["1x2x3:L"], Some("M,U,R,r=R M'"), None, all),
        // A rotation leads one of two spellings to the other one, and one of two moves that do the same to the other.
        (&["eo:any"], Some("X=R L',Y=U D',Z=F B',R,L,U,D,F,B"), None, Powers::Steps),
        (&["cross:any"], Some("X=R L',Y=U D',Z=F B',R,L,U,D,F,B"), None, Powers::Steps),
        (&["eo:RL", "eo:FB"], Some("U,R,F,D,L,B,A=U,C=R,G=F,H=D,I=L,J=B"), None, all),
    ] {
        let all = questions_in(powers, goals, moves, cost);
        let number = all.all().len();
        let names: Vec<&str> = moves.map_or(TURNS.to_vec(), |_| vec!["U", "R", "F"]);
        let solver = |questions: Questions| PuzzleSolver::builder(questions).threads(2).open().unwrap();
        let each: Vec<PuzzleSolver> = all.all().iter().map(|question| solver(question.clone().into())).collect();
        let any = solver(all);
        for _ in 0..or_full(3, 60) {
            let start = scramble(&mut random, &names, 5);
            let texts = |solver: &PuzzleSolver, solution: &PuzzleSolution| -> Vec<(u32, String)> {
                let moves = solver.questions().moves();
                let text = |solution: &Vec<MoveIndex>| (moves.cost(solution), moves.sequence(solution.iter().copied()));
                solution.all().iter().map(text).collect()
            };
            let seen = any.questions().start(None, &start).unwrap();
            let mut expected: Vec<(u32, String)> = Vec::new();
            for (alone, seen) in each.iter().zip(seen.seen()) {
                match alone.run(seen.as_ref().unwrap(), &Query::new().slack(1)) {
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
            let found = texts(&any, &any.run(&seen, &Query::new().slack(1)).unwrap());
            assert_eq!(found[0].0, least, "{goals:?} {start}");
            assert_eq!(any.solve(&seen).unwrap().cost(), least, "{goals:?} {start}");
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
