//! How cosets of a cube and its neighbours are seen without making them.

use crate::coord::{CornerCoset, H48, Orbit};
use crate::cube::geometry::{CORNERS, EDGES};
use crate::cube::{Cube, EdgeMap, MOVE_CUBES, Move, Octets, Symmetry};

/// Small tables between a packed cube and the number of its coset, in one place, so that one register points to all of them. A
/// search touches 30 KB.
///
/// Symmetries are padded to 64 and faces to eight, so that no index needs to be checked.
pub(super) struct Sights {
    /// The tetrads of the corner slots, by the mask of those of the second: in the low 24 bits what they add to the number of
    /// a corner part, above them their own number.
    pub tetrads: [u32; 256],
    /// Bit 7 marks the corner pieces of the second tetrad.
    pub kinds: [u8; 16],
    /// How edges look through each symmetry.
    pub views: [EdgeMap; 64],
    /// By face: what each corner piece looks like after a quarter turn of the face before all else.
    pub quarter_labels: Octets,
    /// By symmetry and face: what each edge piece looks like after such a turn, through the symmetry.
    pub quarter_relabels: [[[u8; 16]; 8]; 64],
    /// By face: where the corner of each slot comes from in a half turn.
    pub half_slots: Octets,
    /// By symmetry and face: where the edge seen in each slot comes from if the face is turned by half after all else.
    pub half_takes: [[[u8; 16]; 8]; 64],
    /// By the number of the tetrads: how classes of corner parts are written.
    pub orbits: [Orbit; 256],
    /// What a set of four slots among twelve adds to the number of the slices.
    pub twelve: [u16; 1 << 12],
    /// What a set of four slots among eight adds.
    pub eight: [u8; 1 << 8],
}

impl Sights {
    pub fn new() -> Self {
        let tables = H48::get();
        let mut sights = Self {
            tetrads: std::array::from_fn(|mask| {
                CornerCoset::of_tetrads(mask as u8) | u32::from(CornerCoset::tetrads(mask as u8)) << 24
            }),
            kinds: [0; 16],
            views: [EdgeMap::IDENTITY; 64],
            quarter_labels: Octets::default(),
            quarter_relabels: [[[0; 16]; 8]; 64],
            half_slots: Octets::default(),
            half_takes: [[[0; 16]; 8]; 64],
            orbits: tables.corners.codes().orbits,
            twelve: *tables.edges.twelve,
            eight: *tables.edges.eight,
        };
        for (kind, tetrad) in sights.kinds.iter_mut().zip(CornerCoset::PIECE_TETRADS) {
            *kind = tetrad << 7;
        }
        let [quarters, halves] = [1, 2].map(|turns| [0, 1, 2, 3, 4, 5].map(|face| turned(face, turns)));
        for (face, (quarter, half)) in quarters.iter().zip(&halves).enumerate() {
            for piece in 0..CORNERS {
                let (new, twist) = quarter.corner(piece);
                sights.quarter_labels.0[face][piece] = sights.kinds[usize::from(new)] | twist << 4;
                let (slot, twist) = half.corner(piece);
                assert_eq!(twist, 0, "half turns twist nothing");
                sights.half_slots.0[face][piece] = slot;
            }
        }
        for (number, symmetry) in Symmetry::all().enumerate() {
            let mut view = EdgeMap::view(symmetry);
            // The masks of slots that there are not stay empty.
            view.relabel[EDGES..].fill(0);
            sights.views[number] = view;
            for (face, (quarter, half)) in quarters.iter().zip(&halves).enumerate() {
                let relabel = |byte: u8| view.relabel[usize::from(byte & 15)] ^ byte & !15;
                sights.quarter_relabels[number][face] = quarter.edge_bytes().map(relabel);
                let taken = |slot: u8| half.edge_bytes()[usize::from(slot)];
                sights.half_takes[number][face] = view.take.map(taken);
            }
        }
        assert!(halves.iter().all(|half| (0..EDGES).all(|slot| half.edge(slot).1 == 0)), "half turns flip nothing");
        sights
    }
}

fn turned(face: u8, turns: u8) -> &'static Cube {
    &MOVE_CUBES[Move::turn(face, turns).expect("neither nothing nor a full turn").index()]
}
