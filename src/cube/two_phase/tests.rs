use super::*;
use crate::effort::or_full;
use crate::notation::random_cube;
use fastrand::Rng;

/// Applies the moves and looks at the cube, the length and the order of the moves.
fn checked(cube: &Cubies) -> Vec<Move> {
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
    let moves: Vec<Move> = SECOND.into_iter().collect();
    for _ in 0..or_full(60, 2000) {
        let sequence: Vec<Move> = (0..40).map(|_| moves[random.usize(..moves.len())]).collect();
        checked(&Cubies::after(&sequence));
    }
}

#[test]
fn easy_cubes_take_few_moves() {
    assert!(checked(&Cubies::SOLVED).is_empty());
    for m in Move::all() {
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
