//! Numbers of states at each depth, by a plain breadth-first search.

use super::{Move, MoveKind, MoveSet, Permutation, Size, Stickers};
use crate::cube::Metric;
use std::collections::HashSet;

/// Number of states at each depth; modulo rotations of the whole cube if `modulo_rotations` is set.
fn counts(size: Size, moves: &[Move], depth: usize, modulo_rotations: bool) -> Vec<usize> {
    let moves: Vec<Permutation> = moves.iter().map(|&turn| Permutation::of(size, turn)).collect();
    let named = |cube: Stickers| if modulo_rotations { cube.in_normal_frame(false).unwrap() } else { cube };
    let mut level = vec![Stickers::solved(size)];
    let mut seen: HashSet<Stickers> = level.iter().cloned().collect();
    let mut counts = vec![1];
    for _ in 0..depth {
        let children = level.iter().flat_map(|cube| moves.iter().map(|turn| named(cube.permuted(turn))));
        let next: Vec<Stickers> = children.filter(|child| seen.insert(child.clone())).collect();
        counts.push(next.len());
        level = next;
    }
    counts
}

fn moves_of(size: Size, kind: MoveKind, metric: Metric) -> Vec<Move> {
    MoveSet { size, kind, metric }.moves()
}

/// Every turn of one layer.
fn single_layers(size: Size) -> Vec<Move> {
    let layers = (0..3).flat_map(|axis| (1..=size.layers()).map(move |layer| (axis, layer)));
    layers.flat_map(|(axis, layer)| (1..=3).map(move |quarters| Move::new(axis, layer, layer, quarters))).collect()
}

#[test]
fn the_2x2x2_and_the_3x3x3() {
    let half = |size| moves_of(size, MoveKind::Wca, Metric::HalfTurn);
    assert_eq!(counts(Size::TWO, &half(Size::TWO), 5, false), [1, 9, 54, 321, 1847, 9992]);
    assert_eq!(counts(Size::THREE, &half(Size::THREE), 3, false), [1, 18, 243, 3240]);
    let quarter = |size| moves_of(size, MoveKind::Slices, Metric::QuarterTurn);
    assert_eq!(counts(Size::TWO, &quarter(Size::TWO), 5, true), [1, 6, 27, 120, 534, 2256]);
    let faces = moves_of(Size::THREE, MoveKind::Wca, Metric::QuarterTurn);
    assert_eq!(counts(Size::THREE, &faces, 3, true), [1, 12, 114, 1068]);
}

#[test]
fn the_4x4x4() {
    let four = Size::FOUR;
    let wca = moves_of(four, MoveKind::Wca, Metric::HalfTurn);
    assert_eq!(counts(four, &wca, 3, false), [1, 27, 567, 11742]);
    // All 36 face turns and wide turns, of D, L and B too: no more states modulo rotations of the cube.
    let half = (3..6).flat_map(|face| (1..=3).map(move |quarters| Move::new(face, 1, 2, quarters)));
    let all: Vec<Move> = wca.iter().copied().chain(half).collect();
    assert_eq!((all.len(), counts(four, &all, 3, true)), (36, vec![1, 27, 567, 11742]));
    assert_eq!(counts(four, &single_layers(four), 3, false), [1, 36, 1026, 28812]);
    assert_eq!(counts(four, &single_layers(four), 3, true), [1, 36, 999, 27186]);
}
