//! The twin of the packed cube arithmetic in the vector instructions of WebAssembly, for modules that are compiled with
//! them.
//!
//! It differs from the one for AVX2 in one point: a shuffle gives zero for an index from 16 on, so twists and flips are
//! removed from indices. Recorded node counts test it (`tests/page/web.test.mjs`).
#![allow(unsafe_code)]

use super::packed::{
    CornerLanes, CornerParts, EdgeLanes, EdgeMap, EdgeView, Lanes, PackedCube, Portable, TWIST_WEIGHTS,
};
use std::arch::wasm32::{
    i8x16_bitmask, i8x16_shl, i8x16_sub, i8x16_swizzle, i32x4_add, i32x4_dot_i16x8, i32x4_shuffle, i64x2_splat,
    u8x16_add, u8x16_min, u8x16_shr, u8x16_splat, u16x8_extend_high_u8x16, u16x8_extend_low_u8x16, u32x4_extract_lane,
    u64x2, u64x2_extract_lane, v128, v128_and, v128_load, v128_or, v128_store, v128_xor,
};

/// The vector instructions of WebAssembly.
#[derive(Clone, Copy, Debug)]
pub struct Simd128;

fn load(bytes: &[u8; 16]) -> v128 {
    // SAFETY: the array has sixteen bytes, and the load asks for no alignment.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

fn store(bytes: &mut [u8; 16], value: v128) {
    // SAFETY: as above.
    unsafe { v128_store(bytes.as_mut_ptr().cast(), value) }
}

/// Looks `indices` up, of which only the low four bits count.
fn look_up(bytes: v128, indices: v128) -> v128 {
    i8x16_swizzle(bytes, v128_and(indices, u8x16_splat(15)))
}

/// The bits for which `mask` has ones in every byte.
fn bits(value: v128, mask: u8) -> v128 {
    v128_and(value, u8x16_splat(mask))
}

/// The corners of a cube, twice.
fn corners_twice(cube: &PackedCube) -> v128 {
    i64x2_splat(i64::from_le_bytes(*cube.bytes.first_chunk().expect("a cube has 32 bytes")))
}

/// For each half of `twists` (bits 4 and 5 of its bytes), four numbers whose sum is the index of the twists.
fn twist_parts(twists: v128) -> [v128; 2] {
    const WEIGHTS: [i16; 8] = {
        let mut weights = [0; 8];
        let mut slot = 0;
        while slot < 8 {
            weights[slot] = TWIST_WEIGHTS[slot] as i16;
            slot += 1;
        }
        weights
    };
    let [a, b, c, d, e, f, g, h] = WEIGHTS;
    let weights = std::arch::wasm32::i16x8(a, b, c, d, e, f, g, h);
    let digits = bits(u8x16_shr(twists, 4), 3);
    [u16x8_extend_low_u8x16(digits), u16x8_extend_high_u8x16(digits)].map(|digits| i32x4_dot_i16x8(digits, weights))
}

/// The sums of the numbers of four vectors.
fn sums([a, b, c, d]: [v128; 4]) -> v128 {
    let halves = |a, b| i32x4_add(i32x4_shuffle::<0, 1, 4, 5>(a, b), i32x4_shuffle::<2, 3, 6, 7>(a, b));
    let (ab, cd) = (halves(a, b), halves(c, d));
    i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(ab, cd), i32x4_shuffle::<1, 3, 5, 7>(ab, cd))
}

/// The parts of eight cubes with two in each of the vectors that `new` makes of `lanes`: kinds in bit 7, twists in bits
/// 4 and 5.
fn parts_of(lanes: &CornerLanes, new: impl Fn(v128) -> (v128, v128)) -> CornerParts {
    let mut parts = CornerParts::ZERO;
    for (pair, rows) in lanes.0.as_flattened().as_chunks::<32>().0.iter().enumerate() {
        let [first, second] = [0, 1].map(|i| new(load(&rows.as_chunks::<16>().0[i])));
        for (i, (kinds, _)) in [first, second].into_iter().enumerate() {
            parts.kinds[4 * pair + 2 * i..][..2].copy_from_slice(&i8x16_bitmask(kinds).to_le_bytes());
        }
        let ([a, b], [c, d]) = (twist_parts(first.1), twist_parts(second.1));
        let four = sums([a, b, c, d]);
        parts.twists[4 * pair..][..4].copy_from_slice(&[
            u32x4_extract_lane::<0>(four).into(),
            u32x4_extract_lane::<1>(four).into(),
            u32x4_extract_lane::<2>(four).into(),
            u32x4_extract_lane::<3>(four).into(),
        ]);
    }
    parts
}

impl Lanes for Simd128 {
    #[inline(always)]
    fn then(self, first: &PackedCube, next: &PackedCube) -> PackedCube {
        let mut product = PackedCube::SOLVED;
        let halves = [&first.bytes, &next.bytes].map(|bytes| [0, 1].map(|i| load(&bytes.as_chunks::<16>().0[i])));
        for (i, modulus) in [0x30, 0x20].into_iter().enumerate() {
            let (left, right) = (halves[0][i], halves[1][i]);
            let sum = u8x16_add(look_up(left, right), bits(right, 0x30));
            // The unsigned minimum keeps the sum where subtracting the modulus would wrap.
            let reduced = u8x16_min(sum, i8x16_sub(sum, u8x16_splat(modulus)));
            store(&mut product.bytes.as_chunks_mut::<16>().0[i], reduced);
        }
        product
    }

    #[inline(always)]
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64 {
        let taken = look_up(load(edges), load(&view.take));
        let seen = v128_xor(look_up(load(&view.place), taken), bits(taken, 0x10));
        u64x2_extract_lane::<0>(seen) ^ view.flips
    }

    #[inline(always)]
    fn edge_masks(self, edges: &[u8; 16], map: &EdgeMap) -> [u32; 3] {
        let taken = look_up(load(edges), load(&map.take));
        let flips = v128_xor(bits(taken, 0x10), load(&map.flip));
        let seen = v128_xor(look_up(load(&map.relabel), taken), flips);
        // A shift brings the bit to the top of each byte.
        [0, 1, 3].map(|shift| i8x16_bitmask(i8x16_shl(seen, shift)).into())
    }

    #[inline(always)]
    fn relabelled_edges(self, cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes {
        let mut rows = EdgeLanes::ZERO;
        let edges = load(cube.edge_bytes());
        let (pieces, flips) = (bits(edges, 15), bits(edges, 0x10));
        for (row, labels) in rows.0.iter_mut().zip(&labels.0) {
            store(row, v128_xor(i8x16_swizzle(load(labels), pieces), flips));
        }
        rows
    }

    #[inline(always)]
    fn rearranged_edges(self, cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes {
        let mut rows = EdgeLanes::ZERO;
        let edges = load(cube.edge_bytes());
        for (row, take) in rows.0.iter_mut().zip(&take.0) {
            store(row, look_up(edges, load(take)));
        }
        rows
    }

    #[inline(always)]
    fn corner_part(self, cube: &PackedCube, kinds: &[u8; 16]) -> (u8, u32) {
        let corners = corners_twice(cube);
        let kinds = i8x16_bitmask(look_up(load(kinds), corners)) as u8;
        let [parts, _] = twist_parts(corners);
        (kinds, u32x4_extract_lane::<0>(sums([parts; 4])))
    }

    #[inline(always)]
    fn relabelled_corners(self, cube: &PackedCube, labels: &CornerLanes) -> CornerParts {
        let corners = corners_twice(cube);
        // A vector holds the labels of two cubes; eight pieces leave bit 3 free to select the cube.
        let pieces = v128_or(bits(corners, 7), u64x2(0, 0x0808_0808_0808_0808));
        let own = bits(corners, 0x30);
        parts_of(labels, |labels| {
            let labels = i8x16_swizzle(labels, pieces);
            let sum = u8x16_add(bits(labels, 0x30), own);
            (labels, u8x16_min(sum, i8x16_sub(sum, u8x16_splat(0x30))))
        })
    }

    #[inline(always)]
    fn rearranged_corners(self, cube: &PackedCube, kinds: &[u8; 16], take: &CornerLanes) -> CornerParts {
        let corners = corners_twice(cube);
        let kinds = bits(look_up(load(kinds), corners), 0x80);
        let old = v128_or(kinds, bits(corners, 0x30));
        parts_of(take, |take| {
            let new = i8x16_swizzle(old, take);
            (new, new)
        })
    }

    #[inline(always)]
    fn extract(self, value: u32, mask: u32) -> u32 {
        Portable.extract(value, mask)
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }
}
