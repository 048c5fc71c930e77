//! The Manhattan distance of the cube: the distance of each piece from home, on its own.
//!
//! For every place and orientation a table holds the number of moves that one piece alone needs to get home. A move
//! carries four edges and four corners, so a quarter of the sum over the edges, rounded up, is a lower bound, and so is
//! a quarter of the sum over the corners (R. Korf, "Finding optimal solutions to Rubik's Cube using pattern databases",
//! 1997). Two tables of a few hundred bytes take the place of a pattern database; the bound is weak: in half turns
//! the edges give 5.5 on average before rounding up, 5.87 after it; in quarter turns 6.5 and 6.75.

use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{Cubies, MOVE_CUBIES, Metric, PackedCube};

/// Pieces of either kind that one turn carries.
const CARRIED: u32 = 4;

/// The pieces that a [`Manhattan`] bound uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ManhattanPieces {
    /// The twelve edges, 12 x 24 distances: the usual choice.
    #[default]
    Edges,
    /// The eight corners, 8 x 24 distances.
    Corners,
    /// The greater of the two bounds.
    Both,
}

/// A lower bound from the distances of single pieces.
///
/// It is admissible and consistent: it is 0 on the solved cube, and no move of the metric changes it by more than 1.
#[derive(Clone, Debug)]
pub struct Manhattan {
    pieces: ManhattanPieces,
    /// By slot and by the byte that a packed [`PackedCube`] has there: the piece, and its flip in bit 4.
    edges: [[u8; 32]; EDGES],
    /// Likewise, with the twist in bits 4 and 5.
    corners: [[u8; 64]; CORNERS],
}

impl Manhattan {
    /// Makes the tables: some thousand steps.
    pub fn new(metric: Metric, pieces: ManhattanPieces) -> Self {
        Self {
            pieces,
            edges: distances(metric, 2, |cube| (&cube.edges, &cube.flips)),
            corners: distances(metric, 3, |cube| (&cube.corners, &cube.twists)),
        }
    }

    /// Returns an admissible lower bound for `cube`. Costs twelve or eight look-ups, or both.
    #[inline]
    pub fn bound(&self, cube: &PackedCube) -> u8 {
        let sum = match self.pieces {
            ManhattanPieces::Edges => self.edge_sum(cube),
            ManhattanPieces::Corners => self.corner_sum(cube),
            ManhattanPieces::Both => self.edge_sum(cube).max(self.corner_sum(cube)),
        };
        sum.div_ceil(CARRIED) as u8
    }

    /// The distances of the edges, if the bound uses nothing else: by slot, and by piece with its flip in bit 4.
    pub fn only_edges(&self) -> Option<&[[u8; 32]; EDGES]> {
        (self.pieces == ManhattanPieces::Edges).then_some(&self.edges)
    }

    /// Sum of the distances of the single edges.
    #[inline]
    pub fn edge_sum(&self, cube: &PackedCube) -> u32 {
        let bytes = cube.edge_bytes();
        self.edges.iter().zip(bytes).map(|(distance, byte)| u32::from(distance[usize::from(byte & 31)])).sum()
    }

    /// Sum of the distances of the single corners.
    #[inline]
    pub fn corner_sum(&self, cube: &PackedCube) -> u32 {
        let byte = |(piece, twist): (u8, u8)| usize::from(piece | twist << 4) & 63;
        (0..CORNERS).map(|slot| u32::from(self.corners[slot][byte(cube.corner(slot))])).sum()
    }
}

/// The distance of each piece from each slot and orientation, by breadth-first search from its home; `part` gives the
/// pieces and orientations of one kind.
fn distances<const SLOTS: usize, const BYTES: usize>(
    metric: Metric,
    ways: u8,
    part: impl Fn(&Cubies) -> (&[u8; SLOTS], &[u8; SLOTS]),
) -> [[u8; BYTES]; SLOTS] {
    let mut table = [[u8::MAX; BYTES]; SLOTS];
    for piece in 0..SLOTS as u8 {
        let byte = |orientation: u8| usize::from(piece | orientation << 4);
        table[usize::from(piece)][byte(0)] = 0;
        let mut queue = vec![(piece, 0)];
        let mut next = 0;
        while let Some(&(slot, orientation)) = queue.get(next) {
            next += 1;
            let distance = table[usize::from(slot)][byte(orientation)];
            for m in metric.moves() {
                // The move brings the piece in `slot` to the place that it is read from.
                let (sources, turns) = part(&MOVE_CUBIES[m.index()]);
                let Some(target) = sources.iter().position(|&source| source == slot) else { continue };
                let turned = (orientation + turns[target]) % ways;
                let entry = &mut table[target][byte(turned)];
                if *entry == u8::MAX {
                    *entry = distance + 1;
                    queue.push((target as u8, turned));
                }
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::FaceTurn;
    use crate::notation::random_cube;
    use std::collections::HashSet;

    const METRICS: [Metric; 2] = [Metric::HalfTurn, Metric::QuarterTurn];
    const PIECES: [ManhattanPieces; 3] = [ManhattanPieces::Edges, ManhattanPieces::Corners, ManhattanPieces::Both];

    /// Number of possible distances that are 0, 1, 2, ...
    fn counts<const BYTES: usize>(table: &[[u8; BYTES]]) -> Vec<usize> {
        let reached = || table.iter().flatten().filter(|&&distance| distance < u8::MAX);
        let last = reached().copied().max().unwrap();
        (0..=last).map(|depth| reached().filter(|&&distance| distance == depth).count()).collect()
    }

    /// The mean for the edges in half turns is 528 / 24 / 4 = 5.5, the figure that Korf gives.
    #[test]
    fn distances_of_all_places() {
        let [half, quarter] = METRICS.map(|metric| Manhattan::new(metric, ManhattanPieces::Both));
        assert_eq!(counts(&half.edges), [12, 72, 156, 48]);
        assert_eq!(counts(&quarter.edges), [12, 48, 120, 96, 12]);
        assert_eq!(counts(&half.corners), [8, 72, 112]);
        assert_eq!(counts(&quarter.corners), [8, 48, 88, 48]);
    }

    #[test]
    fn pieces_that_one_move_carries_are_one_move_from_home() {
        for metric in METRICS {
            let manhattan = Manhattan::new(metric, ManhattanPieces::Both);
            assert_eq!(manhattan.bound(&PackedCube::SOLVED), 0);
            for m in metric.moves() {
                let cube = PackedCube::SOLVED.apply(m);
                assert_eq!((manhattan.edge_sum(&cube), manhattan.corner_sum(&cube)), (4, 4), "{m}");
                assert_eq!(manhattan.bound(&cube), 1);
            }
        }
    }

    /// Visits all positions up to a depth by plain breadth-first search: no bound is above the depth.
    #[test]
    fn never_above_the_exact_depth() {
        for (metric, depth, positions) in [(METRICS[0], 5, 621_649), (METRICS[1], 6, 983_926)] {
            let bounds = PIECES.map(|pieces| Manhattan::new(metric, pieces));
            let mut seen = HashSet::from([PackedCube::SOLVED]);
            let mut level = vec![PackedCube::SOLVED];
            for exact in 0..=depth {
                assert!(level.iter().all(|cube| bounds.iter().all(|bound| bound.bound(cube) <= exact)));
                if exact < depth {
                    let children = level.iter().flat_map(|cube| metric.moves().into_iter().map(|m| cube.apply(m)));
                    level = children.filter(|child| seen.insert(*child)).collect();
                }
            }
            assert_eq!(seen.len(), positions);
        }
    }

    #[test]
    fn one_move_changes_the_bound_by_at_most_one() {
        let mut random = fastrand::Rng::with_seed(1);
        for (metric, pieces) in METRICS.into_iter().flat_map(|metric| PIECES.map(|pieces| (metric, pieces))) {
            let manhattan = Manhattan::new(metric, pieces);
            let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
            let mut cube = PackedCube::pack(&random_cube(&mut random));
            for _ in 0..20_000 {
                let next = cube.apply(moves[random.usize(..moves.len())]);
                assert!(manhattan.bound(&cube).abs_diff(manhattan.bound(&next)) <= 1);
                cube = next;
            }
        }
    }

    #[test]
    fn means_over_random_cubes() {
        let mut random = fastrand::Rng::with_seed(2);
        let cubes: Vec<PackedCube> = (0..100_000).map(|_| PackedCube::pack(&random_cube(&mut random))).collect();
        for (metric, expected) in METRICS.into_iter().zip([[5.873, 3.461, 5.873], [6.749, 4.079, 6.750]]) {
            let means = PIECES.map(|pieces| {
                let manhattan = Manhattan::new(metric, pieces);
                let sum: u32 = cubes.iter().map(|cube| u32::from(manhattan.bound(cube))).sum();
                f64::from(sum) / cubes.len() as f64
            });
            assert!(means.iter().zip(expected).all(|(mean, expected)| (mean - expected).abs() < 0.01), "{means:?}");
        }
    }
}
