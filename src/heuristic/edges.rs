//! Edge databases as lower bounds: one table, used for the cube and its inverse and through symmetries.

use crate::coord::{PackedRank, order_rank};
use crate::cube::geometry::EDGES;
use crate::cube::{Cubies, EdgeView, Lanes, PackedCube, Symmetry};
use crate::pdb::spec::{EdgeSet, Pattern, TableSpec, entry};
use crate::prefetch::prefetch;
use crate::storage::TableMemory;
use std::sync::Arc;

/// A cube and its inverse: the places of the pieces of one are the contents of the slots of the other.
#[derive(Clone, Copy, Debug)]
pub struct CubePair {
    /// The cube.
    pub cube: PackedCube,
    /// Its inverse.
    pub inverse: PackedCube,
}

impl CubePair {
    /// Pairs a cube with its inverse.
    pub fn new(cube: PackedCube) -> Self {
        Self { cube, inverse: cube.inverse() }
    }

    /// The inverse cube with its inverse.
    pub fn swapped(&self) -> Self {
        Self { cube: self.inverse, inverse: self.cube }
    }
}

/// One look-up: a table, the side (cube or inverse) and the symmetry through which the edges are seen.
#[derive(Clone)]
pub struct EdgeLookup {
    table: Arc<TableMemory>,
    rank: PackedRank,
    /// Cells in a row, as a power of two; `None` for the permutation of all edges.
    flip_bits: Option<u32>,
    view: EdgeView,
    /// True if it uses the inverse cube.
    of_inverse: bool,
}

impl EdgeLookup {
    /// The look-ups that a table offers, the most different first: for a set of edges, those through the symmetries
    /// that take the set to different sets, each for the cube and its inverse. For the permutation of all twelve edges
    /// one look-up suffices: its inverse and its symmetric images have the same distance.
    pub fn of_table(spec: &TableSpec, table: &Arc<TableMemory>) -> Vec<Self> {
        match spec.pattern() {
            None | Some(Pattern::Corners) => Vec::new(),
            Some(Pattern::EdgePermutation) => {
                let view = EdgeView { take: std::array::from_fn(|i| i as u8), place: identity(), flips: 0 };
                vec![Self { table: table.clone(), rank: PackedRank::new(8), flip_bits: None, view, of_inverse: false }]
            }
            Some(Pattern::Edges(set)) => spread_out(set)
                .into_iter()
                .flat_map(|symmetry| [false, true].map(|of_inverse| (symmetry, of_inverse)))
                .map(|(symmetry, of_inverse)| Self {
                    table: table.clone(),
                    rank: PackedRank::new(set.len()),
                    flip_bits: Some(set.len() as u32),
                    view: view_through(set, symmetry),
                    of_inverse,
                })
                .collect(),
        }
    }

    /// Index of the entry for a cube.
    #[inline(always)]
    pub fn index<L: Lanes>(&self, lanes: L, pair: &CubePair) -> usize {
        // The places of a cube's pieces are the contents of its inverse's slots.
        let side = if self.of_inverse { &pair.cube } else { &pair.inverse };
        let edges = lanes.select(side.edge_bytes(), &self.view);
        match self.flip_bits {
            Some(bits) => (self.rank.row(edges) as usize) << bits | self.rank.flips(edges) as usize,
            None => self.rank.row(edges) as usize * 24 + last_order(side),
        }
    }

    /// Starts loading an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch(&self.table, index / 2);
    }

    /// Returns the lower bound that these edges alone give.
    #[inline(always)]
    pub fn bound(&self, index: usize) -> u8 {
        entry(&self.table, index as u64)
    }
}

/// Index of the order of the last four edges among the slots left to them.
fn last_order(side: &PackedCube) -> usize {
    order_rank(std::array::from_fn(|i| side.edge(8 + i).0))
}

fn identity() -> [u8; 16] {
    std::array::from_fn(|i| i as u8)
}

/// The pieces that stand for the table's set when a cube is seen through a symmetry.
fn source_pieces(set: EdgeSet, symmetry: Symmetry) -> Vec<u8> {
    let place = edge_places(symmetry.inverse());
    set.pieces().map(|piece| place[usize::from(piece)] & 15).collect()
}

/// The image of each edge slot under a symmetry; bit 4 is set if its reference sticker ends up on the other side.
fn edge_places(symmetry: Symmetry) -> [u8; 16] {
    let rotation = symmetry.rotation();
    let mut places = identity();
    for (slot, place) in places.iter_mut().enumerate().take(EDGES) {
        let mirrored = if symmetry.is_reflection() { Cubies::mirrored_edge(slot as u8) } else { slot as u8 };
        let target = rotation.edges.iter().position(|&piece| piece == mirrored).expect("a permutation");
        *place = target as u8 | rotation.flips[target] << 4;
    }
    places
}

fn view_through(set: EdgeSet, symmetry: Symmetry) -> EdgeView {
    let place = edge_places(symmetry);
    let mut view = EdgeView { take: [0; 16], place, flips: 0 };
    for (i, piece) in source_pieces(set, symmetry).into_iter().enumerate() {
        view.take[i] = piece;
        view.flips |= u64::from(place[usize::from(piece)] & 0x10) << (8 * i);
    }
    view
}

/// Symmetries with different source sets, the identity first, each next one with the least overlap with those before
/// it.
fn spread_out(set: EdgeSet) -> Vec<Symmetry> {
    let mask = |symmetry| source_pieces(set, symmetry).into_iter().fold(0u16, |mask, piece| mask | 1 << piece);
    let mut left: Vec<(u16, Symmetry)> = Vec::new();
    for symmetry in Symmetry::all() {
        if left.iter().all(|&(known, _)| known != mask(symmetry)) {
            left.push((mask(symmetry), symmetry));
        }
    }
    let mut chosen = vec![left.remove(0)];
    while !left.is_empty() {
        let overlap =
            |candidate: u16| -> u32 { chosen.iter().map(|&(mask, _)| (mask & candidate).count_ones().pow(2)).sum() };
        let best = (0..left.len()).min_by_key(|&i| overlap(left[i].0)).expect("some are left");
        chosen.push(left.remove(best));
    }
    chosen.into_iter().map(|(_, symmetry)| symmetry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::Grid;
    use crate::cube::{FaceTurn, Metric, Portable};
    use crate::storage::TableBuffer;

    fn lookups(pattern: Pattern) -> (Grid, Vec<EdgeLookup>) {
        let spec = TableSpec::new(pattern, Metric::HalfTurn);
        let table = Arc::new(TableBuffer::zeroed(spec.bytes()).unwrap().freeze());
        (Grid::new(pattern), EdgeLookup::of_table(&spec, &table))
    }

    /// Every look-up reads the entry of the plain definition for the cube or its inverse seen through a symmetry.
    #[test]
    fn lookups_are_those_of_symmetric_images() {
        let random_cube = || {
            let mut random = fastrand::Rng::with_seed(11);
            let sequence: Vec<FaceTurn> = (0..40).map(|_| FaceTurn::new(random.u8(..18)).unwrap()).collect();
            Cubies::after(&sequence)
        };
        let cube = random_cube();
        let pair = CubePair::new(PackedCube::pack(&cube));
        for names in ["UR,UF,UL,UB,FR,FL", "UR,DF,BL", "UR,UF,UL,UB,DR,DF,DL"] {
            let set = EdgeSet::parse(names).unwrap();
            let (grid, all) = lookups(Pattern::Edges(set));
            for (lookup, symmetry) in all.chunks(2).zip(spread_out(set)) {
                let image = symmetry.of_cubies(&cube);
                assert_eq!(lookup[0].index(Portable, &pair) as u64, grid.index(&image), "{names} {symmetry:?}");
                assert_eq!(lookup[1].index(Portable, &pair) as u64, grid.index(&image.inverse()));
            }
        }
        let (grid, all) = lookups(Pattern::EdgePermutation);
        assert_eq!(all[0].index(Portable, &pair) as u64, grid.index(&cube));
    }

    #[test]
    fn the_second_view_of_korfs_set_is_its_complement() {
        let set = EdgeSet::parse("UR,UF,UL,UB,FR,FL").unwrap();
        let symmetries = spread_out(set);
        assert_eq!(symmetries.len(), 24);
        let mut pieces = source_pieces(set, symmetries[1]);
        pieces.extend(set.pieces());
        pieces.sort_unstable();
        assert_eq!(pieces, (0..12).collect::<Vec<u8>>());
    }
}
