//! Tables for computing the cosets of a cube and its neighbours without making the neighbours.

use crate::coord::{CornerCoset, H48, Orbit};
use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{CornerLanes, EdgeLanes, EdgeMap, FaceTurn, MOVE_CUBES, PackedCube, Symmetry};

/// Small tables between a packed cube and the index of its coset, in one place, so that one register points to all of
/// them. A search touches 18 KB.
///
/// Symmetries are padded to 256 and faces to eight, so that indices need no bounds checks.
pub(super) struct CosetTables {
    /// Bit 7 marks the corner pieces of the second tetrad.
    pub kinds: [u8; 16],
    /// By face: the label of each corner piece after a quarter turn of the face before all else.
    pub quarter_labels: CornerLanes,
    /// By face: the slot from which the corner in each slot comes in a half turn.
    pub half_slots: CornerLanes,
    /// By face: the label of each edge piece after a quarter turn of the face before all else.
    pub quarter_edges: EdgeLanes,
    /// By face: the slot from which the edge in each slot comes in a half turn.
    pub half_edges: EdgeLanes,
    /// By symmetry: the edges as seen through it. Of each label is left, in bit 7, that it is no edge of the equator,
    /// and in bit 6, to which of the two other slices it belongs.
    pub edges: [EdgeMap; 256],
    /// By the mask of the corner slots with the second tetrad: the encoding of the classes of corner parts.
    pub orbits: [Orbit; 256],
    /// The contribution to the index of the slices of the equator, by the mask of the eight slots among twelve that
    /// hold other edges.
    pub twelve: [u16; 1 << 16],
    /// The contribution of a set of four slots among eight.
    pub eight: [u8; 1 << 8],
}

impl CosetTables {
    pub fn new() -> Self {
        let tables = H48::get();
        let mut coset_tables = Self {
            kinds: [0; 16],
            quarter_labels: CornerLanes::ZERO,
            half_slots: CornerLanes::ZERO,
            quarter_edges: EdgeLanes::ZERO,
            half_edges: EdgeLanes::ZERO,
            edges: [EdgeMap::IDENTITY; 256],
            orbits: tables.corners.codes().orbits,
            twelve: std::array::from_fn(|others| tables.edges.twelve[!others & 0xfff]),
            eight: *tables.edges.eight,
        };
        for (kind, tetrad) in coset_tables.kinds.iter_mut().zip(CornerCoset::PIECE_TETRADS) {
            *kind = tetrad << 7;
        }
        for face in 0..6 {
            let (quarter, half) = (turned(face, 1), turned(face, 2));
            for i in 0..CORNERS {
                // In a product, a turn acts on the pieces of the factor behind it and on the slots of the factor before
                // it.
                let (piece, twist) = quarter.corner(i);
                coset_tables.quarter_labels.0[usize::from(face)][i] =
                    coset_tables.kinds[usize::from(piece)] | twist << 4;
                let (slot, twist) = half.corner(i);
                assert_eq!(twist, 0, "half turns twist nothing");
                coset_tables.half_slots.0[usize::from(face)][i] = slot;
            }
            assert!((0..EDGES).all(|slot| half.edge(slot).1 == 0), "half turns flip nothing");
            coset_tables.quarter_edges.0[usize::from(face)] = *quarter.edge_bytes();
            coset_tables.half_edges.0[usize::from(face)] = *half.edge_bytes();
        }
        for (map, symmetry) in coset_tables.edges.iter_mut().zip(Symmetry::all()) {
            *map = slices_seen(symmetry);
        }
        coset_tables
    }
}

/// The slices of the edges as seen through a symmetry: see [`CosetTables::edges`].
pub(super) fn slices_seen(symmetry: Symmetry) -> EdgeMap {
    let mut map = EdgeMap::view(symmetry);
    for label in &mut map.relabel {
        *label = (*label >> 1 & 1 ^ 1) << 7 | (*label & 1) << 6 | *label & 0x10;
    }
    // The masks of slots that do not exist stay empty.
    map.relabel[EDGES..].fill(0);
    map
}

fn turned(face: u8, turns: u8) -> &'static PackedCube {
    &MOVE_CUBES[FaceTurn::turn(face, turns).expect("neither nothing nor a full turn").index()]
}
