//! Ranking of arrangements: ordered choices of distinct slots.

/// Lexicographic numbering of the ways to put `pieces` distinguishable pieces into `slots` slots.
///
/// The rank is a mixed-radix number: digit `i` counts the free slots below the slot of piece `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangements {
    slots: usize,
    pieces: usize,
}

impl Arrangements {
    /// # Panics
    /// If there are more pieces than slots, or more than 12 slots.
    pub const fn new(slots: usize, pieces: usize) -> Self {
        assert!(pieces <= slots && slots <= 12);
        Self { slots, pieces }
    }

    /// Number of slots.
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// Number of pieces.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// Number of arrangements.
    pub const fn count(&self) -> u32 {
        let mut product = 1;
        let mut i = 0;
        while i < self.pieces {
            product *= (self.slots - i) as u32;
            i += 1;
        }
        product
    }

    /// The increase of the rank when digit `piece` grows by one.
    pub const fn weight(&self, piece: usize) -> u32 {
        let mut product = 1;
        let mut i = piece + 1;
        while i < self.pieces {
            product *= (self.slots - i) as u32;
            i += 1;
        }
        product
    }

    /// The rank of an arrangement, below [`Arrangements::count`]; `slots[i]` is the slot of piece `i`.
    pub fn rank(&self, slots: &[u8]) -> u32 {
        debug_assert_eq!(slots.len(), self.pieces);
        let mut used = 0u32;
        let mut rank = 0;
        for (i, &slot) in slots.iter().enumerate() {
            rank = rank * (self.slots - i) as u32 + free_below(used, slot);
            used |= 1 << slot;
        }
        rank
    }

    /// Writes the arrangement with this rank: the inverse of [`Arrangements::rank`].
    ///
    /// # Panics
    /// If `out` is shorter than the number of pieces.
    pub fn unrank(&self, rank: u32, out: &mut [u8]) {
        let mut rest = rank;
        let mut free = (1u32 << self.slots) - 1;
        for (i, slot) in out.iter_mut().enumerate().take(self.pieces) {
            let weight = self.weight(i);
            *slot = nth_set_bit(free, rest / weight);
            free &= !(1 << *slot);
            rest %= weight;
        }
    }
}

/// Number of slots below `slot` that are not in `used`.
#[inline(always)]
pub(super) const fn free_below(used: u32, slot: u8) -> u32 {
    slot as u32 - (used & ((1 << slot) - 1)).count_ones()
}

fn nth_set_bit(mut mask: u32, n: u32) -> u8 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrank_inverts_rank_and_ranks_are_lexicographic() {
        for (slots, pieces) in [(8, 8), (12, 1), (12, 3), (12, 4), (5, 0)] {
            let arrangements = Arrangements::new(slots, pieces);
            let mut previous = Vec::new();
            for rank in 0..arrangements.count() {
                let mut out = vec![0; pieces];
                arrangements.unrank(rank, &mut out);
                assert_eq!(arrangements.rank(&out), rank);
                assert!(rank == 0 || previous < out);
                previous = out;
            }
        }
    }
}
