//! A set of exact keys.

use crate::pdb::memory::{OutOfMemory, available_memory};

/// Bytes of a key.
const KEY_BYTES: u64 = size_of::<u128>() as u64;

/// A set of 128-bit keys with open addressing and linear probing. Keys are kept whole: two keys are never mixed up.
pub(super) struct KeySet {
    /// 0 where empty.
    slots: Vec<u128>,
    len: u64,
    /// Whether the key 0, which looks like an empty slot, is in the set.
    zero: bool,
}

impl KeySet {
    /// The empty set.
    pub fn new() -> Self {
        Self { slots: Vec::new(), len: 0, zero: false }
    }

    /// Memory of a set that has room for `keys`.
    pub fn bytes_for(keys: u64) -> u64 {
        slots_for(keys).saturating_mul(KEY_BYTES)
    }

    /// Makes room for `more` keys.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn reserve(&mut self, more: u64) -> Result<(), OutOfMemory> {
        let slots = slots_for(self.len.saturating_add(more));
        if slots <= self.slots.len() as u64 {
            return Ok(());
        }
        let refused = OutOfMemory { needed: slots.saturating_mul(KEY_BYTES), available: available_memory() };
        if refused.needed > refused.available || usize::try_from(refused.needed).is_err() {
            return Err(refused);
        }
        let old = std::mem::replace(&mut self.slots, vec![0; slots as usize]);
        for key in old.into_iter().filter(|&key| key != 0) {
            let slot = self.slot_of(key);
            self.slots[slot] = key;
        }
        Ok(())
    }

    /// Adds a key, for which there must be room. Whether it is new.
    pub fn insert(&mut self, key: u128) -> bool {
        let new = if key == 0 {
            !std::mem::replace(&mut self.zero, true)
        } else {
            let slot = self.slot_of(key);
            std::mem::replace(&mut self.slots[slot], key) != key
        };
        self.len += u64::from(new);
        new
    }

    /// The slot that holds a key, or the one that it belongs in.
    fn slot_of(&self, key: u128) -> usize {
        let scaled = u128::from(hash(key)) * self.slots.len() as u128;
        let mut slot = (scaled >> 64) as usize;
        while self.slots[slot] != 0 && self.slots[slot] != key {
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
        slot
    }
}

/// Slots for a number of keys: a quarter more than keys, so that some are always empty and the ways short.
fn slots_for(keys: u64) -> u64 {
    keys.saturating_add(keys / 4).saturating_add(8)
}

/// Folds both halves of a key into a word of which all bits depend on all bits.
fn hash(key: u128) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mixed = fold(key as u64 ^ 0x2d35_8dcc_aa6c_78a5, (key >> 64) as u64 ^ 0x8bb8_4b93_962e_acc9);
    fold(mixed ^ 0x4b33_a62e_d433_d4a3, 0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn agrees_with_the_standard_set() {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut set, mut standard) = (KeySet::new(), HashSet::new());
        for _ in 0..20 {
            let more = random.u64(..500);
            set.reserve(more).unwrap();
            for _ in 0..more {
                let key = u128::from(random.u64(..3000)) << random.u32(..117);
                assert_eq!(set.insert(key), standard.insert(key));
            }
        }
        assert!(standard.contains(&0) && set.len == standard.len() as u64);
    }

    #[test]
    fn too_many_keys_are_refused() {
        let mut set = KeySet::new();
        for keys in [1 << 50, u64::MAX] {
            let refused = set.reserve(keys).unwrap_err();
            assert_eq!(refused.needed, KeySet::bytes_for(keys));
        }
    }
}
