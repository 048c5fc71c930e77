//! The general core against the engine made for the 3x3x3, and questions at random against a plain search that shares
//! nothing with it but the transformations of moves.

use crate::common::{search, table, word};
use crate::effort::or_full;
use crate::fixtures;
use cubepdb::internals::{cube::Cubies, search::TableSet};
use cubepdb::{
    H48Level, Metric, Query, Solver, TableSpec, Threads,
    plan::SearchQuery,
    puzzles::{
        Asker, Definition, Goal, Illegal, Moves, NAMED_GOALS, NamedGoal, Position, Powers, PuzzleSolver, Question,
        QuestionText, SearchMove, builtin,
    },
    search::Answer,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Random moves, none of the same face as the one before.
fn scramble(random: &mut fastrand::Rng, faces: &[&str], len: usize) -> String {
    let mut last = faces.len();
    let token = |_| {
        let face = loop {
            let face = random.usize(..faces.len());
            if face != last {
                break face;
            }
        };
        last = face;
        format!("{}{}", faces[face], ["", "2", "'"][random.usize(..3)])
    };
    (0..len).map(token).collect::<Vec<_>>().join(" ")
}

const FACES: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

/// The cube as it is built in, and as its own text is read.
#[test]
fn cubes_by_definition_have_the_lengths_and_solutions_of_the_special_engine() {
    let threads = Threads::new(2).unwrap();
    let mut random = fastrand::Rng::with_seed(12);
    for (metric, powers) in [(Metric::HalfTurn, Powers::All), (Metric::QuarterTurn, Powers::Steps)] {
        let tables = TableSet::new(&[table(TableSpec::new(H48Level::new(0).unwrap(), metric))], 1);
        let built_in = builtin("3x3x3").unwrap();
        let read = Definition::read(&built_in.to_tws().unwrap()).unwrap();
        let solver = |definition: &Definition| {
            let moves = Moves::of(definition, powers).unwrap();
            let question = Question::new(definition.clone(), moves, Goal::solved(definition)).unwrap();
            PuzzleSolver::builder(question).threads(2).open().unwrap()
        };
        let (one, all) = (solver(&read), solver(&built_in));
        let most = or_full(8, 12);
        for number in 0..or_full(40, 1000) {
            let scramble = scramble(&mut random, &FACES, 1 + number % most);
            let cube = Cubies::after(&word(&scramble));
            let count = |all: bool| {
                let query = SearchQuery { all, max_depth: metric.diameter(), ..SearchQuery::default() };
                match search(&cube, metric, &tables, &query, &threads).answer {
                    Answer::Solved(solutions) => (solutions[0].len() as u32, solutions.len()),
                    other => panic!("{other:?}"),
                }
            };
            let found = one.solve(one.questions().start(None, &scramble).unwrap()).unwrap();
            assert_eq!(found.cost(), count(false).0, "{metric:?} {scramble}");
            if number % 4 == 0 {
                let found = all.run(all.questions().start(None, &scramble).unwrap(), &Query::new().all()).unwrap();
                assert_eq!((found.cost(), found.all().len()), count(true), "{metric:?} {scramble}");
            }
        }
    }
}

/// Those of the special engine; short ones, and those of queries whose work is to be the same, need no table.
#[test]
fn long_solutions_of_whole_cubes_are_found_with_the_tables_of_cubes() {
    let threads = Threads::new(2).unwrap();
    let mut random = fastrand::Rng::with_seed(13);
    let cache = tempfile::tempdir().unwrap();
    fixtures::link(cache.path(), &[(fixtures::COSETS, "h48-0-htm.pdb"), (fixtures::COSETS_QTM, "h48-0-qtm.pdb")]);
    for (metric, powers, len) in [(Metric::HalfTurn, Powers::All, 14), (Metric::QuarterTurn, Powers::Steps, 12)] {
        let tables = TableSet::new(&[table(TableSpec::new(H48Level::new(0).unwrap(), metric))], 1);
        let definition = builtin("3x3x3").unwrap();
        let moves = Moves::of(&definition, powers).unwrap();
        let question = Arc::new(Question::new(definition.clone(), moves, Goal::solved(&definition)).unwrap());
        let cubes = Solver::builder().metric(metric).threads(2).max_memory(520 << 20);
        let cubes = Arc::new(cubes.cache_directory(cache.path()).gradual(|_| ()).open().unwrap());
        let builder = PuzzleSolver::builder(question.clone()).threads(2);
        assert_eq!(builder.cube_metric(), Some(metric));
        let solver = builder.cubes(cubes.clone()).open().unwrap();
        for deterministic in [true, false] {
            let query = if deterministic { Query::new().deterministic() } else { Query::new() };
            let start = question.start(None, "R U F D2 L' B").unwrap();
            assert_eq!(solver.run(&start, &query).unwrap().cost(), 6 + u32::from(metric == Metric::QuarterTurn));
        }
        assert!(cubes.tables().is_empty());
        let mut longest = 0;
        for number in 0..or_full(2, 4) {
            let scramble = scramble(&mut random, &FACES, len);
            let cube = Cubies::after(&word(&scramble));
            let all = number % 2 == 1;
            let query = SearchQuery { all, max_depth: metric.diameter(), ..SearchQuery::default() };
            let Answer::Solved(expected) = search(&cube, metric, &tables, &query, &threads).answer else { panic!() };
            let query = if all { Query::new().all() } else { Query::new() };
            let found = solver.run(question.start(None, &scramble).unwrap(), &query).unwrap();
            let lengths = (found.cost() as usize, found.all().len());
            assert_eq!(lengths, (expected[0].len(), expected.len()), "{metric:?} {scramble}");
            assert_eq!(u32::from(found.lower_bound()), found.cost());
            longest = longest.max(found.cost());
            let tables = solver.record(&scramble, "", Ok(&found)).unwrap().tables;
            assert_eq!(tables.is_empty(), longest <= 12, "{tables:?}");
        }
        assert!(longest > 12);
    }
}

#[test]
#[should_panic(expected = "a solver of other cubes")]
fn tables_of_cubes_are_of_the_metric_of_the_question() {
    let question = Question::usual(builtin("3x3x3").unwrap()).unwrap();
    let cubes = Solver::builder().metric(Metric::QuarterTurn).threads(1).no_tables().open().unwrap();
    drop(PuzzleSolver::builder(question).cubes(Arc::new(cubes)));
}

/// The costs of the cheapest ways from some positions to all others within a limit, or back from all others to them.
fn costs_within(question: &Question, from: &[Position], limit: usize, is_back: bool) -> HashMap<Position, usize> {
    let shape = &question.definition().shape;
    let step = |by: &SearchMove| if is_back { by.transformation.inverse(shape) } else { by.transformation.clone() };
    let steps: Vec<_> = question.moves().moves().iter().map(|by| (step(by), usize::from(by.cost))).collect();
    let mut costs: HashMap<Position, usize> = from.iter().map(|position| (position.clone(), 0)).collect();
    let mut waiting = vec![Vec::new(); limit + 1];
    waiting[0] = from.to_vec();
    for cost in 0..=limit {
        for position in std::mem::take(&mut waiting[cost]) {
            let is_last = costs[&position] == cost;
            for (by, own) in steps.iter().filter(|(_, own)| is_last && cost + own <= limit) {
                let (after, reached) = (position.after(by), cost + own);
                if costs.get(&after).is_none_or(|&known| reached < known) {
                    costs.insert(after.clone(), reached);
                    waiting[reached].push(after);
                }
            }
        }
    }
    costs
}

/// The cost of the cheapest way from a start to a goal, by a search from both sides, cost by cost. Of each way, the
/// last position that is within half of it from the start is seen from the goal as well.
fn plain_cost(question: &Question, start: &Position) -> u32 {
    let costliest = question.moves().moves().iter().map(|by| usize::from(by.cost)).max().unwrap();
    let cheapest_within = |most: usize| {
        let from_start = costs_within(question, std::slice::from_ref(start), most / 2, false);
        let to_goal = costs_within(question, question.goal().targets(), most - most / 2 + costliest - 1, true);
        let both = from_start.iter().filter_map(|(position, cost)| Some(cost + to_goal.get(position)?));
        both.min().filter(|&cost| cost <= most)
    };
    (0..).find_map(cheapest_within).unwrap() as u32
}

/// A question at random: some faces, perhaps quarter turns alone, perhaps costs, perhaps only some pieces.
fn question(random: &mut fastrand::Rng) -> (Question, Vec<&'static str>, String) {
    let definition = builtin(["3x3x3", "2x2x2", "3x3x3"][random.usize(..3)]).unwrap();
    let mut faces = FACES.to_vec();
    random.shuffle(&mut faces);
    faces.truncate(2 + random.usize(..5));
    let powers = if random.bool() { Powers::All } else { Powers::Steps };
    let mut moves = Moves::read(&definition, &faces.join(","), powers).unwrap();
    let mut costs = String::new();
    if random.u8(..3) == 0 {
        costs = format!("{}={}", faces[0], 2 + random.u8(..2));
        moves = moves.with_costs(&costs).unwrap();
    }
    let mut goal = Goal::solved(&definition);
    let mut pieces = String::new();
    let kind = random.u8(..4);
    if kind == 1 && definition.name == "3x3x3" {
        let [one, other] = [(); 2].map(|()| NAMED_GOALS[random.usize(..NAMED_GOALS.len())].name);
        let read = |text: &str| NamedGoal::read(&definition, &moves, text).unwrap();
        // Some cannot be joined.
        let joined = random.bool().then(|| read(&format!("{one}+{other}")).ok()).flatten();
        let mut places = joined.unwrap_or_else(|| read(one).unwrap());
        (pieces, goal) = places.swap_remove(random.usize(..places.len()));
    } else if kind != 0 {
        let orbits = definition.shape.orbits().iter().filter(|orbit| orbit.orientations > 1);
        let one = |orbit: &cubepdb::puzzles::Orbit| {
            let first = random.usize(..orbit.places);
            let part = ["", "/orientation", "/permutation"][random.usize(..3)];
            format!("{}:{first}-{}{part}", orbit.name, orbit.places - 1)
        };
        pieces = orbits.map(one).collect::<Vec<_>>().join(";");
        goal = Goal::of_pieces(&definition, &pieces).unwrap();
    }
    let words = format!("{} --moves {} {powers:?} --cost {costs} --goal {pieces}", definition.name, faces.join(","));
    (Question::new(definition, moves, goal).unwrap(), faces, words)
}

#[test]
fn random_questions_have_the_costs_of_a_plain_search() {
    let mut random = fastrand::Rng::with_seed(200);
    for _ in 0..or_full(60, 1000) {
        let (question, faces, words) = question(&mut random);
        let scramble = scramble(&mut random, &faces, if faces.len() > 3 { 3 } else { 5 });
        let start = question.start(None, &scramble).unwrap();
        let expected = plain_cost(&question, &start);
        let solver = PuzzleSolver::builder(question).threads(2).open().unwrap();
        let found = solver.solve(&start).unwrap();
        assert_eq!(found.cost(), expected, "{words} \"{scramble}\"");
    }
}

/// Q3 and E commute, Q and E do not.
#[test]
fn solutions_in_which_powers_commute_are_found_once() {
    let moves = Some("Q=R U R' U',E".to_owned());
    let question = QuestionText { moves, ..QuestionText::about("3x3x3") }.read(Asker::Stranger).unwrap();
    let start = question.start(None, "Q3 E").unwrap();
    let solver = PuzzleSolver::builder(question).threads(2).open().unwrap();
    let found = solver.run(&start, &Query::new().all()).unwrap();
    let solutions: Vec<String> =
        found.all().iter().map(|solution| solver.questions().moves().sequence(solution.iter().copied())).collect();
    assert_eq!(solutions, ["Q3 E'"]);
}

/// `P2'` and `S` commute, `P` and `S` do not: `P2' S3 P'` is `S3 P3` in another order, in which no two turns are side
/// by side.
#[test]
fn turns_that_can_follow_each_other_are_spelled_in_one_way() {
    let orbits = |p: [&str; 2]| format!("A\n{}\nB\n{}\nEnd\n", p[0], p[1]);
    let puzzle = [
        "Name Two orbits\nSet A 3 1\nSet B 4 3\nStartState\n".to_owned(),
        orbits(["0 1 2", "2 1 0 3\n0 1 1 2"]),
        format!("MoveTransformation P\n{}", orbits(["1 0 2", "0 3 2 1\n0 0 2 0"])),
        format!("MoveTransformation Q\n{}", orbits(["2 1 0", "3 1 2 0\n0 0 0 0"])),
        format!("MoveTransformation S\n{}", orbits(["0 2 1", "0 3 2 1\n1 1 1 0"])),
    ]
    .concat();
    let cost = Some("P1=3,P3=3,P2'=2,S1=2".to_owned());
    let question = QuestionText { cost, ..QuestionText::about(puzzle) }.read(Asker::Stranger).unwrap();
    let start = question.start(None, "P3 S' S2'").unwrap();
    let solver = PuzzleSolver::builder(question).threads(2).open().unwrap();
    let found = solver.run(&start, &Query::new().all()).unwrap();
    let solutions = found.all().iter().map(|solution| solver.questions().moves().sequence(solution.iter().copied()));
    assert_eq!((found.cost(), solutions.collect::<Vec<_>>()), (4, vec!["S3 P3".to_owned()]));
}

/// No moves lead to positions that rules forbid, though a goal may name them.
#[test]
fn forbidden_positions_of_a_goal_are_left_out() {
    let mut cube = builtin("2x2x2").unwrap();
    let moves = Moves::of(&cube, Powers::All).unwrap();
    let turned = |turn: &str| cube.solved.after(&cube.transformation_of(turn).unwrap());
    let (place, piece) = (0..7)
        .map(|place| (place, turned("U").piece(place)))
        .find(|&(place, piece)| cube.solved.piece(place) != piece && turned("U2").piece(place) != piece)
        .unwrap();
    cube.illegal = vec![Illegal { place, pieces: vec![piece] }];
    let goal = Goal::solved(&cube).up_to(&[cube.transformation_of("U").unwrap()]).unwrap();
    assert_eq!(goal.targets().len(), 4);
    let question = Question::new(cube.clone(), moves.clone(), goal).unwrap();
    assert!(question.goal().targets().iter().all(|target| question.is_legal(target)));
    assert!((1..4).contains(&question.goal().targets().len()));
    let goal = Goal::solved(&cube).moved(&cube.transformation_of("U").unwrap());
    let told = Question::new(cube, moves, goal).unwrap_err().to_string();
    assert!(told.starts_with("the goal has a piece of ") && told.ends_with("where a rule of the puzzle forbids it"));
}

/// A position of 25 orbits is more than tables carry.
#[test]
fn many_small_orbits_are_searched() {
    let mut text = "Name Lights\n".to_owned();
    let light = |row: usize, column: usize| format!("L{row}{column}");
    for (row, column) in (0..25).map(|number| (number / 5, number % 5)) {
        text += &format!("Set {} 1 2\n", light(row, column));
    }
    text += "Solved\n";
    for (row, column) in (0..25).map(|number| (number / 5, number % 5)) {
        text += &format!("{}\n1\n0\n", light(row, column));
    }
    text += "End\n";
    let name =
        |row: usize, column: usize| ["A", "B", "C", "D", "E"][row].to_owned() + ["a", "b", "c", "d", "e"][column];
    for (row, column) in (0..25).map(|number| (number / 5, number % 5)) {
        text += &format!("MoveTransformation {}\n", name(row, column));
        for (y, x) in (0..25).map(|number: usize| (number / 5, number % 5)) {
            if y.abs_diff(row) + x.abs_diff(column) <= 1 {
                text += &format!("{}\n0\n1\n", light(y, x));
            }
        }
        text += "End\n";
    }
    let question = QuestionText::about(text).read(Asker::Stranger).unwrap();
    let solver = PuzzleSolver::builder(question).threads(2).open().unwrap();
    for scramble in ["Aa", "Aa Bc", "Aa Cc Ee", "Ab Bc Cd De"] {
        let start = solver.questions().start(None, scramble).unwrap();
        assert_eq!(solver.solve(&start).unwrap().cost() as usize, scramble.split(' ').count(), "{scramble}");
    }
}

/// Of an orbit with all its pieces, a pattern says where they end, whatever it leaves open of other orbits: the corners
/// after a turn, and one whose orientation is unknown.
#[test]
fn patterns_say_where_all_pieces_of_an_orbit_end() {
    let pattern = |first_period: u8| {
        let same = |value: u8, count: usize| vec![value; count];
        let mut periods = same(3, 8);
        periods[0] = first_period;
        serde_json::json!({
            "CORNERS": {"pieces": [3, 0, 1, 2, 4, 5, 6, 7], "orientation": same(0, 8), "orientationMod": periods},
            "EDGES": {"pieces": same(0, 12), "orientation": same(0, 12), "orientationMod": same(1, 12)},
            "CENTERS": {"pieces": [0, 1, 2, 3, 4, 5], "orientation": same(0, 6), "orientationMod": same(1, 6)},
        })
    };
    let text =
        |pattern: serde_json::Value| QuestionText { goals: vec![pattern.to_string()], ..QuestionText::about("3x3x3") };
    let costs = |first_period: u8| {
        let questions = text(pattern(first_period)).read_all(Asker::Stranger).unwrap();
        let solver = PuzzleSolver::builder(questions).threads(2).open().unwrap();
        ["U", "", "U'", "U R"].map(|start| {
            let start = solver.questions().start(None, start).unwrap();
            solver.solve(&start).unwrap().cost()
        })
    };
    assert_eq!(costs(3), [0, 1, 1, 1]);
    assert_eq!(costs(1), [0, 1, 1, 1]);
}
