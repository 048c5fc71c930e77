//! Distances and replays that share no code with the solver: the cube as 48 stickers.
//!
//! The stickers, their numbers on the unfolded cube and the six quarter turns as cycles are those of the example
//! "Analyzing Rubik's Cube with GAP" by Martin Schönert (1993). The oracle does not know pieces, orientations, or
//! commuting moves.
//!
//! ```text
//!              1  2  3
//!              4  U  5
//!              6  7  8
//!  9 10 11    17 18 19    25 26 27    33 34 35
//! 12  L 13    20  F 21    28  R 29    36  B 37
//! 14 15 16    22 23 24    30 31 32    38 39 40
//!             41 42 43
//!             44  D 45
//!             46 47 48
//! ```

use cubepdb::Metric;
use cubepdb::internals::cube::FaceTurn;
use std::collections::{HashMap, HashSet};

const STICKERS: usize = 48;

/// The cycles of stickers of a clockwise quarter turn, for each face in the order `U R F D L B`: from each place to the
/// next one.
const QUARTER_TURNS: [[[u8; 4]; 5]; 6] = [
    [[1, 3, 8, 6], [2, 5, 7, 4], [9, 33, 25, 17], [10, 34, 26, 18], [11, 35, 27, 19]],
    [[25, 27, 32, 30], [26, 29, 31, 28], [3, 38, 43, 19], [5, 36, 45, 21], [8, 33, 48, 24]],
    [[17, 19, 24, 22], [18, 21, 23, 20], [6, 25, 43, 16], [7, 28, 42, 13], [8, 30, 41, 11]],
    [[41, 43, 48, 46], [42, 45, 47, 44], [14, 22, 30, 38], [15, 23, 31, 39], [16, 24, 32, 40]],
    [[9, 11, 16, 14], [10, 13, 15, 12], [1, 17, 41, 40], [4, 20, 44, 37], [6, 22, 46, 35]],
    [[33, 35, 40, 38], [34, 37, 39, 36], [3, 9, 46, 32], [2, 12, 47, 29], [1, 14, 48, 27]],
];

/// The first sticker of each face.
const FIRST: [u8; 6] = [1, 25, 17, 41, 9, 33];

/// One sticker of each of the 20 pieces that move: those of the upper and the lower face, and four of the middle layer.
const ONE_EACH: [u8; 20] = [1, 2, 3, 4, 5, 6, 7, 8, 41, 42, 43, 44, 45, 46, 47, 48, 20, 21, 36, 37];

/// The sticker in each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stickers([u8; STICKERS]);

impl Stickers {
    pub fn solved() -> Self {
        Self(std::array::from_fn(|place| place as u8))
    }

    /// The solved cube after a move sequence.
    pub fn after(word: &[FaceTurn]) -> Self {
        word.iter().fold(Self::solved(), |cube, &m| cube.turned(m))
    }

    /// The cube after one more turn.
    pub fn turned(self, m: FaceTurn) -> Self {
        (0..m.quarters()).fold(self, |cube, _| cube.turned_once(m.face()))
    }

    fn turned_once(self, face: u8) -> Self {
        let mut turned = self;
        for cycle in QUARTER_TURNS[usize::from(face)] {
            for (i, from) in cycle.into_iter().enumerate() {
                let to = cycle[(i + 1) % cycle.len()];
                turned.0[usize::from(to) - 1] = self.0[usize::from(from) - 1];
            }
        }
        turned
    }

    /// As 54 facelets in the order `U R F D L B`, row by row.
    pub fn facelets(&self) -> String {
        let colour = |sticker: u8| {
            let face = FIRST.iter().position(|&first| (first..first + 8).contains(&(sticker + 1)));
            char::from(b"URFDLB"[face.expect("every sticker is on a face")])
        };
        let mut text = String::with_capacity(54);
        for (face, first) in FIRST.into_iter().enumerate() {
            let stickers = &self.0[usize::from(first) - 1..][..8];
            text.extend(stickers[..4].iter().map(|&sticker| colour(sticker)));
            text.push(char::from(b"URFDLB"[face]));
            text.extend(stickers[4..].iter().map(|&sticker| colour(sticker)));
        }
        text
    }

    /// Six bits for one sticker of each piece, which determine all others.
    fn key(&self) -> u128 {
        ONE_EACH.iter().fold(0, |key, &place| key << 6 | u128::from(self.0[usize::from(place) - 1]))
    }
}

/// All cubes near the solved one, by breadth-first search.
pub struct Ball {
    moves: Vec<FaceTurn>,
    radius: u8,
    distances: HashMap<u128, u8>,
}

/// The distance of a cube, as far as a [`Ball`] determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// The exact distance.
    Exactly(u8),
    /// The distance is greater than this.
    Beyond(u8),
}

impl Distance {
    /// Returns whether a length can be the distance.
    pub fn allows(self, length: u8) -> bool {
        match self {
            Self::Exactly(distance) => length == distance,
            Self::Beyond(distance) => length > distance,
        }
    }
}

impl Ball {
    /// All cubes within `radius` moves: 622 thousand for 5 half turns, 985 thousand for 6 quarter turns, some 50 bytes
    /// each.
    pub fn new(metric: Metric, radius: u8) -> Self {
        let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
        let mut distances = HashMap::new();
        distances.insert(Stickers::solved().key(), 0);
        let mut layer = vec![Stickers::solved()];
        for depth in 1..=radius {
            layer = next_layer(&layer, &moves, |key| {
                let is_new = !distances.contains_key(&key);
                if is_new {
                    distances.insert(key, depth);
                }
                is_new
            });
        }
        Self { moves, radius, distances }
    }

    /// The distance of a cube, if it is at most `steps` beyond the radius. Visits all cubes within `steps` moves of it.
    pub fn distance(&self, cube: Stickers, steps: u8) -> Distance {
        let nearest =
            |layer: &[Stickers]| layer.iter().filter_map(|cube| self.distances.get(&cube.key())).min().copied();
        let mut seen = HashSet::from([cube.key()]);
        let mut layer = vec![cube];
        for step in 0..=steps {
            if let Some(rest) = nearest(&layer) {
                return Distance::Exactly(step + rest);
            }
            if step < steps {
                layer = next_layer(&layer, &self.moves, |key| seen.insert(key));
            }
        }
        Distance::Beyond(self.radius + steps)
    }
}

/// All new cubes one move from those of a layer.
fn next_layer(layer: &[Stickers], moves: &[FaceTurn], mut is_new: impl FnMut(u128) -> bool) -> Vec<Stickers> {
    let children = layer.iter().flat_map(|cube| moves.iter().map(|&m| cube.turned(m)));
    children.filter(|child| is_new(child.key())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubepdb::internals::{cube::Cubies, notation::parse_facelets};

    /// Positions at each distance: Rokicki, Kociemba, Davidson and Dethridge, cube20.org.
    #[test]
    fn layers_have_the_published_sizes() {
        for (metric, sizes) in
            [(Metric::HalfTurn, [1, 18, 243, 3240, 43_239]), (Metric::QuarterTurn, [1, 12, 114, 1068, 10_011])]
        {
            let ball = Ball::new(metric, 4);
            let mut counts = [0; 5];
            ball.distances.values().for_each(|&distance| counts[usize::from(distance)] += 1);
            assert_eq!(counts, sizes);
        }
    }

    #[test]
    fn the_library_turns_the_same_way() {
        let words = FaceTurn::all().map(|m| vec![m]).chain([FaceTurn::all().collect()]);
        for word in words {
            let cube = parse_facelets(&Stickers::after(&word).facelets()).unwrap();
            assert_eq!(cube, Cubies::after(&word), "{word:?}");
        }
    }

    #[test]
    fn distances_beyond_the_ball() {
        let ball = Ball::new(Metric::HalfTurn, 2);
        let [up, right, front] =
            [0, 1, 2].map(|face| FaceTurn::all().find(|m| m.face() == face && m.quarters() == 1).unwrap());
        let sexy = [right, up, right.inverse(), up.inverse()];
        for (word, distance) in [(&[][..], 0), (&[up], 1), (&[up, up], 1), (&sexy, 4), (&[up, right, front], 3)] {
            assert_eq!(ball.distance(Stickers::after(word), 2), Distance::Exactly(distance), "{word:?}");
        }
        let far = [up, right, front, up, right, front];
        assert_eq!(ball.distance(Stickers::after(&far), 2), Distance::Beyond(4));
        assert!(Distance::Beyond(4).allows(5) && !Distance::Beyond(4).allows(4) && !Distance::Exactly(3).allows(4));
    }
}
