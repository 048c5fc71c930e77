//! The AVX2 twin of the packed cube arithmetic.
#![allow(unsafe_code)]

use super::packed::{Cube, EdgeView, Lanes};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cvtsi128_si64, _mm_load_si128, _mm_loadu_si128, _mm_set1_epi8,
    _mm_shuffle_epi8, _mm_xor_si128, _mm256_add_epi8, _mm256_and_si256, _mm256_load_si256, _mm256_min_epu8,
    _mm256_set_m128i, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_store_si256, _mm256_sub_epi8,
};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, where the processor has AVX2.
    pub fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn then(self, first: &Cube, next: &Cube) -> Cube {
        // SAFETY: a value of `Avx2` exists only after `detect` has found AVX2 on this processor.
        unsafe { then(first, next) }
    }

    #[inline(always)]
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64 {
        // SAFETY: as above.
        unsafe { select(edges, view) }
    }

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: as above.
        unsafe { run(work) }
    }
}

#[target_feature(enable = "avx2")]
fn run<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Two shuffles: take the pieces, then look their places up. The flip in bit 4 passes the second one by.
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
fn then(first: &Cube, next: &Cube) -> Cube {
    let mut product = Cube::SOLVED;
    // SAFETY: `Cube` is 32 bytes long and aligned to 32 bytes, which is all that the aligned load and store ask for.
    unsafe {
        let left = _mm256_load_si256((&raw const first.bytes).cast::<__m256i>());
        let right = _mm256_load_si256((&raw const next.bytes).cast::<__m256i>());
        let orientation = _mm256_and_si256(right, _mm256_set1_epi8(0x30));
        // The shuffle looks at bits 0 to 3 and 7 of an index byte; bit 7 is never set in a cube.
        let sum = _mm256_add_epi8(_mm256_shuffle_epi8(left, right), orientation);
        let modulus = _mm256_set_m128i(_mm_set1_epi8(0x20), _mm_set1_epi8(0x30));
        let reduced = _mm256_min_epu8(sum, _mm256_sub_epi8(sum, modulus));
        _mm256_store_si256((&raw mut product.bytes).cast::<__m256i>(), reduced);
    }
    product
}

#[cfg(test)]
mod tests {
    use super::super::packed::{MOVE_CUBES, Portable};
    use super::*;

    #[test]
    fn products_equal_the_portable_ones_on_a_long_walk() {
        let Some(avx2) = Avx2::detect() else { return };
        let mut random = fastrand::Rng::with_seed(7);
        let mut cube = Cube::SOLVED;
        for _ in 0..10_000 {
            let m = &MOVE_CUBES[random.usize(..MOVE_CUBES.len())];
            assert_eq!(avx2.then(&cube, m), Portable.then(&cube, m));
            assert_eq!(avx2.then(m, &cube), Portable.then(m, &cube));
            assert_eq!(avx2.then(&cube, &cube), Portable.then(&cube, &cube));
            cube = avx2.then(&cube, m);
            let mut view = EdgeView { take: [0; 16], place: [0; 16], flips: random.u64(..) & 0x1010_1010_1010_1010 };
            view.take.fill_with(|| random.u8(..16));
            view.place.fill_with(|| random.u8(..32));
            assert_eq!(avx2.select(cube.edge_bytes(), &view), Portable.select(cube.edge_bytes(), &view));
        }
    }
}
