//! The AVX-512 twin of the packed cube arithmetic: the corners of eight cubes fill one register.
#![allow(unsafe_code)]

use super::super::packed::{CornerLanes, CornerParts, EdgeLanes, EdgeMap, EdgeView, Lanes, PackedCube};
use super::avx2::{Avx2, TWIST_WEIGHTS_IN_PAIRS, TWIST_WEIGHTS_OF_PAIRS, corners, load};
use std::arch::x86_64::{
    __m512i, _mm_set1_epi8, _mm_shuffle_epi8, _mm_ternarylogic_epi32, _mm512_add_epi8, _mm512_add_epi32,
    _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_broadcastq_epi64, _mm512_load_si512, _mm512_madd_epi16,
    _mm512_maddubs_epi16, _mm512_min_epu8, _mm512_movepi8_mask, _mm512_or_si512, _mm512_set1_epi8, _mm512_set1_epi64,
    _mm512_set4_epi64, _mm512_shuffle_epi8, _mm512_srli_epi64, _mm512_store_si512, _mm512_storeu_si512,
    _mm512_sub_epi8, _mm512_xor_si512,
};

/// Proof that the processor has AVX-512 with bytes and words, besides all that [`Avx2`] stands for.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Avx2);

impl Avx512 {
    /// Returns the proof if the processor has these instructions.
    pub fn detect() -> Option<Self> {
        let avx2 = Avx2::detect()?;
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl"))
        .then_some(Self(avx2))
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn then(self, first: &PackedCube, next: &PackedCube) -> PackedCube {
        self.0.then(first, next)
    }

    #[inline(always)]
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64 {
        self.0.select(edges, view)
    }

    #[inline(always)]
    fn edge_masks(self, edges: &[u8; 16], map: &EdgeMap) -> [u32; 3] {
        self.0.edge_masks(edges, map)
    }

    #[inline(always)]
    fn relabelled_edges(self, cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes {
        // SAFETY: a value of `Avx512` exists only after `detect` has found these instructions on this processor.
        unsafe { relabelled_edges(cube, labels) }
    }

    #[inline(always)]
    fn rearranged_edges(self, cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes {
        // SAFETY: as above.
        unsafe { rearranged_edges(cube, take) }
    }

    #[inline(always)]
    fn corner_part(self, cube: &PackedCube, kinds: &[u8; 16]) -> (u8, u32) {
        self.0.corner_part(cube, kinds)
    }

    #[inline(always)]
    fn relabelled_corners(self, cube: &PackedCube, labels: &CornerLanes) -> CornerParts {
        // SAFETY: as above.
        unsafe { relabelled_corners(cube, labels) }
    }

    #[inline(always)]
    fn rearranged_corners(self, cube: &PackedCube, kinds: &[u8; 16], take: &CornerLanes) -> CornerParts {
        // SAFETY: as above.
        unsafe { rearranged_corners(cube, kinds, take) }
    }

    #[inline(always)]
    fn extract(self, value: u32, mask: u32) -> u32 {
        self.0.extract(value, mask)
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: as above.
        unsafe { run(work) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vl")]
fn run<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Applies `new` to the bytes of four cubes at a time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn edge_lanes(old: &EdgeLanes, new: impl Fn(__m512i) -> __m512i) -> EdgeLanes {
    let mut rows = EdgeLanes::ZERO;
    for i in 0..2 {
        // SAFETY: `EdgeLanes` are 128 bytes, twice what is loaded and stored here, and aligned to 64.
        unsafe {
            let row = _mm512_load_si512(old.0.as_ptr().cast::<__m512i>().add(i));
            _mm512_store_si512(rows.0.as_mut_ptr().cast::<__m512i>().add(i), new(row));
        }
    }
    rows
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn relabelled_edges(cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes {
    let edges = _mm512_broadcast_i32x4(load(cube.edge_bytes()));
    let flips = _mm512_and_si512(edges, _mm512_set1_epi8(0x10));
    edge_lanes(labels, |labels| _mm512_xor_si512(_mm512_shuffle_epi8(labels, edges), flips))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn rearranged_edges(cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes {
    let edges = _mm512_broadcast_i32x4(load(cube.edge_bytes()));
    edge_lanes(take, |take| _mm512_shuffle_epi8(edges, take))
}

/// The bytes of eight cubes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn load_corner_lanes(corner_lanes: &CornerLanes) -> __m512i {
    // SAFETY: the array has 64 bytes and is aligned to as many.
    unsafe { _mm512_load_si512(corner_lanes.0.as_ptr().cast::<__m512i>()) }
}

/// Kinds from bit 7 of each byte, and the indices of the twists in bits 4 and 5 of `twists`, which has no other bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn parts_of(kinds: __m512i, twists: __m512i) -> CornerParts {
    let pairs = _mm512_maddubs_epi16(twists, _mm512_set1_epi64(TWIST_WEIGHTS_IN_PAIRS));
    let halves = _mm512_madd_epi16(pairs, _mm512_set1_epi64(TWIST_WEIGHTS_OF_PAIRS));
    let sums = _mm512_add_epi32(halves, _mm512_srli_epi64::<32>(halves));
    let numbers = _mm512_and_si512(_mm512_srli_epi64::<4>(sums), _mm512_set1_epi64(0xfff));
    let mut parts = CornerParts { kinds: _mm512_movepi8_mask(kinds).to_le_bytes(), ..CornerParts::ZERO };
    // SAFETY: the array has 64 bytes, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(parts.twists.as_mut_ptr().cast::<__m512i>(), numbers) };
    parts
}

/// As with AVX2: bit 3 of a piece selects one of the two cubes in sixteen bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn relabelled_corners(cube: &PackedCube, labels: &CornerLanes) -> CornerParts {
    const SECOND: i64 = 0x0808_0808_0808_0808;
    let corners = _mm512_broadcastq_epi64(corners(cube));
    let labels = _mm512_shuffle_epi8(
        load_corner_lanes(labels),
        _mm512_or_si512(corners, _mm512_set4_epi64(SECOND, 0, SECOND, 0)),
    );
    let twist = _mm512_set1_epi8(0x30);
    let sum = _mm512_add_epi8(_mm512_and_si512(labels, twist), _mm512_and_si512(corners, twist));
    parts_of(labels, _mm512_min_epu8(sum, _mm512_sub_epi8(sum, twist)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn rearranged_corners(cube: &PackedCube, kinds: &[u8; 16], take: &CornerLanes) -> CornerParts {
    /// Takes the bits of the mask from the first operand, the others from the second.
    const BLEND: i32 = 0b1100_1010;
    let corners = corners(cube);
    let kinds = _mm_shuffle_epi8(load(kinds), corners);
    let kinds_and_twists = _mm_ternarylogic_epi32::<BLEND>(_mm_set1_epi8(-0x80), kinds, corners);
    let new = _mm512_shuffle_epi8(_mm512_broadcastq_epi64(kinds_and_twists), load_corner_lanes(take));
    parts_of(new, _mm512_and_si512(new, _mm512_set1_epi8(0x30)))
}
