//! The whole cube as one index.

use super::arrangement::Arrangements;
use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{Cubies, PackedCube, Symmetry};

/// Bits of a [`state_rank`]: there are 43,252,003,274,489,856,000 < 2^66 states.
pub const STATE_BITS: u32 = 66;

/// The index of a reachable state among all of them: corners, then edges. One bit of the order of the edges is left
/// out, because its parity is that of the corners. Costs some hundred instructions.
pub fn state_rank(cube: &PackedCube) -> u128 {
    let Cubies { corners, twists, edges, flips } = cube.unpack();
    let corner_order = Arrangements::new(CORNERS, CORNERS).rank(&corners);
    let twist = twists[..CORNERS - 1].iter().fold(0, |rank, &twist| rank * 3 + u64::from(twist));
    let edge_order = Arrangements::new(EDGES, EDGES).rank(&edges);
    let flip = flips[..EDGES - 1].iter().fold(0, |rank, &flip| rank << 1 | u64::from(flip));
    let corner_rank = u64::from(corner_order) * 2187 + twist;
    // The last digit of the rank that can vary is that of the two last pieces: swapping them is an odd permutation.
    let edge_rank = u64::from(edge_order / 2) << (EDGES - 1) | flip;
    u128::from(corner_rank) * (239_500_800 << (EDGES - 1)) + u128::from(edge_rank)
}

/// The least index among the symmetric images of a state, and the index of a symmetry that leads there. Costs some
/// thousand instructions.
pub fn state_class(cube: &PackedCube) -> (u128, usize) {
    let cubies = cube.unpack();
    let images = Symmetry::all().map(|s| (state_rank(&PackedCube::pack(&s.of_cubies(&cubies))), s.index()));
    images.min().expect("there are symmetries")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{FaceTurn, MOVE_CUBIES};
    use std::collections::HashMap;

    #[test]
    fn different_states_have_different_ranks_below_the_number_of_states() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut cube = Cubies::SOLVED;
        let mut seen: HashMap<u128, Cubies> = HashMap::new();
        for step in 0..200_000 {
            if step % 20 == 0 {
                // Near the solved state different move sequences lead to the same states.
                cube = Cubies::SOLVED;
            }
            cube = cube.then(&MOVE_CUBIES[random.usize(..FaceTurn::COUNT)]);
            let rank = state_rank(&PackedCube::pack(&cube));
            assert!(rank < 43_252_003_274_489_856_000 && rank >> STATE_BITS == 0);
            assert_eq!(*seen.entry(rank).or_insert(cube), cube);
        }
        let states: std::collections::HashSet<_> = seen.values().map(PackedCube::pack).collect();
        assert_eq!(states.len(), seen.len());
    }

    #[test]
    fn symmetric_images_are_one_class() {
        let cube = Cubies::after(&FaceTurn::all().collect::<Vec<_>>());
        let (class, _) = state_class(&PackedCube::pack(&cube));
        for s in Symmetry::all() {
            let image = s.of_cubies(&cube);
            let (key, symmetry) = state_class(&PackedCube::pack(&image));
            let to = Symmetry::all().nth(symmetry).unwrap();
            assert_eq!((key, state_rank(&PackedCube::pack(&to.of_cubies(&image)))), (class, class));
        }
    }
}
