//! The AVX2 and BMI2 twin of the packed cube arithmetic.
#![allow(unsafe_code)]

use super::packed::{Cube, EdgeMap, EdgeView, Lanes};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cvtsi128_si64, _mm_load_si128, _mm_loadu_si128, _mm_movemask_epi8,
    _mm_set1_epi8, _mm_shuffle_epi8, _mm_slli_epi16, _mm_xor_si128, _mm256_add_epi8, _mm256_and_si256,
    _mm256_load_si256, _mm256_min_epu8, _mm256_set_m128i, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_store_si256,
    _mm256_sub_epi8, _pext_u32,
};

/// Proof that the processor has AVX2 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, where the processor has both.
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")).then_some(Self(()))
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn then(self, first: &Cube, next: &Cube) -> Cube {
        // SAFETY: a value of `Avx2` exists only after `detect` has found AVX2 and BMI2 on this processor.
        unsafe { then(first, next) }
    }

    #[inline(always)]
    fn select(self, edges: &[u8; 16], view: &EdgeView) -> u64 {
        // SAFETY: as above.
        unsafe { select(edges, view) }
    }

    #[inline(always)]
    fn edge_masks(self, cube: &Cube, map: &EdgeMap) -> [u32; 3] {
        // SAFETY: as above.
        unsafe { edge_masks(cube, map) }
    }

    #[inline(always)]
    fn corner_masks(self, cube: &Cube, kinds: &[u8; 16]) -> [u32; 3] {
        // SAFETY: as above.
        unsafe { corner_masks(cube, kinds) }
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

/// Shuffle the pieces into place, look their labels up, and gather one bit of every byte at a time: a shift brings it to the
/// top of the byte.
#[inline]
#[target_feature(enable = "avx2")]
fn edge_masks(cube: &Cube, map: &EdgeMap) -> [u32; 3] {
    // SAFETY: the halves of a cube and the arrays of a map are sixteen bytes long and aligned to sixteen bytes.
    let (edges, take, relabel, flip) = unsafe {
        (
            _mm_load_si128(cube.edge_bytes().as_ptr().cast::<__m128i>()),
            _mm_load_si128(map.take.as_ptr().cast::<__m128i>()),
            _mm_load_si128(map.relabel.as_ptr().cast::<__m128i>()),
            _mm_load_si128(map.flip.as_ptr().cast::<__m128i>()),
        )
    };
    let taken = _mm_shuffle_epi8(edges, take);
    let flips = _mm_xor_si128(_mm_and_si128(taken, _mm_set1_epi8(0x10)), flip);
    let seen = _mm_xor_si128(_mm_shuffle_epi8(relabel, taken), flips);
    let masks = [_mm_slli_epi16::<6>(seen), _mm_slli_epi16::<7>(seen), _mm_slli_epi16::<3>(seen)];
    masks.map(|bytes| _mm_movemask_epi8(bytes) as u32 & 0xfff)
}

#[inline]
#[target_feature(enable = "avx2")]
fn corner_masks(cube: &Cube, kinds: &[u8; 16]) -> [u32; 3] {
    // SAFETY: a cube is 32 bytes long and aligned to 32 bytes; the kinds are sixteen bytes, loaded without alignment.
    let (corners, kinds) = unsafe {
        (_mm_load_si128((&raw const cube.bytes).cast::<__m128i>()), _mm_loadu_si128(kinds.as_ptr().cast::<__m128i>()))
    };
    let masks = [_mm_shuffle_epi8(kinds, corners), _mm_slli_epi16::<3>(corners), _mm_slli_epi16::<2>(corners)];
    masks.map(|bytes| _mm_movemask_epi8(bytes) as u32 & 0xff)
}

#[target_feature(enable = "avx2,bmi2")]
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
    use super::super::symmetry::Symmetry;
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
            let seen = EdgeMap::view(Symmetry::all().nth(random.usize(..Symmetry::COUNT)).unwrap());
            assert_eq!(avx2.edge_masks(&cube, &seen), Portable.edge_masks(&cube, &seen));
            let kinds = std::array::from_fn(|_| random.u8(..));
            assert_eq!(avx2.corner_masks(&cube, &kinds), Portable.corner_masks(&cube, &kinds));
            let (value, mask) = (random.u32(..), random.u32(..));
            assert_eq!(avx2.extract(value, mask), Portable.extract(value, mask));
        }
    }
}
