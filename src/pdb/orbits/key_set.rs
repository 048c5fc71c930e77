//! A set of keys that are never 0, in one block of memory.

use crate::prefetch::prefetch;

/// A set of keys of `W` words. Whole keys are compared: no two are ever taken for one. It uses 1.3 to 1.9
/// times the bytes of its keys.
#[derive(Clone, Debug)]
pub struct KeySet<const W: usize> {
    /// Open addressing; free slots are 0.
    slots: Vec<[u64; W]>,
    len: usize,
}

impl<const W: usize> Default for KeySet<W> {
    fn default() -> Self {
        Self { slots: Vec::new(), len: 0 }
    }
}

impl<const W: usize> KeySet<W> {
    /// An empty set with room for so many keys.
    pub fn with_room(keys: usize) -> Self {
        Self { slots: vec![[0; W]; keys + keys / 2], len: 0 }
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Number of bytes of the slots.
    pub fn memory(&self) -> u64 {
        (self.slots.len() * W * 8) as u64
    }

    /// The keys in a range of slots.
    pub fn keys(&self, slots: std::ops::Range<usize>) -> impl Iterator<Item = &[u64; W]> {
        self.slots[slots].iter().filter(|key| key[0] != 0)
    }

    /// All keys.
    pub fn iter(&self) -> impl Iterator<Item = &[u64; W]> {
        self.keys(0..self.slots.len())
    }

    /// Returns whether a key is there.
    #[inline(always)]
    pub fn contains(&self, key: &[u64; W], hash: u64) -> bool {
        self.len > 0 && self.slots[self.slot(key, hash)][0] != 0
    }

    /// Starts loading the slot of a key with this hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        prefetch(&self.slots, self.first_slot(hash));
    }

    /// Adds a key; returns whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, key: &[u64; W], hash: u64) -> bool {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let slot = self.slot(key, hash);
        let is_new = self.slots[slot][0] == 0;
        if is_new {
            self.slots[slot] = *key;
            self.len += 1;
        }
        is_new
    }

    /// The slot that has the key, or the free one where it belongs.
    #[inline(always)]
    fn slot(&self, key: &[u64; W], hash: u64) -> usize {
        let count = self.slots.len();
        let mut slot = self.first_slot(hash);
        while self.slots[slot][0] != 0 && self.slots[slot] != *key {
            slot = if slot + 1 < count { slot + 1 } else { 0 };
        }
        slot
    }

    #[inline(always)]
    fn first_slot(&self, hash: u64) -> usize {
        (u128::from(hash) * self.slots.len() as u128 >> 64) as usize
    }

    #[cold]
    fn grow(&mut self) {
        let larger = (self.slots.len() * 7 / 5).max(16);
        let old = std::mem::replace(&mut self.slots, vec![[0; W]; larger]);
        for key in old.iter().filter(|key| key[0] != 0) {
            let slot = self.slot(key, hash(key));
            self.slots[slot] = *key;
        }
    }
}

/// A hash of a key, of which all bits are good.
#[inline(always)]
pub fn hash<const W: usize>(key: &[u64; W]) -> u64 {
    let mix = |sum: u64, factor: u64| {
        let product = u128::from(sum) * u128::from(factor);
        (product >> 64) as u64 ^ product as u64
    };
    let sum = key.iter().fold(0, |sum: u64, &word| mix(sum ^ word ^ 0xA076_1D64_78BD_642F, 0x9E37_79B9_7F4A_7C15));
    mix(sum ^ 0xE703_7ED1_A0B4_28DB, 0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart_by_every_word() {
        let mut set = KeySet::<3>::default();
        let keys = || (1..2000u64).flat_map(|number| [[number, 0, 0], [1, number, 0], [1, 0, number]]);
        let new = keys().filter(|key| set.insert(key, hash(key))).count();
        // [1, 0, 0] and its like are the same only where all words are.
        assert_eq!(new, 1999 * 3);
        assert!(keys().all(|key| set.contains(&key, hash(&key))));
        assert_eq!((set.len(), set.iter().count()), (new, new));
        assert!(!set.contains(&[5000, 0, 0], hash(&[5000, 0, 0])));
    }

    #[test]
    fn equal_hashes_do_not_merge_keys() {
        let mut set = KeySet::<1>::default();
        // So few that the set does not grow, for which it hashes them itself.
        assert!((1..=10).all(|key| set.insert(&[key], 0)));
        assert!((1..=10).all(|key| !set.insert(&[key], 0)));
        assert_eq!(set.len(), 10);
    }
}
