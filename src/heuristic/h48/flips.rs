//! Lower bounds from the flips of all edges and the places of four of them.

use super::DeviceTables;
use super::coset_tables::slices_seen;
use crate::coord::{EdgeRank, H48};
use crate::cube::geometry::EDGES;
use crate::cube::{EdgeMap, FaceTurn, Lanes, MOVE_CUBES, Metric, PackedCube, Symmetry, distances_of_pairs};
use std::sync::OnceLock;

/// Ways of flipping the edges: the flip of the last one follows from the others.
const FLIPS: usize = 1 << (EDGES - 1);
/// Ways of placing the edges of one slice.
const EQUATORS: usize = EdgeRank::SLICES / 70;

/// The least numbers of moves that flip all edges back and bring those of a slice there: half a megabyte, four bits
/// each. They are read for the slices of all three axes.
///
/// A coset of H48 of a low level knows few flips. Once its bound is small, half turns do not change it, so that whole
/// trees of them are searched whose edges can still not be flipped back in time. This bound ends them.
pub struct FlipBound {
    /// Two entries a byte, that of the lower index in the lower bits; see [`index`](Self::index).
    distances: Vec<u8>,
    largest: u8,
    /// By axis: the edges seen from it, see [`slices_seen`].
    axes: [EdgeMap; 3],
    /// By the mask of the eight slots that hold other edges: the number of the place of the slice.
    equators: Box<[u16; 1 << EDGES]>,
}

impl FlipBound {
    /// The bounds in a metric, made when they are first asked for: some 20 ms.
    pub fn get(metric: Metric) -> &'static Self {
        static BOUNDS: [OnceLock<FlipBound>; 2] = [const { OnceLock::new() }; 2];
        BOUNDS[usize::from(metric == Metric::QuarterTurn)].get_or_init(|| Self::new(metric))
    }

    fn new(metric: Metric) -> Self {
        let twelve = &H48::get().edges.twelve;
        let equators = Box::new(std::array::from_fn(|others| twelve[!others & 0xfff] / 70));
        let axes = axes().map(slices_seen);
        let distances = distances(metric, &equators);
        let largest = distances.iter().copied().max().unwrap_or(0);
        assert!(largest < 16, "a distance fits four bits");
        let distances = distances.as_chunks().0.iter().map(|[low, high]| low | high << 4).collect();
        Self { distances, largest, axes, equators }
    }

    /// The most moves left with which a node is worth a look: hardly any distance is the largest one.
    #[inline(always)]
    pub fn most_moves(&self) -> u8 {
        self.largest - 2
    }

    /// The bound of a cube: that of the axis that says most.
    pub fn bound<L: Lanes>(&self, lanes: L, cube: &PackedCube) -> u8 {
        let [a, b, c] = self.axes.each_ref().map(|map| self.of_axis(lanes, cube, map));
        a.max(b).max(c)
    }

    /// Returns whether a cube needs more than so many moves. About a dozen instructions and two look-ups for each axis.
    #[inline(always)]
    pub fn exceeds<L: Lanes>(&self, lanes: L, cube: &PackedCube, moves: u8) -> bool {
        self.axes.iter().any(|map| self.of_axis(lanes, cube, map) > moves)
    }

    #[inline(always)]
    fn of_axis<L: Lanes>(&self, lanes: L, cube: &PackedCube, map: &EdgeMap) -> u8 {
        let [others, _, flips] = lanes.edge_masks(cube.edge_bytes(), map);
        let index = Self::index(self.equators[others as usize % (1 << EDGES)], flips);
        self.distances[index / 2] >> (4 * (index % 2)) & 15
    }

    /// The index of a place of a slice and the flips of all slots.
    #[inline(always)]
    fn index(equator: u16, flips: u32) -> usize {
        usize::from(equator) * FLIPS + flips as usize % FLIPS
    }

    /// Adds the bounds for kernels: the symmetries of the axes, and eight distances a word.
    pub fn add_device_tables(&self, tables: &mut DeviceTables) {
        tables.add("AXES", axes().map(|symmetry| symmetry.index() as u32));
        tables.add("FLIP_BOUNDS", self.distances.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)));
        tables.define("MOST_MOVES", self.most_moves().into());
    }
}

/// For each axis, a symmetry that brings it to that of the equator.
fn axes() -> [Symmetry; 3] {
    let slice = |symmetry: Symmetry| EdgeMap::view(symmetry).relabel[..EDGES].iter().position(|label| label & 3 == 2);
    let first = [0, 1, 8].map(Some);
    first.map(|edge| Symmetry::all().find(|&symmetry| slice(symmetry) == edge).expect("an edge of each slice"))
}

/// The distance of each index.
fn distances(metric: Metric, equators: &[u16; 1 << EDGES]) -> Vec<u8> {
    let turned = MOVE_CUBES.each_ref().map(Turned::by);
    let mut places = vec![[0; FaceTurn::COUNT]; EQUATORS];
    for others in (0..1_usize << EDGES).filter(|others| others.count_ones() == 8) {
        places[usize::from(equators[others])] =
            turned.each_ref().map(|turned| equators[usize::from(turned.places[others])]);
    }
    let flips = (0..FLIPS).map(|flips| {
        let all = flips | ((flips.count_ones() & 1) as usize) << (EDGES - 1);
        turned.each_ref().map(|turned| (turned.places[all] ^ turned.flips) % FLIPS as u16)
    });
    // The equator is in its place: the last four slots.
    distances_of_pairs(metric.moves(), [&places, &flips.collect()], [equators[0xff], 0])
}

/// The effect of a turn on masks of slots.
struct Turned {
    /// By mask: the same pieces in their new slots.
    places: Vec<u16>,
    /// The slots whose pieces are flipped.
    flips: u16,
}

impl Turned {
    fn by(turn: &PackedCube) -> Self {
        let image =
            |mask: usize| (0..EDGES).fold(0, |image, slot| image | ((mask >> turn.edge(slot).0 & 1) as u16) << slot);
        Self {
            places: (0..1 << EDGES).map(image).collect(),
            flips: (0..EDGES).fold(0, |flips, slot| flips | u16::from(turn.edge(slot).1) << slot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cubies, Portable};

    /// Positions of edges by the moves that flip them back and bring those of the slice there, as Kociemba's first
    /// phase without corners has them: counted by plain breadth-first search over the edges themselves.
    #[test]
    fn distances_are_those_of_a_plain_search() {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let bound = FlipBound::get(metric);
            let state = |cube: &Cubies| (cube.edges.map(|edge| edge >= 8), cube.flips);
            let mut level = vec![Cubies::SOLVED];
            let mut known: std::collections::HashSet<_> = level.iter().map(state).collect();
            for depth in 0..5 {
                for cube in &level {
                    assert_eq!(bound.of_axis(Portable, &PackedCube::pack(cube), &bound.axes[2]), depth, "{metric:?}");
                }
                let turn = |m: FaceTurn| MOVE_CUBES[m.index()].unpack();
                let turned = level.iter().flat_map(|cube| metric.moves().into_iter().map(|m| cube.then(&turn(m))));
                let next: Vec<Cubies> = turned.filter(|cube| known.insert(state(cube))).collect();
                level = next;
            }
            let entries = |distance: u8| {
                let all = bound.distances.iter().flat_map(|byte| [byte & 15, byte >> 4]);
                all.filter(|&entry| entry == distance).count()
            };
            assert_eq!((0..=bound.largest).map(entries).sum::<usize>(), EQUATORS * FLIPS);
            assert_eq!(level.len(), entries(5), "{metric:?}");
        }
    }

    /// No bound changes by more than one where a move is made, and the axes of a cube are those of its images.
    #[test]
    fn bounds_are_admissible_and_the_same_for_images() {
        let mut random = fastrand::Rng::with_seed(4);
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let bound = FlipBound::get(metric);
            let of = |cube: &Cubies| bound.bound(Portable, &PackedCube::pack(cube));
            let moves: Vec<FaceTurn> = metric.moves().into_iter().collect();
            let mut greatest = 0;
            for _ in 0..200 {
                let mut cube = Cubies::SOLVED;
                for made in 1..=40 {
                    let next = cube.then(&MOVE_CUBES[moves[random.usize(..moves.len())].index()].unpack());
                    assert!(of(&next) <= made && of(&next).abs_diff(of(&cube)) <= 1, "{metric:?}");
                    cube = next;
                    greatest = greatest.max(of(&cube));
                }
                let symmetry = Symmetry::new(random.u8(..48)).unwrap();
                assert_eq!(of(&symmetry.of_cubies(&cube)), of(&cube), "{metric:?}");
                let exceeded = |moves| bound.exceeds(Portable, &PackedCube::pack(&cube), moves);
                assert!(!exceeded(of(&cube)) && (of(&cube) == 0 || exceeded(of(&cube) - 1)));
            }
            assert!(greatest + 1 >= bound.largest, "{greatest} of {}", bound.largest);
        }
    }
}
