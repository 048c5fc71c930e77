//! Moves of bytes in AVX2 registers: a shuffle, an addition and a minimum for all bytes at once.
#![allow(unsafe_code)]

use super::byte_move::{ByteMove, Moving, Twist};
use crate::cube::Avx2;
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm_storeu_si128, _mm256_add_epi8, _mm256_blendv_epi8, _mm256_broadcastsi128_si256,
    _mm256_castsi256_si128, _mm256_load_si256, _mm256_min_epu8, _mm256_or_si256, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_sub_epi8,
};

/// Bytes of half a register, within which bytes are shuffled.
const HALF: usize = 16;

/// 32 bytes at an address that a register is loaded from at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Lanes([u8; 2 * HALF]);

/// Moves of nodes of 16, 32, 64 or 128 bytes.
///
/// A move is a list of lanes. For each 32 bytes of the node after it: which bytes come from the first, second, … 16
/// bytes of the node before; what is added; what is taken away where that leaves a smaller number.
#[derive(Clone, Debug)]
pub(super) struct Vectors<const N: usize> {
    lanes: Vec<Lanes>,
    /// Proof that the processor has the instructions.
    _has: Avx2,
}

impl<const N: usize> Vectors<N> {
    /// Lanes for 32 bytes of the node after a move.
    const BLOCK: usize = N / HALF + 2;
    /// Lanes of a move.
    const LANES: usize = N.div_ceil(2 * HALF) * Self::BLOCK;

    /// These moves; `None` if the processor does not have the instructions, nodes are too large, or a turn is more than
    /// an addition.
    pub fn new(moves: &[ByteMove]) -> Option<Self> {
        let has = Avx2::detect()?;
        let is_mapped = |by: &ByteMove| by.turns.iter().any(|(_, turn)| matches!(turn, Twist::Mapped(_)));
        if !matches!(N, 16 | 32 | 64 | 128) || moves.iter().any(is_mapped) {
            return None;
        }
        Some(Self { lanes: moves.iter().flat_map(Self::lanes).collect(), _has: has })
    }

    fn lanes(by: &ByteMove) -> Vec<Lanes> {
        let mut lanes = vec![Lanes([0; 2 * HALF]); Self::LANES];
        let block = |to: usize| to / (2 * HALF) * Self::BLOCK;
        for (to, from) in by.sources(N).into_iter().map(usize::from).enumerate() {
            for half in 0..N / HALF {
                // A set highest bit stands for no byte.
                let source = if from / HALF == half { (from % HALF) as u8 } else { 0x80 };
                lanes[block(to) + half].0[to % (2 * HALF)] = source;
            }
        }
        for (to, turn) in &by.turns {
            let to = usize::from(*to);
            if let &Twist::Added { step, wrap } = turn {
                lanes[block(to) + N / HALF].0[to % (2 * HALF)] = step;
                lanes[block(to) + N / HALF + 1].0[to % (2 * HALF)] = wrap;
            }
        }
        lanes
    }

    /// Does some work with these moves.
    #[inline(always)]
    pub fn run<M: Moving<N>>(&self, work: M) -> M::Result {
        // SAFETY: `_has` exists only after `detect` has found these instructions on this processor.
        unsafe { self.run_with_avx2(work) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_with_avx2<M: Moving<N>>(&self, work: M) -> M::Result {
        work.run(|node, by| {
            let mut after = *node;
            let lanes = &self.lanes[by * Self::LANES..][..Self::LANES];
            for (block, to) in lanes.chunks_exact(Self::BLOCK).zip(after.chunks_mut(2 * HALF)) {
                let [sources @ .., step, wrap] = block else { unreachable!("each block has as many lanes") };
                let mut shuffled = _mm256_setzero_si256();
                for (lanes, from) in sources.iter().zip(node.as_chunks::<HALF>().0) {
                    // SAFETY: sixteen bytes are read.
                    let from = unsafe { _mm_loadu_si128(from.as_ptr().cast()) };
                    let part = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(from), loaded(lanes));
                    shuffled = _mm256_or_si256(shuffled, part);
                }
                let sum = _mm256_add_epi8(shuffled, loaded(step));
                let turned = _mm256_min_epu8(sum, _mm256_sub_epi8(sum, loaded(wrap)));
                // Codes with the highest bit stay.
                let turned = _mm256_blendv_epi8(turned, shuffled, shuffled);
                match to.len() {
                    // SAFETY: sixteen bytes are written.
                    HALF => unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), _mm256_castsi256_si128(turned)) },
                    // SAFETY: 32 bytes are written, as nodes are multiples of 32 bytes where they are not 16.
                    _ => unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), turned) },
                }
            }
            after
        })
    }
}

/// Does some work that the compiler translates for AVX2, if the processor has it.
#[inline(always)]
pub(super) fn with_vectors<R>(work: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    match Avx2::detect() {
        // SAFETY: these instructions were found on this processor.
        Some(_) => unsafe { with_avx2(work) },
        None => work(),
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn loaded(lanes: &Lanes) -> __m256i {
    // SAFETY: 32 aligned bytes are read.
    unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
}
