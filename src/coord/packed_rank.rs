//! Ranking of arrangements that lie in the bytes of one machine word: the fast twin of [`super::Arrangements::rank`].

use super::arrangement::Arrangements;

/// The lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = 0x80 * ONES;

/// Ranks up to eight pieces in twelve slots, and their flips, at about five instructions a piece.
#[derive(Clone, Copy, Debug)]
pub struct PackedRank {
    pieces: usize,
    weights: [u32; 8],
}

impl PackedRank {
    /// # Panics
    /// If `pieces` is not 1 to 8.
    pub fn new(pieces: usize) -> Self {
        assert!((1..=8).contains(&pieces));
        let rows = Arrangements::new(12, pieces);
        let mut weights = [0; 8];
        (0..pieces).for_each(|i| weights[i] = rows.weight(i));
        Self { pieces, weights }
    }

    /// Row of the arrangement in `bytes`: the slot of piece `i` in the low four bits of byte `i`. Other bits and bytes
    /// beyond the pieces are ignored.
    #[inline(always)]
    pub fn row(&self, bytes: u64) -> u32 {
        let slots = bytes & (0x0f * ONES);
        // Byte i counts the pieces before i in lower slots. Adding 0x80 keeps borrows within their byte.
        let mut lower = 0;
        for j in 0..7 {
            let slot = slots >> (8 * j) & 0xff;
            let later = ONES << (8 * (j + 1));
            lower += ((slots | HIGH) - slot * ONES) >> 7 & later;
        }
        // Bytes beyond the pieces may borrow, but only from each other.
        let digits = slots.wrapping_sub(lower);
        (0..8).map(|i| (digits >> (8 * i) & 0xff) as u32 * self.weights[i]).sum()
    }

    /// Cell of the flips in bit 4 of each byte.
    #[inline(always)]
    pub fn flips(&self, bytes: u64) -> u32 {
        // The product collects bit 0 of byte i as bit 56 + i.
        let gathered = (bytes >> 4 & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        gathered as u32 & ((1 << self.pieces) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_equal_the_plain_ones() {
        let mut random = fastrand::Rng::with_seed(3);
        for pieces in 1..=8 {
            let (plain, packed) = (Arrangements::new(12, pieces), PackedRank::new(pieces));
            for _ in 0..2000 {
                let mut slots: Vec<u8> = (0..12).collect();
                random.shuffle(&mut slots);
                let flips = random.u8(..);
                let mut bytes = [0; 8];
                (0..8).for_each(|i| bytes[i] = slots[i] | (flips >> i & 1) << 4);
                let word = u64::from_le_bytes(bytes);
                assert_eq!(packed.row(word), plain.rank(&slots[..pieces]));
                assert_eq!(packed.flips(word), u32::from(flips) & ((1 << pieces) - 1));
            }
        }
    }
}
