//! The cube in one 32-byte register.
//!
//! Byte `i` of the low half describes corner slot `i`, byte `16 + i` edge slot `i`: the piece in bits 0 to 3, its
//! twist or flip in bits 4 and 5. Unused bytes hold their own position, so that they compose like solved pieces.
//! A product is then one byte shuffle, one addition and one conditional subtraction of the modulus (the idea of Tomas
//! Rokicki's and Andrew Skalski's solvers), whatever the two elements are: moves made after (`cube.then(move)`) and
//! premoves (`move.then(cube)`) cost the same.

use super::cubies::{Cubies, MOVE_CUBIES};
use super::geometry::{CORNERS, EDGES};
use super::moves::FaceTurn;
use std::fmt;

/// Offset of the edges within the register.
const EDGE_BASE: usize = 16;
/// The bits that hold the piece.
const PIECE: u8 = 0x0f;

/// A cube, or an element of the cube group, packed for SIMD arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct PackedCube {
    pub(super) bytes: [u8; 32],
}

impl PackedCube {
    /// The solved cube.
    pub const SOLVED: Self = Self::pack(&Cubies::SOLVED);

    /// Packs the reference representation.
    pub const fn pack(cubies: &Cubies) -> Self {
        let mut bytes = [0; 32];
        let mut i = 0;
        while i < 16 {
            bytes[i] = if i < CORNERS { cubies.corners[i] | cubies.twists[i] << 4 } else { i as u8 };
            bytes[EDGE_BASE + i] = if i < EDGES { cubies.edges[i] | cubies.flips[i] << 4 } else { i as u8 };
            i += 1;
        }
        Self { bytes }
    }

    /// Unpacks into the reference representation.
    pub fn unpack(&self) -> Cubies {
        let mut cubies = Cubies::SOLVED;
        for slot in 0..CORNERS {
            (cubies.corners[slot], cubies.twists[slot]) = self.corner(slot);
        }
        for slot in 0..EDGES {
            (cubies.edges[slot], cubies.flips[slot]) = self.edge(slot);
        }
        cubies
    }

    /// Piece and twist in a corner slot.
    #[inline(always)]
    pub const fn corner(&self, slot: usize) -> (u8, u8) {
        (self.bytes[slot] & PIECE, self.bytes[slot] >> 4)
    }

    /// Piece and flip in an edge slot.
    #[inline(always)]
    pub const fn edge(&self, slot: usize) -> (u8, u8) {
        (self.bytes[EDGE_BASE + slot] & PIECE, self.bytes[EDGE_BASE + slot] >> 4)
    }

    /// The sixteen bytes of the edge half: piece in bits 0 to 3, flip in bit 4, four solved fillers at the end.
    #[inline(always)]
    pub fn edge_bytes(&self) -> &[u8; 16] {
        self.bytes[EDGE_BASE..].try_into().expect("the upper half has sixteen bytes")
    }

    /// `self` followed by `next`.
    #[inline]
    pub fn then(&self, next: &Self) -> Self {
        Portable.then(self, next)
    }

    /// The cube after one more move.
    #[inline]
    pub fn apply(&self, m: FaceTurn) -> Self {
        self.then(&MOVE_CUBES[m.index()])
    }

    /// The element that undoes this one.
    pub fn inverse(&self) -> Self {
        let mut inverse = Self::SOLVED;
        for slot in 0..CORNERS {
            let (piece, twist) = self.corner(slot);
            inverse.bytes[usize::from(piece)] = slot as u8 | ((3 - twist) % 3) << 4;
        }
        for slot in 0..EDGES {
            let (piece, flip) = self.edge(slot);
            inverse.bytes[EDGE_BASE + usize::from(piece)] = slot as u8 | flip << 4;
        }
        inverse
    }

    /// Returns whether every piece is in its home slot and orientation.
    #[inline]
    pub fn is_solved(&self) -> bool {
        *self == Self::SOLVED
    }
}

impl From<&Cubies> for PackedCube {
    fn from(cubies: &Cubies) -> Self {
        Self::pack(cubies)
    }
}

impl fmt::Debug for PackedCube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.unpack().fmt(f)
    }
}

/// The packed cube after each face turn, by move number.
pub static MOVE_CUBES: [PackedCube; FaceTurn::COUNT] = {
    let mut table = [PackedCube::SOLVED; FaceTurn::COUNT];
    let mut i = 0;
    while i < FaceTurn::COUNT {
        table[i] = PackedCube::pack(&MOVE_CUBIES[i]);
        i += 1;
    }
    table
};

/// Arithmetic on packed cubes with one instruction set. A value of an implementing type proves that the processor
/// supports it.
pub trait Lanes: Copy + Send + Sync + 'static {
    /// `first` followed by `next`.
    fn then(self, first: &PackedCube, next: &PackedCube) -> PackedCube;

    /// Eight edges of `edges` (see [`PackedCube::edge_bytes`]) as `view` sees them: place in bits 0 to 3 and flip in
    /// bit 4 of one byte each.
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64;

    /// Three masks with one bit for each of the sixteen edge bytes of a cube (see [`PackedCube::edge_bytes`]), seen
    /// through a map: bits 7 and 6 of the labels, and the flips.
    fn edge_masks(self, edges: &[u8; 16], map: &EdgeMap) -> [u32; 3];

    /// The edges of eight cubes that differ from `cube` in the names of their pieces: `labels` has, for each cube and
    /// piece, its name in bits 0 to 3, and bit 4 set if it is flipped as well.
    fn relabelled_edges(self, cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes;

    /// The edges of eight cubes that differ from `cube` in the places of their pieces: `take` has, for each cube and
    /// slot, the slot that its piece comes from.
    fn rearranged_edges(self, cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes;

    /// The corners of a cube: the slots whose piece is of the kind that `kinds` marks with bit 7, and the index of the
    /// twists.
    fn corner_part(self, cube: &PackedCube, kinds: &[u8; 16]) -> (u8, u32);

    /// The corners of eight cubes that differ from `cube` in the names of their pieces: `labels` has, for each cube and
    /// piece, its kind in bit 7 and its additional twist in bits 4 and 5.
    fn relabelled_corners(self, cube: &PackedCube, labels: &CornerLanes) -> CornerParts;

    /// The corners of eight cubes that differ from `cube` in the places of their pieces: `take` has, for each cube and
    /// slot, the slot that its piece comes from, with no twist on the way. Kinds are those of [`Lanes::corner_part`].
    fn rearranged_corners(self, cube: &PackedCube, kinds: &[u8; 16], take: &CornerLanes) -> CornerParts;

    /// The bits of `value` at the places that are set in `mask`, packed together.
    fn extract(self, value: u32, mask: u32) -> u32;

    /// Runs `work` compiled for these instructions, so that the arithmetic in it needs no calls. Worth it for work of
    /// some dozens of nanoseconds or more: entering costs a call.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
}

/// A view of some of the edges: which ones, and through which symmetry.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct EdgeView {
    /// The bytes to take; the last eight are not used.
    pub take: [u8; 16],
    /// The image of each place, its flip in bit 4.
    pub place: [u8; 16],
    /// Flips of the pieces taken, bit 4 of each byte.
    pub flips: u64,
}

/// The effect of a move or a symmetry on edges, one byte a slot: `new[slot] = relabel[old[take[slot]]] ^ flip[slot]`.
/// The label is in bits 0 to 3; the flip of the old byte, bit 4, is kept through the relabelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(16))]
pub struct EdgeMap {
    /// The slot that each slot takes its piece from.
    pub take: [u8; 16],
    /// The new label of each old one, with bit 4 set if it is flipped on the way. (What a label is, and in which of the
    /// other bits, is up to the reader.)
    pub relabel: [u8; 16],
    /// Bit 4 for each slot whose piece is flipped on the way.
    pub flip: [u8; 16],
}

/// Sixteen bytes for each of eight cubes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct EdgeLanes(pub [[u8; 16]; 8]);

impl EdgeLanes {
    /// All bits zero. A constant is inlined everywhere, `Default` of arrays is not.
    pub(crate) const ZERO: Self = Self([[0; 16]; 8]);
}

/// Eight bytes for each of eight cubes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct CornerLanes(pub [[u8; 8]; 8]);

impl CornerLanes {
    /// All bits zero. A constant is inlined everywhere, `Default` of arrays is not.
    pub(crate) const ZERO: Self = Self([[0; 8]; 8]);
}

/// The parts of the corner state that the coset of a cube depends on, for eight cubes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct CornerParts {
    /// The indices of the twists: the twists of the first seven slots are base-3 digits, the first slot lowest.
    pub twists: [u64; 8],
    /// The slots whose piece is of one kind, as masks.
    pub kinds: [u8; 8],
}

impl CornerParts {
    /// All bits zero. A constant is inlined everywhere, `Default` of arrays is not.
    pub(crate) const ZERO: Self = Self { twists: [0; 8], kinds: [0; 8] };
}

/// The weight of the twist in each slot; the last one follows from the others.
pub(super) const TWIST_WEIGHTS: [u32; CORNERS] = [1, 3, 9, 27, 81, 243, 729, 0];

/// The index of the twists in bits 4 and 5 of some corners, and the mask of those with bit 7.
fn part_of(corners: [u8; CORNERS]) -> (u8, u32) {
    let twists = corners.iter().zip(TWIST_WEIGHTS).map(|(byte, weight)| u32::from(byte >> 4 & 3) * weight).sum();
    ((0..CORNERS).fold(0, |mask, slot| mask | (corners[slot] >> 7) << slot), twists)
}

impl CornerParts {
    /// The parts of eight cubes given by their corners: kind in bit 7, twist in bits 4 and 5.
    fn of(cubes: [[u8; CORNERS]; 8]) -> Self {
        let mut parts = Self::ZERO;
        for (i, corners) in cubes.into_iter().enumerate() {
            let (kinds, twists) = part_of(corners);
            (parts.kinds[i], parts.twists[i]) = (kinds, twists.into());
        }
        parts
    }
}

/// Plain Rust, for every processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Lanes for Portable {
    #[inline(always)]
    fn then(self, first: &PackedCube, next: &PackedCube) -> PackedCube {
        let mut bytes = next.bytes;
        for (slot, byte) in bytes[..CORNERS].iter_mut().enumerate() {
            let sum = first.bytes[usize::from(next.bytes[slot] & PIECE)] + (next.bytes[slot] & !PIECE);
            *byte = if sum >= 0x30 { sum - 0x30 } else { sum };
        }
        for (slot, byte) in bytes[EDGE_BASE..][..EDGES].iter_mut().enumerate() {
            let right = next.bytes[EDGE_BASE + slot];
            *byte = first.bytes[EDGE_BASE + usize::from(right & PIECE)] ^ (right & !PIECE);
        }
        PackedCube { bytes }
    }

    #[inline(always)]
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64 {
        let bytes = std::array::from_fn(|i| {
            let byte = edges[usize::from(view.take[i] & PIECE)];
            view.place[usize::from(byte & PIECE)] ^ (byte & !PIECE)
        });
        u64::from_le_bytes(bytes) ^ view.flips
    }

    #[inline(always)]
    fn edge_masks(self, edges: &[u8; 16], map: &EdgeMap) -> [u32; 3] {
        let mut masks = [0; 3];
        for slot in 0..16 {
            let old = edges[usize::from(map.take[slot] & PIECE)];
            let new = map.relabel[usize::from(old & PIECE)] ^ old & 0x10 ^ map.flip[slot];
            for (mask, bit) in masks.iter_mut().zip([7, 6, 4]) {
                *mask |= u32::from(new >> bit & 1) << slot;
            }
        }
        masks
    }

    #[inline(always)]
    fn relabelled_edges(self, cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes {
        EdgeLanes(
            labels.0.map(|labels| cube.edge_bytes().map(|edge| labels[usize::from(edge & PIECE)] ^ edge & !PIECE)),
        )
    }

    #[inline(always)]
    fn rearranged_edges(self, cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes {
        EdgeLanes(take.0.map(|take| take.map(|slot| cube.edge_bytes()[usize::from(slot & PIECE)])))
    }

    #[inline(always)]
    fn corner_part(self, cube: &PackedCube, kinds: &[u8; 16]) -> (u8, u32) {
        part_of(std::array::from_fn(|slot| {
            cube.bytes[slot] & !PIECE | kinds[usize::from(cube.bytes[slot] & PIECE)] & 0x80
        }))
    }

    #[inline(always)]
    fn relabelled_corners(self, cube: &PackedCube, labels: &CornerLanes) -> CornerParts {
        CornerParts::of(labels.0.map(|labels| {
            std::array::from_fn(|slot| {
                let (piece, twist) = cube.corner(slot);
                let label = labels[usize::from(piece & 7)];
                label & 0x80 | (((label >> 4 & 3) + twist) % 3) << 4
            })
        }))
    }

    #[inline(always)]
    fn rearranged_corners(self, cube: &PackedCube, kinds: &[u8; 16], take: &CornerLanes) -> CornerParts {
        CornerParts::of(take.0.map(|take| {
            take.map(|slot| {
                let (piece, twist) = cube.corner(usize::from(slot & 7));
                kinds[usize::from(piece)] & 0x80 | twist << 4
            })
        }))
    }

    #[inline(always)]
    fn extract(self, value: u32, mut mask: u32) -> u32 {
        let (mut bits, mut place) = (0, 0);
        while mask != 0 {
            bits |= (value >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        bits
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}
