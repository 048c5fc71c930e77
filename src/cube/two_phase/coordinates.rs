//! The coordinates of both phases, their moves and their distances.

use super::super::geometry::{CORNERS, EDGES};
use super::super::moves::{FaceTurn, MoveMask};
use super::super::pairs::{Images, distances_of_pairs};
use super::super::{Cubies, MOVE_CUBIES};
use super::{Phase, SECOND, State};

/// The first of the four edges between U and D.
const SLICE: u8 = 8;
/// 8!
const ORDERS: usize = 40_320;

/// The phase that orients all pieces and brings the edges between U and D there.
pub(super) fn first_phase() -> Phase {
    let state = |cube: &Cubies| [twist(cube), flip(cube), slice(cube)];
    let moves = MoveMask::ALL;
    let twists = images(2187, moves, |i| Cubies { twists: orientations(i, 3), ..Cubies::SOLVED }, twist);
    let flips = images(2048, moves, |i| Cubies { flips: orientations(i, 2), ..Cubies::SOLVED }, flip);
    let slices = images(495, moves, with_slice, slice);
    Phase::new(moves, state, [twists, flips, slices])
}

/// The phase that solves the rest, without leaving the group of the first one.
pub(super) fn second_phase() -> Phase {
    let state = |cube: &Cubies| [corners(cube), edges(cube), slice_order(cube)];
    let corner = images(ORDERS, SECOND, |i| Cubies { corners: order(i, 0), ..Cubies::SOLVED }, corners);
    let edge = images(ORDERS, SECOND, |i| with_edges(0, order::<8>(i, 0)), edges);
    let slices = images(24, SECOND, |i| with_edges(SLICE, order::<4>(i, SLICE)), slice_order);
    Phase::new(SECOND, state, [corner, edge, slices])
}

impl Phase {
    fn new(moves: MoveMask, state: fn(&Cubies) -> State, images: [Images; 3]) -> Self {
        let goal = state(&Cubies::SOLVED);
        let distances = [0, 1].map(|i| distances_of_pairs(moves, [&images[i], &images[2]], [goal[i], goal[2]]));
        Self { moves, state, images, distances }
    }
}

/// The values of a coordinate after each move.
fn images(count: usize, moves: MoveMask, cube: impl Fn(usize) -> Cubies, coordinate: fn(&Cubies) -> u16) -> Images {
    let after = |i| {
        let cube = cube(i);
        let mut images = [0; FaceTurn::COUNT];
        moves.into_iter().for_each(|m| images[m.index()] = coordinate(&cube.then(&MOVE_CUBIES[m.index()])));
        images
    };
    (0..count).map(after).collect()
}

fn twist(cube: &Cubies) -> u16 {
    number(&cube.twists[..CORNERS - 1], 3)
}

fn flip(cube: &Cubies) -> u16 {
    number(&cube.flips[..EDGES - 1], 2)
}

/// The digits as a number in base `ways`.
fn number(digits: &[u8], ways: u16) -> u16 {
    digits.iter().fold(0, |number, &digit| number * ways + u16::from(digit))
}

/// The orientations with a number: the last one makes their sum a multiple of `ways`.
fn orientations<const N: usize>(mut number: usize, ways: usize) -> [u8; N] {
    let mut digits = [0; N];
    let mut sum = 0;
    for digit in digits[..N - 1].iter_mut().rev() {
        *digit = (number % ways) as u8;
        sum += number % ways;
        number /= ways;
    }
    digits[N - 1] = ((ways - sum % ways) % ways) as u8;
    digits
}

/// The set of slots that hold the edges of the slice, by its place among all sets of four in lexicographic order.
fn slice(cube: &Cubies) -> u16 {
    let (mut place, mut left) = (0, 4);
    for slot in 0..EDGES {
        if cube.edges[slot] >= SLICE {
            left -= 1;
        } else if left > 0 {
            // All sets that hold this slot come first.
            place += binomial(EDGES - 1 - slot, left - 1);
        }
    }
    place
}

/// A cube with the edges of the slice in the slots with this number.
fn with_slice(place: usize) -> Cubies {
    let (mut place, mut left) = (place as u16, 4);
    let (mut other, mut of_slice) = (0, SLICE);
    let mut cube = Cubies::SOLVED;
    for slot in 0..EDGES {
        let sets = if left > 0 { binomial(EDGES - 1 - slot, left - 1) } else { 0 };
        let next = if place < sets { &mut of_slice } else { &mut other };
        cube.edges[slot] = *next;
        *next += 1;
        if place < sets { left -= 1 } else { place -= sets }
    }
    cube
}

fn binomial(n: usize, k: usize) -> u16 {
    (0..k).fold(1, |product, i| product * (n.saturating_sub(i)) / (i + 1)) as u16
}

fn corners(cube: &Cubies) -> u16 {
    place(&cube.corners)
}

fn edges(cube: &Cubies) -> u16 {
    place(&cube.edges[..usize::from(SLICE)])
}

fn slice_order(cube: &Cubies) -> u16 {
    place(&cube.edges[usize::from(SLICE)..])
}

/// The place of an order of different pieces among all of them, in lexicographic order.
fn place(pieces: &[u8]) -> u16 {
    let smaller = |i: usize| pieces[i + 1..].iter().filter(|&&piece| piece < pieces[i]).count();
    (0..pieces.len()).fold(0, |place, i| place * (pieces.len() - i) + smaller(i)) as u16
}

/// The order of the pieces from `first` with this place.
fn order<const N: usize>(mut place: usize, first: u8) -> [u8; N] {
    let mut pieces = [0; N];
    for i in (0..N).rev() {
        let smaller = (place % (N - i)) as u8;
        place /= N - i;
        pieces[i + 1..].iter_mut().filter(|piece| **piece >= smaller).for_each(|piece| *piece += 1);
        pieces[i] = smaller;
    }
    pieces.map(|piece| piece + first)
}

/// The solved cube with other edges from a slot on.
fn with_edges<const N: usize>(slot: u8, pieces: [u8; N]) -> Cubies {
    let mut cube = Cubies::SOLVED;
    cube.edges[usize::from(slot)..][..N].copy_from_slice(&pieces);
    cube
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of a coordinate is that of a cube, and the solved cube has a distance of 0.
    #[test]
    fn coordinates_are_numbered_without_gaps() {
        for i in 0..2187 {
            assert_eq!(usize::from(twist(&Cubies { twists: orientations(i, 3), ..Cubies::SOLVED })), i);
        }
        for i in 0..2048 {
            assert_eq!(usize::from(flip(&Cubies { flips: orientations(i, 2), ..Cubies::SOLVED })), i);
        }
        for i in 0..495 {
            let cube = with_slice(i);
            let mut pieces = cube.edges;
            pieces.sort_unstable();
            assert_eq!((usize::from(slice(&cube)), pieces), (i, Cubies::SOLVED.edges));
        }
        for i in 0..ORDERS {
            let pieces: [u8; 8] = order(i, 0);
            assert_eq!((usize::from(place(&pieces)), pieces.iter().fold(0, |set, piece| set | 1 << piece)), (i, 255));
        }
        assert_eq!(
            (0..24).map(|i| usize::from(place(&order::<4>(i, SLICE)))).collect::<Vec<_>>(),
            Vec::from_iter(0..24)
        );
    }

    /// The cubes of the first phase are the cosets of a group of 19,508,428,800 elements; its pairs of coordinates and
    /// those of the second phase are all reached, in the known numbers of moves (Kociemba).
    #[test]
    fn all_pairs_are_reached() {
        for (phase, sizes, deepest) in
            [(first_phase(), [2187 * 495, 2048 * 495], [9, 9]), (second_phase(), [ORDERS * 24, ORDERS * 24], [14, 12])]
        {
            let found = phase.distances.each_ref().map(|table| table.iter().copied().max().unwrap());
            assert_eq!((phase.distances.each_ref().map(Vec::len), found), (sizes, deepest));
        }
    }
}
