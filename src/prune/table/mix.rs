//! Hashing of states to buckets.

use super::Key;

/// Odd, so that multiplying by it modulo a power of two can be undone; the bits of the golden ratio and of the square
/// root of two look random enough.
const FACTORS: [Key; 2] = [0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835, 0x6A09_E667_F3BC_C908_B2FB_1366_EA95_7D3F];

/// A permutation of the numbers below `2^bits` whose low bits depend on all bits of the key.
///
/// Entries are exact because it is a permutation: bucket number and tag together are the mixed key, so no two states
/// share both. Each step can be undone: `x ^= x >> h` by repeating it from the top, a product by the inverse factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixer {
    mask: Key,
    half: u32,
}

impl Mixer {
    /// The permutation for keys of 1 to 128 bits.
    pub(super) fn new(bits: u32) -> Self {
        assert!((1..=Key::BITS).contains(&bits), "a key has 1 to 128 bits");
        Self { mask: Key::MAX >> (Key::BITS - bits), half: bits.div_ceil(2) }
    }

    /// The image of a key.
    ///
    /// # Panics
    /// If the key has more bits: it would collide with another state.
    #[inline(always)]
    pub(super) fn mix(self, key: Key) -> Key {
        assert!(key <= self.mask, "a key has no more bits than its table was made for");
        FACTORS.iter().fold(key ^ (key >> self.half), |mixed, &factor| {
            let product = mixed.wrapping_mul(factor) & self.mask;
            product ^ (product >> self.half)
        })
    }
}

/// A hash of a key, for tables that store the key itself.
#[inline(always)]
pub(super) fn hash(key: Key) -> u64 {
    let (low, high) = (key as u64, (key >> 64) as u64);
    let mixed = low.wrapping_mul(FACTORS[0] as u64) ^ high.wrapping_mul(FACTORS[1] as u64).rotate_left(32);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(FACTORS[1] as u64);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn small_mixes_are_permutations() {
        for bits in 1..=12 {
            let images: HashSet<Key> = (0..1 << bits).map(|key| Mixer::new(bits).mix(key)).collect();
            assert_eq!(images.len(), 1 << bits);
            assert!(images.iter().all(|&image| image < 1 << bits));
        }
    }

    #[test]
    fn wide_mixes_can_be_undone() {
        fn unshift(image: Key, by: u32) -> Key {
            (0..Key::BITS / by + 1).fold(image, |guess, _| image ^ (guess >> by))
        }
        // Newton's iteration doubles the correct low bits of an inverse; every odd number is its own modulo 8.
        let inverse = |odd: Key| (0..7).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))));
        let mut random = fastrand::Rng::with_seed(5);
        for bits in [31, 36, 64, 66, 127, 128] {
            let mixer = Mixer::new(bits);
            for _ in 0..1000 {
                let key = random.u128(..) & mixer.mask;
                let mut back = unshift(mixer.mix(key), mixer.half);
                for factor in FACTORS.iter().rev() {
                    back = unshift(back.wrapping_mul(inverse(*factor)) & mixer.mask, mixer.half);
                }
                assert_eq!(back, key);
            }
        }
    }

    #[test]
    fn neighbouring_keys_spread_evenly() {
        for shift in [0, 8, 27, 40, 55] {
            let mut buckets = [[0u32; 256]; 2];
            for low in 0..1u128 << 11 {
                let key = low << shift;
                buckets[0][Mixer::new(66).mix(key) as usize & 255] += 1;
                buckets[1][hash(key) as usize & 255] += 1;
            }
            // 8 are expected; a fair spread has a bucket of 28 once in a million times.
            assert!(buckets.iter().flatten().all(|&count| count < 28), "{shift}");
        }
    }

    #[test]
    #[should_panic(expected = "no more bits")]
    fn a_key_of_too_many_bits_is_refused() {
        Mixer::new(66).mix(1 << 66);
    }
}
