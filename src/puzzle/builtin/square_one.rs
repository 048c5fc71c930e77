//! The Square-1: layers of corners twice as wide as edges, and half turns through both of them.

use super::super::{Definition, Illegal, Position};
use super::by_hand::{cycles, shape, twisted};

/// Number of places of a layer, each as wide as an edge.
const LAYER: usize = 12;
/// The second half of every corner, which follows the first one clockwise.
const SECOND_HALF: u8 = 1;

/// The Square-1 with the moves of competitions: `U` and `D` by a twelfth of a turn, `/` for the half turn.
///
/// A corner fills two places. Places are counted clockwise as seen from outside, at the top from the back end of the
/// cut and at the bottom from its front end, so that the half turn exchanges the first six places of both layers. No
/// corner may lie across the cut: its second half must not be at the first place of half a layer. A turn of one layer
/// by any angle is a move if a half turn is possible after it. The middle layer, square or not, has two orientations.
pub(super) fn square_one(name: &str) -> Definition {
    let shape = shape(&[("SLOTS", 2 * LAYER, 1), ("MIDDLE", 1, 2)]);
    let layer = |first: usize| vec![(first..first + LAYER).collect()];
    let exchanged: Vec<_> = (0..LAYER / 2).map(|place| vec![place, place + LAYER]).collect();
    let half_turn = twisted(&shape, &cycles("/", &shape, &exchanged), &[(2 * LAYER, 1)]);
    let moves = vec![cycles("U", &shape, &layer(0)), cycles("D", &shape, &layer(LAYER)), half_turn];

    let starts = (0..2 * LAYER).step_by(LAYER / 2);
    let illegal = starts.map(|place| Illegal { place, pieces: vec![SECOND_HALF] }).collect();
    let solved = Position::untwisted(&shape, pieces()).expect("a piece for each place");
    let (rotations, names) = (Vec::new(), Vec::new());
    Definition { name: name.to_owned(), shape, solved, moves, rotations, names, illegal }
}

/// The pieces of the solved position: corners come first at the top and edges at the bottom.
fn pieces() -> Vec<u8> {
    let mut different = (0..).filter(|&piece| piece != SECOND_HALF);
    let mut next = || different.next().expect("there are enough numbers");
    let mut pieces = Vec::new();
    for _ in 0..LAYER / 3 {
        pieces.extend([next(), SECOND_HALF, next()]);
    }
    for _ in 0..LAYER / 3 {
        pieces.extend([next(), next(), SECOND_HALF]);
    }
    pieces.push(0);
    pieces
}
