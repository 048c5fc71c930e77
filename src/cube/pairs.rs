//! Distances of two coordinates at once.

use super::moves::{FaceTurn, MoveMask};

/// The values of a coordinate after each move.
pub type Images = Vec<[u16; FaceTurn::COUNT]>;

/// The least number of moves from each pair of values of two coordinates to the goal, by breadth-first search. The index
/// of a pair is the value of the first times the number of values of the second, plus that of the second.
///
/// With each move, `moves` has its inverse.
pub fn distances_of_pairs(moves: MoveMask, [first, second]: [&Images; 2], goal: [u16; 2]) -> Vec<u8> {
    const UNKNOWN: u8 = u8::MAX;
    let width = second.len();
    let index = |a: u16, b: u16| usize::from(a) * width + usize::from(b);
    let neighbours = |pair: usize| {
        let (a, b) = (&first[pair / width], &second[pair % width]);
        moves.into_iter().map(move |m| index(a[m.index()], b[m.index()]))
    };
    let mut distances = vec![UNKNOWN; first.len() * width];
    let mut level = vec![index(goal[0], goal[1])];
    distances[level[0]] = 0;
    let mut known = 1;
    for depth in 0.. {
        let mut next = Vec::new();
        if known < distances.len() / 4 {
            for neighbour in level.iter().flat_map(|&pair| neighbours(pair)) {
                if distances[neighbour] == UNKNOWN {
                    distances[neighbour] = depth + 1;
                    next.push(neighbour);
                }
            }
        } else {
            // Most are near: each looks for a neighbour of this level.
            let is_next =
                |&pair: &usize| distances[pair] == UNKNOWN && neighbours(pair).any(|other| distances[other] == depth);
            next = (0..distances.len()).filter(is_next).collect();
            next.iter().for_each(|&pair| distances[pair] = depth + 1);
        }
        if next.is_empty() {
            break;
        }
        known += next.len();
        level = next;
    }
    assert_eq!(known, distances.len(), "all are reached");
    distances
}
