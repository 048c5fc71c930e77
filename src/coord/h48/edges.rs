//! The edge part of a coset: slices and flips.

use crate::cube::geometry::EDGES;
use crate::cube::{Cubies, EdgeMap, Symmetry};

/// Bit of a byte that tells whether the edge is flipped.
const FLIP: u8 = 0x10;

/// Slice of each edge piece: 0 for UR, UL, DR, DL, 1 for UF, UB, DF, DB, 2 for FR, FL, BL, BR.
const SLICE: [u8; EDGES] = [0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2];

/// The edge part of a coset: one byte a slot, the slice of the piece in bits 0 and 1, its flip in bit 4. The last four
/// bytes are filled with 3, which is no slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, align(16))]
pub struct EdgeCoset(pub [u8; 16]);

impl EdgeCoset {
    /// The edge part of a cube.
    pub fn of(cube: &Cubies) -> Self {
        let mut bytes = [3; 16];
        for slot in 0..EDGES {
            bytes[slot] = SLICE[usize::from(cube.edges[slot])] | cube.flips[slot] << 4;
        }
        Self(bytes)
    }
}

const POSITIONS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl EdgeMap {
    /// The map that changes nothing.
    pub const IDENTITY: Self = Self { take: POSITIONS, relabel: POSITIONS, flip: [0; 16] };

    /// The effect of a move, given as the solved cube after it.
    pub fn of_turn(turn: &Cubies) -> Self {
        let mut map = Self::IDENTITY;
        for slot in 0..EDGES {
            map.take[slot] = turn.edges[slot];
            map.flip[slot] = turn.flips[slot] << 4;
        }
        map
    }

    /// The effect of a symmetry on edges whose pieces are still told apart: labels are pieces.
    fn of_pieces(symmetry: Symmetry) -> Self {
        let rotation = symmetry.rotation();
        let back = rotation.inverse();
        let mirror = |slot: u8| if symmetry.is_reflection() { Cubies::mirrored_edge(slot) } else { slot };
        let mut map = Self::IDENTITY;
        for i in 0..EDGES {
            map.take[i] = mirror(rotation.edges[i]);
            map.flip[i] = rotation.flips[i] << 4;
            let image = usize::from(mirror(i as u8));
            map.relabel[i] = back.edges[image] | back.flips[image] << 4;
        }
        map
    }

    /// The effect of each symmetry, by its index. The flip of a relabelled piece depends on its slice alone.
    pub(super) fn of_symmetries() -> [Self; 48] {
        std::array::from_fn(|number| {
            let pieces = Self::of_pieces(Symmetry::new(number as u8).expect("there are 48 symmetries"));
            let mut map = Self { relabel: POSITIONS, ..pieces };
            for (piece, label) in pieces.relabel[..EDGES].iter().enumerate() {
                map.relabel[usize::from(SLICE[piece])] = SLICE[usize::from(label & 15)] | label & FLIP;
            }
            map
        })
    }

    /// The effect of a symmetry on pieces, with slices as the result: labels go from pieces to slices.
    pub(crate) fn view(symmetry: Symmetry) -> Self {
        let mut map = Self::of_pieces(symmetry);
        map.relabel[EDGES..].fill(3);
        map.relabel[..EDGES].iter_mut().for_each(|label| *label = SLICE[usize::from(*label & 15)] | *label & FLIP);
        map
    }

    /// The image of an edge part.
    #[inline]
    pub fn apply(&self, edges: &EdgeCoset) -> EdgeCoset {
        EdgeCoset(std::array::from_fn(|slot| {
            let old = edges.0[usize::from(self.take[slot])];
            self.relabel[usize::from(old & 15)] ^ old & FLIP ^ self.flip[slot]
        }))
    }

    /// This map, then `next`.
    pub fn then(&self, next: &Self) -> Self {
        Self {
            take: next.take.map(|slot| self.take[usize::from(slot)]),
            relabel: self.relabel.map(|label| next.relabel[usize::from(label & 15)] ^ label & FLIP),
            flip: std::array::from_fn(|slot| next.flip[slot] ^ self.flip[usize::from(next.take[slot])]),
        }
    }
}

/// Tables that rank and unrank edge parts.
#[derive(Debug)]
pub struct EdgeRank {
    /// Index of a set of four slots among the sets of four out of twelve, times 70.
    pub(crate) twelve: Box<[u16; 1 << 12]>,
    /// Index of a set of four out of eight.
    pub(crate) eight: Box<[u8; 1 << 8]>,
    /// The sets, by their indices.
    sets_of_twelve: Vec<u16>,
    sets_of_eight: Vec<u16>,
}

impl EdgeRank {
    /// Ways of placing the slices.
    pub const SLICES: usize = 495 * 70;

    pub(super) fn new() -> Self {
        let sets = |n| four_of(n).map(|mask| mask as u16).collect();
        let mut rank = Self {
            twelve: Box::new([0; 1 << 12]),
            eight: Box::new([0; 1 << 8]),
            sets_of_twelve: sets(12),
            sets_of_eight: sets(8),
        };
        for (number, &mask) in rank.sets_of_twelve.iter().enumerate() {
            rank.twelve[usize::from(mask)] = number as u16 * 70;
        }
        for (number, &mask) in rank.sets_of_eight.iter().enumerate() {
            rank.eight[usize::from(mask)] = number as u8;
        }
        rank
    }

    /// The rank of an edge part: its slices from bit 11 on, below them the flips of the first eleven slots.
    pub fn rank(&self, edges: &EdgeCoset) -> u32 {
        let mask = |bit: u32| (0..EDGES).fold(0usize, |mask, i| mask | usize::from(edges.0[i] >> bit & 1) << i);
        let (equator, middle) = (mask(1), mask(0));
        let among_rest = (0..EDGES).filter(|slot| equator >> slot & 1 == 0).enumerate();
        let rest = among_rest.fold(0, |rest, (place, slot)| rest | (middle >> slot & 1) << place);
        let slices = u32::from(self.twelve[equator]) + u32::from(self.eight[rest]);
        slices << 11 | (mask(4) & 0x7ff) as u32
    }

    /// The edge part with a rank.
    pub fn unrank(&self, rank: u32) -> EdgeCoset {
        let (slices, flips) = ((rank >> 11) as usize, rank & 0x7ff);
        let (equator, rest) = (self.sets_of_twelve[slices / 70], self.sets_of_eight[slices % 70]);
        let mut bytes = [3; 16];
        let mut place = 0;
        for (slot, byte) in bytes[..EDGES].iter_mut().enumerate() {
            if equator >> slot & 1 == 1 {
                *byte = 2;
            } else {
                *byte = (rest >> place & 1) as u8;
                place += 1;
            }
            let flip = if slot < 11 { flips >> slot & 1 } else { flips.count_ones() & 1 };
            *byte |= (flip as u8) << 4;
        }
        EdgeCoset(bytes)
    }
}

/// The sets of four out of `n`, as masks in ascending order.
fn four_of(n: u32) -> impl Iterator<Item = usize> {
    (0..1usize << n).filter(|mask| mask.count_ones() == 4)
}
