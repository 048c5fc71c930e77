//! Searches against a plain one, and against known counts.

use super::{
    DistanceLimits, Distances, DistancesCheckpoint, DistancesEnd, IndexError, IndexSearch, PositionIndex, Watch,
};
use crate::puzzle::testing::{cube, definition, distances};
use crate::puzzle::{Definition, Goal, Illegal, Look, Moves, Position, Powers, Question, Transformation, builtin};
use std::sync::atomic::{AtomicBool, Ordering};

const LIMITS: DistanceLimits = DistanceLimits { most_cost: u32::MAX, memory: 1 << 30, antipodes: 9 };

/// Goes on with a search, and stops it within the distance after so many: at its beginning, or at its end.
fn run(search: &mut IndexSearch<'_>, limits: DistanceLimits, stop_after: usize) -> Distances {
    let (stop, wanted) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut report = |search: &IndexSearch<'_>| wanted.store(search.counts().len() >= stop_after, Ordering::Relaxed);
    let is_time = |done, all| wanted.load(Ordering::Relaxed) && (stop_after.is_multiple_of(2) || done == all);
    let progress = |done, all| stop.store(is_time(done, all), Ordering::Relaxed);
    search.run(limits, &mut Watch { report: &mut report, progress: &progress, stop: &stop })
}

fn all(index: &PositionIndex) -> Distances {
    run(&mut IndexSearch::new(index).unwrap(), LIMITS, usize::MAX)
}

/// Two kinds of pieces that turn together, of which some are turned on the spot.
fn toy() -> Definition {
    definition(
        "toy",
        &[("A", 4, 3), ("B", 4, 2)],
        &[
            ("X", &[1, 2, 0, 3, 4, 5, 7, 6], &[1, 0, 2, 0, 0, 0, 1, 1]),
            ("Y", &[0, 3, 1, 2, 5, 4, 6, 7], &[0, 1, 1, 1, 0, 0, 0, 0]),
        ],
    )
}

fn with_pieces(mut definition: Definition, pieces: &[u8]) -> Definition {
    let looks = definition.solved.looks().iter().zip(pieces).map(|(&look, &piece)| Look { piece, ..look });
    definition.solved = Position::new(&definition.shape, looks).unwrap();
    definition
}

fn question(definition: &Definition, moves: &str, powers: Powers, goal: Goal) -> Question {
    let moves = if moves.is_empty() { Moves::of(definition, powers) } else { Moves::read(definition, moves, powers) };
    Question::new(definition.clone(), moves.unwrap(), goal).unwrap()
}

fn solved(definition: &Definition, moves: &str) -> Question {
    question(definition, moves, Powers::All, Goal::solved(definition))
}

/// The search gives the counts of the plain one, stopped and gone on with or not, and different antipodes.
fn check(question: &Question) {
    let known = distances(question, 200);
    let depth = known.values().max().map_or(0, |&most| usize::from(most));
    let mut expected = vec![0; depth + 1];
    known.values().for_each(|&distance| expected[usize::from(distance)] += 1);
    let index = PositionIndex::new(question).unwrap();
    let found = all(&index);
    assert_eq!((&found.counts, found.ended), (&expected, DistancesEnd::Complete));
    assert_eq!(found.antipodes.len() as u64, expected[depth].min(9));
    assert!(found.antipodes.iter().all(|position| usize::from(known[position]) == depth));
    let mut search = IndexSearch::new(&index).unwrap();
    for stopped in 1..=depth + 1 {
        let found = run(&mut search, LIMITS, stopped);
        assert_eq!((&found.counts[..], found.ended), (&expected[..stopped], DistancesEnd::Stopped));
    }
    assert_eq!(run(&mut search, LIMITS, usize::MAX), found);
    check_index(question, &index);
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
    let question = solved(&builtin("2x2x2").unwrap(), "U,R,F");
    let index = PositionIndex::new(&question).unwrap();
    assert_eq!(index.len(), 3_674_160);
    let found = all(&index);
    assert_eq!(found.counts, [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]);
    check_index(&question, &index);
}

#[test]
fn counts_are_those_of_the_plain_search() {
    check(&solved(&toy(), ""));
    check(&solved(&toy(), "X2,Y3"));
    check(&question(&toy(), "", Powers::Steps, Goal::solved(&toy())));
}

#[test]
fn identical_pieces_are_one() {
    check(&solved(&with_pieces(toy(), &[0, 0, 1, 2, 0, 0, 1, 1]), ""));
}

#[test]
fn pieces_that_do_not_matter_are_left_out() {
    for list in ["A:0-2", "A:0,1;B:all/orientation", "A:0-2/permutation;B:0"] {
        let toy = toy();
        let goal = Goal::of_pieces(&toy, list).unwrap();
        check(&question(&toy, "", Powers::All, goal));
    }
}

#[test]
fn several_targets_are_one_goal() {
    let toy = toy();
    let mut sources: Vec<u16> = (0..8).collect();
    sources.swap(0, 1);
    // Moves lead from one target to the other, or they do not.
    let swap = Transformation::new(&toy.shape, sources, vec![0; 8]).unwrap();
    for by in [toy.moves[0].transformation.clone(), swap] {
        check(&question(&toy, "", Powers::All, Goal::solved(&toy).up_to(&[by]).unwrap()));
    }
}

/// Pieces that no move changes are as in the position to end in.
#[test]
fn pieces_that_do_not_move_are_those_of_the_target() {
    let toy = toy();
    for (moves, by) in [("Y", 0), ("X", 1)] {
        let goal = Goal::solved(&toy).moved(&toy.moves[by].transformation);
        check(&question(&toy, moves, Powers::All, goal));
    }
}

#[test]
fn distances_are_those_to_the_goal_where_moves_go_one_way() {
    check(&solved(&toy(), "X1,Y1"));
    let goal = Goal::of_pieces(&toy(), "A:0-2").unwrap();
    check(&question(&toy(), "X1,Y2", Powers::All, goal));
    check(&solved(&cube("UR"), "U2,R2"));
}

#[test]
fn questions_without_an_index_have_their_reason() {
    let mut toy = toy();
    let costs = Moves::of(&toy, Powers::All).unwrap().with_costs("X=2").unwrap();
    let costly = Question::new(toy.clone(), costs, Goal::solved(&toy)).unwrap();
    assert_eq!(PositionIndex::new(&costly).unwrap_err(), IndexError::Costs);
    toy.illegal.push(Illegal { place: 0, pieces: vec![3] });
    assert_eq!(PositionIndex::new(&solved(&toy, "")).unwrap_err(), IndexError::Rules);
}

/// So many dials of 127 places each, any four of which the moves turn independently.
fn dials(number: usize) -> Definition {
    let sets: String = (1..=number).map(|dial| format!("Set D{dial} 1 127\n")).collect();
    let turn = |power: u32| -> String {
        (1..=number).map(|dial| format!("D{dial}\n1\n{}\n", dial.pow(power) % 127)).collect()
    };
    let moves: String =
        "PQRS".chars().zip(0..).map(|(name, power)| format!("Move {name}\n{}End\n", turn(power))).collect();
    Definition::read(&format!("Name dials\n{sets}Solved\nEnd\n{moves}")).unwrap()
}

/// To look at all combinations of three dials would take minutes: the work has an end, and can be stopped.
#[test]
fn an_index_takes_a_bounded_effort() {
    let many = question(&dials(12), "P,Q,R,S", Powers::Steps, Goal::solved(&dials(12)));
    let asked = std::cell::Cell::new(0);
    let count = || {
        asked.update(|asked| asked + 1);
        std::ops::ControlFlow::Continue(())
    };
    assert!(matches!(PositionIndex::new_while(&many, &count).unwrap_err(), IndexError::TooLarge { .. }));
    assert!((4_000..5_000).contains(&asked.get()), "all work on combinations: {}", asked.get());
    let stopped = PositionIndex::new_while(&many, &|| std::ops::ControlFlow::Break(()));
    assert_eq!(stopped.unwrap_err(), IndexError::Stopped);
    // Nothing follows from the others where moves do not keep the sum of orientations.
    assert!(crate::pdb::orbits::Candidates::new(&many).whole().size > 1e25);
    check(&question(&dials(2), "P,Q", Powers::Steps, Goal::solved(&dials(2))));
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
    definition("rings", &[("RING", places, 1)], &[("A", &a, &vec![0; places]), ("B", &b, &vec![0; places])])
}

#[test]
fn large_orbits_are_split_into_rows_and_cells() {
    // Turns of five pieces are even: half of all arrangements can be reached.
    let even = solved(&rings(5, 7), "");
    let alike = solved(&with_pieces(rings(6, 8), &[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4]), "");
    let numbers = [(1..=10).product::<u64>() / 2, (1..=12).product::<u64>() / 6 / 6 / 6 / 2];
    for (question, number) in [even, alike].iter().zip(numbers) {
        let index = PositionIndex::new(question).unwrap();
        assert_eq!(index.len(), number);
        check_index(question, &index);
        let few = DistanceLimits { most_cost: 6, ..LIMITS };
        let found = run(&mut IndexSearch::new(&index).unwrap(), few, usize::MAX);
        let known = distances(question, 6);
        let expected: Vec<_> =
            (0..=6).map(|cost| known.values().filter(|&&distance| distance == cost).count() as u64).collect();
        assert_eq!((found.counts, found.ended), (expected, DistancesEnd::Cost));
    }
}

#[test]
fn a_search_goes_on_from_its_file_which_is_no_other_and_not_damaged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("saved");
    let index = PositionIndex::new(&solved(&builtin("2x2x2").unwrap(), "U,R,F")).unwrap();
    let expected = all(&index);
    let other = PositionIndex::new(&solved(&builtin("2x2x2").unwrap(), "U,R,F2")).unwrap();
    let file = DistancesCheckpoint::open(&path, true).unwrap();
    assert!(!file.is_found());
    let mut search = IndexSearch::new(&index).unwrap();
    run(&mut search, LIMITS, 7);
    file.save(&search).unwrap();
    drop(file);
    assert!(DistancesCheckpoint::open(&path, false).is_err());
    let file = DistancesCheckpoint::open(&path, true).unwrap();
    assert!(DistancesCheckpoint::open(&path, true).is_err());
    let mut search = file.load(&index).unwrap();
    assert_eq!(search.counts(), &expected.counts[..7]);
    assert_eq!(run(&mut search, LIMITS, usize::MAX), expected);
    assert!(file.load(&other).err().unwrap().to_string().contains("steps"));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[500_000] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(file.load(&index).err().unwrap().to_string().contains("damaged"));
    bytes.pop();
    std::fs::write(&path, &bytes).unwrap();
    assert!(file.load(&index).err().unwrap().to_string().contains("bytes"));
    file.remove().unwrap();
    assert!(!path.exists());
}
