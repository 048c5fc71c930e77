//! Searches against each other, against a plain one with whole positions, and against known counts.

use super::{Distances, Level, Limits, PositionIndex, frontier, search, weighted};
use crate::puzzle::{
    Definition, Goal, Illegal, Moves, NamedMove, Orbit, Position, Powers, Question, Shape, Transformation,
};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

fn go_on(_: Level) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn limits() -> Limits {
    Limits::of_memory(1 << 30)
}

/// A definition of orbits (places and orientations) and moves (sources and twists), solved where nothing is moved.
fn definition(orbits: &[(usize, u8)], moves: &[(&str, &[u16], &[u8])]) -> Definition {
    let orbits = orbits.iter().enumerate();
    let shape = Shape::new(
        orbits
            .map(|(number, &(places, orientations))| Orbit { name: format!("O{number}"), places, orientations })
            .collect(),
    );
    let named = |&(name, sources, twists): &(&str, &[u16], &[u8])| {
        let twists = if twists.is_empty() { vec![0; sources.len()] } else { twists.to_vec() };
        let transformation = Transformation::new(&shape, sources.to_vec(), twists).expect("a permutation");
        NamedMove { name: name.to_owned(), transformation }
    };
    let moves = moves.iter().map(named).collect();
    let solved = Position::labelled(&shape);
    Definition { name: "toy".to_owned(), shape, solved, moves, rotations: vec![], names: vec![], illegal: vec![] }
}

/// The pocket cube with one corner that stays: three faces turn.
fn pocket() -> Definition {
    definition(
        &[(7, 3)],
        &[
            ("R", &[4, 1, 2, 0, 6, 5, 3], &[2, 0, 0, 1, 1, 0, 2]),
            ("U", &[3, 0, 1, 2, 4, 5, 6], &[]),
            ("F", &[1, 5, 2, 3, 0, 4, 6], &[1, 2, 0, 0, 2, 1, 0]),
        ],
    )
}

/// Two kinds of pieces that turn together, of which some are turned on the spot.
fn toy() -> Definition {
    definition(
        &[(5, 3), (4, 2)],
        &[
            ("A", &[1, 2, 0, 3, 4, 5, 6, 8, 7], &[1, 0, 2, 0, 0, 0, 0, 1, 1]),
            ("B", &[0, 1, 3, 4, 2, 6, 5, 7, 8], &[0, 0, 1, 1, 1, 0, 0, 0, 0]),
        ],
    )
}

fn with_pieces(mut definition: Definition, pieces: &[u8]) -> Definition {
    let solved = &definition.solved;
    let places = || 0..solved.places();
    let (orientations, periods) =
        (places().map(|at| solved.orientation(at)).collect(), places().map(|at| solved.period(at)).collect());
    definition.solved = Position::new(&definition.shape, pieces.to_vec(), orientations, periods).expect("valid");
    definition
}

fn question(definition: &Definition, moves: &str, costs: &str, powers: Powers, goal: Goal) -> Question {
    let moves = if moves.is_empty() { Moves::of(definition, powers) } else { Moves::read(definition, moves, powers) };
    let moves = moves.and_then(|moves| moves.with_costs(costs)).expect("moves of the puzzle");
    Question::new(definition.clone(), moves, goal).expect("a question")
}

fn solved(definition: &Definition, moves: &str, costs: &str) -> Question {
    question(definition, moves, costs, Powers::All, Goal::solved(definition))
}

/// Counts by whole positions, one after the other, from the targets by the moves the other way round.
fn plain(question: &Question) -> Vec<u64> {
    let shape = &question.definition().shape;
    let undo: Vec<_> = question.moves().moves().iter().map(|by| (by.transformation.inverse(shape), by.cost)).collect();
    let mut waiting: BTreeMap<usize, Vec<Position>> = BTreeMap::from([(0, question.goal().targets().to_vec())]);
    let (mut seen, mut counts) = (HashSet::new(), Vec::new());
    while let Some((depth, positions)) = waiting.pop_first() {
        for position in positions {
            if !question.is_legal(&position) || !seen.insert(position.clone()) {
                continue;
            }
            counts.resize(counts.len().max(depth + 1), 0);
            counts[depth] += 1;
            for (by, cost) in &undo {
                waiting.entry(depth + usize::from(*cost)).or_default().push(position.after(by));
            }
        }
    }
    counts
}

/// All searches that can answer the question give the same counts as the plain one.
fn check(question: &Question) {
    let expected = plain(question);
    let equal = |found: Distances| {
        let unit = usize::from(found.unit);
        let spread: Vec<u64> = expected.iter().step_by(unit).copied().collect();
        assert_eq!(found.counts, spread);
        assert!(found.is_complete);
        let last = *found.counts.last().expect("the targets") as usize;
        assert_eq!(found.antipodes.len(), last.min(limits().antipodes));
        let different: HashSet<_> = found.antipodes.iter().collect();
        assert_eq!(different.len(), found.antipodes.len());
    };
    equal(frontier(question, &limits(), &go_on).expect("small enough"));
    equal(Distances::of(question, &limits(), &go_on).expect("small enough"));
    if question.illegal().is_empty() {
        let index = PositionIndex::new(question).expect("small enough");
        equal(weighted(&index, question, &limits(), &go_on).expect("small enough"));
        if question.moves().is_unit() {
            equal(search(&index, question, &limits(), &go_on).expect("small enough"));
        }
        check_index(question, &index);
    }
}

/// Indices and positions correspond, and images are those of the positions.
fn check_index(question: &Question, index: &PositionIndex) {
    let shape = &question.definition().shape;
    let undo: Vec<_> = question.moves().moves().iter().map(|by| by.transformation.inverse(shape)).collect();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let number = random.u64(..index.len());
        let position = index.position(number);
        assert_eq!(index.index(&position), Some(number));
        for (step, by) in undo.iter().enumerate() {
            assert_eq!(index.position(index.image(number, step)), position.after(by));
        }
    }
}

#[test]
fn the_pocket_cube_has_its_known_counts() {
    let question = solved(&pocket(), "", "");
    let distances = Distances::of(&question, &limits(), &go_on).expect("small enough");
    assert_eq!(distances.counts, [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]);
    assert_eq!((distances.states(), distances.is_complete), (3_674_160, true));
    check_index(&question, &PositionIndex::new(&question).expect("small enough"));
}

#[test]
fn all_searches_agree_on_a_toy() {
    check(&solved(&toy(), "", ""));
}

#[test]
fn identical_pieces_are_one() {
    check(&solved(&with_pieces(toy(), &[0, 0, 1, 2, 2, 0, 0, 1, 1]), "", ""));
}

#[test]
fn pieces_that_do_not_matter_are_left_out() {
    for list in ["O0:0-2", "O0:0,1;O1:all/orientation", "O0:0-2/permutation;O1:0"] {
        let toy = toy();
        let goal = Goal::of_pieces(&toy, list).expect("a list of pieces");
        check(&question(&toy, "", "", Powers::All, goal));
    }
}

#[test]
fn several_targets_are_one_goal() {
    let toy = toy();
    let by = [toy.moves[0].transformation.clone()];
    check(&question(&toy, "", "", Powers::All, Goal::solved(&toy).up_to(&by).expect("few")));
}

#[test]
fn targets_that_no_moves_connect_are_counted() {
    let toy = toy();
    let mut sources: Vec<u16> = (0..9).collect();
    sources.swap(0, 1);
    let swap = Transformation::new(&toy.shape, sources, vec![0; 9]).expect("a permutation");
    check(&question(&toy, "", "", Powers::All, Goal::solved(&toy).up_to(&[swap]).expect("few")));
}

#[test]
fn distances_are_those_to_the_goal_where_moves_go_one_way() {
    check(&solved(&toy(), "A1,B1", ""));
    check(&question(&toy(), "", "", Powers::Steps, Goal::solved(&toy())));
    let pocket = pocket();
    let goal = Goal::of_pieces(&pocket, "O0:0-2").expect("a list of pieces");
    check(&question(&pocket, "R1,U2,F", "", Powers::All, goal));
}

#[test]
fn only_positions_that_the_moves_lead_to_are_counted() {
    check(&solved(&pocket(), "R2,U2", ""));
}

#[test]
fn costs_are_added() {
    check(&solved(&toy(), "", "A=2,B=3,B'=1"));
    check(&solved(&toy(), "", "A=4,B=6"));
    check(&solved(&toy(), "", "A=100,B=99"));
}

#[test]
fn rules_forbid_moves() {
    let mut toy = toy();
    toy.illegal.push(Illegal { place: 0, pieces: vec![3, 4] });
    check(&solved(&toy, "", ""));
    check(&solved(&toy, "A1,B", "B=2"));
}

/// Two rings of pieces with two places in common.
fn rings(first: usize, second: usize) -> Definition {
    let places = first + second - 2;
    let turn = |ring: &[usize]| {
        let mut sources: Vec<u16> = (0..places as u16).collect();
        (0..ring.len()).for_each(|at| sources[ring[at]] = ring[(at + 1) % ring.len()] as u16);
        sources
    };
    let (a, b) = (turn(&(0..first).collect::<Vec<_>>()), turn(&(first - 2..places).collect::<Vec<_>>()));
    definition(&[(places, 1)], &[("A", &a, &[]), ("B", &b, &[])])
}

#[test]
fn large_orbits_are_split_into_rows_and_cells() {
    // Turns of five pieces are even: half of all arrangements can be reached.
    let even = solved(&rings(5, 7), "", "");
    let index = PositionIndex::new(&even).expect("small enough");
    assert_eq!(index.len(), (1..=10).product::<u64>() / 2);
    check_index(&even, &index);
    let alike = with_pieces(rings(6, 8), &[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4]);
    let alike = solved(&alike, "", "");
    let index = PositionIndex::new(&alike).expect("small enough");
    assert_eq!(index.len(), 12 * 11 * 10 * 9 * 8 * 7 * 6 * 5 * 4 * 3 / 216);
    check_index(&alike, &index);
    let few = Limits { most_depth: Some(7), ..limits() };
    for question in [even, alike] {
        let by_index = Distances::of(&question, &few, &go_on).expect("small enough");
        let by_keys = frontier(&question, &few, &go_on).expect("small enough");
        assert_eq!((by_index.counts, by_index.is_complete), (by_keys.counts, by_keys.is_complete));
    }
}

#[test]
fn too_little_memory_is_said_before_or_ends_the_search() {
    let question = solved(&pocket(), "", "");
    let index = PositionIndex::new(&question).expect("small enough");
    let small = Limits::of_memory(1 << 20);
    assert!(search(&index, &question, &small, &go_on).is_err());
    let distances = frontier(&question, &small, &go_on).expect("counts so far");
    assert!(!distances.is_complete);
    assert_eq!(distances.counts[..3], [1, 9, 54]);
}

#[test]
fn a_report_ends_the_search() {
    let stop = |level: Level| if level.depth == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let distances = Distances::of(&solved(&pocket(), "", ""), &limits(), &stop).expect("small enough");
    assert_eq!((distances.counts, distances.is_complete), (vec![1, 9, 54], false));
}
