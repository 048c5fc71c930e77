use super::*;
use crate::effort::or_full;
use crate::notation::random_cube;
use fastrand::Rng;
use std::collections::{HashMap, HashSet};

/// Applies the moves and looks at the cube, the length and the order of the moves.
fn checked(cube: &Cubies) -> Vec<FaceTurn> {
    let moves = moves_to(cube);
    assert_eq!(Cubies::after(&moves), *cube);
    assert!(moves.len() <= LONGEST);
    for pair in moves.windows(2) {
        assert!(MoveMask::ALL.canonical_beside(pair[0].face(), true).contains(pair[1]), "{moves:?}");
    }
    moves
}

#[test]
fn random_cubes_are_made() {
    let mut random = Rng::with_seed(1);
    let cubes = or_full(300, 10_000);
    let moves: usize = (0..cubes).map(|_| checked(&random_cube(&mut random)).len()).sum();
    assert!((17.0..22.5).contains(&(moves as f64 / cubes as f64)), "{moves} moves for {cubes} cubes");
}

/// Cubes of the second phase, some of which take longer there than outside.
#[test]
fn cubes_of_the_second_phase_are_made() {
    let mut random = Rng::with_seed(2);
    let moves: Vec<FaceTurn> = SECOND.into_iter().collect();
    for _ in 0..or_full(60, 2000) {
        let sequence: Vec<FaceTurn> = (0..40).map(|_| moves[random.usize(..moves.len())]).collect();
        checked(&Cubies::after(&sequence));
    }
}

#[test]
fn easy_cubes_take_few_moves() {
    assert!(checked(&Cubies::SOLVED).is_empty());
    for m in FaceTurn::all() {
        assert_eq!(checked(&Cubies::of_move(m)), [m]);
        for n in MoveMask::ALL.canonical_beside(m.face(), true) {
            assert_eq!(checked(&Cubies::after(&[m, n])), [m, n]);
        }
    }
    // The superflip takes twenty.
    let flipped = Cubies { flips: [1; 12], ..Cubies::SOLVED };
    assert!(checked(&flipped).len() >= 20);
}

#[test]
#[should_panic(expected = "Parity")]
fn an_unreachable_cube_is_a_fault_of_the_caller() {
    let mut cube = Cubies::SOLVED;
    cube.edges.swap(0, 1);
    moves_to(&cube);
}

/// The solutions that are told, each shorter than the one before, and the length that is proven.
fn told(cube: &Cubies, tries: usize) -> (Vec<Vec<FaceTurn>>, usize) {
    let (mut solutions, mut tried): (Vec<Vec<FaceTurn>>, _) = (Vec::new(), 0);
    let proven = shorter_solutions(cube, |event| {
        match event {
            Shorter::Found(moves) => solutions.push(moves.to_vec()),
            Shorter::Tried => tried += 1,
            Shorter::Proven(length) => assert!(solutions.iter().all(|solution| solution.len() > length)),
        }
        if tried == tries { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    for solution in &solutions {
        let after = solution.iter().fold(*cube, |cube, m| cube.then(&MOVE_CUBIES[m.index()]));
        assert_eq!(after, Cubies::SOLVED);
    }
    assert!(solutions.windows(2).all(|pair| pair[0].len() > pair[1].len()));
    (solutions, proven)
}

#[test]
fn solutions_become_shorter() {
    let mut random = Rng::with_seed(3);
    let cubes = or_full(40, 3000);
    let mut moves = 0;
    for _ in 0..cubes {
        let (solutions, proven) = told(&random_cube(&mut random), 1000);
        let best = solutions.last().expect("a solution").len();
        assert!(best <= 22 && (6..=best).contains(&proven), "{proven} {best}");
        moves += best;
    }
    assert!((17.0..21.5).contains(&(moves as f64 / cubes as f64)), "{moves} moves for {cubes} cubes");
}

/// All within four moves, by breadth-first search.
#[test]
fn solutions_of_easy_cubes_are_shortest_ones() {
    let mut known = HashMap::from([(Cubies::SOLVED, 0)]);
    let mut level = vec![Cubies::SOLVED];
    for length in 1..=4 {
        let after = level.iter().flat_map(|cube| MOVE_CUBIES.iter().map(|by| cube.then(by)));
        let new: HashSet<Cubies> = after.filter(|cube| !known.contains_key(cube)).collect();
        level = new.into_iter().collect();
        known.extend(level.iter().map(|&cube| (cube, length)));
    }
    let mut random = Rng::with_seed(4);
    let all: Vec<(&Cubies, &usize)> = known.iter().collect();
    for _ in 0..or_full(200, 5000) {
        let (cube, &length) = all[random.usize(..all.len())];
        let (solutions, proven) = told(cube, usize::MAX);
        assert_eq!((solutions.last().unwrap().len(), proven), (length, length));
        assert!(usize::from(first_phase_bound(cube)) <= length);
    }
}

/// Cubes after some random moves take no more than these, and neither do their inverses.
#[test]
fn bounds_of_first_phases_are_admissible() {
    assert_eq!(first_phase_bound(&Cubies::SOLVED), 0);
    let mut random = Rng::with_seed(5);
    let mut most = 0;
    for _ in 0..or_full(100, 5000) {
        let mut cube = Cubies::SOLVED;
        for moves in 1..=20 {
            cube = cube.then(&MOVE_CUBIES[random.usize(..FaceTurn::COUNT)]);
            let bound = first_phase_bound(&cube);
            assert!(bound <= moves && first_phase_bound(&cube.inverse()) == bound, "{bound} {moves}");
            most = most.max(bound);
        }
    }
    assert!((8..=9).contains(&most), "{most}");
}
