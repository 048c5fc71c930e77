//! Random cubes.

use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{Cubies, is_odd};
use crate::puzzle::below;
use fastrand::Rng;

/// Returns a cube drawn uniformly from all 43 252 003 274 489 856 000 reachable ones.
///
/// Corners and edges are shuffled; if the two permutations differ in parity, the last two edges are swapped, which
/// pairs up the arrangements and so stays uniform. Seven twists and eleven flips are free, the last of each makes the
/// sum right. Only the raw 64-bit output of `rng` is used, in a fixed order, so the cubes for a seed never change.
pub fn random_cube(rng: &mut Rng) -> Cubies {
    let mut cube = Cubies::SOLVED;
    shuffle(&mut cube.corners, rng);
    shuffle(&mut cube.edges, rng);
    if is_odd(&cube.corners) != is_odd(&cube.edges) {
        cube.edges.swap(EDGES - 2, EDGES - 1);
    }
    orient(&mut cube.twists[..CORNERS], 3, rng);
    orient(&mut cube.flips[..EDGES], 2, rng);
    cube
}

/// Shuffles by Fisher and Yates' method.
fn shuffle(pieces: &mut [u8], rng: &mut Rng) {
    for last in (1..pieces.len()).rev() {
        pieces.swap(last, below(last as u64 + 1, rng) as usize);
    }
}

/// Draws random orientations that add up to a multiple of `ways`.
fn orient(orientations: &mut [u8], ways: u8, rng: &mut Rng) {
    let mut sum = 0;
    if let Some((last, free)) = orientations.split_last_mut() {
        for orientation in free {
            *orientation = below(u64::from(ways), rng) as u8;
            sum += *orientation;
        }
        *last = (ways - sum % ways) % ways;
    }
}

#[cfg(test)]
mod tests {
    use super::super::format_reid;
    use super::*;

    #[test]
    fn cubes_are_reachable_and_differ() {
        let mut rng = Rng::with_seed(1);
        let cubes: std::collections::HashSet<Cubies> = (0..1000).map(|_| random_cube(&mut rng)).collect();
        assert_eq!(cubes.len(), 1000);
        assert!(cubes.iter().all(|cube| cube.check_reachable().is_ok()));
    }

    /// Each of 12 edges is in each of 12 slots about 1/12 of the time, and flips and twists are even: within five
    /// deviations.
    #[test]
    fn pieces_and_orientations_are_spread_evenly() {
        const CUBES: usize = 24_000;
        let mut rng = Rng::with_seed(2);
        let (mut edges, mut corners) = ([[0u32; EDGES]; EDGES], [[0u32; 3]; CORNERS]);
        let mut flips = [0u32; EDGES];
        for _ in 0..CUBES {
            let cube = random_cube(&mut rng);
            for slot in 0..EDGES {
                edges[slot][usize::from(cube.edges[slot])] += 1;
                flips[slot] += u32::from(cube.flips[slot]);
            }
            for slot in 0..CORNERS {
                corners[slot][usize::from(cube.twists[slot])] += 1;
            }
        }
        let even = |count: u32, ways: f64| {
            let expected = CUBES as f64 / ways;
            (f64::from(count) - expected).abs() < 5.0 * (expected * (1.0 - 1.0 / ways)).sqrt()
        };
        assert!(edges.iter().flatten().all(|&count| even(count, 12.0)));
        assert!(corners.iter().flatten().all(|&count| even(count, 3.0)));
        assert!(flips.iter().all(|&count| even(count, 2.0)));
    }

    /// A change here changes every published random experiment.
    #[test]
    fn seeds_are_stable() {
        let mut rng = Rng::with_seed(42);
        assert_eq!(
            format_reid(&random_cube(&mut rng)),
            "FU RF FL UB LU DL UR DB BR BL DR FD FDR FLD URB BDL LUB DBR RUF ULF"
        );
        assert_eq!(
            format_reid(&random_cube(&mut rng)),
            "RU UF LD BL BD LF DF DR RF RB BU LU LFU UFR DLB LUB FLD RDB RFD BUR"
        );
    }
}
