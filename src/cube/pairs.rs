//! Distances of two coordinates at once.

use super::moves::{FaceTurn, MoveMask};

/// The values of a coordinate after each move.
pub type Images = Vec<[u16; FaceTurn::COUNT]>;

/// The least number of moves from each pair of values of two coordinates to the goal, by breadth-first search. The
/// index of a pair is the value of the first times the number of values of the second, plus that of the second.
///
/// With each move, `moves` has its inverse.
pub fn distances_of_pairs(moves: MoveMask, [first, second]: [&Images; 2], goal: [u16; 2]) -> Vec<u8> {
    let second_by_move = |m: FaceTurn| second.iter().map(|images| images[m.index()]).collect();
    let mut pairs = Pairs {
        first,
        second: moves.into_iter().map(|m| (m.index(), second_by_move(m))).collect(),
        width: second.len(),
        distances: vec![UNKNOWN; first.len() * second.len()],
    };
    pairs.distances[usize::from(goal[0]) * second.len() + usize::from(goal[1])] = 0;
    let mut level = vec![goal];
    let mut known = 1;
    for depth in 0.. {
        let found = if known < pairs.distances.len() / FEW {
            level = pairs.after(&level, depth);
            level.len()
        } else {
            (0..first.len()).map(|value| pairs.before(value, depth)).sum()
        };
        if found == 0 {
            break;
        }
        known += found;
    }
    assert_eq!(known, pairs.distances.len(), "all are reached");
    pairs.distances
}

const UNKNOWN: u8 = u8::MAX;
/// While so small a part of the pairs is known, a level is found from the one before it, and later by those it misses.
const FEW: usize = 4;

struct Pairs<'a> {
    first: &'a Images,
    /// Of each move, its index and the values of the second coordinate after it.
    second: Vec<(usize, Vec<u16>)>,
    /// The number of values of the second coordinate.
    width: usize,
    distances: Vec<u8>,
}

impl Pairs<'_> {
    /// The unknown pairs that a move leads to from those of a level.
    fn after(&mut self, level: &[[u16; 2]], depth: u8) -> Vec<[u16; 2]> {
        let mut next = Vec::new();
        for &[a, b] in level {
            for (by, images) in &self.second {
                let pair = [self.first[usize::from(a)][*by], images[usize::from(b)]];
                let distance = &mut self.distances[usize::from(pair[0]) * self.width + usize::from(pair[1])];
                if *distance == UNKNOWN {
                    *distance = depth + 1;
                    next.push(pair);
                }
            }
        }
        next
    }

    /// Gives the unknown pairs with a value of the first coordinate that a move leads to a level their distance, and
    /// counts them. Without branches for each, since what they would do is by chance.
    fn before(&mut self, value: usize, depth: u8) -> usize {
        let row = value * self.width;
        let mut unknown: Vec<u16> =
            (0..self.width).filter(|b| self.distances[row + b] == UNKNOWN).map(|b| b as u16).collect();
        let all = unknown.len();
        for (by, images) in &self.second {
            let other = usize::from(self.first[value][*by]) * self.width;
            let mut left = 0;
            for i in 0..unknown.len() {
                let b = unknown[i];
                let is_near = self.distances[other + usize::from(images[usize::from(b)])] == depth;
                self.distances[row + usize::from(b)] = if is_near { depth + 1 } else { UNKNOWN };
                unknown[left] = b;
                left += usize::from(!is_near);
            }
            unknown.truncate(left);
        }
        all - unknown.len()
    }
}
