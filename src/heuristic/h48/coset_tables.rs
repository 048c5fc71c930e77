//! How cosets of a cube and its neighbours are seen without making them.

use crate::coord::{CornerCoset, H48, Orbit};
use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{Cube, EdgeMap, MOVE_CUBES, Move, Octets, Rows, Symmetry};

/// Small tables between a packed cube and the number of its coset, in one place, so that one register points to all of them. A
/// search touches 18 KB.
///
/// Symmetries are padded to 64 and faces to eight, so that no index needs to be checked.
pub(super) struct CosetTables {
    /// The tetrads of the corner slots, by the mask of those of the second: in the low 24 bits what they add to the number of
    /// a corner part, above them their own number.
    pub tetrads: [u32; 256],
    /// Bit 7 marks the corner pieces of the second tetrad.
    pub kinds: [u8; 16],
    /// By face: what each corner piece looks like after a quarter turn of the face before all else.
    pub quarter_labels: Octets,
    /// By face: where the corner of each slot comes from in a half turn.
    pub half_slots: Octets,
    /// By face: what each edge piece looks like after a quarter turn of the face before all else.
    pub quarter_edges: Rows,
    /// By face: where the edge of each slot comes from in a half turn.
    pub half_edges: Rows,
    /// How edges look through each symmetry.
    pub edges: [EdgeMap; 64],
    /// By the number of the tetrads: how classes of corner parts are written.
    pub orbits: [Orbit; 256],
    /// What a set of four slots among twelve adds to the number of the slices.
    pub twelve: [u16; 1 << 12],
    /// What a set of four slots among eight adds.
    pub eight: [u8; 1 << 8],
}

impl CosetTables {
    pub fn new() -> Self {
        let tables = H48::get();
        let mut coset_tables = Self {
            tetrads: std::array::from_fn(|mask| {
                CornerCoset::of_tetrads(mask as u8) | u32::from(CornerCoset::tetrads(mask as u8)) << 24
            }),
            kinds: [0; 16],
            quarter_labels: Octets::ZERO,
            half_slots: Octets::ZERO,
            quarter_edges: Rows::ZERO,
            half_edges: Rows::ZERO,
            edges: [EdgeMap::IDENTITY; 64],
            orbits: tables.corners.codes().orbits,
            twelve: *tables.edges.twelve,
            eight: *tables.edges.eight,
        };
        for (kind, tetrad) in coset_tables.kinds.iter_mut().zip(CornerCoset::PIECE_TETRADS) {
            *kind = tetrad << 7;
        }
        for face in 0..6 {
            let (quarter, half) = (turned(face, 1), turned(face, 2));
            for i in 0..CORNERS {
                // In a product the piece behind a turn goes through the turn; the slot before it does.
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
            *map = EdgeMap::view(symmetry);
            // The masks of slots that there are not stay empty.
            map.relabel[EDGES..].fill(0);
        }
        coset_tables
    }
}

fn turned(face: u8, turns: u8) -> &'static Cube {
    &MOVE_CUBES[Move::turn(face, turns).expect("neither nothing nor a full turn").index()]
}
