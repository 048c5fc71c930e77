//! The AVX2 and BMI2 twin of the packed cube arithmetic.
#![allow(unsafe_code)]

use super::super::packed::{CornerLanes, CornerParts, EdgeLanes, EdgeMap, EdgeView, Lanes, PackedCube, TWIST_WEIGHTS};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi8, _mm_and_si128, _mm_cvtsi128_si64, _mm_load_si128, _mm_loadu_si128,
    _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8, _mm_shuffle_epi8, _mm_slli_epi16, _mm_xor_si128, _mm256_add_epi8,
    _mm256_add_epi32, _mm256_and_si256, _mm256_broadcastq_epi64, _mm256_broadcastsi128_si256, _mm256_castsi128_si256,
    _mm256_cvtsi256_si32, _mm256_load_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_min_epu8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_epi64x, _mm256_set_m128i, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_srli_epi64, _mm256_store_si256, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
    _pext_u32,
};

/// Proof that the processor has AVX2 and the bit-manipulation instructions that came before it or with it.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the proof if the processor has these instructions.
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn then(self, first: &PackedCube, next: &PackedCube) -> PackedCube {
        // SAFETY: a value of `Avx2` exists only after `detect` has found these instructions on this processor.
        unsafe { then(first, next) }
    }

    #[inline(always)]
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64 {
        // SAFETY: as above.
        unsafe { select(edges, view) }
    }

    #[inline(always)]
    fn edge_masks(self, edges: &[u8; 16], map: &EdgeMap) -> [u32; 3] {
        // SAFETY: as above.
        unsafe { edge_masks(edges, map) }
    }

    #[inline(always)]
    fn relabelled_edges(self, cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes {
        // SAFETY: as above.
        unsafe { relabelled_edges(cube, labels) }
    }

    #[inline(always)]
    fn rearranged_edges(self, cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes {
        // SAFETY: as above.
        unsafe { rearranged_edges(cube, take) }
    }

    #[inline(always)]
    fn corner_part(self, cube: &PackedCube, kinds: &[u8; 16]) -> (u8, u32) {
        // SAFETY: as above.
        unsafe { corner_part(cube, kinds) }
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
        // SAFETY: as above.
        unsafe { extract(value, mask) }
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: as above.
        unsafe { run(work) }
    }
}

#[inline]
#[target_feature(enable = "bmi2")]
fn extract(value: u32, mask: u32) -> u32 {
    _pext_u32(value, mask)
}

/// Sixteen bytes as a register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array has sixteen bytes, and the load asks for no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>()) }
}

/// The corner half of a cube.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn corners(cube: &PackedCube) -> __m128i {
    load(cube.bytes.first_chunk().expect("a cube has 32 bytes"))
}

/// Shuffles the pieces into place, looks their labels up, and gathers one bit of every byte at a time: a shift brings
/// it to the top of the byte.
#[inline]
#[target_feature(enable = "avx2")]
fn edge_masks(edges: &[u8; 16], map: &EdgeMap) -> [u32; 3] {
    // Flips, in bit 4, do not disturb the second look-up.
    let taken = _mm_xor_si128(_mm_shuffle_epi8(load(edges), load(&map.take)), load(&map.flip));
    let seen = _mm_shuffle_epi8(load(&map.relabel), taken);
    [
        _mm_movemask_epi8(seen) as u32,
        _mm_movemask_epi8(_mm_add_epi8(seen, seen)) as u32,
        _mm_movemask_epi8(_mm_slli_epi16::<3>(_mm_xor_si128(seen, taken))) as u32,
    ]
}

/// Applies `new` to the bytes of two cubes at a time.
#[inline]
#[target_feature(enable = "avx2")]
fn edge_lanes(old: &EdgeLanes, new: impl Fn(__m256i) -> __m256i) -> EdgeLanes {
    let mut rows = EdgeLanes::ZERO;
    for i in 0..4 {
        // SAFETY: `EdgeLanes` are 128 bytes, four times what is loaded and stored here, and aligned to 64.
        unsafe {
            let row = _mm256_load_si256(old.0.as_ptr().cast::<__m256i>().add(i));
            _mm256_store_si256(rows.0.as_mut_ptr().cast::<__m256i>().add(i), new(row));
        }
    }
    rows
}

#[inline]
#[target_feature(enable = "avx2")]
fn relabelled_edges(cube: &PackedCube, labels: &EdgeLanes) -> EdgeLanes {
    let edges = _mm256_broadcastsi128_si256(load(cube.edge_bytes()));
    let flips = _mm256_and_si256(edges, _mm256_set1_epi8(0x10));
    edge_lanes(labels, |labels| _mm256_xor_si256(_mm256_shuffle_epi8(labels, edges), flips))
}

#[inline]
#[target_feature(enable = "avx2")]
fn rearranged_edges(cube: &PackedCube, take: &EdgeLanes) -> EdgeLanes {
    let edges = _mm256_broadcastsi128_si256(load(cube.edge_bytes()));
    edge_lanes(take, |take| _mm256_shuffle_epi8(edges, take))
}

/// The weights of the twists, in the order of the slots: first within a pair of slots, then for each pair.
pub(super) const TWIST_WEIGHTS_IN_PAIRS: i64 = 0x00_01_03_01_03_01_03_01;
pub(super) const TWIST_WEIGHTS_OF_PAIRS: i64 = TWIST_WEIGHTS[0] as i64
    | (TWIST_WEIGHTS[2] as i64) << 16
    | (TWIST_WEIGHTS[4] as i64) << 32
    | (TWIST_WEIGHTS[6] as i64) << 48;

/// The index of the twists in bits 4 and 5 of each group of eight bytes; no other bits are set.
#[inline]
#[target_feature(enable = "avx2")]
fn twist_numbers(twists: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(twists, _mm256_set1_epi64x(TWIST_WEIGHTS_IN_PAIRS));
    let halves = _mm256_madd_epi16(pairs, _mm256_set1_epi64x(TWIST_WEIGHTS_OF_PAIRS));
    // The low half holds sixteen times the index; the sums in the high half are discarded.
    let sums = _mm256_add_epi32(halves, _mm256_srli_epi64::<32>(halves));
    _mm256_and_si256(_mm256_srli_epi64::<4>(sums), _mm256_set1_epi64x(0xfff))
}

#[inline]
#[target_feature(enable = "avx2")]
fn corner_part(cube: &PackedCube, kinds: &[u8; 16]) -> (u8, u32) {
    let corners = corners(cube);
    let kinds = _mm_movemask_epi8(_mm_shuffle_epi8(load(kinds), corners)) as u8;
    let twists = twist_numbers(_mm256_castsi128_si256(_mm_and_si128(corners, _mm_set1_epi8(0x30))));
    (kinds, _mm256_cvtsi256_si32(twists) as u32)
}

/// The parts of eight cubes with four in each register: kinds in bit 7, twists as for [`twist_numbers`].
#[inline]
#[target_feature(enable = "avx2")]
fn parts_of(kinds: [__m256i; 2], twists: [__m256i; 2]) -> CornerParts {
    let mut parts = CornerParts::ZERO;
    for i in 0..2 {
        parts.kinds[4 * i..][..4].copy_from_slice(&_mm256_movemask_epi8(kinds[i]).to_le_bytes());
        let numbers: &mut [u64; 4] = (&mut parts.twists[4 * i..][..4]).try_into().expect("four of eight");
        // SAFETY: the array has 32 bytes, and the store asks for no alignment.
        unsafe { _mm256_storeu_si256(numbers.as_mut_ptr().cast::<__m256i>(), twist_numbers(twists[i])) };
    }
    parts
}

/// The bytes of four cubes, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn load_corner_lanes(corner_lanes: &CornerLanes) -> [__m256i; 2] {
    let start = corner_lanes.0.as_ptr().cast::<__m256i>();
    // SAFETY: the arrays have 64 bytes and are aligned to as many.
    unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
}

/// Shuffles look up in sixteen bytes, the labels of two cubes; eight pieces leave bit 3 free to select the cube.
#[inline]
#[target_feature(enable = "avx2")]
fn relabelled_corners(cube: &PackedCube, labels: &CornerLanes) -> CornerParts {
    let corners = _mm256_broadcastq_epi64(corners(cube));
    let pieces = _mm256_or_si256(corners, _mm256_set_epi64x(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0));
    let own = _mm256_and_si256(corners, _mm256_set1_epi8(0x30));
    let [first, second] = load_corner_lanes(labels);
    let labels = [_mm256_shuffle_epi8(first, pieces), _mm256_shuffle_epi8(second, pieces)];
    let twist = |labels| {
        let sum = _mm256_add_epi8(_mm256_and_si256(labels, _mm256_set1_epi8(0x30)), own);
        _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(0x30)))
    };
    parts_of(labels, [twist(labels[0]), twist(labels[1])])
}

#[inline]
#[target_feature(enable = "avx2")]
fn rearranged_corners(cube: &PackedCube, kinds: &[u8; 16], take: &CornerLanes) -> CornerParts {
    let corners = corners(cube);
    let kinds = _mm_and_si128(_mm_shuffle_epi8(load(kinds), corners), _mm_set1_epi8(-0x80));
    let kinds_and_twists = _mm_or_si128(kinds, _mm_and_si128(corners, _mm_set1_epi8(0x30)));
    let old = _mm256_broadcastq_epi64(kinds_and_twists);
    let [first, second] = load_corner_lanes(take);
    let new = [_mm256_shuffle_epi8(old, first), _mm256_shuffle_epi8(old, second)];
    let twist = |new| _mm256_and_si256(new, _mm256_set1_epi8(0x30));
    parts_of(new, [twist(new[0]), twist(new[1])])
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Two shuffles: take the pieces, then look their places up. The flip in bit 4 is unaffected by the second one.
#[inline]
#[target_feature(enable = "avx2")]
fn select(edges: &[u8; 16], view: &EdgeView) -> u64 {
    // SAFETY: the arrays are sixteen bytes long; those of the view are aligned to sixteen bytes by its representation.
    let (edges, take, place) = unsafe {
        (
            _mm_loadu_si128(edges.as_ptr().cast::<__m128i>()),
            _mm_load_si128(view.take.as_ptr().cast::<__m128i>()),
            _mm_load_si128(view.place.as_ptr().cast::<__m128i>()),
        )
    };
    let taken = _mm_shuffle_epi8(edges, take);
    let flips = _mm_and_si128(taken, _mm_set1_epi8(0x10));
    let seen = _mm_xor_si128(_mm_shuffle_epi8(place, taken), flips);
    _mm_cvtsi128_si64(seen) as u64 ^ view.flips
}

/// Shuffle, add, reduce: a corner's twist counts modulo 3 and an edge's flip modulo 2, both in steps of 0x10. The
/// unsigned minimum keeps `sum` where subtracting the modulus would wrap.
#[inline]
#[target_feature(enable = "avx2")]
fn then(first: &PackedCube, next: &PackedCube) -> PackedCube {
    let mut product = PackedCube::SOLVED;
    // SAFETY: `PackedCube` is 32 bytes long and aligned to 32 bytes, which is all that the aligned load and store ask
    // for.
    unsafe {
        let left = _mm256_load_si256((&raw const first.bytes).cast::<__m256i>());
        let right = _mm256_load_si256((&raw const next.bytes).cast::<__m256i>());
        let orientation = _mm256_and_si256(right, _mm256_set1_epi8(0x30));
        // The shuffle uses bits 0 to 3 and 7 of an index byte; bit 7 is never set in a cube.
        let sum = _mm256_add_epi8(_mm256_shuffle_epi8(left, right), orientation);
        let modulus = _mm256_set_m128i(_mm_set1_epi8(0x20), _mm_set1_epi8(0x30));
        let reduced = _mm256_min_epu8(sum, _mm256_sub_epi8(sum, modulus));
        _mm256_store_si256((&raw mut product.bytes).cast::<__m256i>(), reduced);
    }
    product
}
